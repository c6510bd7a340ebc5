"""Progress: no bot gives an answer that leads back or only costs if it has another one."""

from __future__ import annotations

from random import Random

from engine.ascended_kings import GAME as KINGS
from engine.bots import think
from engine.bots.budget import Iterations
from engine.bots.hint import hint
from engine.bots.position import Position
from engine.bots.progress import Progress, productive_candidates
from engine.core.match import Match
from engine.core.resample import match_for_seat
from engine.core.undo import undo
from engine.res_arcana import GAME as ARCANA
from engine.testing.scenario import Player
from tests.ascended_kings.positions import lay
from tests.res_arcana.lay import lay as lay_arcana

QUICK = Iterations(4)
"""Fewer playouts for the same search."""


def position_of(player: Player) -> Position:
    match = player.scenario.match
    decision = next(
        decision
        for decision in match.decisions
        if decision.seat == player.seat and not decision.optional
    )
    return Position(player.scenario.game, match, player.seat, decision.id)


def leads_on(player: Player) -> dict[str, bool]:
    position = position_of(player)
    progress = Progress(position)
    return {
        option.key: progress.is_productive(option.key, None) for option in position.question.options
    }


LATENT = "phase latent p0\np0 apsu @72 A3 P3 Y3 asc_projection_1\np1 vara @27"


def test_transmutation_of_this_turn_is_not_reversed() -> None:
    ann, _ = lay(LATENT)
    ann("transmute:pyre")
    assert "untransmute:pyre" in ann.options
    assert not leads_on(ann)["untransmute:pyre"]
    assert leads_on(ann)["transmute:ylem"]
    for level in ("easy", "guide"):
        for number in range(8):
            chosen = think(level, KINGS, ann.scenario.match, 0, decision_of(ann), Random(number))
            assert chosen.answer != "untransmute:pyre", level


def test_transmutation_of_an_earlier_turn_may_be_reversed() -> None:
    ann, _ = lay("phase latent p0\np0 apsu @72 A3 [pyre]\np1 vara @27")
    assert leads_on(ann)["untransmute:pyre"]


def test_loop_of_several_answers_is_detected() -> None:
    """The order of unordered cards, and what rivals know by now, do not make a new table."""
    ann, _ = lay(LATENT.replace("p0 apsu", "p0 apsu L2"))
    ann("transmute:aria", "transmute:pyre", "untransmute:aria")
    assert not leads_on(ann)["transmute:aria"]
    ann("inscribe:asc_projection_1", "uninscribe")
    assert not leads_on(ann)["inscribe:asc_projection_1"]


def test_undo_clears_the_tables_seen_in_the_turn() -> None:
    ann, _ = lay(LATENT)
    ann("transmute:pyre")
    match = ann.scenario.match
    assert len(match.rests.visited) > 0
    back = undo(KINGS, match, 0, match.last_answers[0].decision).match
    assert back.rests.visited == []


def test_component_is_not_turned_to_straighten_itself() -> None:
    """Witch pays 2 essences to straighten a component; here that could only be Witch itself."""
    ann, _ = lay_arcana(
        ann={"mage": "witch", "item": "research", "pool": {"life": 3, "elan": 3}},
        bob={"passed": True},
    )
    uses = [key for key in ann.options if key.startswith("use:witch")]
    assert uses
    progress = leads_on(ann)
    assert not any(progress[key] for key in uses)
    for number in range(8):
        chosen = think("easy", ARCANA, ann.scenario.match, 0, decision_of(ann), Random(number))
        assert chosen.answer not in uses


def decision_of(player: Player) -> str:
    match = player.scenario.match
    return next(decision.id for decision in match.decisions if decision.seat == player.seat)


def test_hints_exclude_answers_that_lead_back() -> None:
    ann, _ = lay(LATENT)
    ann("transmute:pyre")
    suggestions = hint(position_of(ann), QUICK, QUICK, Random(1), ["Ann", "Bob"])
    assert suggestions
    assert all(suggestion.answer != "untransmute:pyre" for suggestion in suggestions)


def test_match_for_seat_keeps_the_checkpoints_of_the_turn() -> None:
    ann, _ = lay(LATENT)
    ann("transmute:pyre")
    match = ann.scenario.match
    reduced = match_for_seat(KINGS, match, 0, Random(1))
    assert reduced is not None
    assert reduced.rests == match.rests
    assert Match.from_bytes(match.to_bytes()).rests == match.rests


def test_card_without_effect_is_not_played() -> None:
    """Egis blocks everything; the default is to pass, and no level wastes the card."""
    ann, bob = lay("p0 apsu @44 P2\np1 vara @45 E2 asc_coagulation_3")
    ann("attack:p1", 2)
    for level in ("easy", "greedy"):
        for number in range(8):
            chosen = think(level, KINGS, bob.scenario.match, 1, decision_of(bob), Random(number))
            assert chosen.answer == "pass", level


def test_unproductive_answers_are_kept_if_there_are_no_others() -> None:
    ann, _ = lay(LATENT)
    ann("transmute:pyre")
    assert list(productive_candidates(position_of(ann), ["untransmute:pyre"])) == [
        "untransmute:pyre"
    ]
