"""Room cache: the next reader sees every invalidation received, however many read at once."""

from __future__ import annotations

import asyncio

import sqlalchemy as sa

from app.matches import room_cache
from app.matches.models import MatchRow
from tests.app.in_process import begin, in_process_server


async def pause_elsewhere(services, match):
    """Change the match as another process would, and announce it."""
    change = {"status": "paused", "paused_for": "agreed", "edition": MatchRow.edition + 1}
    async with services.database.writing() as session:
        await session.execute(sa.update(MatchRow).where(MatchRow.id == match).values(**change))
    services.rooms.note_change(match)


class Gate:
    """The last part of a read, which waits until it is opened."""

    def __init__(self, monkeypatch):
        self.reached, self.open = asyncio.Event(), asyncio.Event()
        self.read = room_cache._read_tail
        monkeypatch.setattr(room_cache, "_read_tail", self)

    async def __call__(self, *parts):
        self.reached.set()
        await self.open.wait()
        return await self.read(*parts)


async def test_read_during_a_refresh_sees_the_change(tmp_path, monkeypatch):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        assert (await services.rooms.get(match)).info.status == "playing"
        await pause_elsewhere(services, match)
        gate = Gate(monkeypatch)
        first = asyncio.create_task(services.rooms.get(match))
        await gate.reached.wait()
        second = asyncio.create_task(services.rooms.get(match))
        await asyncio.sleep(0.05)
        assert not second.done()
        gate.open.set()
        for reading in (first, second):
            assert (await reading).info.status == "paused"


async def test_change_received_during_a_read_is_read_afterwards(tmp_path, monkeypatch):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        room = await services.rooms.get(match)
        await pause_elsewhere(services, match)
        gate = Gate(monkeypatch)
        reading = asyncio.create_task(services.rooms.refresh(room))
        await gate.reached.wait()
        services.rooms.note_change(match)
        gate.open.set()
        assert await reading
        assert room.is_stale
        assert not (await services.rooms.get(match)).is_stale
