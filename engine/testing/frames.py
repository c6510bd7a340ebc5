"""Frames: all that a viewer receives at a moment of a match."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from engine.core import view
from engine.core.event import PUBLIC, Event, Viewer
from engine.core.game import Game
from engine.core.match import Match, name_decisions
from engine.core.running_table import RunningTable
from engine.testing.scenario import NAMES, events_for
from engine.testing.views import view_of


def viewers_of(seats: int) -> list[Viewer]:
    """Every seat and the public."""
    return [*range(seats), PUBLIC]


def frames_of(game: Game[Any, Any], match: Match, current: RunningTable) -> list[dict[str, Any]]:
    """What every seat and the public receive."""
    return [frame_of(game, match, current, viewer) for viewer in viewers_of(match.seats)]


def frame_of(
    game: Game[Any, Any], match: Match, current: RunningTable, viewer: Viewer
) -> dict[str, Any]:
    """What the viewer receives: questions under the ids that they have or would get."""
    asked = zip(name_decisions(match, current.open, match.ply), current.open, strict=True)
    return {
        "table": view_of(game, current.table, viewer),
        "decisions": [
            view.decision(game, question, decision.id, viewer in match.undoable, NAMES)
            for decision, question in asked
            if decision.seat == viewer
        ],
        "waiting": sorted({q.seat for q in current.open if not q.optional}),
        "turn": repr(game.turn(current.table)),
        "score_sheet": repr(game.score_sheet(current.table)),
        "threats": [
            view.threat(game, threat, viewer, NAMES, dict) for threat in game.threats(current.table)
        ],
    }


def plain_events(events: Sequence[Event], viewer: Viewer) -> list[tuple[str, dict[str, Any]]]:
    """Events in the form for a viewer, as plain data."""
    return [(event.key, event.args) for event in events_for(list(events), viewer)]


MAX_SHOWN = 80
"""Characters of a value in a sentence."""


def difference(here: Any, there: Any, path: str = "") -> str:
    """Where two frames first differ, and what each has there."""
    if isinstance(here, dict) and isinstance(there, dict):
        for key in {**here, **there}:
            if here.get(key) != there.get(key):
                return difference(here.get(key), there.get(key), f"{path}.{key}")
    if isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        for place, (part, other_part) in enumerate(zip(here, there, strict=True)):
            if part != other_part:
                return difference(part, other_part, f"{path}.{place}")
    texts = [str(value) for value in (here, there)]
    alike = takewhile(lambda letters: letters[0] == letters[1], zip(*texts, strict=False))
    start = max(0, len(list(alike)) - MAX_SHOWN // 2)
    shown, shown_there = (text[start : start + MAX_SHOWN] for text in texts)
    return f"{path.removeprefix('.')} is {shown}, or {shown_there}"
