"""Quotas: limits on what one account may have at a time, however it was created."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
import sqlalchemy as sa

from app.accounts.caller import Caller
from app.accounts.models import Account
from app.chat.service import ChatText
from app.departures import substitution
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
UNHURRIED = {"database_seconds": 60, "commit_seconds": 60}
"""Requests of one account at once wait for one another: on a busy machine for longer than usual."""


async def make(services, *seats, caller=ANN, **more):
    new = NewMatch(game="tiny", seats=list(seats), **more)
    return (await services.lobby.create(new, caller)).id


async def refused(name, work):
    """The problem of that name; its sentence says how to get on, its header when."""
    with pytest.raises(Problem) as caught:
        await work
    assert caught.value.name == name
    assert caught.value.sentence.count(".") >= 1
    assert int(caught.value.advice()["Retry-After"]) >= 1
    return caught.value


async def outcomes(*works):
    """How many succeeded; every refusal was because of a quota."""
    done = await asyncio.gather(*works, return_exceptions=True)
    for one in done:
        assert not isinstance(one, Exception) or one.name.startswith("too-m"), one
    return sum(not isinstance(one, Exception) for one in done)


async def test_no_more_than_five_open_tables(tmp_path):
    async with in_process_server(tmp_path) as services:
        tables = [await make(services, ME, OPEN) for _ in range(5)]
        found = await refused("too-many-tables", make(services, ME, OPEN))
        assert "5 open tables" in found.sentence
        await make(services, ME, OPEN, caller=BOB)
        await make(services, ME, BOT)
        await services.lobby.join(tables[0], JoinRequest(), BOB)
        await make(services, ME, OPEN)
        await refused("too-many-tables", make(services, ME, OPEN))
        await services.lobby.leave(tables[1], ANN)
        await refused("too-many-tables", make(services, OPEN, OPEN))
        await services.open_tables.close(tables[1], ANN)
        closed = await services.lobby.get(tables[1], ANN)
        assert (closed.status, closed.outcome.reason) == ("aborted", "closed")
        await make(services, OPEN, OPEN)


async def test_only_who_made_a_table_closes_it_and_only_before_the_start(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await make(services, ME, OPEN)
        await refused_quietly("forbidden", services.open_tables.close(match, BOB))
        await services.lobby.join(match, JoinRequest(), BOB)
        await refused_quietly("already-started", services.open_tables.close(match, ANN))
        await refused_quietly("not-found", services.open_tables.close("m_none", ANN))


async def refused_quietly(name, work):
    with pytest.raises(Problem) as caught:
        await work
    assert caught.value.name == name


async def test_a_rematch_and_a_fork_are_tables_too(tmp_path):
    async with in_process_server(tmp_path, max_open_tables=1) as services:
        match = await make(services, ME, OPEN)
        await services.lobby.join(match, JoinRequest(), BOB)
        await services.ender.end(match, status="aborted", reason="aborted")
        other = await make(services, ME, OPEN)
        await refused("too-many-tables", services.rematches.rematch(match, ANN))
        room = await services.rooms.fresh(match)
        wish = ForkRequest(ply=0, seats=[ME, OPEN])
        await refused("too-many-tables", services.rematches.fork(room, wish, ANN))
        await services.open_tables.close(other, ANN)
        assert (await services.rematches.rematch(match, ANN))[1]


async def test_no_more_unfinished_matches_however_one_comes_by_them(tmp_path):
    async with in_process_server(tmp_path, max_unfinished_matches=2) as services:
        first, second = await make(services, ME, BOT), await make(services, ME, OPEN)
        found = await refused("too-many-matches", make(services, ME, BOT))
        assert "2 unfinished matches" in found.sentence
        await refused("too-many-matches", make(services, ME, OPEN))
        of_bob = await make(services, ME, OPEN, caller=BOB)
        await refused("too-many-matches", services.lobby.join(of_bob, JoinRequest(), ANN))
        kept = await make(services, ME, {**OPEN, "invite": None}, caller=BOB)
        await refused("too-many-matches", services.lobby.join(kept, JoinRequest(), ANN))
        await make(services, OPEN, OPEN)  # a table for others, at which Ann does not sit
        await services.resignations.resign(first, ANN.account)
        await services.lobby.join(of_bob, JoinRequest(), ANN)
        room = await services.rooms.fresh(first)
        await refused("too-many-matches", services.rematches.fork(room, ForkRequest(ply=0), ANN))
        await refused("too-many-matches", services.rematches.rematch(first, ANN))
        await services.lobby.leave(second, ANN)
        assert (await services.rematches.rematch(first, ANN))[1]


async def test_an_open_seat_of_a_match_that_has_begun_counts(tmp_path):
    async with in_process_server(tmp_path, max_unfinished_matches=1) as services:
        match = await make(services, ME, OPEN)
        await services.lobby.join(match, JoinRequest(), BOB)
        cid = await newcomer(services)
        await make(services, ME, BOT, caller=cid)
        async with services.database.writing() as session:
            seat = await session.get_one(SeatRow, (match, 1))
            seat.kind, seat.account, seat.former = "open", None, BOB.account
            row = await session.get_one(MatchRow, match)
            row.edition += 1
            code = row.code
        await refused("too-many-matches", services.lobby.join(match, JoinRequest(code=code), cid))


async def newcomer(services, id="a_cid"):
    async with services.database.writing() as session:
        made = {"preferences": {}, "created_at": now()}
        session.add(Account(id=id, kind="guest", name="Cid", **made))
    return Caller(id, "Cid", "guest", "t_cid", ())


@pytest.mark.parametrize("way", ["create", "start", "seat"])
async def test_two_matches_without_a_person_at_a_time(tmp_path, way):
    async with in_process_server(tmp_path, background=True) as services:
        await make(services, BOT, BOT)
        await make(services, BOT, BOT)
        if way == "create":
            work = make(services, BOT, BOT)
        elif way == "start":
            match = await make(services, BOT, BOT, autostart=False)
            work = services.lobby.start(match, ANN)
        else:
            match = await make(services, BOT, OPEN)
            work = services.lobby.change_seat(match, 1, SeatChange(kind="bot"), ANN)
        await refused("too-many-bot-matches", work)
        await make(services, BOT, BOT, caller=BOB)
        await make(services, ME, BOT)


async def botkin(services, owner=ANN, id="a_kin"):
    """A bot of that person's."""
    async with services.database.writing() as session:
        made = {"preferences": {}, "created_at": now(), "owner": owner.account}
        session.add(Account(id=id, kind="bot", name=f"Kin {id}", **made))
    return Caller(id, f"Kin {id}", "bot", f"t_{id}", ())


async def test_tables_of_ones_bots_count_as_ones_own(tmp_path):
    async with in_process_server(tmp_path, max_open_tables=3) as services:
        kin, other = await botkin(services), await botkin(services, id="a_other")
        for caller in (ANN, kin, other):
            await make(services, ME, OPEN, caller=caller)
        for caller in (ANN, kin, other):
            await refused("too-many-tables", make(services, ME, OPEN, caller=caller))
        await make(services, ME, OPEN, caller=BOB)


async def test_matches_of_bots_alone_that_ones_bots_make_count_as_ones_own(tmp_path):
    async with in_process_server(tmp_path, max_unfinished_matches=3) as services:
        kin, other = await botkin(services), await botkin(services, id="a_other")
        await make(services, BOT, BOT)
        await make(services, BOT, BOT, caller=kin)
        for caller in (ANN, kin, other):
            await refused("too-many-bot-matches", make(services, BOT, BOT, caller=caller))
        await make(services, BOT, BOT, caller=BOB)
        for caller in (ANN, other):  # of three each has one left: only seats are an account's own
            await make(services, ME, BOT, caller=caller)
            await refused("too-many-matches", make(services, ME, BOT, caller=caller))


async def test_what_ones_bots_say_counts_as_ones_own(tmp_path):
    async with in_process_server(tmp_path, chat_per_minute=3) as services:
        kin = await botkin(services)
        match = await make(services, ME, OPEN)
        await services.lobby.join(match, JoinRequest(), kin)
        room = await services.rooms.get(match)
        for caller in (ANN, kin, ANN):
            await services.chat.say(room, caller, ChatText("Hello"))
        for caller in (ANN, kin):
            await refused("too-much-chat", services.chat.say(room, caller, ChatText("more")))


async def test_bots_of_one_person_at_once_do_not_exceed_a_ceiling(tmp_path, database_url):
    async with in_process_server(tmp_path, database_url=database_url, **UNHURRIED) as services:
        kin = [ANN, *[await botkin(services, id=f"a_kin{n}") for n in range(5)]]
        assert await outcomes(*(make(services, OPEN, OPEN, caller=one) for one in kin * 2)) == 5
        assert await outcomes(*(make(services, BOT, BOT, caller=one) for one in kin)) == 2


async def test_no_more_matches_of_bots_alone_by_running_out_of_time(tmp_path, monkeypatch):
    monkeypatch.setattr(substitution, "timed_out", lambda *_: {0})
    async with in_process_server(tmp_path) as services:
        kin = await botkin(services)
        matches = [await make(services, ME, BOT, BOT, caller=one) for one in (ANN, kin, ANN, kin)]
        shared = await make(services, ME, OPEN)
        await services.lobby.join(shared, JoinRequest(), BOB)
        for match in (*matches, shared):
            await services.substitutions.take_over_by_bot(match, 0)
        ended = [(await row_of(services, match)).status for match in matches]
        assert ended == ["playing", "playing", "finished", "finished"]
        assert (await row_of(services, matches[2])).outcome["reason"] == "forfeit"
        assert (await row_of(services, shared)).status == "playing", "Bob is still there"
        await refused("too-many-bot-matches", make(services, BOT, BOT))
        back = await services.lobby.join(matches[0], JoinRequest(), ANN)
        assert back.seats[0].you
        await services.substitutions.take_over_by_bot(matches[0], 0)
        assert (await row_of(services, matches[0])).status == "playing"


async def test_requests_at_once_do_not_exceed_a_ceiling(tmp_path, database_url):
    settings = {"max_unfinished_matches": 7, **UNHURRIED}
    async with in_process_server(tmp_path, database_url=database_url, **settings) as services:
        tables = [make(services, ME, OPEN) for _ in range(9)]
        assert await outcomes(*tables) == 5
        bots = [make(services, BOT, BOT) for _ in range(6)]
        assert await outcomes(*bots) == 2
        alone = [make(services, ME, BOT, caller=BOB) for _ in range(12)]
        assert await outcomes(*alone) == 7


async def test_twenty_lines_a_minute(tmp_path, database_url):
    async with in_process_server(tmp_path, database_url=database_url, **UNHURRIED) as services:
        match = await make(services, ME, OPEN)
        other = await make(services, OPEN, OPEN)
        rooms = [await services.rooms.get(one) for one in (match, other)]
        lines = [
            services.chat.say(rooms[n % 2], ANN, ChatText(f"{n}", key=f"{n}")) for n in range(24)
        ]
        assert await outcomes(*lines) == 20
        found = await refused("too-much-chat", services.chat.say(rooms[0], ANN, ChatText("more")))
        assert found.wait > 50
        await services.chat.say(rooms[1], BOB, ChatText("Hello"))
        heard = await services.chat.read(rooms[0], 0, ANN)
        heard.items += (await services.chat.read(rooms[1], PUBLIC, None)).items
        known = next(int(line.text) for line in heard.items if line.who == "Ann")
        again = await services.chat.say(rooms[known % 2], ANN, ChatText(f"{known}", key=f"{known}"))
        assert again.text == f"{known}"
        async with services.database.writing() as session:
            await session.execute(sa.update(ChatRow).values(at=now() - timedelta(seconds=61)))
        await services.chat.say(rooms[0], ANN, ChatText("more"))
        async with services.database.writing() as session:
            await session.execute(sa.update(ChatRow).values(at=now() + timedelta(hours=1)))
        await services.chat.say(rooms[0], ANN, ChatText("The clock was set back"))


async def test_a_forgotten_table_is_closed_after_a_week(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await make(services, ME, OPEN)
        due = await row_of(services, match)
        assert (due.due - due.changed_at).days == 7
        await services.scheduler.attend(match)
        assert (await row_of(services, match)).status == "open"
        await happened(services, match, timedelta(days=5))
        await services.scheduler.attend(match)
        assert (await row_of(services, match)).due < due.due - timedelta(days=4)
        await services.lobby.leave(match, ANN)
        assert (await row_of(services, match)).due > due.due
        await happened(services, match, timedelta(days=8))
        await services.scheduler.attend(match)
        row = await row_of(services, match)
        assert (row.status, row.outcome["reason"]) == ("aborted", "closed")


async def row_of(services, match):
    async with services.database.reading() as session:
        return await session.get_one(MatchRow, match)


async def happened(services, match, ago):
    """What happened last to the table was so long ago; a keeper has just leased it."""
    async with services.database.writing() as session:
        row = await session.get_one(MatchRow, match)
        row.changed_at, row.due = now() - ago, now()


@pytest.fixture(scope="module")
def few(tmp_path_factory):
    """One open table an account, and two lines a minute."""
    settings = {"MAX_OPEN_TABLES": "1", "CHAT_PER_MINUTE": "2"}
    yield from running(tmp_path_factory.mktemp("few"), "few.log", settings)


async def test_ceilings_at_the_wire(few):
    ann = await arrive(few.url, "Ann")
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
