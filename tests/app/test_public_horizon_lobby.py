"""The lobby's events of delayed matches too old for its list, which holds only the newest.

A watcher gets them, too, when there is something new to see, and at no other moment.
"""

from __future__ import annotations

from contextlib import asynccontextmanager

import pytest

from app.departures.substitution import put_open
from app.lobby import listing
from app.lobby.listing import Listing
from app.lobby.schemas import NewMatch
from app.realtime.lobby_events import lobby_events
from tests.app.outsiders import open_way, told, town
from tests.app.test_public_horizon import (
    MINUTES,
    agreed,
    begins_the_rematch,
    prepared,
    wants_a_rematch,
)
from tests.app.test_public_horizon_streams import Ear


@pytest.fixture
def rings(monkeypatch):
    """The boards' timers, which only `horizon_passes` rings: seconds and match."""
    found = []
    monkeypatch.setattr(
        Listing, "_tell_in", lambda _, seconds, match: found.append((seconds, match))
    )
    monkeypatch.setattr(listing, "SHOWN_GOING", 0)
    monkeypatch.setattr(listing, "SHOWN_OPEN", 0)
    return found


async def horizon_passes(one, rings):
    """What has happened until now is public, and nothing that follows."""
    one.clock.on(minutes=30, milliseconds=10)
    due, rings[:] = list(rings), []
    for seconds, match in due:
        assert 0 < seconds <= 30 * 60 + 1
        one.services.listing.announce(match, "public", late=True)
    await told()


@asynccontextmanager
async def listening(one):
    """A watcher, who gets a list without any match."""
    await told()
    ear = Ear(lobby_events(one.services.listing, "", open_way))
    (given,) = await ear.until(lambda text: "event: list" in text)
    assert '{"items":[]}' in given
    try:
        yield ear
    finally:
        await ear.close()


async def heard(one, ear):
    """The events, up to that of a table that is opened now."""
    await told()
    new = NewMatch(game="tiny", seats=[{"kind": "me"}, {"kind": "open"}])
    table = await one.services.lobby.create(new, one.callers["Dan"])
    await ear.until(lambda text: table.id in text)
    _retry, _list, *events = ear.heard
    return [text for text in events if table.creator not in text]


async def gives_up_a_seat(one, match):
    async with one.services.locks.lock(match) as held:
        await put_open(held, 1)
    await one.services.changes.announce(match, held.left)


async def test_what_nobody_sees_yet_is_no_event(tmp_path, monkeypatch, rings):
    async with town(tmp_path, monkeypatch, MINUTES) as one:
        await prepared(one)
        async with listening(one) as ear:
            await agreed("pause")(one, monkeypatch)
            assert await heard(one, ear) == []
            await one.services.ender.end(one.match, status="finished", reason="draw")
            assert await heard(one, ear) == []


async def test_what_was_hidden_before_anybody_watched_is_told_in_time(tmp_path, monkeypatch, rings):
    async with town(tmp_path, monkeypatch, MINUTES) as one:
        await prepared(one)
        await agreed("pause")(one, monkeypatch)
        async with listening(one) as ear:
            assert one.match in [match for _, match in rings]
            await horizon_passes(one, rings)
            (paused,) = await heard(one, ear)
            assert '"status":"paused"' in paused
            await gives_up_a_seat(one, one.match)
            assert await heard(one, ear) == [paused], "another hidden change repeats nothing"


async def test_a_rematch_is_told_once_the_end_before_it_is_public(tmp_path, monkeypatch, rings):
    async with town(tmp_path, monkeypatch, MINUTES) as one:
        await prepared(one)
        await one.services.ender.end(one.match, status="finished", reason="draw")
        async with listening(one) as ear:
            await wants_a_rematch(one, monkeypatch)
            await begins_the_rematch(one, monkeypatch)
            assert await heard(one, ear) == []
            await horizon_passes(one, rings)
            (begun,) = await heard(one, ear)
            assert one.rematch in begun
            assert '"status":"playing"' in begun
            await gives_up_a_seat(one, one.rematch)
            assert await heard(one, ear) == [begun]
        async with listening(one) as ear:
            await one.services.ender.end(one.rematch, status="finished", reason="draw")
            assert await heard(one, ear) == [], "who comes later is given a list without it"


async def test_what_the_database_did_not_say_in_time_is_asked_for_again(
    tmp_path, monkeypatch, rings
):
    """Else the next hidden change would tell of it."""
    async with town(tmp_path, monkeypatch, MINUTES) as one:
        await prepared(one)
        await agreed("pause")(one, monkeypatch)
        async with listening(one) as ear:
            read, Listing._read = Listing._read, refuses
            try:
                await horizon_passes(one, rings)
            finally:
                Listing._read = read
            assert await heard(one, ear) == []
            assert rings == [(listing.RETRY_PAUSE_S, one.match)]
            await horizon_passes(one, rings)
            assert len(await heard(one, ear)) == 1


async def refuses(*_):
    raise OSError("the database is away")


async def test_a_hidden_rematch_gives_nobody_a_fresh_list(tmp_path, monkeypatch):
    """Without a watcher in sight, others reload the list when a match changes."""
    async with town(tmp_path, monkeypatch, MINUTES) as one:
        await prepared(one)
        await one.services.ender.end(one.match, status="finished", reason="draw")
        await told()
        sent = []
        one.services.bus.is_heard = lambda channel: channel != listing.CHANNEL
        one.services.bus.publish = lambda channel, message: sent.append((channel, message))
        await wants_a_rematch(one, monkeypatch)
        await one.services.open_tables.close(one.rematch, one.callers["Ann"])
        await told()
        assert b"" not in [message for channel, message in sent if channel == listing.CHANNEL]
