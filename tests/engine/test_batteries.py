"""Batteries: what must hold of any game, for every registered game and for the template.

`make test` plays a sample; `make soak` plays thousands of matches with the same functions.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.authoring.new_game import TEMPLATE
from engine.core.game import Game
from engine.core.registry import games
from engine.testing.batteries import BATTERIES
from engine.testing.battery import Battery, Case
from engine.testing.check import cases_of, check
from engine.testing.reference import game_named

EFFORT = int(os.environ.get("BATTERY_MATCHES", "3"))
STRIDE = int(os.environ.get("BATTERY_STRIDE", "4"))
"""Interval, in questions, at which hidden things are redealt; the soak uses every question."""
FILES = Path(__file__).parents[1] / "games"
TEMPLATE_GAME = "conclave_night_market:GAME"
EVERY_GAME = [*games(), TEMPLATE_GAME]


def cases(reference: str) -> list[object]:
    """Every battery of a game, for each number of players."""
    game = game_named(reference)
    files = None if reference == TEMPLATE_GAME else FILES
    return [
        pytest.param(battery, case, id=f"{game.id}-{battery.name}-{case.seats}")
        for battery, case in cases_of(game, files, EFFORT, STRIDE)
    ]


@pytest.mark.parametrize(("battery", "case"), [case for game in EVERY_GAME for case in cases(game)])
def test_game_has_the_property_of_the_battery(battery: Battery, case: Case) -> None:
    """`conclave check-game NAME --files tests/games --write` writes golden matches again."""
    verdict = check(battery, case)
    assert verdict.result != "fail", verdict.describe()
    assert verdict.result == "pass" or battery.name in NOT_APPLICABLE[case.game.id]


SMALL = {"translations", "notation", "first_match", "lessons"}
NOT_APPLICABLE = {
    "ascended_kings": {"page_parts"},
    "battle_for_empyrean": {"page_parts"},
    "res_arcana": {"page_parts"},
    "tiny": SMALL | {"page_parts"},
    "night_market": SMALL - {"translations"} | {"golden_match", "saved_matches"},
}
"""What each game is too small for. A battery recognises that by what the game has."""


@pytest.mark.parametrize("reference", EVERY_GAME)
def test_battery_that_does_not_apply_says_why(reference: str) -> None:
    game = game_named(reference)
    quick = [battery for battery in BATTERIES if battery.name in NOT_APPLICABLE[game.id]]
    verdicts = [check(battery, Case(game, battery.seats(game)[0])) for battery in quick]
    assert {verdict.result for verdict in verdicts} <= {"not applicable"}
    assert all(verdict.reason for verdict in verdicts)


def test_template_is_the_one_that_is_shipped() -> None:
    game: Game[object, object] = game_named(TEMPLATE_GAME)  # type: ignore[type-var]
    assert game.folder().parent == TEMPLATE
