"""Fixtures of Battle for Empyrean: lets bots play and stores a few moments as the page receives
them.

    python -m scripts.empyrean_fixtures && make format

writes the moments that the page's tests use; `page_catalogues` writes the catalogue.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from engine.battle_for_empyrean import GAME
from engine.bots import think
from engine.bots.random_bot import random_answer
from engine.core import match as core
from engine.core import view as gate
from engine.core.event import PUBLIC, Event, Viewer

FOLDER = Path("web/tests/games/battle_for_empyrean")
NAMES = ["Ada", "Bartholomew of Ghent", "Cleo"]
THOUGHTFUL = ("deploy", "keep")
MAX_LOG_EVENTS = 60

Stop = Callable[[core.Transition], bool]


class Play:
    """One match, and all its events."""

    def __init__(self, seats: int, seed: int, **options: Any) -> None:
        self.names = NAMES[:seats]
        self.rng = Random(seed)
        self.state = core.new_match(GAME, options, seats, seed.to_bytes(32, "big"))
        self.events: list[Event] = list(self.state.events)
        self.before = 0

    def until(self, stop: Stop) -> Play:
        """Play on to the first moment at which `stop` holds."""
        while self.state.running.open and not stop(self.state):
            self.answer()
        return self

    def answer(self, answer: Any = None) -> Play:
        """Answer the first open question."""
        question, decision = self.state.running.open[0], self.state.match.decisions[0]
        if answer is None and question.prompt in THOUGHTFUL:
            answer = think(
                "greedy", GAME, self.state.match, decision.seat, decision.id, self.rng
            ).answer
        elif answer is None:
            answer = random_answer(question, self.rng)
        self.before = len(self.events)
        self.state = core.answer(GAME, self.state.match, decision.seat, decision.id, answer)
        self.events += self.state.events
        return self

    def frame(self, viewer: Viewer) -> dict[str, Any]:
        """The frame for the viewer now; `events` are those of the last answer, `log` the newest."""
        table: Any = self.state.running.table
        match = self.state.match
        turn = GAME.turn(table)
        players = [{"seat": s, "name": name, "kind": "human"} for s, name in enumerate(self.names)]
        decisions = [
            gate.decision(GAME, question, decision.id, decision.seat in match.undoable, self.names)
            for question, decision in zip(self.state.running.open, match.decisions, strict=True)
            if question.seat == viewer
        ]
        return {
            "ply": match.ply,
            "view": {
                "match": "m_fixture",
                "game": GAME.id,
                "rules": GAME.rules,
                "status": "playing",
                "players": players,
                "table": GAME.view(table, viewer),
                "turn": {"round": turn.round, "phase": turn.phase, "seats": turn.seats},
            },
            "decisions": [
                {k: v for k, v in decision.items() if v is not None} for decision in decisions
            ],
            "waiting": [{"seat": question.seat} for question in self.state.running.open],
            "events": self.events_for(viewer, self.before),
            "log": self.events_for(viewer, max(0, len(self.events) - MAX_LOG_EVENTS)),
        }

    def events_for(self, viewer: Viewer, since: int) -> list[dict[str, Any]]:
        """The viewer's events from the number `since` on."""
        events = [
            gate.visible_event(GAME, event, viewer, number, self.names, dict)
            for number, event in enumerate(self.events)
            if number >= since
        ]
        return [event for event in events if event]


def when_asked(prompt: str, seat: int = 0, round: int = 1) -> Stop:
    """Whether a seat is asked this, in that Round or later."""
    return lambda state: (
        state.running.table.round >= round
        and any(
            question.prompt == prompt and question.seat == seat for question in state.running.open
        )
    )


def last_to_deploy(state: core.Transition) -> bool:
    """Whether seat 0 has Deployed in Round 8 and is the last to: then all is revealed."""
    table: Any = state.running.table
    hidden = [unit for row in table.players[0].rows for unit in row if not unit.revealed]
    return bool(hidden) and table.order[-1:] == [0] and when_asked("deploy", round=8)(state)


def a_ship_to_two_places(state: core.Transition) -> bool:
    """Whether seat 0 may let one ship sail to either of two battlefields."""
    if not when_asked("command")(state):
        return False
    keys = [option.key.split(":") for option in state.running.open[0].options]
    ships = [key[1] for key in keys if key[0] == "sail"]
    return len(set(ships)) < len(ships)


def keep(name: str, content: Any) -> None:
    """Write a fixture."""
    text = json.dumps(content, ensure_ascii=False, indent=2)
    (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def main() -> None:
    """Write every moment."""
    FOLDER.mkdir(exist_ok=True)
    keep("decks", Play(2, 1).frame(0))
    keep("mash_up", Play(2, 1, decks_by="mash_up").until(when_asked("mash_up")).frame(0))
    keep("draft", Play(2, 3).until(when_asked("keep", round=4)).frame(0))
    decks = ["legends_of_the_parthenon", "knights_of_the_round_table"]
    play = Play(2, 77, decks=decks).until(last_to_deploy)
    keep("round_8", play.frame(0))
    keep("watched", play.frame(PUBLIC))
    keep("revealed", play.answer("done").frame(0))
    decks = ["vikings_of_valhalla", "azteca_and_mexica_of_tenochtitlan"]
    keep("command", Play(2, 3, decks=decks).until(a_ship_to_two_places).frame(0))
    keep("three", Play(3, 2).until(when_asked("deploy", round=7)).frame(0))


if __name__ == "__main__":
    main()
