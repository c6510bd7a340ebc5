"""Presence of friends: from open account streams alone, told to friends alone."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

import msgspec
import pytest
import sqlalchemy as sa

from app.accounts.models import Account
from app.friends.listing import last_seen_of
from app.lobby.schemas import JoinRequest, NewMatch
from app.notifications.notifier import account_channel
from app.realtime.account_stream import Change
from tests.app.in_process import ANN, BOB, begin, in_process_server, plain
from tests.app.test_blocks import CID, VEX
from tests.app.test_doors import befriend, open_town
from tests.app.test_notifications import play_first

ME, OPEN = {"kind": "me"}, {"kind": "open"}


@asynccontextmanager
async def town(folder):
    """Ann and Bob are friends; streams that end are missed at once."""
    async with in_process_server(folder) as services:
        await open_town(services)
        await befriend(services, ANN, BOB)
        services.online.grace_s = 0.0
        yield services


class Letters:
    """What the streams of an account are told on the bus."""

    def __init__(self, services, caller):
        self.services = services
        self.received = []
        channel = account_channel(caller.account)
        services.bus.subscribe(channel)
        deliver = services.bus.on_message

        def note(name, message):
            deliver(name, message)
            if name == channel:
                self.received.append(msgspec.json.decode(message)["kind"])

        services.bus.on_message = note


async def settle(services):
    """Let everything that was begun end."""
    for _ in range(3):
        await asyncio.sleep(0.01)
        await asyncio.gather(*services.online._telling)


async def friend(services, caller=ANN):
    return plain((await services.friend_views.of(caller.account)).items[0])


async def account_row(services, caller):
    async with services.database.reading() as session:
        return await session.get_one(Account, caller.account)


async def set_column(services, caller, **columns):
    async with services.database.writing() as session:
        row = sa.update(Account).where(Account.id == caller.account)
        await session.execute(row.values(**columns))


async def test_friend_is_online_while_a_stream_is_open(tmp_path):
    async with town(tmp_path) as services:
        assert (await friend(services))["online"] is False
        with services.online.stream_of(BOB), services.online.stream_of(BOB):
            assert (await friend(services))["online"] is True
        await settle(services)
        bob = await friend(services)
        assert bob["online"] is False
        seen = (await account_row(services, BOB)).last_seen_at
        assert bob["last_seen_at"] == last_seen_of(await account_row(services, BOB))
        assert seen.minute // 5 * 5 == int(bob["last_seen_at"][14:16])
        assert bob["last_seen_at"][17:19] == "00"


async def test_friends_alone_are_told_who_comes_and_goes(tmp_path):
    async with town(tmp_path) as services:
        ann, cid = Letters(services, ANN), Letters(services, CID)
        with services.online.stream_of(BOB):
            await settle(services)
            assert ann.received == ["friend"]
        await settle(services)
        assert ann.received == ["friend", "friend"]
        assert cid.received == []


async def test_page_that_loads_the_next_one_stays_online(tmp_path):
    async with town(tmp_path) as services:
        services.online.grace_s = 60.0
        ann = Letters(services, ANN)
        for _ in range(3):
            with services.online.stream_of(BOB):
                await settle(services)
        assert (await friend(services))["online"] is True
        assert ann.received == ["friend"]
        assert (await account_row(services, BOB)).last_seen_at is None


async def test_last_seen_can_be_kept_to_oneself(tmp_path):
    async with town(tmp_path) as services:
        with services.online.stream_of(BOB):
            pass
        await settle(services)
        await set_column(services, BOB, tells_last_seen=False)
        bob = await friend(services)
        assert bob["online"] is False
        assert "last_seen_at" not in bob


async def test_bot_is_no_friend_that_is_online(tmp_path):
    async with town(tmp_path) as services:
        with services.online.stream_of(VEX):
            assert not services.online.is_online(VEX.account)


HIDDEN = [
    {"visibility": "private"},
    {"spectators": "none"},
    {"spectators": "delayed", "spectator_delay": {"minutes": 30}},
]


@pytest.mark.parametrize("terms", HIDDEN)
async def test_table_that_spectators_do_not_see_live_is_not_shown(tmp_path, terms):
    async with town(tmp_path) as services:
        ann = Letters(services, ANN)
        with services.online.stream_of(BOB):
            new = NewMatch(game="tiny", seats=[ME, OPEN], **terms)
            match = await services.lobby.create(new, BOB)
            await services.lobby.join(match.id, JoinRequest(code=match.invite.code), CID)
            await settle(services)
            assert "table" not in await friend(services)
            assert ann.received == ["friend"]


async def test_friends_follow_a_friend_to_a_public_table_and_away(tmp_path):
    async with town(tmp_path) as services:
        renderer = services.account_streams.renderer_for(ANN)
        _ = [line async for line in renderer.everything()]
        change = Change("friend", account=BOB.account)
        with services.online.stream_of(BOB):
            match = await begin_with_cid(services)
            [line] = await renderer.lines_about(change)
            told = msgspec.json.decode(line)
            assert told["t"] == "friend"
            table = {"match": match, "title": "Tiny", "status": "playing"}
            assert told["friend"]["table"] == table
            await services.resignations.resign(match, CID.account)
            [line] = await renderer.lines_about(change)
            assert "table" not in msgspec.json.decode(line)["friend"]


async def begin_with_cid(services):
    match = await services.lobby.create(NewMatch(game="tiny", seats=[ME, OPEN]), BOB)
    await services.lobby.join(match.id, JoinRequest(), CID)
    return match.id


async def test_nothing_done_in_a_match_changes_presence(tmp_path):
    async with town(tmp_path) as services:
        with services.online.stream_of(BOB):
            match = await begin(services, "tiny")
            await settle(services)
            renderer = services.account_streams.renderer_for(ANN)
            _ = [line async for line in renderer.everything()]
            ann = Letters(services, ANN)
            await play_first(services, match)
            await settle(services)
            assert "friend" not in ann.received
            assert await renderer.lines_about(Change("friend", account=BOB.account)) == []
        await settle(services)
        before = (await account_row(services, BOB)).last_seen_at
        await play_first(services, match)
        await settle(services)
        assert (await account_row(services, BOB)).last_seen_at == before


async def test_stream_of_a_stranger_renders_nothing_of_another_account(tmp_path):
    async with town(tmp_path) as services:
        renderer = services.account_streams.renderer_for(CID)
        assert await renderer.lines_about(Change("friend", account=BOB.account)) == []


async def test_process_that_stops_writes_when_accounts_were_last_seen(tmp_path):
    async with town(tmp_path) as services:
        services.online.grace_s = 60.0
        with services.online.stream_of(BOB):
            pass
        await services.online.stop()
        assert (await account_row(services, BOB)).last_seen_at is not None


async def test_friends_are_told_of_an_account_whose_process_died(tmp_path):
    """Its note expires in the other processes."""
    async with town(tmp_path) as services:
        ann = Letters(services, ANN)
        services.online.note_changed(f"account:{BOB.account}", "here", "")
        await asyncio.sleep(0.01)
        await settle(services)
        assert ann.received == ["friend"]
        assert (await account_row(services, BOB)).last_seen_at is not None
