"""Direct messages: what two friends write to one another.

A conversation is kept until each of the two has deleted it for themselves. While both sit in one
running match nothing is written, unless the game allows private talk.
"""

from __future__ import annotations

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.blocks import authors_hidden_from, readers_hiding, refuse_muted
from app.accounts.caller import Caller
from app.accounts.models import Account
from app.accounts.repository import get_account
from app.accounts.schemas import iso_time
from app.bus.base import Bus
from app.friends.doors import REFUSALS, refuse_closed
from app.friends.models import MessageRow
from app.friends.notes import tell_friend, tell_message
from app.games.catalogue import Catalogue
from app.infra.database import Database
from app.infra.problems import Problem, invalid
from app.infra.settings import LimitSettings
from app.infra.wall_clock import now
from app.matches.match_info import RUNNING
from app.matches.models import MatchRow, SeatRow
from app.matches.quotas import require_line_quota
from app.notifications.notifier import Notifier
from app.wire.friends import DirectMessage, DirectMessages

MAX_PAGE = 100


class NewMessage(Struct, frozen=True):
    """A message to an account; `key` is an idempotency key."""

    to: str
    text: str
    key: str | None = None


class Messages:
    """The direct messages of all accounts."""

    def __init__(
        self,
        database: Database,
        bus: Bus,
        catalogue: Catalogue,
        notifier: Notifier,
        limits: LimitSettings,
    ) -> None:
        self.database = database
        self.bus = bus
        self.catalogue = catalogue
        self.notifier = notifier
        self.limits = limits

    async def send(self, caller: Caller, new: NewMessage) -> DirectMessage:
        """Store a message, then tell both sides. Raises Problem."""
        if caller.kind == "bot":
            raise Problem("forbidden", "Bots write no messages.")
        async with self.database.reading() as session:
            other = await get_account(session, new.to)
            earlier = await _earlier(session, caller, other, new)
        if earlier is not None:
            return message_view(earlier, caller.account)
        if other.id == caller.account:
            raise invalid("That is your own account.", "path", "name")
        row = MessageRow(
            sender=caller.account, recipient=other.id, text=new.text, key=new.key, at=now()
        )
        try:
            async with self.database.writing() as session:
                await self._require_allowed(session, caller, other)
                session.add(row)
                await session.flush()
                is_hidden = bool(await readers_hiding(session, caller.account, [other.id]))
        except IntegrityError:
            async with self.database.reading() as session:
                earlier = await _earlier(session, caller, other, new)
            if earlier is None:
                raise
            return message_view(earlier, caller.account)
        self._announce(row, is_hidden=is_hidden)
        return message_view(row, caller.account)

    async def _require_allowed(self, session: AsyncSession, caller: Caller, other: Account) -> None:
        if other.closed_at is not None or other.kind == "bot":
            raise Problem("forbidden", REFUSALS["write"].format(name=other.name))
        await refuse_closed(session, "write", caller.account, [other.id])
        await refuse_muted(session, caller.account)
        await self._refuse_in_match(session, caller.account, other)
        columns = MessageRow.sender, MessageRow.at
        await require_line_quota(session, self.limits, caller.account, columns)

    async def _refuse_in_match(self, session: AsyncSession, account: str, other: Account) -> None:
        """Raises Problem forbidden while both sit in one running match without private talk."""
        own, theirs = sa.orm.aliased(SeatRow), sa.orm.aliased(SeatRow)
        query = (
            sa.select(MatchRow.game)
            .join(own, own.match == MatchRow.id)
            .join(theirs, theirs.match == MatchRow.id)
            .where(own.account == account, theirs.account == other.id)
            .where(MatchRow.status.in_(RUNNING))
        )
        games = self.catalogue.games
        for game in (await session.scalars(query)).all():
            if game not in games or not games[game].negotiation:
                text = f"You and {other.name} play a match: messages wait until it has ended."
                raise Problem("forbidden", text)

    def _announce(self, row: MessageRow, *, is_hidden: bool) -> None:
        tell_message(self.bus, row.sender, row.id)
        if is_hidden:
            return
        tell_message(self.bus, row.recipient, row.id)
        tell_friend(self.bus, row.recipient, row.sender)
        self.notifier.written(row.recipient, row.sender)

    async def page(
        self, caller: Caller, name_or_id: str, before: int | None, limit: int
    ) -> DirectMessages:
        """The newest messages of a conversation, or those before one, oldest first."""
        async with self.database.reading() as session:
            other = await get_account(session, name_or_id)
            query = sa.select(MessageRow).where(_between(caller.account, other.id))
            if await readers_hiding(session, other.id, [caller.account]):
                query = query.where(MessageRow.sender == caller.account)
            if before is not None:
                query = query.where(MessageRow.id < before)
            newest = query.order_by(MessageRow.id.desc()).limit(limit + 1)
            rows = (await session.scalars(newest)).all()
        page = DirectMessages(
            items=[message_view(row, caller.account) for row in reversed(rows[:limit])]
        )
        if len(rows) > limit:
            page.next = str(rows[limit - 1].id)
        return page

    async def one(self, account: str, id: int) -> DirectMessage | None:
        """A message, if the account may read it."""
        async with self.database.reading() as session:
            row = await session.get(MessageRow, id)
            if row is None or not _is_shown(row, account):
                return None
            if row.recipient == account and await readers_hiding(session, row.sender, [account]):
                return None
        return message_view(row, account)

    async def mark_read(self, caller: Caller, name_or_id: str) -> None:
        """Mark the other's messages to the caller as read."""
        async with self.database.writing() as session:
            other = await get_account(session, name_or_id)
            received = MessageRow.sender == other.id, MessageRow.recipient == caller.account
            unread = sa.update(MessageRow).where(*received, MessageRow.read_at.is_(None))
            await session.execute(unread.values(read_at=now()))
        tell_friend(self.bus, caller.account, other.id)

    async def delete(self, caller: Caller, name_or_id: str) -> None:
        """Delete a conversation for the caller; what both have deleted is gone."""
        async with self.database.writing() as session:
            other = await get_account(session, name_or_id)
            for own, gone in (
                (MessageRow.sender, MessageRow.sender_deleted),
                (MessageRow.recipient, MessageRow.recipient_deleted),
            ):
                mine = sa.update(MessageRow).where(
                    own == caller.account, _between(caller.account, other.id)
                )
                await session.execute(mine.values({gone: True}))
            both = MessageRow.sender_deleted, MessageRow.recipient_deleted
            pairs = [(caller.account, other.id), (other.id, caller.account)]
            pair = sa.tuple_(MessageRow.sender, MessageRow.recipient).in_(pairs)
            await session.execute(sa.delete(MessageRow).where(pair, *both))
        tell_friend(self.bus, caller.account, other.id)


async def unread_by_sender(session: AsyncSession, account: str) -> dict[str, int]:
    """How many unread messages the account has, by sender."""
    query = (
        sa.select(MessageRow.sender, sa.func.count())
        .where(
            MessageRow.recipient == account,
            MessageRow.read_at.is_(None),
            MessageRow.recipient_deleted.is_(False),
            MessageRow.sender.not_in(await authors_hidden_from(session, account)),
        )
        .group_by(MessageRow.sender)
    )
    return {row[0]: row[1] for row in (await session.execute(query)).all()}


def message_view(row: MessageRow, reader: str) -> DirectMessage:
    """A message as one of the two sees it."""
    return DirectMessage(
        id=str(row.id),
        other=row.recipient if row.sender == reader else row.sender,
        own=row.sender == reader,
        text=row.text,
        at=iso_time(row.at),
    )


def _between(account: str, other: str) -> sa.ColumnElement[bool]:
    """The messages of two accounts that the first has not deleted."""
    sent = sa.and_(MessageRow.sender == account, MessageRow.recipient == other)
    received = sa.and_(MessageRow.sender == other, MessageRow.recipient == account)
    return sa.or_(
        sa.and_(sent, MessageRow.sender_deleted.is_(False)),
        sa.and_(received, MessageRow.recipient_deleted.is_(False)),
    )


def _is_shown(row: MessageRow, account: str) -> bool:
    if account == row.sender:
        return not row.sender_deleted
    return account == row.recipient and not row.recipient_deleted


async def _earlier(
    session: AsyncSession, caller: Caller, other: Account, new: NewMessage
) -> MessageRow | None:
    """The message sent under this key before, if any. Raises Problem if it was another one."""
    if new.key is None:
        return None
    query = sa.select(MessageRow).where(
        MessageRow.sender == caller.account, MessageRow.key == new.key
    )
    row = (await session.scalars(query)).one_or_none()
    if row and (row.recipient, row.text) != (other.id, new.text):
        raise Problem("invalid-request", "This key was used for something else.")
    return row
