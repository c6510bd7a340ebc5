"""Tables: the plain data that rules work on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct, field

from engine.core.event import Event, Viewer


class Running(Protocol):
    """What rules reach of the step that runs; it is an `engine.core.run.Run`.

    `quiet` means that events go nowhere, `operations` counts questions, draws and tellings.
    """

    quiet: bool
    operations: int

    def chance(self, table: Table) -> Iterator[int]:
        """The words of the next draw."""

    def tell(self, told: Event) -> None:
        """Note an event."""

    def seal(self) -> None:
        """Seal the answers taken so far."""


class Memory(Struct, array_like=True):
    """What a seat showed to others, and with which entry (0: before this match began)."""

    ply: int
    seat: int
    card: str
    to: list[int]

    def known_to(self, viewer: Viewer) -> bool:
        """Whether the viewer was there: who showed the card, and who saw it."""
        return viewer == self.seat or viewer in self.to


class Table(Struct, dict=True, kw_only=True):
    """Everything a game knows between two steps: ints, strings, lists, dicts, Structs.

    `drawn` counts the draws of chance made so far, `steps` the steps begun. Neither is for a view.
    `shown` are the cards that seats showed one another, oldest first (`engine.core.shows`).
    While a step runs, `table.run` is its run; it is never saved.
    """

    drawn: int = 0
    steps: int = 0
    shown: list[Memory] = field(default_factory=list)

    if TYPE_CHECKING:

        @property
        def run(self) -> Running: ...

        @run.setter
        def run(self, run: Running) -> None: ...

    def tell(self, key: str, *, affects: tuple[int, ...] = (), **args: Any) -> None:
        """Tell everybody what happened."""
        self.run.tell(Event(key, args, affects=affects))

    def whisper(
        self,
        seats: int | tuple[int, ...],
        key: str,
        *,
        others: Event | None = None,
        affects: tuple[int, ...] = (),
        **args: Any,
    ) -> None:
        """Tell some seats what happened and the rest `others`, or nothing."""
        seats = (seats,) if isinstance(seats, int) else seats
        self.run.tell(Event(key, args, seats, others, affects))

    def seal(self) -> None:
        """Something hidden is about to be shown: no answer before this is taken back for free."""
        self.run.seal()
