"""Ratings: how matches change them, exactly once, and how they are shown."""

import asyncio
import random
from itertools import pairwise

import pytest
from msgspec import UNSET

from app.accounts.models import Account
from app.infra.wall_clock import now
from app.ratings.models import RatingRow
from app.ratings.rating import BEGIN, Strength, after
from tests.app.in_process import in_process_server
from tests.app.test_lobby import problem
from tests.app.test_registration import new_name, register
from tests.app.wire import Person, anonymous, arrive, play_to_the_end, tiny


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
    """The profile once its ratings count that many matches."""
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


def ends(wire):
    """How many `end` frames of a socket follow a full frame, and how many stand alone."""
    kinds = [frame["t"] for frame in wire.frames]
    before = [last for last, kind in pairwise(kinds) if kind == "end"]
    return before.count("full"), len(before) - before.count("full")


async def asked_again(url, wire, match):
    """The match as its page asks for it after each full frame with an `end`, until it has the new
    ratings.
    """
    asked = 0
    while True:
        await wire.until(lambda asked=asked: ends(wire)[0] > asked)
        asked = ends(wire)[0]
        shown = await anonymous(url).get(f"/matches/{match}")
        if any("rating_after" in seat for seat in shown["seats"]):
            return shown


async def test_a_match_says_what_it_made_of_the_ratings(url):
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
        shown = await asked_again(url, wire, match)
        for seat, who in zip(shown["seats"], (ann, bob), strict=True):
            (rating,) = (await profile(who, who.name))["ratings"]
            assert seat["rating_after"] == rating["rating"]
        await wire.until(lambda wire=wire: ends(wire)[1] == 1)
    for_fun, _ = await finished(ann, bob, rated=False)
    await settled(ann)
    assert not any("rating_after" in seat for seat in for_fun["seats"])
    for wire in wires:
        assert ends(wire)[1] == 1, "the match has ended once"
        first, *others = [frame for frame in wire.frames if frame["t"] == "end"]
        assert "unrated" not in first
        assert all(other == first for other in others)


@pytest.mark.parametrize("wish", [{"rated": False}, {}])
async def test_a_match_with_a_guest_or_for_fun_does_not_count(url, wish):
    ann = await register(url)
    bob = await register(url) if wish else await arrive(url, "Bob")
    match, _ = await finished(ann, bob, **wish)
    assert match["rated"] is False
    shown = await settled(ann)
    assert shown["ratings"] == []
    assert shown["results"][0]["played"] == 1


async def test_guests_have_a_profile_by_id_alone(url):
    guest = await arrive(url, new_name("Guest"))
    shown = await anonymous(url).get(f"/accounts/{guest.account}")
    assert shown["account"] == {"id": guest.account, "name": guest.name, "kind": "guest"}
    for name in (guest.name, f"a_{18 * '0'}", "Nobody at all", "a/b", "%00"):
        assert problem(await anonymous(url).call("GET", f"/accounts/{name}")) == "not-found"


async def test_a_bot_is_shown_with_its_owner_and_not_rated_against_him(url):
    ann = await register(url)
    made = await ann.post("/bots", {"name": new_name("Vex")}, 201)
    bot = Person(url, made["account"]["name"], made["token"], made["account"]["id"])
    shown = await profile(anonymous(url), bot.name)
    assert shown["account"]["kind"] == "bot"
    assert shown["owner"] == {"id": ann.account, "name": ann.name, "kind": "person"}
    match, _ = await finished(ann, bot, rated=True)
    assert match["rated"] is True
    assert (await settled(ann))["ratings"] == []
    bob = await register(url)
    await finished(bob, bot, rated=True)
    await rated(ann, bob.name)
    board = await anonymous(url).get("/leaderboards/tiny?players=2&limit=100")
    kinds = {item["account"]["id"]: item["account"]["kind"] for item in board["items"]}
    assert (kinds.get(bob.account), kinds.get(bot.account)) == ("person", "bot")


async def test_leaderboards_have_pages(tmp_path):
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

    query = {"players": None, "cursor": None, **query}
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
async def test_leaderboards_that_are_not(url, query, name):
    assert problem(await anonymous(url).call("GET", f"/leaderboards/{query}")) == name


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
