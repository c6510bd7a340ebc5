"""Lobby events of delayed matches that are too old for its list, which has only the newest.

A watcher gets them as well: when there is something new to see, and at no other moment.
"""

from __future__ import annotations

from contextlib import asynccontextmanager

import pytest

from app.forfeits.substitution import open_seat
from app.lobby import listing
from app.lobby.listing import Listing
from app.lobby.schemas import NewMatch
from app.realtime.lobby_events import lobby_events
from tests.app.outsiders import admit_any, open_town, told
from tests.app.test_public_horizon import (
    MINUTES,
    agree_on,
    prepare,
    request_rematch,
    start_rematch,
)
from tests.app.test_public_horizon_streams import StreamReader


@pytest.fixture
def timers(monkeypatch):
    """The listing's timers, which only `pass_horizon` runs: seconds and match."""
    timers = []
    monkeypatch.setattr(
        Listing, "_announce_in", lambda _, seconds, match: timers.append((seconds, match))
    )
    monkeypatch.setattr(listing, "MAX_LISTED_RUNNING", 0)
    monkeypatch.setattr(listing, "MAX_LISTED_OPEN", 0)
    return timers


async def pass_horizon(town, timers):
    """Everything so far becomes public, and nothing later."""
    town.clock.on(minutes=30, milliseconds=10)
    due, timers[:] = list(timers), []
    for seconds, match in due:
        assert 0 < seconds <= 30 * 60 + 1
        town.services.listing.announce(match, "public", late=True)
    await told()


@asynccontextmanager
async def watching(town):
    """A watcher of the lobby, whose first list is empty."""
    await told()
    watcher = StreamReader(lobby_events(town.services.listing, "", admit_any))
    (first_list,) = await watcher.until(lambda text: "event: list" in text)
    assert '{"items":[]}' in first_list
    try:
        yield watcher
    finally:
        await watcher.close()


async def events_so_far(town, watcher):
    """The events so far: those before that of a table opened now."""
    await told()
    new = NewMatch(game="tiny", seats=[{"kind": "me"}, {"kind": "open"}])
    table = await town.services.lobby.create(new, town.callers["Dan"])
    await watcher.until(lambda text: table.id in text)
    _retry, _list, *events = watcher.received
    return [text for text in events if table.creator not in text]


async def reopen_seat(town, match):
    async with town.services.locks.lock(match) as locked:
        await open_seat(locked, 1)
    await town.services.changes.announce(match, locked.left)


async def test_hidden_changes_are_no_events(tmp_path, monkeypatch, timers):
    async with open_town(tmp_path, monkeypatch, MINUTES) as town:
        await prepare(town)
        async with watching(town) as watcher:
            await agree_on("pause")(town)
            assert await events_so_far(town, watcher) == []
            await town.services.ender.end(town.match, status="finished", reason="draw")
            assert await events_so_far(town, watcher) == []


async def test_change_hidden_before_watching_began_is_sent_when_public(
    tmp_path, monkeypatch, timers
):
    async with open_town(tmp_path, monkeypatch, MINUTES) as town:
        await prepare(town)
        await agree_on("pause")(town)
        async with watching(town) as watcher:
            assert town.match in [match for _, match in timers]
            await pass_horizon(town, timers)
            (paused,) = await events_so_far(town, watcher)
            assert '"status":"paused"' in paused
            await reopen_seat(town, town.match)
            assert await events_so_far(town, watcher) == [paused], (
                "another hidden change repeats nothing"
            )


async def test_rematch_is_sent_once_the_end_before_it_is_public(tmp_path, monkeypatch, timers):
    async with open_town(tmp_path, monkeypatch, MINUTES) as town:
        await prepare(town)
        await town.services.ender.end(town.match, status="finished", reason="draw")
        async with watching(town) as watcher:
            await request_rematch(town)
            await start_rematch(town)
            assert await events_so_far(town, watcher) == []
            await pass_horizon(town, timers)
            (started,) = await events_so_far(town, watcher)
            assert town.rematch in started
            assert '"status":"playing"' in started
            await reopen_seat(town, town.rematch)
            assert await events_so_far(town, watcher) == [started]
        async with watching(town) as watcher:
            await town.services.ender.end(town.rematch, status="finished", reason="draw")
            assert await events_so_far(town, watcher) == [], "later watchers get a list without it"


async def test_failed_read_is_retried(tmp_path, monkeypatch, timers):
    """Otherwise its event would come with the next hidden change, and reveal that change."""
    async with open_town(tmp_path, monkeypatch, MINUTES) as town:
        await prepare(town)
        await agree_on("pause")(town)
        async with watching(town) as watcher:
            read, Listing._read = Listing._read, fail_to_read
            try:
                await pass_horizon(town, timers)
            finally:
                Listing._read = read
            assert await events_so_far(town, watcher) == []
            assert timers == [(listing.RETRY_PAUSE_S, town.match)]
            await pass_horizon(town, timers)
            assert len(await events_so_far(town, watcher)) == 1


async def fail_to_read(*_):
    raise OSError("the database is away")


async def test_hidden_rematch_triggers_no_reload(tmp_path, monkeypatch):
    """Without a known watcher, other processes reload the list when a match changes."""
    async with open_town(tmp_path, monkeypatch, MINUTES) as town:
        await prepare(town)
        await town.services.ender.end(town.match, status="finished", reason="draw")
        await told()
        sent = []
        town.services.bus.has_subscribers = lambda channel: channel != listing.CHANNEL
        town.services.bus.publish = lambda channel, message: sent.append((channel, message))
        await request_rematch(town)
        await town.services.open_tables.close(town.rematch, town.callers["Ann"])
        await told()
        assert b"" not in [message for channel, message in sent if channel == listing.CHANNEL]
