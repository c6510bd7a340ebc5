"""Blocks apply to every way into a table, in both directions, whenever they are set."""

from __future__ import annotations

import asyncio
import json
from contextlib import contextmanager
from itertools import product

import pytest
import sqlalchemy as sa

from app.accounts.blocks import is_blocked_between
from app.accounts.caller import Caller
from app.accounts.models import Account, Relation
from app.accounts.repository import new_account
from app.chat.service import ChatText
from app.infra.problems import Problem
from app.infra.wall_clock import now
from app.lobby.schemas import JoinRequest, NewMatch, SeatChange
from app.realtime.lobby_events import lobby_events
from engine.core.event import PUBLIC
from tests.app.in_process import ANN, BOB, in_process_server
from tests.app.test_registration import new_name, register
from tests.app.wire import Person, anonymous, arrive, tiny

CID = Caller("a_cid", "Cid", "guest", "t_cid", ())
VEX = Caller("a_vex", "Vex", "bot", "t_vex", ("play", "create"))
"""Bob's bot."""
ME, OPEN = {"kind": "me"}, {"kind": "open"}
DIRECTIONS = [(ANN, BOB), (BOB, ANN)]


async def create_accounts(services):
    async with services.database.writing() as session:
        for account in (ANN, BOB):
            (await session.get_one(Account, account.account)).kind = "person"
        for caller, owner in ((CID, None), (VEX, BOB.account)):
            row = new_account(caller.kind, caller.name, owner=owner)
            row.id = caller.account
            session.add(row)


async def block(services, by, other):
    """Block an account, as the route does."""
    async with services.database.writing() as session:
        row = {"account": by.account, "other": other.account, "kind": "block", "at": now()}
        session.add(Relation(**row))
    await services.blocked_tables.separate(by.account, other.account)


async def table(services, host, *seats, **fields):
    new = NewMatch(game="tiny", seats=[*(seats or (ME, OPEN, OPEN))], autostart=False, **fields)
    return (await services.lobby.create(new, host)).id


async def join(services, match, *callers):
    for caller in callers:
        await services.lobby.join(match, JoinRequest(), caller)


async def problem_name(act):
    with pytest.raises(Problem) as raised:
        await act
    return raised.value.name


async def seated_accounts(services, match):
    return {seat.account for seat in (await services.lobby.get(match, None)).seats} & {
        caller.account for caller in (ANN, BOB, CID, VEX)
    }


async def sit_down(services, match):
    """Bob sits down where Ann does."""
    await join(services, match, BOB)


async def be_invited(services, match):
    """Ann reserves a seat for Bob."""
    change = SeatChange(kind="open", invite=BOB.name)
    await services.lobby.change_seat(match, 1, change, ANN)


async def sit_as_bot(services, match):
    """Bob's bot sits down where Ann does."""
    await join(services, match, VEX)


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("host", [ANN, CID])
@pytest.mark.parametrize("enter", [sit_down, be_invited, sit_as_bot])
async def test_block_closes_every_way_into_a_table(tmp_path, enter, host, direction):
    """A block of a person covers their bots."""
    async with in_process_server(tmp_path) as services:
        await create_accounts(services)
        match = await table(services, host)
        if host is CID:
            await join(services, match, ANN)
        by, other = direction
        await block(services, by, other)
        if enter is sit_as_bot and by is BOB:
            await enter(services, match)
            return
        expected = "forbidden"
        assert await problem_name(enter(services, match)) == expected
        assert await seated_accounts(services, match) <= {ANN.account, CID.account}


@pytest.mark.parametrize("direction", DIRECTIONS)
async def test_block_between_an_unseated_host_and_a_player_forbids_joining(tmp_path, direction):
    async with in_process_server(tmp_path) as services:
        await create_accounts(services)
        match = await table(services, ANN, OPEN, OPEN)
        await block(services, *direction)
        assert await problem_name(join(services, match, BOB)) == "forbidden"


@pytest.mark.parametrize(("host", "direction"), list(product([ANN, BOB, CID], DIRECTIONS)))
async def test_block_separates_players_at_an_open_table(tmp_path, host, direction):
    """The host stays; at a third person's table the blocker leaves, so no one is removed."""
    async with in_process_server(tmp_path) as services:
        await create_accounts(services)
        match = await table(services, host)
        await join(services, match, *(caller for caller in (ANN, BOB, CID) if caller is not host))
        by, other = direction
        await block(services, by, other)
        leaves = other if host is by else by
        stays = {caller.account for caller in (ANN, BOB, CID)} - {leaves.account}
        assert await seated_accounts(services, match) == stays
        assert await problem_name(join(services, match, leaves)) == "forbidden"
        info = await services.lobby.get(match, leaves)
        assert (info.host, info.barred) == (host.account, True)


@pytest.mark.parametrize("direction", DIRECTIONS)
async def test_block_withdraws_invitations_between_both_accounts(tmp_path, direction):
    async with in_process_server(tmp_path) as services:
        await create_accounts(services)
        invite = {"kind": "open", "invite": BOB.name}
        hers = await table(services, ANN, ME, invite, {"kind": "open", "invite": VEX.name})
        third = await table(services, CID, ME, OPEN, invite)
        await block(services, *direction)
        info = await services.lobby.get(hers, ANN)
        assert not isinstance(info.seats[1].invited, str)
        assert (await services.lobby.get(third, CID)).seats[2].invited == BOB.name
        await join(services, third, BOB)
        assert await problem_name(join(services, third, ANN)) == "forbidden"


@pytest.mark.parametrize("direction", DIRECTIONS)
async def test_block_still_applies_after_the_host_changes(tmp_path, direction):
    async with in_process_server(tmp_path) as services:
        await create_accounts(services)
        match = await table(services, CID)
        await join(services, match, ANN)
        await block(services, *direction)
        await services.lobby.leave(match, CID)
        assert (await services.lobby.get(match, None)).host == ANN.account
        assert await problem_name(join(services, match, BOB)) == "forbidden"
        await services.lobby.leave(match, ANN)
        assert await problem_name(join(services, match, BOB)) == "forbidden", "Ann still hosts it"


@pytest.mark.parametrize("direction", DIRECTIONS)
async def test_block_leaves_a_running_match_alone_but_prevents_a_rematch(tmp_path, direction):
    async with in_process_server(tmp_path) as services:
        await create_accounts(services)
        match = await table(services, ANN, ME, OPEN)
        await join(services, match, BOB)
        await services.lobby.start(match, ANN)
        await block(services, *direction)
        assert await seated_accounts(services, match) == {ANN.account, BOB.account}
        by, other = direction
        room = await services.rooms.get(match)
        seats = {ANN.account: 0, BOB.account: 1}
        await services.chat.say(room, other, ChatText("Hello"))
        for reader, texts in ((by, []), (other, ["Hello"]), (CID, ["Hello"])):
            viewer = seats.get(reader.account, PUBLIC)
            page = await services.chat.read(room, viewer, reader)
            assert [line.text for line in page.items] == texts
        await services.resignations.resign(match, ANN.account)
        for caller in (ANN, BOB):
            assert await problem_name(services.rematches.rematch(match, caller)) == "forbidden"


@pytest.mark.parametrize("direction", DIRECTIONS)
async def test_block_closes_an_open_rematch_to_the_second_player(tmp_path, direction):
    async with in_process_server(tmp_path) as services:
        await create_accounts(services)
        match = await table(services, ANN, ME, OPEN)
        await join(services, match, BOB)
        await services.lobby.start(match, ANN)
        await services.resignations.resign(match, ANN.account)
        rematch, _ = await services.rematches.rematch(match, ANN)
        await block(services, *direction)
        info = await services.lobby.get(rematch.id, None)
        assert not any(isinstance(seat.invited, str) for seat in info.seats)
        assert await problem_name(join(services, rematch.id, BOB)) == "forbidden"


async def test_chat_lines_of_a_blocked_persons_bot_are_hidden(tmp_path):
    async with in_process_server(tmp_path) as services:
        await create_accounts(services)
        match = await table(services, ANN)
        await join(services, match, CID)
        await block(services, ANN, BOB)
        room = await services.rooms.fresh(match)
        await services.chat.say(room, VEX, ChatText("psst"))
        assert (await services.chat.read(room, PUBLIC, ANN)).items == []
        assert len((await services.chat.read(room, PUBLIC, CID)).items) == 1


async def test_block_of_a_bot_does_not_cover_its_owner(tmp_path):
    async with in_process_server(tmp_path) as services:
        await create_accounts(services)
        await block(services, ANN, VEX)
        async with services.database.reading() as session:
            assert await is_blocked_between(session, ANN.account, [VEX.account])
            assert await is_blocked_between(session, VEX.account, [ANN.account])
            assert not await is_blocked_between(session, ANN.account, [BOB.account, CID.account])
        match = await table(services, ANN)
        await join(services, match, BOB)


async def is_listed(person, match):
    page = await person.get("/matches?status=open&limit=100")
    return match in [item["id"] for item in page["items"]]


@pytest.mark.parametrize("blocker", [0, 1])
async def test_lobby_omits_tables_barred_to_the_caller(url, blocker):
    ann, bob, cid = await register(url), await register(url), await arrive(url, "Cid")
    by, other = (ann, bob) if blocker == 0 else (bob, ann)
    match = await tiny(ann)
    assert await is_listed(bob, match)
    await by.call("PUT", f"/me/blocks/{other.account}")
    assert [await is_listed(person, match) for person in (ann, bob, cid, anonymous(url))] == [
        True,
        False,
        True,
        True,
    ]
    info = await bob.get(f"/matches/{match}")
    assert info["barred"] is True
    for person in (ann, cid, anonymous(url)):
        assert "barred" not in await person.get(f"/matches/{match}")
    await by.call("DELETE", f"/me/blocks/{other.account}")
    assert await is_listed(bob, match)
    assert "barred" not in await bob.get(f"/matches/{match}")


async def test_bot_of_a_blocked_person_is_barred_from_the_table(url):
    ann, bob = await register(url), await register(url)
    created = await bob.post("/bots", {"name": new_name("Vex")}, 201)
    bot = Person(url, created["account"]["name"], created["token"], created["account"]["id"])
    match = await tiny(ann)
    await ann.call("PUT", f"/me/blocks/{bob.account}")
    assert not await is_listed(bot, match)
    await bot.refused("POST", f"/matches/{match}/seats", "forbidden", {})


class Lobby:
    """The tables that the lobby stream has reported to one account."""

    def __init__(self, services, account=""):
        self.events = lobby_events(services.listing, "", admit_any, account)
        self.tables = set()

    async def until(self, tables):
        """Read on until exactly these tables are listed."""
        async with asyncio.timeout(30):
            while self.tables != tables:
                self.take((await anext(self.events)).decode())

    def take(self, text):
        kind = text.partition("event: ")[2].partition("\n")[0]
        data = json.loads(text.partition("data: ")[2] or "{}")
        if kind == "list":
            self.tables = {item["id"] for item in data["items"]}
        elif kind in ("open", "changed"):
            self.tables.add(data["id"])
        elif kind == "gone":
            self.tables.discard(data["id"])


@contextmanager
def admit_any(close):
    yield


@pytest.mark.parametrize("direction", DIRECTIONS)
async def test_lobby_stream_omits_tables_barred_to_the_account(tmp_path, direction):
    async with in_process_server(tmp_path) as services:
        await create_accounts(services)
        hers, third = await table(services, ANN), await table(services, CID)
        bob, ann = Lobby(services, BOB.account), Lobby(services, ANN.account)
        anyone = Lobby(services)
        for lobby in (ann, bob, anyone):
            await lobby.until({hers, third})
        by, other = direction
        await block(services, by, other)
        services.listing.blocks_changed(by.account, other.account)
        await bob.until({third})
        await join(services, third, ANN)
        await bob.until(set())
        later = await table(services, CID)
        await bob.until({later})
        for lobby in (ann, anyone):
            await lobby.until({hers, third, later})
        await services.lobby.leave(third, ANN)
        await bob.until({third, later})
        async with services.database.writing() as session:
            await session.execute(sa.delete(Relation))
        services.listing.blocks_changed(by.account, other.account)
        await bob.until({hers, third, later})
        for lobby in (ann, bob, anyone):
            await lobby.events.aclose()
