"""Forwarding: an answer is taken by the process that has its match in memory."""

from __future__ import annotations

import asyncio
import json
import re

import msgspec
import pytest

from app.api.parameters import KEY_PATTERN
from app.bus.redis import channel_of_process
from app.infra.problems import Problem
from app.matches.commands import Command
from app.matches.idempotency import keyed
from app.offers.service import OfferRequest
from app.ownership import forwarded
from app.ownership.forwarding import Alive, DeclinedReply, Refused, Reply, Request
from tests.app.in_process import ANN, BOB, begin
from tests.app.two_processes import answer, fails, said

pytestmark = [pytest.mark.postgres, pytest.mark.redis]


async def test_forwarding_process_neither_reads_nor_writes_the_match(two_containers):
    """The room of the seat's process may be far behind."""
    first, second = two_containers
    match = await begin(first, "tiny", turns=3)
    commands = [await said(second, match, 1)]
    await answer(first, match, 0)
    await second.rooms.fresh(match)
    second.database.reading = second.writer.commit = None
    assert await asyncio.wait_for(second.pipeline.take(commands[0]), 30) == 2


@pytest.mark.parametrize("is_refused", [False, True])
async def test_forwarding_process_without_listeners_sees_the_result(two_containers, is_refused):
    """Otherwise a bot in a background process would retry the same answer forever."""
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


async def test_rest_api_reply_has_the_next_questions_from_the_owner(two_containers):
    first, second = two_containers
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 1)
    ply, decisions = await second.pipeline.take_and_ask(await said(second, match, 0))
    assert ply == 2
    assert decisions == await first.pipeline.decisions(match, 0)
    assert json.loads(decisions)


async def test_refusal_comes_from_the_owner(two_containers):
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
    assert [decision["id"] for decision in problem.value.members["decisions"]]


async def test_command_for_the_seat_of_another_is_not_forwarded(two_containers):
    first, second = two_containers
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 0)
    command = msgspec.structs.replace(await said(second, match, 1), by=ANN.account)
    with pytest.raises(Problem, match="no seat"):
        await second.pipeline.take(command)


async def test_forwarded_undo_that_needs_consent_becomes_an_offer(two_containers):
    first, second = two_containers
    match = await begin(first, "tiny", {"undo": "ask"}, turns=3)
    await answer(first, match, 0)
    await answer(second, match, 1)
    await answer(first, match, 0)
    offer = await second.offers.make(match, ANN, OfferRequest(kind="undo"))
    assert (offer.status, offer.asked) == ("open", [1])
    accepted = await first.offers.answer(match, BOB, offer.id, accept=True)
    assert accepted.status == "accepted"
    assert (await first.rooms.fresh(match)).ply == 4


async def test_expired_command_is_not_taken(two_containers):
    first, _ = two_containers
    match = await begin(first, "tiny", turns=3)
    command = keyed(await said(first, match, 0))
    late = msgspec.structs.replace(command, not_after=first.service_clock.reference() - 1)
    with pytest.raises(Problem) as problem:
        await first.pipeline.local.take(late)
    assert problem.value.members["why"]
    assert (await first.rooms.fresh(match)).ply == 0


async def test_reply_arrives_before_its_frame(two_containers):
    """Both are in one queue of one Redis, and the ack is sent within the delivery."""
    first, second = two_containers
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 0)
    order, channel = [], f"match:{match}:1"
    command = await said(second, match, 1, ack=lambda ply: order.append(f"ack {ply}"))
    deliver = second.bus.on_message

    def deliver_and_record(to, message):
        if to == channel:
            order.append(f"frame {message.split(b',', 1)[0].decode()}")
        deliver(to, message)

    second.bus.on_message = deliver_and_record
    second.bus.subscribe(channel)
    async with asyncio.timeout(30):
        while not second.bus.is_subscribed(channel):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        await second.pipeline.take(command)
        while len(order) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert order == ["ack 2", "frame 2"]


async def test_reply_leaves_in_one_batch_with_its_frames(two_containers, monkeypatch):
    """Separately they would be two batches, two deliveries and two writes to the socket."""
    first, second = two_containers
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 0)
    command = await said(second, match, 1)
    assert first.writer.is_calm
    outbox, batches = first.bus._publisher._outbox, []
    take = outbox.next_batch

    def take_and_record():
        batches.append(take())
        return batches[-1]

    monkeypatch.setattr(outbox, "next_batch", take_and_record)
    await second.pipeline.take(command)
    reply, frames = (
        channel_of_process(second.bus.name),
        {f"match:{match}:{seat}" for seat in (0, 1)},
    )
    (sent,) = [
        channels
        for batch in batches
        if reply in (channels := [message.channel for message in batch])
    ]
    assert frames <= set(sent[sent.index(reply) :])


async def test_malformed_reply_does_not_stop_the_bus(two_containers):
    first, second = two_containers
    match = await begin(first, "tiny", turns=3)
    await answer(first, match, 1)
    command = await said(second, match, 0)
    unknown = Refused("of-a-later-version", "Later.", 1, {})
    first.pipeline.local.take = fails(Problem("forbidden"))
    problem_as = forwarded.refused
    forwarded.refused = lambda problem: unknown
    try:
        with pytest.raises(Problem, match="Later"):
            await second.pipeline.take(command)
    finally:
        forwarded.refused = problem_as
    second.pipeline.forwarded.receive(first.bus.name, b"\xff")
    assert second.bus.is_up()


async def test_command_of_a_later_version_is_declined(two_containers):
    first, second = two_containers
    replies = []
    first.bus.send = lambda *args: replies.append(args[1])
    first.pipeline.forwarded.receive(
        second.bus.name, b'{"type":"command","id":7,"match":"m_1","kind":"x"}'
    )
    assert replies == [msgspec.json.encode(DeclinedReply(7))]


async def test_messages_of_a_later_version_are_ignored(two_containers):
    first, second = two_containers
    for message in (b'{"type":"later","id":1}', b"nonsense", msgspec.json.encode(Alive())):
        first.pipeline.forwarded.receive(second.bus.name, message)
    first.pipeline.forwarded.receive(second.bus.name, msgspec.json.encode(Reply(4711, 1)))
    assert not first.pipeline.forwarded._under_way


def test_generated_keys_are_invalid_for_clients():
    key = keyed(Command("answer", "m_1", 0, "1.0.0")).key
    assert key
    assert not re.fullmatch(KEY_PATTERN, key)
    assert keyed(Command("answer", "m_1", 0, "1.0.0", key="own")).key == "own"


def test_forwarded_request_omits_default_fields():
    request = Request(1, "answer", "m_1", 0, "1.0.0", "k", 5)
    assert len(json.loads(msgspec.json.encode(request))) == 8
