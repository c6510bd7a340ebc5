"""Ratings: how matches change them, exactly once, and how they are shown."""

import asyncio
import random
from itertools import pairwise

import pytest
from msgspec import UNSET

from app.accounts.models import Account
from app.infra.wall_clock import now
from app.ratings.models import RatingRow
from app.ratings.rating import INITIAL_RATING, Strength, updated_strengths
from tests.app.in_process import in_process_server
from tests.app.test_lobby import problem
from tests.app.test_registration import new_name, register
from tests.app.wire import Person, anonymous, arrive, play_to_the_end, tiny


async def play_match(ann, bob, **options):
    """Play a match of both to its end; return it and its players."""
    match = await tiny(ann, 1, **options)
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


async def wait_for_ratings(person, name, matches=1):
    """The profile once its ratings count that many matches."""
    async with asyncio.timeout(10):
        while True:
            details = await profile(person, name)
            if sum(rating["matches"] for rating in details["ratings"]) >= matches:
                return details
            await asyncio.sleep(0.02)


async def wait_for_result(person):
    """The person's profile once it has a result."""
    async with asyncio.timeout(10):
        while True:
            details = await profile(person, person.name)
            if details["results"]:
                return details
            await asyncio.sleep(0.02)


async def test_match_of_two_people_counts_once(url):
    ann, bob = await register(url), await register(url)
    match, players = await play_match(ann, bob)
    assert match["rated"] is True
    assert all("rating" not in player for player in players)
    profiles = {person.account: await wait_for_ratings(ann, person.name) for person in (ann, bob)}
    by_seat = [seat["account"] for seat in match["seats"]]
    ranks = match["outcome"]["ranks"]
    for account, details in profiles.items():
        (rating,) = details["ratings"]
        assert (rating["game"], rating["players"], rating["matches"]) == ("tiny", 2, 1)
        assert rating["provisional"] is True
        is_first = by_seat.index(account) in ranks[0]
        if len(ranks) == 2:
            assert (rating["rating"] > INITIAL_RATING, rating["wins"] == 1) == (is_first, is_first)
        (result,) = details["results"]
        assert (result["played"], result["won"]) == (1, rating["wins"])
        assert [known["id"] for known in details["matches"]] == [match["id"]]
        assert "invite" not in details["matches"][0]
    again, players = await play_match(ann, bob)
    assert [player["rating"] for player in players] == [
        profiles[seat["account"]]["ratings"][0]["rating"] for seat in again["seats"]
    ]
    await wait_for_ratings(ann, ann.name, 2)


def ends(wire):
    """How many `end` frames of a socket follow a full frame, and how many stand alone."""
    kinds = [frame["t"] for frame in wire.frames]
    before = [last for last, kind in pairwise(kinds) if kind == "end"]
    return before.count("full"), len(before) - before.count("full")


async def reload_until_rated(url, wire, match):
    """The match as its page reloads it after each full frame with an `end`, until it has the new
    ratings.
    """
    seen = 0
    while True:
        await wire.until(lambda seen=seen: ends(wire)[0] > seen)
        seen = ends(wire)[0]
        details = await anonymous(url).get(f"/matches/{match}")
        if any("rating_after" in seat for seat in details["seats"]):
            return details


async def test_match_reports_the_new_ratings(url):
    """Everyone still at the table gets a full frame with another `end`, so their pages ask again. A
    socket that lagged may have got such a frame before.
    """
    ann, bob = await register(url), await register(url)
    match = await tiny(ann, 1)
    code = (await ann.get(f"/matches/{match}"))["invite"]["code"]
    await bob.post(f"/matches/{match}/seats", {"code": code})
    wires = [await ann.wire(match), await bob.wire(match), await anonymous(url).wire(match)]
    await play_to_the_end(wires[:2], random.Random(1))
    for wire in wires:
        details = await reload_until_rated(url, wire, match)
        for seat, person in zip(details["seats"], (ann, bob), strict=True):
            (rating,) = (await profile(person, person.name))["ratings"]
            assert seat["rating_after"] == rating["rating"]
        await wire.until(lambda wire=wire: ends(wire)[1] == 1)
    casual, _ = await play_match(ann, bob, rated=False)
    await wait_for_result(ann)
    assert not any("rating_after" in seat for seat in casual["seats"])
    for wire in wires:
        assert ends(wire)[1] == 1, "the match has ended once"
        first, *others = [frame for frame in wire.frames if frame["t"] == "end"]
        assert "unrated" not in first
        assert all(other == first for other in others)


@pytest.mark.parametrize("options", [{"rated": False}, {}])
async def test_casual_match_and_match_with_a_guest_do_not_count(url, options):
    ann = await register(url)
    bob = await register(url) if options else await arrive(url, "Bob")
    match, _ = await play_match(ann, bob, **options)
    assert match["rated"] is False
    details = await wait_for_result(ann)
    assert details["ratings"] == []
    assert details["results"][0]["played"] == 1


async def test_guest_profile_is_found_by_id_only(url):
    guest = await arrive(url, new_name("Guest"))
    details = await anonymous(url).get(f"/accounts/{guest.account}")
    assert details["account"] == {"id": guest.account, "name": guest.name, "kind": "guest"}
    for name in (guest.name, f"a_{18 * '0'}", "Nobody at all", "a/b", "%00"):
        assert problem(await anonymous(url).call("GET", f"/accounts/{name}")) == "not-found"


async def test_bot_is_shown_with_its_owner_and_not_rated_against_them(url):
    ann = await register(url)
    created = await ann.post("/bots", {"name": new_name("Vex")}, 201)
    bot = Person(url, created["account"]["name"], created["token"], created["account"]["id"])
    details = await profile(anonymous(url), bot.name)
    assert details["account"]["kind"] == "bot"
    assert details["owner"] == {"id": ann.account, "name": ann.name, "kind": "person"}
    match, _ = await play_match(ann, bot, rated=True)
    assert match["rated"] is True
    assert (await wait_for_result(ann))["ratings"] == []
    bob = await register(url)
    await play_match(bob, bot, rated=True)
    await wait_for_ratings(ann, bob.name)
    board = await anonymous(url).get("/leaderboards/tiny?players=2&limit=100")
    kinds = {item["account"]["id"]: item["account"]["kind"] for item in board["items"]}
    assert (kinds.get(bob.account), kinds.get(bot.account)) == ("person", "bot")


async def test_leaderboard_is_paged(tmp_path):
    async with in_process_server(tmp_path) as services:
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
            seen += [(item.rank, item.account.id) for item in page.items]
            if page.next is UNSET:
                break
            cursor = page.next
        assert seen == [(1, "a_0"), (2, "a_1"), (2, "a_2"), (2, "a_3"), (5, "a_4"), (5, "a_5")]


async def test_leaderboard_ranks_one_kind_alone(tmp_path):
    async with in_process_server(tmp_path) as services:
        async with services.database.writing() as session:
            for n, kind in enumerate(["person", "bot", "guest", "person", "bot"]):
                add_account(session, f"a_{n}", kind)
                session.add(rating_row(f"a_{n}", 1500 - n))
        ranks = {}
        for kind in ("person", "bot", None):
            page = await board(services, kind=kind, limit=50)
            ranks[kind] = [(item.rank, item.account.id) for item in page.items]
        assert ranks == {
            "person": [(1, "a_0"), (2, "a_3")],
            "bot": [(1, "a_1"), (2, "a_4")],
            None: [(1, "a_0"), (2, "a_1"), (3, "a_3"), (4, "a_4")],
        }
        first = await board(services, kind="bot", limit=1)
        second = await board(services, kind="bot", limit=1, cursor=first.next)
        assert [(item.rank, item.account.id) for item in second.items] == [(2, "a_4")]


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
    from app.api.leaderboards import leaderboard

    query = {"players": None, "kind": None, "cursor": None, **query}
    return await leaderboard(
        "tiny",
        None,
        services.catalogue,
        services.database,
        **{k: v or None for k, v in query.items()},
    )


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("nonsense", "not-found"),
        ("tiny?players=16", "invalid-request"),
        ("tiny?cursor=x", "invalid-request"),
        ("tiny?limit=0", "invalid-request"),
    ],
)
async def test_invalid_leaderboard_query_is_refused(url, query, name):
    assert problem(await anonymous(url).call("GET", f"/leaderboards/{query}")) == name


def test_winner_gains_and_a_surprise_counts_more():
    even = updated_strengths([Strength(), Strength()], [1, 2])
    assert even[0].rating - INITIAL_RATING == INITIAL_RATING - even[1].rating > 0
    assert all(strength.sigma < Strength().sigma for strength in even)
    strong, weak = Strength(mu=30.0), Strength(mu=20.0)
    expected = updated_strengths([strong, weak], [1, 2])[0].rating - strong.rating
    surprise = updated_strengths([weak, strong], [1, 2])[0].rating - weak.rating
    assert surprise > expected
    tie = updated_strengths([Strength(), Strength()], [1, 1])
    assert [strength.rating for strength in tie] == [INITIAL_RATING, INITIAL_RATING]
