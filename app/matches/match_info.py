"""Match info: the facts of a match besides the play itself, as its rows store them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Protocol

from msgspec import Struct

from app.clocks.config import NO_CLOCK, Clock
from app.clocks.kinds import clock_of
from app.clocks.state import ClockState, read_state
from app.matches.models import USUAL, MatchRow, SeatRow
from app.matches.public_versions import Delay, PublicVersion
from app.wire.literals import (
    MatchStatus,
    OfferKind,
    OfferStatus,
    PauseReason,
    ResignPolicy,
    SeatKind,
    SpectatorPolicy,
    UndoPolicy,
    Unrated,
    Visibility,
)
from engine.bots.guide import GUIDE
from engine.bots.tutor import lesson_named

RUNNING: tuple[MatchStatus, ...] = ("playing", "paused")
OVER: tuple[MatchStatus, ...] = ("finished", "aborted")


class SeatInfo(Struct, frozen=True):
    """A seat's occupant."""

    kind: SeatKind
    account: str | None = None
    bot: str | None = None
    name: str | None = None
    resigned: bool = False
    stands_in: bool = False
    rating: int | None = None
    account_closed: bool = False


class FormerOccupant(Struct):
    """The name that a seat had until another player sat down after the entry at `until`."""

    seat: int
    until: int
    name: str


class Offer(Struct, omit_defaults=True, kw_only=True):
    """An offer; the fields from `decision` on are not sent to clients."""

    id: str
    kind: OfferKind
    by: int
    asked: list[int]  # seats whose consent it needs
    answers: dict[int, bool]
    status: OfferStatus = "open"
    seat: int | None = None
    decision: str = ""  # where an undo begins
    bot: str | None = None  # the bot that is to take over
    key: str | None = None  # of the undo's entry
    ply: int = 0
    at: int = 0  # milliseconds of service time


class MatchInfo(Struct, kw_only=True):
    """The facts in a match's row, apart from the play itself."""

    id: str
    status: MatchStatus
    seats: list[SeatInfo]
    visibility: Visibility
    spectators: SpectatorPolicy
    undo: UndoPolicy
    creator: str
    host: str  # of the table, before the start
    edition: int
    outcome: Any  # a `wire.matches.Outcome` as stored JSON, or None
    created_at: datetime
    rated: bool | None  # None before the start by default
    resign: ResignPolicy = "bot"
    paused_for: PauseReason | None = None
    clock: Clock = NO_CLOCK
    times: ClockState | None = None
    offers: list[Offer] = []
    formers: list[FormerOccupant] = []  # of seats that another player took over
    seated_at: dict[int, datetime] = {}  # when their present players took those seats
    public_versions: list[PublicVersion] = []  # what outsiders were shown of a delayed match
    rematch: str | None = None
    delay: Delay | None = None
    ended_at: datetime | None = None
    unrated: Unrated | None = None

    @property
    def names(self) -> list[str]:
        """The names of the seats, in order."""
        return [seat.name or f"Player {n + 1}" for n, seat in enumerate(self.seats)]

    def names_at(self, ply: int) -> list[str]:
        """The names that the seats had at an entry: events keep the names of their time."""
        names = self.names
        for former in reversed(self.formers):
            if ply <= former.until:
                names[former.seat] = former.name
        return names

    def held_at(self, ply: int, seat: int) -> bool:
        """Whether the seat's present player already held it at an entry."""
        return not any(former.seat == seat and ply <= former.until for former in self.formers)

    @property
    def timed(self) -> list[int]:
        """The seats with a clock: those held by accounts."""
        if not self.clock.runs:
            return []
        return [number for number, seat in enumerate(self.seats) if seat.account]

    def seat_of(self, account: str | None) -> int | None:
        """The seat that an account holds."""
        for number, seat in enumerate(self.seats):
            if account and seat.account == account:
                return number
        return None


def info_of(
    row: MatchRow,
    seats: Sequence[SeatRow],
    offers: Sequence[Offer] = (),
) -> MatchInfo:
    """The facts in these rows."""
    return MatchInfo(
        id=row.id,
        status=row.status,
        seats=[_seat_info(seat) for seat in seats],
        visibility=row.visibility,
        spectators=row.spectators,
        undo=undo_of(row, seats),
        creator=row.creator,
        host=row.hosted_by,
        edition=row.edition,
        outcome=row.outcome,
        created_at=row.created_at,
        rated=row.rated,
        resign=row.resign,
        paused_for=row.paused_for,
        clock=clock_of(row.clock),
        times=read_state(row.times),
        offers=list(offers),
        rematch=row.rematch,
        delay=_delay(row),
        ended_at=row.ended_at,
        unrated=row.unrated,
    )


def _delay(row: MatchRow) -> Delay | None:
    """A table that was closed before it began hides nothing."""
    is_there = row.status == "open" or row.seed_hash is not None
    return Delay(**row.spectator_delay) if row.spectator_delay and is_there else None


def undo_of(row: MatchRow, seats: Sequence[SeatRow]) -> UndoPolicy:
    """The undo policy of a match; by default its seats decide."""
    return usual_undo(seats) if row.undo == USUAL else row.undo


def _seat_info(seat: SeatRow) -> SeatInfo:
    """A seat's occupant; an invited account is not named as a player."""
    name = None if seat.invited else seat.name
    return SeatInfo(
        seat.kind,
        seat.account,
        seat.bot,
        name,
        seat.resigned,
        seat.stands_in,
        seat.rating,
        bool(seat.account_closed),
    )


class Sitter(Protocol):
    """A seat's occupant, in memory or in its row."""

    @property
    def bot(self) -> str | None: ...


def is_first_match(seats: Sequence[Sitter]) -> bool:
    """Whether it is a guided first match: the guide sits nowhere else."""
    return any(seat.bot == GUIDE.name for seat in seats)


def lesson_in(seats: Sequence[Sitter]) -> str | None:
    """The id of the lesson that the match is an attempt at: its rival sits nowhere else."""
    return next((id for seat in seats if (id := lesson_named(seat.bot))), None)


def is_practice(seats: Sequence[Sitter]) -> bool:
    """Whether the match is a first match or a lesson, which count nowhere."""
    return is_first_match(seats) or lesson_in(seats) is not None


def alone_with_bots(seats: Sequence[Sitter]) -> bool:
    """Whether all seats, or all but one, are held by built-in bots."""
    others = sum(not seat.bot for seat in seats)
    return others < 2 and others < len(seats)


def usual_undo(seats: Sequence[Sitter]) -> UndoPolicy:
    """The default undo policy: built-in bots agree to any undo."""
    return "ask" if alone_with_bots(seats) else "free"
