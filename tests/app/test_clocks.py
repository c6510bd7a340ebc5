"""Clocks: what they show, what happens at zero, and that no player loses time to the server."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

import msgspec
import pytest
import sqlalchemy as sa
from pydantic import TypeAdapter, ValidationError

from app.clocks.config import after_quiet_hours
from app.clocks.kinds import ClockRequest, clock_of, stored_clock
from app.clocks.models import ServiceRow
from app.clocks.service_time import ServiceClock
from app.clocks.system_clock import SystemClock
from app.history.export import export
from app.history.verify import verify
from app.infra.problems import Problem
from app.infra.wall_clock import now
from app.lobby.schemas import JoinRequest, NewMatch
from app.matches.automation.deadlines import deadline
from app.matches.commands import Command
from app.matches.models import MatchRow
from tests.app.in_process import ANN, BOB, in_process_server
from tests.app.test_services_in_process import first_card
from tests.app.wire import arrive, tiny, two_at_tiny

CLOCK_REQUEST = TypeAdapter(ClockRequest)
LONG_BANK = {"kind": "bank", "seconds": 600, "increment": 10}


async def test_frames_report_time_left_and_running_clocks(url):
    ann, bob, match = await two_at_tiny(url, clock=LONG_BANK)
    ann_wire, bob_wire = await ann.wire(match), await bob.wire(match)
    assert (ann_wire.clock["kind"], ann_wire.clock["on_timeout"]) == ("bank", "default")
    assert set(ann_wire.clock["seats"]) == {"0", "1"}
    assert all(seat["running"] for seat in ann_wire.clock["seats"].values())
    assert all(500_000 < seat["left_ms"] <= 600_000 for seat in ann_wire.clock["seats"].values())
    (decision,) = ann_wire.decisions
    until = {seat["seat"]: seat["deadline"] for seat in bob_wire.waiting}
    assert decision["deadline"] == until[0]
    assert datetime.fromisoformat(until[0]) > datetime.fromisoformat(ann_wire.clock["now"])
    await ann_wire.answer(decision["default"])
    await bob_wire.reaches(1)
    assert bob_wire.clock["seats"]["0"]["left_ms"] > 600_000
    assert "running" not in bob_wire.clock["seats"]["0"]
    assert [seat["seat"] for seat in bob_wire.waiting] == [1]
    assert (await ann.get(f"/matches/{match}"))["clock"] == {**LONG_BANK, "on_timeout": "default"}


async def test_match_without_a_clock_has_no_deadlines(url):
    ann, _bob, match = await two_at_tiny(url)
    wire = await ann.wire(match)
    assert wire.clock == {"kind": "none"}
    assert wire.waiting == [{"seat": 0}, {"seat": 1}]
    assert "deadline" not in wire.decisions[0]


async def test_timeout_answers_every_open_question_with_its_default(url):
    ann, bob, match = await two_at_tiny(url, clock={"kind": "move", "seconds": 1})
    wire = await ann.wire(match)
    default = wire.decisions[0]["default"]
    await wire.reaches(2)
    log = await bob.get(f"/matches/{match}/log")
    assert [entry["kind"] for entry in log["entries"][1:3]] == ["timeout", "timeout"]
    assert {entry["seat"] for entry in log["entries"][1:3]} == {0, 1}
    assert wire.view["table"]["players"]["p0"]["aside"] == int(default.partition(":")[2])


@pytest.mark.redis
async def test_only_one_process_answers_a_timeout(postgres_redis_server, second_process):
    ann, bob, match = await two_at_tiny(
        postgres_redis_server.url, clock={"kind": "move", "seconds": 1}
    )
    there = await bob.at(second_process.url)
    ann_wire, bob_wire = await ann.wire(match), await there.wire(match)
    await asyncio.gather(ann_wire.reaches(3), bob_wire.reaches(3))
    entries = (await ann.get(f"/matches/{match}/log"))["entries"][1:4]
    assert [entry["kind"] for entry in entries] == ["timeout"] * 3
    assert [entry["seat"] for entry in entries] in ([0, 1, 0], [1, 0, 0])
    moments = [datetime.fromisoformat(entry["at"]) for entry in entries]
    assert (moments[2] - moments[1]).total_seconds() >= 1, "each answer has its own time"


async def test_bot_plays_after_a_timeout_until_the_player_returns(url):
    clock = {"kind": "move", "seconds": 1, "on_timeout": "bot"}
    ann, bob, match = await two_at_tiny(url, 50, clock=clock)
    theirs, own = await bob.wire(match), await ann.wire(match)
    await theirs.answer(theirs.decisions[0]["default"])
    await own.until(lambda: own.closed)
    await theirs.until(lambda: theirs.view["players"][0]["kind"] == "bot")
    assert theirs.view["players"][0] == {
        "seat": 0, "name": "Ann", "kind": "bot", "stands_in": True,
    }  # fmt: skip
    watching = await ann.wire(match)
    assert watching.frames[0]["viewer"] == {"public": True}
    seats = (await ann.get(f"/matches/{match}"))["seats"]
    assert seats[0]["yours_to_take"] is True
    await ann.post(f"/matches/{match}/seats")
    await theirs.until(lambda: theirs.view["players"][0]["kind"] == "human")
    assert (await ann.wire(match)).frames[0]["viewer"] == {"seat": 0}


async def test_timeout_forfeits_the_seat(url):
    clock = {"kind": "move", "seconds": 1, "on_timeout": "forfeit"}
    ann, bob, match = await two_at_tiny(url, clock=clock)
    wire = await bob.wire(match)
    await wire.answer(wire.decisions[0]["default"])
    await wire.until(lambda: wire.end)
    outcome = wire.end["outcome"]
    assert (outcome["ranks"], outcome["reason"]) == ([[1], [0]], "forfeit")
    info = await ann.get(f"/matches/{match}")
    assert (info["status"], info["seats"][0]["resigned"]) == ("finished", True)


async def test_invalid_clocks_are_refused(url):
    ann, _bob, _match = await two_at_tiny(url)
    body = {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "open"}]}
    for clock in INVALID:
        await ann.post("/matches", {**body, "clock": clock}, 422)


INVALID = [
    {},
    {"kind": "sand"},
    {"kind": "none", "seconds": 3},
    {"kind": "move"},
    {"kind": "move", "seconds": 0},
    {"kind": "move", "seconds": 1.5},
    {"kind": "move", "seconds": 10**9},
    {"kind": "move", "seconds": 60, "on_timeout": "nothing"},
    {"kind": "bank", "seconds": 60, "increment": -1},
    {"kind": "bank", "seconds": 60, "cap": 59},
    {"kind": "days", "days": 0},
    {"kind": "days", "days": 1, "quiet_hours": {"from": "22:00", "to": "22:00"}},
    {"kind": "days", "days": 1, "quiet_hours": {"from": "22:00", "to": "24:00"}},
    {"kind": "days", "days": 1, "quiet_hours": {"from": "22:00", "to": "8:00"}},
    {"kind": "days", "days": 1, "quiet_hours": {"from": "22:00", "to": "08:00", "zone": "Mars"}},
]


@pytest.mark.parametrize("clock", INVALID, ids=str)
def test_clock_request_checks_members_and_bounds(clock):
    with pytest.raises(ValidationError):
        CLOCK_REQUEST.validate_python(clock)


NIGHT = {"from": "22:00", "to": "08:00", "zone": "Europe/Berlin"}
LUNCH = {"from": "12:00", "to": "13:30"}


@pytest.mark.parametrize(
    ("quiet", "deadline", "moved"),
    [
        (NIGHT, "2026-06-10T19:59:00Z", "2026-06-10T19:59:00Z"),
        (NIGHT, "2026-06-10T20:00:00Z", "2026-06-11T06:00:00Z"),
        (NIGHT, "2026-06-11T03:00:00Z", "2026-06-11T06:00:00Z"),
        (NIGHT, "2026-06-11T06:00:00Z", "2026-06-11T06:00:00Z"),
        (NIGHT, "2026-03-28T22:30:00Z", "2026-03-29T06:00:00Z"),
        (NIGHT, "2026-10-24T22:30:00Z", "2026-10-25T07:00:00Z"),
        (LUNCH, "2026-06-10T12:00:00Z", "2026-06-10T13:30:00Z"),
        (LUNCH, "2026-06-10T11:59:00Z", "2026-06-10T11:59:00Z"),
    ],
)
def test_deadline_in_quiet_hours_moves_to_their_end(quiet, deadline, moved):
    """Also in the nights when daylight saving time begins and ends."""
    request = CLOCK_REQUEST.validate_python({"kind": "days", "days": 2, "quiet_hours": quiet})
    clock = clock_of(stored_clock(request))
    at = datetime.fromisoformat(deadline)
    assert after_quiet_hours(clock, at) == datetime.fromisoformat(moved)


async def timed_match(services, clock, game="tiny"):
    """A match of Ann and Bob with a clock."""
    new = NewMatch(game=game, seats=[{"kind": "me"}, {"kind": "open"}], clock=clock)
    match = (await services.lobby.create(new, ANN)).id
    await services.lobby.join(match, JoinRequest(), BOB)
    return match


async def test_answer_before_the_timeout_is_committed_counts(tmp_path):
    async with in_process_server(tmp_path, timeout_grace=60) as services:
        match = await timed_match(services, {"kind": "move", "seconds": 1})
        room = await services.rooms.get(match)
        room.info.times.until[0] -= 10_000
        card = first_card(room)
        command = Command("answer", match, 0, "0.0", f"card:{card}", by=ANN.account)
        assert await services.pipeline.take(command) == 1


async def test_timeout_before_the_deadline_is_refused(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await timed_match(services, {"kind": "move", "seconds": 60})
        with pytest.raises(Problem) as refused:
            await services.pipeline.take(Command("timeout", match, 0, "0.0"))
        assert refused.value.name == "stale-decision"


async def test_sweeper_acts_for_a_dead_process(tmp_path):
    async with in_process_server(tmp_path, timeout_grace=0, sweeper_interval=0.01) as services:
        match = await timed_match(services, {"kind": "move", "seconds": 1})
        await services.scheduler.stop()
        async with services.database.writing() as session:
            row = await session.get_one(MatchRow, match)
            row.times = {**row.times, "until": {"0": 0, "1": 0}}
            row.due = now() - timedelta(seconds=1)
            row.edition += 1
        services.rooms.drop(match)
        await services.sweeper.sweep()
        assert (await services.rooms.get(match)).ply == 2


async def test_match_played_by_timeouts_alone_verifies(tmp_path):
    async with in_process_server(tmp_path, timeout_grace=0) as services:
        match = await timed_match(services, {"kind": "move", "seconds": 60})
        room = await services.rooms.get(match)
        for _ in range(14):
            if room.info.status == "playing":
                room.info.times.until = dict.fromkeys(room.info.times.until, 0)
                await services.scheduler.attend(match)
        exported = msgspec.json.decode(
            msgspec.json.encode(await export(services.database, services.replays, room))
        )
        assert {entry["kind"] for entry in exported["entries"]} == {"timeout"}
        assert verify(room.game, exported) == 14


async def test_downtime_extends_deadlines_once(tmp_path):
    async with in_process_server(tmp_path) as services:
        await services.service_clock.renew()
        match = await timed_match(services, {"kind": "move", "seconds": 30})
        before = (await services.rooms.get(match)).info.times.until[0]
        async with services.database.writing() as session:
            await session.execute(sa.update(ServiceRow).values(seen=ServiceRow.seen - 3_600_000))
        others = [ServiceClock(services.database, SystemClock()) for _ in range(3)]
        for service_clock in [*others, services.service_clock]:
            await service_clock.renew()
        assert {
            service_clock.downtime // 60_000 for service_clock in [*others, services.service_clock]
        } == {60}
        clock = clock_of({"kind": "move", "seconds": 30, "on_timeout": "default"})
        assert deadline(clock, services.service_clock, before) - before >= 3_600_000
        room = await services.rooms.fresh(match)
        assert room.info.times.until[0] == before
        await services.sweeper.sweep()
        assert room.ply == 0


async def test_bots_have_no_clock(url):
    ann = await arrive(url, "Ann")
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    match = await tiny(ann, seats=seats, clock=LONG_BANK)
    wire = await ann.wire(match)
    assert set(wire.clock["seats"]) == {"0"}
