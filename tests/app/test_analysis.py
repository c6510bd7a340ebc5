"""Analyses of matches: permissions, limits and results."""

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
from engine.lab.explain import Explanation
from tests.app.analysts import asked, finished, resigned, status_of, study
from tests.app.contract import validator
from tests.app.in_process import ANN, BOB, begin, plain
from tests.app.test_notifications import play_first
from tests.app.wire import anonymous, arrive, two_at_tiny

STREAM_TIMEOUT_S = 300.0
"""Long, because the worker of a real server has the lowest priority."""
GAMES = ("res_arcana", "battle_for_empyrean", "ascended_kings")


def path_of(match, more=""):
    return f"/matches/{match}/analysis{more}"


async def refusal(services, match, caller=ANN):
    with pytest.raises(Problem) as raised:
        await services.analysis.requests.request_analysis(match, caller)
    return raised.value


async def plies_of(services, match):
    """The seat and answer of each entry."""
    query = sa.select(EntryRow).where(EntryRow.match == match, EntryRow.ply > 0)
    async with services.database.reading() as session:
        rows = (await session.scalars(query)).all()
    return {row.ply: (row.seat, json.loads(row.answer)) for row in rows}


@pytest.mark.parametrize("game", GAMES)
async def test_analysis_is_computed_stored_and_exported(tmp_path, game):
    async with study(tmp_path) as services:
        match = await finished(services, game, round_limit=2)
        room = await services.rooms.fresh(match)
        assert await status_of(services, match) == "none"
        assert await asked(services, match) == "waiting"
        assert await services.analysis.runner.analyse()
        info = plain(await services.analysis.requests.info(match))
        stored = await services.analysis.requests.stored(match)
        entries = await plies_of(services, match)
        whole = await export(services.database, services.replays, room)
        assert not await services.analysis.runner.analyse(), "it is analysed once"
    problems = [error.message for error in validator("openapi", "AnalysisInfo").iter_errors(info)]
    assert problems == []
    assert (info["status"], info["ahead"]) == ("done", 0)
    assert info["done"] == info["total"] == len(entries)
    assert info["seconds"] > 0
    explanation = msgspec.json.decode(stored, type=Explanation)
    assert (explanation.game, explanation.seats) == (game, 2)
    assert explanation.moves
    for move in explanation.moves:
        assert entries[move.ply] == (move.seat, move.played[0].answer)
    whole.analysis = msgspec.json.decode(stored, type=Analysis)
    assert verify(room.game, plain(whole)) == len(entries)


async def test_analysis_over_the_rest_api_is_the_same_for_every_caller(embedded):
    ann, bob, match = await two_at_tiny(embedded.url)
    await bob.post(f"/matches/{match}/resign")
    assert (await ann.get(path_of(match)))["status"] == "none"
    assert [line["status"] for line in await stream_lines(bob, match)] == ["none"]
    first = await ann.post(path_of(match), status=202)
    assert first["status"] in ("waiting", "running")
    assert first["analysis"] is None
    lines = await stream_lines(anonymous(embedded.url), match)
    order = ["waiting", "running", "done"]
    positions = [order.index(line["status"]) for line in lines]
    assert positions == sorted(positions)
    assert lines[-1]["status"] == "done"
    replies = [
        await person.call("GET", path_of(match)) for person in (ann, bob, anonymous(embedded.url))
    ]
    assert len({reply.content for reply in replies}) == 1
    assert await ann.post(path_of(match)) == replies[0].json()
    exported = await bob.get(f"/matches/{match}/export")
    assert exported["analysis"] == replies[0].json()["analysis"]


async def stream_lines(person, match):
    """The lines of the stream until it ends."""
    lines, path = [], path_of(match, "/stream")
    check = validator("asyncapi", "AnalysisProgress")
    async with asyncio.timeout(STREAM_TIMEOUT_S), person.http.stream("GET", path) as stream:
        assert stream.status_code == 200
        async for line in stream.aiter_lines():
            if line:
                lines.append(json.loads(line))
                assert [error.message for error in check.iter_errors(lines[-1])] == []
    return lines


async def test_analysis_is_forbidden_before_the_end(embedded):
    ann, bob, match = await two_at_tiny(embedded.url)
    for person in (ann, bob, anonymous(embedded.url)):
        await person.refused("GET", path_of(match), "forbidden")
        await person.refused("GET", path_of(match, "/stream"), "forbidden")
    for person in (ann, bob):
        await person.refused("POST", path_of(match), "forbidden")
    await ann.refused("POST", path_of("m_none"), "not-found")


async def test_analysis_needs_access_to_the_replay(embedded):
    ann, bob, match = await two_at_tiny(embedded.url, spectators="none")
    eve, outside = await arrive(embedded.url, "Eve"), anonymous(embedded.url)
    await bob.post(f"/matches/{match}/resign")
    await ann.post(path_of(match), status=202)
    for person in (eve, outside):
        await person.refused("GET", path_of(match), "forbidden")
        await person.refused("GET", path_of(match, "/stream"), "forbidden")
    await eve.refused("POST", path_of(match), "forbidden")
    await outside.refused("POST", path_of(match), "unauthenticated")


async def test_outsider_gets_no_analysis_until_a_delayed_end_is_public(embedded):
    delayed = {"spectators": "delayed", "spectator_delay": {"minutes": 30}}
    ann, bob, match = await two_at_tiny(embedded.url, **delayed)
    eve = await arrive(embedded.url, "Eve")
    await bob.post(f"/matches/{match}/resign")
    for path in (path_of(match), path_of(match, "/stream")):
        await eve.refused("GET", path, "forbidden")
    await eve.refused("POST", path_of(match), "forbidden")
    await ann.post(path_of(match), status=202)
    assert (await bob.get(path_of(match)))["status"] != "none"
    await eve.refused("GET", path_of(match), "forbidden")


async def test_repeated_request_changes_nothing(tmp_path):
    async with study(tmp_path, analyses_per_hour=1) as services:
        match = await resigned(services)
        assert await asked(services, match) == "waiting"
        before = await row_of(services, match)
        assert await asked(services, match) == "waiting"
        assert await asked(services, match, BOB) == "waiting"
        assert await row_of(services, match) == before


async def row_of(services, match):
    async with services.database.reading() as session:
        columns = AnalysisRow.__table__.c[:-2]
        query = sa.select(*columns).where(AnalysisRow.match == match)
        return (await session.execute(query)).one()


async def test_analyses_per_hour_are_limited(tmp_path):
    async with study(tmp_path, analyses_per_hour=2) as services:
        matches = [await resigned(services) for _ in range(3)]
        for match in matches[:2]:
            assert await asked(services, match) == "waiting"
        problem = await refusal(services, matches[2])
        assert (problem.name, problem.advice()) == ("rate-limited", {"Retry-After": "3600"})
        assert await asked(services, matches[2], BOB) == "waiting"


async def test_waiting_analyses_per_person_are_limited(tmp_path):
    async with study(tmp_path, max_waiting_analyses=1) as services:
        first, second = [await resigned(services) for _ in range(2)]
        assert await asked(services, first) == "waiting"
        problem = await refusal(services, second)
        assert (problem.name, problem.advice()) == ("rate-limited", {"Retry-After": "60"})
        info = await services.analysis.requests.request_analysis(second, BOB)
        assert (info.status, info.ahead) == ("waiting", 1)
        await services.analysis.queue.lease({"tiny": 99})
        third = await resigned(services)
        assert await asked(services, third) == "waiting", "the first one runs"


async def test_aborted_match_is_not_analysed(tmp_path):
    async with study(tmp_path) as services:
        aborted = await begin(services, "tiny")
        await services.ender.end(aborted, status="aborted", reason="aborted")
        assert (await refusal(services, aborted)).name == "forbidden"
        assert await status_of(services, aborted) == "none"


async def test_match_of_older_rules_is_not_analysed(tmp_path):
    async with study(tmp_path) as services:
        match = await resigned(services)
        room = await services.rooms.fresh(match)
        room.started_match.rules -= 1
        problem = await refusal(services, match)
        assert (problem.name, problem.sentence) == (
            "forbidden",
            "This match was played under older rules.",
        )


async def test_analysis_is_deleted_with_its_match(tmp_path, database_url):
    async with study(tmp_path, database_url=database_url) as services:
        match = await begin(services, "tiny")
        await play_first(services, match)
        await services.resignations.resign(match, BOB.account)
        await asked(services, match)
        async with services.database.writing() as session:
            await session.execute(sa.delete(MatchRow).where(MatchRow.id == match))
        assert await status_of(services, match) == "none"
