"""Tables whose hosts have left, or have not been seen for a while."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from app.accounts.caller import Caller
from app.accounts.models import Account
from app.infra.problems import Problem
from app.infra.shutdown import cancel_all
from app.infra.wall_clock import now
from app.lobby import hosts
from app.lobby.schemas import JoinRequest, NewMatch, SeatChange
from app.matches.models import MatchRow
from app.wire.matches import Declined
from tests.app.in_process import ANN, BOB, in_process_server
from tests.app.test_lobby import problem
from tests.app.test_registration import new_name, register
from tests.app.wire import Person, arrive, tiny

THREE_SEATS = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
CID = Caller("a_cid", "Cid", "guest", "t_cid", ())


async def test_table_passes_to_the_longest_seated_player_when_its_host_leaves(url):
    ann, bob, cid = [await arrive(url, name) for name in ("Ann", "Bob", "Cid")]
    match = await tiny(ann, seats=THREE_SEATS, autostart=False)
    seats = f"/matches/{match}/seats"
    await cid.post(seats, {"seat": 2})
    await bob.post(seats, {"seat": 1})
    wire = await bob.wire(match)
    info = (await ann.call("DELETE", f"{seats}/mine")).json()
    assert (info["creator"], info["host"]) == (ann.account, cid.account)
    assert problem(await ann.call("POST", f"/matches/{match}/start", {})) == "forbidden"
    assert problem(await bob.call("POST", f"/matches/{match}/start", {})) == "forbidden"
    assert problem(await cid.call("POST", f"/matches/{match}/start", {})) == "seats-open"
    await cid.put(f"{seats}/0", {"kind": "bot", "bot": "random"})
    started = await cid.post(f"/matches/{match}/start")
    assert (started["status"], started["creator"]) == ("playing", ann.account)
    assert "host" not in started
    await wire.until(lambda: wire.view["status"] == "playing")
    await wire.close()


async def test_leaving_host_keeps_the_table_if_only_bots_are_seated(url):
    """A bot at the table may not know how to start it; the host keeps it, and may close it."""
    ann = await arrive(url, "Ann")
    created = await ann.post("/bots", {"name": new_name("Vex")}, 201)
    bot = Person(url, "Vex", created["token"], created["account"]["id"])
    match = await tiny(ann, seats=THREE_SEATS, autostart=False)
    await bot.post(f"/matches/{match}/seats")
    info = (await ann.call("DELETE", f"/matches/{match}/seats/mine")).json()
    assert info["host"] == ann.account
    assert (await ann.call("DELETE", f"/matches/{match}")).json()["status"] == "aborted"


async def test_new_host_has_all_rights_over_the_table(url):
    ann, bob, eve = await arrive(url, "Ann"), await arrive(url, "Bob"), await register(url)
    match = await tiny(
        ann,
        seats=[*THREE_SEATS, {"kind": "open", "invite": eve.name}],
        visibility="private",
        autostart=False,
        spectators="none",
    )
    code = (await ann.get(f"/matches/{match}"))["invite"]["code"]
    seats = f"/matches/{match}/seats"
    await bob.post(seats, {"code": code})
    await ann.call("DELETE", f"{seats}/mine")
    assert (await bob.get(f"/matches/{match}"))["invite"]["code"] == code
    assert (await ann.wire(match)).closed == 4001
    await bob.call("DELETE", f"{seats}/3/invitation")
    assert (await bob.get(f"/matches/{match}"))["seats"][3] == {"seat": 3, "kind": "open"}
    await bob.call("DELETE", f"{seats}/mine")
    assert [item["id"] for item in (await bob.get("/matches?account=me"))["items"]] == [match]
    assert (await bob.call("DELETE", f"/matches/{match}")).json()["status"] == "aborted"


async def three_at_a_table(services, **fields):
    async with services.database.writing() as session:
        columns = {"kind": "guest", "preferences": {}, "created_at": now()}
        session.add(Account(id=CID.account, name=CID.name, **columns))
    new = NewMatch(game="tiny", seats=[*THREE_SEATS, {"kind": "open"}], autostart=False, **fields)
    match = (await services.lobby.create(new, ANN)).id
    for caller in (BOB, CID):
        await services.lobby.join(match, JoinRequest(), caller)
    return match


async def set_host_away(services, match, ago):
    """Let the host have been away, and the server have run, for this long."""
    services.service_clock.since -= round(ago.total_seconds() * 1000) + 1
    async with services.database.writing() as session:
        row = await session.get_one(MatchRow, match)
        row.host_seen_at = services.service_clock.date() - ago


async def expect_forbidden(act):
    with pytest.raises(Problem) as raised:
        await act
    assert raised.value.name == "forbidden"


async def test_seated_players_act_for_a_host_that_is_gone(tmp_path):
    async with in_process_server(tmp_path) as services:
        match, lobby = await three_at_a_table(services), services.lobby
        bot = SeatChange(kind="bot", bot="random")
        await set_host_away(services, match, timedelta(seconds=590))
        await expect_forbidden(lobby.change_seat(match, 3, bot, CID))
        assert (await lobby.get(match, CID)).host_gone is not True
        await set_host_away(services, match, timedelta(seconds=601))
        assert (await lobby.get(match, CID)).host_gone is True
        for other in (None, Caller("a_dan", "Dan", "guest", "t_dan", ()), ANN):
            assert (await lobby.get(match, other)).host_gone is not True
        await expect_forbidden(
            lobby.change_seat(match, 3, bot, Caller("a_dan", "Dan", "guest", "t", ()))
        )
        info = await lobby.change_seat(match, 3, bot, CID)
        assert (info.creator, info.host) == (ANN.account, CID.account)
        await expect_forbidden(lobby.start(match, BOB))
        await expect_forbidden(lobby.start(match, ANN))
        assert (await lobby.start(match, CID)).status == "playing"


async def test_seated_players_close_the_table_of_a_host_that_is_gone(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await three_at_a_table(services)
        await expect_forbidden(services.open_tables.close(match, BOB))
        await set_host_away(services, match, timedelta(seconds=601))
        await services.open_tables.close(match, BOB)
        assert (await services.lobby.get(match, BOB)).status == "aborted"


async def test_seated_players_withdraw_invitations_of_a_host_that_is_gone(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await three_at_a_table(services)
        async with services.database.writing() as session:
            columns = {"kind": "bot", "preferences": {}, "created_at": now()}
            session.add(Account(id="a_vex", name="Vex", **columns))
        invitation = SeatChange(kind="open", invite="Vex")
        await services.lobby.change_seat(match, 3, invitation, ANN)
        note = Declined(name=BOB.name)
        await expect_forbidden(services.lobby.decline(match, 3, BOB, note))
        await set_host_away(services, match, timedelta(seconds=601))
        info = await services.lobby.decline(match, 3, BOB, note)
        assert (info.host, info.seats[3].invited) == (BOB.account, info.seats[3].bot)


async def test_connected_host_is_not_gone_and_is_announced_on_return(tmp_path):
    async with in_process_server(tmp_path) as services:
        match, announced = await three_at_a_table(services), []
        services.hooks.on_change.append(lambda event: announced.append(event.room.info.id))
        await set_host_away(services, match, timedelta(seconds=601))
        await services.scheduler.attend(match)
        assert announced == [match], "viewers learn that the host is gone"
        await services.hosts.record_seen([BOB.account, CID.account])
        assert (await services.lobby.get(match, BOB)).host_gone is True
        await services.hosts.record_seen([ANN.account])
        assert announced == [match, match]
        assert (await services.lobby.get(match, BOB)).host_gone is not True
        await expect_forbidden(services.lobby.start(match, BOB))
        await services.hosts.record_seen([ANN.account])
        assert announced == [match, match]


async def test_host_that_requests_the_table_without_a_socket_is_not_gone(tmp_path, monkeypatch):
    monkeypatch.setattr(hosts, "STAMP_PAUSE_S", 0.05)
    async with in_process_server(tmp_path, host_gone_after=60) as services:
        match = await three_at_a_table(services)
        back = asyncio.Event()
        services.hooks.on_change.append(lambda event: back.set())
        loop = asyncio.create_task(services.hosts.keep_noting(list))
        await set_host_away(services, match, timedelta(minutes=2))
        await services.lobby.get(match, ANN)
        await asyncio.wait_for(back.wait(), 30)
        assert (await services.lobby.get(match, BOB)).host_gone is not True
        await cancel_all([loop])


async def test_freshly_started_server_considers_no_host_gone(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await three_at_a_table(services)
        async with services.database.writing() as session:
            row = await session.get_one(MatchRow, match)
            row.host_seen_at = row.created_at - timedelta(days=1)
        assert (await services.lobby.get(match, BOB)).host_gone is not True
        await services.scheduler.attend(match)
        async with services.database.reading() as session:
            due = (await session.get_one(MatchRow, match)).due
        assert due - services.service_clock.date() < timedelta(minutes=11), "it checks again"


async def test_table_with_a_correspondence_clock_waits_a_day(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await three_at_a_table(services, clock={"kind": "days", "days": 2})
        await set_host_away(services, match, timedelta(hours=23))
        assert (await services.lobby.get(match, BOB)).host_gone is not True
        await set_host_away(services, match, timedelta(hours=25))
        assert (await services.lobby.get(match, BOB)).host_gone is True
