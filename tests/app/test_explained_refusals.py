"""Refusals name the currently open questions, even if the room was stale."""

import asyncio

import msgspec
import pytest

from app.infra.problems import Problem
from app.matches.commands import Command
from app.wire.play import Decision
from tests.app.in_process import ANN, begin, in_process_server
from tests.app.two_processes import said


async def open_decisions(services, match, seat):
    """The seat's open questions."""
    return msgspec.json.decode(await services.pipeline.decisions(match, seat), type=list[Decision])


async def refusal(services, match, decision):
    """The problem that Ann gets for an answer that fits no question."""
    command = Command("answer", match, 0, decision, "no card", by=ANN.account)
    with pytest.raises(Problem) as problem:
        await asyncio.wait_for(services.pipeline.take(command), 30)
    return problem.value


@pytest.fixture
async def stale_process(two_containers):
    """A process whose room missed two answers that another process took, the match, and Ann's open
    decisions now; in the room, it is still 0.0.
    """
    first, second = two_containers
    match = await begin(first, "tiny", turns=3)
    assert [decision.id for decision in await open_decisions(second, match, 0)] == ["0.0"]
    for seat in (0, 1):
        command = await said(first, match, seat)
        await first.pipeline.take(msgspec.structs.replace(command, by=None))  # makes no owner
    room = await second.rooms.peek(match)
    assert (room.ply, room.is_stale) == (0, False)
    now = await open_decisions(first, match, 0)
    assert [decision.id for decision in now] == ["2.0"]
    return second, match, now


@pytest.mark.postgres
@pytest.mark.redis
@pytest.mark.parametrize("decision", ["0.0", "9.9"])
async def test_stale_room_refuses_with_the_current_questions(stale_process, decision):
    services, match, now = stale_process
    problem = await refusal(services, match, decision)
    assert (problem.name, problem.members["decisions"]) == ("stale-decision", now)


@pytest.mark.postgres
@pytest.mark.redis
async def test_stale_room_refuses_an_illegal_answer_with_its_question(stale_process):
    services, match, now = stale_process
    problem = await refusal(services, match, "2.0")
    assert (problem.name, problem.members["decision"]) == ("illegal-answer", now[0])


async def test_question_that_closes_before_the_refusal_is_explained_is_stale(tmp_path):
    """The refusal is explained after its turn, so the next answer may come in between."""
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny", turns=3)
        await services.pipeline.take(await said(services, match, 1))
        right = await said(services, match, 0)
        turns = services.pipeline.turns
        explain = turns._refusal

        async def explain_later(*args):
            turns._refusal = explain
            await services.pipeline.take(right)
            return await explain(*args)

        turns._refusal = explain_later
        problem = await refusal(services, match, "0.0")
        now = await open_decisions(services, match, 0)
        assert [decision.id for decision in now] == ["2.0"]
        assert (problem.name, problem.members["decisions"]) == ("stale-decision", now)
