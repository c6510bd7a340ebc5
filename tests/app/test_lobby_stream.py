"""`/lobby/stream`: server-sent events of the public matches that have not ended."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import asynccontextmanager, nullcontext

from app.lobby import listing
from app.realtime.lobby_events import lobby_events
from tests.app.contract import check_event
from tests.app.in_process import begin, in_process_server
from tests.app.wire import anonymous, arrive, play_to_the_end, tiny


def admit_any(close):
    return nullcontext()


class Events:
    """Server-sent events, parsed as the standard says."""

    def __init__(self, response):
        self.lines = response.aiter_lines()
        self.last = ""

    async def next(self):
        """The next event: its kind and data."""
        fields = {}
        async with asyncio.timeout(20):
            async for line in self.lines:
                if not line and "data" in fields:
                    self.last = fields.get("id", self.last)
                    check_event(fields["event"], data := json.loads(fields["data"]))
                    return fields["event"], data
                name, _, value = line.partition(": ")
                if name:
                    fields[name] = value
        raise AssertionError("the stream ended")

    async def about(self, match):
        """The next event about a match."""
        while True:
            kind, data = await self.next()
            if data.get("id") == match:
                return kind, data


@asynccontextmanager
async def lobby_stream(url, last=""):
    headers = {"Last-Event-ID": last} if last else {}
    async with anonymous(url).http.stream("GET", "/lobby/stream", headers=headers) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        yield Events(response)


async def test_stream_reports_a_match_opening_changing_and_ending(url):
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    before = await tiny(ann, 1)
    async with lobby_stream(url) as events:
        kind, data = await events.next()
        assert kind == "list"
        assert before in [match["id"] for match in data["items"]]
        assert all(match["visibility"] == "public" for match in data["items"])
        private = await tiny(ann, 1, visibility="private")
        match = await tiny(ann, 1)
        while data.get("id") != match:
            kind, data = await events.next()
            assert data.get("id") != private, "a private match is not streamed"
        assert kind == "open"
        assert data == await anonymous(url).get(f"/matches/{match}")
        await bob.post(f"/matches/{match}/seats")
        kind, data = await events.about(match)
        assert (kind, data["status"], data["seats"][1]["name"]) == ("changed", "playing", "Bob")
        await play_to_the_end([await ann.wire(match), await bob.wire(match)], random.Random(0))
        while kind == "changed":  # another round
            kind, data = await events.about(match)
        assert (kind, data) == ("gone", {"id": match})


async def test_reconnecting_client_gets_missed_events(url):
    ann = await arrive(url, "Ann")
    async with lobby_stream(url) as other, lobby_stream(url) as events:
        await events.next()
        await other.next()
        received = await tiny(ann)
        await events.about(received)
        missed = await tiny(ann)
        await other.about(missed)
        async with lobby_stream(url, events.last) as again:
            assert await again.about(missed) == (
                "open",
                await anonymous(url).get(f"/matches/{missed}"),
            )
        async with lobby_stream(url, "long ago-7") as again:
            assert (await again.next())[0] == "list"


async def test_another_process_streams_the_same_events(postgres_redis_server, second_process):
    ann = await arrive(postgres_redis_server.url, "Ann")
    async with (
        lobby_stream(second_process.url) as there,
        lobby_stream(postgres_redis_server.url) as here,
    ):
        assert (await there.next())[0] == (await here.next())[0] == "list"
        match = await tiny(ann)
        assert await there.about(match) == await here.about(match)


async def test_stream_sends_a_fresh_list_after_bus_loss(tmp_path):
    async with in_process_server(tmp_path) as services:
        first = await begin(services, "tiny")
        events = lobby_events(services.listing, "", admit_any)
        await anext(events)
        assert first.encode() in await anext(events)
        published, services.bus.publish = services.bus.publish, lambda channel, message: None
        second = await begin(services, "tiny")
        await asyncio.sleep(0.1)
        services.bus.publish = published
        services.listing.resync()
        fresh = await anext(events)
        assert b"event: list" in fresh
        assert second.encode() in fresh
        await events.aclose()


async def test_many_watchers_cost_one_projection(tmp_path, monkeypatch):
    projected = []
    async with in_process_server(tmp_path) as services:
        streams = [lobby_events(services.listing, "", admit_any) for _ in range(50)]
        for stream in streams:
            await anext(stream)
            await anext(stream)
        news = listing._news_of
        monkeypatch.setattr(
            listing, "_news_of", lambda seen: projected.append(seen.row.id) or news(seen)
        )
        match = await begin(services, "tiny")
        events = [await anext(stream) for stream in streams]
        assert len(set(events)) == 1
        assert match.encode() in events[0]
        assert projected == [match]
        for stream in streams:
            await stream.aclose()
