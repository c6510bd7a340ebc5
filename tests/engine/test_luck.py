"""Luck: zero on average, measured by a seat's knowledge, and 0 where it cannot be known."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest

from engine.bots import luck as lucks
from engine.bots import think
from engine.bots.luck import (
    MAX_RERUNS,
    MIN_RERUNS,
    Luck,
    chances_after,
    known_chance,
    known_chances,
    luck,
)
from engine.bots.mainline import Mainline, Point, has_seal_between, points
from engine.bots.random_bot import random_answer
from engine.core.game import Game
from engine.core.match import Match, answer, begin_match, new_match
from engine.core.registry import games
from engine.core.resample import resampled_step
from engine.core.step import Answer, decode_table
from engine.testing.play import seed_of
from tests.engine.pairs import indistinguishable_pairs
from tests.engine.test_analysis import played

GAMES = ("res_arcana", "battle_for_empyrean", "ascended_kings")
ROLLS = 50
"""Repetitions of a draw."""


def draws(game: Game[Any, Any], line: Mainline) -> list[tuple[Point, Point]]:
    """The answers that led to a draw or a reveal, with the next point."""
    line_points = points(game, line)
    return [
        (point, following)
        for point, following in pairwise(line_points)
        if has_seal_between(line, point, following)
    ]


def luck_of(game: Game[Any, Any], before: Match, given: Answer, after: Match, rng: Random) -> Luck:
    return luck(game, before, given, known_chances(game, after, rng), rng)


def rolled_again(game: Game[Any, Any], point: Point, rng: Random) -> tuple[Match, Match]:
    """The match before and after the answer, in a world that is possible for its seat."""
    world = resampled_step(game, point.match, point.seat, rng)
    table = decode_table(game, world.step.checkpoint, game.rules)
    before = begin_match(game, table, world.seats, world.seed, world.options).match
    decision = next(
        decision
        for decision in before.decisions
        if (decision.seat, decision.prompt) == (point.seat, point.answer.prompt)
    )
    after = answer(game, before, decision.seat, decision.id, point.answer.answer).match
    return before, after


@pytest.mark.parametrize("id", GAMES)
def test_luck_is_zero_on_average(id):
    """Repeats the draw at rest with the widest spread of chances."""
    game, rng = games()[id], Random(1)
    at_rest = [
        point
        for number in range(3)
        for point, _ in draws(game, played(id, number)[1])
        if not point.match.step.answers and point.at_once_start is None
    ]
    widest = max(
        at_rest,
        key=lambda point: spread(chances_after(game, point.match, point.answer, point.seat, rng)),
    )
    samples = []
    for _ in range(ROLLS):
        before, after = rolled_again(game, widest, rng)
        samples.append(luck_of(game, before, widest.answer, after, rng).by_seat[widest.seat])
    assert max(map(abs, samples)) > 0.001, "this draw changes nothing"
    assert abs(fmean(samples)) < 3 * stdev(samples) / sqrt(ROLLS)


def spread(numbers: list[float]) -> float:
    return stdev(numbers) if len(numbers) > 1 else 0.0


@pytest.mark.parametrize("id", GAMES)
def test_chances_are_the_same_in_worlds_a_seat_cannot_distinguish(id):
    """The chances before, and those expected after an answer."""
    game, answered = games()[id], 0
    for compared, (actual, other, seat) in enumerate(indistinguishable_pairs(game)):
        mine = known_chance(game, actual.match, seat, Random(4))
        assert mine == known_chance(game, other.match, seat, Random(4))
        for decision, question in zip(actual.match.decisions, actual.running.open, strict=True):
            if decision.seat == seat:
                raw = random_answer(question, Random(6))
                given = Answer(seat, decision.id, decision.prompt, raw)
                there = chances_after(game, actual.match, given, seat, Random(5))
                assert there == chances_after(game, other.match, given, seat, Random(5))
                answered += len(there) == MAX_RERUNS
        if compared >= 20 and answered >= 5:
            return
    raise AssertionError("not compared often enough")


@pytest.mark.parametrize("id", GAMES)
def test_luck_is_the_later_chance_minus_the_mean_of_the_reruns(id):
    game = games()[id]
    before, after = draws(game, played(id, 1)[1])[-1]
    measured = luck_of(game, before.match, before.answer, after.match, Random(1))
    rng = Random(1)
    for seat in range(before.match.seats):
        there = chances_after(game, before.match, before.answer, seat, rng)
        assert measured.reruns[seat] == len(there) <= MAX_RERUNS
        if len(there) >= MIN_RERUNS:
            now = known_chance(game, after.match, seat, rng)
            assert measured.by_seat[seat] == pytest.approx(now - fmean(there))


def test_luck_of_too_few_reruns_is_zero(monkeypatch):
    game = games()["battle_for_empyrean"]
    _, line = played("battle_for_empyrean", 0)
    before, after = max(
        draws(game, line),
        key=lambda pair: max(
            map(abs, luck_of(game, pair[0].match, pair[0].answer, pair[1].match, Random(1)).by_seat)
        ),
    )
    assert any(luck_of(game, before.match, before.answer, after.match, Random(1)).by_seat)
    monkeypatch.setattr(lucks, "MAX_WORLDS", MIN_RERUNS - 1)
    measured = luck_of(game, before.match, before.answer, after.match, Random(1))
    assert measured.by_seat == [0.0, 0.0]
    assert max(measured.reruns) == MIN_RERUNS - 1


def test_answer_illegal_in_another_world_ends_its_rerun(monkeypatch):
    """Res Arcana: the rival chose a mage that they were dealt."""
    game = games()["res_arcana"]
    line_points = points(game, played("res_arcana", 0)[1])
    mage = next(point for point in line_points if point.answer.prompt == "mage")
    rival = 1 - mage.seat
    assert len(chances_after(game, mage.match, mage.answer, mage.seat, Random(1))) == MAX_RERUNS
    monkeypatch.setattr(lucks, "MAX_WORLDS", MAX_RERUNS)
    assert 0 < len(chances_after(game, mage.match, mage.answer, rival, Random(1))) < MAX_RERUNS


def test_answer_that_fails_on_a_redealt_table_ends_its_rerun(monkeypatch):
    """Battle for Empyrean: in mid-step a rival discards a card of theirs, which lies elsewhere in
    most of the deals.
    """
    game = games()["battle_for_empyrean"]
    monkeypatch.setattr(lucks, "MAX_RERUNS", 40)
    monkeypatch.setattr(lucks, "MAX_WORLDS", 40)
    rivals = [
        chances_after(game, before.match, before.answer, seat, Random(1))
        for before, _ in draws(game, played_by_greedy(game, 2))
        for seat in range(2)
        if before.answer.prompt == "discard" and seat != before.seat
    ]
    assert any(0 < len(reruns) < 40 for reruns in rivals)


def played_by_greedy(game: Game[Any, Any], number: int) -> Mainline:
    """A match between two greedy bots."""
    transition, rng = new_match(game, {"round_limit": 12}, 2, seed_of(number)), Random(number)
    steps, plans = list(transition.ended_steps), dict[int, Any]()
    while not transition.match.over:
        decision = next(
            decision for decision in transition.match.decisions if not decision.optional
        )
        place = game, transition.match, decision.seat, decision.id
        thought = think("greedy", *place, rng, plan=plans.get(decision.seat))
        plans[decision.seat] = thought.plan
        transition = answer(*place, thought.answer)
        steps += transition.ended_steps
    return Mainline(transition.match, [*steps, transition.match.step])
