"""References: a game by its id, or by the module and name of the object."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from engine.core.game import Game
from engine.core.registry import games


class UnknownGame(Exception):
    """There is no such game; `str(error)` is one sentence."""


def game_named(reference: str) -> Game[Any, Any]:
    """The game of an id such as "tiny", or of "conclave_tiny_game:GAME", which need not be
    installed. Raises UnknownGame.
    """
    module, _, name = reference.partition(":")
    if not name:
        installed = games()
        if reference not in installed:
            raise UnknownGame(
                f"{reference} is not installed; the games are {', '.join(installed)}."
            )
        return installed[reference]
    try:
        game = getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise UnknownGame(f"{reference} can't be loaded: {error}.") from None
    if isinstance(game, type) and issubclass(game, Game):
        game = game()
    if not isinstance(game, Game):
        raise UnknownGame(f"{reference} is not a game.")
    return game


def reference_of(game: Game[Any, Any]) -> str:
    """A reference that another process resolves to the same game."""
    if games().get(game.id) is game:
        return game.id
    return f"{type(game).__module__}:{type(game).__qualname__}"
