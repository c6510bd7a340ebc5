"""Page fixtures: what the page's unit tests show, made by the engine when vitest starts.

    python -m scripts.page_fixtures FILE

writes the catalogue of each game and the frames of the saved matches in
`web/tests/games/moments.jsonl`: as a player receives them, as a spectator does (`…_watched`), and,
where an answer stands beside the match, as the player does after it (`…_answered`).
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from engine.core import view as projection
from engine.core.event import PUBLIC, Event, Public, Viewer
from engine.core.match import Match, answer, running_table
from engine.core.registry import games
from engine.core.running_table import RunningTable

MOMENTS = Path(__file__).parents[1] / "web/tests/games/moments.jsonl"
NAMES = ["Ada", "Bartholomew of Ghent", "Vex", "Cleo"]
KINDS = ["human", "human", "bot", "human"]
PLAYER = 0
VIEWERS: dict[str, Viewer] = {"": PLAYER, "_watched": PUBLIC}


class Moment(msgspec.Struct):
    """A line of the file; `Match.to_json` of any match gives its `match`."""

    name: str
    match: Match
    answer: Any = None  # of the player, to their question


def fixtures() -> dict[str, Any]:
    """By game: its catalogue, and frames by name."""
    made: dict[str, Any] = {
        game.id: {"catalogue": game.catalogue(), "frames": {}} for game in games().values()
    }
    for line in MOMENTS.read_bytes().splitlines():
        moment = msgspec.json.decode(line, type=Moment)
        game = games()[moment.match.game]
        parts = made[game.id]
        running = running_table(game, moment.match)
        for suffix, viewer in VIEWERS.items():
            parts["frames"][moment.name + suffix] = frame(moment.match, running, [], viewer)
        if moment.answer is not None:
            then = answer(game, moment.match, PLAYER, moment.match.decisions[0].id, moment.answer)
            after = frame(then.match, then.running, then.events, PLAYER)
            parts["frames"][f"{moment.name}_answered"] = after
    return made


def frame(
    match: Match, running: RunningTable, events: list[Event], viewer: Viewer
) -> dict[str, Any]:
    """What the viewer receives."""
    game, names = games()[match.game], NAMES[: match.seats]
    turn = game.turn(running.table)
    decisions = [
        projection.decision(game, question, decision.id, decision.seat in match.undoable, names)
        for question, decision in zip(running.open, match.decisions, strict=True)
        if question.seat == viewer
    ]
    visible_events = [
        event
        for number, happened in enumerate(events)
        if (event := projection.visible_event(game, happened, viewer, number, names, dict))
    ]
    return {
        "viewer": {"public": True} if isinstance(viewer, Public) else {"seat": viewer},
        "ply": match.ply,
        "view": {
            "match": "m_fixture",
            "game": game.id,
            "rules": game.rules,
            "status": "playing",
            "players": [
                {"seat": seat, "name": name, "kind": KINDS[seat]} for seat, name in enumerate(names)
            ],
            "table": game.view(running.table, viewer),
            "turn": {"round": turn.round, "phase": turn.phase, "seats": turn.seats},
        },
        "decisions": [
            {name: member for name, member in decision.items() if member is not None}
            for decision in decisions
        ],
        "waiting": [{"seat": question.seat} for question in running.open],
        "events": visible_events,
        "log": visible_events,
    }


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(msgspec.json.encode(fixtures()))
