"""Quotas: limits on what one account may have at a time, however it was created."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
import sqlalchemy as sa

from app.accounts.caller import Caller
from app.accounts.models import Account
from app.chat.service import ChatText
from app.forfeits.timeouts import take_seat
from app.infra.problems import Problem
from app.infra.wall_clock import now
from app.lobby.rematch import ForkRequest
from app.lobby.schemas import JoinRequest, NewMatch, SeatChange
from app.matches.models import ChatRow, MatchRow, SeatRow
from engine.core.event import PUBLIC
from tests.app.conftest import running
from tests.app.in_process import ANN, BOB, in_process_server
from tests.app.test_lobby import problem
from tests.app.wire import arrive

ME, OPEN, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}


async def create_match(services, *seats, caller=ANN, **more):
    new = NewMatch(game="tiny", seats=list(seats), **more)
    return (await services.lobby.create(new, caller)).id


async def assert_refused(name, work):
    """Return the problem of that name, which says how to continue and when to retry."""
    with pytest.raises(Problem) as caught:
        await work
    assert caught.value.name == name
    assert caught.value.sentence.count(".") >= 1
    assert int(caught.value.advice()["Retry-After"]) >= 1
    return caught.value


async def count_successes(*works):
    """Count the successes; every failure must be a quota's refusal."""
    results = await asyncio.gather(*works, return_exceptions=True)
    for result in results:
        assert not isinstance(result, Exception) or result.name.startswith("too-m"), result
    return sum(not isinstance(result, Exception) for result in results)


async def test_account_has_at_most_five_open_tables(tmp_path):
    async with in_process_server(tmp_path) as services:
        tables = [await create_match(services, ME, OPEN) for _ in range(5)]
        refusal = await assert_refused("too-many-tables", create_match(services, ME, OPEN))
        assert "5 open tables" in refusal.sentence
        await create_match(services, ME, OPEN, caller=BOB)
        await create_match(services, ME, BOT)
        await services.lobby.join(tables[0], JoinRequest(), BOB)
        await create_match(services, ME, OPEN)
        await assert_refused("too-many-tables", create_match(services, ME, OPEN))
        await services.lobby.leave(tables[1], ANN)
        await assert_refused("too-many-tables", create_match(services, OPEN, OPEN))
        await services.open_tables.close(tables[1], ANN)
        closed = await services.lobby.get(tables[1], ANN)
        assert (closed.status, closed.outcome.reason) == ("aborted", "closed")
        await create_match(services, OPEN, OPEN)


async def test_only_the_creator_closes_a_table_and_only_before_the_start(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await create_match(services, ME, OPEN)
        await assert_problem("forbidden", services.open_tables.close(match, BOB))
        await services.lobby.join(match, JoinRequest(), BOB)
        await assert_problem("already-started", services.open_tables.close(match, ANN))
        await assert_problem("not-found", services.open_tables.close("m_none", ANN))


async def assert_problem(name, work):
    with pytest.raises(Problem) as caught:
        await work
    assert caught.value.name == name


async def test_rematch_and_fork_count_as_open_tables(tmp_path):
    async with in_process_server(tmp_path, max_open_tables=1) as services:
        match = await create_match(services, ME, OPEN)
        await services.lobby.join(match, JoinRequest(), BOB)
        await services.ender.end(match, status="aborted", reason="aborted")
        other = await create_match(services, ME, OPEN)
        await assert_refused("too-many-tables", services.rematches.rematch(match, ANN))
        room = await services.rooms.fresh(match)
        fork = ForkRequest(ply=0, seats=[ME, OPEN])
        await assert_refused("too-many-tables", services.rematches.fork(room, fork, ANN))
        await services.open_tables.close(other, ANN)
        assert (await services.rematches.rematch(match, ANN))[1]


async def test_unfinished_matches_are_limited_however_they_begin(tmp_path):
    async with in_process_server(tmp_path, max_unfinished_matches=2) as services:
        first, second = (
            await create_match(services, ME, BOT),
            await create_match(services, ME, OPEN),
        )
        refusal = await assert_refused("too-many-matches", create_match(services, ME, BOT))
        assert "2 unfinished matches" in refusal.sentence
        await assert_refused("too-many-matches", create_match(services, ME, OPEN))
        bobs_match = await create_match(services, ME, OPEN, caller=BOB)
        await assert_refused(
            "too-many-matches", services.lobby.join(bobs_match, JoinRequest(), ANN)
        )
        reserved = await create_match(services, ME, {**OPEN, "invite": None}, caller=BOB)
        await assert_refused("too-many-matches", services.lobby.join(reserved, JoinRequest(), ANN))
        await create_match(services, OPEN, OPEN)  # a table for others, at which Ann does not sit
        await services.resignations.resign(first, ANN.account)
        await services.lobby.join(bobs_match, JoinRequest(), ANN)
        room = await services.rooms.fresh(first)
        await assert_refused(
            "too-many-matches", services.rematches.fork(room, ForkRequest(ply=0), ANN)
        )
        await assert_refused("too-many-matches", services.rematches.rematch(first, ANN))
        await services.lobby.leave(second, ANN)
        assert (await services.rematches.rematch(first, ANN))[1]


async def test_joining_a_running_match_counts_as_unfinished(tmp_path):
    async with in_process_server(tmp_path, max_unfinished_matches=1) as services:
        match = await create_match(services, ME, OPEN)
        await services.lobby.join(match, JoinRequest(), BOB)
        cid = await newcomer(services)
        await create_match(services, ME, BOT, caller=cid)
        async with services.database.writing() as session:
            seat = await session.get_one(SeatRow, (match, 1))
            seat.kind, seat.account, seat.former = "open", None, BOB.account
            row = await session.get_one(MatchRow, match)
            row.edition += 1
            code = row.code
        await assert_refused(
            "too-many-matches", services.lobby.join(match, JoinRequest(code=code), cid)
        )


async def newcomer(services, id="a_cid"):
    async with services.database.writing() as session:
        columns = {"preferences": {}, "created_at": now()}
        session.add(Account(id=id, kind="guest", name="Cid", **columns))
    return Caller(id, "Cid", "guest", "t_cid", ())


@pytest.mark.parametrize("action", ["create", "start", "seat"])
async def test_account_has_at_most_two_bot_only_matches(tmp_path, action):
    async with in_process_server(tmp_path, background=True) as services:
        await create_match(services, BOT, BOT)
        await create_match(services, BOT, BOT)
        if action == "create":
            work = create_match(services, BOT, BOT)
        elif action == "start":
            match = await create_match(services, BOT, BOT, autostart=False)
            work = services.lobby.start(match, ANN)
        else:
            match = await create_match(services, BOT, OPEN)
            work = services.lobby.change_seat(match, 1, SeatChange(kind="bot"), ANN)
        await assert_refused("too-many-bot-matches", work)
        await create_match(services, BOT, BOT, caller=BOB)
        await create_match(services, ME, BOT)


async def create_bot(services, owner=ANN, id="a_kin"):
    """A bot of that owner."""
    async with services.database.writing() as session:
        columns = {"preferences": {}, "created_at": now(), "owner": owner.account}
        session.add(Account(id=id, kind="bot", name=f"Kin {id}", **columns))
    return Caller(id, f"Kin {id}", "bot", f"t_{id}", ())


async def test_tables_of_a_bot_count_against_its_owner(tmp_path):
    async with in_process_server(tmp_path, max_open_tables=3) as services:
        bot, other = await create_bot(services), await create_bot(services, id="a_other")
        for caller in (ANN, bot, other):
            await create_match(services, ME, OPEN, caller=caller)
        for caller in (ANN, bot, other):
            await assert_refused("too-many-tables", create_match(services, ME, OPEN, caller=caller))
        await create_match(services, ME, OPEN, caller=BOB)


async def test_bot_only_matches_created_by_a_bot_count_against_its_owner(tmp_path):
    async with in_process_server(tmp_path, max_unfinished_matches=3) as services:
        bot, other = await create_bot(services), await create_bot(services, id="a_other")
        await create_match(services, BOT, BOT)
        await create_match(services, BOT, BOT, caller=bot)
        for caller in (ANN, bot, other):
            await assert_refused(
                "too-many-bot-matches", create_match(services, BOT, BOT, caller=caller)
            )
        await create_match(services, BOT, BOT, caller=BOB)
        for caller in (ANN, other):  # of three each has one left: only seats are an account's own
            await create_match(services, ME, BOT, caller=caller)
            await assert_refused("too-many-matches", create_match(services, ME, BOT, caller=caller))


async def test_chat_of_a_bot_counts_against_its_owner(tmp_path):
    async with in_process_server(tmp_path, chat_per_minute=3) as services:
        bot = await create_bot(services)
        match = await create_match(services, ME, OPEN)
        await services.lobby.join(match, JoinRequest(), bot)
        room = await services.rooms.get(match)
        for caller in (ANN, bot, ANN):
            await services.chat.say(room, caller, ChatText("Hello"))
        for caller in (ANN, bot):
            await assert_refused("too-much-chat", services.chat.say(room, caller, ChatText("more")))


async def test_concurrent_requests_of_an_owners_bots_respect_the_limits(tmp_path, database_url):
    async with in_process_server(tmp_path, database_url=database_url) as services:
        callers = [ANN, *[await create_bot(services, id=f"a_kin{n}") for n in range(5)]]
        assert (
            await count_successes(
                *(create_match(services, OPEN, OPEN, caller=caller) for caller in callers * 2)
            )
            == 5
        )
        assert (
            await count_successes(
                *(create_match(services, BOT, BOT, caller=caller) for caller in callers)
            )
            == 2
        )


async def time_out(services, match):
    """A bot takes over the first seat, whose time is up."""
    async with services.locks.lock(match) as locked:
        await take_seat(locked, 0, "bot", services.settings)
    await services.changes.announce(match, locked.left)


async def test_timeouts_do_not_exceed_the_limit_of_bot_only_matches(tmp_path):
    async with in_process_server(tmp_path) as services:
        bot = await create_bot(services)
        matches = [
            await create_match(services, ME, BOT, BOT, caller=caller)
            for caller in (ANN, bot, ANN, bot)
        ]
        shared = await create_match(services, ME, OPEN)
        await services.lobby.join(shared, JoinRequest(), BOB)
        for match in (*matches, shared):
            await time_out(services, match)
        ended = [(await row_of(services, match)).status for match in matches]
        assert ended == ["playing", "playing", "finished", "finished"]
        assert (await row_of(services, matches[2])).outcome["reason"] == "forfeit"
        assert (await row_of(services, shared)).status == "playing", "Bob is still there"
        await assert_refused("too-many-bot-matches", create_match(services, BOT, BOT))
        back = await services.lobby.join(matches[0], JoinRequest(), ANN)
        assert back.seats[0].you
        await time_out(services, matches[0])
        assert (await row_of(services, matches[0])).status == "playing"


async def test_concurrent_requests_respect_the_limits(tmp_path, database_url):
    settings = {"max_unfinished_matches": 7}
    async with in_process_server(tmp_path, database_url=database_url, **settings) as services:
        tables = [create_match(services, ME, OPEN) for _ in range(9)]
        assert await count_successes(*tables) == 5
        bots = [create_match(services, BOT, BOT) for _ in range(6)]
        assert await count_successes(*bots) == 2
        alone = [create_match(services, ME, BOT, caller=BOB) for _ in range(12)]
        assert await count_successes(*alone) == 7


async def test_account_sends_at_most_twenty_chat_lines_per_minute(tmp_path, database_url):
    async with in_process_server(tmp_path, database_url=database_url) as services:
        match = await create_match(services, ME, OPEN)
        other = await create_match(services, OPEN, OPEN)
        rooms = [await services.rooms.get(id) for id in (match, other)]
        lines = [
            services.chat.say(rooms[n % 2], ANN, ChatText(f"{n}", key=f"{n}")) for n in range(24)
        ]
        assert await count_successes(*lines) == 20
        refusal = await assert_refused(
            "too-much-chat", services.chat.say(rooms[0], ANN, ChatText("more"))
        )
        assert refusal.wait > 50
        await services.chat.say(rooms[1], BOB, ChatText("Hello"))
        chat = await services.chat.read(rooms[0], 0, ANN)
        chat.items += (await services.chat.read(rooms[1], PUBLIC, None)).items
        accepted = next(int(line.text) for line in chat.items if line.sender == "Ann")
        again = await services.chat.say(
            rooms[accepted % 2], ANN, ChatText(f"{accepted}", key=f"{accepted}")
        )
        assert again.text == f"{accepted}"
        async with services.database.writing() as session:
            await session.execute(sa.update(ChatRow).values(at=now() - timedelta(seconds=61)))
        await services.chat.say(rooms[0], ANN, ChatText("more"))
        async with services.database.writing() as session:
            await session.execute(sa.update(ChatRow).values(at=now() + timedelta(hours=1)))
        await services.chat.say(rooms[0], ANN, ChatText("The clock was set back"))


async def row_of(services, match):
    async with services.database.reading() as session:
        return await session.get_one(MatchRow, match)


@pytest.fixture(scope="module")
def small_limits_server(tmp_path_factory):
    """A server that allows one open table per account and two chat lines per minute."""
    settings = {"MAX_OPEN_TABLES": "1", "CHAT_PER_MINUTE": "2"}
    yield from running(tmp_path_factory.mktemp("few"), "few.log", settings)


async def test_exceeded_limits_are_reported_with_a_wait(small_limits_server):
    ann = await arrive(small_limits_server.url, "Ann")
    body = {"game": "tiny", "seats": [ME, OPEN]}
    match = (await ann.post("/matches", body, 201))["id"]
    late = await ann.call("POST", "/matches", body)
    assert problem(late) == "too-many-tables"
    assert late.status_code == 429
    assert late.headers["Retry-After"] == str(late.json()["retry_after"]) == "60"
    wire = await ann.wire(match)
    for n in range(2):
        assert (await wire.command("chat", text=f"{n}"))["t"] == "ack"
    nack = await wire.command("chat", text="3")
    assert nack["problem"]["type"] == "/problems/too-much-chat"
    assert 50 < nack["problem"]["retry_after"] <= 60
    closed = await ann.call("DELETE", f"/matches/{match}")
    assert (closed.status_code, closed.json()["status"]) == (200, "aborted")
    await ann.post("/matches", body, 201)
    await wire.close()
