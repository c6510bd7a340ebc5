"""Admin service: what the staff and the command line do to accounts, and the parts of the rest."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from app.accounts.closures import GRACE, Closures
from app.accounts.credentials import revoke_tokens
from app.accounts.models import Account, Token
from app.accounts.repository import get_account
from app.accounts.revocation import Revocations
from app.admin.acts import Acts
from app.admin.audit import Audit
from app.admin.matches import Matches
from app.admin.rating_trades import RatingTrades
from app.admin.renames import Renames
from app.admin.reports import Reports
from app.admin.rollback import Rollback
from app.admin.warnings import Warnings
from app.bus.base import Bus
from app.chat.service import Chat
from app.infra.database import Database
from app.infra.problems import Problem
from app.infra.settings import Settings
from app.infra.wall_clock import now
from app.matches.changes import MatchChanges
from app.matches.end import MatchEnder
from app.matches.entry_builder import EntryBuilder
from app.matches.locked import MatchLocks
from app.matches.models import EntryRow, MatchRow, SeatRow
from app.matches.room_cache import RoomCache
from app.wire.literals import StaffRole
from engine.core.match import running_table


class Admin:
    """The operations of the staff and of the command line."""

    def __init__(
        self,
        database: Database,
        rooms: RoomCache,
        locks: MatchLocks,
        entries: EntryBuilder,
        changes: MatchChanges,
        ender: MatchEnder,
        revocations: Revocations,
        closures: Closures,
        chat: Chat,
        bus: Bus,
        settings: Settings,
    ) -> None:
        self.database = database
        self.rooms = rooms
        self.revocations = revocations
        self.closures = closures
        self.rating_trades = RatingTrades(database)
        self.reports = Reports(database, rooms, chat)
        self.matches = Matches(database, ender)
        self.rollback = Rollback(database, locks, entries, changes, settings)
        self.warnings = Warnings(database, bus)
        self.renames = Renames(database, locks, changes, settings)
        self.audit = Audit(database)
        self.acts = Acts(database, self.audit)

    async def inspect(self, match: str) -> dict[str, Any]:
        """All facts about a match, hidden ones too: for the admin only, never for a log.

        Raises Problem not-found.
        """
        room = await self.rooms.fresh(match)
        async with self.database.reading() as session:
            row = await session.get_one(MatchRow, match)
            seats = (
                await session.scalars(
                    sa.select(SeatRow).where(SeatRow.match == match).order_by(SeatRow.seat)
                )
            ).all()
            last = sa.select(EntryRow).where(EntryRow.match == match).order_by(EntryRow.ply.desc())
            entries = (await session.scalars(last.limit(10))).all()
        facts = {
            name: getattr(row, name)
            for name in (
                "id",
                "game",
                "status",
                "paused_for",
                "visibility",
                "ply",
                "edition",
                "rated",
                "undo",
                "clock",
                "due",
                "created_at",
                "changed_at",
                "ended_at",
                "outcome",
            )
        }
        return {
            "facts": {name: value for name, value in facts.items() if value is not None},
            "seats": [_seat(seat) for seat in seats],
            "waiting": [seat.seat for seat in seats if row.waiting >> seat.seat & 1],
            "entries": [_entry(entry) for entry in reversed(entries)],
            "notation": room.game.notation(running_table(room.game, room.match).table)
            if room.match
            else "",
        }

    async def mute(self, name: str, days: int) -> str:
        """Bar an account from chat for a number of days, 0 to unmute it. Returns its name."""
        async with self.database.writing() as session:
            account = await get_account(session, name)
            account.muted_until = now() + timedelta(days=days) if days > 0 else None
        return account.name

    async def appoint(self, name: str, role: StaffRole | None) -> str:
        """Give a person a role among the staff, or none. Returns their name. Raises Problem."""
        async with self.database.writing() as session:
            account = await get_account(session, name)
            if account.kind != "person":
                raise Problem("forbidden", "Only a person with a password can have a role.")
            account.role = role
        return account.name

    async def close_account(self, name: str) -> str:
        """Close an account and its bots: they can't sign in, and leave their tables and matches.
        Returns its name.
        """
        account = await self._account(name)
        await self.closures.close(account.id)
        return account.name

    async def delete_account(self, name: str, at_once: bool) -> tuple[str, datetime]:
        """Close an account and its bots, and have them deleted after the days of grace; or at once,
        within minutes. Returns its name, and the date.
        """
        account = await self._account(name)
        date = await self.closures.delete(account.id, timedelta(0) if at_once else GRACE)
        return account.name, date

    async def reopen_account(self, name: str) -> str:
        """Reopen an account and its bots, which need new tokens. Returns its name."""
        account = await self._account(name)
        await self.closures.reopen(account.id)
        return account.name

    async def account_id(self, name: str) -> str:
        """The id of an account by its name or id. Raises Problem not-found."""
        return (await self._account(name)).id

    async def _account(self, name: str) -> Account:
        async with self.database.reading() as session:
            return await get_account(session, name)

    async def sign_out(self, name: str) -> str:
        """End every session and token of an account, on every process. Returns its name."""
        async with self.database.writing() as session:
            account = await get_account(session, name)
            ended = await revoke_tokens(session, Token.account == account.id)
        self.revocations.announce(ended)
        return account.name


def _seat(seat: SeatRow) -> dict[str, Any]:
    names = ("seat", "kind", "name", "account", "bot", "resigned", "rating")
    return {name: value for name in names if (value := getattr(seat, name)) not in (None, False)}


def _entry(entry: EntryRow) -> dict[str, Any]:
    return {
        "ply": entry.ply,
        "kind": entry.kind,
        "seat": entry.seat,
        "decision": entry.decision,
        "at": entry.at.isoformat(timespec="seconds"),
    }
