"""Ownership: which process has a match in memory, and when another process takes it over."""

from __future__ import annotations

import asyncio
import time

import msgspec
import pytest

from app.infra.metrics import FORWARDED
from app.ownership.forwarded import LEAVE_AFTER_ENTRIES
from app.ownership.ownership import SUSPECT_S
from tests.app.in_process import begin
from tests.app.two_processes import answer, owner_of, said

pytestmark = [pytest.mark.postgres, pytest.mark.redis]


async def test_first_answer_acquires_ownership_and_others_forward_to_it(
    two_containers, postgres_url
):
    first, second = two_containers
    match = await begin(first, "tiny", turns=3)
    assert await owner_of(postgres_url, match) is None
    assert await answer(first, match, 0) == 1
    before, acked = FORWARDED.labels("taken").value, []
    assert await answer(second, match, 1, ack=acked.append) == 2
    assert acked == [2]
    assert FORWARDED.labels("taken").value == before + 1
    assert await owner_of(postgres_url, match) == first.pipeline.ownership.name
    assert (await first.rooms.peek(match)).ply == 2


async def test_bots_and_timers_never_acquire_a_match(two_containers, postgres_url):
    first, second = two_containers
    match = await begin(first, "tiny", turns=3)
    command = msgspec.structs.replace(await said(first, match, 0), by=None)
    assert await first.pipeline.take(command) == 1
    assert await owner_of(postgres_url, match) is None
    assert await answer(second, match, 1) == 2
    command = msgspec.structs.replace(await said(first, match, 0), by=None)
    assert await first.pipeline.take(command) == 3
    assert await owner_of(postgres_url, match) == second.pipeline.ownership.name


async def test_match_without_listeners_at_its_owner_moves_to_its_players(
    two_containers, postgres_url
):
    first, second = two_containers
    match = await begin(first, "tiny", turns=2 * LEAVE_AFTER_ENTRIES)
    await answer(first, match, 0)
    first.presence.arrive(match, 0)
    for number in range(LEAVE_AFTER_ENTRIES):
        await answer(second, match, (number + 1) % 2)
    assert await owner_of(postgres_url, match) == first.pipeline.ownership.name
    first.presence.depart(match, 0)
    await answer(second, match, 1)
    assert await owner_of(postgres_url, match) == first.pipeline.ownership.name
    await answer(second, match, 0)
    assert await owner_of(postgres_url, match) == second.pipeline.ownership.name


async def test_match_of_a_stopping_process_is_taken_over_without_asking_it(
    two_containers, postgres_url
):
    first, second = two_containers
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 0)
    room = await second.rooms.fresh(match)
    assert second.pipeline.ownership.other_owner(room) == first.bus.name
    received, first.bus.on_direct_message = [], lambda *message: received.append(message)
    first.bus.leave()
    async with asyncio.timeout(20):
        while second.pipeline.ownership.other_owner(room):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert await answer(second, match, 1) == 2
    assert received == []
    assert await owner_of(postgres_url, match) == second.pipeline.ownership.name
    second.pipeline.ownership.suspect(first.bus.name)
    assert second.pipeline.ownership._suspects[first.bus.name] > time.monotonic() + SUSPECT_S


async def test_owner_of_the_original_is_not_asked_about_a_copy(two_containers, postgres_url):
    """A copy restored elsewhere on the same Redis names a process that serves the original."""
    first, second = two_containers
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 0)
    second.pipeline.ownership._database_prefix = "another-"
    before = FORWARDED.labels("taken").value
    assert await answer(second, match, 1) == 2
    assert FORWARDED.labels("taken").value == before
