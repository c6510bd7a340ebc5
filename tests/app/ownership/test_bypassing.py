"""Bypassing: what an owner does not take, the seat's process takes itself, exactly once."""

from __future__ import annotations

import asyncio
import time
from functools import partial

import pytest

from app.infra.metrics import BYPASSED, MOVED
from app.infra.problems import Problem
from app.matches.verdicts import NotWritten, Unknown
from app.ownership import forwarded, forwarding
from tests.app.in_process import begin
from tests.app.two_processes import answer, fails, keys_of, owner_of, said, silence

pytestmark = [pytest.mark.postgres, pytest.mark.redis]


async def test_answer_to_an_owner_that_is_gone_is_taken_locally(two_containers, postgres_url):
    first, second = two_containers
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 0)
    await second.rooms.fresh(match)
    before, moved = BYPASSED.labels("gone").value, MOVED._value.get()
    await first.bus.stop()
    command = await said(second, match, 1)
    async with asyncio.timeout(30):
        while not await is_unsubscribed(second, first):
            pass
    assert await asyncio.wait_for(second.pipeline.take(command), 30) == 2
    assert BYPASSED.labels("gone").value == before + 1
    assert MOVED._value.get() == moved + 1
    assert await owner_of(postgres_url, match) == second.pipeline.ownership.name
    assert await answer(second, match, 0) == 3
    assert BYPASSED.labels("gone").value == before + 1, "its own match now"


async def is_unsubscribed(services, other):
    """Whether Redis reports that the other process is no longer subscribed."""
    unheard = asyncio.get_running_loop().create_future()
    services.bus.send(other.bus.name, b"{}", partial(unheard.set_result, None))
    await asyncio.wait([unheard], timeout=0.5)
    return unheard.done()


async def test_recovered_owner_commits_no_answer_twice(two_containers, postgres_url):
    first, second = two_containers
    match = await begin(first, "tiny", turns=4)
    await answer(first, match, 0)
    await second.rooms.fresh(match)
    wake, received = first.bus.on_direct_message, silence(first)
    before = BYPASSED.labels("silent").value
    assert await answer(second, match, 1) == 2
    assert BYPASSED.labels("silent").value == before + 1
    assert await answer(second, match, 0) == 3
    for message in received:
        wake(*message)
    await first.pipeline.forwarded.stop()
    (first_key, second_key, third_key) = await keys_of(postgres_url, match)
    assert first_key is None
    assert second_key.startswith(" ")
    assert third_key is None, "the second answer was taken without asking"


async def test_slow_owner_that_answers_probes_is_not_bypassed(two_containers, postgres_url):
    first, second = two_containers
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 0)
    take = first.pipeline.local.take

    async def slow(command):
        await asyncio.sleep(3 * forwarding.SILENCE_TIMEOUT_S)
        return await take(command)

    first.pipeline.local.take = slow
    assert await answer(second, match, 1) == 2
    assert await owner_of(postgres_url, match) == first.pipeline.ownership.name


async def test_result_is_unknown_if_the_owner_never_replies(two_containers, monkeypatch):
    first, second = two_containers
    monkeypatch.setattr(forwarding, "MAX_WAIT_S", 0.5)
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 0)
    command = await said(second, match, 1)
    never = asyncio.Event()

    async def hang(_command):
        await never.wait()
        return 0

    first.pipeline.local.take = hang
    with pytest.raises(Problem, match="did not say"):
        await second.pipeline.take(command)
    never.set()


async def test_process_that_slept_does_not_bypass_the_owner(two_containers, monkeypatch):
    first, second = two_containers
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 0)
    before = BYPASSED.labels("silent").value
    command = await said(second, match, 1)
    take = first.pipeline.local.take

    async def slow(command):
        await asyncio.sleep(0.05)
        time.sleep(2 * forwarding.SILENCE_TIMEOUT_S)  # noqa: ASYNC251 - both live in this process
        return await take(command)

    first.pipeline.local.take = slow
    assert await second.pipeline.take(command) == 2
    assert BYPASSED.labels("silent").value == before


@pytest.mark.parametrize("trouble", ["closing", "refusing", "crowded", "stuck", "unavailable"])
async def test_owner_in_trouble_is_bypassed(two_containers, postgres_url, trouble, monkeypatch):
    first, second = two_containers
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 0)
    match trouble:
        case "closing":
            first.shutdown.begun = True
        case "refusing":
            first.writer.refused = []
        case "crowded":
            monkeypatch.setattr(forwarded, "MAX_UNDER_WAY", 0)
        case "stuck":
            monkeypatch.setattr(type(first.writer), "is_stuck", property(lambda writer: True))
        case "unavailable":
            first.pipeline.local.take = fails(Problem("unavailable"))
    assert await answer(second, match, 1) == 2
    assert await owner_of(postgres_url, match) == second.pipeline.ownership.name


async def test_process_takes_answers_itself_while_redis_is_away(two_containers, monkeypatch):
    first, second = two_containers
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 0)
    monkeypatch.setattr(second.bus, "is_up", lambda match="": False)
    command = await said(second, match, 1)
    monkeypatch.setattr(second.bus, "send", None)
    assert await second.pipeline.take(command) == 2


async def test_failed_write_is_unknown_if_the_owner_may_have_taken_it(two_containers):
    """The owner may have taken it, or may still; that nothing was written here proves nothing."""
    first, second = two_containers
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 0)
    command = await said(second, match, 1, key="k")
    silence(first)
    second.writer.commit = fails(NotWritten("The database is too slow."))
    with pytest.raises(Unknown):
        await second.pipeline.take(command)


async def test_failed_write_is_not_written_if_the_owner_declined(two_containers):
    first, second = two_containers
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 0)
    first.shutdown.begun = True
    second.writer.commit = fails(NotWritten("The database is too slow."))
    with pytest.raises(NotWritten):
        await second.pipeline.take(await said(second, match, 1))


async def test_bypass_acknowledges_a_command_the_owner_took(two_containers, postgres_url):
    """Its reply was lost, and the seat's question has changed since."""
    first, second = two_containers
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 1)
    command, acked = await said(second, match, 0, ack=lambda ply: acked.append(ply)), []
    send = first.pipeline.forwarded._send
    first.pipeline.forwarded._send = lambda *args: None
    first.bus.on_direct_message = first.pipeline.forwarded.receive
    taking = asyncio.create_task(second.pipeline.take(command))
    async with asyncio.timeout(30):
        while (await first.rooms.peek(match)).ply < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        assert await taking == 2
    first.pipeline.forwarded._send = send
    assert acked == [2]
    assert len(await keys_of(postgres_url, match)) == 2
