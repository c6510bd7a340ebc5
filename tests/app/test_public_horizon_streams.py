"""Streams of outsiders of a delayed match: silent until the horizon passes, then the truth.

Neither their content nor their timing reveals anything behind it.
"""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest

from app.forfeits.substitution import open_seat
from app.infra.wall_clock import now
from app.lobby import listing
from app.lobby.schemas import JoinRequest, NewMatch
from app.matches.horizon import spectator_delay
from app.realtime.lobby_events import lobby_events
from engine.core.event import PUBLIC
from tests.app.outsiders import OUTSIDERS, admit_any, open_town
from tests.app.test_public_horizon import AFTER_PLAY, DURING_PLAY, MINUTES, agree_on, prepare

TIMEOUT_S = 30.0


class StreamReader:
    """Reads a stream; keeps its lines except keepalives and presence."""

    def __init__(self, lines):
        self.lines = lines
        self.received = []
        self.changed = asyncio.Event()
        self.task = asyncio.create_task(self._listen())

    async def _listen(self):
        async for line in self.lines:
            text = line.decode().strip()
            if text not in ("", ":") and '"t":"presence"' not in text:
                self.received.append(text)
                self.changed.set()

    async def until(self, condition):
        """The lines that meet the condition, once there is one."""
        async with asyncio.timeout(TIMEOUT_S):
            while True:
                self.changed.clear()
                if matching := [text for text in self.received if condition(text)]:
                    return matching
                await self.changed.wait()

    async def close(self):
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        await self.lines.aclose()


@asynccontextmanager
async def open_streams(town):
    """Open every stream that outsiders can read."""
    services, match = town.services, town.match
    readers = {"lobby": StreamReader(lobby_events(services.listing, "", admit_any))}
    for outsider in OUTSIDERS:
        caller = town.callers.get(outsider)
        for deltas in (False, True):
            lines = services.match_streams.lines(match, PUBLIC, caller, admit_any, deltas=deltas)
            readers[outsider, deltas] = StreamReader(lines)
        if caller:
            readers[outsider, "own"] = StreamReader(
                services.account_streams.lines(caller, admit_any)
            )
    await readers["lobby"].until(lambda text: "event: list" in text)
    for outsider in OUTSIDERS:
        await readers[outsider, True].until(lambda text: '"t":"full"' in text)
        await readers[outsider, False].until(lambda text: '"t":"full"' in text)
    for caller in town.callers:
        if (caller, "own") in readers:
            await readers[caller, "own"].until(lambda text: '"t":"pool"' in text)
    try:
        yield readers
    finally:
        for reader in readers.values():
            await reader.close()


async def flush_events(town):
    """Return once every event so far has been sent."""
    for feed in town.services.hub.feeds.values():
        feed._checked.clear()
        feed._wake.set()
        await feed._checked.wait()
    await asyncio.gather(*town.services.listing._publishing.values())


async def test_streams_push_nothing_before_the_horizon_and_the_truth_after(tmp_path, monkeypatch):
    async with open_town(tmp_path, monkeypatch, MINUTES) as town:
        await prepare(town)
        async with open_streams(town) as readers:
            before = {place: list(reader.received) for place, reader in readers.items()}
            for name, event in DURING_PLAY + AFTER_PLAY:
                await event(town)
                await flush_events(town)
                for place, reader in readers.items():
                    assert reader.received == before[place], f"{name} reached {place}"
            town.clock.on(minutes=31)
            await town.services.scheduler.attend(town.match)
            await check_end_is_received(town, readers)


async def check_end_is_received(town, readers):
    for outsider in OUTSIDERS:
        for deltas in (False, True):
            reader = readers[outsider, deltas]
            await reader.until(lambda text: '"t":"rematch"' in text)
            kinds = [json.loads(text)["t"] for text in reader.received]
            assert kinds[-3:] == ["full", "end", "rematch"]
    lobby = readers["lobby"]
    await lobby.until(lambda text: town.rematch in text)
    await lobby.until(lambda text: "event: gone" in text and town.match in text)


async def test_public_horizon_never_moves_back_with_the_clock(tmp_path, monkeypatch):
    async with open_town(tmp_path, monkeypatch, MINUTES) as town:
        await prepare(town)
        async with open_streams(town) as readers:
            for _, event in DURING_PLAY:
                await event(town)
            town.clock.on(minutes=31)
            await flush_events(town)
            (feed,) = town.services.hub.feeds.values()
            seen = feed.ply
            assert seen > 0
            town.clock.on(minutes=-31)
            await flush_events(town)
            assert feed.ply == seen
            town.clock.on(minutes=31)
            await flush_events(town)
            assert feed.ply == seen
            for outsider in OUTSIDERS:
                (frame,) = await readers[outsider, True].until(
                    lambda text: f'"ply":{seen},' in text
                )
                assert json.loads(frame)["ply"] == seen


@pytest.mark.timed
async def test_lobby_gets_a_change_when_the_horizon_passes(tmp_path, monkeypatch):
    ahead = 0.5
    async with open_town(tmp_path, monkeypatch, MINUTES) as town:
        await prepare(town)
        lobby = StreamReader(lobby_events(town.services.listing, "", admit_any))
        await lobby.until(lambda text: "event: list" in text)
        late = timedelta(minutes=30, seconds=-ahead)
        monkeypatch.setattr(spectator_delay, "now", lambda: now() + late)
        started = time.monotonic()
        view = f"/matches/{town.match}/view"
        _, headers, _ = await town.ask("Sue", "GET", view)
        await agree_on("pause")(town)
        await lobby.until(lambda text: '"status":"paused"' in text)
        assert time.monotonic() - started >= ahead
        known = {"If-None-Match": headers["etag"]}
        assert (await town.ask("Sue", "GET", view, **known))[0] == 200, "same ply, but another view"
        await lobby.close()


async def test_change_beyond_the_horizon_reloads_no_lobby_list(tmp_path, monkeypatch):
    """Without a known watcher, other processes reload the list when a match changes."""
    async with open_town(tmp_path, monkeypatch, MINUTES) as town:
        await prepare(town)
        sent = []
        town.services.bus.has_subscribers = lambda channel: channel != listing.CHANNEL
        town.services.bus.publish = lambda channel, message: sent.append((channel, message))
        await agree_on("pause")(town)
        await flush_events(town)
        assert b"" not in [message for channel, message in sent if channel == listing.CHANNEL]


async def test_rematch_invites_departed_players_once_the_end_is_public(tmp_path, monkeypatch):
    async with open_town(tmp_path, monkeypatch, MINUTES) as town:
        await prepare(town)
        services, eve = town.services, town.callers["Eve"]
        readers = {
            name: StreamReader(services.account_streams.lines(town.callers[name], admit_any))
            for name in ("Bob", "Eve")
        }
        await readers["Bob"].until(lambda text: '"t":"match"' in text)
        before = await readers["Eve"].until(lambda text: '"t":"pool"' in text)
        notifications = []
        services.notifier.add_sink(notifications.append)
        await services.ender.end(town.match, status="finished", reason="draw")
        rematch, _ = await services.rematches.rematch(town.match, town.callers["Ann"])
        await readers["Bob"].until(lambda text: '"t":"invite"' in text)
        matches = await town.get("Eve", "/matches?account=me")
        assert (matches["items"], readers["Eve"].received) == ([], before)
        assert eve.account not in [notification.account for notification in notifications], (
            "nor by webhook"
        )
        town.clock.on(minutes=31)
        await services.scheduler.attend(town.match)
        (invite,) = await readers["Eve"].until(lambda text: '"t":"invite"' in text)
        assert json.loads(invite)["match"]["origin"] == {"rematch": town.match}
        matches = await town.get("Eve", "/matches?account=me")
        assert [match["id"] for match in matches["items"]] == [rematch.id]
        assert (await services.lobby.join(rematch.id, JoinRequest(), eve)).id == rematch.id
        for reader in readers.values():
            await reader.close()


async def test_table_closed_before_the_start_is_public_at_once(tmp_path, monkeypatch):
    async with open_town(tmp_path, monkeypatch, MINUTES) as town:
        lobby = StreamReader(lobby_events(town.services.listing, "", admit_any))
        await lobby.until(lambda text: "event: list" in text)
        seats = [{"kind": "me"}, {"kind": "open"}]
        new = NewMatch(game="tiny", seats=seats, **MINUTES)
        table = (await town.services.lobby.create(new, town.callers["Ann"])).id
        await lobby.until(lambda text: "event: open" in text and table in text)
        await town.services.open_tables.close(table, town.callers["Ann"])
        await lobby.until(lambda text: "event: gone" in text and table in text)
        assert (await town.get("Sue", f"/matches/{table}"))["status"] == "aborted"
        view = await town.get("Sue", f"/matches/{table}/view")
        assert view["view"]["status"] == "aborted"
        listed = await town.get("Sue", "/matches?status=aborted")
        assert [match["id"] for match in listed["items"]] == [table]
        await lobby.close()


async def test_reopened_seat_is_taken_only_with_the_code(tmp_path, monkeypatch):
    """Other replies are those from before it was reopened; the code works at once."""
    async with open_town(tmp_path, monkeypatch, MINUTES) as town:
        await prepare(town)
        async with town.services.locks.lock(town.match) as locked:
            await open_seat(locked, 1)
        await town.services.changes.announce(town.match, locked.left)
        path = f"/matches/{town.match}/seats"
        for body in ({}, {"code": "WRONG"}, {"code": town.code, "seat": 2}):
            status, _, text = await town.ask("Sue", "POST", path, body)
            assert (status, json.loads(text)["type"]) == (409, "/problems/already-started")
        status, _, text = await town.ask("Gil", "POST", path, {"code": town.code})
        assert status == 200, text
        assert json.loads(text)["seats"][1]["you"] is True
