"""Absences: matches of pools that are left early hold the next place back, as missed checks do."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
import sqlalchemy as sa

from app.forfeits.substitution import open_seat, seat_player
from app.forfeits.timeouts import take_seat
from app.infra.wall_clock import now
from app.lobby.schemas import JoinRequest, NewMatch
from app.matches.commands import Command
from app.matches.models import MatchRow
from app.matchmaking.models import PairingRow
from app.ratings.unrated import MIN_ANSWERS
from app.wire import UNSET
from tests.app.in_process import ANN, BOB
from tests.app.pool_players import (
    CASUAL,
    add_account,
    answer,
    join,
    pair,
    pool_services,  # noqa: F401
)

THREE = "tiny-3-live-casual"


async def found(services, pool=CASUAL, callers=(ANN, BOB)):
    """The id of a match that the pool has found for these players."""
    await join(services, pool, *callers, waited_s=2000)
    (pairing,) = await pair(services, pool)
    await answer(services, pairing, True, *callers)
    return (await services.matchmaking.reads.ready_check(pairing, ANN.account)).match


async def seat_of(services, match, caller):
    seats = (await services.rooms.get(match)).info.seats
    return next(number for number, seat in enumerate(seats) if seat.account == caller.account)


async def play(services, match, caller, answers):
    """Answer questions, until the caller has given this many answers or the match is over."""
    seat = await seat_of(services, match, caller)
    while answers:
        room = await services.rooms.get(match)
        if room.info.status != "playing":
            return
        asked = room.match.decisions[0]
        [decision, *_] = json.loads(await services.pipeline.decisions(match, asked.seat))
        command = Command("answer", match, asked.seat, decision["id"], decision["default"])
        await services.pipeline.take(command)
        answers -= asked.seat == seat


async def held_back_s(services, caller):
    return (await services.matchmaking.reads.mine(caller.account)).held_back_s


async def test_every_match_left_early_holds_the_next_place_back_longer(services):
    delays = []
    for _ in range(3):
        match = await found(services)
        await services.resignations.resign(match, BOB.account)
        delays.append(await held_back_s(services, BOB))
    assert delays == [30, 60, 120]
    assert await held_back_s(services, ANN) is UNSET
    await join(services, CASUAL, ANN, BOB, waited_s=119)
    assert await pair(services, CASUAL) == [], "Bob is held back"
    async with services.database.writing() as session:
        await session.execute(sa.update(PairingRow).values(made_at=now() - timedelta(hours=25)))
    assert await held_back_s(services, BOB) is UNSET


@pytest.mark.parametrize(("answers", "delay"), [(MIN_ANSWERS - 1, 30), (MIN_ANSWERS, UNSET)])
async def test_resignation_is_part_of_the_game_from_the_third_answer_on(services, answers, delay):
    match = await found(services)
    await play(services, match, BOB, answers)
    await services.resignations.resign(match, BOB.account)
    assert await held_back_s(services, BOB) == delay


async def test_seat_lost_on_time_counts_however_long_its_player_has_played(services):
    match = await found(services)
    await play(services, match, BOB, MIN_ANSWERS)
    async with services.locks.lock(match) as locked:
        await take_seat(locked, locked.seat_of(BOB.account).seat, "forfeit", services.settings)
    assert await held_back_s(services, BOB) == 30


async def test_player_whose_seat_a_bot_has_taken_is_held_back_until_they_return(services):
    cid = await add_account(services, "Cid")
    match = await found(services, THREE, (ANN, BOB, cid))
    async with services.locks.lock(match) as locked:
        await take_seat(locked, locked.seat_of(cid.account).seat, "bot", services.settings)
    assert await held_back_s(services, cid) == 30
    await services.lobby.join(match, JoinRequest(), cid)
    assert await held_back_s(services, cid) is UNSET


async def test_player_whose_seat_another_has_taken_is_held_back(services):
    cid, dan = await add_account(services, "Cid"), await add_account(services, "Dan")
    match = await found(services, THREE, (ANN, BOB, cid))
    async with services.locks.lock(match) as locked:
        seat = locked.seat_of(cid.account).seat
        await open_seat(locked, seat)
        await seat_player(locked, seat, dan)
    assert await held_back_s(services, cid) == 30
    assert await held_back_s(services, dan) is UNSET


async def test_match_played_takes_one_left_off(services):
    for _ in range(2):
        await services.resignations.resign(await found(services), BOB.account)
    match = await found(services)
    assert await held_back_s(services, BOB) == 60, "the match is not played yet"
    await play(services, match, BOB, 1000)
    assert (await services.rooms.get(match)).info.status == "finished"
    assert await held_back_s(services, BOB) == 30


async def test_match_that_no_pool_has_found_may_be_left_without_harm(services):
    await join(services, CASUAL, BOB)
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    match = await services.lobby.create(NewMatch(game="tiny", seats=seats), BOB)
    await services.resignations.resign(match.id, BOB.account)
    async with services.database.reading() as session:
        assert (await session.get_one(MatchRow, match.id)).status == "finished"
    assert await held_back_s(services, BOB) is UNSET
