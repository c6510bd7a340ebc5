"""Bot queue: thinking time is shared fairly among the accounts that wait for it."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import asynccontextmanager, suppress

from app.bots.fair_queue import MAX_REMEMBERED, FairQueue
from app.lobby.schemas import NewMatch
from tests.app.in_process import ANN, BOB, in_process_server
from tests.app.test_quotas import create_bot

ME, BOT = {"kind": "me"}, {"kind": "bot", "bot": "random"}


class Simulation:
    """A fair queue with a clock that thoughts advance."""

    def __init__(self, places=1):
        self.now = 0.0
        self.turns = FairQueue(places, lambda: self.now)
        self.order = []
        self.spent = Counter()

    async def think(self, name, *accounts, seconds=1.0):
        async with self.turns.turn(accounts or [name]):
            self.order.append(name)
            self.spent[name] += seconds
            await asyncio.sleep(0)
            self.now += seconds

    def queue(self, count, name, *accounts, **how):
        return [asyncio.create_task(self.think(name, *accounts, **how)) for _ in range(count)]


async def test_busy_account_does_not_delay_another():
    simulation = Simulation()
    many = simulation.queue(50, "ann")
    await asyncio.sleep(0)
    few = simulation.queue(3, "bob")
    await asyncio.gather(*many, *few)
    assert Counter(simulation.order[:8])["bob"] == 3


async def test_queue_shares_time_rather_than_the_number_of_thoughts():
    simulation = Simulation()
    slow = simulation.queue(10, "ann", seconds=5.0)
    quick = simulation.queue(50, "bob", seconds=1.0)
    await asyncio.gather(*slow[:5])
    assert abs(simulation.spent["ann"] - simulation.spent["bob"]) <= 5
    await asyncio.gather(*slow, *quick)


async def test_unused_time_is_not_saved_up():
    simulation = Simulation()
    await asyncio.gather(*simulation.queue(20, "ann"))
    late = simulation.queue(20, "bob")
    again = simulation.queue(20, "ann")
    await asyncio.gather(*late, *again)
    share = Counter(simulation.order[20:30])
    assert abs(share["ann"] - share["bob"]) <= 2


async def test_newcomers_do_not_starve_a_waiting_account():
    simulation = Simulation()
    patient = simulation.queue(5, "ann")
    for number in range(40):
        await asyncio.gather(*simulation.queue(1, f"new {number % 4}"))
    assert simulation.order.count("ann") >= 5
    await asyncio.gather(*patient)


async def test_match_of_two_people_runs_when_either_is_next():
    simulation = Simulation()
    first = simulation.queue(10, "ann")
    both = simulation.queue(1, "both", "ann", "bob")
    await asyncio.gather(*first, *both)
    assert simulation.order.index("both") == 1
    assert simulation.order.count("both") == 1


async def test_cancelled_thoughts_release_their_queue_places():
    simulation = Simulation(places=2)
    tasks = simulation.queue(6, "ann")
    await asyncio.sleep(0)
    for task in tasks[:5]:
        task.cancel()
    for task in tasks[:5]:
        with suppress(asyncio.CancelledError):
            await task
    await asyncio.wait_for(asyncio.gather(tasks[5], *simulation.queue(3, "bob")), 10)
    assert simulation.turns._free == 2


async def test_queue_forgets_idle_accounts():
    simulation = Simulation()
    await asyncio.gather(*(simulation.think(f"a{number}") for number in range(2 * MAX_REMEMBERED)))
    assert simulation.turns._used == simulation.turns._waiting == {}
    running = simulation.queue(1, "bob")
    patient = simulation.queue(1, "ann")
    await asyncio.sleep(0)
    for number in range(2 * MAX_REMEMBERED):
        simulation.turns._used[f"b{number}"] = 1.0
    await asyncio.gather(*running)
    assert len(simulation.turns._used) <= MAX_REMEMBERED
    await asyncio.gather(*patient)


async def test_share_counts_waiting_and_thinking_accounts():
    simulation, shares = Simulation(places=2), []

    async def think(name):
        async with simulation.turns.turn([name]) as share:
            shares.append(share)
            await asyncio.sleep(0)

    await think("ann")
    tasks = [asyncio.create_task(think(f"a{number}")) for number in range(8)]
    await asyncio.gather(*tasks)
    await think("ann")
    assert shares == [1, 1, 1, 2 / 6, 2 / 6, 2 / 4, 2 / 4, 1, 1, 1]


async def until(condition):
    async with asyncio.timeout(30):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.005)


@asynccontextmanager
async def thinking(folder):
    """A server whose bots think one after another. Yields its services, the seeds of the matches
    thought about so far, and a semaphore that lets one thought go on.
    """
    seeds, resume_clocks = [], asyncio.Semaphore(0)
    async with in_process_server(folder, bot_delay=0.0, undo_grace=0.0) as services:
        bots = services.bots

        async def think(room, decision, pace):
            seeds.append(room.started_match.seed)
            await resume_clocks.acquire()
            return await original(room, decision, pace)

        original, bots._think = bots._think, think
        yield services, seeds, resume_clocks
        await bots.stop()


async def test_guest_with_forty_matches_does_not_delay_another(tmp_path):
    """Ann starts as many matches as allowed; Bob's only match gets every other thought."""
    async with thinking(tmp_path) as (services, seeds, resume_clocks):
        for _ in range(2):
            await create_match(services, ANN, BOT, BOT, BOT)
        for _ in range(38):
            await create_match(services, ANN, BOT, ME)
        await until(lambda: seeds)
        match = await create_match(services, BOB, BOT, BOT)
        own = (await services.rooms.get(match)).started_match.seed
        await until(lambda: "a_bob" in services.bots.fair_queue._waiting)
        resume_clocks.release()
        await until(lambda: len(seeds) == 2)
        assert seeds[1] == own


async def test_bots_wait_in_the_turn_of_their_owner(tmp_path):
    """Each of Ann's bots has a match; Bob's only match gets every other thought."""
    async with thinking(tmp_path) as (services, seeds, resume_clocks):
        for number in range(12):
            await create_match(
                services, await create_bot(services, id=f"a_kin{number:02}"), BOT, ME
            )
        waiting = services.bots.fair_queue._waiting
        await until(lambda: seeds and len(waiting.get("a_ann", ())) >= 11)
        assert waiting.keys() == {"a_ann"}
        match = await create_match(services, BOB, BOT, BOT)
        own = (await services.rooms.get(match)).started_match.seed
        await until(lambda: "a_bob" in waiting)
        resume_clocks.release()
        await until(lambda: len(seeds) == 2)
        assert seeds[1] == own


async def create_match(services, caller, *seats):
    new = NewMatch(game="tiny", seats=list(seats))
    return (await services.lobby.create(new, caller)).id
