"""Service clock: it neither jumps nor stops under clocks that jump, stop and disagree.

Deadlines of matches are in test_clocks, stopped servers in test_suspended_process.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.clocks import service_time
from app.clocks.kinds import clock_of
from app.clocks.service_time import MAX_EXTRAPOLATION_MS, MAX_RENEWAL_GAP_MS
from app.clocks.state import ClockState
from app.matches.automation.due_actions import timed_out
from tests.app.clockwork import START, Process, SetDatabase

HOUR_MS = 3_600_000
TICK_MS = 500
RENEWAL_MS = 2_000
"""The interval between a process's renewals."""
MOVE = clock_of({"kind": "move", "seconds": 30, "on_timeout": "forfeit"})
NO_GRACE = SimpleNamespace(timeout_grace=0)
FACTS = SimpleNamespace(clock=MOVE, status="playing", times=ClockState(until={0: START + 30_000}))


def late(process):
    """Whether, by the clock of the process, a player with 30 seconds at the start has lost."""
    return bool(timed_out(FACTS, process.service_clock, NO_GRACE))


class World:
    """Three processes on one database; `served` is the elapsed time during which a process was up
    and took answers, by the test's own count; `steps` is how often the database's clock was set.
    """

    def __init__(self, count: int = 3) -> None:
        self.database = SetDatabase()
        ahead = (0, -90_000, 250_000)[:count]
        self.processes = [Process(self.database, offset_ms) for offset_ms in ahead]
        self.service_clock = self.unrenewed = self.steps = 0

    async def begin(self) -> World:
        for process in self.processes:
            await process.renew()
        return self

    async def live(self, ms: int) -> None:
        """Let `ms` pass."""
        for _ in range(ms // TICK_MS):
            self.database.clock += TICK_MS
            self.unrenewed += TICK_MS
            for process in self.processes:
                if process.live(TICK_MS):
                    self.check(process)
                    await self._turn(process)
                    self.check(process)

    async def _turn(self, process: Process) -> None:
        if process.watch.monotonic - process.asked.monotonic < RENEWAL_MS or self.database.silent:
            return
        await process.renew()
        counts = self.unrenewed <= MAX_RENEWAL_GAP_MS and not any(
            other.service_clock.is_refusing() for other in self.processes
        )
        self.service_clock += self.unrenewed if counts else 0
        self.unrenewed = 0

    def check(self, process: Process) -> None:
        now, limit = (
            process.service_clock.now(),
            self.service_clock + min(self.unrenewed, MAX_RENEWAL_GAP_MS),
        )
        assert now >= process.shown, "it never runs back"
        process.shown = now
        assert now - START <= limit + MAX_EXTRAPOLATION_MS, "nor does it jump"
        assert self.database.time - START >= self.service_clock - self.steps * MAX_RENEWAL_GAP_MS, (
            "nor stand still"
        )
        if late(process):
            assert process.knows, "only a process that is sure calls a player late"
            assert limit + MAX_EXTRAPOLATION_MS >= 30_000

    async def apply(self, what: str, number: int, seconds: int) -> None:
        ms, process = seconds * 1000, self.processes[number]
        match what:
            case "stop":
                process.stopped += ms
            case "suspend" | "stand still":
                process.sleep(ms, wall_too=what == "stand still")
            case "all stop":
                for sleeper in self.processes:
                    sleeper.stopped += ms
            case "all sleep":
                for sleeper in self.processes:
                    sleeper.sleep(ms, wall_too=False)
            case "set wall":
                process.watch.wall += (seconds - 20) * HOUR_MS
            case "set reference":
                self.set_reference(HOUR_MS if seconds % 2 else -HOUR_MS)
            case "silent":
                self.database.silent = True
                await self.live(ms)
                self.database.silent = False

    def set_reference(self, by: int) -> None:
        self.database.clock += by
        self.steps += 1

    def wake(self) -> None:
        """Let every process run again."""
        for process in self.processes:
            process.stopped, process.asleep = 0, min(process.asleep, TICK_MS)


EVENTS = (
    *("stop", "suspend", "stand still", "all stop", "all sleep"),
    *("set wall", "set reference", "silent"),
)
event = st.tuples(st.sampled_from(EVENTS), st.integers(0, 2), st.integers(0, 40))
course = st.lists(st.tuples(event, st.integers(0, 20_000)), max_size=6)


@given(course)
@settings(max_examples=60, deadline=None, derandomize=True)
def test_service_time_neither_jumps_nor_runs_back(course):
    asyncio.run(_live_through(course))


async def _live_through(course):
    world = await World().begin()
    for happening, ms in course:
        await world.apply(*happening)
        await world.live(ms)
    world.wake()
    await world.live(3 * RENEWAL_MS)
    times = [process.service_clock.now() for process in world.processes]
    assert max(times) - min(times) <= MAX_EXTRAPOLATION_MS, "the processes agree"
    await world.live(30_000)
    assert all(map(late, world.processes)), "time goes on"


async def test_processes_agree_whatever_their_own_clocks_show():
    world = await World().begin()
    await world.live(60_000)
    assert {process.service_clock.now() for process in world.processes} == {START + 60_000}
    assert world.database.downtime == 0


@pytest.mark.parametrize(
    "step",
    [HOUR_MS, -HOUR_MS, MAX_RENEWAL_GAP_MS + RENEWAL_MS + 1, -MAX_RENEWAL_GAP_MS - RENEWAL_MS - 1],
)
async def test_step_of_the_reference_clock_is_added_to_the_downtime_once(step):
    world = await World().begin()
    await world.live(10_000)
    world.set_reference(step)
    await world.live(10_000)
    assert abs(world.database.downtime - step) <= RENEWAL_MS
    assert {each.service_clock.downtime for each in world.processes} == {world.database.downtime}
    for process in world.processes:
        assert 20_000 - RENEWAL_MS <= process.service_clock.now() - START <= 20_000
        assert (
            process.service_clock.reference()
            == process.service_clock.now() + world.database.downtime
        )
        assert process.service_clock.was_set_back is (step < 0)


async def test_process_that_slept_while_others_served_adds_no_downtime():
    world = await World().begin()
    for how in ("stop", "suspend", "stand still"):
        await world.apply(how, 1, 60)
        await world.live(70_000)
        assert world.database.downtime == 0
        assert (
            world.processes[1].service_clock.since > world.processes[0].service_clock.since == START
        )
    times = {process.service_clock.now() for process in world.processes}
    assert max(times) - min(times) <= TICK_MS


async def test_waking_process_is_unsure_until_it_has_renewed():
    """By its own clocks the time is up, but no process has served."""
    world = await World(1).begin()
    (process,) = world.processes
    before = process.service_clock.now()
    for sleep in (process.watch.wait, process.watch.sleep):
        sleep(8 * HOUR_MS)
        world.database.clock += 8 * HOUR_MS
        assert process.service_clock.now() == before
        assert (process.service_clock.is_synced, late(process)) == (False, False)
        await process.renew()
        assert (process.service_clock.is_synced, late(process)) == (True, False)
        assert process.service_clock.now() == before
    assert process.service_clock.downtime == 16 * HOUR_MS


@pytest.mark.parametrize("clock", ["monotonic", "wall"])
@pytest.mark.parametrize("passed", [MAX_EXTRAPOLATION_MS, MAX_EXTRAPOLATION_MS + 1, -1])
async def test_no_player_is_late_unless_renewed_within_4_s_by_both_clocks(clock, passed):
    world = await World(1).begin()
    (process,) = world.processes
    for _ in range(30):
        world.database.clock += 1_000
        process.watch.wait(1_000)
        await process.renew()
    setattr(process.watch, clock, getattr(process.watch, clock) + passed)
    assert process.service_clock.is_synced is late(process) is (passed == MAX_EXTRAPOLATION_MS)


async def test_renewal_interrupted_by_sleep_leaves_the_clock_unsure():
    world = await World(1).begin()
    (process,) = world.processes
    execute = world.database.execute

    async def and_sleep(statement, values=None):
        result = await execute(statement, values)
        if values is not None:
            process.watch.wait(HOUR_MS)
            world.database.clock += HOUR_MS
            world.database.execute = execute
        return result

    world.database.execute = and_sleep
    await process.service_clock.renew()
    assert not process.service_clock.is_synced
    world.database.execute = and_sleep
    process.watch.wait(MAX_EXTRAPOLATION_MS + 1)
    await process.service_clock.ensure_synced()
    assert process.service_clock.is_synced, "it asks once more"


async def test_concurrent_renewals_share_one_query_and_its_failure():
    world = await World(1).begin()
    (process,) = world.processes
    process.watch.wait(MAX_EXTRAPOLATION_MS + 1)
    world.database.silent = True
    results = await asyncio.gather(
        *(process.service_clock.renew() for _ in range(9)), return_exceptions=True
    )
    assert {type(result) for result in results} == {TimeoutError}
    assert world.database.asked == 2
    world.database.silent = False
    await process.service_clock.ensure_synced()
    assert process.service_clock.is_synced


@pytest.mark.parametrize("count", [1, 2])
async def test_service_time_stands_still_while_any_process_is_refused(count):
    """However many processes are refused; and no player's time is up for some seconds more."""
    world = await World().begin()
    await world.live(20_000)
    for process in world.processes[:count]:
        process.service_clock.is_refusing = lambda: True
        process.service_clock.renew_soon()
        await process.renew()
    times = [process.service_clock.now() for process in world.processes]
    for _ in range(60):
        await world.live(2_000)
        assert not any(map(late, world.processes))
    for process, before in zip(world.processes, times, strict=True):
        assert process.service_clock.now() - before <= 2 * RENEWAL_MS
        process.service_clock.is_refusing = lambda: False
    await world.live(MAX_RENEWAL_GAP_MS)
    assert all(process.service_clock.answers_refused for process in world.processes)
    assert abs(world.database.downtime - 120_000) <= RENEWAL_MS
    await world.live(3 * RENEWAL_MS + 10_000)
    assert all(map(late, world.processes))


async def test_deadlines_are_announced_again_once_no_process_is_refused():
    world = await World(2).begin()
    announced, (process, other) = [], world.processes
    other.service_clock.on_moved = lambda: announced.append(other.service_clock.downtime)
    process.service_clock.is_refusing = lambda: True
    await world.live(30_000)
    assert other.service_clock.downtime > 20_000
    assert announced == []
    process.service_clock.is_refusing = lambda: False
    await world.live(MAX_RENEWAL_GAP_MS + 2 * RENEWAL_MS)
    assert announced == [world.database.downtime]


async def test_database_outage_during_refusals_is_counted_once():
    world = await World(2).begin()
    for process in world.processes:
        process.service_clock.is_refusing = lambda: True
        await process.renew()
    await world.live(30_000)
    world.database.silent = True
    await world.live(60_000)
    world.database.silent = False
    await world.live(10_000)
    passed = world.database.clock - START
    assert passed - 2 * RENEWAL_MS <= world.database.downtime <= passed


async def test_first_renewal_waits_longer_for_a_slow_database(monkeypatch):
    """A start waits for a slow disk; a renewal while clocks run gives up."""
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
