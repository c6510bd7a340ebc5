"""Friends: requests, agreement, links, blocks and the list."""

from __future__ import annotations

import asyncio

import pytest
import sqlalchemy as sa

from app.friends.friendships import end_between
from app.friends.models import FriendRequestRow, FriendshipRow
from app.infra.problems import Problem
from tests.app.in_process import ANN, BOB, in_process_server
from tests.app.test_blocks import CID, VEX, block, create_accounts, problem_name
from tests.app.test_registration import PASSWORD, new_name
from tests.app.wire import anonymous, arrive


async def friend_names(person):
    friends = await person.get("/me/friends")
    return [friend["account"]["name"] for friend in friends["items"]]


async def requests_of(person):
    friends = await person.get("/me/friends")
    return tuple(
        [request["account"]["id"] for request in friends[way]] for way in ("incoming", "outgoing")
    )


async def befriend(services, one, two):
    await services.friendships.ask(one, two.name)
    assert await services.friendships.ask(two, one.name) == "friends"


async def pairs(services, table=FriendshipRow):
    async with services.database.reading() as session:
        query = sa.select(table.account, table.other).order_by(table.account)
        return [tuple(row) for row in await session.execute(query)]


async def test_request_becomes_a_friendship_when_it_is_answered(url):
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    reply = await ann.call("PUT", f"/me/friends/{bob.account}")
    assert reply.json() == {"status": "asked"}
    assert await requests_of(ann) == ([], [bob.account])
    assert await requests_of(bob) == ([ann.account], [])
    assert await friend_names(bob) == []
    reply = await bob.call("PUT", f"/me/friends/{ann.account}")
    assert reply.json() == {"status": "friends"}
    assert await friend_names(ann) == [bob.name]
    assert await friend_names(bob) == [ann.name]
    assert await requests_of(ann) == await requests_of(bob) == ([], [])


@pytest.mark.parametrize("by_asker", [True, False])
async def test_request_ends_when_either_side_ends_it(url, by_asker):
    """Withdrawn, or declined."""
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    await ann.call("PUT", f"/me/friends/{bob.account}")
    by, other = (ann, bob) if by_asker else (bob, ann)
    assert (await by.call("DELETE", f"/me/friends/{other.account}")).status_code == 204
    assert await requests_of(ann) == await requests_of(bob) == ([], [])
    assert await friend_names(ann) == []


async def test_end_between_strangers_ends_nothing(tmp_path):
    async with in_process_server(tmp_path) as services:
        await create_accounts(services)
        async with services.database.writing() as session:
            assert not await end_between(session, ANN.account, BOB.account)
        await befriend(services, ANN, BOB)
        async with services.database.writing() as session:
            assert await end_between(session, ANN.account, BOB.account)


async def test_request_of_a_closed_account_makes_no_friendship(tmp_path):
    async with in_process_server(tmp_path) as services:
        await create_accounts(services)
        await services.friendships.ask(BOB, ANN.name)
        await services.admin.close_account(BOB.name)
        with pytest.raises(Problem):
            await services.friendships.ask(ANN, BOB.name)
        assert await pairs(services) == []


async def test_either_friend_ends_a_friendship(url):
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    await ann.call("PUT", f"/me/friends/{bob.account}")
    await bob.call("PUT", f"/me/friends/{ann.account}")
    await bob.call("DELETE", f"/me/friends/{ann.account}")
    assert await friend_names(ann) == await friend_names(bob) == []


async def test_crossing_requests_become_one_friendship(tmp_path):
    async with in_process_server(tmp_path) as services:
        await create_accounts(services)
        friendships = services.friendships
        crossing = friendships.ask(ANN, BOB.name), friendships.ask(BOB, ANN.name)
        assert sorted(await asyncio.gather(*crossing)) == ["asked", "friends"]
        assert await pairs(services) == [("a_ann", "a_bob"), ("a_bob", "a_ann")]
        assert await pairs(services, FriendRequestRow) == []


async def test_block_ends_a_friendship_and_its_requests(url):
    ann, bob, cid = [await arrive(url, name) for name in ("Ann", "Bob", "Cid")]
    await ann.call("PUT", f"/me/friends/{bob.account}")
    await bob.call("PUT", f"/me/friends/{ann.account}")
    await cid.call("PUT", f"/me/friends/{ann.account}")
    for other in (bob, cid):
        await ann.call("PUT", f"/me/blocks/{other.account}")
    assert await friend_names(ann) == await friend_names(bob) == []
    assert await requests_of(ann) == await requests_of(cid) == ([], [])
    await bob.refused("PUT", f"/me/friends/{ann.account}", "forbidden")
    await ann.refused("PUT", f"/me/friends/{bob.account}", "forbidden")


async def test_guest_keeps_a_friendship_as_a_person(url):
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    link = await ann.get("/me/friend-link")
    await bob.post(f"/friend-links/{link['code']}")
    body = {"name": new_name("Bob"), "password": PASSWORD}
    await bob.post("/accounts", body, 201)
    friends = (await ann.get("/me/friends"))["items"]
    account = {"id": bob.account, "name": body["name"], "kind": "person"}
    assert [friend["account"] for friend in friends] == [account]


async def test_friend_link_makes_friends_at_once(url):
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    link = await ann.get("/me/friend-link")
    assert link["url"].endswith(f"/friend/{link['code']}")
    assert await ann.get("/me/friend-link") == link
    owner = await anonymous(url).get(f"/friend-links/{link['code']}")
    assert owner["id"] == ann.account
    assert await bob.post(f"/friend-links/{link['code'].lower()}") == {"status": "friends"}
    assert await friend_names(ann) == [bob.name]
    await ann.refused("POST", f"/friend-links/{link['code']}", "invalid-request", {})


async def test_renewed_friend_link_ends_the_link_before(url):
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    link = await ann.get("/me/friend-link")
    renewed = await ann.post("/me/friend-link")
    assert renewed["code"] != link["code"]
    await bob.refused("GET", f"/friend-links/{link['code']}", "not-found")
    await bob.refused("POST", f"/friend-links/{link['code']}", "not-found", {})


async def test_friend_link_leads_a_blocked_account_nowhere(url):
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    link = await ann.get("/me/friend-link")
    await ann.call("PUT", f"/me/blocks/{bob.account}")
    await bob.refused("GET", f"/friend-links/{link['code']}", "not-found")
    await bob.refused("POST", f"/friend-links/{link['code']}", "not-found", {})


async def test_bots_have_no_friends(tmp_path):
    async with in_process_server(tmp_path) as services:
        await create_accounts(services)
        ask = services.friendships.ask
        assert await problem_name(ask(VEX, ANN.name)) == "forbidden"
        assert await problem_name(ask(ANN, VEX.name)) == "forbidden"
        assert await problem_name(ask(ANN, ANN.name)) == "invalid-request"
        assert await problem_name(ask(ANN, "a_000000000000000000")) == "not-found"


async def test_closed_account_leaves_the_list(tmp_path):
    async with in_process_server(tmp_path) as services:
        await create_accounts(services)
        await befriend(services, ANN, BOB)
        await services.admin.close_account(BOB.name)
        assert (await services.friend_views.of(ANN.account)).items == []


async def test_block_by_its_service_refuses_a_request_like_a_closed_door(tmp_path):
    """The sentence does not tell which of the two it is."""
    async with in_process_server(tmp_path) as services:
        await create_accounts(services)
        await services.friendships.ask(CID, ANN.name)
        await block(services, ANN, BOB)
        with pytest.raises(Exception, match="Ann does not take requests from you"):
            await services.friendships.ask(BOB, ANN.name)
