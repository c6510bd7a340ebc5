"""Auto-answer: questions with one legal answer are answered automatically; others can't tell."""

from __future__ import annotations

import asyncio
import json

import pytest
from conclave_tiny_game import Tiny, cards

from app.accounts.models import Account
from app.clocks.config import NO_CLOCK
from app.clocks.timekeeping import hand_over
from app.infra.read_settings import read_settings
from app.infra.settings import WrongSetting
from app.matches.automation import auto_answer_rules, human_delays
from app.matches.commands import Command
from app.offers.service import OfferRequest
from engine.core.event import PUBLIC
from engine.core.game import Turn
from engine.core.match import running_table
from engine.core.script import choose
from tests.app.in_process import ANN, BOB, begin, in_process_server
from tests.app.test_auto_pass import entries, frame_shape, join_listener, wait_for_ply  # noqa: F401
from tests.app.test_lobby import problem
from tests.app.wire import anonymous, tiny, two_at_tiny


class Obvious(Tiny):
    """Seat 0 plays a card, then seat 1 has one card to play in its own turn; then seat 0 may choose
    again.
    """

    id = "obvious"
    messages = Tiny.messages

    def step(self, table):
        return obvious(table) if len(table.played) < 12 else None

    def turn(self, table):
        return Turn(len(table.played), "play", [len(table.played) % 2])

    def outcome(self, table):
        return None

    def view(self, table, viewer):
        return {"played": table.played}


async def obvious(table):
    for seat, hand in ((0, table.hands[0]), (1, table.hands[1][:1])):
        table.played.append(await choose(seat, "play", cards(hand)))
        table.tell("played", seat=seat, card=table.played[-1])


@pytest.fixture
async def services(tmp_path):
    delays = {
        "auto_answer_min": 0.1,
        "auto_answer_max": 0.3,
        "auto_pass_max": 0.15,
        "auto_pass_min": 0.1,
    }
    async with in_process_server(tmp_path, Obvious(), **delays) as container:
        yield container


async def play(services, match, seat=0):
    """The person in the seat gives the default answer."""
    room = await services.rooms.get(match)
    (decision,) = room.match.decisions
    assert decision.seat == seat
    default = running_table(room.game, room.match).open[0].default()
    by = (ANN, BOB)[seat].account
    return await services.pipeline.take(Command("answer", match, seat, decision.id, default, by=by))


async def test_auto_answer_is_off_by_default(services):
    match = await begin(services, "obvious")
    await play(services, match)
    await asyncio.sleep(0.5)
    assert (await services.rooms.get(match)).ply == 1


async def test_auto_answer_looks_like_a_manual_answer(services, join_listener):  # noqa: F811
    """The same frames in the same order with the same members, and the same entries."""
    observed = []
    for automatic in (False, True):
        match = await begin(services, "obvious")
        listeners = [await join_listener(match, *viewer) for viewer in ((0, ANN), (PUBLIC, None))]
        if automatic:
            await services.auto_pass.set_answer(match, BOB.account, on=True)
        for turn in range(2):
            await play(services, match)
            if not automatic:
                await play(services, match, 1)
            await wait_for_ply(services, match, 2 * turn + 2)
        frames = [[frame_shape(text) for _, text in listener.queue] for listener in listeners]
        kinds = [
            (row.kind, row.seat, row.decision, row.key) for row in await entries(services, match)
        ]
        observed.append((frames, kinds))
    assert observed[0] == observed[1]
    assert len(observed[0][0][0]) == 4


async def test_auto_answer_setting_is_private(services, join_listener):  # noqa: F811
    match = await begin(services, "obvious")
    own, other = await join_listener(match, 1, BOB), await join_listener(match, 0, ANN)
    watcher = await join_listener(match, PUBLIC, None)
    await services.auto_pass.set_answer(match, BOB.account, on=True)
    assert (own.wants_full, other.wants_full, watcher.wants_full) == (True, False, False)
    assert not other.queue
    assert not watcher.queue
    assert json.loads((await services.sender.render_full(own))[0])["auto_answer"] is True
    assert json.loads((await services.sender.render_full(other))[0])["auto_answer"] is False
    assert "auto_answer" not in json.loads((await services.sender.render_full(watcher))[0])


async def test_question_with_a_choice_is_not_answered_automatically(services):
    match = await begin(services, "obvious")
    await services.auto_pass.set_answer(match, ANN.account, on=True)
    await asyncio.sleep(0.5)
    room = await services.rooms.get(match)
    assert (room.ply, room.info.times.only) == (0, {})


async def test_delay_is_drawn_once_and_within_its_bounds(services, monkeypatch):
    services.settings.auto_answer_min, services.settings.auto_answer_max = 30.0, 60.0
    match = await begin(services, "obvious")
    await services.auto_pass.set_answer(match, BOB.account, on=True)
    await play(services, match)
    room = await services.rooms.get(match)
    ((decision, due),) = room.info.times.only.items()
    assert 30_000 <= due - room.info.times.at <= 60_000
    monkeypatch.setattr(
        human_delays, "random_delay_ms", lambda min_s, max_s: pytest.fail("drawn again")
    )
    services.rooms.drop(match)
    await services.auto_pass.set_answer(match, BOB.account, on=True)
    room = await services.rooms.get(match)
    assert room.info.times.only == {decision: due}
    await services.auto_pass.set_answer(match, BOB.account, on=False)
    assert (await services.rooms.get(match)).info.times.only == {}


def test_delays_differ():
    """A fixed delay would reveal who uses the setting."""
    settings = read_settings(secret_key="x" * 32)
    delays = {auto_answer_rules.random_delay_ms(settings) for _ in range(50)}
    assert len(delays) > 25
    assert 600 <= min(delays) < max(delays) <= 2400


async def test_auto_answer_never_lets_the_clock_run_out(tmp_path):
    clock = {"kind": "move", "seconds": 60, "on_timeout": "forfeit"}
    delays = {"auto_answer_min": 50.0, "auto_answer_max": 60.0}
    async with in_process_server(tmp_path, Obvious(), **delays) as services:
        match = await begin(services, "obvious", {"clock": clock})
        await services.auto_pass.set_answer(match, BOB.account, on=True)
        await play(services, match)
        times = (await services.rooms.get(match)).info.times
        assert [due - times.at for due in times.only.values()] == [30_000]


async def test_delay_starts_over_after_a_pause(services):
    match = await begin(services, "obvious")
    await services.auto_pass.set_answer(match, BOB.account, on=True)
    services.settings.auto_answer_min = services.settings.auto_answer_max = 0.6
    await play(services, match)
    for kind in ("pause", "resume"):
        offer = await services.offers.make(match, ANN, OfferRequest(kind=kind))
        await services.offers.answer(match, BOB, offer.id, accept=True)
        if kind == "pause":
            await asyncio.sleep(0.8)
    room = await services.rooms.get(match)
    (due,) = room.info.times.only.values()
    assert due - room.info.times.at == 600
    await wait_for_ply(services, match, 2)


async def test_delay_starts_over_when_a_parked_match_resumes(services):
    """An answer at that moment would reveal who uses the setting."""
    match = await begin(services, "obvious")
    await services.auto_pass.set_answer(match, BOB.account, on=True)
    services.settings.auto_answer_min = services.settings.auto_answer_max = 0.6
    await play(services, match)
    await services.parking.park(await services.rooms.get(match))
    await asyncio.sleep(0.8)
    await services.parking.resume(match)
    room = await services.rooms.get(match)
    (due,) = room.info.times.only.values()
    assert due - room.info.times.at == 600
    await wait_for_ply(services, match, 2)


async def test_sweeper_gives_an_auto_answer_prevented_by_a_crash(services):
    services.settings.sweeper_interval = 0.01
    match = await begin(services, "obvious")
    await services.auto_pass.set_answer(match, BOB.account, on=True)
    await services.scheduler.stop()
    services.scheduler.watch = lambda room: None
    await play(services, match)
    await asyncio.sleep(0.4)
    services.rooms.drop(match)
    await services.sweeper.sweep()
    room = await services.rooms.get(match)
    assert room.ply == 2
    assert room.match.last_answers[1].decision == "", "it is passed over when moves are taken back"


async def test_preference_applies_to_new_matches(services):
    async with services.database.writing() as session:
        (await session.get_one(Account, BOB.account)).preferences = {"auto_answer": True}
    match = await begin(services, "obvious")
    assert (await services.rooms.get(match)).info.times.answering == [1]
    await play(services, match)
    await wait_for_ply(services, match, 2)


async def test_auto_answer_is_off_after_a_takeover(services):
    match = await begin(services, "obvious")
    await services.auto_pass.set_answer(match, BOB.account, on=True)
    times = (await services.rooms.get(match)).info.times
    hand_over(NO_CLOCK, times, 1, False, 0)
    assert times.answering == []


async def test_auto_answer_is_set_over_the_rest_api(url):
    ann, bob, match = await two_at_tiny(url)
    path = f"/matches/{match}/seats/mine/auto_answer"
    etag = (await bob.call("GET", f"/matches/{match}/view")).headers["etag"]
    assert await ann.put(path, {"on": True}) == {"on": True}
    assert (await ann.view(match))["auto_answer"] is True
    assert (await ann.get(f"/matches/{match}"))["auto_answer"] is True
    assert (await bob.get(f"/matches/{match}"))["auto_answer"] is False
    assert "auto_answer" not in await anonymous(url).get(f"/matches/{match}")
    same = await bob.call("GET", f"/matches/{match}/view", headers={"If-None-Match": etag})
    assert same.status_code == 304, "nothing that they see has changed"
    for wrong in ({}, {"on": "yes"}, {"on": 1}, {"on": True, "seat": 1}):
        assert problem(await ann.call("PUT", path, wrong)) == "invalid-request"
    assert problem(await anonymous(url).call("PUT", path, {"on": True})) == "unauthenticated"
    assert (await ann.call("PATCH", "/me", {"preferences": {"auto_answer": True}})).is_success
    wrong = {"preferences": {"auto_answer": "on"}}
    assert problem(await ann.call("PATCH", "/me", wrong)) == "invalid-request"
    another = await tiny(ann)
    await bob.post(f"/matches/{another}/seats")
    assert (await ann.view(another))["auto_answer"] is True
    assert (await bob.view(another))["auto_answer"] is False


def test_crossed_delay_bounds_are_refused():
    with pytest.raises(WrongSetting, match="AUTO_ANSWER_MIN"):
        read_settings(secret_key="x" * 32, auto_answer_min=3, auto_answer_max=2)
