"""Doors: what others may do to an account, at every place, for every setting and every relation."""

from __future__ import annotations

from typing import get_args

import pytest

from app.accounts.models import Account, Relation
from app.accounts.privacy import COLUMNS
from app.friends.doors import Door, closed_to
from app.friends.friendships import end_between
from app.infra.problems import Problem
from app.infra.wall_clock import now
from app.lobby.rematch import ForkRequest
from app.lobby.schemas import NewMatch, SeatChange, SeatRequest, count_invited
from app.wire.literals import Audience
from tests.app.in_process import ANN, BOB, begin, in_process_server
from tests.app.test_blocks import CID, ME, OPEN, VEX, create_accounts, table
from tests.app.wire import arrive

RELATIONS = ("stranger", "friend of a friend", "friend", "muted", "blocks", "blocked")
AUDIENCES = get_args(Audience)


def is_open(door, audience, relation):
    """What the settings promise; a block closes every door, a mute none."""
    if relation in ("blocks", "blocked"):
        return False
    if door == "ask" and audience == "friends":
        return relation in ("friend", "friend of a friend")
    return audience == "everybody" or (audience == "friends" and relation == "friend")


async def open_town(services):
    """People, of which Bob has a bot."""
    await create_accounts(services)
    async with services.database.writing() as session:
        (await session.get_one(Account, CID.account)).kind = "person"


async def befriend(services, one, two):
    await services.friendships.ask(one, two.name)
    await services.friendships.ask(two, one.name)


async def relate(services, relation):
    """Make Bob stand so with Ann."""
    if relation == "friend":
        await befriend(services, ANN, BOB)
    if relation == "friend of a friend":
        await befriend(services, ANN, CID)
        await befriend(services, BOB, CID)
    kinds = {"muted": ("mute", ANN, BOB), "blocks": ("block", ANN, BOB)}
    kinds |= {"blocked": ("block", BOB, ANN)}
    if relation in kinds:
        kind, by, other = kinds[relation]
        async with services.database.writing() as session:
            row = {"account": by.account, "other": other.account, "kind": kind, "at": now()}
            session.add(Relation(**row))


async def set_door(services, door, audience):
    async with services.database.writing() as session:
        setattr(await session.get_one(Account, ANN.account), COLUMNS[door], audience)


async def invite_to_a_new_table(services):
    seats = [ME, OPEN | {"invite": ANN.name}]
    await services.lobby.create(NewMatch(game="tiny", seats=seats), BOB)


async def invite_to_a_waiting_table(services):
    match = await table(services, BOB)
    await services.lobby.change_seat(match, 1, SeatChange(kind="open", invite=ANN.name), BOB)


async def ended_match(services):
    """A match of Ann and Bob that is over."""
    match = await begin(services, "tiny")
    await services.resignations.resign(match, ANN.account)
    return match


async def invite_to_a_rematch(services, ended):
    await services.rematches.rematch(ended, BOB)


async def invite_to_a_fork(services, ended):
    seats = [OPEN | {"invite": ANN.name}, ME]
    room = await services.rooms.fresh(ended)
    await services.rematches.fork(room, ForkRequest(ply=0, seats=seats), BOB)


async def refusal_of(knock):
    """The sentence of a refusal; None if the door is open."""
    try:
        await knock
    except Problem as problem:
        return f"{problem.name}: {problem.sentence}"
    return None


@pytest.mark.parametrize("audience", AUDIENCES)
@pytest.mark.parametrize("relation", RELATIONS)
async def test_every_way_to_invite_respects_the_door(tmp_path, relation, audience):
    async with in_process_server(tmp_path) as services:
        await open_town(services)
        ended = [await ended_match(services) for _ in range(2)]
        await relate(services, relation)
        await set_door(services, "invite", audience)
        for knock in (
            invite_to_a_new_table(services),
            invite_to_a_waiting_table(services),
            invite_to_a_rematch(services, ended[0]),
            invite_to_a_fork(services, ended[1]),
        ):
            opens = is_open("invite", audience, relation)
            expected = None if opens else "forbidden: Ann does not take invitations from you."
            assert await refusal_of(knock) == expected


@pytest.mark.parametrize("audience", AUDIENCES)
@pytest.mark.parametrize("relation", [name for name in RELATIONS if name != "friend"])
async def test_requests_respect_the_door(tmp_path, relation, audience):
    async with in_process_server(tmp_path) as services:
        await open_town(services)
        await relate(services, relation)
        await set_door(services, "ask", audience)
        opens = is_open("ask", audience, relation)
        expected = None if opens else "forbidden: Ann does not take requests from you."
        assert await refusal_of(services.friendships.ask(BOB, ANN.name)) == expected


@pytest.mark.parametrize("door", get_args(Door))
async def test_door_is_closed_exactly_to_those_it_is_not_meant_for(tmp_path, door):
    """All doors, settings and relations; messages are never for strangers."""
    async with in_process_server(tmp_path) as services:
        await open_town(services)
        for relation in RELATIONS:
            await relate(services, relation)
            for audience in AUDIENCES if door != "write" else ("friends", "nobody"):
                await set_door(services, door, audience)
                async with services.database.reading() as session:
                    closed = await closed_to(session, door, BOB.account, [ANN.account])
                assert (not closed) == is_open(door, audience, relation), (relation, audience)
            async with services.database.writing() as session:
                for other in (BOB, CID):
                    await end_between(session, ANN.account, other.account)
                await end_between(session, BOB.account, CID.account)
                for pair in ((ANN, BOB), (BOB, ANN)):
                    for kind in ("mute", "block"):
                        place = (pair[0].account, pair[1].account, kind)
                        if row := await session.get(Relation, place):
                            await session.delete(row)


async def test_bot_knocks_as_its_owner(tmp_path):
    async with in_process_server(tmp_path) as services:
        await open_town(services)
        await set_door(services, "invite", "friends")
        async with services.database.reading() as session:
            assert await closed_to(session, "invite", VEX.account, [ANN.account]) == {ANN.account}
        await befriend(services, ANN, BOB)
        async with services.database.reading() as session:
            assert await closed_to(session, "invite", VEX.account, [ANN.account]) == set()
            assert await closed_to(session, "invite", ANN.account, [VEX.account]) == set()


async def test_person_without_an_account_stands_outside(tmp_path):
    async with in_process_server(tmp_path) as services:
        await open_town(services)
        for audience, closed in {"everybody": set(), "friends": {ANN.account}}.items():
            await set_door(services, "see_online", audience)
            async with services.database.reading() as session:
                assert await closed_to(session, "see_online", None, [ANN.account]) == closed


async def test_account_chooses_who_may_reach_it(url):
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    privacy = {"ask": "everybody", "invite": "everybody", "write": "friends"}
    privacy |= {"see_online": "friends", "last_seen": True}
    assert (await ann.get("/me"))["privacy"] == privacy
    reply = await ann.call("PATCH", "/me", {"privacy": {"ask": "nobody", "last_seen": False}})
    assert reply.json()["privacy"] == privacy | {"ask": "nobody", "last_seen": False}
    await bob.refused("PUT", f"/me/friends/{ann.account}", "forbidden")
    await ann.refused("PATCH", "/me", "invalid-request", {"privacy": {"write": "everybody"}})


async def test_invitations_and_requests_of_an_hour_are_limited(tmp_path):
    bounds = {"invitations_per_hour": 3, "friend_requests_per_hour": 2}
    async with in_process_server(tmp_path, **bounds) as services:
        seats = [SeatRequest(kind="open", invite="Bob"), SeatRequest(kind="open")]
        await services.limits.invitations(ANN.account, 2 + count_invited(seats))
        for _ in range(2):
            await services.limits.friend_request(ANN.account)
        for act in (
            services.limits.invitations(ANN.account, 1),
            services.limits.friend_request(ANN.account),
        ):
            with pytest.raises(Problem) as raised:
                await act
            assert raised.value.name == "rate-limited"
        await services.limits.invitations(BOB.account, 1)
