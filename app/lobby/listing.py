"""Listing: the live list of unfinished public matches, for this process's subscribers.

The process that commits a change projects it once, as the public sees it, and publishes it on the
bus; every process with subscribers keeps the list, numbers its events and relays the bytes. A
fresh list makes up for messages that the bus may have lost.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Container
from datetime import datetime
from functools import partial
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.blocks import blocked_with
from app.bus.base import Bus
from app.infra.database import Database
from app.infra.shutdown import Shutdown
from app.lobby.listing_events import ENDED, Event, ListingSubscriber, News, Version
from app.lobby.match_views import MatchView, MatchViews
from app.lobby.visibility import Sighting, is_late, is_listed, sightings
from app.matches.hooks import Committed, MatchChanged
from app.matches.horizon.public_horizon import becomes_public
from app.matches.horizon.spectator_delay import public_now
from app.matches.match_info import OVER, RUNNING, MatchInfo
from app.matches.models import MatchRow
from app.matches.public_versions import DELAYED
from app.wire.frames import LobbyGone, LobbyList

CHANNEL = "lobby:"
BLOCKS = b"!"
"""How a message begins that names accounts whose blocks have changed."""
MAX_LISTED_OPEN, MAX_LISTED_RUNNING = 200, 100
"""Limits of a fresh list: matches waiting for players, matches being played."""
MAX_RECENT_EVENTS = 256
"""Events kept for subscribers that reconnect."""
RETRY_PAUSE_S = 1.0
"""Pause before a read is retried after the database was unreachable."""
COALESCE_S = 0.05
"""How long changes of one match are coalesced."""


class Listing:
    """The list of this process; empty and unsubscribed while there are no subscribers.

    `_unlisted` holds the public versions of delayed matches that are too old for the list.
    """

    def __init__(self, bus: Bus, database: Database, views: MatchViews, shutdown: Shutdown) -> None:
        self.bus = bus
        self.database = database
        self.views = views
        self.shutdown = shutdown
        self.subscribers: set[ListingSubscriber] = set()
        self.drained = asyncio.Event()
        self.drained.set()
        self._name = ""
        self._number = 0
        self._recent_events: deque[Event] = deque(maxlen=MAX_RECENT_EVENTS)
        self._items: dict[str, News] = {}
        self._unlisted: dict[str, Version] = {}
        self._early_news: list[News] = []
        self._loading: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()
        self._publishing: dict[str, asyncio.Task[None]] = {}

    # -- changes

    def committed(self, event: Committed) -> None:
        """An entry was committed: update the list if the match is over or in another round, or an
        earlier change of a delayed match has become visible.
        """
        is_further = (
            event.info.spectators == "live"
            and event.match.rests.round > event.match_before.rests.round
        )
        if is_further or event.match.over or becomes_public(event.info, event.match.ply):
            self.update(event.info)

    def changed(self, event: MatchChanged) -> None:
        """A match has changed other than by an entry."""
        self.update(event.room.info)

    def update(self, info: MatchInfo) -> None:
        """Announce a change now, or as soon as outsiders may see it. An open table is delayed too
        if it follows a delayed match.
        """
        self.announce(info.id, info.visibility, late=info.spectators == DELAYED)

    def announce(self, match: str, visibility: str, *, late: bool = False) -> None:
        """Announce a change to a listed match, now or (`late`) when it becomes public; changes of
        one match coalesce.
        """
        if visibility == "public" and match not in self._publishing:
            task = asyncio.get_running_loop().create_task(self._publish(match, late=late))
            self._publishing[match] = task
            task.add_done_callback(lambda done: self._publishing.pop(match, None))

    async def _publish(self, match: str, *, late: bool = False) -> None:
        """Publish the match. A delayed change never triggers a fresh list, since its timing would
        leak the change. A failed read is retried rather than left to the next change.
        """
        await asyncio.sleep(COALESCE_S)
        self._publishing.pop(match, None)
        if not (late or self.bus.has_subscribers(CHANNEL)):
            self.bus.publish(CHANNEL, b"")
            return
        try:
            async with self.database.reading() as session:
                views = await self._read(session, MatchRow.id == match)
        except (SQLAlchemyError, OSError):
            if not self.shutdown.begun:
                self._announce_in(RETRY_PAUSE_S, match)
            return
        for view in views:
            self.bus.publish(CHANNEL, msgspec.json.encode(_news_of(view)))
            self._announce_rematch(view)

    def _announce_rematch(self, view: MatchView) -> None:
        """List the rematch of a delayed match once the end of that match is public."""
        if view.row.spectators == DELAYED and view.match.rematch:
            self.announce(view.match.rematch, view.row.visibility)

    # -- subscribers

    async def join(self, subscriber: ListingSubscriber, last: str) -> None:
        """Add a subscriber that has seen events up to `last` (an event id, or empty)."""
        self.subscribers.add(subscriber)
        self.drained.clear()
        if len(self.subscribers) == 1:
            self._ready.clear()
            self.bus.subscribe(CHANNEL)
            self.resync()
        await self._ready.wait()
        name, _, number = last.rpartition("-")
        missed = int(number) + 1 if name == self._name and number.isdecimal() else -1
        if self._recent_events and self._recent_events[0].number <= missed <= self._number + 1:
            subscriber.queue.extend(
                event for event in self._recent_events if event.number >= missed
            )
        else:
            subscriber.want_list()

    def leave(self, subscriber: ListingSubscriber) -> None:
        self.subscribers.discard(subscriber)
        if not self.subscribers:
            self.drained.set()
            self.bus.unsubscribe(CHANNEL)

    def list_for(self, subscriber: ListingSubscriber) -> Event:
        """The current list for a subscriber; it covers all events up to its number."""
        visible = (item for item in self._items.values() if not subscriber.is_barred_from(item))
        items: list[Any] = [news.match for news in visible]
        return Event(self._number, "list", msgspec.json.encode(LobbyList(items=items)))

    def events_for(self, subscriber: ListingSubscriber) -> list[Event]:
        """The events to send the subscriber now."""
        if subscriber.wants_list:
            subscriber.wants_list = False
            return [self.list_for(subscriber)]
        events = [
            Event(event.number, "gone", msgspec.json.encode(LobbyGone(id=event.news.id)))
            if event.news and subscriber.is_barred_from(event.news)
            else event
            for event in subscriber.queue
        ]
        subscriber.queue.clear()
        return events

    async def read_blocks(self, subscriber: ListingSubscriber) -> None:
        """Read the accounts that have a block with the subscriber's, unless they are known."""
        if subscriber.blocked is None:
            async with self.database.reading() as session:
                subscriber.blocked = await blocked_with(session, subscriber.account)

    def blocks_changed(self, *accounts: str) -> None:
        """Blocks of these accounts have changed: every process sends them a fresh list."""
        self.bus.publish(CHANNEL, BLOCKS + " ".join(accounts).encode())

    def id_of(self, event: Event) -> str:
        return f"{self._name}-{event.number}"

    # -- bus messages

    def deliver(self, channel: str, message: bytes) -> None:
        if not message:
            self.resync()
        elif message.startswith(BLOCKS):
            for subscriber in self.subscribers:
                if subscriber.account in message.removeprefix(BLOCKS).decode().split():
                    subscriber.blocked = None
                    subscriber.want_list()
        elif self._loading is None:
            self._apply(msgspec.json.decode(message, type=News))
        else:
            self._early_news.append(msgspec.json.decode(message, type=News))

    def subscribed(self, _channel: str, _seconds: float) -> None:
        self.resync()

    def resync(self, missed: Container[str] = (CHANNEL,)) -> None:
        """Resync after possibly lost messages: reload the list and send it to every subscriber."""
        if CHANNEL not in missed:
            return
        if self._loading is not None:
            self._loading.cancel()
        self._loading = None
        if self.subscribers:
            self._loading = asyncio.get_running_loop().create_task(self._load())

    async def _load(self) -> None:
        """Reload the list; messages received meanwhile are applied after it."""
        self._early_news = []
        lists = await self._read_all()
        while lists is None:
            await asyncio.sleep(RETRY_PAUSE_S)
            lists = await self._read_all()
        late, listed = lists
        self._items = {news.id: news for news in listed if not news.is_over}
        self._unlisted = {item.id: (item.edition, 0) for item in late if item.id not in self._items}
        items: list[Sighting | News] = [*late, *listed]
        for item in items:
            self._schedule_announcement(item.id, item.next_change_at)
        self._name, self._number = secrets.token_hex(4), 0
        self._recent_events.clear()
        for subscriber in self.subscribers:
            subscriber.want_list()
        self._loading = None
        for news in self._early_news:
            self._apply(news)
        self._ready.set()

    def _apply(self, news: News) -> None:
        """Apply a published version. One that the public could already see is no event, even for a
        match beyond the list: its timing would leak a change that is not public yet.
        """
        self._schedule_announcement(news.id, news.next_change_at)
        known = self._items.get(news.id)
        known_version = known.version if known else self._unlisted.get(news.id)
        if known_version and known_version >= news.version:
            return
        self._unlisted.pop(news.id, None)
        if not news.is_over:
            self._items[news.id] = news
            is_new = known is None and news.status == "open"
            self._relay("open" if is_new else "changed", bytes(news.match), news)
        elif self._items.pop(news.id, None):
            self._relay("gone", msgspec.json.encode(LobbyGone(id=news.id)))

    def _schedule_announcement(self, match: str, next_change_at: datetime | None) -> None:
        """Schedule the announcement of a change that is still hidden from the public."""
        if next_change_at is not None:
            pause = max(0.0, (next_change_at - public_now()).total_seconds())
            self._announce_in(pause + COALESCE_S, match)

    def _announce_in(self, seconds: float, match: str) -> None:
        announce = partial(self.announce, match, "public", late=True)
        asyncio.get_running_loop().call_later(seconds, announce)

    def _relay(self, kind: str, data: bytes, news: News | None = None) -> None:
        self._number += 1
        event = Event(self._number, kind, data, news)
        self._recent_events.append(event)
        for subscriber in self.subscribers:
            subscriber.receive(event)

    # -- the database

    async def _read_all(self) -> tuple[list[Sighting], list[News]] | None:
        """All delayed matches, then the newest that wait for players and the newest being played.

        In this order: a match that begins between the two reads is among the newest.
        """
        newest = (
            sa.select(MatchRow.id)
            .where(MatchRow.visibility == "public", is_listed(None))
            .order_by(MatchRow.created_at.desc())
        )
        open_matches = newest.where(MatchRow.status == "open").limit(MAX_LISTED_OPEN).subquery()
        try:
            async with self.database.reading() as session:
                late = await sightings(session)
                is_running = sa.or_(MatchRow.status.in_(RUNNING), is_late(None))
                running_matches = newest.where(is_running).limit(MAX_LISTED_RUNNING).subquery()
                conditions = (
                    MatchRow.id.in_(sa.select(open_matches.c.id)),
                    MatchRow.id.in_(sa.select(running_matches.c.id)),
                )
                listed = await self._read(session, sa.or_(*conditions))
                return late, [_news_of(view) for view in listed]
        except (SQLAlchemyError, OSError):
            return None

    async def _read(
        self, session: AsyncSession, condition: sa.ColumnElement[bool]
    ) -> list[MatchView]:
        query = sa.select(MatchRow).where(condition, is_listed(None))
        rows = (await session.scalars(query.order_by(MatchRow.created_at.desc()))).all()
        return await self.views.with_delays(session, rows, None)


def _news_of(view: MatchView) -> News:
    row, visible, late = view
    edition = late.version.edition if late else row.edition
    match = msgspec.Raw(msgspec.json.encode(visible))
    round = visible.progress.round if visible.progress else 0
    version = (edition, ENDED if visible.status in OVER else round)
    seated = [row.hosted_by, *(seat.account for seat in visible.seats if seat.account)]
    is_open = visible.status == "open"
    next_change_at = late.next_change_at if late else None
    return News(row.id, version, visible.status, match, next_change_at, seated if is_open else [])
