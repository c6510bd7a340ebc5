"""Goal: a first game may end at fewer than ten points; threats, bots and chances follow it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.bots import think
from engine.bots.chance import chances
from engine.core.errors import InvalidOptions
from engine.core.event import PUBLIC
from engine.core.view import threat
from engine.res_arcana import GAME
from engine.testing.scenario import NAMES
from tests.res_arcana.lay import Seat, lay

TO_FIVE = {"mode": "first_game", "goal": 5}
TO_TEN = {"mode": "first_game"}
FOUR = ["temple", "oracle"]  # points


def table(options: dict[str, Any]) -> tuple[Seat, ...]:
    """Ann has four points and an action left; Bob has the token, which the first to pass gets."""
    pool = {"gold": 1, "calm": 1, "life": 1}
    ann = {"mage": "druid", "item": "research", "play": FOUR, "hand": ["hawk"], "pool": pool}
    bob = {"mage": "seer", "item": "alchemy", "hand": ["prism"]}
    return lay(ann=ann, bob=bob, options=options, first=1)


def test_only_a_first_game_may_go_to_fewer_than_ten_points() -> None:
    assert GAME.read_options({}, 2).goal == 10
    assert GAME.read_options(TO_FIVE, 2).goal == 5
    for refused in ({"goal": 5}, {"mode": "draft", "goal": 9}, {**TO_FIVE, "goal": 4}):
        with pytest.raises(InvalidOptions):
            GAME.read_options(refused, 2)


def test_match_stored_before_the_option_existed_goes_to_ten_points() -> None:
    stored = {"round_limit": 6, "mode": "standard", "sides": "random", "places": []}
    assert GAME.stored_options(stored)["goal"] == 10


def test_five_points_win_a_game_to_five_and_not_one_to_ten() -> None:
    """R49, with the goal instead of ten points."""
    for options, ended in ((TO_FIVE, True), (TO_TEN, False)):
        ann, bob = table(options)
        ann("pass", "item:divination")
        bob("pass", "item:transmutation")
        assert ann.points == 5
        assert ann.scenario.match.over is ended


def test_view_contains_the_goal() -> None:
    for options, goal in ((TO_FIVE, 5), (TO_TEN, 10)):
        ann, _bob = table(options)
        assert GAME.view(ann.table, PUBLIC)["goal"] == GAME.view(ann.table, 0)["goal"] == goal


def test_threats_depend_on_the_goal() -> None:
    def threat_texts(options: dict[str, Any]) -> list[str]:
        ann, _bob = table(options)
        texts = [
            threat(GAME, announced, 1, NAMES, dict)["text"] for announced in GAME.threats(ann.table)
        ]
        return [text for text in texts if "points" in text]

    assert threat_texts(TO_FIVE) == ["Ann has 4 of 5 points"]
    assert threat_texts(TO_TEN) == []


@pytest.mark.parametrize("bot", ["normal", "hard"])
def test_bot_passes_to_win_once_it_has_the_points_of_the_goal(bot: str) -> None:
    """To ten points it does better to place its card first."""
    chosen = []
    for options in (TO_FIVE, TO_TEN):
        ann, _bob = table(options)
        match = ann.scenario.match
        thought = think(bot, GAME, match, 0, match.decisions[0].id, Random(1))
        chosen.append(thought.answer)
    assert chosen[0] == "pass"
    assert chosen[1] != "pass"


def test_leaders_chance_is_higher_with_a_nearer_goal() -> None:
    to_five, to_ten = (chances(GAME, table(options)[0].table)[0] for options in (TO_FIVE, TO_TEN))
    assert to_five > to_ten


def test_goal_of_five_points_survives_a_notation_round_trip() -> None:
    laid = table(TO_FIVE)[0].table
    text = GAME.notation(laid)
    assert "options mode=first_game goal=5" in text
    assert GAME.read_position(text).options == laid.options
