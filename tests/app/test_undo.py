"""Undo at the table: what each seat sees of it, bots that agree, and bots that wait."""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager

import pytest
from conclave_tiny_game import Tiny, cards

from app.lobby.schemas import JoinRequest, NewMatch
from app.matches.automation.deadlines import EPOCH
from app.matches.commands import Command
from app.matches.models import MatchRow
from app.matches.projection import clock_view_of
from app.offers.service import OfferRequest
from engine.bots.plan import Thought
from engine.core.game import Turn
from engine.core.match import running_table
from engine.core.script import at_once, choose
from tests.app.in_process import ANN, BOB, in_process_server
from tests.app.test_offers import at_play, play_default
from tests.app.wire import anonymous, arrive, tiny, two_at_tiny

ME, OPEN, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot"}
GRACE = 0.6
LONG_GRACE = 15.0
"""Longer than even a busy machine takes for an answer without a wait."""


# Alone with bots


async def policy_of(person, match):
    details = await person.get(f"/matches/{match}")
    return details["undo"], details.get("rated")


@pytest.mark.parametrize(
    ("seats", "options", "policy"),
    [
        ([ME, BOT], {}, ("ask", False)),
        ([ME, BOT, BOT], {"rated": True}, ("ask", False)),
        ([ME, BOT], {"undo": "off"}, ("off", False)),
        ([ME, BOT], {"undo": "free"}, ("free", False)),
        ([ME, OPEN, BOT], {"rated": True}, ("free", True)),
        ([ME, OPEN], {"undo": "ask"}, ("ask", None)),
    ],
)
async def test_match_alone_with_bots_allows_undo_and_is_unrated(url, seats, options, policy):
    ann = await arrive(url, "Ann")
    assert await policy_of(ann, await tiny(ann, 3, seats, **options)) == policy


async def test_default_policy_follows_the_seats_until_the_start(url):
    ann = await arrive(url, "Ann")
    match = await tiny(ann, 3, [ME, OPEN], autostart=False)
    assert (await policy_of(ann, match))[0] == "free"
    await ann.put(f"/matches/{match}/seats/1", BOT)
    assert (await policy_of(ann, match))[0] == "ask"
    await ann.put(f"/matches/{match}/seats/1", OPEN)
    assert (await policy_of(ann, match))[0] == "free"
    bob = await arrive(url, "Bob")
    await bob.post(f"/matches/{match}/seats")
    await ann.post(f"/matches/{match}/start")
    await bob.post(f"/matches/{match}/resign")
    assert (await policy_of(ann, match))[0] == "free", "the policy of the start stays"


async def test_bots_agree_at_once_to_undo_across_their_moves_and_draws(url):
    ann = await arrive(url, "Ann")
    wire = await ann.wire(await tiny(ann, 20, [ME, BOT, BOT]))
    assert wire.undo == {}
    hands, decisions = [], []
    for _ in range(4):
        await wire.until(lambda: wire.decisions)
        hands.append(wire.view["table"]["hand"])
        decisions.append(wire.decisions[0]["id"])
        await wire.answer(wire.decisions[0]["default"])
        await wire.until(lambda: wire.undo and wire.undo.get("decision") == decisions[-1])
    await wire.until(lambda: wire.decisions)
    for hand, decision in reversed(list(zip(hands, decisions, strict=True))):
        assert (wire.undo["decision"], wire.undo["free"]) == (decision, False)
        reply = await wire.command("undo", decision=decision)
        assert reply["t"] == "ack"
        await wire.reaches(reply["ply"])
        await wire.until(lambda: wire.decisions)
        assert wire.view["table"]["hand"] == hand
    assert wire.undo == {}
    assert wire.offers == {}


async def test_undone_draw_is_redrawn(tmp_path):
    """After the undo, the deck has another order than before the draw."""
    async with running_match(tmp_path, "tiny", [ME, BOT]) as (services, match):
        room = await wait_for_room(services, match, lambda room: decisions_of(room, 0))
        await answer(services, match, 0)
        await wait_for_room(
            services, match, lambda room: running_table(room.game, room.match).table.aside != []
        )
        room = await wait_for_room(services, match, lambda room: decisions_of(room, 0))
        deck = running_table(room.game, room.match).table.deck
        await answer(services, match, 0)
        room = await wait_for_room(services, match, lambda room: decisions_of(room, 0))
        assert not room.match.last_answers[0].free
        await undo(services, match, 0)
        room = await services.rooms.get(match)
        redrawn = running_table(room.game, room.match).table.deck
        assert sorted(redrawn) == sorted(deck)
        assert redrawn != deck


# What a seat sees


async def test_each_seat_sees_its_own_undo_and_the_public_none(url):
    ann_wire, bob_wire, match = await at_play(url, undo="ask")
    watcher = await anonymous(url).wire(match)
    asides = [ann_wire.undo, bob_wire.undo]
    assert [aside["free"] for aside in asides] == [False, True]
    decision = ann_wire.decisions[0]["id"]
    await play_default(ann_wire, bob_wire, watcher)
    assert ann_wire.undo == {"decision": decision, "free": False}, "a card was drawn"
    assert bob_wire.undo == {"decision": asides[1]["decision"], "free": False}
    assert watcher.undo is None
    assert not any("undo" in frame for frame in watcher.frames)
    assert (await ann_wire.person.view(match))["undo"] == ann_wire.undo
    assert "undo" not in await anonymous(url).view(match)


@pytest.mark.parametrize(("policy", "first"), [("free", True), ("off", None)])
async def test_seat_sees_no_more_undo_than_the_policy_allows(url, policy, first):
    ann, bob, match = await two_at_tiny(url, undo=policy)
    ann_wire, bob_wire = await ann.wire(match), await bob.wire(match)
    await ann_wire.answer(ann_wire.decisions[0]["default"])
    await ann_wire.reaches(1)
    assert ann_wire.undo.get("free") is first, "inside an open simultaneous choice"
    await bob_wire.answer(bob_wire.decisions[0]["default"])
    await ann_wire.reaches(2)
    await play_default(ann_wire, bob_wire)
    assert ann_wire.undo == bob_wire.undo == {}


async def test_automatic_answer_is_skipped_by_undo(tmp_path):
    async with running_match(tmp_path, "quiet", [ME, OPEN], clock=QUICK) as (services, match):
        first = await answer(services, match, 0)
        room = await wait_for_room(services, match, lambda room: room.ply >= 2, seconds=10)
        assert room.match.step.answers[-1:] == [] or room.match.step.answers[-1].automatic
        assert room.match.last_answers[1].decision == ""
        assert room.match.last_answers[0].decision == first


# Bots that wait


class Quiet(Tiny):
    """Each seat plays a card in turn; nothing is drawn or shown. Then all choose at once."""

    id = "quiet"
    messages = Tiny.messages

    def step(self, table):
        return one_after_another(table) if len(table.played) < 4 * len(table.hands) else None

    def turn(self, table):
        return Turn(len(table.played), "play", [])

    def outcome(self, table):
        return None


async def one_after_another(table):
    for seat in range(len(table.hands)):
        table.played.append(await choose(seat, "play", cards(table.hands[seat])))
    every_seat = range(len(table.hands))
    if len(table.played) == 2 * len(table.hands):
        await at_once(
            {seat: choose(seat, "aside", cards(table.hands[seat])) for seat in every_seat}
        )


QUICK = {"kind": "move", "seconds": 1}


@asynccontextmanager
async def running_match(folder, game, seats, grace=GRACE, **options):
    """A match that has begun; its bots take the default at once."""
    async with in_process_server(
        folder, Quiet(), bot_delay=0, undo_grace=grace, timeout_grace=0
    ) as services:

        async def think(room, decision, _pace):
            match = room.started_match
            index = [decision.id for decision in match.decisions].index(decision.id)
            running = running_table(services.catalogue.games[match.game], match)
            return Thought(running.open[index].default())

        services.bots._think = think
        new = NewMatch(game=game, seats=seats, **options)
        match = (await services.lobby.create(new, ANN)).id
        if OPEN in seats:
            await services.lobby.join(match, JoinRequest(), BOB)
        yield services, match


def decisions_of(room, seat):
    return [decision.id for decision in room.match.decisions if decision.seat == seat]


async def wait_for_room(services, match, condition, seconds=5.0):
    """The room, once the condition holds."""
    async with asyncio.timeout(seconds):
        while not condition(room := await services.rooms.get(match)):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    return room


async def answer(services, match, seat):
    """Answer for the seat's player with the default; return the decision's id."""
    room = await services.rooms.get(match)
    (decision,) = decisions_of(room, seat)
    index = [decision.id for decision in room.match.decisions].index(decision)
    default = running_table(room.game, room.match).open[index].default()
    account = room.info.seats[seat].account
    await services.pipeline.take(Command("answer", match, seat, decision, default, by=account))
    return decision


async def undo(services, match, seat):
    room = await services.rooms.get(match)
    decision = room.match.last_answers[seat].decision
    caller = (ANN, BOB)[seat]
    return await services.offers.make(match, caller, OfferRequest(kind="undo", decision=decision))


async def time_until_both_answered(services, match, ply):
    """Seconds until the bot, too, has answered at that ply; its wait may begin before the first
    answer is acknowledged.
    """
    began = time.monotonic()
    await answer(services, match, 0)
    await wait_for_room(services, match, lambda room: room.ply >= ply)
    return time.monotonic() - began


@pytest.mark.timed
@pytest.mark.parametrize(
    ("seats", "options", "waits"),
    [
        ([ME, BOT, OPEN], {}, True),
        ([ME, BOT, OPEN], {"undo": "ask"}, True),
        ([ME, BOT, OPEN], {"undo": "off"}, False),
        ([ME, BOT], {}, False),
        ([ME, BOT], {"undo": "free"}, False),
        ([ME, BOT, BOT], {"undo": "free"}, False),
    ],
)
async def test_bot_waits_where_its_move_would_hinder_an_undo(tmp_path, seats, options, waits):
    grace = GRACE if waits else LONG_GRACE
    async with running_match(tmp_path, "quiet", seats, grace, **options) as (services, match):
        assert (await time_until_both_answered(services, match, 2) >= grace - 0.1) is waits


@pytest.mark.timed
async def test_answer_is_taken_back_freely_while_the_bot_waits(tmp_path):
    async with running_match(tmp_path, "quiet", [ME, BOT, OPEN]) as (services, match):
        await answer(services, match, 0)
        assert (await services.rooms.get(match)).match.last_answers[0].free
        offer = await undo(services, match, 0)
        assert offer.status == "accepted"
        await asyncio.sleep(GRACE + 0.2)
        room = await services.rooms.get(match)
        assert (room.ply, [decision.seat for decision in room.match.decisions]) == (2, [0])
        took = await time_until_both_answered(services, match, 4)
        assert took >= GRACE - 0.1, "a new answer, a new wait"


async def test_bot_does_not_wait_when_a_person_follows_or_it_was_asked_before(tmp_path):
    """A person follows a person, or the bot has been asked along with people."""
    async with running_match(tmp_path, "quiet", [ME, OPEN, BOT]) as (services, match):
        await answer(services, match, 0)
        assert (await services.rooms.get(match)).info.times is None
        await answer(services, match, 1)
        assert (await services.rooms.get(match)).info.times.bots_wait
        await wait_for_room(services, match, lambda room: room.ply == 3)
        for seat in (0, 1):
            await answer(services, match, seat)
        room = await wait_for_room(services, match, lambda room: len(room.match.decisions) == 2)
        waited = room.info.times.bots_wait
        await answer(services, match, 0)
        room = await services.rooms.get(match)
        assert room.info.times.bots_wait == waited


async def test_no_clock_runs_while_a_bot_waits(tmp_path):
    clock = {"kind": "bank", "seconds": 60}
    async with running_match(tmp_path, "quiet", [ME, BOT, OPEN], clock=clock) as (services, match):
        await answer(services, match, 0)
        room = await services.rooms.get(match)
        assert room.info.times.bots_wait > room.service_clock.now()
        assert clock_view_of(room, room.info).until == {}
        await wait_for_room(services, match, lambda room: room.ply == 2)
        room = await services.rooms.get(match)
        assert set(clock_view_of(room, room.info).until) == {2}


@pytest.mark.timed
async def test_wait_outlives_the_process(tmp_path):
    """The scheduler acts after the wait, and an earlier caller waits for the same moment."""
    async with running_match(tmp_path, "quiet", [ME, BOT, OPEN]) as (services, match):
        services.settings.sweeper_lease = 0.01
        began = time.monotonic()
        await answer(services, match, 0)
        await asyncio.sleep(0.05)
        await services.bots.stop()
        until = (await services.rooms.get(match)).info.times.bots_wait
        services.rooms.drop(match)
        async with services.database.reading() as session:
            due = (await session.get_one(MatchRow, match)).due
        assert (due - EPOCH).total_seconds() * 1000 >= until
        assert await services.sweeper.sweep() == 0
        services.bots.wake(await services.rooms.get(match))
        await wait_for_room(services, match, lambda room: room.ply >= 2)
        assert time.monotonic() - began >= GRACE - 0.1


async def test_bot_does_not_wait_after_a_timeout(tmp_path):
    async with running_match(tmp_path, "quiet", [ME, BOT, OPEN], clock=QUICK) as (services, match):
        room = await wait_for_room(services, match, lambda room: room.ply >= 2, seconds=10)
        assert room.info.times.bots_wait == 0
