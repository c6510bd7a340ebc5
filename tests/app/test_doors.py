"""Doors: what others may do to an account, at every place, for every setting and every relation."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from app.accounts.models import Account, Relation
from app.accounts.privacy import COLUMNS
from app.api.profiles import profile
from app.friends.doors import closed_to
from app.friends.messages import NewMessage
from app.infra.problems import Problem
from app.infra.wall_clock import now
from app.lobby.rematch import ForkRequest
from app.lobby.schemas import NewMatch, SeatChange, SeatRequest, count_invited
from app.realtime.account_stream import Change
from app.wire.literals import Audience
from tests.app.in_process import ANN, BOB, begin, in_process_server, plain
from tests.app.test_blocks import CID, ME, OPEN, VEX, create_accounts, table
from tests.app.wire import arrive

RELATIONS = ("stranger", "friend of a friend", "friend", "muted", "blocks", "blocked")
AUDIENCES = get_args(Audience)


REFUSALS = {
    "ask": "Ann does not take requests from you.",
    "invite": "Ann does not take invitations from you.",
    "write": "Ann does not take messages from you.",
}


def is_open(door, audience, relation):
    """What the settings promise; a block closes every door, a mute none, and a friend who asks is a
    friend already.
    """
    if relation in ("blocks", "blocked"):
        return False
    if door == "ask" and relation == "friend":
        return True
    if door == "ask" and audience == "friends":
        return relation == "friend of a friend"
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


async def ended_match(services):
    """A match of Ann and Bob that is over."""
    match = await begin(services, "tiny")
    await services.resignations.resign(match, ANN.account)
    return match


async def ask(services, _ended):
    """A request that was made is withdrawn, so the next one is new."""
    if await services.friendships.ask(BOB, ANN.name) == "asked":
        await services.friendships.end(BOB, ANN.name)


async def invite_to_a_new_table(services, _ended):
    seats = [ME, OPEN | {"invite": ANN.name}]
    await services.lobby.create(NewMatch(game="tiny", seats=seats), BOB)


async def invite_to_a_waiting_table(services, _ended):
    match = await table(services, BOB)
    await services.lobby.change_seat(match, 1, SeatChange(kind="open", invite=ANN.name), BOB)


async def invite_to_a_rematch(services, ended):
    await services.rematches.rematch(ended.pop(), BOB)


async def invite_to_a_fork(services, ended):
    seats = [OPEN | {"invite": ANN.name}, ME]
    room = await services.rooms.fresh(ended.pop())
    await services.rematches.fork(room, ForkRequest(ply=0, seats=seats), BOB)


async def write(services, _ended):
    await services.messages.send(BOB, NewMessage(ANN.name, "Well played!"))


async def look_at_the_profile(services, _ended):
    parts = services.database, services.catalogue, services.match_views, services.online
    return shows_presence(await profile(ANN.name, BOB, *parts))


async def look_at_the_list_of_friends(services, _ended):
    friends = await services.friend_views.of(BOB.account)
    shown = [friend for friend in friends.items if friend.account.id == ANN.account]
    return any(map(shows_presence, shown))


async def read_the_stream(services, _ended):
    renderer = services.account_streams.renderer_for(BOB)
    lines = await renderer.lines_about(Change("friend", account=ANN.account))
    return any(shows_presence(msgspec.json.decode(line)["friend"]) for line in lines)


def shows_presence(shown):
    """Nothing shows of an account that hides its presence, not even where it sits."""
    members = plain(shown).keys() & {"online", "last_seen_at", "table"}
    assert "online" in members or not members
    return bool(members)


KNOCKS = [
    ("ask", ask, AUDIENCES),
    ("invite", invite_to_a_new_table, AUDIENCES),
    ("invite", invite_to_a_waiting_table, AUDIENCES),
    ("invite", invite_to_a_rematch, AUDIENCES),
    ("invite", invite_to_a_fork, AUDIENCES),
    ("write", write, ("friends", "nobody")),
    ("see_online", look_at_the_profile, AUDIENCES),
    ("see_online", look_at_the_list_of_friends, ("friends", "nobody")),
    ("see_online", read_the_stream, ("friends", "nobody")),
]
"""Each place with a door, and the settings under which friends and strangers are told apart there:
messages are never for strangers, and a list of friends has none.
"""


async def answer_to(knock):
    """What it returns, or the sentence of a refusal, which doesn't say why the door is closed."""
    try:
        return await knock
    except Problem as problem:
        return f"{problem.name}: {problem.sentence}"


@pytest.mark.parametrize("relation", RELATIONS)
async def test_every_place_respects_its_door(tmp_path, relation):
    """All doors, settings and relations."""
    async with in_process_server(tmp_path, max_open_tables=100) as services:
        await open_town(services)
        ended = [await ended_match(services) for _ in range(2 * len(AUDIENCES))]
        await relate(services, relation)
        await table(services, ANN)
        with services.online.stream_of(ANN):
            for door, knock, audiences in KNOCKS:
                for audience in audiences:
                    await set_door(services, door, audience)
                    answer = await answer_to(knock(services, ended))
                    is_refused = answer in (False, f"forbidden: {REFUSALS.get(door)}")
                    assert is_refused or answer in (True, None), answer
                    opens = is_open(door, audience, relation)
                    assert opens is not is_refused, (knock.__name__, audience)


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
