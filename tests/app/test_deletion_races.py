"""An account is deleted by three processes, of which one dies in the middle of each step, while its
matches are played.
"""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import AsyncExitStack, suppress
from datetime import timedelta

import pytest

from app.accounts.caller import Caller
from app.accounts.names import DELETED_NAME
from app.accounts.repository import new_account
from app.infra.problems import Problem
from app.infra.security import new_id
from app.lobby.schemas import JoinRequest, NewMatch
from app.matches.commands import Command
from tests.app.in_process import in_process_server
from tests.app.random_answers import pick
from tests.app.test_deletion import make_deletions_due, rows_as_text

pytestmark = pytest.mark.postgres
MATCHES = 6
NAME = "Zerlina the Brave"


@pytest.fixture
async def processes(tmp_path, postgres_url):
    """Three processes on one PostgreSQL."""
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(
                in_process_server(tmp_path, database_url=postgres_url, with_accounts=False)
            )
            for _ in range(3)
        ]


async def create_people(services):
    """Zerlina and Ann."""
    people = [new_account("person", NAME), new_account("person", f"Ann {new_id('n')[-6:]}")]
    async with services.database.writing() as session:
        session.add_all(people)
    return [Caller(row.id, row.name, "person", "", ()) for row in people]


async def begin_matches(services, zerlina, ann):
    matches = []
    for _ in range(MATCHES):
        new = NewMatch(game="tiny", seats=[{"kind": "me"}, {"kind": "open"}], rated=False)
        match = await services.lobby.create(new, zerlina)
        await services.lobby.join(match.id, JoinRequest(), ann)
        matches.append(match.id)
    return matches


async def answer_next(services, match, players, rng):
    """Answer one open question of the match at this process."""
    for seat, account in enumerate(players):
        with suppress(Problem):  # it was answered at another process, or has changed hands
            decisions = json.loads(await services.pipeline.decisions(match, seat))
            if decisions:
                answer = pick(decisions[0], rng)
                command = Command("answer", match, seat, decisions[0]["id"], answer, by=account)
                await services.pipeline.take(command)
                return


async def play(processes, matches, ann):
    """Ann answers at all processes until cancelled."""
    rng = random.Random(1)
    while True:
        match = rng.choice(matches)
        await answer_next(rng.choice(processes), match, [None, ann.account], rng)
        await asyncio.sleep(0.01)


async def die_in(services, step):
    """The process begins the deletion, and dies in its step: the transaction is not committed."""
    reached = asyncio.Event()

    async def hang(*args):
        reached.set()
        await asyncio.Event().wait()

    original = getattr(services.personal_data.deletions, step)
    setattr(services.personal_data.deletions, step, hang)
    deleting = asyncio.create_task(services.personal_data.deletions.delete_due())
    await asyncio.wait_for(reached.wait(), 20)
    deleting.cancel()
    await asyncio.wait([deleting])
    setattr(services.personal_data.deletions, step, original)
    await make_deletions_due(services)


async def test_deletion_by_three_processes_survives_deaths_and_matches_go_on(processes):
    first, second, third = processes
    zerlina, ann = await create_people(first)
    matches = await begin_matches(first, zerlina, ann)
    playing = asyncio.create_task(play(processes, matches, ann))
    await first.closures.delete(zerlina.account, timedelta(0))
    await die_in(first, "_empty_account")
    await die_in(second, "_forget")
    await die_in(third, "_finish")
    await asyncio.gather(*(services.personal_data.deletions.delete_due() for services in processes))
    playing.cancel()
    await asyncio.wait([playing])
    lines = await rows_as_text(first)
    assert [line for line in lines if zerlina.account in line or NAME in line] == []
    rng = random.Random(2)
    for match in matches:
        for services in processes:
            services.rooms.drop(match)  # these processes have no bus between them
        room = await second.rooms.fresh(match)
        assert [seat.name for seat in room.info.seats] == [DELETED_NAME, ann.name]
        ply = room.match_ply
        seats = [room.info.seats[0].account, ann.account]
        await answer_next(third, match, seats, rng)
        second.rooms.drop(match)
        assert (await second.rooms.fresh(match)).match_ply > ply
