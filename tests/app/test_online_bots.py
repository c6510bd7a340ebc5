"""Online bots: which are listed, to which readers and for how long."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
import sqlalchemy as sa

from app.accounts import online_bots
from app.accounts.models import AcceptRow, Account
from app.infra.wall_clock import now
from tests.app.wire import Person, anonymous, arrive

TIMEOUT_S = 20


async def bot_of(owner: Person, name: str) -> Person:
    created = await owner.post("/bots", {"name": f"{name} {owner.account[-8:]}"}, 201)
    return Person(owner.url, created["account"]["name"], created["token"], created["account"]["id"])


@asynccontextmanager
async def online(bot: Person) -> AsyncIterator[None]:
    """The bot's stream is open."""
    async with bot.http.stream("GET", "/me/stream") as stream:
        assert stream.status_code == 200
        yield


async def list_bots(reader: Person, **query: str) -> dict[str, dict]:
    """The listed bots by name, from all pages."""
    bots, cursor = {}, ""
    while True:
        page = await reader.get("/bots", params={**query, "cursor": cursor, "limit": 2})
        bots |= {bot["name"]: bot for bot in page["items"]}
        if "next" not in page:
            return bots
        cursor = page["next"]


async def until(reader: Person, bot: Person, *, there: bool) -> None:
    async with asyncio.timeout(TIMEOUT_S):
        while True:
            if (bot.name in await list_bots(reader)) == there:
                return
            await asyncio.sleep(0.02)


async def test_bot_is_listed_while_online_and_accepting(url):
    """A bot needs both: an open stream and a record of what it accepts."""
    ann = await arrive(url, "Ann")
    bot, silent = await bot_of(ann, "Vex"), await bot_of(ann, "Mute")
    accepts = {"games": ["tiny"], "players": [2, 3], "rated": False, "text": "Short matches."}
    assert await bot.put("/me/accepts", accepts) == accepts
    reader = anonymous(url)
    assert bot.name not in await list_bots(reader)
    async with online(bot), online(silent):
        await until(reader, bot, there=True)
        bots = await list_bots(reader)
        assert bots[bot.name] == {"id": bot.account, "name": bot.name, "accepts": accepts}
        assert silent.name not in bots
        assert bot.name in await list_bots(reader, game="tiny")
        assert bot.name not in await list_bots(reader, game="res_arcana")
        await bot.call("DELETE", "/me/accepts")
        assert bot.name not in await list_bots(reader)
        await bot.put("/me/accepts", {})
        await until(reader, bot, there=True)
        assert (await list_bots(reader, game="res_arcana"))[bot.name]["accepts"] == {}
    await until(reader, bot, there=False)


async def test_list_is_paged_by_name(url):
    ann = await arrive(url, "Ann")
    bots = [await bot_of(ann, name) for name in ("Cid", "abe", "Bob")]
    async with online(bots[0]), online(bots[1]), online(bots[2]):
        for bot in bots:
            await bot.put("/me/accepts", {})
            await until(ann, bot, there=True)
        names = [name for name in await list_bots(ann) if name in {bot.name for bot in bots}]
    assert [name[:3] for name in names] == ["abe", "Bob", "Cid"]


async def test_account_that_blocks_a_bot_does_not_see_it(url):
    ann, eve = await arrive(url, "Ann"), await arrive(url, "Eve")
    bot, other = await bot_of(ann, "Vex"), await bot_of(eve, "Foe")
    async with online(bot):
        await bot.put("/me/accepts", {})
        await until(other, bot, there=True)
        await until(eve, bot, there=True)
        await eve.put(f"/me/blocks/{bot.name}", {}, 204)
        assert bot.name not in await list_bots(eve)
        assert bot.name in await list_bots(other)


async def test_people_may_not_set_what_they_accept(url):
    ann = await arrive(url, "Ann")
    await ann.refused("PUT", "/me/accepts", "forbidden", {})
    await ann.refused("DELETE", "/me/accepts", "forbidden")


@pytest.mark.parametrize(
    "wrong",
    [{"players": [0]}, {"clocks": ["sand"]}, {"text": ""}, {"mood": "good"}, {"games": [1]}],
)
async def test_malformed_acceptance_is_refused(url, wrong):
    bot = await bot_of(await arrive(url, "Ann"), "Vex")
    await bot.refused("PUT", "/me/accepts", "invalid-request", wrong)


@pytest.mark.postgres
@pytest.mark.redis
async def test_bot_online_at_another_process_is_listed(postgres_redis_server, second_process):
    bot = await bot_of(await arrive(postgres_redis_server.url, "Ann"), "Vex")
    await bot.put("/me/accepts", {})
    async with online(bot), online(await bot.at(second_process.url)):
        await until(anonymous(second_process.url), bot, there=True)
    await until(anonymous(second_process.url), bot, there=False)


async def test_bot_of_a_dead_process_drops_off_the_list(two_containers):
    """No process removes it: its time stamp is just no longer refreshed."""
    here, there = two_containers
    async with here.database.writing() as session:
        vex = Account(id="a_1", kind="bot", name="Vex", preferences={}, created_at=now())
        session.add(vex)
        await session.flush()
        session.add(AcceptRow(account="a_1", accepts={}, seen_at=now()))
    page = await there.online_bots.page(None, None, "", 10)
    assert [bot.name for bot in page.items] == ["Vex"]
    async with here.database.writing() as session:
        late = now() - online_bots.ONLINE_WINDOW - timedelta(seconds=1)
        await session.execute(sa.update(AcceptRow).values(seen_at=late))
    assert (await there.online_bots.page(None, None, "", 10)).items == []
