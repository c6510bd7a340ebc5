"""Messages that a process of an older version publishes are understood by one of today.

While processes are replaced one after another, both serve the same matches.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest
from redis.asyncio import Redis
from redis.asyncio.client import PubSub

from app.bus.envelope import PROCESSES, Envelope
from app.infra.settings import Settings
from app.notifications.notifier import account_channel
from app.rate_limits.command_buckets import CHANNEL, CommandBuckets
from app.realtime.account_stream import Change
from devtools import services
from tests.app.conftest import QUICK
from tests.app.patches import hash_of
from tests.app.stored import (
    MATCHES,
    MESSAGES,
    SECRET_KEY,
    SEEN,
    TIMES,
    lost,
    person,
    write_later,
    write_sqlite,
)
from tests.app.wire import Person, Wire, anonymous
from tests.server_process import launch, wait_until_ready

BUS: list[tuple[str, str]] = [(channel, message) for channel, message in MESSAGES["bus"]]
"""Channels and messages, in the order in which they were published."""
OLDER_FRAMES: dict[str, list[dict[str, Any]]] = MESSAGES["heard"]
"""By match and person: the frames after a full frame at the older version's own sockets."""
KINDS = {"delta", "chat", "channel", "offer"}
"""The types of frames that are the same at every process."""
pytestmark = pytest.mark.redis


@dataclass
class Newer:
    """A process of today on the rows as they were when the older one spoke, and their Redis."""

    url: str
    redis: str
    rows: Path


@pytest.fixture(scope="module")
def newer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Newer]:
    folder = tmp_path_factory.mktemp("newer")
    rows = folder / "conclave.db"
    write_sqlite(rows)
    with services.private_redis() as redis:
        shared = {**QUICK, "SECRET_KEY": SECRET_KEY, "REDIS_URL": redis.url}
        server = launch(folder, folder / "log", shared)
        wait_until_ready(server)
        try:
            yield Newer(server.url, redis.url, rows)
        finally:
            server.stop()


async def publish(redis_url: str, messages: list[tuple[str, str]]) -> None:
    """Publish the messages byte for byte, once their channels have subscribers."""
    async with Redis.from_url(redis_url) as redis, asyncio.timeout(20):
        await wait_for_subscribers(redis, messages)
        for channel, message in messages:
            await redis.publish(channel, message)


async def wait_for_subscribers(redis: Redis, messages: list[tuple[str, str]]) -> None:
    """Wait until the channels of all messages have subscribers."""
    channels = {channel for channel, _ in messages}
    assert channels, "nothing to say"
    while True:
        if all(count for _, count in await redis.pubsub_numsub(*channels)):
            break
        await asyncio.sleep(0.02)


async def wait_until_settled(newer: Newer, messages: list[tuple[str, str]]) -> None:
    """Wait until the process has subscribed and has seen that it missed nothing before.

    It reads the rows once more when a subscription takes effect; if it found the later ones, it
    would send full frames in place of the deltas.
    """
    async with Redis.from_url(newer.redis) as redis, asyncio.timeout(20):
        await wait_for_subscribers(redis, messages)
    for _ in range(2):
        for name in ("running", "shown"):
            await anonymous(newer.url).view(MATCHES[name]["id"])


def messages_about(match: str) -> list[tuple[str, str]]:
    return [entry for entry in BUS if entry[0].startswith(f"match:{MATCHES[match]['id']}:")]


def messages_on(channel: str) -> list[tuple[str, str]]:
    return [entry for entry in BUS if entry[0].startswith(channel)]


def shared_frames(wire: Wire) -> list[dict[str, Any]]:
    return [frame for frame in wire.frames if frame["t"] in KINDS]


async def test_sockets_get_the_frames_of_the_older_process(newer: Newer):
    """Deltas follow full frames that were made here: views and their hashes are the same.

    Seats with a question get full frames instead: questions have members that the older process
    does not know, so they differ.
    """
    wires = {}
    for place in OLDER_FRAMES:
        match, name = place.split()
        wires[place] = await person(newer.url, name).wire(MATCHES[match]["id"])
    messages = messages_about("running") + messages_about("shown")
    await wait_until_settled(newer, messages)
    write_later(newer.rows)
    seats_asked = {place for place, wire in wires.items() if wire.decisions}
    changed = [entry for entry in messages if entry[1].endswith("! ")]
    await publish(newer.redis, [entry for entry in messages if entry not in changed])
    for place, frames in OLDER_FRAMES.items():
        wire, deltas = wires[place], [frame for frame in frames if frame["t"] == "delta"]
        if deltas and place in seats_asked:
            await wire.reaches(deltas[-1]["ply"])
            assert hash_of(wire.view) == deltas[-1]["hash"]
            continue
        await wire.until(
            lambda place=place: len(shared_frames(wires[place])) >= len(OLDER_FRAMES[place])
        )
        assert not lost(frames, shared_frames(wire), place, frozenset(TIMES))
        assert wire.resyncs == 0
    ann = wires["running Ann"]
    render_full = sum(frame["t"] == "full" for frame in ann.frames)
    await publish(newer.redis, changed)
    await ann.until(lambda: sum(frame["t"] == "full" for frame in ann.frames) > render_full)
    for wire in wires.values():
        await wire.close()


async def test_presence_is_read_from_an_older_note(newer: Newer):
    paused = MATCHES["paused"]["id"]
    spectator = anonymous(newer.url)
    before = (await spectator.view(paused))["presence"]
    notes = [entry for entry in messages_on(PROCESSES) if paused in entry[1]]
    await publish(newer.redis, notes[:1])
    async with asyncio.timeout(20):
        while True:
            after = (await spectator.view(paused))["presence"]
            if after != before:
                break
            await asyncio.sleep(0.05)
    assert before["seats"]["0"] == "gone"
    assert after == MESSAGES["presence"]


async def test_request_of_an_older_process_for_notes_is_answered(newer: Newer):
    """The older version asks when it connects, and understands notes in its own format."""
    match = MATCHES["fork"]["id"]
    async with Redis.from_url(newer.redis) as redis, asyncio.timeout(20):
        pubsub = redis.pubsub()
        await pubsub.subscribe(PROCESSES)
        wire = await person(newer.url, "Bob").wire(match)
        await note_about(match, pubsub)
        await redis.publish(PROCESSES, b'b5387c2ad307 {"asks":true}')
        note = await note_about(match, pubsub)
        await pubsub.aclose()
    theirs = msgspec.json.decode(messages_on(PROCESSES)[0][1].partition(" ")[2], type=Envelope)
    assert note.keys() == json.loads(next(iter(theirs.notes.values()))).keys()
    await wire.close()


async def note_about(match: str, pubsub: PubSub) -> dict[str, Any]:
    """The next note about a match with a seat present."""
    async for message in pubsub.listen():
        if message["type"] == "message":
            envelope = msgspec.json.decode(message["data"].partition(b" ")[2], type=Envelope)
            note = json.loads(envelope.notes.get(match, "{}"))
            if note.get("seats"):
                return dict(note)
    raise AssertionError("the connection ended")


async def test_session_ended_by_the_older_process_is_closed(newer: Newer):
    bob = Person(newer.url, "Bob", SEEN["session"]["token"], SEEN["people"]["Bob"]["account"])
    wire = await bob.wire(MATCHES["running"]["id"])
    ((channel, message),) = messages_on("ended:")
    await publish(newer.redis, [(channel, message)])
    await wire.until(lambda: wire.closed)
    assert wire.closed == json.loads(message.partition(" ")[2])["code"] == 4001


def test_commands_spent_at_the_older_process_count():
    """Of the 8 that an account may send at once; other accounts keep theirs."""
    limits = {"commands_per_second": 0.1, "command_burst": 8}
    here = CommandBuckets(Settings(_env_file=None, **limits))
    channel, message = messages_on("spent:")[0]
    here.deliver(channel, message.partition(" ")[2].encode())
    spent = next(iter(msgspec.json.decode(message.partition(" ")[2])[1]))
    assert channel == CHANNEL
    assert here.consume(spent.removeprefix("account "), "") > 0
    assert here.consume("a_another", "") == 0


async def test_table_opened_at_the_older_process_is_listed(newer: Newer):
    async with anonymous(newer.url).http.stream("GET", "/lobby/stream") as stream:
        lines = stream.aiter_lines()
        async with asyncio.timeout(20):
            while "event: list" not in await anext(lines):
                pass
            await publish(newer.redis, messages_on("lobby:"))
            async for line in lines:
                if line.startswith("data: ") and MESSAGES["lobby"]["id"] in line:
                    break
    listed = json.loads(line.removeprefix("data: "))
    everyone = {name: MESSAGES["lobby"][name] for name in ("id", "game", "title", "status")}
    assert not lost(everyone, listed)


@pytest.mark.parametrize(("channel", "message"), messages_on("account:"))
def test_notification_names_match_and_ply(channel: str, message: str):
    """Streams read the rest from the database."""
    text = message.partition(" ")[2]
    place = msgspec.json.decode(text, type=Change)
    assert {"kind": place.kind, "match": place.match, "ply": place.ply} == json.loads(text)
    account = next(
        player["account"] for player in SEEN["people"].values() if player["account"] in channel
    )
    assert account_channel(account) == channel
