"""Delayed spectators see nothing of a match early, on any endpoint or stream."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import nullcontext
from datetime import timedelta

import pytest
import sqlalchemy as sa

from app.bus.base import Frame
from app.lobby.visibility import status_is
from app.matches.models import EntryRow, MatchRow
from app.realtime.delayed_feed import DelayedFeed
from app.wire import UNSET
from engine.core.event import PUBLIC
from tests.app.in_process import begin, in_process_server
from tests.app.random_answers import pick
from tests.app.test_notifications import play_first
from tests.app.wire import anonymous, arrive, play_to_the_end, two_at_tiny

DELAYED = {"spectators": "delayed", "spectator_delay": {"plies": 3}}
STATUSES = ("playing", "finished", "paused")


async def everything(person, match):
    """Every reply that the public can get."""
    paths = ("", "/view", "/log", "/chat", "/replay", "/replay?as=public", "/log?as=public")
    replies = [await person.call("GET", f"/matches/{match}{path}") for path in paths]
    assert all(reply.status_code == 200 for reply in replies)
    lists = [await person.get(f"/matches?status={status}") for status in STATUSES]
    listed = [item for page in lists for item in page["items"] if item["id"] == match]
    return [reply.text for reply in replies] + [json.dumps(listed, separators=(",", ":"))]


async def test_public_replies_and_frames_contain_nothing_too_new(url):
    ann, bob, match = await two_at_tiny(url, turns=3, **DELAYED)
    wires = [await ann.wire(match), await bob.wire(match)]
    public = anonymous(url)
    watching = await public.wire(match)
    assert watching.frames[0]["delayed"] == {"plies": 3, "minutes": 0}
    rng = random.Random(0)
    lines: list[str] = []
    while wires[0].ply < 7:
        wire = next(wire for wire in wires if wire.decisions)
        newest = (await wire.answer(pick(wire.decisions[0], rng)))["ply"]
        await wires[0].reaches(newest)
        await wires[1].reaches(newest)
        lines.append(f"word of {newest}")
        assert (await wire.command("chat", text=lines[-1]))["t"] == "ack"
        public_ply = max(0, newest - 3)
        await watching.until(lambda public_ply=public_ply: watching.ply == public_ply)
        past = await ann.get(f"/matches/{match}/replay?ply={public_ply}&as=public")
        assert watching.threats == past.get("threats", [])
        visible = [text for _, text in watching.recorded] + await everything(public, match)
        for text in visible:
            for line in lines[public_ply:]:
                assert line not in text, f"said after {public_ply}"
            for event in newer_events(wires[0], public_ply):
                assert f'"{event}"' not in text, f"happened after {public_ply}"
            assert f'"ply":{public_ply + 1},' not in text
            assert '"here"' not in text
        info = await public.get(f"/matches/{match}")
        assert (info["ply"], info["status"]) == (public_ply, "playing")
        await public.refused("GET", f"/matches/{match}/replay?ply={public_ply + 1}", "not-found")
        await public.refused("GET", f"/matches/{match}/export", "forbidden")
        late = await ann.get(f"/matches/{match}/replay?as=public")
        assert late["ply"] == public_ply, (
            "a player's public replay shows no more than the public sees"
        )
    await play_to_the_end(wires, rng)
    await watching.until(lambda: watching.end)
    assert watching.end == wires[0].end, "a delay in plies alone does not hold back the end"
    assert [frame["ply"] for frame in watching.frames if frame["t"] == "delta"][:4] == [1, 2, 3, 4]
    assert (await public.get(f"/matches/{match}"))["seed"] == wires[0].end["seed"]


def newer_events(wire, ply):
    """The texts of events after this ply, as far as they can be told apart."""
    texts = {}
    for frame in wire.frames:
        for event in frame.get("events", []):
            texts.setdefault(event["text"], frame["ply"])
    return [text for text, first in texts.items() if first > ply and "plays" in text]


async def test_delayed_spectators_chat_at_once_and_read_table_chat_late(url):
    ann, bob, match = await two_at_tiny(url, turns=2, **DELAYED)
    wires = [await ann.wire(match), await bob.wire(match)]
    cid = await arrive(url, "Cid")
    watching = await cid.wire(match)
    await wires[0].command("chat", text="before anything")
    ack = await watching.command("chat", text="hello, late ones")
    assert ack == {"t": "ack", "ref": 1, "ply": 0}
    await wires[0].answer(pick(wires[0].decisions[0], random.Random(0)))
    await wires[0].reaches(1)
    await wires[0].command("chat", text="after the first")
    assert await chat_texts(cid, match) == ["hello, late ones"], "chat waits for plies too"
    await watching.send({"t": "ping"})
    assert (await watching.comes("pong"))["ply"] == 0
    await cid.refused("POST", f"/matches/{match}/resign", "forbidden", {})
    await cid.refused("POST", f"/matches/{match}/seats", "already-started", {})
    for ply in (2, 3):
        wire = next(wire for wire in wires if wire.decisions)
        await wire.answer(pick(wire.decisions[0], random.Random(0)))
        for reader in wires:
            await reader.reaches(ply)
    assert await chat_texts(cid, match) == ["before anything", "hello, late ones"]


async def chat_texts(person, match):
    return [line["text"] for line in (await person.get(f"/matches/{match}/chat"))["items"]]


async def test_invalid_delays_are_refused(url):
    ann = await arrive(url, "Ann")
    seats = [{"kind": "me"}, {"kind": "open"}]
    for fields in (
        {"spectators": "delayed", "spectator_delay": {"plies": 0}},
        {"spectators": "live", "spectator_delay": {"plies": 1}},
        {"spectators": "delayed", "spectator_delay": {"minutes": 2000}},
    ):
        body = {"game": "tiny", "seats": seats, **fields}
        await ann.refused("POST", "/matches", "invalid-request", body)
    body = {"game": "tiny", "seats": seats, "spectators": "delayed"}
    assert (await ann.post("/matches", body, 201))["spectator_delay"] == {"plies": 3, "minutes": 5}


def admit_any(close):
    return nullcontext()


async def backdate(services, match, minutes):
    """Move everything of a match `minutes` into the past."""
    async with services.database.writing() as session:
        for row in await session.scalars(sa.select(EntryRow).where(EntryRow.match == match)):
            row.at -= timedelta(minutes=minutes)
        row = await session.get_one(MatchRow, match)
        row.edition += 1
        if row.ended_at:
            row.ended_at -= timedelta(minutes=minutes)


async def test_delay_in_minutes_holds_back_the_end_of_the_match(tmp_path):
    delayed = {"spectators": "delayed", "spectator_delay": {"minutes": 10}}
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny", wish=delayed, turns=1)
        stream = services.match_streams.lines(match, PUBLIC, None, admit_any, deltas=True)
        first = json.loads(await anext(stream))
        assert (first["ply"], first["presence"]["seats"]) == (0, {})
        for _ in range(4):
            await play_first(services, match)
        info = await services.lobby.get(match, None)
        assert (info.status, info.ply) == ("playing", 0)
        assert (info.seed, info.outcome) == (UNSET, UNSET)
        assert await matches_with_status(services, "playing") == [match]
        assert await matches_with_status(services, "finished") == []

        await backdate(services, match, 9)
        await services.changes.announce(match)
        assert (await services.lobby.get(match, None)).status == "playing"
        await backdate(services, match, 2)
        await services.changes.announce(match)
        lines = [line async for line in lines_until(stream, "end")]
        assert [line["t"] for line in lines][-2:] == ["full", "end"]
        assert lines[-2]["ply"] == 4
        info = await services.lobby.get(match, None)
        assert info.status == "finished"
        assert info.seed == lines[-1]["seed"]
        assert await matches_with_status(services, "finished") == [match]
        await stream.aclose()


@pytest.mark.parametrize(
    ("delay", "looks"),
    [({"plies": 2}, True), ({"minutes": 10}, False), ({"plies": 2, "minutes": 10}, False)],
)
async def test_hidden_events_wake_no_feed_that_waits_for_minutes(tmp_path, delay, looks):
    """Chat lines that are just due would come with it and reveal when it happened."""
    delayed = {"spectators": "delayed", "spectator_delay": delay}
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny", wish=delayed)
        stream = services.match_streams.lines(match, PUBLIC, None, admit_any, deltas=True)
        assert json.loads(await anext(stream))["t"] == "full"
        (feed,) = (feed for feed in services.hub.feeds.values() if isinstance(feed, DelayedFeed))
        for happens in (lambda: feed.receive(Frame(1, "", -1, -1)), feed.renew):
            feed._wake.clear()
            happens()
            assert feed._wake.is_set() == looks
        await stream.aclose()


async def matches_with_status(services, status):
    async with services.database.reading() as session:
        return list(await session.scalars(sa.select(MatchRow.id).where(status_is(status, None))))


async def lines_until(stream, last):
    """The lines up to the first of kind `last`."""
    async with asyncio.timeout(20):
        async for text in stream:
            if text.strip():
                line = json.loads(text)
                yield line
                if line["t"] == last:
                    return
