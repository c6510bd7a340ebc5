"""Pools over REST and the account's stream, on every kind of server."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

from tests.app.test_account_stream import account_stream
from tests.app.test_registration import new_name, register
from tests.app.wire import Person, anonymous, arrive

CASUAL = "tiny-3-live-casual"
RATED = "tiny-3-live-rated"
"""Pools of three, since tests beside these may use those of two."""


async def bot_of(owner):
    created = await owner.post("/bots", {"name": new_name("Vex")}, 201)
    return Person(owner.url, "Vex", created["token"], created["account"]["id"])


async def confirm(person, check, accept=True):
    return await person.post(f"/me/ready-checks/{check['id']}", {"accept": accept})


async def test_pools_are_listed_for_everybody(url):
    pools = (await anonymous(url).get("/pools"))["items"]
    of_tiny = [pool for pool in pools if pool["game"] == "tiny"]
    assert {(pool["players"], pool["pace"], pool["rated"]) for pool in of_tiny} == {
        (players, pace, rated)
        for players in (2, 3, 4)
        for pace in ("live", "relaxed", "days")
        for rated in (True, False)
    }
    assert all(pool["bots"] is not pool["rated"] for pool in of_tiny)


async def test_three_find_one_another_over_their_streams(url):
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    vex = await bot_of(await arrive(url, "Cid"))
    async with AsyncExitStack() as stack:
        streams = [
            await stack.enter_async_context(account_stream(person)) for person in (ann, bob, vex)
        ]
        for person in (ann, bob, vex):
            own = await person.put(f"/me/pools/{CASUAL}", None)
            assert [ticket["pool"]["id"] for ticket in own["items"]] == [CASUAL]
        checks = [await stream.kind("ready_check") for stream in streams]
        assert len({check["id"] for check in checks}) == 1
        for check in checks:
            assert (check["status"], check["accepted"], check["players"]) == ("open", 0, 3)
            text = str(check)
            assert not any(word in text for word in (ann.account, bob.account, "Ann", "rating'"))
        for person, check in zip((ann, bob, vex), checks, strict=True):
            reply = await confirm(person, check)
        assert reply["status"] == "begun"
        for stream in streams:
            line = await stream.kind("match")
            assert line["match"]["id"] == reply["match"]
            assert line["match"]["status"] == "playing"
    match = await ann.get(f"/matches/{reply['match']}")
    kinds = {seat["account"]: seat["kind"] for seat in match["seats"]}
    assert kinds == {ann.account: "human", bob.account: "human", vex.account: "bot"}
    assert await ann.get("/me/pools") == {"items": []}


async def test_stream_begins_with_places_and_the_ready_check(url):
    people = [await register(url) for _ in range(3)]
    for person in people:
        await person.put(f"/me/pools/{RATED}", None)
    async with account_stream(people[0]) as stream:
        line = await stream.kind("pool")
        assert [ticket["pool"]["id"] for ticket in line["tickets"]] == [RATED]
        check = await stream.kind("ready_check")
    async with account_stream(people[1]) as stream:
        await stream.kind("ready_check")
        await confirm(people[0], check)
        while (line := await stream.kind("ready_check"))["accepted"] == 0:
            pass
        await confirm(people[2], check, accept=False)
        while (line := await stream.kind("ready_check"))["status"] == "open":
            pass
        assert line["status"] == "dissolved"
    assert (await people[2].get("/me/pools"))["held_back_s"] == 30
    for person in people:
        await person.call("DELETE", f"/me/pools/{RATED}")


async def test_guests_and_bots_are_refused_by_rated_pools(url):
    guest = await arrive(url, "Ann")
    problem = await guest.refused("PUT", f"/me/pools/{RATED}", "forbidden")
    assert "password" in problem["detail"]
    await (await bot_of(guest)).refused("PUT", f"/me/pools/{RATED}", "forbidden")
    await guest.refused("PUT", "/me/pools/chess-2-live-rated", "not-found")
    await anonymous(url).refused("GET", "/me/pools", "unauthenticated")


@pytest.mark.postgres
@pytest.mark.redis
async def test_players_of_two_processes_find_one_another(postgres_redis_server, second_process):
    here, there = postgres_redis_server.url, second_process.url
    pool = "res_arcana-2-relaxed-casual"
    ann, bob = await arrive(here, "Ann"), await arrive(there, "Bob")
    async with account_stream(ann) as of_ann, account_stream(bob) as of_bob:
        await asyncio.gather(*(person.put(f"/me/pools/{pool}", None) for person in (ann, bob)))
        checks = [await stream.kind("ready_check") for stream in (of_ann, of_bob)]
        replies = await asyncio.gather(
            *(confirm(person, check) for person, check in zip((ann, bob), checks, strict=True))
        )
        (begun,) = {reply["match"] for reply in replies if reply["status"] == "begun"}
        for stream in (of_ann, of_bob):
            assert (await stream.kind("match"))["match"]["id"] == begun
