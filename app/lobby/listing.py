"""Board: the public matches that have not ended, as this process shows them to whoever watches.

The process that commits a change projects it once, for nobody in particular, and publishes it on
the bus; every process with watchers keeps the list, gives its events numbers and relays the bytes.
What the bus may have lost is made good with a fresh list.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Container
from datetime import datetime
from functools import partial

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession

from app.bus.base import Bus
from app.container import Services
from app.lobby.match_views import Seen, seen_matches
from app.lobby.visibility import GOING, Sighting, is_late, is_listed, sightings
from app.matches.models import MatchRow
from app.matches.room import OVER
from app.matches.spectator_delay import DELAYED, public_now

CHANNEL = "lobby:"
SHOWN_OPEN, SHOWN_GOING = 200, 100
"""The most matches in a fresh list: those that wait for players, those that are played."""
KEPT = 256
"""Events that a reader who comes back may have missed."""
QUEUE = 128
AGAIN = 1.0
"""Seconds after which the list is asked for again where the database was away."""
PAUSE = 0.05
"""Seconds for which changes of one match are gathered."""
Version = tuple[int, int]
"""An edition (of what everybody may see), and whether it is over."""


class News(Struct):
    """A match as everybody may see it; the newer `version` holds. `again` is when more of it may be
    seen though nothing happens. Of one that is seen late there is a new version only when
    outsiders may see a change, however often it is told.
    """

    id: str
    version: Version
    status: str
    match: msgspec.Raw
    again: datetime | None = None

    @property
    def is_over(self) -> bool:
        return self.status in OVER


class Event(Struct, frozen=True):
    """`kind` is list, open, changed, gone or restart; `data` is JSON."""

    number: int
    kind: str
    data: bytes


class ListingSubscriber:
    """One reader; who reads too slowly is given a fresh list instead of what waits."""

    __slots__ = ("close", "queue", "wake", "wants_list")

    def __init__(self) -> None:
        self.queue: deque[Event] = deque()
        self.wants_list = False
        self.close: int | None = None
        self.wake = asyncio.Event()

    def hear(self, event: Event) -> None:
        if len(self.queue) >= QUEUE:
            self.want_list()
        if not self.wants_list:
            self.queue.append(event)
        self.wake.set()

    def want_list(self) -> None:
        self.queue.clear()
        self.wants_list = True
        self.wake.set()

    def want_close(self, code: int) -> None:
        self.close = code
        self.wake.set()

    async def changed(self) -> None:
        """Returns when there is something to send."""
        while not (self.queue or self.wants_list or self.close is not None):
            self.wake.clear()
            await self.wake.wait()


class Listing:
    """The list of this process; empty and deaf while nobody watches.

    `_unlisted` are the matches that are seen late and too old for the list, as everybody sees them.
    """

    def __init__(self, services: Services) -> None:
        self.services = services
        self.bus: Bus = services.bus
        self.watchers: set[ListingSubscriber] = set()
        self.empty = asyncio.Event()
        self.empty.set()
        self._name = ""
        self._number = 0
        self._kept: deque[Event] = deque(maxlen=KEPT)
        self._items: dict[str, News] = {}
        self._unlisted: dict[str, Version] = {}
        self._early: list[News] = []
        self._loading: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()
        self._telling: dict[str, asyncio.Task[None]] = {}

    # -- changes

    def changed(self, match: str, visibility: str, *, late: bool = False) -> None:
        """A match has changed in a way that the list shows, now or perhaps (`late`) later; it is
        told soon.
        """
        if visibility == "public" and match not in self._telling:
            task = asyncio.get_running_loop().create_task(self._tell(match, late=late))
            self._telling[match] = task
            task.add_done_callback(lambda done: self._telling.pop(match, None))

    async def _tell(self, match: str, *, late: bool = False) -> None:
        """Where it is to be seen late, nobody is given a fresh list: the moment would tell. Nor is
        what the database did not say left for a later change to tell.
        """
        await asyncio.sleep(PAUSE)
        self._telling.pop(match, None)
        if not (late or self.bus.is_heard(CHANNEL)):
            self.bus.publish(CHANNEL, b"")
            return
        try:
            async with self.services.database.reading() as session:
                found = await self._read(session, MatchRow.id == match)
        except (SQLAlchemyError, OSError):
            if not self.services.closing:
                self._tell_in(AGAIN, match)
            return
        for seen in found:
            self.bus.publish(CHANNEL, msgspec.json.encode(_news(seen)))
            self._tell_rematch(seen)

    def _tell_rematch(self, seen: Seen) -> None:
        """The rematch of a match that was seen late is listed once its end is public."""
        if seen.row.spectators == DELAYED and "rematch" in seen.shown:
            self.changed(seen.shown["rematch"], seen.row.visibility)

    # -- watching

    async def join(self, watcher: ListingSubscriber, last: str) -> None:
        """A watcher that has seen events up to `last` (the id of one, or nothing)."""
        self.watchers.add(watcher)
        self.empty.clear()
        if len(self.watchers) == 1:
            self._ready.clear()
            self.bus.subscribe(CHANNEL)
            self.heal()
        await self._ready.wait()
        name, _, number = last.rpartition("-")
        missed = int(number) + 1 if name == self._name and number.isdecimal() else -1
        if self._kept and self._kept[0].number <= missed <= self._number + 1:
            watcher.queue.extend(event for event in self._kept if event.number >= missed)
        else:
            watcher.want_list()

    def leave(self, watcher: ListingSubscriber) -> None:
        self.watchers.discard(watcher)
        if not self.watchers:
            self.empty.set()
            self.bus.unsubscribe(CHANNEL)

    def whole(self) -> Event:
        """The list as it is now; who reads it has seen everything up to its number."""
        items = [news.match for news in self._items.values()]
        return Event(self._number, "list", msgspec.json.encode({"items": items}))

    def id_of(self, event: Event) -> str:
        return f"{self._name}-{event.number}"

    # -- what the bus brings

    def deliver(self, channel: str, message: bytes) -> None:
        if not message:
            self.heal()
        elif self._loading is None:
            self._take(msgspec.json.decode(message, type=News))
        else:
            self._early.append(msgspec.json.decode(message, type=News))

    def joined(self, _channel: str, _seconds: float) -> None:
        self.heal()

    def heal(self, missed: Container[str] = (CHANNEL,)) -> None:
        """Anything may have been missed: load the list anew, and give it to everybody."""
        if CHANNEL not in missed:
            return
        if self._loading is not None:
            self._loading.cancel()
        self._loading = None
        if self.watchers:
            self._loading = asyncio.get_running_loop().create_task(self._load())

    async def _load(self) -> None:
        """The list anew; what the bus brings meanwhile comes after it."""
        self._early = []
        found = await self._read_all()
        while found is None:
            await asyncio.sleep(AGAIN)
            found = await self._read_all()
        late, listed = found
        self._items = {news.id: news for news in listed if not news.is_over}
        self._unlisted = {one.id: (one.edition, 0) for one in late if one.id not in self._items}
        shown_late: list[Sighting | News] = [*late, *listed]
        for one in shown_late:
            self._look_again(one.id, one.again)
        self._name, self._number = secrets.token_hex(4), 0
        self._kept.clear()
        for watcher in self.watchers:
            watcher.want_list()
        self._loading = None
        for news in self._early:
            self._take(news)
        self._ready.set()

    def _take(self, news: News) -> None:
        """Of a match beyond the list, too, what everybody could see before is no event: the moment
        would tell of a change that nobody sees yet.
        """
        self._look_again(news.id, news.again)
        known = self._items.get(news.id)
        seen = known.version if known else self._unlisted.get(news.id)
        if seen and seen >= news.version:
            return
        self._unlisted.pop(news.id, None)
        if not news.is_over:
            self._items[news.id] = news
            is_new = known is None and news.status == "open"
            self._relay("open" if is_new else "changed", bytes(news.match))
        elif self._items.pop(news.id, None):
            self._relay("gone", msgspec.json.encode({"id": news.id}))

    def _look_again(self, match: str, again: datetime | None) -> None:
        """A change that is still hidden from the public is told when it is not."""
        if again is not None:
            pause = max(0.0, (again - public_now()).total_seconds())
            self._tell_in(pause + PAUSE, match)

    def _tell_in(self, seconds: float, match: str) -> None:
        tell = partial(self.changed, match, "public", late=True)
        asyncio.get_running_loop().call_later(seconds, tell)

    def _relay(self, kind: str, data: bytes) -> None:
        self._number += 1
        event = Event(self._number, kind, data)
        self._kept.append(event)
        for watcher in self.watchers:
            watcher.hear(event)

    # -- the database

    async def _read_all(self) -> tuple[list[Sighting], list[News]] | None:
        """All matches that are seen late, then the newest that wait for players, and those that are
        played: what begins meanwhile is among the newest.
        """
        newest = (
            sa.select(MatchRow.id)
            .where(MatchRow.visibility == "public", is_listed(None))
            .order_by(MatchRow.created_at.desc())
        )
        some = newest.where(MatchRow.status == "open").limit(SHOWN_OPEN).subquery()
        try:
            async with self.services.database.reading() as session:
                late = await sightings(session)
                going = sa.or_(MatchRow.status.in_(GOING), is_late(None))
                more = newest.where(going).limit(SHOWN_GOING).subquery()
                wanted = (
                    MatchRow.id.in_(sa.select(some.c.id)),
                    MatchRow.id.in_(sa.select(more.c.id)),
                )
                listed = await self._read(session, sa.or_(*wanted))
                return late, [_news(seen) for seen in listed]
        except (SQLAlchemyError, OSError):
            return None

    async def _read(self, session: AsyncSession, condition: sa.ColumnElement[bool]) -> list[Seen]:
        query = sa.select(MatchRow).where(condition, is_listed(None))
        rows = (await session.scalars(query.order_by(MatchRow.created_at.desc()))).all()
        return await seen_matches(self.services, session, rows, None)


def _news(seen: Seen) -> News:
    row, shown, late = seen
    edition = late.bulletin.edition if late else row.edition
    match = msgspec.Raw(msgspec.json.encode(shown))
    version = (edition, int(shown["status"] in OVER))
    return News(row.id, version, shown["status"], match, late.again if late else None)
