"""Settlement: results and ratings after a match, exactly once, for every occupant of a seat."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
import sqlalchemy as sa

from app.infra.wall_clock import now
from app.matches.models import EntryRow, MatchRow, OccupantRow, SeatRow
from app.ratings.models import RatingRow, ResultRow
from app.ratings.rating import INITIAL_RATING
from tests.app.in_process import begin, in_process_server
from tests.app.test_ratings import add_account


async def finished_match(
    services, ranks, *, rated=True, status="finished", players=("a_ann", "a_bob")
):
    """A match of these accounts that has just ended with these ranks."""
    match = await begin(services, "tiny")
    async with services.database.writing() as session:
        row = await session.get_one(MatchRow, match)
        row.status, row.rated, row.outcome = status, rated, {"ranks": ranks, "reason": "finished"}
        for number, account in enumerate(players):
            seat = await session.get(SeatRow, (match, number))
            seat = seat or SeatRow(match=match, seat=number, kind="human", name="Cid")
            seat.account = account
            session.add(seat)
    services.rooms.drop(match)
    return match


async def ratings(services):
    async with services.database.reading() as session:
        rows = (await session.scalars(sa.select(RatingRow))).all()
    return {row.account: row for row in rows}


async def results(services, match):
    async with services.database.reading() as session:
        query = sa.select(ResultRow).where(ResultRow.match == match).order_by(ResultRow.account)
        return [(row.account, row.place, row.won) for row in await session.scalars(query)]


async def test_repeated_and_concurrent_settlement_changes_nothing(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await finished_match(services, [[0], [1]])
        await asyncio.gather(*(services.settlement.settle(match) for _ in range(5)))
        first = await ratings(services)
        assert {row.matches for row in first.values()} == {1}
        assert first["a_ann"].rating > INITIAL_RATING > first["a_bob"].rating
        await services.settlement.settle(match)
        assert (await ratings(services))["a_ann"].rating == first["a_ann"].rating
        assert await results(services, match) == [("a_ann", 1, True), ("a_bob", 2, False)]


async def test_crash_while_settling_leaves_nothing_behind(tmp_path, monkeypatch):
    async with in_process_server(tmp_path) as services:
        match = await finished_match(services, [[0], [1]])

        async def crash(session, row):
            raise ConnectionError

        with monkeypatch.context() as broken:
            broken.setattr(services.deliveries.webhooks, "queue_settled", crash)
            with pytest.raises(ConnectionError):
                await services.settlement.settle(match)
        assert (await ratings(services), await results(services, match)) == ({}, [])
        await services.settlement.settle(match)
        assert len(await results(services, match)) == 2


@pytest.mark.parametrize(
    ("ending", "result_count"),
    [
        ({"status": "aborted"}, 0),
        ({"status": "playing"}, 0),
        ({"rated": False}, 2),
        ({"ranks": []}, 0),
    ],
)
async def test_only_a_rated_end_changes_ratings(tmp_path, ending, result_count):
    async with in_process_server(tmp_path) as services:
        ending = {"ranks": [[0], [1]], **ending}
        match = await finished_match(services, ending.pop("ranks"), **ending)
        await services.settlement.settle(match)
        assert await ratings(services) == {}
        assert len(await results(services, match)) == result_count


async def test_substituted_seat_counts_for_the_remaining_players(tmp_path):
    """One of three is substituted by agreement: neither that player nor the substitute counts."""
    async with in_process_server(tmp_path) as services:
        async with services.database.writing() as session:
            for id in ("a_cid", "a_dot"):
                add_account(session, id)
        players = ("a_ann", "a_bob", "a_dot")
        match = await finished_match(services, [[2], [1], [0]], players=players)
        async with services.database.writing() as session:
            for since, account in ((-1, "a_cid"), (3, "a_dot")):
                session.add(occupant(match, 2, since, account))
        await services.settlement.settle(match)
        assert await results(services, match) == [("a_ann", 3, False), ("a_bob", 2, False)]
        known = await ratings(services)
        assert sorted(known) == ["a_ann", "a_bob"]
        assert known["a_bob"].rating > INITIAL_RATING > known["a_ann"].rating
        assert {row.players for row in known.values()} == {3}


async def test_resigned_player_loses(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await finished_match(services, [[0], [1]], players=("a_ann", None))
        async with services.database.writing() as session:
            seat = await session.get_one(SeatRow, (match, 1))
            seat.resigned, seat.former, seat.bot = True, "a_bob", "greedy"
            session.add(occupant(match, 1, -1, "a_bob"))
            session.add(occupant(match, 1, 6, None))
            for ply in range(1, 7):
                session.add(answer_entry(match, ply, ply % 2))
        await services.settlement.settle(match)
        known = await ratings(services)
        assert known["a_ann"].rating > INITIAL_RATING > known["a_bob"].rating


def answer_entry(match, ply, seat):
    columns = {"told": b"", "receipt": 0, "at": now()}
    return EntryRow(match=match, ply=ply, kind="answer", seat=seat, **columns)


def occupant(match, seat, since, account):
    return OccupantRow(match=match, seat=seat, since=since, account=account, name="X", at=now())


async def test_ratings_wait_for_the_public_end_of_a_delayed_match(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await finished_match(services, [[0], [1]])
        async with services.database.writing() as session:
            row = await session.get_one(MatchRow, match)
            row.spectators, row.spectator_delay = "delayed", {"plies": 0, "minutes": 10}
            row.ended_at = ended = now()
        assert await services.settlement.settle(match) == ended + timedelta(minutes=10)
        await services.scheduler.attend(match)
        async with services.database.reading() as session:
            assert (await session.get_one(MatchRow, match)).due == ended + timedelta(minutes=10)
        assert await ratings(services) == {}
        async with services.database.writing() as session:
            (await session.get_one(MatchRow, match)).ended_at = ended - timedelta(minutes=10)
        assert await services.settlement.settle(match) is None
        assert len(await ratings(services)) == 2
