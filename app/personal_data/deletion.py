"""Deletion: removes an account and its data once the days of grace are over.

What others need stays: the seats of its matches, which a nameless account takes over, so replays
can still be verified. Outsiders of a delayed match see the name until they may see the change, and
so long the account's emptied row stays. Each step may be repeated, so a killed process loses
nothing. `docs/privacy.md` says what deletion does to each table.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import timedelta

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import (
    AcceptRow,
    Account,
    DeletionRow,
    FormerName,
    Relation,
    RetiredNameRow,
    SignInIdentityRow,
    Token,
)
from app.accounts.names import DELETED_NAME
from app.accounts.owners import lock_person
from app.accounts.repository import new_account, retired_hashes
from app.admin.models import NoteRow, ReportRow, WarningRow
from app.friends.models import FriendRequestRow, FriendshipRow, MessageRow
from app.idempotency.models import StoredReplyRow
from app.infra.database import Database, insert_or_not
from app.infra.problems import Problem
from app.infra.settings import StorageSettings
from app.infra.wall_clock import now
from app.mail.models import MailRow
from app.matches.changes import MatchChanges
from app.matches.match_info import OVER
from app.matches.models import ChatRow, MatchRow, SentAwayRow
from app.matchmaking.models import PairingSeatRow, PoolPersonRow, PoolTicketRow
from app.notifications.push.letters import PushLetterRow
from app.notifications.push.models import PushSubscriptionRow
from app.notifications.webhooks.models import WebhookRow
from app.personal_data.match_traces import Traces
from app.ratings.models import RatingRow, ResultRow

NAME_RETIREMENT = timedelta(days=365)
"""How long the name of a deleted account stays taken."""
RETRY = timedelta(minutes=10)
"""When deletion is tried again if a process has stopped in it, or a delayed match holds it up."""
log = structlog.get_logger("conclave.deletion")

OWN_ROWS = (
    *(Token.account, AcceptRow.account, FormerName.account, StoredReplyRow.account),
    SignInIdentityRow.account,
    *(Relation.account, Relation.other, ReportRow.by, ReportRow.account),
    *(NoteRow.account, WarningRow.account),
    *(FriendshipRow.account, FriendshipRow.other),
    *(FriendRequestRow.account, FriendRequestRow.other),
    *(MessageRow.sender, MessageRow.recipient),
    *(ChatRow.account, SentAwayRow.account),
    *(RatingRow.account, ResultRow.account),
    *(PushSubscriptionRow.account, PushLetterRow.match, WebhookRow.account),
    MailRow.account,
    *(PoolTicketRow.account, PoolTicketRow.person, PairingSeatRow.account, PairingSeatRow.person),
    PoolPersonRow.person,
)
"""The columns by which rows are an account's own: they go with it."""


class Deletions:
    """Deletes the accounts whose days of grace are over."""

    def __init__(
        self, database: Database, changes: MatchChanges, settings: StorageSettings
    ) -> None:
        self.database = database
        self.changes = changes
        self.settings = settings

    async def delete_due(self) -> None:
        """Delete the accounts that are due, as far as that is possible yet."""
        while (row := await self._claim()) is not None:
            try:
                await self._delete(row)
            except (Problem, IntegrityError) as error:
                log.warning("deletion failed", error=type(error).__name__)
        async with self.database.writing() as session:
            await session.execute(
                sa.delete(RetiredNameRow).where(RetiredNameRow.expires_at <= now())
            )

    async def _claim(self) -> DeletionRow | None:
        """An account that is due, which no other process tries for a while; bots before owners."""
        bots_first = sa.select(Account.owner.is_(None)).where(Account.id == DeletionRow.account)
        query = (
            sa.select(DeletionRow)
            .where(DeletionRow.due <= now())
            .order_by(bots_first.scalar_subquery(), DeletionRow.due)
            .limit(1)
        )
        async with self.database.writing() as session:
            row = await session.scalar(query.with_for_update(skip_locked=True))
            if row is not None:
                row.due = now() + RETRY
        return row

    async def _delete(self, row: DeletionRow) -> None:
        account, traces = row.account, Traces(row.account, row.successor)
        if not await self._empty_account(account, row.successor):
            return
        while batch := await self._read(traces.matches):
            for match in batch:
                await self._forget(traces, match)
        past = await self._read(traces.past_matches)
        if not all([await self._forget_past(traces, match) for match in past]):
            return  # until outsiders may see the change
        await self._finish(traces)
        log.info("account deleted")

    async def _empty_account(self, account: str, successor: str) -> bool:
        """Delete everything but the account's traces in matches; false if it was kept meanwhile."""
        async with self.database.writing() as session:
            await lock_person(session, account)
            deletion = await session.get(DeletionRow, account, with_for_update=True)
            if deletion is None:
                return False
            deletion.final = True
            known = await session.get_one(Account, account)
            if await session.get(Account, successor) is None:
                await self._retire_name(session, known)
                nameless = new_account("guest", DELETED_NAME, closed_at=now())
                nameless.id = successor
                session.add(nameless)
                await session.flush()
            await Traces(account, successor).forget_declined(session)
            await _pass_channels_on(session, account)
            for column in OWN_ROWS:
                await session.execute(sa.delete(column.class_).where(column == account))
            await session.execute(
                sa.update(Account).where(Account.owner == account).values(owner=None)
            )
            _empty(known)
        return True

    async def _retire_name(self, session: AsyncSession, account: Account) -> None:
        if account.kind == "guest":  # others may have the same name
            return
        until = now() + NAME_RETIREMENT
        hashes = retired_hashes(self.settings, account.folded, account.skeleton)
        rows = ({"hash": hash, "expires_at": until} for hash in hashes)
        await insert_or_not(session, RetiredNameRow, *rows)

    async def _read(
        self, read: Callable[[AsyncSession], Awaitable[Sequence[str]]]
    ) -> Sequence[str]:
        async with self.database.reading() as session:
            return await read(session)

    async def _forget(self, traces: Traces, match: str) -> None:
        """Hand the account's part in a match to its successor, and tell the match's viewers."""
        async with self.database.writing() as session:
            row = await session.get_one(MatchRow, match, with_for_update=True)
            await traces.forget(session, row)
        self.changes.rooms.note_change(match)
        if row.status not in OVER:
            with suppress(Problem):  # its game is no longer installed
                await self.changes.announce(match)

    async def _finish(self, traces: Traces) -> None:
        async with self.database.writing() as session:
            await traces.forget_elsewhere(session)
            await session.execute(sa.delete(Account).where(Account.id == traces.account))
        await self.database.overwrite_deleted()

    async def _forget_past(self, traces: Traces, match: str) -> bool:
        async with self.database.writing() as session:
            row = await session.get_one(MatchRow, match, with_for_update=True)
            return await traces.forget_past(session, row)


async def _pass_channels_on(session: AsyncSession, account: str) -> None:
    """Have private channels that the account opened begin with the first line of another."""
    opened = sa.select(ChatRow).where(ChatRow.account == account, ChatRow.opens)
    for line in (await session.scalars(opened)).all():
        others = ChatRow.account != account, ChatRow.match == line.match
        channel = ChatRow.channel == line.channel, ChatRow.audience == line.audience
        query = sa.select(ChatRow).where(*others, *channel).order_by(ChatRow.id).limit(1)
        if (following := await session.scalar(query)) is not None:
            following.opens = True


def _empty(account: Account) -> None:
    """Leave of the account's row what its seats in delayed matches refer to."""
    account.kind, account.name = "guest", DELETED_NAME
    account.owner = account.email = account.password = account.friend_code = account.crest = None
    account.email_verified_at = account.role = None
    account.preferences = {}
    account.muted_until = account.last_seen_at = None
    account.created_at = account.closed_at or account.created_at
