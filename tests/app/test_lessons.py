"""Lessons: each is failed and solved on the server; attempts are neither counted nor listed."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta

import pytest
import sqlalchemy as sa

from app.history.verify import verify
from app.lobby.schemas import NewMatch
from app.matches.models import MatchRow, SeatRow, SnapshotRow
from engine.bots.guide import GUIDE
from engine.bots.tutor import TutorBot
from engine.core.lessons import lessons_of
from engine.core.registry import games
from tests.app.in_process import ANN, in_process_server
from tests.app.test_first_matches import BOT_MATCH
from tests.app.test_hourly_limit import backdate_match
from tests.app.wire import anonymous, arrive

GAMES = [id for id, game in games().items() if lessons_of(game)]
SAMPLE = GAMES[0], next(iter(lessons_of(games()[GAMES[0]])))


async def start_lesson(person, game, lesson):
    return (await person.post(f"/games/{game}/lessons/{lesson}", None, 201))["id"]


async def play(person, match, game, line):
    """Give the answers of a scripted line, each to its question."""
    wire, answered = await person.wire(match), set()

    def fitting(prompt):
        key = f"{game}.{prompt}"
        fresh = [decision for decision in wire.decisions if decision["id"] not in answered]
        return next((decision for decision in fresh if decision["prompt"]["key"] == key), None)

    for step in line:
        await wire.until(lambda prompt=step.prompt: wire.end or fitting(prompt))
        assert wire.end is None
        decision = fitting(step.prompt)
        answered.add(decision["id"])
        await person.answer(match, decision["id"], step.answer)
    await wire.until(lambda: wire.end)
    await wire.close()
    return wire.end["outcome"]


@pytest.mark.parametrize("game", GAMES)
async def test_every_lesson_can_be_failed_and_solved(embedded, game):
    """The server judges the scripted lines as their files say, and remembers solved lessons."""
    await asyncio.gather(
        *(fail_and_solve(embedded.url, game, id) for id in lessons_of(games()[game]))
    )


async def fail_and_solve(url, game, id):
    ann, lesson = await arrive(url, "Ann"), lessons_of(games()[game])[id]
    lines = {"failed": lesson.plausible, "solved": lesson.solution}
    for reason, line in lines.items():
        match = await start_lesson(ann, game, id)
        outcome = await play(ann, match, game, line)
        first = [lesson.learner] if reason == "solved" else [1 - lesson.learner]
        assert (outcome["reason"], outcome["ranks"][0]) == (reason, first), id
        assert (await ann.get(f"/matches/{match}"))["status"] == "finished"
        assert await solved_lessons(ann, game) == ({id} if reason == "solved" else set())


async def solved_lessons(person, game):
    listed = await person.get(f"/games/{game}/lessons")
    return {item["id"] for item in listed["items"] if item["done"]}


async def test_lessons_of_a_game_are_public(embedded):
    """In their order and in all languages; without the positions, lines and seeds."""
    eve, (game, _) = anonymous(embedded.url), SAMPLE
    offered = {item["id"]: item for item in (await eve.get("/games"))["items"]}
    listed = (await eve.get(f"/games/{game}/lessons"))["items"]
    assert [lesson["id"] for lesson in listed] == list(lessons_of(games()[game]))
    assert offered[game]["lessons"] == len(listed)
    assert not any(lesson["done"] for lesson in listed)
    assert not {"position", "solution", "plausible", "seed", "rival"} & set(listed[0])
    assert set(listed[0]["task"]) == set(offered[game]["languages"])


async def test_game_without_lessons_lists_none(embedded):
    ann = await arrive(embedded.url, "Ann")
    offered = {item["id"]: item for item in (await ann.get("/games"))["items"]}
    assert "lessons" not in offered["tiny"]
    assert await ann.get("/games/tiny/lessons") == {"game": "tiny", "items": []}
    await ann.refused("POST", "/games/tiny/lessons/none", "not-found")
    await ann.refused("GET", "/games/none/lessons", "not-found")


async def test_attempt_is_private_and_unlisted(embedded):
    ann, eve, (game, id) = (
        await arrive(embedded.url, "Ann"),
        await arrive(embedded.url, "E"),
        SAMPLE,
    )
    match = await start_lesson(ann, game, id)
    info = await ann.get(f"/matches/{match}")
    assert (info["lesson"], info["visibility"], info["rated"]) == (id, "private", False)
    assert [seat.get("bot") for seat in info["seats"]] == [None, GUIDE.name]
    assert "first_match" not in info
    for path in ("/matches?account=me", "/matches"):
        assert match not in [item["id"] for item in (await ann.get(path))["items"]]
    await eve.refused("GET", f"/matches/{match}/view", "forbidden")
    ordinary = (await ann.post("/matches", BOT_MATCH, 201))["id"]
    async with ann.http.stream("GET", "/me/stream") as stream:
        first = json.loads(await anext(stream.aiter_lines()))
    assert first["match"]["id"] == ordinary


async def test_attempt_is_neither_notified_nor_settled(tmp_path):
    notifications = []
    async with in_process_server(tmp_path) as services:
        services.notifier.add_sink(notifications.append)
        lesson = await services.lessons.start(*SAMPLE, ANN)
        ordinary = await services.lobby.create(NewMatch(**BOT_MATCH), ANN)
        for match in (lesson, ordinary):
            await services.resignations.resign(match.id, ANN.account)
        assert await services.settlement.settle(lesson.id) is None
    assert {notification.match for notification in notifications} == {ordinary.id}


async def test_repeated_start_creates_no_second_attempt(embedded):
    """Until an answer is given in the first; then the next attempt ends it."""
    ann, (game, id) = await arrive(embedded.url, "Ann"), SAMPLE
    match = await start_lesson(ann, game, id)
    assert await start_lesson(ann, game, id) == match
    decision = (await ann.view(match))["decisions"][0]
    await ann.answer(match, decision["id"], decision["options"][0]["key"])
    again = await start_lesson(ann, game, id)
    assert again != match
    assert (await ann.get(f"/matches/{match}"))["status"] == "aborted"
    assert (await ann.get(f"/matches/{again}"))["status"] == "playing"


async def test_abandoned_attempts_are_deleted_after_an_hour(tmp_path):
    """Attempts in progress and other aborted matches stay."""
    lessons = [(SAMPLE[0], lesson) for lesson in list(lessons_of(games()[SAMPLE[0]]))[:3]]
    async with in_process_server(tmp_path) as services:
        left, new, going = [(await services.lessons.start(*lesson, ANN)).id for lesson in lessons]
        table = (await services.lobby.create(NewMatch(**BOT_MATCH), ANN)).id
        await services.ender.end(table, status="aborted", reason="closed")
        await backdate_match(services, new, timedelta(minutes=59))
        for match in (left, going, table):
            await backdate_match(services, match, timedelta(minutes=61))
        await services.lessons.prune()
        async with services.database.reading() as session:
            remaining = set(await session.scalars(sa.select(MatchRow.id)))
            assert remaining == {new, going, table}
            for rows in (SeatRow, SnapshotRow):
                assert not await session.scalar(sa.select(rows.match).where(rows.match == left))


async def test_undone_answers_do_not_count(embedded):
    """The plausible line up to its last answer, undone, and then the solution."""
    ann, (game, id) = await arrive(embedded.url, "Ann"), SAMPLE
    lesson = lessons_of(games()[game])[id]
    match = await start_lesson(ann, game, id)
    first = (await ann.view(match))["decisions"][0]
    for step in lesson.plausible[:-1]:
        decision = (await ann.view(match))["decisions"][0]
        await ann.answer(match, decision["id"], step.answer)
    await ann.post(f"/matches/{match}/decisions/{first['id']}/undo")
    assert (await play(ann, match, game, lesson.solution))["reason"] == "solved"


async def test_exported_attempt_verifies(embedded):
    ann, (game, id) = await arrive(embedded.url, "Ann"), SAMPLE
    match = await start_lesson(ann, game, id)
    await play(ann, match, game, lessons_of(games()[game])[id].solution)
    exported = json.loads(json.dumps(await ann.get(f"/matches/{match}/export")))
    assert verify(games()[game], exported) == len(exported["entries"])
    assert (await ann.get(f"/matches/{match}/replay?ply=0"))["view"]["status"] == "playing"


async def test_rematch_of_a_lesson_is_an_ordinary_match(embedded):
    ann, (game, id) = await arrive(embedded.url, "Ann"), SAMPLE
    match = await start_lesson(ann, game, id)
    await ann.post(f"/matches/{match}/resign")
    again = await ann.post(f"/matches/{match}/rematch", None, 201)
    assert "lesson" not in again
    assert [seat.get("bot") for seat in again["seats"]] == [None, "normal"]


async def test_rival_of_a_lesson_cannot_be_invited(embedded):
    ann, (game, id) = await arrive(embedded.url, "Ann"), SAMPLE
    seats = [{"kind": "me"}, {"kind": "bot", "bot": TutorBot(id).name}]
    await ann.refused("POST", "/matches", "invalid-request", {"game": game, "seats": seats})
