"""Ownership and forwarding: an answer is taken by the process that has its match in memory."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import asynccontextmanager
from functools import partial

import asyncpg
import msgspec
import pytest

from app.api.socket_commands import KEY
from app.infra.metrics import BYPASSED, FORWARDED, MOVED
from app.infra.problems import Problem
from app.matches import forwarded, forwarding
from app.matches.commands import Command
from app.matches.forwarded import LEAVE_AFTER, MAX_UNDER_WAY
from app.matches.forwarding import Alive, Refusal, Refused, Reply, Request
from app.matches.idempotency import keyed
from app.matches.ownership import SUSPECT_S
from app.matches.verdicts import NotWritten, Unknown
from app.offers.service import OfferRequest
from tests.app.house import ANN, BOB, begin, house

pytestmark = [pytest.mark.postgres, pytest.mark.redis]


@asynccontextmanager
async def pair(folder, postgres_url, redis_url):
    """Two processes on one PostgreSQL and Redis; the first one has Ann and Bob."""
    settings = {"database_url": postgres_url, "redis_url": redis_url, "background": False}
    async with (
        house(folder, **settings) as first,
        house(folder, people=False, **settings) as second,
    ):
        for services in (first, second):
            await services.bus.start()
            await services.ownership.start()
        async with asyncio.timeout(30):
            while not (first.bus.is_well() and second.bus.is_well()):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        yield first, second


@pytest.fixture
async def both(tmp_path, postgres_url, redis_url):
    async with pair(tmp_path, postgres_url, redis_url) as services:
        yield services


async def said(services, match, seat, key=None, **more):
    """The usual answer to the seat's open question, by its holder."""
    await services.rooms.fresh(match)
    asked = json.loads(await services.pipeline.decisions(match, seat))[0]
    by = (ANN, BOB)[seat].account
    return Command("answer", match, seat, asked["id"], asked["default"], key, by=by, **more)


async def answer(services, match, seat, **more):
    command = await said(services, match, seat, **more)
    return await asyncio.wait_for(services.pipeline.take(command), 30)


async def rows(url, query, *arguments):
    connection = await asyncpg.connect(url.replace("+asyncpg", ""))
    try:
        return await connection.fetch(query, *arguments)
    finally:
        await connection.close()


async def owner_of(url, match):
    (row,) = await rows(url, "SELECT owner FROM matches WHERE id = $1", match)
    return row["owner"]


async def keys_of(url, match):
    query = "SELECT key FROM entries WHERE match = $1 AND ply > 0 ORDER BY ply"
    return [row["key"] for row in await rows(url, query, match)]


def silence(services):
    """The process receives, and nothing comes from it; returns what it has received."""
    received = []
    services.bus._publisher.post = lambda *given: None
    services.bus.received = lambda *given: received.append(given)
    return received


async def test_the_first_answer_makes_an_owner_to_whom_others_go(both, postgres_url):
    first, second = both
    match = await begin(first, "tiny", turns=3)
    assert await owner_of(postgres_url, match) is None
    assert await answer(first, match, 0) == 1
    before, acked = FORWARDED.labels("taken").value, []
    assert await answer(second, match, 1, ack=acked.append) == 2
    assert acked == [2]
    assert FORWARDED.labels("taken").value == before + 1
    assert await owner_of(postgres_url, match) == first.ownership.name
    assert (await first.rooms.peek(match)).ply == 2


async def test_what_is_forwarded_is_not_read_again(both):
    """The seat's process neither reads nor writes the match: its room may be far behind."""
    first, second = both
    match = await begin(first, "tiny", turns=3)
    commands = [await said(second, match, 1)]
    await answer(first, match, 0)
    await second.rooms.fresh(match)
    second.database.reading = second.writer.commit = None
    assert await asyncio.wait_for(second.pipeline.take(commands[0]), 30) == 2


@pytest.mark.parametrize("is_refused", [False, True])
async def test_whoever_forwards_without_listening_sees_what_became_of_it(both, is_refused):
    """Otherwise a bot of a background process would try the same for ever."""
    first, second = both
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 1)
    command = msgspec.structs.replace(await said(second, match, 0), by=None)
    if is_refused:
        await answer(first, match, 0)
        with pytest.raises(Problem) as problem:
            await second.pipeline.take(command)
        assert problem.value.name == "stale-decision"
    else:
        await second.pipeline.take(command)
    assert (await second.rooms.get(match)).ply == 2


async def test_rest_hears_the_next_questions_from_the_owner(both):
    first, second = both
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 1)
    ply, decisions = await second.pipeline.take_and_ask(await said(second, match, 0))
    assert ply == 2
    assert decisions == await first.pipeline.decisions(match, 0)
    assert json.loads(decisions)


async def test_a_refusal_is_the_owners(both):
    first, second = both
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 1)
    command = await said(second, match, 0)
    wrong = msgspec.structs.replace(command, answer="card:none")
    with pytest.raises(Problem) as problem:
        await second.pipeline.take(wrong)
    assert problem.value.name == "illegal-answer"
    assert problem.value.members["decision"]["id"] == command.decision
    await second.pipeline.take(command)
    with pytest.raises(Problem) as problem:
        await second.pipeline.take(command)
    assert problem.value.name == "stale-decision"
    assert [one["id"] for one in problem.value.members["decisions"]]


async def test_only_the_holder_of_a_seat_is_forwarded_for(both):
    first, second = both
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 0)
    command = msgspec.structs.replace(await said(second, match, 1), by=ANN.account)
    with pytest.raises(Problem, match="no seat"):
        await second.pipeline.take(command)


async def test_an_undo_that_others_must_agree_to_is_offered(both):
    first, second = both
    match = await begin(first, "tiny", {"undo": "ask"}, turns=3)
    await answer(first, match, 0)
    await answer(second, match, 1)
    await answer(first, match, 0)
    made = await second.offers.make(match, ANN, OfferRequest(kind="undo"))
    assert (made.status, made.asked) == ("open", [1])
    accepted = await first.offers.answer(match, BOB, made.id, accept=True)
    assert accepted.status == "accepted"
    assert (await first.rooms.fresh(match)).ply == 4


async def test_where_nobody_hears_the_owner_the_answer_is_taken_here(both, postgres_url):
    first, second = both
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 0)
    await second.rooms.fresh(match)
    before, moved = BYPASSED.labels("gone").value, MOVED._value.get()
    await first.bus.stop()
    command = await said(second, match, 1)
    async with asyncio.timeout(30):
        while not await gone(second, first):
            pass
    assert await asyncio.wait_for(second.pipeline.take(command), 30) == 2
    assert BYPASSED.labels("gone").value == before + 1
    assert MOVED._value.get() == moved + 1
    assert await owner_of(postgres_url, match) == second.ownership.name
    assert await answer(second, match, 0) == 3
    assert BYPASSED.labels("gone").value == before + 1, "its own match now"


async def gone(services, other):
    """Whether Redis knows that the other process has gone."""
    unheard = asyncio.get_running_loop().create_future()
    services.bus.send(other.bus.name, "", b"{}", partial(unheard.set_result, None))
    await asyncio.wait([unheard], timeout=0.5)
    return unheard.done()


async def test_a_silent_owner_that_wakes_takes_nothing_a_second_time(both, postgres_url):
    first, second = both
    match = await begin(first, "tiny", turns=4)
    await answer(first, match, 0)
    await second.rooms.fresh(match)
    wake, received = first.bus.received, silence(first)
    before = BYPASSED.labels("silent").value
    assert await answer(second, match, 1) == 2
    assert BYPASSED.labels("silent").value == before + 1
    assert await answer(second, match, 0) == 3
    for given in received:
        wake(*given)
    await first.forwarded.stop()
    (first_key, second_key, third_key) = await keys_of(postgres_url, match)
    assert first_key is None
    assert second_key.startswith(" ")
    assert third_key is None, "the second answer was taken without asking"


async def test_a_slow_owner_that_answers_probes_is_waited_for(both, postgres_url):
    first, second = both
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 0)
    take = first.pipeline.take_here

    async def slow(command):
        await asyncio.sleep(3 * forwarding.SILENT_S)
        return await take(command)

    first.pipeline.take_here = slow
    assert await answer(second, match, 1) == 2
    assert await owner_of(postgres_url, match) == first.ownership.name


async def test_an_owner_that_never_replies_leaves_the_answer_unknown(both, monkeypatch):
    first, second = both
    monkeypatch.setattr(forwarding, "MAX_WAIT_S", 0.5)
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 0)
    command = await said(second, match, 1)
    never = asyncio.Event()

    async def hang(_command):
        await never.wait()
        return 0

    first.pipeline.take_here = hang
    with pytest.raises(Problem, match="did not say"):
        await second.pipeline.take(command)
    never.set()


@pytest.mark.parametrize("trouble", ["closing", "refusing", "crowded", "stuck", "unavailable"])
async def test_an_owner_in_trouble_leaves_it_to_the_other(both, postgres_url, trouble, monkeypatch):
    first, second = both
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 0)
    match trouble:
        case "closing":
            first.lifecycle.closing = True
        case "refusing":
            first.writer.refused = []
        case "crowded":
            first.forwarded._under_way[second.bus.name] = MAX_UNDER_WAY
        case "stuck":
            monkeypatch.setattr(type(first.writer), "is_stuck", property(lambda writer: True))
        case "unavailable":
            first.pipeline.take_here = fails(Problem("unavailable"))
    assert await answer(second, match, 1) == 2
    assert await owner_of(postgres_url, match) == second.ownership.name


async def test_what_a_process_that_stops_owns_is_taken_without_asking_it(both, postgres_url):
    first, second = both
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 0)
    room = await second.rooms.fresh(match)
    assert second.ownership.elsewhere(room) == first.bus.name
    asked, first.bus.received = [], lambda *given: asked.append(given)
    first.bus.leave()
    async with asyncio.timeout(20):
        while second.ownership.elsewhere(room):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert await answer(second, match, 1) == 2
    assert asked == []
    assert await owner_of(postgres_url, match) == second.ownership.name
    second.ownership.suspect(first.bus.name)
    assert second.ownership._suspects[first.bus.name] > time.monotonic() + SUSPECT_S


async def test_bots_and_timers_never_acquire_a_match(both, postgres_url):
    first, second = both
    match = await begin(first, "tiny", turns=3)
    command = msgspec.structs.replace(await said(first, match, 0), by=None)
    assert await first.pipeline.take(command) == 1
    assert await owner_of(postgres_url, match) is None
    assert await answer(second, match, 1) == 2
    command = msgspec.structs.replace(await said(first, match, 0), by=None)
    assert await first.pipeline.take(command) == 3
    assert await owner_of(postgres_url, match) == second.ownership.name


async def test_what_comes_too_late_is_not_taken(both):
    first, _ = both
    match = await begin(first, "tiny", turns=3)
    command = keyed(await said(first, match, 0))
    late = msgspec.structs.replace(command, not_after=first.service_clock.reference() - 1)
    with pytest.raises(Problem) as problem:
        await first.pipeline.take_here(late)
    assert problem.value.members["why"]
    assert (await first.rooms.fresh(match)).ply == 0


async def test_a_match_that_nobody_hears_at_its_owner_moves_to_its_players(both, postgres_url):
    first, second = both
    match = await begin(first, "tiny", turns=2 * LEAVE_AFTER)
    await answer(first, match, 0)
    first.presence.arrive(match, 0)
    for number in range(LEAVE_AFTER):
        await answer(second, match, (number + 1) % 2)
    assert await owner_of(postgres_url, match) == first.ownership.name
    first.presence.depart(match, 0)
    await answer(second, match, 1)
    assert await owner_of(postgres_url, match) == first.ownership.name
    await answer(second, match, 0)
    assert await owner_of(postgres_url, match) == second.ownership.name


async def test_the_reply_comes_before_its_frame(both):
    """Both in one queue of one Redis, and the ack within the delivery."""
    first, second = both
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 0)
    order, channel = [], f"match:{match}:1"
    command = await said(second, match, 1, ack=lambda ply: order.append(f"ack {ply}"))
    deliver = second.bus.deliver

    def delivered(to, message):
        if to == channel:
            order.append(f"frame {message.split(b',', 1)[0].decode()}")
        deliver(to, message)

    second.bus.deliver = delivered
    second.bus.subscribe(channel)
    async with asyncio.timeout(30):
        while not second.bus.follows(channel):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        await second.pipeline.take(command)
        while len(order) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert order == ["ack 2", "frame 2"]


async def test_what_may_stand_at_the_owner_is_not_called_unwritten(both):
    """The owner may have taken it, or may still: here nothing was written, which says nothing."""
    first, second = both
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 0)
    command = await said(second, match, 1, key="k")
    silence(first)
    second.writer.commit = fails(NotWritten("The database is too slow."))
    with pytest.raises(Unknown):
        await second.pipeline.take(command)


async def test_what_an_owner_declined_may_be_called_unwritten(both):
    first, second = both
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 0)
    first.lifecycle.closing = True
    second.writer.commit = fails(NotWritten("The database is too slow."))
    with pytest.raises(NotWritten):
        await second.pipeline.take(await said(second, match, 1))


async def test_a_bypassed_command_that_stands_is_acknowledged_again(both, postgres_url):
    """Its reply was lost, and the seat's question has changed since."""
    first, second = both
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 1)
    command, acked = await said(second, match, 0, ack=lambda ply: acked.append(ply)), []
    send = first.forwarded._send
    first.forwarded._send = lambda *given: None
    first.bus.received = first.forwarded.received
    taking = asyncio.create_task(second.pipeline.take(command))
    async with asyncio.timeout(30):
        while (await first.rooms.peek(match)).ply < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        assert await taking == 2
    first.forwarded._send = send
    assert acked == [2]
    assert len(await keys_of(postgres_url, match)) == 2


async def test_a_process_that_slept_does_not_blame_the_owner(both, monkeypatch):
    first, second = both
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 0)
    before = BYPASSED.labels("silent").value
    command = await said(second, match, 1)
    take = first.pipeline.take_here

    async def slow(command):
        await asyncio.sleep(0.05)
        time.sleep(2 * forwarding.SILENT_S)  # noqa: ASYNC251 - both live in this process
        return await take(command)

    first.pipeline.take_here = slow
    assert await second.pipeline.take(command) == 2
    assert BYPASSED.labels("silent").value == before


async def test_what_fails_in_a_reply_does_not_stop_the_bus(both):
    first, second = both
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 1)
    command = await said(second, match, 0)
    unknown = Refused("of-a-later-version", "Later.", 1, {})
    first.pipeline.take_here = fails(Problem("forbidden"))
    problem_as = forwarded.refused
    forwarded.refused = lambda problem: unknown
    try:
        with pytest.raises(Problem, match="Later"):
            await second.pipeline.take(command)
    finally:
        forwarded.refused = problem_as
    second.forwarded.received(first.bus.name, b"\xff")
    assert second.bus.is_well()


async def test_a_command_of_a_later_version_is_declined(both):
    first, second = both
    told = []
    first.bus.send = lambda *given: told.append(given[2])
    first.forwarded.received(second.bus.name, b'{"type":"command","id":7,"match":"m_1","kind":"x"}')
    assert told == [msgspec.json.encode(Refusal(7))]


def fails(error):
    async def fail(*_given):
        raise error

    return fail


async def test_messages_of_a_later_version_are_ignored(both):
    first, second = both
    for message in (b'{"type":"later","id":1}', b"nonsense", msgspec.json.encode(Alive())):
        first.forwarded.received(second.bus.name, message)
    first.forwarded.received(second.bus.name, msgspec.json.encode(Reply(4711, 1)))
    assert not first.forwarded._tasks


async def test_the_owner_of_the_original_is_not_asked_for_a_copy(both, postgres_url):
    """Restored elsewhere, on the same Redis, it names a process that serves the original."""
    first, second = both
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 0)
    second.ownership._mark = "another-"
    before = FORWARDED.labels("taken").value
    assert await answer(second, match, 1) == 2
    assert FORWARDED.labels("taken").value == before


async def test_while_redis_is_away_everybody_takes_what_arrives(both, monkeypatch):
    first, second = both
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 0)
    monkeypatch.setattr(second.bus, "is_well", lambda match="": False)
    command = await said(second, match, 1)
    monkeypatch.setattr(second.bus, "send", None)
    assert await second.pipeline.take(command) == 2


def test_clients_cannot_send_a_key_that_is_made_here():
    made = keyed(Command("answer", "m_1", 0, "1.0.0")).key
    assert made
    assert not KEY.fullmatch(made)
    assert keyed(Command("answer", "m_1", 0, "1.0.0", key="own")).key == "own"


def test_a_request_says_no_more_than_it_must():
    request = Request(1, "answer", "m_1", 0, "1.0.0", "k", 5)
    assert len(json.loads(msgspec.json.encode(request))) == 8
