"""Analyses of matches: who gets them, and what they get."""

from __future__ import annotations

import asyncio
import json

import msgspec
import pytest
import sqlalchemy as sa

from app.analysis.models import AnalysisRow
from app.history.export import export
from app.history.verify import verify
from app.infra.problems import Problem
from app.matches.models import EntryRow, MatchRow
from app.wire.analysis import Analysis
from engine.lab.explain import Explained
from tests.app.analysts import asked, finished, resigned, status_of, study
from tests.app.contract import validator
from tests.app.in_process import ANN, BOB, begin, plain
from tests.app.test_notifications import play_first
from tests.app.wire import anonymous, arrive, two_at_tiny

PATIENCE_S = 300.0
"""The worker of a real server has the lowest priority."""
GAMES = ("res_arcana", "battle_for_empyrean", "ascended_kings")


def path_of(match, more=""):
    return f"/matches/{match}/analysis{more}"


async def refused(services, match, caller=ANN):
    with pytest.raises(Problem) as raised:
        await services.analyses.ask(match, caller)
    return raised.value


async def plies_of(services, match):
    """The seat and answer of each entry."""
    query = sa.select(EntryRow).where(EntryRow.match == match, EntryRow.ply > 0)
    async with services.database.reading() as session:
        rows = (await session.scalars(query)).all()
    return {row.ply: (row.seat, json.loads(row.answer)) for row in rows}


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_is_analysed_from_the_question_to_the_export(tmp_path, game):
    async with study(tmp_path) as services:
        match = await finished(services, game, round_limit=2)
        room = await services.rooms.fresh(match)
        assert await status_of(services, match) == "none"
        assert await asked(services, match) == "waiting"
        assert await services.analyses.analyst.analyse()
        info = plain(await services.analyses.info(match))
        stored = await services.analyses.stored(match)
        entries = await plies_of(services, match)
        whole = await export(services.database, services.replays, room)
        assert not await services.analyses.analyst.analyse(), "it is analysed once"
    problems = [one.message for one in validator("openapi", "AnalysisInfo").iter_errors(info)]
    assert problems == []
    assert (info["status"], info["ahead"]) == ("done", 0)
    assert info["done"] == info["total"] == len(entries)
    assert info["seconds"] > 0
    found = msgspec.json.decode(stored, type=Explained)
    assert (found.game, found.seats) == (game, 2)
    assert found.moves
    for move in found.moves:
        assert entries[move.ply] == (move.seat, move.played[0].answer)
    whole.analysis = msgspec.json.decode(stored, type=Analysis)
    assert verify(room.game, plain(whole)) == len(entries)


async def test_a_match_is_analysed_over_rest_and_everybody_gets_the_same(embedded):
    ann, bob, match = await two_at_tiny(embedded.url)
    await bob.post(f"/matches/{match}/resign")
    assert (await ann.get(path_of(match)))["status"] == "none"
    assert [line["status"] for line in await followed(bob, match)] == ["none"]
    first = await ann.post(path_of(match), status=202)
    assert first["status"] in ("waiting", "running")
    assert first["analysis"] is None
    lines = await followed(anonymous(embedded.url), match)
    order = ["waiting", "running", "done"]
    told = [order.index(line["status"]) for line in lines]
    assert told == sorted(told)
    assert lines[-1]["status"] == "done"
    replies = [await one.call("GET", path_of(match)) for one in (ann, bob, anonymous(embedded.url))]
    assert len({reply.content for reply in replies}) == 1
    assert await ann.post(path_of(match)) == replies[0].json()
    exported = await bob.get(f"/matches/{match}/export")
    assert exported["analysis"] == replies[0].json()["analysis"]


async def followed(person, match):
    """The lines of the stream until it ends."""
    lines, path = [], path_of(match, "/stream")
    check = validator("asyncapi", "AnalysisProgress")
    async with asyncio.timeout(PATIENCE_S), person.http.stream("GET", path) as stream:
        assert stream.status_code == 200
        async for line in stream.aiter_lines():
            if line:
                lines.append(json.loads(line))
                assert [one.message for one in check.iter_errors(lines[-1])] == []
    return lines


async def test_nobody_gets_anything_before_the_end(embedded):
    ann, bob, match = await two_at_tiny(embedded.url)
    for one in (ann, bob, anonymous(embedded.url)):
        await one.refused("GET", path_of(match), "forbidden")
        await one.refused("GET", path_of(match, "/stream"), "forbidden")
    for one in (ann, bob):
        await one.refused("POST", path_of(match), "forbidden")
    await ann.refused("POST", path_of("m_none"), "not-found")


async def test_it_is_for_those_who_may_see_the_replay(embedded):
    ann, bob, match = await two_at_tiny(embedded.url, spectators="none")
    eve, outside = await arrive(embedded.url, "Eve"), anonymous(embedded.url)
    await bob.post(f"/matches/{match}/resign")
    await ann.post(path_of(match), status=202)
    for one in (eve, outside):
        await one.refused("GET", path_of(match), "forbidden")
        await one.refused("GET", path_of(match, "/stream"), "forbidden")
    await eve.refused("POST", path_of(match), "forbidden")
    await outside.refused("POST", path_of(match), "unauthenticated")


async def test_an_outsider_of_a_delayed_match_waits_until_its_end_is_public(embedded):
    late = {"spectators": "delayed", "spectator_delay": {"minutes": 30}}
    ann, bob, match = await two_at_tiny(embedded.url, **late)
    eve = await arrive(embedded.url, "Eve")
    await bob.post(f"/matches/{match}/resign")
    for path in (path_of(match), path_of(match, "/stream")):
        await eve.refused("GET", path, "forbidden")
    await eve.refused("POST", path_of(match), "forbidden")
    await ann.post(path_of(match), status=202)
    assert (await bob.get(path_of(match)))["status"] != "none"
    await eve.refused("GET", path_of(match), "forbidden")


async def test_asking_twice_changes_nothing(tmp_path):
    async with study(tmp_path, analyses_per_hour=1) as services:
        match = await resigned(services)
        assert await asked(services, match) == "waiting"
        before = await row_of(services, match)
        assert await asked(services, match) == "waiting"
        assert await asked(services, match, BOB) == "waiting"
        assert await row_of(services, match) == before


async def row_of(services, match):
    async with services.database.reading() as session:
        row = await session.get_one(AnalysisRow, match)
        return {one.name: getattr(row, one.name) for one in AnalysisRow.__table__.c[:-2]}


async def test_an_hour_has_so_many_analyses(tmp_path):
    async with study(tmp_path, analyses_per_hour=2) as services:
        matches = [await resigned(services) for _ in range(3)]
        for match in matches[:2]:
            assert await asked(services, match) == "waiting"
        problem = await refused(services, matches[2])
        assert (problem.name, problem.advice()) == ("rate-limited", {"Retry-After": "3600"})
        assert await asked(services, matches[2], BOB) == "waiting"


async def test_a_person_has_so_many_analyses_waiting(tmp_path):
    async with study(tmp_path, max_waiting_analyses=1) as services:
        first, second = [await resigned(services) for _ in range(2)]
        assert await asked(services, first) == "waiting"
        problem = await refused(services, second)
        assert (problem.name, problem.advice()) == ("rate-limited", {"Retry-After": "60"})
        info = await services.analyses.ask(second, BOB)
        assert (info.status, info.ahead) == ("waiting", 1)
        await services.analyses.queue.lease({"tiny": 99})
        third = await resigned(services)
        assert await asked(services, third) == "waiting", "the first one runs"


async def test_what_has_no_result_is_not_analysed(tmp_path):
    async with study(tmp_path) as services:
        aborted = await begin(services, "tiny")
        await services.ender.end(aborted, status="aborted", reason="aborted")
        assert (await refused(services, aborted)).name == "forbidden"
        assert await status_of(services, aborted) == "none"


async def test_a_match_of_older_rules_is_not_analysed(tmp_path):
    async with study(tmp_path) as services:
        match = await resigned(services)
        room = await services.rooms.fresh(match)
        room.playing.rules -= 1
        problem = await refused(services, match)
        assert (problem.name, problem.sentence) == (
            "forbidden",
            "This match was played under older rules.",
        )


async def test_an_analysis_goes_with_its_match(tmp_path, database_url):
    async with study(tmp_path, database_url=database_url) as services:
        match = await begin(services, "tiny")
        await play_first(services, match)
        await services.resignations.resign(match, BOB.account)
        await asked(services, match)
        async with services.database.writing() as session:
            await session.execute(sa.delete(MatchRow).where(MatchRow.id == match))
        assert await status_of(services, match) == "none"
