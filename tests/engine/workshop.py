"""A game whose steps the test supplies: tests the core with scripts of a few lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from msgspec import field

from engine.core.event import Viewer
from engine.core.game import Component, Game, Options, Turn
from engine.core.language import Translate, in_english
from engine.core.match import Transition, begin_match
from engine.core.messages import Messages
from engine.core.outcome import Outcome
from engine.core.run import Run
from engine.core.script import Script
from engine.core.table import Table

SEED = bytes(32)


class Bench(Table, kw_only=True):
    """What the scripts of a test write down."""

    step: int = 0
    notes: list[Any] = field(default_factory=list)


StepScript = Callable[[Bench], Script[None]]


class _AnyMessages(Messages):
    """Every key is its own sentence, with any arguments."""

    def check(self, key: str, args: Mapping[str, Any]) -> None:
        """Nothing is wrong."""

    def render(self, key: str, args: Any, players: Sequence[str], reader: int | None = None) -> str:
        return key


class Workshop(Game[Bench, Options]):
    """Runs the given scripts one after another, then is over."""

    id = "workshop"
    title = "Workshop"
    seats = range(1, 5)
    rules = 1
    table_type = Bench
    options_type = Options
    how_to_play = ""

    def __init__(self, *scripts: StepScript) -> None:
        self.scripts = scripts
        self.messages = _AnyMessages({}, {})

    def new(self, options: Options, seats: int, run: Run) -> Bench:
        return Bench()

    def step(self, table: Bench) -> Script[None] | None:
        return self._next(table) if table.step < len(self.scripts) else None

    async def _next(self, table: Bench) -> None:
        await self.scripts[table.step](table)
        table.step += 1

    def outcome(self, table: Bench) -> Outcome | None:
        return None if table.step < len(self.scripts) else Outcome([[0], [1]])

    def view(self, table: Bench, viewer: Viewer) -> dict[str, Any]:
        return {"step": table.step}

    def resample(self, table: Bench, viewer: Viewer, rng: Random) -> None:
        """Nothing is hidden."""

    def turn(self, table: Bench) -> Turn:
        return Turn(table.step, "work", [])

    def catalogue(self, translate: Translate = in_english) -> list[Component]:
        return []


def begun(*scripts: StepScript, seats: int = 3) -> tuple[Workshop, Transition]:
    """A match of these steps."""
    game = Workshop(*scripts)
    return game, begin_match(game, Bench(), seats, SEED)
