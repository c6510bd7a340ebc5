"""Bots answer from their seat's knowledge and chance alone; entry points install them."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from random import Random
from typing import Any

import pytest

from engine import bots
from engine.bots import bot, presentation, think
from engine.bots.bot import installed_bots
from engine.bots.budget import Iterations
from engine.bots.levels import HARD
from engine.bots.position import Position
from engine.bots.presentation import outline_of, translation_of
from engine.bots.random_bot import RandomBot, random_answer
from engine.core.errors import NotYourDecision, StaleDecision
from engine.core.game import Game
from engine.core.match import Match, Transition, answer, new_match, running_table
from engine.core.registry import games
from engine.core.resample import match_for_seat
from engine.core.step import decode_table, encode_table
from tests.engine.batteries import options_of, seed_of
from tests.engine.worlds import worlds

CASES = [(id, seats) for id, game in games().items() for seats in (game.seats[0], game.seats[-1])]
ITERATIONS = 8
"""Playouts of searching bots; a level's own number would take too long."""
PLACES, SEARCHED = 12, 2
"""Checkpoints of a match at which bots, and searching bots, are asked in two worlds."""


@pytest.fixture
def installing(monkeypatch):
    """Install bots by their entry points during a test."""

    def install(*points):
        installed_bots.cache_clear()
        monkeypatch.setattr(bot, "entry_points", lambda group: points)

    yield install
    monkeypatch.undo()
    installed_bots.cache_clear()


def rests(game: Game[Any, Any], seats: int, number: int) -> list[Match]:
    """Some positions of a match at rest, with hidden cards."""
    rng, matches = Random(number), []
    match = new_match(game, options_of(game, seats, number), seats, seed_of(number)).match
    while not match.over and len(matches) < PLACES:
        if not match.step.answers and match.ply % 5 == 0:
            matches.append(match)
        decision = match.decisions[0]
        raw = random_answer(running_table(game, match).open[0], rng)
        match = answer(game, match, decision.seat, decision.id, raw).match
    return matches


def moments(game: Game[Any, Any], seats: int, number: int) -> list[Match]:
    """Some positions of a match, also in mid-step."""
    rng, matches = Random(number), []
    match = new_match(game, options_of(game, seats, number), seats, seed_of(number)).match
    while not match.over and len(matches) < 3 * PLACES:
        if any(not decision.optional for decision in match.decisions[:1]):
            matches.append(match)
        decision = match.decisions[0]
        raw = random_answer(running_table(game, match).open[0], rng)
        match = answer(game, match, decision.seat, decision.id, raw).match
    return matches


def choices(game: Game[Any, Any], world: Transition, seat: int, name: str) -> dict[str, Any]:
    """The bot's answer to each open decision of a seat, and its planned follow-ups."""
    answers = {}
    for decision in world.match.decisions:
        if decision.seat == seat:
            budget = Iterations(ITERATIONS)
            thought = think(name, game, world.match, seat, decision.id, Random(7), budget)
            answers[decision.id] = thought.answer, thought.plan and thought.plan.follow_ups
    return answers


@pytest.mark.parametrize("name", [name for name in installed_bots() if name != "hard"])
@pytest.mark.parametrize(("game_id", "seats"), CASES)
def test_bot_answers_alike_in_worlds_its_seat_cannot_distinguish(name, game_id, seats):
    """The exact proof that bots do not cheat: only hidden state differs, and no answer does. `hard`
    is `normal` with more playouts.
    """
    game, rng, asked = games()[game_id], Random(1), 0
    places = SEARCHED if installed_bots()[name].seconds else PLACES
    for match in rests(game, seats, 3)[:places]:
        for seat in range(seats):
            actual, other = worlds(game, match, seat, rng)
            here, there = (
                {key: choices(game, world, seat, name).get(key) for key in ids(actual, other, seat)}
                for world in (actual, other)
            )
            assert here == there
            asked += len(here)
    assert asked


def ids(actual: Transition, other: Transition, seat: int) -> set[str]:
    """The decisions open to a seat in both worlds."""
    here, there = (
        {decision.id for decision in world.match.decisions if decision.seat == seat}
        for world in (actual, other)
    )
    return here & there


@pytest.mark.parametrize(("game_id", "seats"), CASES)
def test_sample_depends_on_the_seed_and_has_the_seats_view(game_id, seats):
    game = games()[game_id]
    for match in rests(game, seats, 4):
        decision = match.decisions[0]
        position = Position(game, match, decision.seat, decision.id)
        first, again, other = (position.sample(Random(n)) for n in (1, 1, 2))
        assert encode_table(first.table) == encode_table(again.table)
        assert first.run.seed == again.run.seed != other.run.seed
        assert position.question_in(other).prompt == position.question.prompt == decision.prompt
        for world in (first, other):
            assert game.view(world.table, decision.seat) == position.view()


@pytest.mark.parametrize(("game_id", "seats"), CASES)
def test_match_for_seat_depends_only_on_what_the_seat_knows(game_id, seats):
    """The same bytes in worlds that differ only in hidden state."""
    game, rng, compared = games()[game_id], Random(5), 0
    for match in rests(game, seats, 6):
        for seat in range(seats):
            here, there = (
                match_for_seat(game, world.match, seat, Random(8))
                for world in worlds(game, match, seat, rng)
            )
            assert (here and here.to_bytes()) == (there and there.to_bytes())
            if here is not None:
                table = decode_table(game, here.step.checkpoint, game.rules)
                assert table.drawn == table.steps == 0, "the number of draws is not disclosed"
                compared += 1
    assert compared


@pytest.mark.parametrize(("game_id", "seats"), CASES)
def test_bot_plays_alike_from_match_for_seat_and_the_true_match(game_id, seats):
    game, asked = games()[game_id], 0
    for match in moments(game, seats, 7):
        decision = match.decisions[0]
        reduced = match_for_seat(game, match, decision.seat, Random(1))
        if reduced is not None:
            here, there = (
                think("greedy", game, source, decision.seat, decision.id, Random(2)).answer
                for source in (match, reduced)
            )
            assert here == there
            asked += bool(match.step.answers)
    assert asked, "no position was in mid-step"


def test_position_requires_an_open_decision_of_the_seat():
    game = games()["res_arcana"]
    match = new_match(game, None, 2, seed_of(1)).match
    decision = match.decisions[0]
    with pytest.raises(NotYourDecision):
        Position(game, match, 1 - decision.seat, decision.id)
    with pytest.raises(StaleDecision):
        Position(game, match, decision.seat, "0.99")


def test_uninstalled_bot_is_replaced_by_another():
    game = games()["battle_for_empyrean"]
    match = new_match(game, None, 2, seed_of(1)).match
    decision = match.decisions[0]
    given = [
        think(name, game, match, decision.seat, decision.id, Random(1))
        for name in ("from last year", bots.FALLBACK_BOT)
    ]
    assert given[0] == given[1]


def test_bots_are_listed_weakest_first():
    levels = [installed.level for installed in installed_bots().values()]
    assert levels == sorted(levels)
    assert {"random", "greedy"} <= set(installed_bots())


@pytest.mark.parametrize(
    ("members", "outline"),
    [
        ({"face": "hard"}, HARD.outline),
        ({"face": "unknown"}, RandomBot.outline),
        ({"face": "relative", "outline": "M0 0h24v24z"}, "M0 0h24v24z"),
        ({"face": "relative", "outline": ""}, ""),
    ],
)
def test_bot_has_the_picture_that_its_face_names(members, outline):
    relative = type("Relative", (RandomBot,), {"name": "relative", **members})
    assert outline_of(relative()) == outline


def test_bot_is_translated_by_the_catalogue_beside_its_module():
    assert translation_of(HARD, "de-AT") == (
        "Schwer",
        "Wägt viel mehr Züge ab und lässt sich dafür Zeit.",
    )
    assert translation_of(HARD, "tlh") is None


def test_bot_of_another_package_is_not_translated_by_ours(monkeypatch):
    """Even if its class is one of ours."""
    theirs = EntryPoint(HARD.name, "tests.engine.test_bots:HARD", bot.GROUP)
    monkeypatch.setattr(presentation, "entry_points", lambda group: [theirs])
    presentation.folders.cache_clear()
    try:
        assert translation_of(HARD, "de") is None
    finally:
        presentation.folders.cache_clear()


def test_iteration_budget_has_no_clock():
    budget = Iterations(5)
    assert (budget.iterations, budget.expired()) == (5, False)


@pytest.mark.parametrize(
    "points",
    [
        [("random", "engine.bots.random_bot:BOT"), ("random", "engine.bots.random_bot:BOT")],
        [("greedy", "engine.bots.random_bot:BOT")],
        [("random", "engine.bots.random_bot:random_answer")],
    ],
    ids=["a name twice", "another name", "no bot"],
)
def test_invalid_entry_points_raise_at_start(installing, points):
    installing(*(EntryPoint(name, value, bot.GROUP) for name, value in points))
    with pytest.raises(TypeError):
        installed_bots()
