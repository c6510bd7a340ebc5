"""Auto-pass: windows are passed automatically, and others can't tell it from a player who
passes.
"""

from __future__ import annotations

import asyncio
import json

import pytest
from conclave_tiny_game import Tiny, cards

from app.accounts.models import Account
from app.infra.problems import Problem
from app.infra.read_settings import read_settings
from app.infra.settings import WrongSetting
from app.infra.wall_clock import now
from app.matches import auto_pass_rules, human_delays
from app.matches.auto_pass_rules import shown
from app.matches.commands import Command
from app.matches.models import EntryRow, MatchRow
from app.realtime.listener import Listener
from engine.core.event import PUBLIC
from engine.core.game import Turn
from engine.core.script import at_once, choose, may
from tests.app.in_process import ANN, BOB, begin, in_process_server
from tests.app.test_lobby import problem
from tests.app.wire import anonymous, tiny, two_at_tiny


class Windows(Tiny):
    """Seat 0 plays a card, then seat 1 may react; every third reaction happens to it."""

    id = "windows"
    messages = Tiny.messages

    def step(self, table):
        return turn_with_window(table) if len(table.played) < 6 else None

    def turn(self, table):
        return Turn(len(table.played), "play", [0])

    def outcome(self, table):
        return None

    def view(self, table, viewer):
        return {"played": table.played}


async def turn_with_window(table):
    card = await choose(0, "play", cards(table.hands[0]))
    table.played.append(card)
    affects = (1,) if len(table.played) == 3 else ()
    table.tell("played", affects=affects, seat=0, card=card)
    await may(1, "aside")
    if len(table.played) == 5:
        await at_once({1: may(1, "play")})


@pytest.fixture
async def services(tmp_path):
    async with in_process_server(
        tmp_path, Windows(), auto_pass_min=0.1, auto_pass_max=0.15
    ) as made:
        yield made


async def play_card(services, match):
    """Ann plays; returns the ply."""
    room = await services.rooms.get(match)
    (asked,) = room.match.decisions
    assert asked.seat == 0
    card = await default_of(services, match, 0)
    return await services.pipeline.take(Command("answer", match, 0, asked.id, card, by=ANN.account))


async def default_of(services, match, seat):
    return json.loads(await services.pipeline.decisions(match, seat))[0]["default"]


async def ply_of(services, match, ply, seconds=30.0):
    async with asyncio.timeout(seconds):
        while True:
            room = await services.rooms.get(match)
            if room.ply >= ply:
                return room
            await asyncio.sleep(0.01)


async def entries(services, match):
    async with services.database.reading() as session:
        query = EntryRow.__table__.select().order_by(EntryRow.ply)
        return [row for row in (await session.execute(query)).all() if row.match == match]


def plain(frame):
    """What a frame consists of, without what differs from match to match."""
    frame = json.loads(frame)
    shape = {key: value for key, value in frame.items() if key not in ("hash", "patch", "clock")}
    for one in shape.get("decisions", []):
        one.pop("deadline", None)
        one.pop("options", None)
        one.pop("default", None)
    shape["waiting"] = [sorted(one) for one in shape.get("waiting", [])]
    shape["events"] = [(one["id"], one["key"], one["affects"]) for one in shape["events"]]
    shape["patch"] = sorted(frame.get("patch", {}))
    return shape


@pytest.fixture
async def heard(services):
    """Listens to a match; at the end all listeners leave, so the server does not wait for them."""
    listeners = []

    async def listen(match, viewer, caller):
        listener = Listener(match, viewer, 128, caller)
        await services.hub.join(listener)
        listeners.append(listener)
        await services.sender.fulls(listener)
        return listener

    yield listen
    for listener in listeners:
        services.hub.leave(listener)


async def test_to_everybody_else_it_is_a_person_who_passes(services, heard):
    """The same frames in the same order with the same members, and the same entries."""
    told = []
    for by_itself in (False, True):
        match = await begin(services, "windows")
        listeners = [await heard(match, *who) for who in ((0, ANN), (PUBLIC, None))]
        if by_itself:
            await services.auto_pass.set_pass(match, BOB.account, "always")
        for turn in range(2):
            await play_card(services, match)
            if not by_itself:
                room = await services.rooms.get(match)
                decision = room.match.decisions[0].id
                await services.pipeline.take(
                    Command("answer", match, 1, decision, "no", by=BOB.account)
                )
            await ply_of(services, match, 2 * turn + 2)
        frames = [[plain(text) for _, text in one.queue] for one in listeners]
        kinds = [
            (row.kind, row.seat, row.decision, row.key) for row in await entries(services, match)
        ]
        told.append((frames, kinds))
    assert told[0] == told[1]
    assert len(told[0][0][0]) == 4


async def test_setting_it_tells_nobody_else(services, heard):
    match = await begin(services, "windows")
    own, other = await heard(match, 1, BOB), await heard(match, 0, ANN)
    watcher = await heard(match, PUBLIC, None)
    await services.auto_pass.set_pass(match, BOB.account, "always")
    assert (own.wants_full, other.wants_full, watcher.wants_full) == (True, False, False)
    assert not other.queue
    assert not watcher.queue
    assert json.loads((await services.sender.fulls(own))[0])["auto_pass"] == "always"
    assert json.loads((await services.sender.fulls(other))[0])["auto_pass"] == "off"
    assert "auto_pass" not in json.loads((await services.sender.fulls(watcher))[0])


async def test_affected_ends_when_something_happens_to_the_seat(services):
    match = await begin(services, "windows")
    await services.auto_pass.set_pass(match, BOB.account, "affected")
    for ply in (2, 4):
        await play_card(services, match)
        await ply_of(services, match, ply)
    await play_card(services, match)
    await asyncio.sleep(0.3)
    room = await services.rooms.get(match)
    assert (room.ply, room.info.times.auto) == (5, {})
    assert [one.seat for one in room.match.decisions] == [1]


async def test_who_changes_his_mind_in_time_is_asked(services):
    services.settings.auto_pass_min = services.settings.auto_pass_max = 60
    match = await begin(services, "windows")
    await services.auto_pass.set_pass(match, BOB.account, "always")
    await play_card(services, match)
    room = await services.rooms.get(match)
    assert len(room.info.times.passing) == 1
    services.settings.auto_pass_min = services.settings.auto_pass_max = 0.15
    await services.auto_pass.set_pass(match, BOB.account, "off")
    room = await services.rooms.get(match)
    assert (room.ply, room.info.times.passing) == (1, {})
    await services.auto_pass.set_pass(match, BOB.account, "turn")
    await ply_of(services, match, 2)


async def test_own_turns_never_go_by_themselves(services):
    match = await begin(services, "windows")
    await services.auto_pass.set_pass(match, ANN.account, "always")
    await asyncio.sleep(0.3)
    room = await services.rooms.get(match)
    assert (room.ply, room.info.times.passing) == (0, {})
    with pytest.raises(Problem) as refused:
        await services.pipeline.take(Command("pass", match, 0, room.match.decisions[0].id))
    assert refused.value.name == "stale-decision"


class TakingTurns(Windows):
    """In odd-numbered rounds it is the turn of seat 1, which is asked nothing."""

    id = "taking_turns"

    def turn(self, table):
        return Turn(len(table.played), "play", [len(table.played) % 2])


async def test_turn_lasts_until_the_next_own_turn_not_the_present_one(tmp_path):
    async with in_process_server(
        tmp_path, TakingTurns(), auto_pass_min=60, auto_pass_max=60
    ) as services:
        match = await begin(services, "taking_turns")
        for account in (ANN.account, BOB.account):
            await services.auto_pass.set_pass(match, account, "turn")
        room = await services.rooms.get(match)
        assert [shown(room.info.times, seat) for seat in (0, 1)] == ["turn", "turn"]
        await play_card(services, match)
        assert [shown(room.info.times, seat) for seat in (0, 1)] == ["turn", "off"]
        decision = room.match.decisions[0].id
        await services.pipeline.take(Command("answer", match, 1, decision, "no", by=BOB.account))
        await play_card(services, match)
        assert [shown(room.info.times, seat) for seat in (0, 1)] == ["off", "off"]


async def test_a_pass_that_a_crash_prevented_is_made_by_a_keeper(services):
    services.settings.sweeper_interval = 0.01
    match = await begin(services, "windows")
    await services.auto_pass.set_pass(match, BOB.account, "always")
    await services.scheduler.stop()
    services.scheduler.watch = lambda room: None
    before = now()
    await play_card(services, match)
    async with services.database.reading() as session:
        assert (await session.get_one(MatchRow, match)).due > before
    await asyncio.sleep(0.2)
    services.rooms.drop(match)
    await services.sweeper.look()
    assert (await services.rooms.get(match)).ply == 2


async def test_the_pause_is_drawn_once_and_kept_with_the_match(services, monkeypatch):
    """Neither another process, a restart nor setting it once more draws it again."""
    services.settings.auto_pass_min, services.settings.auto_pass_max = 30.0, 60.0
    match = await begin(services, "windows")
    await services.auto_pass.set_pass(match, BOB.account, "always")
    await play_card(services, match)
    room = await services.rooms.get(match)
    ((decision, due),) = room.info.times.passing.items()
    assert 30_000 <= due - room.info.times.at <= 60_000
    monkeypatch.setattr(human_delays, "drawn", lambda least, most: pytest.fail("drawn again"))
    services.rooms.drop(match)
    await services.auto_pass.set_pass(match, BOB.account, "always")
    room = await services.rooms.get(match)
    assert room.info.times.passing == {decision: due}
    stored = await row_of(services, match)
    assert stored.times["passing"] == {decision: due}
    assert abs((stored.due - now()).total_seconds() - (due - room.service_clock.now()) / 1000) < 29


async def row_of(services, match):
    async with services.database.reading() as session:
        return await session.get_one(MatchRow, match)


def test_pauses_differ():
    """A fixed one would tell who passes so."""
    settings = read_settings(secret_key="x" * 32)
    drawn = {auto_pass_rules.pause(settings) for _ in range(50)}
    assert len(drawn) > 25
    assert 600 <= min(drawn) < max(drawn) <= 2400


async def test_it_never_costs_the_seat_its_time(tmp_path):
    clock = {"kind": "move", "seconds": 60, "on_timeout": "forfeit"}
    slow = {"auto_pass_min": 50.0, "auto_pass_max": 60.0}
    async with in_process_server(tmp_path, Windows(), **slow) as services:
        match = await begin(services, "windows", {"clock": clock})
        await services.auto_pass.set_pass(match, BOB.account, "always")
        await play_card(services, match)
        times = (await services.rooms.get(match)).info.times
        assert [due - times.at for due in times.passing.values()] == [30_000]


def test_bounds_that_cross_are_refused():
    with pytest.raises(WrongSetting, match="AUTO_PASS_MIN"):
        read_settings(secret_key="x" * 32, auto_pass_min=3, auto_pass_max=2)


async def test_the_preference_is_what_new_matches_begin_with(services):
    async with services.database.writing() as session:
        (await session.get_one(Account, BOB.account)).preferences = {"auto_pass": "always"}
    match = await begin(services, "windows")
    await play_card(services, match)
    await ply_of(services, match, 2)


async def test_over_the_wire(url):
    ann, bob, match = await two_at_tiny(url)
    path = f"/matches/{match}/seats/mine/auto_pass"
    one, other = await ann.wire(match), await bob.wire(match)
    etag = (await bob.call("GET", f"/matches/{match}/view")).headers["etag"]
    assert await ann.put(path, {"until": "affected"}) == {"until": "affected"}
    await one.until(lambda: one.auto_pass == "affected")
    assert (await ann.get(f"/matches/{match}"))["auto_pass"] == "affected"
    assert (await bob.get(f"/matches/{match}"))["auto_pass"] == "off"
    assert "auto_pass" not in await anonymous(url).get(f"/matches/{match}")
    same = await bob.call("GET", f"/matches/{match}/view", headers={"If-None-Match": etag})
    assert same.status_code == 304, "nothing that he sees has changed"
    assert len({frame["hash"] for frame in other.frames if frame["t"] == "full"}) == 1
    for wrong in ({}, {"until": "never"}, {"until": "turn", "seat": 1}):
        assert problem(await ann.call("PUT", path, wrong)) == "invalid-request"
    assert problem(await anonymous(url).call("PUT", path, {"until": "off"})) == "unauthenticated"
    preferred = {"preferences": {"auto_pass": "affected"}}
    assert (await ann.call("PATCH", "/me", preferred)).status_code == 200
    wrong = {"preferences": {"auto_pass": "never"}}
    assert problem(await ann.call("PATCH", "/me", wrong)) == "invalid-request"
    another = await tiny(ann)
    await bob.post(f"/matches/{another}/seats")
    assert (await ann.view(another))["auto_pass"] == "affected"
    fresh = f"/matches/{await tiny(ann)}/seats/mine/auto_pass"
    assert problem(await ann.call("PUT", fresh, {"until": "off"})) == "match-not-started"
    assert problem(await bob.call("PUT", fresh, {"until": "off"})) == "forbidden"
