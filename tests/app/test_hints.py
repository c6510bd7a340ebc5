"""Hints: permissions, limits, and that the request stays private."""

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
SEATS = [ME, BOT]
ARCANA = {"game": "res_arcana", "seats": SEATS}


async def first_decision(person, match):
    """The person's first open decision."""
    return (await person.view(match))["decisions"][0]


def hint_of(match, decision):
    return f"/matches/{match}/decisions/{decision}/hint"


async def test_hint_contains_legal_answers(embedded):
    ann = await arrive(embedded.url, "Ann")
    match = (await ann.post("/matches", ARCANA, 201))["id"]
    decision = await first_decision(ann, match)
    hint = await ann.post(hint_of(match, decision["id"]))
    assert hint["decision"] == decision["id"]
    assert 0 <= hint["ply"] <= (await ann.view(match))["ply"], "the bot may have answered since"
    keys = {option["key"] for option in decision["options"]}
    assert 1 <= len(hint["answers"]) <= 3
    for suggestion in hint["answers"]:
        assert suggestion["answer"] in keys
        assert 0 <= suggestion["chance"] <= 1
        assert suggestion["error"] >= 0
        assert all(event["text"] for event in suggestion["line"])
    best = hint["answers"][0]
    assert best["chance"] == max(suggestion["chance"] for suggestion in hint["answers"])
    await ann.answer(match, decision["id"], best["answer"])
    await ann.refused("POST", hint_of(match, decision["id"]), "stale-decision")


async def test_hint_reaches_only_its_requester(server):
    """Neither the public nor other pages of the player get it, and nothing is stored."""
    ann, eve = await arrive(server.url, "Ann"), await arrive(server.url, "Eve")
    match = await tiny(ann, seats=SEATS, visibility="public")
    wires = [await ann.wire(match), await eve.wire(match)]
    decision = await first_decision(ann, match)
    for wire in wires:
        await wire.until(lambda wire=wire: [seat["seat"] for seat in wire.waiting] == [0])
    before = await everything(ann, eve, match)
    kinds = [await frame_kinds(wire) for wire in wires]
    await ann.post(hint_of(match, decision["id"]))
    assert [await frame_kinds(wire) for wire in wires] == kinds
    assert await everything(ann, eve, match) == before
    for wire in wires:
        await wire.close()


async def everything(ann, eve, match):
    paths = ("", "/view", "/log", "/chat")
    return [await person.get(f"/matches/{match}{path}") for person in (ann, eve) for path in paths]


async def frame_kinds(wire):
    """The kinds of all frames so far, apart from `presence` and the `pong` that was asked for."""
    await wire.send({"t": "ping"})
    count = len(wire.frames)
    await wire.until(lambda: any(frame["t"] == "pong" for frame in wire.frames[count:]))
    return [frame["t"] for frame in wire.frames if frame["t"] not in ("pong", "presence")]


async def test_bot_account_may_ask_for_a_hint(embedded):
    ann = await arrive(embedded.url, "Ann")
    created = await ann.post("/bots", {"name": "Hinted"}, 201)
    vex = await arrive(embedded.url, "Hinting")
    vex.token = created["token"]
    match = await tiny(vex, seats=SEATS)
    decision = await first_decision(vex, match)
    assert (await vex.post(hint_of(match, decision["id"])))["answers"]


async def test_hint_is_refused_among_people_and_to_outsiders(embedded):
    ann, bob, among_people = await two_at_tiny(embedded.url, undo="free")
    eve = await arrive(embedded.url, "Eve")
    theirs = (await first_decision(ann, among_people))["id"]
    problem = await ann.refused("POST", hint_of(among_people, theirs), "forbidden")
    assert "built-in bots" in problem["detail"]
    await eve.refused("POST", hint_of(among_people, theirs), "forbidden")
    await bob.post(f"/matches/{among_people}/resign")
    await ann.refused("POST", hint_of(among_people, theirs), "match-over")
    await ann.refused("POST", hint_of("m_none", theirs), "not-found")
    waiting = await tiny(ann, seats=[ME, {"kind": "open"}])
    await ann.refused("POST", hint_of(waiting, "0.0"), "match-not-started")


async def test_hint_is_refused_while_the_match_is_paused(embedded):
    ann = await arrive(embedded.url, "Ann")
    match = await tiny(ann, seats=SEATS)
    decision = (await first_decision(ann, match))["id"]
    await ann.post(f"/matches/{match}/offers", {"kind": "pause"}, 201)
    await ann.refused("POST", hint_of(match, decision), "paused")


async def test_hints_per_minute_are_limited(serve):
    server = serve(**QUICK | {"HINTS_PER_MINUTE": "2"})
    ann, bob = await arrive(server.url, "Ann"), await arrive(server.url, "Bob")
    paths = {}
    for person in (ann, bob):
        match = await tiny(person, seats=SEATS)
        paths[person] = hint_of(match, (await first_decision(person, match))["id"])
    for person in (ann, ann, bob):
        await person.post(paths[person])
    reply = await ann.call("POST", paths[ann])
    assert (reply.status_code, reply.headers["Retry-After"]) == (429, "60")


# Inside the process


SUGGESTIONS = [Suggestion("1", 0.5, 0.1, [], [])]


@asynccontextmanager
async def table(folder, **settings):
    """Ann's match against a bot, and her decision; hints need no worker process."""
    async with in_process_server(folder, bot_delay=0, undo_grace=0, **settings) as services:
        new = NewMatch(game="tiny", seats=SEATS)
        match = (await services.lobby.create(new, ANN)).id
        room = await services.rooms.get(match)
        decision = next(
            decision.id for decision in room.started_match.decisions if decision.seat == 0
        )

        async def suggest(task):
            return SUGGESTIONS

        services.bots.thinker.hint = suggest
        yield services, match, decision
        await services.bots.stop()


async def problem_name(services, match, decision, caller=ANN):
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
        assert await problem_name(services, match, decision) == "forbidden"


async def test_hint_for_the_decision_of_another_seat_is_refused(tmp_path):
    async with table(tmp_path) as (services, match, _decision):
        room = await services.rooms.get(match)
        theirs = [decision.id for decision in room.started_match.decisions if decision.seat == 1]
        assert [await problem_name(services, match, decision) for decision in theirs] == [
            "not-your-decision" for _ in theirs
        ]
        assert await problem_name(services, match, "9.9") == "stale-decision"
        assert await problem_name(services, match, "0.0", BOB) == "forbidden"


async def test_hint_is_refused_if_the_decision_was_answered_meanwhile(tmp_path):
    async with table(tmp_path) as (services, match, decision):

        async def late(task):
            await answer_default(services, match, decision)
            return SUGGESTIONS

        services.bots.thinker.hint = late
        assert await problem_name(services, match, decision) == "stale-decision"


async def answer_default(services, match, decision):
    """Ann gives the default answer."""
    decisions = json.loads(await services.pipeline.decisions(match, 0))
    command = Command("answer", match, 0, decision, decisions[0]["default"], by=ANN.account)
    await services.pipeline.take(command)


async def test_failed_hint_is_logged_without_what_the_bot_knew(tmp_path, monkeypatch):
    capture = LogCapture()
    monkeypatch.setattr(hints, "log", structlog.wrap_logger(None, processors=[capture]))
    async with table(tmp_path) as (services, match, decision):

        async def fails(task):
            raise BotFailed("ValueError")

        services.bots.thinker.hint = fails
        assert await problem_name(services, match, decision) == "unavailable"
    (line,) = capture.entries
    assert line == {
        "event": "hint failed",
        "log_level": "warning",
        "match": match,
        "error": "ValueError",
    }


async def test_hint_gives_up_waiting_for_busy_bots(tmp_path, monkeypatch):
    monkeypatch.setattr(hints, "MAX_QUEUE_WAIT_S", 0.05)
    async with table(tmp_path) as (services, match, decision), services.bots.fair_queue.turn(["a"]):
        assert await problem_name(services, match, decision) == "unavailable"
    assert services.bots.fair_queue._active_bots == 0


async def test_bots_precede_hints_and_keep_their_thinking_time():
    turns, order, shares = FairQueue(1), [], []

    async def bot(name):
        async with turns.turn([name]) as share:
            order.append(name)
            shares.append(share)
            await asyncio.sleep(0)

    async def ask(name):
        async with turns.spare_turn([name]):
            order.append("hint")
            await asyncio.sleep(0)

    async with turns.turn(["dan"]):
        tasks = [asyncio.create_task(ask("bob")) for _ in range(3)]
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
def test_hints_are_allowed_in_unrated_matches_against_bots_only(others):
    require_hints(info(False, *others), 0)
    with pytest.raises(Problem):
        require_hints(info(True, *others), 0)


@pytest.mark.parametrize("others", [[PERSON], [BUILT_IN, PERSON], [AWAY], [BUILT_IN, OPEN]])
def test_hints_are_forbidden_while_a_person_plays_or_may_return(others):
    with pytest.raises(Problem) as raised:
        require_hints(info(False, *others), 0)
    assert raised.value.name == "forbidden"
