"""Verifying an export: the same seed and entries must lead to the same end."""

from __future__ import annotations

from typing import Any

from engine.core import view as gate
from engine.core.chance import commitment
from engine.core.errors import EngineError
from engine.core.game import Game
from engine.core.match import Taken, answer, new_match
from engine.core.undo import undo


class NotVerified(Exception):
    """The export does not add up; `str(error)` says where."""


def verify(game: Game[Any, Any], export: dict[str, Any]) -> int:
    """Play the export again; returns the number of entries. Raises NotVerified."""
    seed = bytes.fromhex(export["seed"])
    if commitment(seed) != export["seed_hash"]:
        raise NotVerified("The seed is not the one that was promised at the start.")
    if game.rules != export["rules"]:
        raise NotVerified(f"This match was played by rules {export['rules']} of {game.title}.")
    taken = new_match(game, export["options"], len(export["players"]), seed)
    for entry in export["entries"]:
        taken = _again(game, taken, entry)
    outcome = taken.live.outcome
    if outcome is None or gate.result(game, outcome, export["players"]) != export["outcome"]:
        raise NotVerified("The entries lead to another end.")
    return len(export["entries"])


def _again(game: Game[Any, Any], taken: Taken, entry: dict[str, Any]) -> Taken:
    match = taken.match
    try:
        if entry["kind"] == "undo":
            return undo(game, match, entry["seat"], entry["decision"])
        return answer(game, match, entry["seat"], entry["decision"], entry["answer"])
    except EngineError as error:
        raise NotVerified(f"Entry {entry['ply']} is not legal: {error}") from None
