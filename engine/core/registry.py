"""Registry: the installed games, found through entry points of the group `conclave.games`."""

from __future__ import annotations

from functools import cache
from importlib.metadata import Distribution, entry_points
from typing import Any

from engine.core.game import Game

GROUP = "conclave.games"
OWN = "conclave-engine"
"""The distribution of this engine and its games."""


@cache
def games() -> dict[str, Game[Any, Any]]:
    """Every installed game by id. An entry point whose name is not its game's id is an error."""
    installed: dict[str, Game[Any, Any]] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        game = point.load()
        if not isinstance(game, Game) or game.id != point.name:
            raise TypeError(f"entry point {point.name} of {GROUP} must name a Game with that id")
        installed[game.id] = game
    return installed


def packages() -> dict[str, Distribution]:
    """By the id of each game from outside, the distribution that registers it."""
    points = sorted(entry_points(group=GROUP), key=lambda point: point.name)
    return {point.name: point.dist for point in points if point.dist and point.dist.name != OWN}
