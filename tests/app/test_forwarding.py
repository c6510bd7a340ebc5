"""Forwarding: an answer is taken by the process that has its match in memory."""

from __future__ import annotations

import asyncio
import json
import re

import msgspec
import pytest

from app.api.paths import KEY_PATTERN
from app.bus.redis import channel_of_process
from app.infra.problems import Problem
from app.matches import forwarded
from app.matches.commands import Command
from app.matches.forwarding import Alive, Refusal, Refused, Reply, Request
from app.matches.idempotency import keyed
from app.offers.service import OfferRequest
from tests.app.in_process import ANN, BOB, begin
from tests.app.two_processes import answer, fails, said

pytestmark = [pytest.mark.postgres, pytest.mark.redis]


async def test_what_is_forwarded_is_not_read_again(two_containers):
    """The seat's process neither reads nor writes the match: its room may be far behind."""
    first, second = two_containers
    match = await begin(first, "tiny", turns=3)
    commands = [await said(second, match, 1)]
    await answer(first, match, 0)
    await second.rooms.fresh(match)
    second.database.reading = second.writer.commit = None
    assert await asyncio.wait_for(second.pipeline.take(commands[0]), 30) == 2


@pytest.mark.parametrize("is_refused", [False, True])
async def test_whoever_forwards_without_listening_sees_what_became_of_it(
    two_containers, is_refused
):
    """Otherwise a bot of a background process would try the same for ever."""
    first, second = two_containers
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


async def test_rest_hears_the_next_questions_from_the_owner(two_containers):
    first, second = two_containers
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 1)
    ply, decisions = await second.pipeline.take_and_ask(await said(second, match, 0))
    assert ply == 2
    assert decisions == await first.pipeline.decisions(match, 0)
    assert json.loads(decisions)


async def test_a_refusal_is_the_owners(two_containers):
    first, second = two_containers
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


async def test_only_the_holder_of_a_seat_is_forwarded_for(two_containers):
    first, second = two_containers
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 0)
    command = msgspec.structs.replace(await said(second, match, 1), by=ANN.account)
    with pytest.raises(Problem, match="no seat"):
        await second.pipeline.take(command)


async def test_an_undo_that_others_must_agree_to_is_offered(two_containers):
    first, second = two_containers
    match = await begin(first, "tiny", {"undo": "ask"}, turns=3)
    await answer(first, match, 0)
    await answer(second, match, 1)
    await answer(first, match, 0)
    made = await second.offers.make(match, ANN, OfferRequest(kind="undo"))
    assert (made.status, made.asked) == ("open", [1])
    accepted = await first.offers.answer(match, BOB, made.id, accept=True)
    assert accepted.status == "accepted"
    assert (await first.rooms.fresh(match)).ply == 4


async def test_what_comes_too_late_is_not_taken(two_containers):
    first, _ = two_containers
    match = await begin(first, "tiny", turns=3)
    command = keyed(await said(first, match, 0))
    late = msgspec.structs.replace(command, not_after=first.service_clock.reference() - 1)
    with pytest.raises(Problem) as problem:
        await first.pipeline.take_here(late)
    assert problem.value.members["why"]
    assert (await first.rooms.fresh(match)).ply == 0


async def test_the_reply_comes_before_its_frame(two_containers):
    """Both in one queue of one Redis, and the ack within the delivery."""
    first, second = two_containers
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


async def test_the_reply_leaves_with_its_frames(two_containers, monkeypatch):
    """Apart they would be two batches, two deliveries and two writes to the seat's socket."""
    first, second = two_containers
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 0)
    command = await said(second, match, 1)
    assert first.writer.is_calm
    outbox, batches = first.bus._publisher._outbox, []
    take = outbox.take

    def noted():
        batches.append(take())
        return batches[-1]

    monkeypatch.setattr(outbox, "take", noted)
    await second.pipeline.take(command)
    reply, frames = (
        channel_of_process(second.bus.name),
        {f"match:{match}:{seat}" for seat in (0, 1)},
    )
    (sent,) = [
        channels for batch in batches if reply in (channels := [one.channel for one in batch])
    ]
    assert frames <= set(sent[sent.index(reply) :])


async def test_what_fails_in_a_reply_does_not_stop_the_bus(two_containers):
    first, second = two_containers
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


async def test_a_command_of_a_later_version_is_declined(two_containers):
    first, second = two_containers
    told = []
    first.bus.send = lambda *given: told.append(given[2])
    first.forwarded.received(second.bus.name, b'{"type":"command","id":7,"match":"m_1","kind":"x"}')
    assert told == [msgspec.json.encode(Refusal(7))]


async def test_messages_of_a_later_version_are_ignored(two_containers):
    first, second = two_containers
    for message in (b'{"type":"later","id":1}', b"nonsense", msgspec.json.encode(Alive())):
        first.forwarded.received(second.bus.name, message)
    first.forwarded.received(second.bus.name, msgspec.json.encode(Reply(4711, 1)))
    assert not first.forwarded._under_way


def test_clients_cannot_send_a_key_that_is_made_here():
    made = keyed(Command("answer", "m_1", 0, "1.0.0")).key
    assert made
    assert not re.fullmatch(KEY_PATTERN, made)
    assert keyed(Command("answer", "m_1", 0, "1.0.0", key="own")).key == "own"


def test_a_request_says_no_more_than_it_must():
    request = Request(1, "answer", "m_1", 0, "1.0.0", "k", 5)
    assert len(json.loads(msgspec.json.encode(request))) == 8
