"""Match traces: an account's traces in the rows of matches, which deletion hands to a successor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.names import DELETED_NAME
from app.admin.models import AuditRow, NoteRow, WarningRow
from app.analysis.models import AnalysisRow
from app.infra.wall_clock import now
from app.matches.entry import decode_events
from app.matches.horizon.spectator_delay import row_is_behind
from app.matches.locked import seats_of
from app.matches.match_info import OVER
from app.matches.models import EntryRow, MatchRow, OccupantRow, PublicVersionRow, SeatRow
from app.matches.public_versions import delay_of, mention, post_change, read_public_versions

BATCH = 100
"""Matches read at a time."""


class Traces(Struct, frozen=True):
    """The traces of one account, which `successor` takes over."""

    account: str
    successor: str

    async def matches(self, session: AsyncSession) -> list[str]:
        """Some of the matches whose present rows name the account."""
        played = sa.select(OccupantRow.match).where(OccupantRow.account == self.account)
        places = (
            sa.select(SeatRow.match).where(SeatRow.account == self.account),
            sa.select(SeatRow.match).where(SeatRow.invited == self.account),
            sa.select(SeatRow.match).where(
                SeatRow.former == self.account, SeatRow.match.in_(played)
            ),
            sa.select(MatchRow.id).where(MatchRow.creator == self.account),
            sa.select(MatchRow.id).where(MatchRow.host == self.account),
        )  # each by its index
        return list((await session.scalars(sa.union(*places).limit(BATCH))).all())

    async def forget_declined(self, session: AsyncSession) -> None:
        """Delete the account's notes on invitations that it has declined."""
        query = sa.select(SeatRow).where(SeatRow.declined["account"].as_string() == self.account)
        for seat in (await session.scalars(query)).all():
            seat.declined = None

    async def past_matches(self, session: AsyncSession) -> Sequence[str]:
        """The matches whose past names the account still."""
        versions = sa.select(PublicVersionRow.match).where(
            PublicVersionRow.accounts.contains(mention(self.account))
        )
        occupants = sa.select(OccupantRow.match).where(OccupantRow.account == self.account)
        return (await session.scalars(versions.union(occupants))).all()

    async def forget(self, session: AsyncSession, row: MatchRow) -> None:
        """Replace the account in the present rows of a locked match, and in its past unless
        outsiders still see that.
        """
        row.creator = self._replaced(row.creator)
        row.host = row.host and self._replaced(row.host)
        seats = await seats_of(session, row.id)
        for seat in seats:
            self._forget_seat(seat)
        row.edition += 1
        if row.status in ("playing", "paused"):
            await post_change(session, row, seats, now())
        await session.flush()
        if not await self._is_shown_late(session, row):
            await self.forget_past(session, row)

    async def forget_past(self, session: AsyncSession, row: MatchRow) -> bool:
        """Replace the account in the past of a locked match; false if outsiders still see it."""
        if await self._is_shown_late(session, row):
            return False
        names = await self._forget_occupants(session, row.id)
        if names:
            await _rename_in_entries(session, row.id, names)
        versions = sa.select(PublicVersionRow).where(PublicVersionRow.match == row.id)
        for version in await session.scalars(versions):
            public_seats = [self._without(seat) for seat in version.told["seats"]]
            version.told = {**version.told, "seats": public_seats}
            version.accounts = mention(
                *(seat["account"] for seat in public_seats if seat.get("account"))
            )
        return True

    async def forget_elsewhere(self, session: AsyncSession) -> None:
        """Replace the account where it asked for analyses, in the audit log, and as the author of
        notes and warnings.
        """
        columns = (AnalysisRow.account, AnalysisRow.fairness_group, NoteRow.by, WarningRow.by)
        for column in (*columns, AuditRow.account, AuditRow.admin):
            query = sa.update(column.class_).where(column == self.account)
            await session.execute(query.values({column: self.successor}))

    async def _is_shown_late(self, session: AsyncSession, row: MatchRow) -> bool:
        """Whether outsiders of a delayed match see the account, or may not yet see the match."""
        if delay_of(row) is None or not row_is_behind(row):
            return False
        versions = (await read_public_versions(session, [row.id])).get(row.id, [])
        readable = [version for version in versions if version.is_readable(row.ply, now())]
        return row.status in OVER or any(
            self.account in (seat.account, seat.former)
            for version in readable[-1:]
            for seat in version.seats
        )

    def _replaced(self, account: str) -> str:
        return self.successor if account == self.account else account

    def _forget_seat(self, seat: SeatRow) -> None:
        if seat.account == self.account:
            seat.account, seat.name, seat.crest = self.successor, DELETED_NAME, None
        if seat.former == self.account:
            seat.former = None
            seat.name = DELETED_NAME if seat.stands_in else seat.name
        if seat.invited == self.account:
            seat.invited = seat.name = None

    def _without(self, seat: dict[str, Any]) -> dict[str, Any]:
        """A seat of a public version without the account."""
        changed = dict(seat)
        if seat.get("account") == self.account:
            changed |= {"account": self.successor, "name": DELETED_NAME}
            changed.pop("crest", None)
        if seat.get("former") == self.account:
            del changed["former"]
            if seat.get("stands_in"):
                changed["name"] = DELETED_NAME
        return changed

    async def _forget_occupants(self, session: AsyncSession, match: str) -> Names:
        """Rename the rows of the account, and of bots that stood in for it; returns the names that
        entries may show at its seats.
        """
        names: Names = {
            seat.seat: None
            for seat in await seats_of(session, match)
            if seat.account == self.successor and seat.since < 0
        }
        query = sa.select(OccupantRow).where(OccupantRow.match == match)
        ordered = query.order_by(OccupantRow.seat, OccupantRow.since)
        for occupant in await session.scalars(ordered):
            known = names.setdefault(occupant.seat, set())
            if known is None:
                continue
            if occupant.account == self.account:
                known.add(occupant.name)
                occupant.account, occupant.name = self.successor, DELETED_NAME
            elif occupant.account is None and occupant.name in known:
                occupant.name = DELETED_NAME
        return {seat: known for seat, known in names.items() if known is None or known}


Names = dict[int, set[str | None] | None]
"""Names by seat; None: every name at the seat."""


async def _rename_in_entries(session: AsyncSession, match: str, names: Names) -> None:
    """Replace these names in the occupants that a match's entries record."""
    for entry in await session.scalars(sa.select(EntryRow).where(EntryRow.match == match)):
        events = decode_events(entry.told)
        seats = (events.metadata and events.metadata.seats) or []
        for number, seat in enumerate(seats):
            known = names.get(number, set())
            if seat.name and (known is None or seat.name in known):
                seat.name = DELETED_NAME
        if seats:
            entry.told = msgspec.msgpack.encode(events)
