"""Retention: deletes what is older than the operator keeps it (`RetentionSettings`)."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from app.accounts.closures import Closures
from app.accounts.models import Account, Token
from app.friends.models import MessageRow
from app.infra.database import Base, Database
from app.infra.host_settings import RetentionSettings
from app.infra.problems import Problem
from app.infra.wall_clock import now
from app.matches.end import MatchEnder
from app.matches.match_info import OVER
from app.matches.models import ChatRow, MatchRow, SeatRow

BATCH = 500
"""Rows deleted in one transaction, whose statements have a timeout."""
MATCH_BATCH = 20
"""The same for matches, with all their entries."""


class Retention:
    """Deletes old guests, chat, messages, matches without a result, and expired tokens."""

    def __init__(
        self,
        database: Database,
        closures: Closures,
        ender: MatchEnder,
        settings: RetentionSettings,
    ) -> None:
        self.database = database
        self.closures = closures
        self.ender = ender
        self.settings = settings

    async def prune(self) -> None:
        """Delete everything that is too old by now."""
        await self._delete(Token.id, Token.expires_at < now())
        if self.settings.chat_days:
            ended = sa.select(MatchRow.id).where(MatchRow.ended_at < _ago(self.settings.chat_days))
            await self._delete(ChatRow.id, ChatRow.match.in_(ended))
        if self.settings.message_days:
            await self._delete(MessageRow.id, MessageRow.at < _ago(self.settings.message_days))
        if self.settings.abandoned_match_days:
            await self._end_abandoned_matches(_ago(self.settings.abandoned_match_days))
        if self.settings.guest_days:
            await self._delete_guests(_ago(self.settings.guest_days))

    async def _delete(self, id: Any, *which: sa.ColumnElement[bool], batch: int = BATCH) -> None:
        table: type[Base] = id.class_
        while True:
            some = sa.select(id).where(*which).limit(batch).subquery()
            async with self.database.writing() as session:
                deletion = sa.delete(table).where(id.in_(sa.select(some.c[0]))).returning(id)
                deleted = (await session.scalars(deletion)).all()
            if len(deleted) < batch:
                return

    async def _end_abandoned_matches(self, before: datetime) -> None:
        """End running matches in which nothing has happened since; delete what has no result."""
        abandoned = MatchRow.status.in_(("playing", "paused")), MatchRow.changed_at < before
        async with self.database.reading() as session:
            matches = (await session.scalars(sa.select(MatchRow.id).where(*abandoned))).all()
        for match in matches:
            with suppress(Problem):  # its game is no longer installed
                await self.ender.end(match, status="aborted", reason="closed")
        aborted = MatchRow.status == "aborted", MatchRow.ended_at < before
        await self._delete(MatchRow.id, *aborted, batch=MATCH_BATCH)

    async def _delete_guests(self, before: datetime) -> None:
        """Delete guests who have not been here since, and sit in no unfinished match."""
        last_seen = sa.func.coalesce(Account.last_seen_at, Account.created_at)
        played = (
            sa.select(SeatRow.match)
            .join(MatchRow, MatchRow.id == SeatRow.match)
            .where(
                SeatRow.account == Account.id,
                sa.or_(MatchRow.status.not_in(OVER), MatchRow.changed_at >= before),
            )
        )
        query = sa.select(Account.id).where(
            Account.kind == "guest",
            Account.closed_at.is_(None),
            last_seen < before,
            ~played.exists(),
        )
        async with self.database.reading() as session:
            guests = (await session.scalars(query.limit(BATCH))).all()
        for guest in guests:
            await self.closures.delete(guest, timedelta(0))


def _ago(days: int) -> datetime:
    return now() - timedelta(days=days)
