"""Pairs: positions of random matches, and pairs that a seat cannot distinguish."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.bots.random_bot import random_answer
from engine.core.game import Game
from engine.core.match import Match, Transition, answer, new_match, running_table
from engine.testing.play import options_of, seed_of
from engine.testing.worlds import MIDDLE, answer_at, answers_to_both, received, worlds

MAX_ANSWERS_FOLLOWED = 6
"""Answers for which two worlds are followed and compared."""


def match_positions(
    game: Game[Any, Any], number: int, count: int, stride: int = 5
) -> Iterator[Match]:
    """A random match before every `stride`th answer, also in the middle of steps."""
    seats, rng = game.seats[0], Random(number)
    match = new_match(game, options_of(game, seats, number), seats, seed_of(number)).match
    while not match.over and count:
        if match.ply % stride == stride - 1:
            count -= 1
            yield match
        place = rng.randrange(len(match.decisions))
        decision = match.decisions[place]
        raw = random_answer(running_table(game, match).open[place], rng)
        match = answer(game, match, decision.seat, decision.id, raw).match


def indistinguishable_pairs(game: Game[Any, Any]) -> Iterator[tuple[Transition, Transition, int]]:
    """Worlds that a seat cannot distinguish, at rest and followed into the middle of steps."""
    rng = Random(1)
    for number in range(20):
        matches_at_rest = [
            match for match in match_positions(game, number, 30) if not match.step.answers
        ]
        for match in matches_at_rest[::3]:
            for seat in range(match.seats):
                actual, other = worlds(game, match, seat, rng)
                for _ in range(MAX_ANSWERS_FOLLOWED):
                    if received(game, actual, seat) != received(game, other, seat):
                        break
                    yield actual, other, seat
                    choice = (
                        None
                        if actual.match.over
                        else next(answers_to_both(actual, other, rng), None)
                    )
                    if choice is None:
                        break
                    place, other_place, raw = choice
                    actual, other = (
                        answer_at(game, actual, place, raw),
                        answer_at(game, other, other_place, raw),
                    )


def pairs_with_decision(
    game: Game[Any, Any], at_rest: int, in_steps: int
) -> Iterator[tuple[Match, Match, str]]:
    """Pairs and a decision of that seat, `at_rest` and `in_steps` of them; fails if there are
    fewer.
    """
    missing = {"at rest": at_rest, MIDDLE: in_steps}
    for actual, other, seat in indistinguishable_pairs(game):
        place = MIDDLE if actual.match.step.answers else "at rest"
        own_decisions = [
            decision.id for decision in actual.match.decisions if decision.seat == seat
        ]
        if own_decisions and missing[place] > 0:
            missing[place] -= 1
            yield actual.match, other.match, own_decisions[0]
        if max(missing.values()) == 0:
            return
    raise AssertionError(f"not compared often enough: {missing}")
