"""Bot queue: thinking time is shared fairly among the accounts that wait for it."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import asynccontextmanager, suppress

from app.bots.fair_queue import MAX_REMEMBERED, FairQueue
from app.lobby.schemas import NewMatch
from tests.app.in_process import ANN, BOB, in_process_server
from tests.app.test_quotas import botkin

ME, BOT = {"kind": "me"}, {"kind": "bot", "bot": "random"}


class Shop:
    """Turns, and a clock that thoughts move on."""

    def __init__(self, places=1):
        self.now = 0.0
        self.turns = FairQueue(places, lambda: self.now)
        self.order = []
        self.spent = Counter()

    async def thinks(self, name, *accounts, seconds=1.0):
        async with self.turns.turn(accounts or [name]):
            self.order.append(name)
            self.spent[name] += seconds
            await asyncio.sleep(0)
            self.now += seconds

    def queue(self, count, name, *accounts, **how):
        return [asyncio.create_task(self.thinks(name, *accounts, **how)) for _ in range(count)]


async def test_who_waits_for_one_match_does_not_wait_for_all_of_another():
    shop = Shop()
    many = shop.queue(50, "ann")
    await asyncio.sleep(0)
    few = shop.queue(3, "bob")
    await asyncio.gather(*many, *few)
    assert Counter(shop.order[:8])["bob"] == 3


async def test_time_is_shared_and_not_the_number_of_thoughts():
    shop = Shop()
    slow = shop.queue(10, "ann", seconds=5.0)
    quick = shop.queue(50, "bob", seconds=1.0)
    await asyncio.gather(*slow[:5])
    assert abs(shop.spent["ann"] - shop.spent["bob"]) <= 5
    await asyncio.gather(*slow, *quick)


async def test_time_that_was_not_wanted_is_not_saved_up():
    shop = Shop()
    await asyncio.gather(*shop.queue(20, "ann"))
    late = shop.queue(20, "bob")
    again = shop.queue(20, "ann")
    await asyncio.gather(*late, *again)
    share = Counter(shop.order[20:30])
    assert abs(share["ann"] - share["bob"]) <= 2


async def test_many_newcomers_do_not_keep_somebody_waiting_for_ever():
    shop = Shop()
    patient = shop.queue(5, "ann")
    for number in range(40):
        await asyncio.gather(*shop.queue(1, f"new {number % 4}"))
    assert shop.order.count("ann") >= 5
    await asyncio.gather(*patient)


async def test_a_match_of_two_people_comes_when_either_is_next():
    shop = Shop()
    first = shop.queue(10, "ann")
    both = shop.queue(1, "both", "ann", "bob")
    await asyncio.gather(*first, *both)
    assert shop.order.index("both") == 1
    assert shop.order.count("both") == 1


async def test_who_gives_up_leaves_the_place_to_others():
    shop = Shop(places=2)
    tasks = shop.queue(6, "ann")
    await asyncio.sleep(0)
    for task in tasks[:5]:
        task.cancel()
    for task in tasks[:5]:
        with suppress(asyncio.CancelledError):
            await task
    await asyncio.wait_for(asyncio.gather(tasks[5], *shop.queue(3, "bob")), 10)
    assert shop.turns._free == 2


async def test_accounts_are_not_remembered_for_ever():
    shop = Shop()
    await asyncio.gather(*(shop.thinks(f"a{number}") for number in range(2 * MAX_REMEMBERED)))
    assert shop.turns._had == shop.turns._waiting == {}
    begun = shop.queue(1, "bob")
    patient = shop.queue(1, "ann")
    await asyncio.sleep(0)
    for number in range(2 * MAX_REMEMBERED):
        shop.turns._had[f"b{number}"] = 1.0
    await asyncio.gather(*begun)
    assert len(shop.turns._had) <= MAX_REMEMBERED
    await asyncio.gather(*patient)


async def test_those_who_wait_and_think_share_their_time():
    shop, shares = Shop(places=2), []

    async def thinks(name):
        async with shop.turns.turn([name]) as share:
            shares.append(share)
            await asyncio.sleep(0)

    await thinks("ann")
    tasks = [asyncio.create_task(thinks(f"a{number}")) for number in range(8)]
    await asyncio.gather(*tasks)
    await thinks("ann")
    assert shares == [1, 1, 1, 2 / 6, 2 / 6, 2 / 4, 2 / 4, 1, 1, 1]


async def until(condition):
    async with asyncio.timeout(30):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.005)


@asynccontextmanager
async def thinking(folder):
    """A server whose bots think one after another, each as long as the test likes; what they are
    asked, by the match's seed, and what lets one of them go on.
    """
    asked, go_on = [], asyncio.Semaphore(0)
    async with in_process_server(folder, bot_delay=0.0, undo_grace=0.0) as services:
        bots = services.bots

        async def think(room, decision, pace):
            asked.append(room.playing.seed)
            await go_on.acquire()
            return await given(room, decision, pace)

        given, bots._think = bots._think, think
        yield services, asked, go_on
        await bots.stop()


async def test_a_guest_with_forty_matches_does_not_keep_another_from_one(tmp_path):
    """Ann begins as many matches as she may; Bob's only one is thought about every other time."""
    async with thinking(tmp_path) as (services, asked, go_on):
        for _ in range(2):
            await made(services, ANN, BOT, BOT, BOT)
        for _ in range(38):
            await made(services, ANN, BOT, ME)
        await until(lambda: asked)
        match = await made(services, BOB, BOT, BOT)
        own = (await services.rooms.get(match)).playing.seed
        await until(lambda: "a_bob" in services.bots.turns._waiting)
        go_on.release()
        await until(lambda: len(asked) == 2)
        assert asked[1] == own


async def test_ones_bots_wait_together_with_oneself(tmp_path):
    """Ann's bots have a match each; Bob's only one is thought about every other time."""
    async with thinking(tmp_path) as (services, asked, go_on):
        for number in range(12):
            await made(services, await botkin(services, id=f"a_kin{number:02}"), BOT, ME)
        waiting = services.bots.turns._waiting
        await until(lambda: asked and len(waiting.get("a_ann", ())) >= 11)
        assert waiting.keys() == {"a_ann"}
        match = await made(services, BOB, BOT, BOT)
        own = (await services.rooms.get(match)).playing.seed
        await until(lambda: "a_bob" in waiting)
        go_on.release()
        await until(lambda: len(asked) == 2)
        assert asked[1] == own


async def made(services, caller, *seats):
    new = NewMatch(game="tiny", seats=list(seats))
    return (await services.lobby.create(new, caller)).id
