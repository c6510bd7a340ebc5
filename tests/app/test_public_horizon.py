"""Public horizon: outsiders of a delayed match learn nothing of what lies beyond it.

Every endpoint and stream is queried by every kind of outsider after every kind of event, and the
replies stay byte for byte the same until the horizon passes; then they tell the truth.
"""

from __future__ import annotations

import json

import pytest

from app.chat.service import ChatText
from app.forfeits import timeouts
from app.forfeits.substitution import open_seat
from app.lobby.schemas import JoinRequest, SeatChange
from app.matches.commands import Command
from app.matches.publisher import current_view
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
from tests.app.outsiders import OUTSIDERS, open_town, told
from tests.app.test_notifications import play_first

MINUTES = {"spectators": "delayed", "spectator_delay": {"minutes": 30}, "resign": "bot"}
PLIES = {"spectators": "delayed", "spectator_delay": {"plies": 100}, "resign": "bot"}
BOTH = {"spectators": "delayed", "spectator_delay": {"plies": 2, "minutes": 30}}


def test_every_endpoint_declares_what_outsiders_see():
    known = ASKED.keys() | STREAMS | ELSEWHERE.keys()
    for path, methods in openapi()["paths"].items():
        short = path.removeprefix("/api/v1")
        for method in methods:
            name = f"{method.upper()} {short}"
            is_own = short.startswith(OF_ONESELF) and name != "GET /accounts/{name}"
            assert name in known or is_own or short in OPERATORS, f"classify {name}"


ALL = ASKED.keys() | STREAMS


async def check_secrecy(town, events, see, endpoints=ALL, outsiders=OUTSIDERS):
    """After each event, every outsider gets the same replies as before it."""
    before = {outsider: await everything(town, outsider, endpoints) for outsider in outsiders}
    public = await for_nobody(town)
    for number, (name, event) in enumerate(events):
        await event(town)
        assert await for_nobody(town) == public, f"{name} shows"
        for turn, outsider in enumerate(outsiders):
            is_turn = (number - turn) % len(outsiders) == 0
            now = await everything(town, outsider, endpoints_for(outsider, is_turn) & endpoints)
            for place in now:
                assert now[place] == before[outsider][place], (
                    f"{name} shows to {outsider} at {place}"
                )
        await see(town, name)


def endpoints_for(outsider, is_turn):
    """Endpoints whose replies may differ by outsider: Ann has blocked Dan, which shows only at
    DOORS.
    """
    commands = COMMANDS if outsider in ("Sue", "Eve", "Fay") or is_turn else set()
    return SEEN | DOORS | STREAMS | commands | (OF_ALL if is_turn else set())


# Events


async def make_answer(town):
    await play_first(town.services, town.match)


async def take_back(town):
    room = await town.services.rooms.get(town.match)
    last = room.match.step.answers[-1]
    account = room.info.seats[last.seat].account
    command = Command("undo", town.match, last.seat, last.decision, by=account)
    await town.services.pipeline.take(command)


async def send_chat(town):
    room = await town.services.rooms.get(town.match)
    await town.services.chat.say(room, town.callers["Ann"], ChatText("Well played, all of you."))


async def send_phrase(town):
    room = await town.services.rooms.get(town.match)
    await town.services.chat.say(room, town.callers["Ann"], ChatText("", phrase="nice-move"))


def agree_on(kind):
    async def event(town):
        services, match = town.services, town.match
        offer = await services.offers.make(match, town.callers["Ann"], OfferRequest(kind=kind))
        for name in ("Bob", "Cid"):
            await services.offers.answer(match, town.callers[name], offer.id, accept=True)

    return event


async def resign(town):
    await town.services.resignations.resign(town.match, town.id("Cid"))


def time_out(on_timeout):
    async def event(town):
        async with town.services.locks.lock(town.match) as locked:
            await timeouts.take_seat(locked, 1, on_timeout, town.services.settings)
        await town.services.changes.announce(town.match, locked.left)

    return event


async def reopen_seat(town):
    async with town.services.locks.lock(town.match) as locked:
        await open_seat(locked, 1)
    await town.services.changes.announce(town.match, locked.left)


async def take_seat(town):
    await town.services.lobby.join(town.match, JoinRequest(code=town.code), town.callers["Gil"])


async def resign_last(town):
    await town.services.resignations.resign(town.match, town.id("Ann"))
    room = await town.services.rooms.fresh(town.match)
    assert room.info.status == "finished"


async def settle(town):
    await town.services.scheduler.attend(town.match)


async def request_rematch(town):
    rematch, is_new = await town.services.rematches.rematch(town.match, town.callers["Ann"])
    assert is_new
    assert rematch.origin == Origin(rematch=town.match)
    town.rematch = rematch.id


async def start_rematch(town):
    lobby, ann = town.services.lobby, town.callers["Ann"]
    room = await town.services.rooms.fresh(town.rematch)
    for outsider in ("Sue", "Eve"):
        details = await town.get(outsider, f"/matches/{town.rematch}")
        assert "origin" not in details, "by its address it looks like any other match"
    for seat, player in enumerate(room.info.seats):
        if player.kind == "open":
            change = SeatChange(kind="bot", bot="random")
            await lobby.change_seat(town.rematch, seat, change, ann)
    assert (await town.services.rooms.fresh(town.rematch)).info.status == "playing"


DURING_PLAY = [
    ("an answer", make_answer),
    ("an undo", take_back),
    ("chat", send_chat),
    ("a pause", agree_on("pause")),
    ("chat in a pause", send_chat),
    ("a set phrase", send_phrase),
    ("going on", agree_on("resume")),
    ("a resignation", resign),
    ("time-out and stand-in", time_out("bot")),
    ("an open seat", reopen_seat),
    ("a seat that is taken", take_seat),
    ("a forfeit", time_out("forfeit")),
]
AFTER_PLAY = [
    ("the end", resign_last),
    ("what follows the end", settle),
    ("a rematch", request_rematch),
    ("the start of the rematch", start_rematch),
]


async def prepare(town):
    """Some entries and a substitution, all public by now; another table changed last."""
    await play_first(town.services, town.match)
    await town.stands_in(3)
    change = SeatChange(kind="bot", bot="random")
    await town.services.lobby.change_seat(town.table, 0, change, town.callers["Gil"])
    await told()
    town.clock.on(minutes=30)


async def check_public_truth(town, event):
    """A year later, an outsider sees the match as it is."""
    present, town.clock.at = town.clock.at, town.clock.at.replace(year=town.clock.at.year + 1)
    room = await town.services.rooms.fresh(town.match)
    details = await town.get(None, f"/matches/{town.match}")
    assert details["status"] == room.info.status, event
    assert details.get("paused_for") == room.info.paused_for, event
    for seat, fact in zip(details["seats"], room.info.seats, strict=True):
        seen = [seat.get(name) for name in ("kind", "account", "name", "bot", "rating")]
        assert seen == [fact.kind, fact.account, fact.name, fact.bot, fact.rating], event
        assert (seat.get("resigned", False), seat.get("stands_in", False)) == (
            fact.resigned,
            fact.stands_in,
        ), event
    view = await town.get(None, f"/matches/{town.match}/view")
    assert view["view"] == json.loads(current_view(room, PUBLIC).view), event
    listed = await town.get(None, f"/matches?status={room.info.status}")
    assert town.match in [item["id"] for item in listed["items"]], event
    for name in ("Ann", "Bob", "Cid", "Gil"):
        matches = await town.get(None, f"/matches?account={town.id(name)}")
        sits = room.info.seat_of(town.id(name)) is not None
        assert (town.match in [item["id"] for item in matches["items"]]) == sits, (event, name)
    town.clock.at = present


OF_MATCHES = SEEN | STREAMS


@pytest.mark.parametrize(
    "endpoints", [OF_MATCHES, ALL - OF_MATCHES], ids=["of matches", "all others"]
)
async def test_outsiders_learn_nothing_within_a_delay_in_minutes(endpoints, tmp_path, monkeypatch):
    async with open_town(tmp_path, monkeypatch, MINUTES) as town:
        await prepare(town)
        await check_secrecy(town, DURING_PLAY + AFTER_PLAY, check_public_truth, endpoints)
        await check_published(town)


@pytest.mark.postgres
async def test_lists_on_postgresql_tell_outsiders_nothing_within_a_delay(
    postgres_url, tmp_path, monkeypatch
):
    async with open_town(tmp_path, monkeypatch, MINUTES, database_url=postgres_url) as town:
        await prepare(town)
        events = DURING_PLAY + AFTER_PLAY
        await check_secrecy(town, events, check_public_truth, LISTS, (None, "Eve", "Fay"))
        await check_published(town)


async def check_published(town):
    """Once the horizon passes the end, results, ratings, rematch and invitations are public."""
    town.clock.on(minutes=31)
    await town.services.scheduler.attend(town.match)
    details = await town.get("Sue", f"/matches/{town.match}")
    assert (details["status"], details["rematch"]) == ("finished", town.rematch)
    follows = await town.get(None, f"/matches/{town.rematch}")
    assert follows["origin"] == {"rematch": town.match}
    listed = await town.get(None, "/matches?status=playing")
    assert [item["id"] for item in listed["items"]] == [town.rematch]
    assert (await town.get(None, "/accounts/Ann"))["results"] != []
    start = await town.get(None, f"/matches/{town.match}/replay?ply=0")
    assert start["view"]["players"][1] == {
        "seat": 1,
        "name": "Bob",
        "kind": "human",
        "rating": 1700,
    }


async def check_nothing(town, event):
    return


async def test_outsiders_learn_nothing_within_a_delay_in_plies(tmp_path, monkeypatch):
    async with open_town(tmp_path, monkeypatch, PLIES) as town:
        await prepare(town)
        await check_secrecy(town, DURING_PLAY, check_nothing, SEEN | STREAMS, (None, "Eve"))
        await resign_last(town)
        details = await town.get(None, f"/matches/{town.match}")
        assert details["status"] == "finished", "the delay was in plies only"


async def play_to_the_end(town):
    while (await town.services.rooms.get(town.match)).info.status == "playing":
        await play_first(town.services, town.match)
    await settle(town)


async def test_end_by_score_and_its_ratings_wait_for_the_horizon(tmp_path, monkeypatch):
    async with open_town(tmp_path, monkeypatch, MINUTES) as town:
        await prepare(town)
        before = await everything(town, None, OF_ALL)
        ends = [("an end by score, and what follows it", play_to_the_end)]
        await check_secrecy(town, ends, check_nothing)
        town.clock.on(minutes=31)
        await town.services.scheduler.attend(town.match)
        details = await town.get("Sue", f"/matches/{town.match}")
        assert (details["outcome"]["reason"], details["rated"]) == ("finished", True)
        assert [("rating_after" in seat) for seat in details["seats"]] == [True, True, True, False]
        after = await everything(town, None, OF_ALL)
        untouched = {place for place, reply in before.items() if reply == after[place]}
        assert untouched == {("GET", "/accounts/Gil", "None")}
