"""Leak detection: nothing hidden from a viewer is sent to that viewer while it is hidden.

The match is replayed from its export. A game says which tokens (pieces of JSON text) are hidden
from a viewer at each ply; none may occur in what that viewer received up to then.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.core.event import PUBLIC, Viewer
from engine.core.game import Game
from engine.core.match import Transition, answer, new_match
from engine.core.shows import show
from engine.core.undo import undo
from tests.app.wire import Wire

Hidden = Callable[[Any, Viewer], set[str]]
"""Called with the true table and a viewer; returns the tokens that this viewer must not see."""


def tables(game: Game[Any, Any], export: dict[str, Any]) -> list[Any]:
    """The true table at every ply."""
    seed = bytes.fromhex(export["seed"])
    transition = new_match(game, export["options"], len(export["players"]), seed)
    found = [transition.running.table]
    for entry in export["entries"]:
        transition = again(game, transition, entry)
        found.append(transition.running.table)
    return found


def again(game: Game[Any, Any], transition: Transition, entry: dict[str, Any]) -> Transition:
    if entry["kind"] == "undo":
        return undo(game, transition.match, entry["seat"], entry["decision"])
    if entry["kind"] == "show":
        given = entry["answer"]
        return show(game, transition.match, entry["seat"], given["card"], given["to"])
    return answer(game, transition.match, entry["seat"], entry["decision"], entry["answer"])


def leaks(game: Game[Any, Any], export: dict[str, Any], wire: Wire, hidden: Hidden) -> list[str]:
    """Tokens that the wire's viewer got too early, as "ply: token"."""
    viewer = viewer_of(wire)
    secret = None
    found: list[str] = []
    for ply, table in enumerate(tables(game, export)):
        now = hidden(table, viewer)
        secret = now if secret is None else secret & now
        sent = [text for at, text in wire.recorded if at == ply]
        found += [f"{ply}: {token}" for token in sorted(secret) for text in sent if token in text]
    return found


def viewer_of(wire: Wire) -> Viewer:
    described = wire.frames[0]["viewer"]
    return PUBLIC if "public" in described else int(described["seat"])
