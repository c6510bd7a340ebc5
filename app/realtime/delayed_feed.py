"""Delayed feed: the public's feed of a match with a spectator delay.

Bus messages only wake the feed. It determines the public horizon, renders newly visible plies from
the stored snapshots once for all its listeners, and relays them.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

import sqlalchemy as sa
import structlog
from msgspec.structs import replace
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession

from app.bus.base import Frame
from app.chat.pages import channel_of_line, private_channels
from app.chat.service import channel_frame, line_view
from app.clocks.service_time import ServiceClock
from app.history.replay import Replays
from app.infra.database import Database
from app.infra.problems import Problem
from app.matches.horizon.public_horizon import PublicHorizon, horizon_of
from app.matches.horizon.spectator_delay import held_back, public_now
from app.matches.models import ChatRow
from app.matches.presence import hidden_presence
from app.matches.projection import delta
from app.matches.room import RenderedView, Room
from app.matches.room_cache import RoomCache
from app.realtime.feed import Feed
from app.realtime.listener import Listener
from app.wire import retyped
from app.wire.frames import ChannelFrame, ChatFrame, FullFrame, encode
from engine.core.event import PUBLIC

MAX_PAUSE_S = 5.0
"""The longest pause between two checks."""
MAX_SINGLE_PLIES = 8
"""Plies shown one by one; more at once become one full frame."""
log = structlog.get_logger("conclave.delayed_feed")


class DelayedFeed(Feed):
    """A feed whose `ply` is the newest the public has seen. Once the whole match is public, it acts
    like any other feed. `_by_plies`: the delay is in plies alone, not minutes.
    """

    __slots__ = (
        "_by_plies",
        "_channels",
        "_checked",
        "_edition",
        "_frame",
        "_is_behind",
        "_last_line",
        "_last_view",
        "_task",
        "_wake",
        "database",
        "replays",
        "service_clock",
    )

    def __init__(
        self,
        channel: str,
        rooms: RoomCache,
        database: Database,
        replays: Replays,
        service_clock: ServiceClock,
    ) -> None:
        super().__init__(channel, rooms)
        self.database = database
        self.replays = replays
        self.service_clock = service_clock
        self._by_plies = False
        self._channels: set[tuple[int, ...]] = set()
        self._edition = -1
        self._frame: FullFrame | None = None
        self._is_behind = True
        self._last_line: int | None = None
        self._checked = asyncio.Event()
        self._last_view: RenderedView | None = None
        self._wake = asyncio.Event()
        self._task = asyncio.get_running_loop().create_task(self._keep_checking())

    def receive(self, frame: Frame) -> None:
        self.rooms.note_ply(self.match, frame.ply)
        if self._is_behind:
            self._check_soon()
        else:
            super().receive(frame)

    def renew(self) -> None:
        self.rooms.note_change(self.match)
        if self._is_behind:
            self._check_soon()
        else:
            super().renew()

    def close(self) -> None:
        self._task.cancel()

    def _check_soon(self) -> None:
        """Check at once if an event can make something visible.

        With a delay in minutes it can't, and a check at once would reveal the time of the event:
        other changes that are just due would appear with it.
        """
        if self._by_plies or self._last_view is None:
            self._wake.set()

    async def full(
        self, listener: Listener, spectators: int, *, has_begun: bool
    ) -> list[str] | None:
        """A listener's first frames; None if the whole match is public."""
        await self._checked.wait()
        while has_begun and self._is_behind and self._last_view is None:
            self._checked.clear()
            self._wake.set()
            await self._checked.wait()
        if not self._is_behind or self._last_view is None or self._frame is None:
            return None
        listener.note_full(self.ply, self._last_view.mark)
        return [encode(replace(self._frame, presence=hidden_presence(spectators)))]

    async def _keep_checking(self) -> None:
        while self._is_behind:
            self._wake.clear()
            pause = MAX_PAUSE_S
            try:
                pause = await self._check()
                self._checked.set()
            except (Problem, SQLAlchemyError, OSError) as error:
                log.warning("delayed feed failed", error=type(error).__name__, match=self.match)
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._wake.wait()

    async def _check(self) -> float:
        """Relay newly visible plies and chat lines; returns the seconds until the next check."""
        room = await self.rooms.fresh(self.match)
        if room.match is None:
            return self._not_begun(room)
        if not held_back(room.info):
            self._is_behind = False
            self.want_fulls()
            return MAX_PAUSE_S
        self._by_plies = room.info.delay is not None and room.info.delay.minutes == 0
        async with self.database.reading() as session:
            horizon = await horizon_of(session, room.info, room.ply)
            lines = await self._lines(session, horizon)
        await self._advance(room, horizon)
        for line in lines:
            self.queue_aside(encode(self._frame_of(line)))
        if horizon.next_change_at is None:
            return MAX_PAUSE_S
        return min(MAX_PAUSE_S, max(0.02, (horizon.next_change_at - public_now()).total_seconds()))

    def _not_begun(self, room: Room) -> float:
        if self._edition != room.info.edition:
            self._edition = room.info.edition
            self.want_fulls()
        return MAX_PAUSE_S

    async def _advance(self, room: Room, horizon: PublicHorizon) -> None:
        """Relay newly visible entries, or else a new public version. The horizon never moves back,
        even if a clock was set back.
        """
        if horizon.ply < self.ply:
            return
        ply, edition = horizon.ply, horizon.version.edition
        first = self.ply + 1 if self._last_view else ply
        if ply - first >= MAX_SINGLE_PLIES or (ply < first and edition != self._edition):
            first, self._last_view = ply, None
        self._edition = edition
        for ply_after in range(first, ply + 1):
            moment = await self.replays.moment(room, ply_after, horizon)
            before, self._last_view = self._last_view, moment.view(PUBLIC)
            self._frame = moment.frame(PUBLIC)
            if before is None:
                self.ply = ply_after
                self.want_fulls()
            else:
                text = delta(before, self._last_view, moment.events(PUBLIC), self.service_clock)
                self.relay(Frame(ply_after, text, before.mark, self._last_view.mark))

    async def _lines(self, session: AsyncSession, horizon: PublicHorizon) -> list[ChatRow]:
        """Table-chat lines that became public since the last check; the chat API has older ones."""
        public_lines = sa.and_(
            ChatRow.match == self.match, ChatRow.channel == "table", ChatRow.at < horizon.until
        )
        if self._last_line is None:
            newest_id = await session.scalar(sa.select(sa.func.max(ChatRow.id)).where(public_lines))
            self._last_line = newest_id or 0
            self._channels = {
                *map(tuple, await private_channels(session, self.match, horizon.until))
            }
            return []
        query = sa.select(ChatRow).where(public_lines, ChatRow.id > self._last_line)
        rows = (await session.scalars(query.order_by(ChatRow.id))).all()
        self._last_line = rows[-1].id if rows else self._last_line
        return [row for row in rows if row.to is None or self._is_opening(row)]

    def _is_opening(self, row: ChatRow) -> bool:
        """Whether it is the first line this feed has seen of a private channel."""
        seats = tuple(channel_of_line(row))
        is_new = seats not in self._channels
        self._channels.add(seats)
        return is_new

    def _frame_of(self, row: ChatRow) -> ChatFrame | ChannelFrame:
        return retyped(ChatFrame, line_view(row)) if row.to is None else channel_frame(row)
