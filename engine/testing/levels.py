"""Levels: no bot goes in circles, and the game's appraisal is better than chance."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Any

import msgspec

from engine.bots import think
from engine.bots.budget import Iterations
from engine.bots.plan import Plan
from engine.core.game import Game
from engine.core.match import answer, new_match
from engine.core.step import decode_table
from engine.testing.battery import Case, battery, fewest, game_alone
from engine.testing.play import seed_of

LEVELS = ("easy", "greedy", "normal", "hard", "guide")
QUICK = Iterations(4)
"""Fewer playouts for the same search."""
ANSWERS = {"easy": 600, "guide": 600, "greedy": 300, "normal": 20, "hard": 20}
"""The number of answers that each level gives in a match."""
ROUNDS = 12
CONTESTS = 10
"""Deals of the contest between `greedy` and `random`; each is played from every seat."""


@battery("No level returns to an earlier table within a turn", game_alone)
def progress(case: Case) -> None:
    for level in LEVELS:
        for number in range(max(1, case.effort - 1)):
            again = returns(case.game, level, number)
            assert not again, f"a bot goes in circles: {again[0]}"


def returns(game: Game[Any, Any], level: str, number: int) -> list[str]:
    """Play with one level in all seats; lists the returns to an earlier table without any gain:
    the seat's view is the same, apart from what it can spend.
    """
    seats, rng = game.seats[number % len(game.seats)], Random(number)
    transition = new_match(game, {"round_limit": ROUNDS}, seats, seed_of(number))
    seen: dict[Any, list[list[int]]] = defaultdict(list)
    plans: dict[int, Plan | None] = {}
    again, turn = list[str](), None
    for _ in range(ANSWERS[level]):
        if transition.match.over:
            break
        now = game.turn(transition.running.table)
        if (now.round, now.seats) != turn:
            turn = now.round, now.seats
            seen.clear()
        decision = next(
            decision for decision in transition.match.decisions if not decision.optional
        )
        place = game, transition.match, decision.seat, decision.id
        thought = think(level, *place, rng, QUICK, plans.get(decision.seat))
        plans[decision.seat] = thought.plan
        transition = answer(*place, thought.answer)
        for step in transition.ended_steps if len(now.seats) == 1 else ():
            if step.answers:
                seat = now.seats[0]
                table = decode_table(game, step.checkpoint, game.rules)
                spendable = game.take_spendable(table, seat)
                look = [game.turn(table), game.view(table, seat)]
                before = seen[msgspec.json.encode(look, order="sorted")]
                if any(not any(map(int.__gt__, spendable, then)) for then in before):
                    again.append(f"{level}, match {number}: back by {decision.prompt}")
                before.append(spendable)
    return again


@battery("The game's appraisal plays better than chance", fewest)
def appraisal(case: Case) -> None:
    """`greedy`, which maximises it, wins at least its share of matches against `random`."""
    game, seats = case.game, case.seats
    is_default = type(game).appraise is Game.appraise
    case.require(not is_default, "the game has no appraisal, so `greedy` plays by chance")
    case.require(seats > 1, "one player alone has no opponent")
    won = sum(share_won(game, seats, number) for number in range(CONTESTS * seats))
    assert won >= CONTESTS, f"greedy wins {won:g} of {CONTESTS * seats} matches against random"


def share_won(game: Game[Any, Any], seats: int, number: int) -> float:
    """The share of a win that `greedy` has, alone among `random` bots."""
    own, rng = number % seats, Random(number // seats)
    deal = seed_of(number // seats)
    transition = new_match(game, {"round_limit": ROUNDS}, seats, deal)
    while not transition.match.over:
        decision = next(
            decision for decision in transition.match.decisions if not decision.optional
        )
        level = "greedy" if decision.seat == own else "random"
        place = game, transition.match, decision.seat, decision.id
        transition = answer(*place, think(level, *place, rng).answer)
        transition.match.past, transition.match.undo_depth = [], 0
    outcome = transition.running.outcome
    assert outcome is not None
    first = outcome.ranks[0]
    return (own in first) / len(first)
