"""Lessons: every one solved and failed at the server, which counts and lists none of them."""

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


async def begun(person, game, lesson):
    return (await person.post(f"/games/{game}/lessons/{lesson}", None, 201))["id"]


async def play(person, match, game, line):
    """Give the answers of a written line, each to the question that it is for."""
    wire, given = await person.wire(match), set()

    def fitting(prompt):
        key = f"{game}.{prompt}"
        fresh = [one for one in wire.decisions if one["id"] not in given]
        return next((one for one in fresh if one["prompt"]["key"] == key), None)

    for one in line:
        await wire.until(lambda prompt=one.prompt: wire.end or fitting(prompt))
        assert wire.end is None
        decision = fitting(one.prompt)
        given.add(decision["id"])
        await person.answer(match, decision["id"], one.answer)
    await wire.until(lambda: wire.end)
    await wire.close()
    return wire.end["outcome"]


@pytest.mark.parametrize("game", GAMES)
async def test_every_lesson_is_failed_and_solved(embedded, game):
    """The server judges the written lines as their files say, and remembers what is solved."""
    await asyncio.gather(
        *(fail_and_solve(embedded.url, game, id) for id in lessons_of(games()[game]))
    )


async def fail_and_solve(url, game, id):
    ann, lesson = await arrive(url, "Ann"), lessons_of(games()[game])[id]
    lines = {"failed": lesson.plausible, "solved": lesson.solution}
    for reason, line in lines.items():
        match = await begun(ann, game, id)
        outcome = await play(ann, match, game, line)
        first = [lesson.learner] if reason == "solved" else [1 - lesson.learner]
        assert (outcome["reason"], outcome["ranks"][0]) == (reason, first), id
        assert (await ann.get(f"/matches/{match}"))["status"] == "finished"
        assert await done(ann, game) == ({id} if reason == "solved" else set())


async def done(person, game):
    listed = await person.get(f"/games/{game}/lessons")
    return {one["id"] for one in listed["items"] if one["done"]}


async def test_the_lessons_of_a_game_are_told_to_everybody(embedded):
    """In their order and in all languages; without the positions, lines and seeds."""
    eve, (game, _) = anonymous(embedded.url), SAMPLE
    offered = {one["id"]: one for one in (await eve.get("/games"))["items"]}
    listed = (await eve.get(f"/games/{game}/lessons"))["items"]
    assert [one["id"] for one in listed] == list(lessons_of(games()[game]))
    assert offered[game]["lessons"] == len(listed)
    assert not any(one["done"] for one in listed)
    assert not {"position", "solution", "plausible", "seed", "rival"} & set(listed[0])
    assert set(listed[0]["task"]) == set(offered[game]["languages"])


async def test_a_game_without_lessons_has_none(embedded):
    ann = await arrive(embedded.url, "Ann")
    offered = {one["id"]: one for one in (await ann.get("/games"))["items"]}
    assert "lessons" not in offered["tiny"]
    assert await ann.get("/games/tiny/lessons") == {"game": "tiny", "items": []}
    await ann.refused("POST", "/games/tiny/lessons/none", "not-found")
    await ann.refused("GET", "/games/none/lessons", "not-found")


async def test_an_attempt_is_private_and_in_no_list(embedded):
    ann, eve, (game, id) = (
        await arrive(embedded.url, "Ann"),
        await arrive(embedded.url, "E"),
        SAMPLE,
    )
    match = await begun(ann, game, id)
    shown = await ann.get(f"/matches/{match}")
    assert (shown["lesson"], shown["visibility"], shown["rated"]) == (id, "private", False)
    assert [seat.get("bot") for seat in shown["seats"]] == [None, GUIDE.name]
    assert "first_match" not in shown
    for path in ("/matches?account=me", "/matches"):
        assert match not in [one["id"] for one in (await ann.get(path))["items"]]
    await eve.refused("GET", f"/matches/{match}/view", "forbidden")
    ordinary = (await ann.post("/matches", BOT_MATCH, 201))["id"]
    async with ann.http.stream("GET", "/me/stream") as stream:
        first = json.loads(await anext(stream.aiter_lines()))
    assert first["match"]["id"] == ordinary


async def test_nobody_hears_of_an_attempt_and_it_counts_nowhere(tmp_path):
    heard = []
    async with in_process_server(tmp_path) as services:
        services.notifications.listen(heard.append)
        lesson = await services.lessons.start(*SAMPLE, ANN)
        ordinary = await services.lobby.create(NewMatch(**BOT_MATCH), ANN)
        for match in (lesson, ordinary):
            await services.resignations.resign(match.id, ANN.account)
        assert await services.settlement.settle(lesson.id) is None
    assert {one.match for one in heard} == {ordinary.id}


async def test_a_repeated_start_makes_no_second_attempt(embedded):
    """Until something has happened in the first; the next attempt ends that one."""
    ann, (game, id) = await arrive(embedded.url, "Ann"), SAMPLE
    match = await begun(ann, game, id)
    assert await begun(ann, game, id) == match
    decision = (await ann.view(match))["decisions"][0]
    await ann.answer(match, decision["id"], decision["options"][0]["key"])
    again = await begun(ann, game, id)
    assert again != match
    assert (await ann.get(f"/matches/{match}"))["status"] == "aborted"
    assert (await ann.get(f"/matches/{again}"))["status"] == "playing"


async def test_attempts_that_were_hardly_begun_are_deleted(tmp_path):
    """After an hour, and neither those that go on, nor what else was aborted."""
    lessons = [(SAMPLE[0], one) for one in list(lessons_of(games()[SAMPLE[0]]))[:3]]
    async with in_process_server(tmp_path) as services:
        left, new, going = [(await services.lessons.start(*one, ANN)).id for one in lessons]
        table = (await services.lobby.create(NewMatch(**BOT_MATCH), ANN)).id
        await services.ender.end(table, status="aborted", reason="closed")
        await backdate_match(services, new, timedelta(minutes=59))
        for match in (left, going, table):
            await backdate_match(services, match, timedelta(minutes=61))
        await services.lessons.prune()
        async with services.database.reading() as session:
            kept = set(await session.scalars(sa.select(MatchRow.id)))
            assert kept == {new, going, table}
            for rows in (SeatRow, SnapshotRow):
                assert not await session.scalar(sa.select(rows.match).where(rows.match == left))


async def test_answers_that_were_taken_back_do_not_count(embedded):
    """The plausible line up to its last answer, taken back, and then the solution."""
    ann, (game, id) = await arrive(embedded.url, "Ann"), SAMPLE
    lesson = lessons_of(games()[game])[id]
    match = await begun(ann, game, id)
    first = (await ann.view(match))["decisions"][0]
    for one in lesson.plausible[:-1]:
        decision = (await ann.view(match))["decisions"][0]
        await ann.answer(match, decision["id"], one.answer)
    await ann.post(f"/matches/{match}/decisions/{first['id']}/undo")
    assert (await play(ann, match, game, lesson.solution))["reason"] == "solved"


async def test_an_attempt_is_exported_and_verified(embedded):
    ann, (game, id) = await arrive(embedded.url, "Ann"), SAMPLE
    match = await begun(ann, game, id)
    await play(ann, match, game, lessons_of(games()[game])[id].solution)
    exported = json.loads(json.dumps(await ann.get(f"/matches/{match}/export")))
    assert verify(games()[game], exported) == len(exported["entries"])
    assert (await ann.get(f"/matches/{match}/replay?ply=0"))["view"]["status"] == "playing"


async def test_a_rematch_of_a_lesson_is_an_ordinary_match(embedded):
    ann, (game, id) = await arrive(embedded.url, "Ann"), SAMPLE
    match = await begun(ann, game, id)
    await ann.post(f"/matches/{match}/resign")
    again = await ann.post(f"/matches/{match}/rematch", None, 201)
    assert "lesson" not in again
    assert [seat.get("bot") for seat in again["seats"]] == [None, "normal"]


async def test_nobody_can_invite_the_rival_of_a_lesson(embedded):
    ann, (game, id) = await arrive(embedded.url, "Ann"), SAMPLE
    seats = [{"kind": "me"}, {"kind": "bot", "bot": TutorBot(id).name}]
    await ann.refused("POST", "/matches", "invalid-request", {"game": game, "seats": seats})
