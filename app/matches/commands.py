"""Commands: what websockets, REST, bots and the scheduler ask of a match in play."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, Protocol

from msgspec import Struct

Ack = Callable[[int], None]
CommandKind = Literal["answer", "undo", "show", "timeout", "pass"]


class Command(Struct, frozen=True):
    """An answer, an undo or a show (`kind`) by the holder of a seat.

    Due actions come as `timeout` or `pass` and take the default. A show answers no decision: its
    `answer` is the card and the seats that are to see it (`shown_to_seats`).
    """

    kind: CommandKind
    match: str
    seat: int
    decision: str
    answer: Any = None
    key: str | None = None  # idempotency key: the same one again has the same outcome
    ack: Ack | None = None  # called with the ply once it is committed
    by: str | None = None  # the account that must hold the seat; a built-in bot has none
    agreed: int | None = None  # the ply at which all the seats concerned consented to an undo
    not_after: int | None = None  # milliseconds of service time after which it must not be taken

    @property
    def is_forwarded(self) -> bool:
        """Whether another process has sent it and waits for the reply."""
        return self.not_after is not None


class CommandPipeline(Protocol):
    """Takes commands; the one entry point for answers, undos and shows."""

    async def start(self) -> None:
        """Get ready to take commands, once the database and the bus are."""
        ...

    async def stop(self) -> None:
        """Finish the commands that other processes wait for."""
        ...

    async def take(self, command: Command) -> int:
        """Take a command; returns its ply. Raises Problem."""
        ...

    async def take_and_ask(self, command: Command) -> tuple[int, bytes]:
        """The same, and the seat's open questions afterwards, as JSON."""
        ...

    async def decisions(self, match: str, seat: int) -> bytes:
        """The seat's open questions now, as JSON."""
        ...


def shown_to_seats(card: str, to: Iterable[int]) -> dict[str, Any]:
    """The `answer` of a show; seats are sorted, so equal shows compare equal."""
    return {"card": card, "to": sorted(to)}
