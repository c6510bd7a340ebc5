"""Pairs that trade ratings are listed with the evidence, and honest rivals are not."""

from __future__ import annotations

from datetime import timedelta

import pytest

from app.infra.wall_clock import now
from app.matches.models import MatchRow, SeatRow
from app.ratings.models import ResultRow
from tests.app.in_process import in_process_server
from tests.app.pool_players import add_account


async def add_match(services, number, winner, loser, gain=12, *, plies=80, resigned=False, ago=5):
    """A settled rated match of two."""
    at = now() - timedelta(days=ago) + timedelta(minutes=number)
    id = f"m_{winner.account}_{number}"
    async with services.database.writing() as session:
        row = MatchRow(
            id=id,
            game="tiny",
            options={},
            status="finished",
            visibility="public",
            spectators="live",
            undo="free",
            clock={"kind": "none"},
            autostart=True,
            code=id,
            creator=winner.account,
            created_at=at,
            changed_at=at,
            ended_at=at,
            ply=plies,
            rated=True,
        )
        session.add(row)
        await session.flush()
        for seat, caller in enumerate((winner, loser)):
            lost = caller is loser
            session.add(
                SeatRow(
                    match=id,
                    seat=seat,
                    kind="human",
                    account=caller.account,
                    resigned=resigned and lost,
                )
            )
            session.add(
                ResultRow(
                    match=id,
                    account=caller.account,
                    game="tiny",
                    players=2,
                    place=2 if lost else 1,
                    won=not lost,
                    before=1500,
                    after=1500 - gain if lost else 1500 + gain,
                    at=at,
                )
            )


@pytest.fixture
async def services(tmp_path):
    async with in_process_server(tmp_path) as services:
        yield services


@pytest.fixture
async def people(services):
    return [await add_account(services, name) for name in ("Ann1", "Bob1", "Cid1")]


async def test_one_sided_pair_of_quick_resignations_is_listed_with_the_evidence(services, people):
    ann, bob, cid = people
    for number in range(8):
        await add_match(services, number, ann, bob, plies=12, resigned=True)
    await add_match(services, 50, ann, cid, gain=4)
    (trade,) = await services.admin.rating_trades.suspects()
    assert (trade.gainer, trade.other) == ("Ann1 (a_ann1)", "Bob1 (a_bob1)")
    assert (trade.matches, trade.won, trade.turns, trade.quick) == (8, 8, 0, 8)
    assert (trade.gain, trade.all_gains) == (96, 100)
    assert trade.reasons == ["won by one side", "given up quickly"]


async def test_pair_that_wins_in_turns_is_listed(services, people):
    ann, bob, _ = people
    for number in range(6):
        await add_match(services, number, *((ann, bob) if number % 2 else (bob, ann)))
    (trade,) = await services.admin.rating_trades.suspects()
    assert trade.reasons == ["won in turns"]


async def test_bots_count_as_their_owners(services, people):
    ann, bob, _ = people
    vex = await add_account(services, "Vex", "bot", owner=bob)
    for number in range(7):
        await add_match(services, number, ann, vex)
    (trade,) = await services.admin.rating_trades.suspects()
    assert trade.other == "Bob1 (a_bob1)"


async def test_rivals_who_play_others_too_are_not_listed(services, people):
    ann, bob, cid = people
    for number in range(8):
        await add_match(services, number, ann, bob)
    for number in range(20, 40):
        await add_match(services, number, ann, cid)
        await add_match(services, number, cid, ann, ago=6)
    assert [trade.gainer for trade in await services.admin.rating_trades.suspects()] == []


async def test_few_or_old_matches_are_no_evidence(services, people):
    ann, bob, cid = people
    for number in range(5):
        await add_match(services, number, ann, bob, resigned=True, plies=8)
    for number in range(10, 20):
        await add_match(services, number, ann, cid, resigned=True, plies=8, ago=31)
    assert await services.admin.rating_trades.suspects() == []
