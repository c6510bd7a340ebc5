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
from app.matches.automation import auto_pass_rules, human_delays
from app.matches.automation.auto_pass_rules import chosen_term
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
    """Seat 0 plays a card, then seat 1 may react; the third card affects it."""

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
    ) as container:
        yield container


async def play_card(services, match):
    """Ann plays; returns the ply."""
    room = await services.rooms.get(match)
    (decision,) = room.match.decisions
    assert decision.seat == 0
    card = await default_of(services, match, 0)
    return await services.pipeline.take(
        Command("answer", match, 0, decision.id, card, by=ANN.account)
    )


async def default_of(services, match, seat):
    return json.loads(await services.pipeline.decisions(match, seat))[0]["default"]


async def wait_for_ply(services, match, ply, seconds=30.0):
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


def frame_shape(frame):
    """The shape of a frame, without what differs from match to match."""
    frame = json.loads(frame)
    shape = {key: value for key, value in frame.items() if key not in ("hash", "patch", "clock")}
    for decision in shape.get("decisions", []):
        decision.pop("deadline", None)
        decision.pop("options", None)
        decision.pop("default", None)
    shape["waiting"] = [sorted(seat) for seat in shape.get("waiting", [])]
    shape["events"] = [(event["id"], event["key"], event["affects"]) for event in shape["events"]]
    shape["patch"] = sorted(frame.get("patch", {}))
    return shape


@pytest.fixture
async def join_listener(services):
    """Joins listeners to a match; they leave at the end, so the server does not wait for them."""
    listeners = []

    async def listen(match, viewer, caller):
        listener = Listener(match, viewer, 128, caller)
        await services.hub.join(listener)
        listeners.append(listener)
        await services.sender.render_full(listener)
        return listener

    yield listen
    for listener in listeners:
        services.hub.leave(listener)


async def test_auto_pass_looks_like_a_manual_pass(services, join_listener):
    """The same frames in the same order with the same members, and the same entries."""
    observed = []
    for automatic in (False, True):
        match = await begin(services, "windows")
        listeners = [await join_listener(match, *viewer) for viewer in ((0, ANN), (PUBLIC, None))]
        if automatic:
            await services.auto_pass.set_pass(match, BOB.account, "always")
        for turn in range(2):
            await play_card(services, match)
            if not automatic:
                room = await services.rooms.get(match)
                decision = room.match.decisions[0].id
                await services.pipeline.take(
                    Command("answer", match, 1, decision, "no", by=BOB.account)
                )
            await wait_for_ply(services, match, 2 * turn + 2)
        frames = [[frame_shape(text) for _, text in listener.queue] for listener in listeners]
        kinds = [
            (row.kind, row.seat, row.decision, row.key) for row in await entries(services, match)
        ]
        observed.append((frames, kinds))
    assert observed[0] == observed[1]
    assert len(observed[0][0][0]) == 4


async def test_auto_pass_setting_is_private(services, join_listener):
    match = await begin(services, "windows")
    own, other = await join_listener(match, 1, BOB), await join_listener(match, 0, ANN)
    watcher = await join_listener(match, PUBLIC, None)
    await services.auto_pass.set_pass(match, BOB.account, "always")
    assert (own.wants_full, other.wants_full, watcher.wants_full) == (True, False, False)
    assert not other.queue
    assert not watcher.queue
    assert json.loads((await services.sender.render_full(own))[0])["auto_pass"] == "always"
    assert json.loads((await services.sender.render_full(other))[0])["auto_pass"] == "off"
    assert "auto_pass" not in json.loads((await services.sender.render_full(watcher))[0])


async def test_auto_pass_until_affected_ends_when_an_event_affects_the_seat(services):
    match = await begin(services, "windows")
    await services.auto_pass.set_pass(match, BOB.account, "affected")
    for ply in (2, 4):
        await play_card(services, match)
        await wait_for_ply(services, match, ply)
    await play_card(services, match)
    await asyncio.sleep(0.3)
    room = await services.rooms.get(match)
    assert (room.ply, room.info.times.auto) == (5, {})
    assert [decision.seat for decision in room.match.decisions] == [1]


async def test_auto_pass_turned_off_in_time_leaves_the_question_open(services):
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
    await wait_for_ply(services, match, 2)


async def test_auto_pass_never_acts_in_the_players_own_turn(services):
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


async def test_auto_pass_until_turn_lasts_to_the_next_own_turn(tmp_path):
    async with in_process_server(
        tmp_path, TakingTurns(), auto_pass_min=60, auto_pass_max=60
    ) as services:
        match = await begin(services, "taking_turns")
        for account in (ANN.account, BOB.account):
            await services.auto_pass.set_pass(match, account, "turn")
        room = await services.rooms.get(match)
        assert [chosen_term(room.info.times, seat) for seat in (0, 1)] == ["turn", "turn"]
        await play_card(services, match)
        assert [chosen_term(room.info.times, seat) for seat in (0, 1)] == ["turn", "off"]
        decision = room.match.decisions[0].id
        await services.pipeline.take(Command("answer", match, 1, decision, "no", by=BOB.account))
        await play_card(services, match)
        assert [chosen_term(room.info.times, seat) for seat in (0, 1)] == ["off", "off"]


async def test_sweeper_makes_up_for_an_auto_pass_lost_in_a_crash(services):
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
    await services.sweeper.sweep()
    assert (await services.rooms.get(match)).ply == 2


async def test_delay_is_drawn_once_and_stored_with_the_match(services, monkeypatch):
    """Neither another process, a restart nor setting it again draws a new delay."""
    services.settings.auto_pass_min, services.settings.auto_pass_max = 30.0, 60.0
    match = await begin(services, "windows")
    await services.auto_pass.set_pass(match, BOB.account, "always")
    await play_card(services, match)
    room = await services.rooms.get(match)
    ((decision, due),) = room.info.times.passing.items()
    assert 30_000 <= due - room.info.times.at <= 60_000
    monkeypatch.setattr(
        human_delays, "random_delay_ms", lambda min_s, max_s: pytest.fail("drawn again")
    )
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


def test_delays_differ():
    """A fixed delay would reveal who uses the setting."""
    settings = read_settings(secret_key="x" * 32)
    delays = {auto_pass_rules.random_delay_ms(settings) for _ in range(50)}
    assert len(delays) > 25
    assert 600 <= min(delays) < max(delays) <= 2400


async def test_auto_pass_never_lets_the_clock_run_out(tmp_path):
    clock = {"kind": "move", "seconds": 60, "on_timeout": "forfeit"}
    slow = {"auto_pass_min": 50.0, "auto_pass_max": 60.0}
    async with in_process_server(tmp_path, Windows(), **slow) as services:
        match = await begin(services, "windows", {"clock": clock})
        await services.auto_pass.set_pass(match, BOB.account, "always")
        await play_card(services, match)
        times = (await services.rooms.get(match)).info.times
        assert [due - times.at for due in times.passing.values()] == [30_000]


def test_crossed_delay_bounds_are_refused():
    with pytest.raises(WrongSetting, match="AUTO_PASS_MIN"):
        read_settings(secret_key="x" * 32, auto_pass_min=3, auto_pass_max=2)


async def test_preference_applies_to_new_matches(services):
    async with services.database.writing() as session:
        (await session.get_one(Account, BOB.account)).preferences = {"auto_pass": "always"}
    match = await begin(services, "windows")
    await play_card(services, match)
    await wait_for_ply(services, match, 2)


async def test_auto_pass_is_set_over_the_rest_api(url):
    ann, bob, match = await two_at_tiny(url)
    path = f"/matches/{match}/seats/mine/auto_pass"
    ann_wire, bob_wire = await ann.wire(match), await bob.wire(match)
    etag = (await bob.call("GET", f"/matches/{match}/view")).headers["etag"]
    assert await ann.put(path, {"until": "affected"}) == {"until": "affected"}
    await ann_wire.until(lambda: ann_wire.auto_pass == "affected")
    assert (await ann.get(f"/matches/{match}"))["auto_pass"] == "affected"
    assert (await bob.get(f"/matches/{match}"))["auto_pass"] == "off"
    assert "auto_pass" not in await anonymous(url).get(f"/matches/{match}")
    same = await bob.call("GET", f"/matches/{match}/view", headers={"If-None-Match": etag})
    assert same.status_code == 304, "nothing that Bob sees has changed"
    assert len({frame["hash"] for frame in bob_wire.frames if frame["t"] == "full"}) == 1
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
