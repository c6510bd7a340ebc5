"""Matches on a machine that sleeps, is stopped or has its clocks set: no player loses by it."""

from __future__ import annotations

import asyncio
import re
import signal
import time
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta

import asyncpg
import pytest
from sqlalchemy.exc import SQLAlchemyError

from app.clocks.service_time import _BY_THE_DATABASE, ServiceClock
from app.matches.automation.deadlines import deadline
from app.matches.automation.due_actions import timed_out
from app.matches.commands import Command
from app.matches.models import MatchRow
from app.matches.projection import clock_view, clock_view_of
from app.offers.service import OfferRequest
from engine.core.match import running_table
from tests.app.clockwork import SetWatch
from tests.app.conftest import QUICK
from tests.app.in_process import ANN, BOB, begin, in_process_server
from tests.app.wire import two_at_tiny
from tests.proxy import Proxy

HOUR_MS = 3_600_000
TWO_MINUTES = {"kind": "move", "seconds": 120, "on_timeout": "forfeit"}


def set_watch():
    return SetWatch(time.time_ns() // 1_000_000)


async def timed(services, clock=TWO_MINUTES):
    return await begin(services, "tiny", {"clock": clock})


async def attend_and_sweep(services, matches):
    """Run the scheduler for each match, and one sweep."""
    for match in matches:
        await services.scheduler.attend(match)
    await services.sweeper.sweep()


async def serve_for(services, watch, seconds):
    """Let that much time pass while this process serves."""
    for _ in range(seconds // 2):
        watch.wait(2_000)
        await services.service_clock.renew()


def suspend(watch):
    watch.sleep(8 * HOUR_MS)


def stop(watch):
    watch.wait(8 * HOUR_MS)


def set_ahead(watch):
    watch.wall += 8 * HOUR_MS


def set_back(watch):
    watch.wall -= 8 * HOUR_MS


@pytest.mark.parametrize("disturb", [suspend, stop, set_ahead, set_back])
async def test_no_match_is_forfeited_whatever_the_machines_clocks_do(tmp_path, disturb):
    watch = set_watch()
    async with in_process_server(tmp_path, clock=watch, timeout_grace=0) as services:
        matches = [await timed(services) for _ in range(3)]
        await serve_for(services, watch, 10)
        disturb(watch)
        await attend_and_sweep(services, matches)
        for match in matches:
            room = await services.rooms.fresh(match)
            assert (room.info.status, room.ply) == ("playing", 0)
            seats = clock_view(clock_view_of(room, room.info), services.service_clock).seats
            assert {seat.left_ms for seat in seats.values()} == {110_000}
        await serve_for(services, watch, 112)
        await attend_and_sweep(services, matches)
        for match in matches:
            assert (await services.rooms.fresh(match)).info.status == "finished"


async def test_sweeper_acts_in_time_though_the_clock_was_set_back(tmp_path):
    watch = set_watch()
    async with in_process_server(
        tmp_path, clock=watch, timeout_grace=0, sweeper_interval=1
    ) as services:
        match = await timed(services)
        await services.scheduler.stop()
        set_back(watch)
        await serve_for(services, watch, 4)
        await services.sweeper.sweep()
        room = await services.rooms.fresh(match)
        async with services.database.reading() as session:
            due = (await session.get_one(MatchRow, match)).due
        at = deadline(room.info.clock, services.service_clock, room.info.times.until[0])
        assert round(due.timestamp() * 1000) == at + 1_000
        assert due < services.service_clock.date() + timedelta(minutes=3)


async def test_offer_waits_for_people_while_the_machine_sleeps(tmp_path):
    watch = set_watch()
    async with in_process_server(tmp_path, clock=watch) as services:
        match = await timed(services, {"kind": "none"})
        await services.offers.make(match, ANN, OfferRequest(kind="draw"))
        suspend(watch)
        await attend_and_sweep(services, [match])
        assert len((await services.rooms.fresh(match)).info.offers) == 1
        async with services.database.reading() as session:
            assert (await session.get_one(MatchRow, match)).due > services.service_clock.date()
        await serve_for(services, watch, 122)
        await attend_and_sweep(services, [match])
        assert (await services.rooms.fresh(match)).info.offers == []


@pytest.mark.parametrize("disturb", [suspend, stop, set_ahead])
async def test_no_player_is_absent_until_a_process_has_served_for_gone_after(tmp_path, disturb):
    watch = set_watch()
    async with in_process_server(tmp_path, clock=watch, gone_after=60) as services:
        room = await services.rooms.get(await timed(services))
        assert await services.absence.absent_seats(room) == set()
        await serve_for(services, watch, 120)
        assert await services.absence.absent_seats(room) == {0, 1}
        disturb(watch)
        assert await services.absence.absent_seats(room) == set()
        await serve_for(services, watch, 62)
        assert await services.absence.absent_seats(room) == {0, 1}


async def test_no_player_is_gone_before_the_bus_was_up_for_the_grace(tmp_path):
    """Otherwise a process that has just reconnected to Redis would replace players who are online
    at other processes, because it has not yet received their presence.
    """
    watch, uptime = set_watch(), [0.0]
    async with in_process_server(tmp_path, clock=watch, gone_after=60) as services:
        room = await services.rooms.get(await timed(services))
        await serve_for(services, watch, 120)
        services.bus.uptime = lambda: uptime[0]
        for uptime[0], gone in ((0.0, set()), (59.0, set()), (61.0, {0, 1})):
            assert await services.absence.absent_seats(room) == gone


# On PostgreSQL, whose clock the test sets


class DatabaseClock:
    """A database's clock that shows the value of a row."""

    def __init__(self, connection) -> None:
        self.connection = connection

    async def step(self, ms: int) -> None:
        await self.connection.execute(
            "UPDATE clock SET shows = shows + $1::int * interval '1 ms'", ms
        )


@asynccontextmanager
async def clock_to_set(postgres_url):
    connection = await asyncpg.connect(postgres_url.replace("+asyncpg", ""))
    try:
        await connection.execute(
            """
            CREATE TABLE clock (shows timestamptz);
            INSERT INTO clock VALUES (now());
            CREATE FUNCTION clock_timestamp() RETURNS timestamptz VOLATILE LANGUAGE sql
                AS 'SELECT shows FROM public.clock';
            DO $$ BEGIN EXECUTE format(
                'ALTER DATABASE %I SET search_path = public, pg_catalog', current_database());
            END $$
            """
        )
        yield DatabaseClock(connection)
    finally:
        await connection.close()


@pytest.mark.postgres
@pytest.mark.parametrize("step", [HOUR_MS, -HOUR_MS])
async def test_step_of_the_databases_clock_is_found_once_and_affects_no_player(
    tmp_path, postgres_url, step
):
    watch = set_watch()
    async with (
        clock_to_set(postgres_url) as clock,
        in_process_server(
            tmp_path, clock=watch, database_url=postgres_url, timeout_grace=0
        ) as services,
    ):
        match = await timed(services)
        others = [ServiceClock(services.database, set_watch()) for _ in range(6)]
        for other in others:
            await other.renew()
        before = services.service_clock.now()
        await clock.step(step)
        await asyncio.gather(services.service_clock.renew(), *(other.renew() for other in others))
        for each in (services.service_clock, *others):
            assert (each.now(), each.downtime, each.was_set_back) == (before, step, step < 0)
        await attend_and_sweep(services, [match])
        assert (await services.rooms.fresh(match)).info.status == "playing"


@pytest.mark.postgres
async def test_waking_process_counts_answers_by_the_time_of_the_others(tmp_path, postgres_url):
    """Its sockets are full of messages that arrived meanwhile."""
    watch = set_watch()
    async with (
        clock_to_set(postgres_url) as clock,
        in_process_server(tmp_path, clock=watch, database_url=postgres_url) as services,
    ):
        match = await timed(services)
        awake = ServiceClock(services.database, set_watch())

        async def others_serve():
            for _ in range(15):
                await clock.step(4_000)
                await awake.renew()
            suspend(watch)

        await others_serve()
        room = await services.rooms.get(match)
        anns, bobs = room.match.decisions
        hands = running_table(room.game, room.match).table.hands
        for person, decision in ((ANN, anns), (BOB, bobs)):
            card = f"card:{hands[decision.seat][0]}"
            command = Command("answer", match, decision.seat, decision.id, card, by=person.account)
            await services.pipeline.take(command)
            assert room.info.times.at == awake.now()
        assert room.info.times.until == {0: awake.now() + 120_000}
        await others_serve()
        later = await services.rooms.get(await timed(services))
        assert set(later.info.times.until.values()) == {awake.now() + 120_000}
        await others_serve()
        async with services.locks.lock(match) as locked:
            assert locked.moment == awake.now()
        assert services.service_clock.downtime == 0


@pytest.mark.postgres
async def test_process_that_stops_in_a_renewal_blocks_no_other(tmp_path, postgres_url):
    async with in_process_server(
        tmp_path, clock=set_watch(), database_url=postgres_url
    ) as services:
        other = ServiceClock(services.database, set_watch())
        async with services.database.alone() as stopping:
            await stopping.execute(_BY_THE_DATABASE, {"refused": False})
            await other.renew()
        assert other.is_synced


# Real processes


def downtime(text):
    return float(re.search(r"^conclave_downtime_seconds_total (\S+)$", text, re.M)[1])


def deadlines(wire):
    return {entry["seat"]: datetime.fromisoformat(entry["deadline"]) for entry in wire.waiting}


async def test_time_in_which_the_server_was_stopped_is_given_back(serve):
    server = serve(**QUICK)
    ann, _bob, match = await two_at_tiny(server.url, clock={"kind": "move", "seconds": 300})
    wire = await ann.wire(match)
    before = deadlines(wire)
    server.process.send_signal(signal.SIGSTOP)
    await asyncio.sleep(7)
    server.process.send_signal(signal.SIGCONT)
    await wire.until(lambda: deadlines(wire)[0] > before[0])
    (moved,) = {deadlines(wire)[seat] - before[seat] for seat in before}
    lost_s = downtime((await ann.http.get(f"{server.url}/metrics")).text)
    assert lost_s + 0.001 >= moved.total_seconds() > 5
    assert "no process served" in server.log.read_text()


@pytest.mark.redis
async def test_answer_waiting_at_a_stopped_server_counts_from_its_resumption(
    postgres_redis_server, second_process
):
    clock = {"kind": "move", "seconds": 300}
    ann, bob, match = await two_at_tiny(postgres_redis_server.url, clock=clock)
    there = await bob.at(second_process.url)
    wire = await ann.wire(match)
    first = await bob.wire(match)
    await wire.answer(wire.decisions[0]["default"])
    decision, default = first.decisions[0]["id"], first.decisions[0]["default"]
    second_process.process.send_signal(signal.SIGSTOP)
    try:
        answering = asyncio.create_task(there.answer(match, decision, default))
        await asyncio.sleep(7)
        resumed = datetime.now(UTC)
    finally:
        second_process.process.send_signal(signal.SIGCONT)
    await answering
    await wire.reaches(2)
    assert deadlines(wire)[0] >= resumed + timedelta(seconds=299)


@pytest.mark.timed
@pytest.mark.postgres
async def test_no_player_is_late_while_the_database_is_silent(tmp_path, postgres_url):
    """Each renewal gives up after three seconds; once the database answers, time continues where it
    stood.
    """
    watch = set_watch()
    with Proxy.to(postgres_url) as proxy:
        async with in_process_server(
            tmp_path, clock=watch, database_url=proxy.url, timeout_grace=0
        ) as services:
            room = await services.rooms.get(await timed(services))
            before = services.service_clock.now()
            proxy.black_hole()
            watch.wait(130_000)
            started = time.monotonic()
            with pytest.raises((SQLAlchemyError, OSError)):
                await services.service_clock.ensure_synced()
            assert time.monotonic() - started < 30
            assert not timed_out(room.info, services.service_clock, services.settings)
            assert services.service_clock.now() == before
            proxy.pass_on()
            async with asyncio.timeout(30):
                while not services.service_clock.is_synced:
                    with suppress(SQLAlchemyError, OSError):
                        await services.service_clock.renew()
            assert not timed_out(room.info, services.service_clock, services.settings)
