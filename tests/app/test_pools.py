"""Pools: who may wait in them, whom they pair, and what a ready check decides."""

from __future__ import annotations

import asyncio
import math
from datetime import timedelta

import sqlalchemy as sa

from app.infra.wall_clock import now
from app.lobby.schemas import NewMatch
from app.matches.models import MatchRow
from app.matchmaking.models import PairingRow, PairingSeatRow, PoolPersonRow, PoolTicketRow
from app.matchmaking.packing import UNLIMITED_AFTER_S, Waiting, pack
from app.matchmaking.reads import MEDIAN_OF, PoolReads
from app.matchmaking.tickets import EXPIRED_KEPT, TICKET_LIFE
from app.wire import UNSET
from tests.app.in_process import ANN, BOB, in_process_server
from tests.app.pool_players import (
    CASUAL,
    DAYS,
    RATED,
    add_account,
    answer,
    join,
    let_time_run_out,
    pair,
    pairing_of,
    pool_services,  # noqa: F401
    pools_of,
    refused,
)

FOUR = "tiny-4-live-casual"


async def test_last_yes_begins_the_match_and_takes_its_players_out_of_all_pools(services):
    await join(services, CASUAL, ANN, BOB)
    await join(services, FOUR, ANN)
    await join(services, DAYS, BOB)
    (pairing,) = await pair(services, CASUAL)
    await answer(services, pairing, True, ANN)
    check = await services.matchmaking.reads.ready_check(pairing, BOB.account)
    assert (check.status, check.accepted, check.players, check.accept) == ("open", 1, 2, UNSET)
    await answer(services, pairing, True, BOB)
    check = await services.matchmaking.reads.ready_check(pairing, ANN.account)
    assert check.status == "begun"
    match = await services.lobby.get(check.match, ANN)
    assert (match.status, match.rated, match.clock.kind) == ("playing", False, "bank")
    assert {seat.account for seat in match.seats} == {ANN.account, BOB.account}
    for caller in (ANN, BOB):
        assert await pools_of(services, caller) == []
        assert await pairing_of(services, caller) is None


async def test_seats_are_drawn_by_lot(services):
    first = set()
    for _ in range(40):
        await join(services, CASUAL, ANN, BOB, waited_s=UNLIMITED_AFTER_S)
        (pairing,) = await pair(services, CASUAL)
        await answer(services, pairing, True, ANN, BOB)
        check = await services.matchmaking.reads.ready_check(pairing, ANN.account)
        first.add((await services.lobby.get(check.match, ANN)).seats[0].account)
        if len(first) == 2:
            return
    raise AssertionError("the same player always begins")


async def test_silent_player_loses_the_place_and_waits_longer_while_the_other_keeps_it(services):
    await join(services, CASUAL, ANN, BOB, waited_s=50)
    await join(services, FOUR, BOB)
    (pairing,) = await pair(services, CASUAL)
    await answer(services, pairing, True, ANN)
    await let_time_run_out(services, pairing)
    assert (
        await services.matchmaking.reads.ready_check(pairing, ANN.account)
    ).status == "dissolved"
    assert await pools_of(services, BOB) == []
    own = await services.matchmaking.reads.mine(ANN.account)
    assert [ticket.pool.id for ticket in own.items] == [CASUAL]
    assert own.held_back_s is UNSET
    async with services.database.reading() as session:
        ticket = await session.get_one(PoolTicketRow, (CASUAL, ANN.account))
        assert now() - ticket.since >= timedelta(seconds=50)
    assert (await services.matchmaking.reads.mine(BOB.account)).held_back_s == 30
    await join(services, CASUAL, BOB)
    assert await pair(services, CASUAL) == [], "Bob is held back"
    await join(services, CASUAL, BOB, waited_s=31)
    assert len(await pair(services, CASUAL)) == 1


async def test_every_missed_ready_check_holds_the_next_place_back_longer(services):
    delays = []
    for _ in range(6):
        await join(services, CASUAL, ANN, BOB, waited_s=2000)
        (pairing,) = await pair(services, CASUAL)
        await answer(services, pairing, False, BOB)
        delays.append((await services.matchmaking.reads.mine(BOB.account)).held_back_s)
    assert delays == [30, 60, 120, 240, 480, 600]
    async with services.database.writing() as session:
        row = await session.get_one(PoolPersonRow, BOB.account)
        row.absent_at = now() - timedelta(hours=25)
    assert (await services.matchmaking.reads.mine(BOB.account)).held_back_s is UNSET


async def test_played_match_forgives_one_missed_ready_check(services):
    async with services.database.writing() as session:
        session.add(
            PoolPersonRow(person=BOB.account, absences=2, absent_at=now() - timedelta(hours=1))
        )
    await join(services, CASUAL, ANN, BOB, waited_s=2000)
    (pairing,) = await pair(services, CASUAL)
    await answer(services, pairing, True, ANN, BOB)
    assert (await services.matchmaking.reads.mine(BOB.account)).held_back_s == 30


async def test_answer_after_the_deadline_or_the_decision_changes_nothing(services):
    await join(services, CASUAL, ANN, BOB)
    (pairing,) = await pair(services, CASUAL)
    await answer(services, pairing, True, ANN)
    async with services.database.writing() as session:
        (await session.get_one(PairingRow, pairing)).deadline = now() - timedelta(seconds=1)
    await answer(services, pairing, True, BOB)
    check = await services.matchmaking.reads.ready_check(pairing, BOB.account)
    assert (check.status, check.accept) == ("dissolved", UNSET)
    await answer(services, pairing, True, ANN, BOB)
    assert (
        await services.matchmaking.reads.ready_check(pairing, ANN.account)
    ).status == "dissolved"


async def test_ready_check_is_known_to_its_players_only(services):
    cid = await add_account(services, "Cid")
    await join(services, CASUAL, ANN, BOB)
    (pairing,) = await pair(services, CASUAL)
    await refused(services.matchmaking.ready_checks.answer(pairing, cid, accept=True), "not-found")
    await refused(services.matchmaking.reads.ready_check(pairing, cid.account), "not-found")
    await refused(services.matchmaking.ready_checks.answer("p_none", ANN, accept=True), "not-found")


async def test_person_in_a_ready_check_is_not_paired_in_another_pool(services):
    cid = await add_account(services, "Cid")
    await join(services, CASUAL, ANN, BOB)
    await join(services, "tiny-2-relaxed-casual", ANN, cid)
    assert len(await pair(services, CASUAL)) == 1
    assert await pair(services, "tiny-2-relaxed-casual") == []


async def test_leaving_a_pool_declines_its_ready_check(services):
    await join(services, CASUAL, ANN, BOB)
    (pairing,) = await pair(services, CASUAL)
    await services.matchmaking.tickets.leave(CASUAL, ANN)
    assert (
        await services.matchmaking.reads.ready_check(pairing, BOB.account)
    ).status == "dissolved"
    assert await pools_of(services, ANN) == []
    assert await pools_of(services, BOB) == [CASUAL]
    assert (await services.matchmaking.reads.mine(ANN.account)).held_back_s == 30


async def test_days_pool_begins_at_once_without_a_stream(services):
    await join(services, DAYS, ANN, BOB)
    async with services.database.reading() as session:
        for ticket in (await session.scalars(sa.select(PoolTicketRow))).all():
            assert ticket.expires_at is None
    (pairing,) = await pair(services, DAYS)
    check = await services.matchmaking.reads.ready_check(pairing, ANN.account)
    assert check.status == "begun"
    match = await services.lobby.get(check.match, ANN)
    assert (match.clock.kind, match.clock.days, match.clock.on_timeout) == ("days", 2, "forfeit")


async def test_place_in_a_live_pool_lives_while_a_stream_renews_it(services):
    await join(services, CASUAL, ANN, BOB)

    async def age(by):
        async with services.database.writing() as session:
            await session.execute(
                sa.update(PoolTicketRow).values(expires_at=now() + TICKET_LIFE - by)
            )

    await age(TICKET_LIFE + timedelta(seconds=1))
    await services.matchmaking.tickets.renew([ANN.account])
    assert await pair(services, CASUAL) == [], "Bob has no stream"
    assert await pools_of(services, BOB) == [CASUAL], "his stream may be reconnecting"
    await services.matchmaking.tickets.renew([ANN.account, BOB.account])
    assert len(await pair(services, CASUAL)) == 1
    await age(TICKET_LIFE + EXPIRED_KEPT + timedelta(seconds=1))
    await services.matchmaking.tickets.renew([ANN.account])
    assert await pools_of(services, BOB) == []


async def three_of_four(services, waited_s):
    cid = await add_account(services, "Cid")
    await join(services, FOUR, ANN, BOB, cid, waited_s=waited_s)
    return ANN, BOB, cid


async def test_three_in_a_pool_of_four_are_asked_after_two_minutes(services):
    callers = await three_of_four(services, 119)
    assert await pair(services, FOUR) == []
    await join(services, FOUR, *callers, waited_s=121)
    (pairing,) = await pair(services, FOUR)
    check = await services.matchmaking.reads.ready_check(pairing, ANN.account)
    assert (check.players, check.fewer) == (3, True)
    await answer(services, pairing, True, *callers)
    check = await services.matchmaking.reads.ready_check(pairing, ANN.account)
    assert len((await services.lobby.get(check.match, ANN)).seats) == 3


async def test_declining_to_play_as_three_costs_nothing_and_is_not_asked_again_soon(services):
    callers = await three_of_four(services, 150)
    (pairing,) = await pair(services, FOUR)
    await answer(services, pairing, True, ANN)
    await answer(services, pairing, False, BOB)
    for caller in callers:
        own = await services.matchmaking.reads.mine(caller.account)
        assert ([ticket.pool.id for ticket in own.items], own.held_back_s) == ([FOUR], UNSET)
    assert await pair(services, FOUR) == []
    dan = await add_account(services, "Dan")
    await join(services, FOUR, dan, waited_s=UNLIMITED_AFTER_S)
    assert len(await pair(services, FOUR)) == 1, "a table of four may still be found"


async def test_nearest_ratings_are_paired(services):
    callers = [
        await add_account(services, name, rating=rating)
        for name, rating in (("Low1", 1300), ("Top1", 1900), ("Low2", 1310), ("Top2", 1890))
    ]
    await join(services, RATED, *callers, waited_s=5)
    pairings = await pair(services, RATED)
    async with services.database.reading() as session:
        seats = (await session.scalars(sa.select(PairingSeatRow))).all()
    tables = [{seat.person for seat in seats if seat.pairing == id} for id in pairings]
    assert sorted(map(sorted, tables)) == [["a_low1", "a_low2"], ["a_top1", "a_top2"]]


async def test_rated_pool_does_not_pair_two_whose_match_would_not_count(services):
    ann, bob = [await add_account(services, name, rating=1500) for name in ("Ann1", "Bob1")]
    for _ in range(4):
        await join(services, RATED, ann, bob, waited_s=2000)
        (pairing,) = await pair(services, RATED)
        await answer(services, pairing, True, ann, bob)
    await join(services, RATED, ann, bob, waited_s=2000)
    assert await pair(services, RATED) == []
    async with services.database.writing() as session:
        await session.execute(sa.update(PairingRow).values(made_at=now() - timedelta(hours=25)))
    assert len(await pair(services, RATED)) == 1


async def test_player_with_too_many_matches_gives_up_the_place_and_the_other_goes_on(tmp_path):
    async with in_process_server(tmp_path, max_unfinished_matches=1) as services:
        services.matchmaking.tickets.on_joined.clear()
        await join(services, CASUAL, ANN, BOB)
        (pairing,) = await pair(services, CASUAL)
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
        await services.lobby.create(NewMatch(game="tiny", seats=seats), BOB)
        await answer(services, pairing, True, ANN, BOB)
        assert (
            await services.matchmaking.reads.ready_check(pairing, ANN.account)
        ).status == "dissolved"
        assert (await pools_of(services, ANN), await pools_of(services, BOB)) == ([CASUAL], [])
        assert (await services.matchmaking.reads.mine(BOB.account)).held_back_s is UNSET
        await refused(services.matchmaking.tickets.join(CASUAL, BOB), "too-many-matches")


async def test_median_wait_is_shown_from_twenty_tables_on(services):
    for n in range(MEDIAN_OF):
        own = PoolReads(services.database, services.matchmaking.pools)
        pool = next(pool for pool in (await own.all()).items if pool.id == CASUAL)
        assert pool.median_wait_s is UNSET, n
        await join(services, CASUAL, ANN, BOB, waited_s=2000 + n)
        (pairing,) = await pair(services, CASUAL)
        await answer(services, pairing, True, ANN, BOB)
    own = PoolReads(services.database, services.matchmaking.pools)
    pool = next(pool for pool in (await own.all()).items if pool.id == CASUAL)
    assert 2009 <= pool.median_wait_s <= 2011


async def test_concurrent_yeses_begin_one_match(services):
    await join(services, CASUAL, ANN, BOB)
    (pairing,) = await pair(services, CASUAL)
    await asyncio.gather(*(answer(services, pairing, True, c) for c in (ANN, BOB, ANN, BOB)))
    async with services.database.reading() as session:
        assert await session.scalar(sa.select(sa.func.count()).select_from(MatchRow)) == 1


async def test_many_who_join_at_once_share_the_pairing_of_their_pool(services):
    pairing, pools, began = services.matchmaking.pairing, services.matchmaking.pools, []
    may_end = asyncio.Event()

    async def pair_slowly(pool):
        began.append(pool.id)
        await may_end.wait()

    pairing.pair = pair_slowly
    for pool in (CASUAL, FOUR, CASUAL, FOUR, FOUR):
        pairing.joined(pools.get(pool))
    await asyncio.sleep(0)
    pairing.joined(pools.get(CASUAL))
    assert began == [CASUAL], "one at a time"
    may_end.set()
    while pairing._is_pairing:  # noqa: ASYNC110
        await asyncio.sleep(0)
    assert began == [CASUAL, FOUR, CASUAL]


def test_infinite_separation_is_no_gap_that_an_unlimited_range_admits():
    patient = [Waiting(name, 10 * UNLIMITED_AFTER_S, 1500) for name in "ab"]
    assert pack(patient, 2, lambda one, other: math.inf) == []
