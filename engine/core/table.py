"""Tables: the plain data that rules work on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct, field

from engine.core.event import Event, Viewer


class Running(Protocol):
    """The part of the running step (an `engine.core.run.Run`) that rules may use.

    `quiet` means that events are discarded; `operations` counts questions, draws and events.
    """

    quiet: bool
    operations: int

    def chance(self, table: Table) -> Iterator[int]:
        """The words of the next draw."""

    def tell(self, event: Event) -> None:
        """Record an event."""

    def seal(self) -> None:
        """Seal the answers taken so far."""


class Memory(Struct, array_like=True):
    """A card that a seat showed to others."""

    ply: int  # the entry that showed it; 0: before this match began
    seat: int
    card: str
    to: list[int]

    def known_to(self, viewer: Viewer) -> bool:
        """Whether the viewer showed the card or saw it."""
        return viewer == self.seat or viewer in self.to


class Table(Struct, dict=True, kw_only=True):
    """Everything a game knows between two steps: ints, strings, lists, dicts, Structs.

    While a step runs, `table.run` is its run; it is never saved.
    """

    drawn: int = 0  # draws of chance so far; not for a view
    steps: int = 0  # steps begun; not for a view
    shown: list[Memory] = field(default_factory=list)  # oldest first, see `engine.core.shows`

    if TYPE_CHECKING:

        @property
        def run(self) -> Running: ...

        @run.setter
        def run(self, run: Running) -> None: ...

    def tell(self, key: str, *, affects: tuple[int, ...] = (), **args: Any) -> None:
        """Tell every viewer what happened."""
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
        """Seal the answers so far: something hidden is about to be revealed, so none of them can
        be taken back for free.
        """
        self.run.seal()
