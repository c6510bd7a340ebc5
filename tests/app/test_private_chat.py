"""Private channels: their existence is public, their content is not."""

from __future__ import annotations

import json
from contextlib import asynccontextmanager, nullcontext

import pytest
from conclave_tiny_game import Tiny

from app.accounts.caller import Caller
from app.chat.service import ChatText
from app.infra.problems import Problem
from app.lobby.schemas import JoinRequest, NewMatch
from engine.core.event import PUBLIC
from tests.app.in_process import ANN, BOB, in_process_server, plain


class Talkative(Tiny):
    """Tiny, with negotiation."""

    id = "talkative"
    negotiation = True


BOT = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot"}]


@asynccontextmanager
async def table(folder, **options):
    async with in_process_server(folder, Talkative()) as services:
        new = NewMatch(game="talkative", seats=BOT, **options)
        match = (await services.lobby.create(new, ANN)).id
        await services.lobby.join(match, JoinRequest(), BOB)
        yield services, await services.rooms.get(match)


async def open_stream(services, room, viewer, caller: Caller | None, kinds):
    """Open a stream past its first frame; return a function that reads to a frame with a text."""
    stream = services.match_streams.lines(
        room.info.id, viewer, caller, lambda _: nullcontext(), deltas=True
    )
    await anext(stream)

    async def read_until(last):
        frames = []
        while not frames or last not in str(frames[-1]):
            line = (await anext(stream)).strip()
            if line and json.loads(line)["t"] in kinds:
                frames.append(json.loads(line))
        await stream.aclose()
        return frames

    return read_until


async def test_others_learn_of_a_private_channel_but_not_its_content(tmp_path):
    async with table(tmp_path) as (services, room):
        kinds = ("chat", "channel")
        bob = await open_stream(services, room, 1, BOB, kinds)
        public = await open_stream(services, room, PUBLIC, None, kinds)
        await services.chat.say(room, ANN, ChatText("for you alone", [1]))
        await services.chat.say(room, ANN, ChatText("and again", [1]))
        await services.chat.say(room, ANN, ChatText("for everybody"))
        assert [frame.get("text", frame.get("seats")) for frame in await bob("everybody")] == [
            "for you alone",
            [0, 1],
            "and again",
            "for everybody",
        ]
        assert await public("everybody") == [
            {"t": "channel", "seats": [0, 1]},
            {"t": "chat", **plain((await services.chat.read(room, PUBLIC, None)).items[-1])},
        ]
        seen = await services.chat.read(room, PUBLIC, None)
        assert seen.channels == [[0, 1]]
        assert [line.text for line in seen.items] == ["for everybody"]
        own = await services.chat.read(room, 1, BOB)
        assert own.items[0].to == [1]


async def test_delayed_spectators_learn_of_a_channel_late(tmp_path):
    late = {"spectators": "delayed", "spectator_delay": {"minutes": 10}}
    async with table(tmp_path, **late) as (services, room):
        await services.chat.say(room, ANN, ChatText("psst", [1]))
        seen = await services.chat.read(room, PUBLIC, None)
        assert (seen.items, seen.channels) == ([], [])
        assert (await services.chat.read(room, 2, None)).channels == [[0, 1]]


@pytest.mark.parametrize(("to", "name"), [([7], "invalid-request"), ([0], "invalid-request")])
async def test_private_message_needs_another_player_as_recipient(tmp_path, to, name):
    async with table(tmp_path) as (services, room):
        with pytest.raises(Problem) as refused:
            await services.chat.say(room, ANN, ChatText("hm", to))
        assert refused.value.name == name
