"""Every command gets one verdict with its ref, and committed commands are reported correctly."""

from __future__ import annotations

import asyncio
import json
import time
from types import SimpleNamespace

import msgspec
import pytest
from conclave_tiny_game import Tiny, cards

from app.bus.base import channel_of
from app.infra.problems import Problem
from app.matches import command_turns
from app.matches.commands import Command
from app.matches.errors import refusal
from app.matches.verdicts import NotWritten, Unknown
from app.realtime.listener import Listener
from app.wire.play import Decision
from engine.core.errors import IllegalAnswer
from engine.core.script import choose
from tests.app.in_process import ANN, begin, in_process_server, session_of
from tests.app.test_services_in_process import first_card
from tests.app.wire import two_at_tiny


@pytest.mark.parametrize(
    ("answer", "name"),
    [
        (0.5, "invalid-request"),
        (
            [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]],
            "invalid-request",
        ),
        ("x" * 70_000, "payload-too-large"),
        ({"a": 1e300}, "invalid-request"),
        ("card\0", "invalid-request"),
        ({"\0": 1}, "invalid-request"),
    ],
)
async def test_malformed_answer_is_refused_with_its_ref(url, answer, name):
    ann, _bob, match = await two_at_tiny(url)
    wire = await ann.wire(match)
    reply = await wire.answer(answer)
    assert reply["problem"]["type"] == f"/problems/{name}"


@pytest.mark.parametrize(
    ("error", "name"),
    [(OSError(), "unavailable"), (KeyError("card:1"), "internal"), (RuntimeError(), "internal")],
)
async def test_fault_gives_one_nack_and_keeps_the_socket_open(tmp_path, monkeypatch, error, name):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")

        async def fail(command):
            raise error

        monkeypatch.setattr(services.pipeline, "take", fail)
        listener = Listener(match, 0, 128, ANN)
        message = {"t": "answer", "ref": 7, "decision": "0.0", "answer": 1}
        await session_of(services, SimpleNamespace(scope={"root_path": ""}), listener)._receive(
            json.dumps(message)
        )
        (reply,) = [json.loads(text) for _, text in listener.queue]
        assert (reply["t"], reply["ref"]) == ("nack", 7)
        assert reply["problem"]["type"] == f"/problems/{name}"
        assert "card" not in str(reply)
        assert listener.close_code is None


class Broken(Tiny):
    """Tiny, except that its rules fail when a card is set aside."""

    id = "broken"

    async def step(self, table):
        await choose(0, "aside", cards(table.hands[0]))
        raise LookupError("card:7")


async def test_failing_rules_change_nothing_and_the_match_continues(tmp_path):
    async with in_process_server(tmp_path, Broken()) as services:
        match = await begin(services, "broken")
        room = await services.rooms.get(match)
        with pytest.raises(Problem) as refused:
            await services.pipeline.take(
                Command("answer", match, 0, "0.0", f"card:{first_card(room)}")
            )
        assert refused.value.name == "unavailable"
        assert (room.ply, room.info.status) == (0, "playing")


async def test_committed_answer_is_acknowledged_even_if_publishing_fails(tmp_path, monkeypatch):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        card = first_card(await services.rooms.get(match))
        acks = []

        def fail(*parts):
            raise KeyError

        monkeypatch.setattr(services.publisher, "publish", fail)
        command = Command("answer", match, 0, "0.0", f"card:{card}", None, acks.append)
        assert await services.pipeline.take(command) == 1
        assert acks == [1]
        assert (await services.rooms.get(match)).ply == 1


async def test_repeat_of_a_taken_answer_is_acknowledged_though_its_match_is_parked(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        room, acks = await services.rooms.get(match), []
        command = Command("answer", match, 0, "0.0", f"card:{first_card(room)}", "k", acks.append)
        await services.pipeline.take(command)
        await services.parking.park(room)
        assert await services.pipeline.take(command) == 1
        assert acks == [1, 1]
        with pytest.raises(Problem) as problem:
            await services.pipeline.take(msgspec.structs.replace(command, key="another"))
        assert problem.value.name == "engine-timeout"


async def test_room_refreshed_before_the_verdict_publishes_the_entry_once(tmp_path, monkeypatch):
    """Another client reads the match after the commit, but before the answer's verdict is in."""
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        room = await services.rooms.get(match)
        channel, frames = channel_of(match, "public"), []
        services.bus.subscribe(channel)
        services.bus.on_message = lambda channel, message: frames.append(message)
        commit = services.writer.commit

        async def commit_then_refresh(*args):
            verdict = await commit(*args)
            await services.rooms.refresh(room)
            return verdict

        monkeypatch.setattr(services.writer, "commit", commit_then_refresh)
        await services.pipeline.take(Command("answer", match, 0, "0.0", f"card:{first_card(room)}"))
        frame = json.loads(frames[0].text)
        assert (frames[0].ply, frame["ply"], frame["base"]) == (1, 1, 0)
        assert len(room.recent_events) == 2
        assert room.ply == 1


async def test_answer_that_waits_for_a_dropped_room_uses_the_new_room(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        room = await services.rooms.get(match)
        async with room.turn(64, time.monotonic() + 60):
            command = Command("answer", match, 0, "0.0", f"card:{first_card(room)}")
            taking = asyncio.create_task(services.pipeline.take(command))
            await asyncio.sleep(0.05)
            services.rooms.drop(match)
            new = await services.rooms.get(match)
        assert await taking == 1
        assert new.ply == 1
        assert await services.rooms.get(new.info.id) is new


async def test_answer_is_refused_if_its_turn_does_not_come_in_time(tmp_path):
    """Its key is free again; a repetition that waits for the first sending stays unknown."""
    async with in_process_server(tmp_path, commit_seconds=0.05) as services:
        match = await begin(services, "tiny")
        room = await services.rooms.get(match)
        card = f"card:{first_card(room)}"
        command = Command("answer", match, 0, "0.0", card, "k")
        async with room.turn(64, time.monotonic() + 60):
            results = await asyncio.wait_for(
                asyncio.gather(
                    *(services.pipeline.take(command) for _ in "ab"), return_exceptions=True
                ),
                60,
            )
        assert {type(result) for result in results} == {NotWritten, Unknown}
        assert (room.ply, room.queue_length, room.lock.locked()) == (0, 0, False)
        assert await services.pipeline.take(command) == 1


async def test_wrong_answer_to_a_closed_question_is_stale(tmp_path):
    async with in_process_server(tmp_path) as services:
        encoded = await services.pipeline.decisions(await begin(services, "tiny"), 0)
        decisions = msgspec.json.decode(encoded, type=list[Decision])
        for decision, name in (("0.0", "illegal-answer"), ("9.9", "stale-decision")):
            assert refusal(IllegalAnswer("No."), decisions, decision).name == name


async def test_log_names_the_ply_but_not_the_answer(tmp_path, monkeypatch):
    lines = []
    monkeypatch.setattr(
        command_turns.log, "info", lambda event, **fields: lines.append((event, fields))
    )
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        card = first_card(await services.rooms.get(match))
        await services.pipeline.take(Command("answer", match, 0, "0.0", f"card:{card}"))
    ((event, fields),) = lines
    assert (event, fields["ply"], fields["result"]) == ("answer", 1, "taken")
    assert "card" not in str(fields)


async def test_writer_survives_a_batch_that_fails_unexpectedly(tmp_path, monkeypatch):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        card = first_card(await services.rooms.get(match))
        write, failures = services.writer.store.write, [KeyError("odd")]

        async def fail_once(batch):
            if failures:
                raise failures.pop()
            return await write(batch)

        monkeypatch.setattr(services.writer.store, "write", fail_once)
        command = Command("answer", match, 0, "0.0", f"card:{card}")
        assert await asyncio.wait_for(services.pipeline.take(command), 5) == 1
