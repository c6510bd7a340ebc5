"""Chat service: chat among seats, in a game's private channels, and among spectators."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.blocks import authors_hidden_from, readers_hiding, refuse_muted
from app.accounts.caller import Caller
from app.accounts.models import Account
from app.accounts.names import readable
from app.accounts.repository import get_account
from app.bus.base import Bus, aside_message, channel_of
from app.chat.pages import (
    Reader,
    audience_of,
    channel_of_line,
    newest_lines,
    oldest_lines,
    private_channels,
)
from app.chat.phrases import PHRASES
from app.http.cursors import write_cursor
from app.infra.database import Database
from app.infra.problems import Problem, invalid, not_found
from app.infra.settings import LimitSettings, StorageSettings
from app.infra.wall_clock import now
from app.matches.horizon.access import viewer_for
from app.matches.horizon.public_horizon import horizon_of
from app.matches.horizon.spectator_delay import sees_late
from app.matches.match_info import OVER
from app.matches.models import ChatRow, MatchRow
from app.matches.publisher import Publisher
from app.matches.quotas import require_chat_quota
from app.matches.room import Room, class_of
from app.wire import given, retyped
from app.wire.chat import Chat as ChatPage
from app.wire.chat import ChatLine
from app.wire.commands import MAX_CHAT_LENGTH
from app.wire.frames import ChannelFrame, ChatFrame, encode
from app.wire.literals import Phrase
from engine.core.event import PUBLIC, Public, Viewer

MAX_LINES = 200
"""Maximum and default page size, in lines."""
LINES_BEFORE = 10
LINES_AFTER = 5
"""How many lines before and after a line are `around` it."""


class ChatText(Struct, frozen=True):
    """The text of a new line, or its set phrase, and its seats if it is private; `key` is an
    idempotency key.
    """

    text: str
    to: list[int] | None = None
    key: str | None = None
    phrase: Phrase | None = None


class Chat:
    """The chat of all matches."""

    def __init__(
        self,
        database: Database,
        bus: Bus,
        publisher: Publisher,
        limits: LimitSettings,
        storage: StorageSettings,
    ) -> None:
        self.database = database
        self.bus = bus
        self.publisher = publisher
        self.limits = limits
        self.storage = storage

    async def say(
        self,
        room: Room,
        caller: Caller,
        chat_text: ChatText,
        ack: Callable[[], None] = lambda: None,
    ) -> ChatLine:
        """Store and publish a line. Calls `ack` once it is committed. Raises Problem."""
        row = _row(room, caller, chat_text)
        try:
            async with self.database.writing() as session:
                await refuse_muted(session, caller.account)
                await _lock_match_for_insert(session, room.info.id)
                await require_chat_quota(session, self.limits, caller.account)
                author = await session.get_one(Account, caller.account)
                row.crest = author.crest
                if row.seat is None:
                    row.name = author.name
                if row.to is not None:
                    existing = await private_channels(session, room.info.id)
                    row.opens = channel_of_line(row) not in existing
                session.add(row)
                hidden_from = await readers_hiding(session, caller.account, accounts_of(room))
        except (IntegrityError, Problem):
            earlier = await self._earlier_line(row) if row.key else None
            if earlier is None:
                raise
            ack()
            return line_view(earlier)
        ack()
        line = line_view(row)
        message = aside_message(encode(retyped(ChatFrame, line)))
        for viewer in _recipients(room, row, hidden_from):
            self.bus.publish(channel_of(room.info.id, class_of(viewer)), message)
        if row.opens:
            self.publisher.publish_aside(room, encode(channel_frame(row)))
        return line

    async def _earlier_line(self, row: ChatRow) -> ChatRow | None:
        """The earlier line with this key, if any. Raises Problem if its text differs."""
        query = sa.select(ChatRow).where(
            ChatRow.match == row.match, ChatRow.account == row.account, ChatRow.key == row.key
        )
        async with self.database.reading() as session:
            earlier = (await session.scalars(query)).one_or_none()
        if earlier and (earlier.text, earlier.to) != (row.text, row.to):
            raise Problem("invalid-request", "This key was used for something else.")
        return earlier

    async def read(
        self,
        room: Room,
        viewer: Viewer,
        caller: Caller | None,
        before: int | None = None,
        limit: int = MAX_LINES,
    ) -> ChatPage:
        """A page of the newest lines before `before` that the viewer may read, oldest first, with
        the private channels, if the game has any, and the cursor of the page before. Lines of
        accounts that the caller has muted are left out.
        """
        async with self.database.reading() as session:
            until = await _public_until(session, room, viewer)
            private: list[list[int]] = []
            if room.game.negotiation:
                private = await private_channels(session, room.info.id, until)
            hidden_authors = await authors_hidden_from(session, caller.account) if caller else set()
            reader = _reader(room, viewer, hidden_authors, until)
            rows = await newest_lines(session, room.info.id, reader, private, before, limit + 1)
        page = [row for row in reversed(rows[:limit]) if may_read(room, row, viewer)]
        page_view = ChatPage(items=[line_view(row) for row in page])
        if room.game.negotiation:
            page_view.channels = private
        if len(rows) > limit:
            page_view.next = write_cursor(self.storage, room.info.id, rows[limit - 1].id)
        return page_view

    async def around(self, room: Room, viewer: Viewer, line: int) -> list[ChatLine]:
        """The lines around a line, with it, that the viewer may read, oldest first; also those of
        accounts that the viewer has muted.
        """
        async with self.database.reading() as session:
            until = await _public_until(session, room, viewer)
            private = await private_channels(session, room.info.id, until)
            reader = _reader(room, viewer, set(), until)
            page = session, room.info.id, reader, private
            before = await newest_lines(*page, line + 1, LINES_BEFORE + 1)
            after = await oldest_lines(*page, line, LINES_AFTER)
        rows = [*reversed(before), *after]
        return [line_view(row) for row in rows if may_read(room, row, viewer)]

    async def quoted(self, room: Room, caller: Caller, author: str, at: datetime) -> ChatRow:
        """The line that `author`, a name or an id, wrote at that moment. Raises Problem not-found
        unless the caller may read it.
        """
        viewer = viewer_for(room, caller)
        async with self.database.reading() as session:
            account = (await get_account(session, author)).id
            query = sa.select(ChatRow).where(
                ChatRow.match == room.info.id, ChatRow.account == account, ChatRow.at == at
            )
            rows = (await session.scalars(query)).all()
            until = await _public_until(session, room, viewer)
        for row in rows:
            is_public_yet = until is None or row.channel == "spectators" or row.at < until
            if is_public_yet and may_read(room, row, viewer):
                return row
        raise not_found("line")


async def _public_until(session: AsyncSession, room: Room, viewer: Viewer) -> datetime | None:
    """The moment from which on table lines are still hidden from a viewer who sees late."""
    if not sees_late(room.info, viewer) or room.match is None:
        return None
    return (await horizon_of(session, room.info, room.ply)).until


async def _lock_match_for_insert(session: AsyncSession, match: str) -> None:
    """Take the key-share lock on the match row that inserting a line needs. It must precede the
    lock on the account: holders of a match lock may wait for accounts (`app.matches.quotas`).
    """
    query = sa.select(MatchRow.id).where(MatchRow.id == match)
    await session.execute(query.with_for_update(read=True, key_share=True))


def _row(room: Room, caller: Caller, chat_text: ChatText) -> ChatRow:
    seat = room.info.seat_of(caller.account)
    is_host = room.info.status == "open" and caller.account == room.info.host
    if seat is None and room.info.spectators == "none" and not is_host:
        raise Problem("forbidden", "This match has no spectators.")
    phrase = chat_text.phrase
    row = ChatRow(
        match=room.info.id,
        account=caller.account,
        name=caller.name if seat is None else room.info.names[seat],
        seat=seat,
        channel="spectators" if seat is None and not is_host else "table",
        to=_read_recipients(room, seat, chat_text.to),
        text=PHRASES[phrase] if phrase else _read_text(chat_text.text),
        phrase=phrase,
        key=chat_text.key,
        at=now(),
        opens=False,
    )
    row.audience = audience_of(row)
    return row


def _reader(room: Room, viewer: Viewer, hidden_authors: set[str], until: datetime | None) -> Reader:
    seat = None if isinstance(viewer, Public) else viewer
    since = None if seat is None else room.info.seated_at.get(seat)
    return Reader(seat, since, _reads_spectators(room, viewer), frozenset(hidden_authors), until)


def channel_frame(row: ChatRow) -> ChannelFrame:
    """The frame that announces a new private channel to everyone."""
    return ChannelFrame(seats=channel_of_line(row))


def may_read(room: Room, row: ChatRow, viewer: Viewer) -> bool:
    """Whether the viewer may read the line: seats can't read spectators' lines before the end, and
    only the seats of a channel its lines, except players who took over a seat later.
    """
    if row.channel == "spectators":
        return _reads_spectators(room, viewer)
    if row.to is None:
        return True
    joined_later = isinstance(viewer, int) and row.at < room.info.seated_at.get(viewer, row.at)
    return not joined_later and (viewer == row.seat or viewer in row.to)


def _reads_spectators(room: Room, viewer: Viewer) -> bool:
    return isinstance(viewer, Public) or room.info.status in OVER


def line_view(row: ChatRow) -> ChatLine:
    """The line as it is sent; `account` distinguishes authors of the same name."""
    return ChatLine(
        sender=row.name,
        account=row.account,
        crest=given(row.crest),
        text=row.text,
        at=row.at.isoformat(),
        seat=given(row.seat),
        to=given(row.to),
        phrase=given(row.phrase),
    )


def _recipients(room: Room, row: ChatRow, hidden_from: set[str]) -> list[Viewer]:
    """The viewers that receive a line now; spectators receive all: their clients apply mutes."""
    seats = [n for n, seat in enumerate(room.info.seats) if seat.account not in hidden_from]
    all_listeners: list[Viewer] = [*seats, PUBLIC]
    is_delayed = row.channel == "table"
    return [
        viewer
        for viewer in all_listeners
        if may_read(room, row, viewer) and not (is_delayed and sees_late(room.info, viewer))
    ]


def accounts_of(room: Room) -> list[str]:
    """The accounts with a seat."""
    return [seat.account for seat in room.info.seats if seat.account]


def _read_text(text: str) -> str:
    if len(text) > MAX_CHAT_LENGTH:
        raise invalid(f"At most {MAX_CHAT_LENGTH} characters.", "text")
    try:
        return readable(text)
    except ValueError as error:
        raise invalid(str(error), "text") from None


def _read_recipients(room: Room, seat: int | None, to: list[int] | None) -> list[int] | None:
    if to is None:
        return None
    if seat is None or not room.game.negotiation:
        raise Problem("forbidden", "This game has no private talk.")
    if room.info.status == "open":  # players may still change seats
        raise Problem("match-not-started", "Private talk begins with the match.")
    if not to or any(not 0 <= other < len(room.info.seats) for other in to):
        raise invalid("There is no such seat.", "to")
    if set(to) <= {seat}:
        raise invalid("Name at least one other seat.", "to")
    return sorted(set(to))
