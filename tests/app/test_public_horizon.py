"""Public horizon: outsiders of a delayed match learn nothing of what lies behind it.

Every endpoint and stream is queried by every kind of outsider after every kind of event, and the
replies stay byte for byte the same until the horizon passes; then they tell the truth.
"""

from __future__ import annotations

import json

from app.chat.service import ChatText
from app.departures import resignation, substitution
from app.departures.substitution import put_open
from app.lobby.schemas import JoinRequest, SeatChange
from app.matches.commands import Command
from app.matches.publisher import shown_to
from app.offers.service import OfferRequest
from app.wire.matches import Origin
from engine.core.event import PUBLIC
from tests.app.asked import (
    ASKED,
    COMMANDS,
    DOORS,
    ELSEWHERE,
    LISTS,
    OF_ALL,
    OF_ONESELF,
    OPERATORS,
    SEEN,
    STREAMS,
    everything,
    for_nobody,
)
from tests.app.contract import openapi
from tests.app.outsiders import OUTSIDERS, told, town
from tests.app.test_notifications import play_first

MINUTES = {"spectators": "delayed", "spectator_delay": {"minutes": 30}, "resign": "bot"}
PLIES = {"spectators": "delayed", "spectator_delay": {"plies": 100}, "resign": "bot"}
BOTH = {"spectators": "delayed", "spectator_delay": {"plies": 2, "minutes": 30}}


def test_every_endpoint_is_asked_listened_to_or_tells_nothing_of_matches():
    known = ASKED.keys() | STREAMS | ELSEWHERE.keys()
    for path, methods in openapi()["paths"].items():
        short = path.removeprefix("/api/v1")
        for method in methods:
            name = f"{method.upper()} {short}"
            is_own = short.startswith(OF_ONESELF) and name != "GET /accounts/{name}"
            assert name in known or is_own or short in OPERATORS, f"classify {name}"


ALL = ASKED.keys() | STREAMS


async def keep_secret(town, monkeypatch, events, see, endpoints=ALL, outsiders=OUTSIDERS):
    """All outsiders are asked after each event."""
    before = {who: await everything(town, who, endpoints) for who in outsiders}
    public = await for_nobody(town)
    for number, (name, event) in enumerate(events):
        await event(town, monkeypatch)
        assert await for_nobody(town) == public, f"{name} shows"
        for turn, who in enumerate(outsiders):
            is_turn = (number - turn) % len(outsiders) == 0
            now = await everything(town, who, asked_by(who, is_turn) & endpoints)
            for place in now:
                assert now[place] == before[who][place], f"{name} shows to {who} at {place}"
        await see(town, name)


def asked_by(who, is_turn):
    """Replies that may differ between outsiders: Dan, blocked by Ann, is a stranger to all but
    doors.
    """
    commands = COMMANDS if who in ("Sue", "Eve", "Fay") or is_turn else set()
    return SEEN | DOORS | STREAMS | commands | (OF_ALL if is_turn else set())


# Events


async def answers(town, monkeypatch):
    await play_first(town.services, town.match)


async def takes_back(town, monkeypatch):
    room = await town.services.rooms.get(town.match)
    given = room.match.step.answers[-1]
    account = room.info.seats[given.seat].account
    command = Command("undo", town.match, given.seat, given.decision, by=account)
    await town.services.pipeline.take(command)


async def says(town, monkeypatch):
    room = await town.services.rooms.get(town.match)
    await town.services.chat.say(room, town.callers["Ann"], ChatText("Well played, all of you."))


def agreed(kind):
    async def event(town, monkeypatch):
        services, match = town.services, town.match
        made = await services.offers.make(match, town.callers["Ann"], OfferRequest(kind=kind))
        for name in ("Bob", "Cid"):
            await services.offers.answer(match, town.callers[name], made.id, accept=True)

    return event


async def resigns(town, monkeypatch):
    await town.services.resignations.resign(town.match, town.id("Cid"))


async def runs_out_of_time(town, monkeypatch):
    monkeypatch.setattr(substitution, "timed_out", lambda *_: {1})
    await town.services.substitutions.take_over_by_bot(town.match, 1)


async def opens_a_seat(town, monkeypatch):
    async with town.services.locks.lock(town.match) as held:
        await put_open(held, 1)
    await town.services.changes.announce(town.match, held.left)


async def takes_the_seat(town, monkeypatch):
    await town.services.lobby.join(town.match, JoinRequest(code=town.code), town.callers["Gil"])


async def forfeits(town, monkeypatch):
    monkeypatch.setattr(resignation, "timed_out", lambda *_: {1})
    await town.services.resignations.forfeit(town.match, 1)


async def resigns_last(town, monkeypatch):
    await town.services.resignations.resign(town.match, town.id("Ann"))
    room = await town.services.rooms.fresh(town.match)
    assert room.info.status == "finished"


async def settles(town, monkeypatch):
    await town.services.scheduler.attend(town.match)


async def wants_a_rematch(town, monkeypatch):
    made, is_new = await town.services.rematches.rematch(town.match, town.callers["Ann"])
    assert is_new
    assert made.origin == Origin(rematch=town.match)
    town.rematch = made.id


async def begins_the_rematch(town, monkeypatch):
    lobby, ann = town.services.lobby, town.callers["Ann"]
    room = await town.services.rooms.fresh(town.rematch)
    for who in ("Sue", "Eve"):
        shown = await town.get(who, f"/matches/{town.rematch}")
        assert "origin" not in shown, "whoever has its address sees a match like any other"
    for seat, sitting in enumerate(room.info.seats):
        if sitting.kind == "open":
            change = SeatChange(kind="bot", bot="random")
            await lobby.change_seat(town.rematch, seat, change, ann)
    assert (await town.services.rooms.fresh(town.rematch)).info.status == "playing"


GOES_ON = [
    ("an answer", answers),
    ("an undo", takes_back),
    ("chat", says),
    ("a pause", agreed("pause")),
    ("chat in a pause", says),
    ("going on", agreed("resume")),
    ("a resignation", resigns),
    ("time-out and stand-in", runs_out_of_time),
    ("an open seat", opens_a_seat),
    ("a seat that is taken", takes_the_seat),
    ("a forfeit", forfeits),
]
ENDS = [
    ("the end", resigns_last),
    ("what follows the end", settles),
    ("a rematch", wants_a_rematch),
    ("the start of the rematch", begins_the_rematch),
]


async def prepared(town):
    """Some entries and a change of hands, all of it public by now; another table changed last."""
    await play_first(town.services, town.match)
    await town.stands_in(3)
    change = SeatChange(kind="bot", bot="random")
    await town.services.lobby.change_seat(town.table, 0, change, town.callers["Gil"])
    await told()
    town.clock.on(minutes=30)


async def is_true(town, event):
    """Once it is old enough, an outsider sees the match as it is."""
    still, town.clock.at = town.clock.at, town.clock.at.replace(year=town.clock.at.year + 1)
    room = await town.services.rooms.fresh(town.match)
    shown = await town.get(None, f"/matches/{town.match}")
    assert shown["status"] == room.info.status, event
    assert shown.get("paused_for") == room.info.paused_for, event
    for seat, fact in zip(shown["seats"], room.info.seats, strict=True):
        told = [seat.get(name) for name in ("kind", "account", "name", "bot", "rating")]
        assert told == [fact.kind, fact.account, fact.name, fact.bot, fact.rating], event
        assert (seat.get("resigned", False), seat.get("stands_in", False)) == (
            fact.resigned,
            fact.stands_in,
        ), event
    view = await town.get(None, f"/matches/{town.match}/view")
    assert view["view"] == json.loads(shown_to(room, PUBLIC).view), event
    listed = await town.get(None, f"/matches?status={room.info.status}")
    assert town.match in [one["id"] for one in listed["items"]], event
    for name in ("Ann", "Bob", "Cid", "Gil"):
        theirs = await town.get(None, f"/matches?account={town.id(name)}")
        sits = room.info.seat_of(town.id(name)) is not None
        assert (town.match in [one["id"] for one in theirs["items"]]) == sits, (event, name)
    town.clock.at = still


async def test_outsiders_are_answered_the_same_whatever_happens_behind_minutes(
    database_url, tmp_path, monkeypatch
):
    async with town(tmp_path, monkeypatch, MINUTES, database_url=database_url) as one:
        await prepared(one)
        events = GOES_ON + ENDS
        if "sqlite" in database_url:
            await keep_secret(one, monkeypatch, events, is_true)
        else:
            await keep_secret(one, monkeypatch, events, is_true, LISTS, (None, "Eve", "Fay"))
        await becomes_public(one)


async def becomes_public(town):
    """The horizon passes the end: results, ratings, rematch and invitations are there."""
    town.clock.on(minutes=31)
    await town.services.scheduler.attend(town.match)
    shown = await town.get("Sue", f"/matches/{town.match}")
    assert (shown["status"], shown["rematch"]) == ("finished", town.rematch)
    follows = await town.get(None, f"/matches/{town.rematch}")
    assert follows["origin"] == {"rematch": town.match}
    listed = await town.get(None, "/matches?status=playing")
    assert [one["id"] for one in listed["items"]] == [town.rematch]
    assert (await town.get(None, "/accounts/Ann"))["results"] != []
    start = await town.get(None, f"/matches/{town.match}/replay?ply=0")
    assert start["view"]["players"][1] == {
        "seat": 1,
        "name": "Bob",
        "kind": "human",
        "rating": 1700,
    }


async def nothing_more(town, event):
    return


async def test_outsiders_are_answered_the_same_whatever_happens_behind_plies(tmp_path, monkeypatch):
    async with town(tmp_path, monkeypatch, PLIES) as one:
        await prepared(one)
        await keep_secret(one, monkeypatch, GOES_ON, nothing_more, SEEN | STREAMS, (None, "Eve"))
        await resigns_last(one, monkeypatch)
        shown = await one.get(None, f"/matches/{one.match}")
        assert shown["status"] == "finished", "only plies were waited for"


async def plays_to_the_end(town, monkeypatch):
    while (await town.services.rooms.get(town.match)).info.status == "playing":
        await play_first(town.services, town.match)
    await settles(town, monkeypatch)


async def test_an_end_by_score_and_its_ratings_wait_for_the_horizon(tmp_path, monkeypatch):
    async with town(tmp_path, monkeypatch, MINUTES) as one:
        await prepared(one)
        before = await everything(one, None, OF_ALL)
        ends = [("an end by score, and what follows it", plays_to_the_end)]
        await keep_secret(one, monkeypatch, ends, nothing_more)
        one.clock.on(minutes=31)
        await one.services.scheduler.attend(one.match)
        shown = await one.get("Sue", f"/matches/{one.match}")
        assert (shown["outcome"]["reason"], shown["rated"]) == ("finished", True)
        assert [("rating_after" in seat) for seat in shown["seats"]] == [True, True, True, False]
        after = await everything(one, None, OF_ALL)
        untouched = {place for place, told in before.items() if told == after[place]}
        assert untouched == {("GET", "/accounts/Gil", "None")}
