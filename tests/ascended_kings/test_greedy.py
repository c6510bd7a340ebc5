"""The `greedy` bot, which looks one move ahead."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine.ascended_kings import GAME
from engine.bots import think
from engine.core.match import Match, Transition, answer, new_match
from engine.testing.play import seed_of
from tests.ascended_kings.positions import lay

LIMIT = 40
"""Rounds: no match of greedy bots comes near this number."""


def played(names: list[str], number: int) -> Iterator[tuple[Match, int, Any, Transition]]:
    """A match of these bots: the match before, the seat, its answer, and the match after."""
    rng = Random(number)
    transition = new_match(GAME, {"round_limit": LIMIT}, len(names), seed_of(number))
    while not transition.match.over:
        match = transition.match
        decision = next(decision for decision in match.decisions if not decision.optional)
        raw = think(names[decision.seat], GAME, match, decision.seat, decision.id, rng).answer
        transition = answer(GAME, match, decision.seat, decision.id, raw)
        transition.match.past = []
        transition.match.undo_depth = 0
        yield match, decision.seat, raw, transition


@pytest.mark.parametrize("number", range(5))
def test_greedy_beats_random(number):
    """A small sample; docs/bots.md has the full run."""
    names = ["greedy", "random"] if number % 2 == 0 else ["random", "greedy"]
    *_, (_, _, _, last) = played(names, number)
    assert last.running.outcome.ranks[0] == [number % 2]


@pytest.mark.parametrize("seats", [2, 4])
def test_matches_among_greedy_bots_reach_the_omega_stone(seats):
    """No dawdling: a player claims it, and none undoes in a turn what they did in it."""
    done: Counter[tuple[Any, ...]] = Counter()
    for match, seat, raw, transition in played(["greedy"] * seats, 3):
        verb = raw.partition(":")[0] if isinstance(raw, str) else ""
        if verb in ("transmute", "untransmute", "inscribe", "uninscribe"):
            table = transition.running.table
            done[seat, table.rounds_played, table.turns, verb.removeprefix("un")] += 1
        assert match.ply < 4000
    assert transition.running.outcome.reason == "finished"
    assert done
    assert max(done.values()) <= 3, "several sockets may be filled in a turn, none twice"


def thought(player: Any, number: int = 0) -> Any:
    """Greedy's answer in a player's place to the question open to them."""
    match = player.scenario.match
    decision = next(decision for decision in match.decisions if decision.seat == player.seat)
    return think("greedy", GAME, match, player.seat, decision.id, Random(number)).answer


def test_greedy_uses_a_profitable_instant_in_a_rivals_turn():
    _, bob = lay("phase state p0\np0 apsu @44 P3\np1 vara @45 D2 asc_coagulation_3")
    assert bob.asked is None, "the question is optional"
    assert thought(bob) == "instant:asc_coagulation_3"


def test_greedy_keeps_a_card_that_would_gain_nothing():
    ann, bob = lay(
        "p0 apsu @44 Y1 A1 asc_dissolution_1\np1 vara @45 A3 asc_egis_bound_2 asc_rubedo_1"
    )
    ann("cast:asc_dissolution_1", {"aria": 1})
    assert bob.asked == "respond"
    assert thought(bob) == "pass"


def test_greedy_saves_its_life_in_a_shared_window():
    ann, bob, *_ = lay(
        "phase burn p3 began p0\nindex 8 event 0 played 3 ending\nwalls right2\n"
        "p0 apsu @07 D2 asc_rubedo_3\np1 vara @27 D2 asc_coagulation_2 asc_nigredo_1\n"
        "p2 zhoth @00\np3 eloden @50"
    )
    assert ann.scenario.waiting == {0, 1}
    for number in range(5):
        assert thought(bob, number) == "instant:asc_coagulation_2"
