"""Pairs: positions of random matches, and pairs that a seat cannot distinguish."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.bots.random_bot import random_answer
from engine.core.game import Game
from engine.core.match import Match, Transition, answer, new_match, running_table
from tests.engine.batteries import options_of, seed_of
from tests.engine.worlds import MIDDLE, answer_at, answers_to_both, received, worlds

MAX_FOLLOWED = 6
"""Answers for which two worlds are followed and compared."""


def matches(game: Game[Any, Any], number: int, count: int, stride: int = 5) -> Iterator[Match]:
    """A random match before every `stride`th answer, also in the middle of steps."""
    seats, rng = game.seats[0], Random(number)
    match = new_match(game, options_of(game, seats, number), seats, seed_of(number)).match
    while not match.over and count:
        if match.ply % stride == stride - 1:
            count -= 1
            yield match
        place = rng.randrange(len(match.decisions))
        known = match.decisions[place]
        raw = random_answer(running_table(game, match).open[place], rng)
        match = answer(game, match, known.seat, known.id, raw).match


def pairs(game: Game[Any, Any]) -> Iterator[tuple[Transition, Transition, int]]:
    """Worlds that a seat cannot distinguish, at rest and followed into the middle of steps."""
    rng = Random(1)
    for number in range(20):
        rests = [match for match in matches(game, number, 30) if not match.step.answers]
        for match in rests[::3]:
            for seat in range(match.seats):
                actual, other = worlds(game, match, seat, rng)
                for _ in range(MAX_FOLLOWED):
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
                    place, there, raw = choice
                    actual, other = (
                        answer_at(game, actual, place, raw),
                        answer_at(game, other, there, raw),
                    )


def asked_in_pairs(
    game: Game[Any, Any], at_rest: int, in_steps: int
) -> Iterator[tuple[Match, Match, str]]:
    """Pairs and a decision of that seat, `at_rest` and `in_steps` of them; fails if there are
    fewer.
    """
    missing = {"at rest": at_rest, MIDDLE: in_steps}
    for actual, other, seat in pairs(game):
        place = MIDDLE if actual.match.step.answers else "at rest"
        asked = [known.id for known in actual.match.decisions if known.seat == seat]
        if asked and missing[place] > 0:
            missing[place] -= 1
            yield actual.match, other.match, asked[0]
        if max(missing.values()) == 0:
            return
    raise AssertionError(f"not compared often enough: {missing}")
