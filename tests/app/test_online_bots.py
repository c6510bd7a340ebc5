"""Online bots: who is listed, for whom, and for how long."""

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

PATIENCE_S = 20


async def bot_of(owner: Person, name: str) -> Person:
    made = await owner.post("/bots", {"name": f"{name} {owner.account[-8:]}"}, 201)
    return Person(owner.url, made["account"]["name"], made["token"], made["account"]["id"])


@asynccontextmanager
async def online(bot: Person) -> AsyncIterator[None]:
    """The bot's stream is open."""
    async with bot.http.stream("GET", "/me/stream") as stream:
        assert stream.status_code == 200
        yield


async def listed(reader: Person, **query: str) -> dict[str, dict]:
    """The bots on the list, all pages of it."""
    found, cursor = {}, ""
    while True:
        page = await reader.get("/bots", params={**query, "cursor": cursor, "limit": 2})
        found |= {one["name"]: one for one in page["items"]}
        if "next" not in page:
            return found
        cursor = page["next"]


async def until(reader: Person, bot: Person, *, there: bool) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while True:
            if (bot.name in await listed(reader)) == there:
                return
            await asyncio.sleep(0.02)


async def test_a_bot_is_listed_while_it_is_online_and_accepts(url):
    """It wants both: a stream, and to have said what it accepts."""
    ann = await arrive(url, "Ann")
    bot, silent = await bot_of(ann, "Vex"), await bot_of(ann, "Mute")
    accepts = {"games": ["tiny"], "players": [2, 3], "rated": False, "text": "Short matches."}
    assert await bot.put("/me/accepts", accepts) == accepts
    reader = anonymous(url)
    assert bot.name not in await listed(reader)
    async with online(bot), online(silent):
        await until(reader, bot, there=True)
        shown = await listed(reader)
        assert shown[bot.name] == {"id": bot.account, "name": bot.name, "accepts": accepts}
        assert silent.name not in shown
        assert bot.name in await listed(reader, game="tiny")
        assert bot.name not in await listed(reader, game="res_arcana")
        await bot.call("DELETE", "/me/accepts")
        assert bot.name not in await listed(reader)
        await bot.put("/me/accepts", {})
        await until(reader, bot, there=True)
        assert (await listed(reader, game="res_arcana"))[bot.name]["accepts"] == {}
    await until(reader, bot, there=False)


async def test_the_list_comes_in_pages_by_name(url):
    ann = await arrive(url, "Ann")
    bots = [await bot_of(ann, name) for name in ("Cid", "abe", "Bob")]
    async with online(bots[0]), online(bots[1]), online(bots[2]):
        for bot in bots:
            await bot.put("/me/accepts", {})
            await until(ann, bot, there=True)
        names = [name for name in await listed(ann) if name in {bot.name for bot in bots}]
    assert [name[:3] for name in names] == ["abe", "Bob", "Cid"]


async def test_whoever_is_blocked_does_not_find_the_bot(url):
    ann, eve = await arrive(url, "Ann"), await arrive(url, "Eve")
    bot, other = await bot_of(ann, "Vex"), await bot_of(eve, "Foe")
    async with online(bot):
        await bot.put("/me/accepts", {})
        await until(other, bot, there=True)
        await until(eve, bot, there=True)
        await eve.put(f"/me/blocks/{bot.name}", {}, 204)
        assert bot.name not in await listed(eve)
        assert bot.name in await listed(other)


async def test_people_are_never_listed(url):
    ann = await arrive(url, "Ann")
    await ann.refused("PUT", "/me/accepts", "forbidden", {})
    await ann.refused("DELETE", "/me/accepts", "forbidden")


@pytest.mark.parametrize(
    "wrong",
    [{"players": [0]}, {"clocks": ["sand"]}, {"text": ""}, {"mood": "good"}, {"games": [1]}],
)
async def test_what_makes_no_sense_is_refused(url, wrong):
    bot = await bot_of(await arrive(url, "Ann"), "Vex")
    await bot.refused("PUT", "/me/accepts", "invalid-request", wrong)


@pytest.mark.postgres
@pytest.mark.redis
async def test_a_bot_at_another_process_is_listed_here(postgres_redis_server, second_process):
    bot = await bot_of(await arrive(postgres_redis_server.url, "Ann"), "Vex")
    await bot.put("/me/accepts", {})
    async with online(bot), online(await bot.at(second_process.url)):
        await until(anonymous(second_process.url), bot, there=True)
    await until(anonymous(second_process.url), bot, there=False)


async def test_a_bot_whose_process_has_died_falls_off_the_list(two_containers):
    """Nobody took it off: it is just no longer stamped."""
    here, there = two_containers
    async with here.database.writing() as session:
        vex = Account(id="a_1", kind="bot", name="Vex", preferences={}, created_at=now())
        session.add(vex)
        await session.flush()
        session.add(AcceptRow(account="a_1", accepts={}, seen_at=now()))
    page = await there.online_bots.page(None, None, "", 10)
    assert [one.name for one in page.items] == ["Vex"]
    async with here.database.writing() as session:
        late = now() - online_bots.ONLINE - timedelta(seconds=1)
        await session.execute(sa.update(AcceptRow).values(seen_at=late))
    assert (await there.online_bots.page(None, None, "", 10)).items == []
