"""Public versions: a delayed match's row and seats as outsiders see them, one version per change.

The rows themselves hold the present state, and viewers without a seat see it late, so each change
of the rows posts a version (a row of the table `bulletins`), readable once it is old enough
(`app.matches.horizon.public_horizon`). The end of a match posts none: `ended_at` determines when it
is public, and then everything is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

from app.matches.models import MatchRow, PublicVersionRow, SeatRow
from app.wire.literals import MatchStatus, PauseReason, SeatKind

DELAYED = "delayed"
FIRST_PLY = 0
"""The ply from which the first version may be read: that of the start, which is public at once."""


class Delay(Struct, frozen=True):
    """How old an entry must be, in plies and in minutes, before the public sees it."""

    plies: int = 0
    minutes: int = 0


class PublicSeat(Struct, frozen=True, omit_defaults=True):
    """A seat's occupant; `former` may take it back from a bot."""

    kind: SeatKind
    account: str | None = None
    bot: str | None = None
    name: str | None = None
    rating: int | None = None
    resigned: bool = False
    stands_in: bool = False
    former: str | None = None
    crest: str | None = None


class PublicVersion(Struct, frozen=True, omit_defaults=True):
    """Status and seats after a change."""

    edition: int
    seen_ply: int  # the ply that the match must have reached before outsiders read it
    seen_at: datetime  # the time from which outsiders may read it
    status: MatchStatus
    seats: list[PublicSeat]
    paused_for: PauseReason | None = None
    rated: bool | None = None

    def is_readable(self, ply: int, moment: datetime) -> bool:
        """Whether outsiders may read it once the match has that ply."""
        return self.seen_ply <= ply and self.seen_at <= moment

    def has_same_content(self, other: PublicVersion) -> bool:
        """Whether the other version differs in its edition and age alone."""
        content = (self.status, self.seats, self.paused_for, self.rated)
        return content == (other.status, other.seats, other.paused_for, other.rated)

    @property
    def open_seats(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.kind == "open"]

    def may_return(self, account: str) -> list[int]:
        """The seats that the account may take back as of this version."""
        return [
            number
            for number, seat in enumerate(self.seats)
            if seat.former == account and not (seat.resigned or seat.account)
        ]


def delay_of(row: MatchRow) -> Delay | None:
    """The delay of a match, if it has one."""
    if row.spectators != DELAYED or not row.spectator_delay:
        return None
    return Delay(**row.spectator_delay)


def post_start(session: AsyncSession, row: MatchRow, seats: Sequence[SeatRow]) -> None:
    """Post the start of a match, which is public at once and has an edition of its own."""
    if delay_of(row) is not None:
        row.edition += 1
        session.add(_row_of(row.id, _new_version(row, seats, FIRST_PLY, row.changed_at)))


async def post_change(
    session: AsyncSession, row: MatchRow, seats: Sequence[SeatRow], at: datetime
) -> None:
    """Post a change, in a new edition, of the row or seats of a match in play."""
    delay = delay_of(row)
    if delay is None:
        return
    posted = (await read_public_versions(session, [row.id])).get(row.id, [])
    seen_at = at + timedelta(minutes=delay.minutes)
    new = _new_version(row, seats, row.ply + delay.plies, seen_at)
    if not posted or not posted[-1].has_same_content(new):
        session.add(_row_of(row.id, new))


async def read_public_versions(
    session: AsyncSession, matches: Iterable[str]
) -> dict[str, list[PublicVersion]]:
    """The public versions of these matches, oldest first."""
    query = sa.select(PublicVersionRow).where(PublicVersionRow.match.in_(list(matches)))
    versions: dict[str, list[PublicVersion]] = {}
    for row in await session.scalars(
        query.order_by(PublicVersionRow.match, PublicVersionRow.edition)
    ):
        versions.setdefault(row.match, []).append(_version_of(row))
    return versions


def _new_version(
    row: MatchRow, seats: Sequence[SeatRow], seen_ply: int, seen_at: datetime
) -> PublicVersion:
    public_seats = [
        PublicSeat(**{name: getattr(seat, name) for name in PublicSeat.__struct_fields__})
        for seat in sorted(seats, key=lambda seat: seat.seat)
    ]
    return PublicVersion(
        row.edition, seen_ply, seen_at, row.status, public_seats, row.paused_for, bool(row.rated)
    )


def _row_of(match: str, version: PublicVersion) -> PublicVersionRow:
    accounts = [seat.account for seat in version.seats if seat.account]
    return PublicVersionRow(
        match=match,
        edition=version.edition,
        seen_ply=version.seen_ply,
        seen_at=version.seen_at,
        status=version.status,
        accounts=mention(*accounts),
        told={
            "seats": msgspec.to_builtins(version.seats),
            "paused_for": version.paused_for,
            "rated": version.rated,
        },
    )


def mention(*accounts: str) -> str:
    """Accounts as a version's row stores them, so each can be searched for."""
    return f" {' '.join(accounts)} "


def _version_of(row: PublicVersionRow) -> PublicVersion:
    return PublicVersion(
        row.edition,
        row.seen_ply,
        row.seen_at,
        row.status,
        msgspec.convert(row.told["seats"], list[PublicSeat]),
        row.told["paused_for"],
        row.told["rated"],
    )
