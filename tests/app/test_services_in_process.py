"""Services of the server one by one, inside the test process."""

from __future__ import annotations

import asyncio
import functools
import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from conclave_tiny_game import Tiny, cards
from sqlalchemy.exc import OperationalError
from starlette.websockets import WebSocketState

from app.bus.base import Frame
from app.games.time_limit import EngineTimeout, time_limit
from app.infra.problems import Problem
from app.matches.commands import Command
from app.matches.store import group_commit as writing
from app.realtime.listener import Listener
from app.tuning.websocket_protocol import CoalescingTransport, WriteCoalescer
from app.wire.json_patch import apply_patch, canonical, hash_of, merge_patch
from engine.core.event import PUBLIC
from engine.core.match import running_table
from engine.core.script import choose
from tests.app.in_process import ANN, begin, in_process_server, session_of

VECTORS = Path(__file__).parents[1] / "vectors" / "frames.json"


class Stuck(Tiny):
    """Tiny, except that setting a card aside makes the rules loop forever."""

    id = "stuck"

    def step(self, table):
        return spin(table)


async def spin(table):
    await choose(0, "aside", cards(table.hands[0]))
    loop_forever()


def loop_forever():
    while True:
        pass


async def test_looping_rules_are_stopped_and_the_match_is_parked(tmp_path):
    async with in_process_server(tmp_path, Stuck(), engine_seconds=0.2) as services:
        match = await begin(services, "stuck")
        room = await services.rooms.get(match)
        decision = room.match.decisions[0]
        command = Command("answer", match, 0, decision.id, f"card:{first_card(room)}")
        with pytest.raises(Problem) as refused:
            await asyncio.wait_for(services.pipeline.take(command), 5)
        assert refused.value.name == "engine-timeout"
        room = await services.rooms.get(match)
        assert room.info.status == "paused"
        assert room.ply == 0
        other = await begin(services, "tiny")
        assert (await services.rooms.get(other)).info.status == "playing"


def first_card(room):
    return running_table(room.game, room.match).table.hands[0][0]


def test_time_limit_interrupts_a_tight_loop():
    with pytest.raises(EngineTimeout), time_limit(0.05):
        loop_forever()
    with time_limit(0.05):
        pass


def test_process_that_used_a_time_limit_exits_cleanly():
    """The timer is cancelled before the interpreter tears down its handler."""
    slow = "import time\nclass Slow:\n  def __del__(self):\n    end = time.process_time() + 0.2\n"
    slow += "    while time.process_time() < end: pass\n"
    watch = "from app.games.time_limit import time_limit\nwith time_limit(0.05): pass\n"
    last = "import sys\nsys.modules['last'] = Slow()\n"
    result = subprocess.run([sys.executable, "-c", slow + watch + last], check=False)
    assert result.returncode == 0


class CutOff:
    """A store whose connection breaks at COMMIT, after or before the batch reached the disk."""

    lanes = 1

    def __init__(self, store, reaches):
        self.store = store
        self.reaches = reaches

    async def write(self, batch):
        if self.reaches:
            await self.store.write(batch)
        raise OperationalError("COMMIT", {}, OSError("connection lost"))

    async def fence(self, batch):
        return await self.store.fence(batch)

    async def close(self):
        await self.store.close()


@pytest.mark.parametrize("reaches", [True, False])
async def test_outcome_is_read_back_after_a_lost_commit(tmp_path, reaches):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        room = await services.rooms.get(match)
        card = first_card(room)
        store = services.writer.store
        services.writer.store = CutOff(store, reaches)
        taking = services.pipeline.take(Command("answer", match, 0, "0.0", f"card:{card}"))
        if reaches:
            assert await taking == 1
        else:
            with pytest.raises(Problem, match="Too many conflicting updates"):
                await taking
        services.writer.store = store
        fresh = await services.rooms._read(match)
        assert fresh.ply == int(reaches)


@pytest.mark.parametrize("few", [4, 1])
async def test_acks_are_sent_before_frames_are_made_unless_many_come(tmp_path, monkeypatch, few):
    monkeypatch.setattr(writing, "IDLE_THRESHOLD", few)
    events, takings, coalescer = [], [], WriteCoalescer()
    wire = SimpleNamespace(write=events.append, is_closing=lambda: False)
    async with in_process_server(tmp_path) as services:
        publish = lambda *_: events.append("published")  # noqa: E731
        monkeypatch.setattr(services.publisher, "publish", publish)
        for match in [await begin(services, "tiny") for _ in range(2)]:
            answer = f"card:{first_card(await services.rooms.get(match))}"
            ack = functools.partial(acknowledge, CoalescingTransport(wire, coalescer))
            command = Command("answer", match, 0, "0.0", answer, ack=ack)
            takings.append(services.pipeline.take(command))
        assert await asyncio.gather(*takings) == [1, 1]
    early, late = (
        ["ack 1", "ack 1", "published", "published"],
        ["published", "published", "ack 1", "ack 1"],
    )
    assert events == (early if few > 1 else late)


def acknowledge(socket, ply):
    socket.write(f"ack {ply}")


async def test_answer_is_published_even_if_its_caller_is_cancelled(tmp_path, monkeypatch):
    """A socket may close while its ack is being sent."""
    published = []
    async with in_process_server(tmp_path) as services:
        monkeypatch.setattr(services.publisher, "publish", lambda *args: published.append(args))
        match = await begin(services, "tiny")
        room = await services.rooms.get(match)
        answering = []

        def ack(_ply):
            answering[0].cancel()

        command = Command("answer", match, 0, "0.0", f"card:{first_card(room)}", ack=ack)
        answering.append(asyncio.create_task(services.pipeline.take(command)))
        with pytest.raises(asyncio.CancelledError):
            await answering[0]
        assert len(published) == 1
        assert not room.lock.locked()
        assert await services.rooms.get(room.info.id) is room


async def test_answers_of_many_matches_share_commits(tmp_path):
    async with in_process_server(tmp_path) as services:
        matches = [await begin(services, "tiny") for _ in range(20)]
        sizes = []
        write = services.writer.store.write

        async def counting_write(batch):
            sizes.append(len(batch))
            return await write(batch)

        services.writer.store.write = counting_write
        takings = []
        for match in matches:
            card = first_card(await services.rooms.get(match))
            takings.append(
                services.pipeline.take(Command("answer", match, 0, "0.0", f"card:{card}"))
            )
        assert await asyncio.gather(*takings) == [1] * 20
        assert len(sizes) <= 3


async def test_slow_reader_gets_one_full_frame():
    listener = Listener("m", PUBLIC, size=8)
    listener.note_full(0, "")
    for ply in range(1, 30):
        listener.queue_frame(Frame(ply, f"frame {ply}"))
        listener.queue_aside("chat") if ply == 5 else None
    assert listener.wants_full
    assert [text for _, text in listener.queue] == ["chat"]
    listener.note_full(29, "")
    listener.queue_frame(Frame(30, "frame 30"))
    assert [await listener.next(), await listener.next()] == ["chat", "frame 30"]


async def test_frame_received_while_a_full_one_was_made_is_not_lost():
    listener = Listener("m", PUBLIC, size=8)
    listener.queue_frame(Frame(4, "frame 4"))
    listener.note_full(3, "")
    assert listener.wants_full


async def test_frame_with_another_base_is_replaced_by_a_full_one():
    """Another process learned of a change between two plies sooner, or later."""
    listener = Listener("m", PUBLIC, size=8)
    listener.note_full(3, "a")
    listener.queue_frame(Frame(4, "frame 4", "a", "b"))
    assert await listener.next() == "frame 4"
    listener.queue_frame(Frame(5, "frame 5", "c", "d"))
    assert listener.wants_full
    assert not listener.queue


async def test_waiting_reader_gets_frames_at_once_and_in_order():
    listener, pushed, takes = Listener("m", PUBLIC, size=8), [], [True]
    listener.push = lambda wire: takes[0] and not pushed.append(wire[2:].decode())
    listener.note_full(0, "")
    listener.queue_aside("before")
    assert pushed == []
    assert await listener.next() == "before"
    reading = asyncio.create_task(listener.next())
    await asyncio.sleep(0)
    listener.queue_aside("ack")
    listener.queue_frame(Frame(1, "frame 1"))
    assert pushed == ["ack", "frame 1"]
    takes[0] = False
    listener.queue_frame(Frame(2, "frame 2"))
    takes[0] = True
    listener.queue_aside("after")
    assert pushed == ["ack", "frame 1"]
    assert [await reading, await listener.next()] == ["frame 2", "after"]
    reading = asyncio.create_task(listener.next())
    await asyncio.sleep(0)
    listener.want_full()
    listener.queue_aside("beside a full frame")
    assert pushed == ["ack", "frame 1"]
    assert await reading is None


class Socket:
    """A websocket that is open until it is closed."""

    application_state = WebSocketState.CONNECTED

    def __init__(self):
        self.sent = []
        self.closed = asyncio.get_running_loop().create_future()

    async def send_text(self, text):
        self.sent.append(json.loads(text))

    async def close(self, code):
        self.closed.set_result(code)

    async def receive(self):
        await self.closed
        return {"type": "websocket.disconnect"}


async def test_fault_while_a_frame_is_made_closes_the_socket_with_1011(tmp_path, monkeypatch):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")

        def fail(room):
            raise KeyError("a fault of ours")

        monkeypatch.setattr(services.presence, "of", fail)
        socket = Socket()
        connection = session_of(services, socket, Listener(match, 0, 128, ANN))
        await asyncio.wait_for(connection.run(), 20)
        assert socket.closed.result() == 1011
        assert [frame["t"] for frame in socket.sent] == ["hello"]


@pytest.mark.parametrize(
    ("old", "new", "patch"),
    [
        ({}, {}, {}),
        ({"a": 1}, {"a": 1}, {}),
        ({"a": 1}, {"a": True}, {"a": True}),
        ({"a": 1, "b": 2}, {"b": 3}, {"a": None, "b": 3}),
        ({"a": {"x": 1, "y": 2}}, {"a": {"x": 1}}, {"a": {"y": None}}),
        ({"a": [1, 2]}, {"a": [1]}, {"a": [1]}),
        ({"a": [1]}, {"a": {}}, {"a": {}}),
        ({"a": {"x": 1}}, {"a": [1]}, {"a": [1]}),
        ({}, {"a": {"b": {"c": 1}}}, {"a": {"b": {"c": 1}}}),
    ],
)
def test_patches_lead_from_one_view_to_the_next(old, new, patch):
    assert merge_patch(old, new) == patch
    assert canonical(apply_patch(old, patch)) == canonical(new)


def test_hashes_are_of_canonical_json():
    assert canonical({"b": "é\u2028", "a": [1, {"d": "", "c": True}]}) == (
        '{"a":[1,{"c":true,"d":""}],"b":"é\u2028"}'.encode()
    )
    assert hash_of(b"{}") == "44136fa355b3678a"


@pytest.mark.parametrize(
    "vector", json.loads(VECTORS.read_text()), ids=lambda vector: vector["name"]
)
def test_vectors_for_other_clients_hold(vector):
    patched = apply_patch(vector["view"], vector["patch"])
    assert patched == vector["patched"]
    assert canonical(patched).decode() == vector["canonical"]
    assert hash_of(canonical(patched)) == vector["hash"]
    own = merge_patch(vector["view"], vector["patched"])
    assert apply_patch(vector["view"], own) == vector["patched"]
