"""The tables that games' pages draw are valid under today's rules."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.core.game import Game
from engine.core.registry import games
from engine.testing.views import validator
from scripts.guide_tables import TABLES, folder

GAMES = [game for game in games().values() if not game.for_tests]


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
@pytest.mark.parametrize("moment", ["setup", "play"])
def test_drawn_table_is_a_view_of_todays_rules(game: Game[Any, Any], moment: str) -> None:
    """`python -m scripts.guide_tables` regenerates it."""
    view = json.loads((folder(game.id) / f"{moment}.json").read_text())
    assert view["rules"] == game.rules
    assert len(view["players"]) == TABLES[game.id].seats
    check = validator(type(game), public=False)
    assert check is not None
    assert list(check.iter_errors(view["table"])) == []
