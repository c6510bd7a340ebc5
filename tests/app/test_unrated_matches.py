"""Unrated matches: why a match that was to be rated is not, and how its players learn it."""

from __future__ import annotations

import asyncio
import random
from datetime import timedelta

import pytest

from app.infra.wall_clock import now
from app.matches.models import MatchRow, SeatRow
from tests.app.in_process import in_process_server
from tests.app.test_ratings import add_account, profile
from tests.app.test_registration import register
from tests.app.test_settlement import answer_entry, finished_match, occupant, ratings, results
from tests.app.wire import anonymous, play_to_the_end, tiny, two_at_tiny


async def settled_match(services, ago=timedelta(0), **more):
    """A settled match of Ann and Bob that ended that long ago."""
    match = await finished_match(services, [[0], [1]], **more)
    async with services.database.writing() as session:
        (await session.get_one(MatchRow, match)).ended_at = now() - ago
    await services.settlement.settle(match)
    return match


async def rating_status(services, match):
    async with services.database.reading() as session:
        row = await session.get_one(MatchRow, match)
        return row.rated, row.unrated


async def match_counts(services):
    return {account: row.matches for account, row in (await ratings(services)).items()}


async def resigned_match(services, plies, *, seat=1, at=None, late=()):
    """A match in which the seats answered at these plies, and one resigned: at its end, or
    after the entry `at`, and a bot played on. The answers of `late` seats are timeouts.
    """
    match = await finished_match(services, [[1 - seat], [seat]])
    async with services.database.writing() as session:
        row = await session.get_one(MatchRow, match)
        row.ply = len(plies)
        for ply, answering_seat in enumerate(plies, 1):
            entry = answer_entry(match, ply, answering_seat)
            entry.kind = "timeout" if answering_seat in late else "answer"
            session.add(entry)
        seat_row = await session.get_one(SeatRow, (match, seat))
        seat_row.resigned = True
        if at is not None:
            session.add(occupant(match, seat, -1, seat_row.account))
            session.add(occupant(match, seat, at, None))
            seat_row.former, seat_row.account, seat_row.bot = seat_row.account, None, "greedy"
    await services.settlement.settle(match)
    return match


@pytest.mark.parametrize(
    ("plies", "at", "early"),
    [
        ([], None, True),
        ([0, 1, 0, 1, 0], None, True),
        ([0, 1, 0, 1, 0, 1], None, False),
        ([0, 0, 0, 0, 1, 1], None, True),
        ([0, 1, 0, 1, 0, 0, 0, 1, 1, 1, 0, 1], 4, True),
        ([0, 1, 0, 1, 0, 1, 0, 0, 0], 6, False),
    ],
)
async def test_early_resignation_leaves_the_match_unrated(tmp_path, plies, at, early):
    async with in_process_server(tmp_path) as services:
        match = await resigned_match(services, plies, at=at)
        assert await rating_status(services, match) == (
            (False, "resigned-early") if early else (True, None)
        )
        assert await match_counts(services) == ({} if early else {"a_ann": 1, "a_bob": 1})
        assert len(await results(services, match)) == 2


@pytest.mark.parametrize(
    ("plies", "early"), [([0, 1, 0, 1, 0, 1, 0, 1], False), ([0, 1, 0, 1, 1, 1], True)]
)
async def test_loser_cannot_make_a_match_against_an_absent_player_unrated(tmp_path, plies, early):
    """Ann's answers are timeouts, and Bob resigns at the end."""
    async with in_process_server(tmp_path) as services:
        match = await resigned_match(services, plies, late=[0])
        assert await rating_status(services, match) == (
            (False, "resigned-early") if early else (True, None)
        )
        assert await match_counts(services) == ({} if early else {"a_ann": 1, "a_bob": 1})


async def test_fifth_match_of_the_same_people_within_a_day_is_unrated(tmp_path):
    async with in_process_server(tmp_path) as services:
        matches = [await settled_match(services, timedelta(hours=n)) for n in (20, 15, 10, 5)]
        assert await match_counts(services) == {"a_ann": 4, "a_bob": 4}
        fifth, sixth = await settled_match(services), await settled_match(services)
        assert [await rating_status(services, match) for match in matches] == [(True, None)] * 4
        for match in (fifth, sixth):
            assert await rating_status(services, match) == (False, "same-people")
            assert len(await results(services, match)) == 2
        assert await match_counts(services) == {"a_ann": 4, "a_bob": 4}
        await services.settlement.settle(fifth)
        assert await rating_status(services, fifth) == (False, "same-people")


async def test_same_people_are_rated_again_after_a_day(tmp_path):
    async with in_process_server(tmp_path) as services:
        for hours in (25, 24.5, 24.2, 24.1, 1, 0):
            await settled_match(services, timedelta(hours=hours))
        assert await match_counts(services) == {"a_ann": 6, "a_bob": 6}


async def test_match_settled_late_counts_at_its_own_end(tmp_path):
    async with in_process_server(tmp_path) as services:
        for hours in (4, 3, 2, 1):
            await settled_match(services, timedelta(hours=hours))
        late = await settled_match(services, timedelta(hours=20))
        assert await rating_status(services, late) == (False, "same-people")
        later = await settled_match(services, timedelta(hours=29))
        assert await rating_status(services, later) == (True, None)


async def test_other_people_and_unrated_matches_do_not_count_as_the_same(tmp_path):
    async with in_process_server(tmp_path) as services:
        async with services.database.writing() as session:
            for id in ("a_cid", "a_dot"):
                add_account(session, id)
        for _ in range(5):
            await settled_match(services, players=("a_ann", "a_cid"))
            await settled_match(services, rated=False)
        three = await finished_match(services, [[0], [1], [2]], players=("a_ann", "a_bob", "a_dot"))
        await services.settlement.settle(three)
        assert await rating_status(services, three) == (True, None)
        for _ in range(4):
            assert await rating_status(services, await settled_match(services)) == (True, None)
        assert (await match_counts(services))["a_cid"] == 4


async def test_bots_of_an_owner_count_as_the_owner(tmp_path):
    async with in_process_server(tmp_path) as services:
        async with services.database.writing() as session:
            await session.flush()
            for n in range(5):
                add_account(session, f"a_bot{n}", "bot", owner="a_bob")
        matches = [await settled_match(services, players=("a_ann", f"a_bot{n}")) for n in range(5)]
        assert [(await rating_status(services, match))[0] for match in matches] == [True] * 4 + [
            False
        ]


async def test_matches_that_end_at_once_count_each_other(tmp_path, database_url):
    async with in_process_server(tmp_path, database_url=database_url) as services:
        for _ in range(3):
            await settled_match(services)
        matches = []
        for _ in range(4):
            match = await finished_match(services, [[0], [1]])
            async with services.database.writing() as session:
                (await session.get_one(MatchRow, match)).ended_at = now()
            matches.append(match)
        await asyncio.gather(*(services.settlement.settle(match) for match in matches))
        statuses = [await rating_status(services, match) for match in matches]
        assert sorted(statuses, key=str) == [(False, "same-people")] * 3 + [(True, None)]
        assert await match_counts(services) == {"a_ann": 4, "a_bob": 4}


async def test_unrated_reason_is_shown_in_match_frames_and_profile(url):
    ann, bob = await register(url), await register(url)
    match = await tiny(ann, 1)
    code = (await ann.get(f"/matches/{match}"))["invite"]["code"]
    await bob.post(f"/matches/{match}/seats", {"code": code})
    wires = [await ann.wire(match), await bob.wire(match), await anonymous(url).wire(match)]
    await bob.post(f"/matches/{match}/resign")
    for wire in wires:
        await wire.until(lambda wire=wire: wire.end and "unrated" in wire.end)
        assert wire.end["unrated"] == "resigned-early"
        await wire.close()
    details = await anonymous(url).get(f"/matches/{match}")
    assert (details["rated"], details["unrated"]) == (False, "resigned-early")
    bobs_profile = await profile(anonymous(url), bob.name)
    assert bobs_profile["ratings"] == []
    assert bobs_profile["matches"][0]["unrated"] == "resigned-early"
    again = await ann.wire(match)
    assert (await again.comes("end"))["unrated"] == "resigned-early"
    await again.close()


async def test_rated_match_has_no_reason(url):
    ann, bob, match = await two_at_tiny(url)
    wires = [await ann.wire(match), await bob.wire(match)]
    await play_to_the_end(wires, random.Random(1))
    assert "unrated" not in wires[0].end
    assert "unrated" not in await ann.get(f"/matches/{match}")
    for wire in wires:
        await wire.close()
