"""Guide tables: the two moments of a match that each game's page draws with its own board.

    python -m scripts.guide_tables

plays fixed matches between bots and writes the views of the first seat to the games' folders in
web/. Run it again when the rules of a game or the shape of its view have changed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from engine.bots import think
from engine.core.game import Game
from engine.core.match import Transition, answer, new_match
from engine.core.registry import games

NAMES = ["Ann", "Bob", "Cleo", "Dan"]
SEED = bytes([11]) * 32


@dataclass(frozen=True)
class Moment:
    """The first question to the first seat in that phase, from that round on."""

    round: int
    phase: str


@dataclass(frozen=True)
class DrawnMatch:
    """A match and its two moments."""

    seats: int
    setup: Moment
    play: Moment
    options: dict[str, Any] = field(default_factory=dict)


TABLES = {
    "res_arcana": DrawnMatch(2, Moment(1, "actions"), Moment(4, "actions")),
    "battle_for_empyrean": DrawnMatch(
        2, Moment(1, "deploy"), Moment(6, "deploy"), {"decks_by": "random"}
    ),
    "ascended_kings": DrawnMatch(3, Moment(1, "state"), Moment(6, "state"), {"kings": "random"}),
}


def main() -> None:
    for id, drawn_match in TABLES.items():
        for name, view in tables(games()[id], drawn_match).items():
            file = folder(id) / f"{name}.json"
            file.write_text(json.dumps(view, indent=2, ensure_ascii=False) + "\n")


def folder(game: str) -> Path:
    """Where a game's tables are."""
    return Path("web/src/games") / game / "guide"


def tables(game: Game[Any, Any], drawn_match: DrawnMatch) -> dict[str, dict[str, Any]]:
    """The views of both moments."""
    rng = Random(1)
    transition = new_match(game, drawn_match.options, drawn_match.seats, SEED)
    views = {}
    for name, moment in (("setup", drawn_match.setup), ("play", drawn_match.play)):
        while not _is_there(game, transition, moment):
            transition = _answered(game, transition, rng)
        views[name] = _view(game, transition, drawn_match.seats)
    return views


def _is_there(game: Game[Any, Any], transition: Transition, moment: Moment) -> bool:
    turn = game.turn(transition.running.table)
    seats = {decision.seat for decision in transition.match.decisions if not decision.optional}
    return turn.round >= moment.round and turn.phase == moment.phase and 0 in seats


def _answered(game: Game[Any, Any], transition: Transition, rng: Random) -> Transition:
    decision = next(decision for decision in transition.match.decisions if not decision.optional)
    raw = think("greedy", game, transition.match, decision.seat, decision.id, rng).answer
    return answer(game, transition.match, decision.seat, decision.id, raw)


def _view(game: Game[Any, Any], transition: Transition, seats: int) -> dict[str, Any]:
    turn = game.turn(transition.running.table)
    return {
        "match": "guide",
        "game": game.id,
        "rules": game.rules,
        "status": "playing",
        "players": [
            {"seat": seat, "name": name, "kind": "human"} for seat, name in enumerate(NAMES[:seats])
        ],
        "table": game.view(transition.running.table, 0),
        "turn": {"round": turn.round, "phase": turn.phase, "seats": turn.seats},
    }


if __name__ == "__main__":
    main()
