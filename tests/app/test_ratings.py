"""Ratings: what matches do to them, once, and how they are shown."""

import asyncio
import random
from datetime import timedelta

import pytest
import sqlalchemy as sa

from app.accounts.records import Account
from app.database import now
from app.matches.records import MatchRow, OccupantRow, SeatRow
from app.ratings.rating import BEGIN, Strength, after
from app.ratings.records import RatingRow, ResultRow
from tests.app.house import begin, house
from tests.app.test_lobby import problem
from tests.app.test_people import new_name, register
from tests.app.wire import Person, arrive, nobody, play_to_the_end, tiny


async def finished(ann, bob, **wish):
    """A match of the two that was played to its end; what it says then."""
    match = await tiny(ann, 1, **wish)
    code = (await ann.get(f"/matches/{match}"))["invite"]["code"]
    await bob.post(f"/matches/{match}/seats", {"code": code})
    wires = [await ann.wire(match), await bob.wire(match)]
    await play_to_the_end(wires, random.Random(1))
    players = wires[0].view["players"]
    for wire in wires:
        await wire.close()
    return await ann.get(f"/matches/{match}"), players


async def profile(person, name):
    return await person.get(f"/accounts/{name}")


async def rated(person, name, matches=1):
    """The profile once its ratings count so many matches."""
    async with asyncio.timeout(10):
        while True:
            shown = await profile(person, name)
            if sum(rating["matches"] for rating in shown["ratings"]) >= matches:
                return shown
            await asyncio.sleep(0.02)


async def settled(person):
    """The person's profile once it has a result."""
    async with asyncio.timeout(10):
        while True:
            shown = await profile(person, person.name)
            if shown["results"]:
                return shown
            await asyncio.sleep(0.02)


async def test_a_match_of_two_people_counts_once(url):
    ann, bob = await register(url), await register(url)
    match, players = await finished(ann, bob)
    assert match["rated"] is True
    assert all("rating" not in player for player in players)
    shown = {who.account: await rated(ann, who.name) for who in (ann, bob)}
    by_seat = [seat["account"] for seat in match["seats"]]
    ranks = match["outcome"]["ranks"]
    for account, one in shown.items():
        (rating,) = one["ratings"]
        assert (rating["game"], rating["players"], rating["matches"]) == ("tiny", 2, 1)
        assert rating["provisional"] is True
        is_first = by_seat.index(account) in ranks[0]
        if len(ranks) == 2:
            assert (rating["rating"] > BEGIN, rating["wins"] == 1) == (is_first, is_first)
        (result,) = one["results"]
        assert (result["played"], result["won"]) == (1, rating["wins"])
        assert [known["id"] for known in one["matches"]] == [match["id"]]
        assert "invite" not in one["matches"][0]
    again, players = await finished(ann, bob)
    assert [player["rating"] for player in players] == [
        shown[seat["account"]]["ratings"][0]["rating"] for seat in again["seats"]
    ]
    await rated(ann, ann.name, 2)


@pytest.mark.parametrize("wish", [{"rated": False}, {}])
async def test_a_match_with_a_guest_or_for_fun_does_not_count(url, wish):
    ann = await register(url)
    bob = await register(url) if wish else await arrive(url, "Bob")
    match, _ = await finished(ann, bob, **wish)
    assert match["rated"] is False
    shown = await settled(ann)
    assert shown["ratings"] == []
    assert shown["results"][0]["played"] == 1


async def test_guests_and_nobody_have_no_profile(url):
    guest = await arrive(url, new_name("Guest"))
    for name in (guest.name, guest.account, "Nobody at all", "a/b", "%00"):
        assert problem(await nobody(url).call("GET", f"/accounts/{name}")) == "not-found"


async def test_a_bot_is_shown_with_its_owner_and_not_rated_against_him(url):
    ann = await register(url)
    made = await ann.post("/bots", {"name": new_name("Vex")}, 201)
    bot = Person(url, made["account"]["name"], made["token"], made["account"]["id"])
    shown = await profile(nobody(url), bot.name)
    assert shown["account"]["kind"] == "bot"
    assert shown["owner"] == {"id": ann.account, "name": ann.name, "kind": "person"}
    match, _ = await finished(ann, bot, rated=True)
    assert match["rated"] is True
    assert (await settled(ann))["ratings"] == []
    bob = await register(url)
    await finished(bob, bot, rated=True)
    await rated(ann, bob.name)
    board = await nobody(url).get("/leaderboards/tiny?players=2&limit=100")
    kinds = {item["account"]["id"]: item["account"]["kind"] for item in board["items"]}
    assert (kinds.get(bob.account), kinds.get(bot.account)) == ("person", "bot")


async def test_leaderboards_have_pages(tmp_path):
    async with house(tmp_path) as services:
        values = [1520, 1500, 1500, 1500, 1480, 1480, 1400]
        async with services.database.writing() as session:
            for n, value in enumerate(values):
                kind = "guest" if n == 6 else "person"
                add_account(session, f"a_{n}", kind)
                session.add(rating_row(f"a_{n}", value, matches=n + 1))
        seen = []
        cursor = ""
        for _ in range(4):
            page = await board(services, limit=2, cursor=cursor)
            seen += [(item["rank"], item["account"]["id"]) for item in page["items"]]
            cursor = page.get("next")
            if cursor is None:
                break
        assert seen == [(1, "a_0"), (2, "a_1"), (2, "a_2"), (2, "a_3"), (5, "a_4"), (5, "a_5")]


def add_account(session, id, kind="person", **more):
    session.add(Account(id=id, kind=kind, name=id, preferences={}, created_at=now(), **more))


def rating_row(account, rating, matches=1):
    strength = Strength()
    return RatingRow(
        account=account,
        game="tiny",
        players=2,
        mu=strength.mu,
        sigma=strength.sigma,
        rating=rating,
        matches=matches,
        wins=0,
        changed_at=now(),
    )


async def board(services, **query):
    from app.ratings.routes import leaderboard

    query = {"players": None, "cursor": None, **query}
    return await leaderboard("tiny", None, services, **{k: v or None for k, v in query.items()})


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("nonsense", "not-found"),
        ("tiny?players=16", "invalid-request"),
        ("tiny?cursor=x", "invalid-request"),
        ("tiny?limit=0", "invalid-request"),
    ],
)
async def test_leaderboards_that_are_not(url, query, name):
    assert problem(await nobody(url).call("GET", f"/leaderboards/{query}")) == name


def test_the_better_rises_and_the_surprise_counts_more():
    even = after([Strength(), Strength()], [1, 2])
    assert even[0].rating - BEGIN == BEGIN - even[1].rating > 0
    assert all(one.sigma < Strength().sigma for one in even)
    strong, weak = Strength(mu=30.0), Strength(mu=20.0)
    expected = after([strong, weak], [1, 2])[0].rating - strong.rating
    surprise = after([weak, strong], [1, 2])[0].rating - weak.rating
    assert surprise > expected
    tie = after([Strength(), Strength()], [1, 1])
    assert [one.rating for one in tie] == [BEGIN, BEGIN]


async def over(services, ranks, *, rated=True, status="finished", players=("a_ann", "a_bob")):
    """A match of these accounts that has just ended so."""
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


async def test_settling_again_and_at_once_changes_nothing(tmp_path):
    async with house(tmp_path) as services:
        match = await over(services, [[0], [1]])
        await asyncio.gather(*(services.aftermath.settle(match) for _ in range(5)))
        first = await ratings(services)
        assert {row.matches for row in first.values()} == {1}
        assert first["a_ann"].rating > BEGIN > first["a_bob"].rating
        await services.aftermath.settle(match)
        assert (await ratings(services))["a_ann"].rating == first["a_ann"].rating
        assert await results(services, match) == [("a_ann", 1, True), ("a_bob", 2, False)]


async def test_a_crash_while_settling_leaves_nothing_behind(tmp_path, monkeypatch):
    async with house(tmp_path) as services:
        match = await over(services, [[0], [1]])

        async def crash(session, row):
            raise ConnectionError

        with monkeypatch.context() as broken:
            broken.setattr("app.ratings.aftermath.queue_ends", crash)
            with pytest.raises(ConnectionError):
                await services.aftermath.settle(match)
        assert (await ratings(services), await results(services, match)) == ({}, [])
        await services.aftermath.settle(match)
        assert len(await results(services, match)) == 2


@pytest.mark.parametrize(
    ("how", "counted"),
    [
        ({"status": "aborted"}, 0),
        ({"status": "playing"}, 0),
        ({"rated": False}, 2),
        ({"ranks": []}, 0),
    ],
)
async def test_what_has_no_rated_end(tmp_path, how, counted):
    async with house(tmp_path) as services:
        how = {"ranks": [[0], [1]], **how}
        match = await over(services, how.pop("ranks"), **how)
        await services.aftermath.settle(match)
        assert await ratings(services) == {}
        assert len(await results(services, match)) == counted


async def test_a_substituted_seat_counts_for_those_who_stayed(tmp_path):
    """Of three, one is substituted by agreement: he and who came for him are left out."""
    async with house(tmp_path) as services:
        async with services.database.writing() as session:
            for id in ("a_cid", "a_dot"):
                add_account(session, id)
        players = ("a_ann", "a_bob", "a_dot")
        match = await over(services, [[2], [1], [0]], players=players)
        async with services.database.writing() as session:
            for since, account in ((-1, "a_cid"), (3, "a_dot")):
                session.add(occupant(match, 2, since, account))
        await services.aftermath.settle(match)
        assert await results(services, match) == [("a_ann", 3, False), ("a_bob", 2, False)]
        known = await ratings(services)
        assert sorted(known) == ["a_ann", "a_bob"]
        assert known["a_bob"].rating > BEGIN > known["a_ann"].rating
        assert {row.players for row in known.values()} == {3}


async def test_who_gave_up_has_lost(tmp_path):
    async with house(tmp_path) as services:
        match = await over(services, [[0], [1]], players=("a_ann", None))
        async with services.database.writing() as session:
            seat = await session.get_one(SeatRow, (match, 1))
            seat.resigned, seat.former, seat.bot = True, "a_bob", "greedy"
            session.add(occupant(match, 1, -1, "a_bob"))
            session.add(occupant(match, 1, 2, None))
        await services.aftermath.settle(match)
        known = await ratings(services)
        assert known["a_ann"].rating > BEGIN > known["a_bob"].rating


def occupant(match, seat, since, account):
    return OccupantRow(match=match, seat=seat, since=since, account=account, name="X", at=now())


async def test_ratings_wait_for_an_end_that_the_public_sees_late(tmp_path):
    async with house(tmp_path) as services:
        match = await over(services, [[0], [1]])
        async with services.database.writing() as session:
            row = await session.get_one(MatchRow, match)
            row.spectators, row.spectator_delay = "delayed", {"plies": 0, "minutes": 10}
            row.ended_at = ended = now()
        assert await services.aftermath.settle(match) == ended + timedelta(minutes=10)
        await services.attendant.attend(match)
        async with services.database.reading() as session:
            assert (await session.get_one(MatchRow, match)).due == ended + timedelta(minutes=10)
        assert await ratings(services) == {}
        async with services.database.writing() as session:
            (await session.get_one(MatchRow, match)).ended_at = ended - timedelta(minutes=10)
        assert await services.aftermath.settle(match) is None
        assert len(await ratings(services)) == 2
