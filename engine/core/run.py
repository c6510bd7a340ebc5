"""Run: the trampoline that drives one step's script, question by question."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from engine.core import chance
from engine.core.errors import StepTooLong
from engine.core.event import Event
from engine.core.script import Ask, Fork, Question, Script
from engine.core.table import Table

MAX_OPERATIONS = 20_000
"""Limit on questions, draws and events of one step; a correct step has a few dozen."""

_Driven = Script[Any] | Generator[Any, Any, Any]


class Run:
    """One run of one step: its open questions, its events and the counters that chance used.

    `answer_count` is the number of answers fed, `sealed_at` the number of those before the last
    draw or reveal (-1: none yet), `at_once_start` the number before the open `at_once` (None
    outside one).
    """

    __slots__ = (
        "answer_count",
        "ask",
        "at_once_start",
        "branches",
        "chance_floor",
        "counters",
        "events",
        "finished",
        "journal",
        "open",
        "operations",
        "parent",
        "quiet",
        "results",
        "sealed_at",
        "seed",
    )

    def __init__(
        self,
        seed: bytes,
        chance_floor: int = 0,
        journal: list[int] | None = None,
        quiet: bool = False,
    ) -> None:
        self.seed = seed
        self.chance_floor = chance_floor
        self.journal = journal or []
        self.counters: list[tuple[int, int]] = []
        self.quiet = quiet
        self.open: list[Question] = []
        self.events: list[Event] = []
        self.answer_count = 0
        self.sealed_at = -1
        self.operations = 0
        self.at_once_start: int | None = None
        self.finished = True

    # -- what rules call through the table

    def chance(self, table: Table) -> Iterator[int]:
        """The words of the next draw. Only a re-run of the same draw reuses a counter."""
        self.count()
        draw_number = len(self.counters)
        counter = (
            self.journal[draw_number]
            if draw_number < len(self.journal)
            else max(table.drawn, self.chance_floor)
        )
        table.drawn = counter + 1
        self.counters.append((self.answer_count, counter))
        self.sealed_at = self.answer_count
        return chance.words(self.seed, counter)

    def tell(self, event: Event) -> None:
        """Record an event."""
        self.count()
        if not self.quiet:
            self.events.append(event)

    def seal(self) -> None:
        """Seal the answers taken so far."""
        self.sealed_at = self.answer_count

    def count(self) -> None:
        """Count one operation of the step. Raises StepTooLong past the limit."""
        self.operations += 1
        if self.operations > MAX_OPERATIONS:
            raise StepTooLong(f"a step went past {MAX_OPERATIONS} operations")

    # -- driving

    def start(self, script: Script[Any]) -> None:
        """Begin a step; it stops at its first open questions or at its end (`finished`)."""
        self.parent: _Driven = script
        self.finished = False
        self.operations = self.answer_count = 0
        self.sealed_at = -1
        self.counters = []
        self._advance(None)

    def feed(self, question: Question, value: Any) -> None:
        """Resume with the value of an answer to one of the open questions."""
        self.answer_count += 1
        if self.at_once_start is None:
            self._advance((question.seat, value) if self.ask.race else value)
        else:
            self._branch(question.seat, value)
            if not self.branches:
                self._join()

    def _advance(self, value: Any) -> None:
        self.count()
        try:
            asking = self.parent.send(value)
        except StopIteration:
            self.open = []
            self.finished = True
            return
        if isinstance(asking, Ask):
            self.ask: Ask[Any] = asking
            self.open = asking.questions
        else:
            self._fork(asking)

    def _fork(self, fork: Fork[Any]) -> None:
        self.at_once_start = self.answer_count
        self.branches: dict[int, _Driven] = {}
        self.results: dict[int, Any] = {}
        self.open = []
        for seat, branch in sorted(fork.branches.items()):
            self.branches[seat] = branch.__await__() if isinstance(branch, Ask) else branch
        for seat in list(self.branches):
            self._branch(seat, None)
        if not self.branches:
            self._join()

    def _branch(self, seat: int, value: Any) -> None:
        self.count()
        others = [question for question in self.open if question.seat != seat]
        try:
            asking = self.branches[seat].send(value)
        except StopIteration as stop:
            self.results[seat] = stop.value
            del self.branches[seat]
            self.open = others
        else:
            self.open = sorted([*others, *asking.questions], key=_seat)

    def _join(self) -> None:
        self.at_once_start = None
        self._advance({seat: self.results[seat] for seat in sorted(self.results)})


def _seat(question: Question) -> int:
    return question.seat
