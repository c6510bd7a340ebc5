"""Pushes to outsiders of a delayed match: nothing until the horizon passes, then the truth.

Neither their content nor their timing reveals anything behind it.
"""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest

from app.departures.substitution import put_open
from app.infra.wall_clock import now
from app.lobby import listing
from app.lobby.schemas import JoinRequest, NewMatch
from app.matches import spectator_delay
from app.realtime.lobby_events import lobby_events
from engine.core.event import PUBLIC
from tests.app.outsiders import OUTSIDERS, open_way, town
from tests.app.test_public_horizon import ENDS, GOES_ON, MINUTES, agreed, prepared

PATIENCE = 30.0


class Ear:
    """What a stream has said but that it is alive and how many spectators there are."""

    def __init__(self, lines):
        self.lines = lines
        self.heard = []
        self.changed = asyncio.Event()
        self.task = asyncio.create_task(self._listen())

    async def _listen(self):
        async for line in self.lines:
            text = line.decode().strip()
            if text not in ("", ":") and '"t":"presence"' not in text:
                self.heard.append(text)
                self.changed.set()

    async def until(self, condition):
        """What was heard that is so, once there is something."""
        async with asyncio.timeout(PATIENCE):
            while True:
                self.changed.clear()
                if found := [text for text in self.heard if condition(text)]:
                    return found
                await self.changed.wait()

    async def close(self):
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        await self.lines.aclose()


@asynccontextmanager
async def ears(one):
    """Outsiders listen wherever they can."""
    services, match = one.services, one.match
    found = {"lobby": Ear(lobby_events(services.listing, "", open_way))}
    for who in OUTSIDERS:
        caller = one.callers.get(who)
        for deltas in (False, True):
            lines = services.match_streams.lines(match, PUBLIC, caller, open_way, deltas=deltas)
            found[who, deltas] = Ear(lines)
        if caller:
            found[who, "own"] = Ear(services.account_streams.lines(caller, open_way))
    await found["lobby"].until(lambda text: "event: list" in text)
    for who in OUTSIDERS:
        await found[who, True].until(lambda text: '"t":"full"' in text)
        await found[who, False].until(lambda text: '"t":"full"' in text)
    try:
        yield found
    finally:
        for ear in found.values():
            await ear.close()


async def looked(one):
    """Every event about what has happened has been sent."""
    for feed in one.services.hub.feeds.values():
        feed._looked.clear()
        feed._wake.set()
        await feed._looked.wait()
    await asyncio.gather(*one.services.listing._telling.values())


async def test_nothing_is_pushed_before_the_horizon_and_then_the_truth(tmp_path, monkeypatch):
    async with town(tmp_path, monkeypatch, MINUTES) as one:
        await prepared(one)
        async with ears(one) as listening:
            before = {place: list(ear.heard) for place, ear in listening.items()}
            for name, event in GOES_ON + ENDS:
                await event(one, monkeypatch)
                await looked(one)
                for place, ear in listening.items():
                    assert ear.heard == before[place], f"{name} is heard by {place}"
            one.clock.on(minutes=31)
            await one.services.scheduler.attend(one.match)
            await the_end_is_heard(one, listening)


async def the_end_is_heard(one, listening):
    for who in OUTSIDERS:
        for deltas in (False, True):
            heard = listening[who, deltas]
            await heard.until(lambda text: '"t":"rematch"' in text)
            kinds = [json.loads(text)["t"] for text in heard.heard]
            assert kinds[-3:] == ["full", "end", "rematch"]
    lobby = listening["lobby"]
    await lobby.until(lambda text: one.rematch in text)
    assert [text for text in lobby.heard if "event: gone" in text and one.match in text]


async def test_what_outsiders_have_seen_stays_though_a_clock_is_set_back(tmp_path, monkeypatch):
    async with town(tmp_path, monkeypatch, MINUTES) as one:
        await prepared(one)
        async with ears(one) as listening:
            for _, event in GOES_ON:
                await event(one, monkeypatch)
            one.clock.on(minutes=31)
            await looked(one)
            (feed,) = one.services.hub.feeds.values()
            seen = feed.ply
            assert seen > 0
            one.clock.on(minutes=-31)
            await looked(one)
            assert feed.ply == seen
            one.clock.on(minutes=31)
            await looked(one)
            assert feed.ply == seen
            for who in OUTSIDERS:
                (frame,) = await listening[who, True].until(lambda text: f'"ply":{seen},' in text)
                assert json.loads(frame)["ply"] == seen


@pytest.mark.timed
async def test_the_lobby_is_told_of_a_change_when_the_horizon_passes(tmp_path, monkeypatch):
    ahead = 0.5
    async with town(tmp_path, monkeypatch, MINUTES) as one:
        await prepared(one)
        lobby = Ear(lobby_events(one.services.listing, "", open_way))
        await lobby.until(lambda text: "event: list" in text)
        late = timedelta(minutes=30, seconds=-ahead)
        monkeypatch.setattr(spectator_delay, "now", lambda: now() + late)
        started = time.monotonic()
        view = f"/matches/{one.match}/view"
        _, headers, _ = await one.ask("Sue", "GET", view)
        await agreed("pause")(one, monkeypatch)
        await lobby.until(lambda text: '"status":"paused"' in text)
        assert time.monotonic() - started >= ahead
        known = {"If-None-Match": headers["etag"]}
        assert (await one.ask("Sue", "GET", view, **known))[0] == 200, "no ply, but another view"
        await lobby.close()


async def test_nobody_gets_a_fresh_list_because_something_is_hidden(tmp_path, monkeypatch):
    """Without a watcher in sight, others reload the list when a match changes."""
    async with town(tmp_path, monkeypatch, MINUTES) as one:
        await prepared(one)
        sent = []
        one.services.bus.is_heard = lambda channel: channel != listing.CHANNEL
        one.services.bus.publish = lambda channel, message: sent.append((channel, message))
        await agreed("pause")(one, monkeypatch)
        await looked(one)
        assert b"" not in [message for channel, message in sent if channel == listing.CHANNEL]


async def test_a_rematch_invites_who_left_when_the_end_is_public(tmp_path, monkeypatch):
    async with town(tmp_path, monkeypatch, MINUTES) as one:
        await prepared(one)
        services, eve = one.services, one.callers["Eve"]
        ears = {
            name: Ear(services.account_streams.lines(one.callers[name], open_way))
            for name in ("Bob", "Eve")
        }
        await ears["Bob"].until(lambda text: '"t":"match"' in text)
        notices = []
        services.notifications.listen(notices.append)
        await services.ender.end(one.match, status="finished", reason="draw")
        made, _ = await services.rematches.rematch(one.match, one.callers["Ann"])
        await ears["Bob"].until(lambda text: '"t":"invite"' in text)
        mine = await one.get("Eve", "/matches?account=me")
        assert (mine["items"], ears["Eve"].heard) == ([], [])
        assert eve.account not in [notice.account for notice in notices], "nor do her webhooks"
        one.clock.on(minutes=31)
        await services.scheduler.attend(one.match)
        (invited,) = await ears["Eve"].until(lambda text: '"t":"invite"' in text)
        assert json.loads(invited)["match"]["origin"] == {"rematch": one.match}
        mine = await one.get("Eve", "/matches?account=me")
        assert [match["id"] for match in mine["items"]] == [made.id]
        assert (await services.lobby.join(made.id, JoinRequest(), eve)).id == made.id
        for ear in ears.values():
            await ear.close()


async def test_a_table_that_is_closed_before_it_begins_hides_nothing(tmp_path, monkeypatch):
    async with town(tmp_path, monkeypatch, MINUTES) as one:
        lobby = Ear(lobby_events(one.services.listing, "", open_way))
        await lobby.until(lambda text: "event: list" in text)
        seats = [{"kind": "me"}, {"kind": "open"}]
        new = NewMatch(game="tiny", seats=seats, **MINUTES)
        table = (await one.services.lobby.create(new, one.callers["Ann"])).id
        await lobby.until(lambda text: "event: open" in text and table in text)
        await one.services.open_tables.close(table, one.callers["Ann"])
        await lobby.until(lambda text: "event: gone" in text and table in text)
        assert (await one.get("Sue", f"/matches/{table}"))["status"] == "aborted"
        view = await one.get("Sue", f"/matches/{table}/view")
        assert view["view"]["status"] == "aborted"
        listed = await one.get("Sue", "/matches?status=aborted")
        assert [match["id"] for match in listed["items"]] == [table]
        await lobby.close()


async def test_a_seat_that_was_opened_is_for_who_has_the_code(tmp_path, monkeypatch):
    """Others hear what they heard before it was opened; the code is good at once."""
    async with town(tmp_path, monkeypatch, MINUTES) as one:
        await prepared(one)
        async with one.services.locks.lock(one.match) as held:
            await put_open(held, 1)
        await one.services.changes.announce(one.match, held.left)
        path = f"/matches/{one.match}/seats"
        for body in ({}, {"code": "WRONG"}, {"code": one.code, "seat": 2}):
            status, _, text = await one.ask("Sue", "POST", path, body)
            assert (status, json.loads(text)["type"]) == (409, "/problems/already-started")
        status, _, text = await one.ask("Gil", "POST", path, {"code": one.code})
        assert status == 200, text
        assert json.loads(text)["seats"][1]["you"] is True
