"""Service clock: it neither jumps nor stops under clocks that jump, stop and disagree."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.clocks import service_time
from app.clocks.config import clock_of
from app.clocks.service_time import GAP, SURE
from app.clocks.state import ClockState
from app.matches.due_actions import timed_out
from tests.app.clockwork import START, Process, SetDatabase

HOUR = 3_600_000
TICK = 500
EVERY = 2_000
"""A process renews as often."""
MOVE = clock_of({"kind": "move", "seconds": 30, "on_timeout": "forfeit"})
NO_GRACE = SimpleNamespace(timeout_grace=0)
FACTS = SimpleNamespace(clock=MOVE, status="playing", times=ClockState(until={0: START + 30_000}))


def late(process):
    """Whether a player who had 30 seconds at the start has lost by what the process knows."""
    return bool(timed_out(FACTS, process.service_clock, NO_GRACE))


class World:
    """Three processes on one database; `served` is the elapsed time during which a process was up
    and took answers, by the test's own count; `steps` is how often the database's clock was set.
    """

    def __init__(self, count: int = 3) -> None:
        self.database = SetDatabase()
        ahead = (0, -90_000, 250_000)[:count]
        self.processes = [Process(self.database, one) for one in ahead]
        self.service_clock = self.unrenewed = self.steps = 0

    async def begin(self) -> World:
        for process in self.processes:
            await process.renew()
        return self

    async def live(self, ms: int) -> None:
        """So much time passes."""
        for _ in range(ms // TICK):
            self.database.clock += TICK
            self.unrenewed += TICK
            for process in self.processes:
                if process.live(TICK):
                    self.check(process)
                    await self._turn(process)
                    self.check(process)

    async def _turn(self, process: Process) -> None:
        if process.watch.monotonic - process.asked.monotonic < EVERY or self.database.silent:
            return
        await process.renew()
        counts = self.unrenewed <= GAP and not any(
            one.service_clock.refusing() for one in self.processes
        )
        self.service_clock += self.unrenewed if counts else 0
        self.unrenewed = 0

    def check(self, process: Process) -> None:
        now, most = process.service_clock.now(), self.service_clock + min(self.unrenewed, GAP)
        assert now >= process.shown, "it never runs back"
        process.shown = now
        assert now - START <= most + SURE, "nor does it jump"
        assert self.database.time - START >= self.service_clock - self.steps * GAP, (
            "nor stand still"
        )
        if late(process):
            assert process.knows, "nobody is late by a process that is not sure"
            assert most + SURE >= 30_000

    async def happens(self, what: str, number: int, seconds: int) -> None:
        ms, process = seconds * 1000, self.processes[number]
        match what:
            case "stop":
                process.stopped += ms
            case "suspend" | "stand still":
                process.sleep(ms, wall_too=what == "stand still")
            case "all stop":
                for one in self.processes:
                    one.stopped += ms
            case "all sleep":
                for one in self.processes:
                    one.sleep(ms, wall_too=False)
            case "set wall":
                process.watch.wall += (seconds - 20) * HOUR
            case "set reference":
                self.set_reference(HOUR if seconds % 2 else -HOUR)
            case "silent":
                self.database.silent = True
                await self.live(ms)
                self.database.silent = False

    def set_reference(self, by: int) -> None:
        self.database.clock += by
        self.steps += 1

    def wake(self) -> None:
        """Everything runs again."""
        for process in self.processes:
            process.stopped, process.asleep = 0, min(process.asleep, TICK)


EVENTS = (
    *("stop", "suspend", "stand still", "all stop", "all sleep"),
    *("set wall", "set reference", "silent"),
)
event = st.tuples(st.sampled_from(EVENTS), st.integers(0, 2), st.integers(0, 40))
course = st.lists(st.tuples(event, st.integers(0, 20_000)), max_size=6)


@given(course)
@settings(max_examples=60, deadline=None, derandomize=True)
def test_whatever_clocks_do_served_time_neither_jumps_nor_runs_back(course):
    asyncio.run(_live_through(course))


async def _live_through(course):
    world = await World().begin()
    for happening, ms in course:
        await world.happens(*happening)
        await world.live(ms)
    world.wake()
    await world.live(3 * EVERY)
    times = [process.service_clock.now() for process in world.processes]
    assert max(times) - min(times) <= SURE, "the processes agree"
    await world.live(30_000)
    assert all(map(late, world.processes)), "time goes on"


async def test_in_calm_processes_agree_whatever_their_own_clocks_say():
    world = await World().begin()
    await world.live(60_000)
    assert {one.service_clock.now() for one in world.processes} == {START + 60_000}
    assert world.database.downtime == 0


@pytest.mark.parametrize("step", [HOUR, -HOUR, GAP + EVERY + 1, -GAP - EVERY - 1])
async def test_a_step_of_the_reference_goes_into_the_downtime_once(step):
    world = await World().begin()
    await world.live(10_000)
    world.set_reference(step)
    await world.live(10_000)
    assert abs(world.database.downtime - step) <= EVERY
    assert {one.service_clock.downtime for one in world.processes} == {world.database.downtime}
    for process in world.processes:
        assert 20_000 - EVERY <= process.service_clock.now() - START <= 20_000
        assert (
            process.service_clock.reference()
            == process.service_clock.now() + world.database.downtime
        )
        assert process.service_clock.set_back is (step < 0)


async def test_a_process_that_slept_while_others_served_adds_nothing():
    world = await World().begin()
    for how in ("stop", "suspend", "stand still"):
        await world.happens(how, 1, 60)
        await world.live(70_000)
        assert world.database.downtime == 0
        assert (
            world.processes[1].service_clock.since > world.processes[0].service_clock.since == START
        )
    times = {one.service_clock.now() for one in world.processes}
    assert max(times) - min(times) <= TICK


async def test_who_wakes_knows_nothing_until_it_has_asked():
    """Its own clocks say that the time is up; others have not served."""
    world = await World(1).begin()
    (process,) = world.processes
    before = process.service_clock.now()
    for sleep in (process.watch.wait, process.watch.sleep):
        sleep(8 * HOUR)
        world.database.clock += 8 * HOUR
        assert process.service_clock.now() == before
        assert (process.service_clock.is_sure, late(process)) == (False, False)
        await process.renew()
        assert (process.service_clock.is_sure, late(process)) == (True, False)
        assert process.service_clock.now() == before
    assert process.service_clock.downtime == 16 * HOUR


@pytest.mark.parametrize("clock", ["monotonic", "wall"])
@pytest.mark.parametrize("passed", [SURE, SURE + 1, -1])
async def test_nobody_is_late_unless_a_renewal_succeeded_within_4_s_by_both_clocks(clock, passed):
    world = await World(1).begin()
    (process,) = world.processes
    for _ in range(30):
        world.database.clock += 1_000
        process.watch.wait(1_000)
        await process.renew()
    setattr(process.watch, clock, getattr(process.watch, clock) + passed)
    assert process.service_clock.is_sure is late(process) is (passed == SURE)


async def test_a_renewal_under_way_while_the_process_slept_makes_nothing_sure():
    world = await World(1).begin()
    (process,) = world.processes
    execute = world.database.execute

    async def and_sleep(statement, values=None):
        found = await execute(statement, values)
        if values is not None:
            process.watch.wait(HOUR)
            world.database.clock += HOUR
            world.database.execute = execute
        return found

    world.database.execute = and_sleep
    await process.service_clock.renew()
    assert not process.service_clock.is_sure
    world.database.execute = and_sleep
    process.watch.wait(SURE + 1)
    await process.service_clock.be_sure()
    assert process.service_clock.is_sure, "it asks once more"


async def test_however_many_ask_there_is_one_renewal_and_one_failure():
    world = await World(1).begin()
    (process,) = world.processes
    process.watch.wait(SURE + 1)
    world.database.silent = True
    asked = await asyncio.gather(
        *(process.service_clock.renew() for _ in range(9)), return_exceptions=True
    )
    assert {type(one) for one in asked} == {TimeoutError}
    assert world.database.asked == 2
    world.database.silent = False
    await process.service_clock.be_sure()
    assert process.service_clock.is_sure


@pytest.mark.parametrize("count", [1, 2])
async def test_time_stands_still_while_answers_are_refused_to_any_process(count):
    """However many answers refused; and for some seconds more no player's time is up."""
    world = await World().begin()
    await world.live(20_000)
    for process in world.processes[:count]:
        process.service_clock.refusing = lambda: True
        process.service_clock.hurry()
        await process.renew()
    shown = [process.service_clock.now() for process in world.processes]
    for _ in range(60):
        await world.live(2_000)
        assert not any(map(late, world.processes))
    for process, before in zip(world.processes, shown, strict=True):
        assert process.service_clock.now() - before <= 2 * EVERY
        process.service_clock.refusing = lambda: False
    await world.live(GAP)
    assert all(process.service_clock.is_troubled for process in world.processes)
    assert abs(world.database.downtime - 120_000) <= EVERY
    await world.live(3 * EVERY + 10_000)
    assert all(map(late, world.processes))


async def test_deadlines_are_told_again_once_the_trouble_is_over():
    world = await World(2).begin()
    told, (process, other) = [], world.processes
    other.service_clock.moved = lambda: told.append(other.service_clock.downtime)
    process.service_clock.refusing = lambda: True
    await world.live(30_000)
    assert other.service_clock.downtime > 20_000
    assert told == []
    process.service_clock.refusing = lambda: False
    await world.live(GAP + 2 * EVERY)
    assert told == [world.database.downtime]


async def test_a_database_that_was_away_in_the_trouble_is_counted_once():
    world = await World(2).begin()
    for process in world.processes:
        process.service_clock.refusing = lambda: True
        await process.renew()
    await world.live(30_000)
    world.database.silent = True
    await world.live(60_000)
    world.database.silent = False
    await world.live(10_000)
    passed = world.database.clock - START
    assert passed - 2 * EVERY <= world.database.downtime <= passed


async def test_first_renewal_waits_longer_for_a_slow_database(monkeypatch):
    """A start on a slow disk goes on; a renewal while clocks run gives up."""
    monkeypatch.setattr(service_time, "RENEWAL_TIMEOUT_S", 0.01)
    database = SlowDatabase()
    process = Process(database)
    await process.renew()
    with pytest.raises(TimeoutError):
        await process.renew()


class SlowDatabase(SetDatabase):
    @asynccontextmanager
    async def alone(self):
        await asyncio.sleep(0.1)
        async with super().alone() as connection:
            yield connection
