"""Bots answer from their seat's knowledge and chance alone; entry points install them."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from random import Random

import pytest

from engine import bots
from engine.bots import bot, presentation, think
from engine.bots.bot import installed_bots
from engine.bots.budget import Iterations
from engine.bots.levels import HARD
from engine.bots.position import Position
from engine.bots.presentation import outline_of, translation_of
from engine.bots.random_bot import RandomBot
from engine.core.errors import NotYourDecision, StaleDecision
from engine.core.match import new_match
from engine.core.registry import games
from engine.testing.play import seed_of


@pytest.fixture
def installing(monkeypatch):
    """Install bots by their entry points during a test."""

    def install(*points):
        installed_bots.cache_clear()
        monkeypatch.setattr(bot, "entry_points", lambda group: points)

    yield install
    monkeypatch.undo()
    installed_bots.cache_clear()


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
