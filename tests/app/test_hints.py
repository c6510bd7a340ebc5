"""Hints: who may ask, and that the request stays private."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager

import pytest
import structlog
from structlog.testing import LogCapture

from app.bots import hints
from app.bots.fair_queue import FairQueue
from app.bots.hints import require_hints
from app.bots.thinker import BotFailed
from app.infra.problems import Problem
from app.lobby.schemas import NewMatch
from app.matches.commands import Command
from app.matches.match_info import MatchInfo, SeatInfo
from app.matches.models import MatchRow
from engine.bots.hint import Suggestion
from tests.app.conftest import QUICK
from tests.app.in_process import ANN, BOB, in_process_server
from tests.app.wire import arrive, tiny, two_at_tiny

ME, BOT = {"kind": "me"}, {"kind": "bot", "bot": "random"}
AGAINST = [ME, BOT]
ARCANA = {"game": "res_arcana", "seats": AGAINST}


async def asked(person, match):
    """The person's first open decision."""
    return (await person.view(match))["decisions"][0]


def hint_of(match, decision):
    return f"/matches/{match}/decisions/{decision}/hint"


async def test_a_hint_names_answers_that_may_be_given(embedded):
    ann = await arrive(embedded.url, "Ann")
    match = (await ann.post("/matches", ARCANA, 201))["id"]
    decision = await asked(ann, match)
    hint = await ann.post(hint_of(match, decision["id"]))
    assert hint["decision"] == decision["id"]
    assert 0 <= hint["ply"] <= (await ann.view(match))["ply"], "the bot may have answered since"
    keys = {option["key"] for option in decision["options"]}
    assert 1 <= len(hint["answers"]) <= 3
    for one in hint["answers"]:
        assert one["answer"] in keys
        assert 0 <= one["chance"] <= 1
        assert one["error"] >= 0
        assert all(event["text"] for event in one["line"])
    best = hint["answers"][0]
    assert best["chance"] == max(one["chance"] for one in hint["answers"])
    await ann.answer(match, decision["id"], best["answer"])
    await ann.refused("POST", hint_of(match, decision["id"]), "stale-decision")


async def test_a_hint_goes_to_its_requester_alone(server):
    """Neither the public nor another page of the same player; and nothing is stored."""
    ann, eve = await arrive(server.url, "Ann"), await arrive(server.url, "Eve")
    match = await tiny(ann, seats=AGAINST, visibility="public")
    wires = [await ann.wire(match), await eve.wire(match)]
    decision = await asked(ann, match)
    for wire in wires:
        await wire.until(lambda wire=wire: [one["seat"] for one in wire.waiting] == [0])
    before = await everything(ann, eve, match)
    seen = [await heard(wire) for wire in wires]
    await ann.post(hint_of(match, decision["id"]))
    assert [await heard(wire) for wire in wires] == seen
    assert await everything(ann, eve, match) == before
    for wire in wires:
        await wire.close()


async def everything(ann, eve, match):
    paths = ("", "/view", "/log", "/chat")
    return [await one.get(f"/matches/{match}{path}") for one in (ann, eve) for path in paths]


async def heard(wire):
    """How many frames have come of each kind but `pong`, which is a reply of now."""
    await wire.send({"t": "ping"})
    count = len(wire.frames)
    await wire.until(lambda: any(frame["t"] == "pong" for frame in wire.frames[count:]))
    return [frame["t"] for frame in wire.frames if frame["t"] not in ("pong", "presence")]


async def test_a_bot_account_may_ask(embedded):
    ann = await arrive(embedded.url, "Ann")
    made = await ann.post("/bots", {"name": "Hinted"}, 201)
    vex = await arrive(embedded.url, "Hinting")
    vex.token = made["token"]
    match = await tiny(vex, seats=AGAINST)
    decision = await asked(vex, match)
    assert (await vex.post(hint_of(match, decision["id"])))["answers"]


async def test_who_is_refused(embedded):
    ann, bob, among_people = await two_at_tiny(embedded.url, undo="free")
    eve = await arrive(embedded.url, "Eve")
    theirs = (await asked(ann, among_people))["id"]
    problem = await ann.refused("POST", hint_of(among_people, theirs), "forbidden")
    assert "built-in bots" in problem["detail"]
    await eve.refused("POST", hint_of(among_people, theirs), "forbidden")
    await bob.post(f"/matches/{among_people}/resign")
    await ann.refused("POST", hint_of(among_people, theirs), "match-over")
    await ann.refused("POST", hint_of("m_none", theirs), "not-found")
    waiting = await tiny(ann, seats=[ME, {"kind": "open"}])
    await ann.refused("POST", hint_of(waiting, "0.0"), "match-not-started")


async def test_no_hint_while_the_match_is_paused(embedded):
    ann = await arrive(embedded.url, "Ann")
    match = await tiny(ann, seats=AGAINST)
    decision = (await asked(ann, match))["id"]
    await ann.post(f"/matches/{match}/offers", {"kind": "pause"}, 201)
    await ann.refused("POST", hint_of(match, decision), "paused")


async def test_a_minute_has_so_many_hints(serve):
    server = serve(**QUICK | {"HINTS_PER_MINUTE": "2"})
    ann, bob = await arrive(server.url, "Ann"), await arrive(server.url, "Bob")
    paths = {}
    for person in (ann, bob):
        match = await tiny(person, seats=AGAINST)
        paths[person] = hint_of(match, (await asked(person, match))["id"])
    for person in (ann, ann, bob):
        await person.post(paths[person])
    reply = await ann.call("POST", paths[ann])
    assert (reply.status_code, reply.headers["Retry-After"]) == (429, "60")


# Inside the process


FOUND = [Suggestion("1", 0.5, 0.1, [], [])]


@asynccontextmanager
async def table(folder, **settings):
    """Ann against a bot that leaves her time; her match and decision, and a hint without a worker
    process.
    """
    async with in_process_server(folder, bot_delay=0, undo_grace=0, **settings) as services:
        new = NewMatch(game="tiny", seats=AGAINST)
        match = (await services.lobby.create(new, ANN)).id
        room = await services.rooms.get(match)
        decision = next(one.id for one in room.playing.decisions if one.seat == 0)

        async def found(task):
            return FOUND

        services.bots.thinker.hint = found
        yield services, match, decision
        await services.bots.stop()


async def refused(services, match, decision, caller=ANN):
    with pytest.raises(Problem) as raised:
        await services.hints.give(match, decision, caller)
    return raised.value.name


async def test_rated_matches_have_no_hints(tmp_path):
    async with table(tmp_path) as (services, match, decision):
        assert (await services.hints.give(match, decision, ANN)).answers[0].answer == "1"
        async with services.database.writing() as session:
            row = await session.get_one(MatchRow, match)
            row.rated, row.edition = True, row.edition + 1
        services.rooms.drop(match)
        assert await refused(services, match, decision) == "forbidden"


async def test_the_decision_of_another_seat_is_not_explained(tmp_path):
    async with table(tmp_path) as (services, match, _decision):
        room = await services.rooms.get(match)
        theirs = [one.id for one in room.playing.decisions if one.seat == 1]
        assert [await refused(services, match, one) for one in theirs] == [
            "not-your-decision" for _ in theirs
        ]
        assert await refused(services, match, "9.9") == "stale-decision"
        assert await refused(services, match, "0.0", BOB) == "forbidden"


async def test_a_hint_that_comes_too_late_is_not_given(tmp_path):
    async with table(tmp_path) as (services, match, decision):

        async def late(task):
            await answered(services, match, decision)
            return FOUND

        services.bots.thinker.hint = late
        assert await refused(services, match, decision) == "stale-decision"


async def answered(services, match, decision):
    """Ann answers meanwhile."""
    asked = json.loads(await services.pipeline.decisions(match, 0))
    command = Command("answer", match, 0, decision, asked[0]["default"], by=ANN.account)
    await services.pipeline.take(command)


async def test_a_hint_that_fails_is_logged_without_what_the_bot_knew(tmp_path, monkeypatch):
    capture = LogCapture()
    monkeypatch.setattr(hints, "log", structlog.wrap_logger(None, processors=[capture]))
    async with table(tmp_path) as (services, match, decision):

        async def fails(task):
            raise BotFailed("ValueError")

        services.bots.thinker.hint = fails
        assert await refused(services, match, decision) == "unavailable"
    (line,) = capture.entries
    assert line == {
        "event": "hint failed",
        "log_level": "warning",
        "match": match,
        "error": "ValueError",
    }


async def test_a_hint_does_not_wait_for_busy_bots_for_ever(tmp_path, monkeypatch):
    monkeypatch.setattr(hints, "PATIENCE_S", 0.05)
    async with table(tmp_path) as (services, match, decision), services.bots.turns.turn(["a"]):
        assert await refused(services, match, decision) == "unavailable"
    assert services.bots.turns._present == 0


async def test_bots_come_before_hints_and_think_no_shorter_for_them():
    turns, order, shares = FairQueue(1), [], []

    async def bot(name):
        async with turns.turn([name]) as share:
            order.append(name)
            shares.append(share)
            await asyncio.sleep(0)

    async def asks(name):
        async with turns.spare_turn([name]):
            order.append("hint")
            await asyncio.sleep(0)

    async with turns.turn(["dan"]):
        tasks = [asyncio.create_task(asks("bob")) for _ in range(3)]
        await asyncio.sleep(0)
        tasks += [asyncio.create_task(bot(name)) for name in ("ann", "cid")]
        await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    assert order == ["ann", "cid", "hint", "hint", "hint"]
    assert shares == [1 / 2, 1]


def info(rated, *others):
    seats = [SeatInfo("human", account="a_ann"), *others]
    return MatchInfo(
        id="m",
        status="playing",
        seats=seats,
        visibility="private",
        spectators="none",
        undo="free",
        creator="a_ann",
        host="a_ann",
        edition=0,
        outcome=None,
        created_at=None,
        rated=rated,
    )


BUILT_IN = SeatInfo("bot", bot="hard")
AWAY = SeatInfo("bot", bot="normal", stands_in=True)
RESIGNED = SeatInfo("bot", bot="normal", stands_in=True, resigned=True)
PERSON = SeatInfo("human", account="a_bob")
OPEN = SeatInfo("open")


@pytest.mark.parametrize("others", [[BUILT_IN], [BUILT_IN, RESIGNED], [RESIGNED]])
def test_hints_are_for_those_who_play_with_bots_alone(others):
    require_hints(info(False, *others), 0)
    with pytest.raises(Problem):
        require_hints(info(True, *others), 0)


@pytest.mark.parametrize("others", [[PERSON], [BUILT_IN, PERSON], [AWAY], [BUILT_IN, OPEN]])
def test_no_hints_while_a_person_sits_there_or_may_come_back(others):
    with pytest.raises(Problem) as raised:
        require_hints(info(False, *others), 0)
    assert raised.value.name == "forbidden"
