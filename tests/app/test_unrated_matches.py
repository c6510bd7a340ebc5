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


async def ended(services, ago=timedelta(0), **more):
    """A match of Ann and Bob that ended so long ago, settled."""
    match = await finished_match(services, [[0], [1]], **more)
    async with services.database.writing() as session:
        (await session.get_one(MatchRow, match)).ended_at = now() - ago
    await services.settlement.settle(match)
    return match


async def why(services, match):
    async with services.database.reading() as session:
        row = await session.get_one(MatchRow, match)
        return row.rated, row.unrated


async def counted(services):
    return {account: row.matches for account, row in (await ratings(services)).items()}


async def given_up(services, plies, *, seat=1, at=None, late=()):
    """A match in which the seats answered at these plies, and one was given up: at its end, or
    after the entry `at`, and a bot played on. For the seats that are `late` time answered.
    """
    match = await finished_match(services, [[1 - seat], [seat]])
    async with services.database.writing() as session:
        row = await session.get_one(MatchRow, match)
        row.ply = len(plies)
        for ply, one in enumerate(plies, 1):
            entry = answer_entry(match, ply, one)
            entry.kind = "timeout" if one in late else "answer"
            session.add(entry)
        gone = await session.get_one(SeatRow, (match, seat))
        gone.resigned = True
        if at is not None:
            session.add(occupant(match, seat, -1, gone.account))
            session.add(occupant(match, seat, at, None))
            gone.former, gone.account, gone.bot = gone.account, None, "greedy"
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
async def test_a_seat_given_up_before_each_person_has_answered_three_times(
    tmp_path, plies, at, early
):
    async with in_process_server(tmp_path) as services:
        match = await given_up(services, plies, at=at)
        assert await why(services, match) == ((False, "resigned-early") if early else (True, None))
        assert await counted(services) == ({} if early else {"a_ann": 1, "a_bob": 1})
        assert len(await results(services, match)) == 2


@pytest.mark.parametrize(
    ("plies", "early"), [([0, 1, 0, 1, 0, 1, 0, 1], False), ([0, 1, 0, 1, 1, 1], True)]
)
async def test_a_loser_does_not_make_a_match_against_the_absent_unrated(tmp_path, plies, early):
    """Time answers for Ann, and Bob gives up at the end."""
    async with in_process_server(tmp_path) as services:
        match = await given_up(services, plies, late=[0])
        assert await why(services, match) == ((False, "resigned-early") if early else (True, None))
        assert await counted(services) == ({} if early else {"a_ann": 1, "a_bob": 1})


async def test_from_the_fifth_match_of_the_same_people_within_a_day(tmp_path):
    async with in_process_server(tmp_path) as services:
        matches = [await ended(services, timedelta(hours=n)) for n in (20, 15, 10, 5)]
        assert await counted(services) == {"a_ann": 4, "a_bob": 4}
        fifth, sixth = await ended(services), await ended(services)
        assert [await why(services, one) for one in matches] == [(True, None)] * 4
        for one in (fifth, sixth):
            assert await why(services, one) == (False, "same-people")
            assert len(await results(services, one)) == 2
        assert await counted(services) == {"a_ann": 4, "a_bob": 4}
        await services.settlement.settle(fifth)
        assert await why(services, fifth) == (False, "same-people")


async def test_after_a_day_the_same_people_are_rated_again(tmp_path):
    async with in_process_server(tmp_path) as services:
        for hours in (25, 24.5, 24.2, 24.1, 1, 0):
            await ended(services, timedelta(hours=hours))
        assert await counted(services) == {"a_ann": 6, "a_bob": 6}


async def test_one_that_is_settled_late_counts_at_its_own_end(tmp_path):
    async with in_process_server(tmp_path) as services:
        for hours in (4, 3, 2, 1):
            await ended(services, timedelta(hours=hours))
        late = await ended(services, timedelta(hours=20))
        assert await why(services, late) == (False, "same-people")
        later = await ended(services, timedelta(hours=29))
        assert await why(services, later) == (True, None)


async def test_others_and_matches_that_do_not_count_are_not_the_same_people(tmp_path):
    async with in_process_server(tmp_path) as services:
        async with services.database.writing() as session:
            for id in ("a_cid", "a_dot"):
                add_account(session, id)
        for _ in range(5):
            await ended(services, players=("a_ann", "a_cid"))
            await ended(services, rated=False)
        three = await finished_match(services, [[0], [1], [2]], players=("a_ann", "a_bob", "a_dot"))
        await services.settlement.settle(three)
        assert await why(services, three) == (True, None)
        for _ in range(4):
            assert await why(services, await ended(services)) == (True, None)
        assert (await counted(services))["a_cid"] == 4


async def test_bots_of_one_person_are_that_person(tmp_path):
    async with in_process_server(tmp_path) as services:
        async with services.database.writing() as session:
            await session.flush()
            for n in range(5):
                add_account(session, f"a_bot{n}", "bot", owner="a_bob")
        matches = [await ended(services, players=("a_ann", f"a_bot{n}")) for n in range(5)]
        assert [(await why(services, one))[0] for one in matches] == [True] * 4 + [False]


async def test_two_matches_that_end_at_once_count_one_another(tmp_path, database_url):
    async with in_process_server(tmp_path, database_url=database_url) as services:
        for _ in range(3):
            await ended(services)
        matches = []
        for _ in range(4):
            match = await finished_match(services, [[0], [1]])
            async with services.database.writing() as session:
                (await session.get_one(MatchRow, match)).ended_at = now()
            matches.append(match)
        await asyncio.gather(*(services.settlement.settle(match) for match in matches))
        found = [await why(services, match) for match in matches]
        assert sorted(found, key=str) == [(False, "same-people")] * 3 + [(True, None)]
        assert await counted(services) == {"a_ann": 4, "a_bob": 4}


async def test_the_reason_is_seen_in_the_match_the_frames_and_the_profile(url):
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
    shown = await anonymous(url).get(f"/matches/{match}")
    assert (shown["rated"], shown["unrated"]) == (False, "resigned-early")
    known = await profile(anonymous(url), bob.name)
    assert known["ratings"] == []
    assert known["matches"][0]["unrated"] == "resigned-early"
    again = await ann.wire(match)
    assert (await again.comes("end"))["unrated"] == "resigned-early"
    await again.close()


async def test_a_match_that_counts_says_nothing_of_it(url):
    ann, bob, match = await two_at_tiny(url)
    wires = [await ann.wire(match), await bob.wire(match)]
    await play_to_the_end(wires, random.Random(1))
    assert "unrated" not in wires[0].end
    assert "unrated" not in await ann.get(f"/matches/{match}")
    for wire in wires:
        await wire.close()
