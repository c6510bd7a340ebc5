"""Matches that have ended, and the services that analyse them, inside the test process."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from random import Random
from typing import Any

from app.accounts.caller import Caller
from app.container import Container
from app.matches.commands import Command
from tests.app.in_process import ANN, BOB, begin, in_process_server
from tests.app.strange_analysts import quick


@asynccontextmanager
async def study(folder: Path, target: Any = quick, **settings: Any) -> AsyncIterator[Container]:
    """A server's services, in which analyses begin when a test says so."""
    async with in_process_server(folder, analysis_seconds=0.001, **settings) as services:
        services.analysis.runner.target = target
        yield services


async def finished(services: Container, game: str = "tiny", **options: Any) -> str:
    """A match of Ann and Bob that was played at random to its end."""
    match, rng = await begin(services, game, **options), Random(1)
    while (await services.rooms.fresh(match)).info.status == "playing":
        await answer_one(services, match, rng)
    return match


async def answer_one(services: Container, match: str, rng: Random) -> None:
    """Answer the first question that is not optional, at random."""
    room = await services.rooms.fresh(match)
    seat = next(decision.seat for decision in room.started_match.decisions if not decision.optional)
    asked = json.loads(await services.pipeline.decisions(match, seat))
    decision = next(question for question in asked if not question["optional"])
    by = (ANN, BOB)[seat].account
    answer = answer_to(decision, rng)
    await services.pipeline.take(Command("answer", match, seat, decision["id"], answer, by=by))


def answer_to(decision: dict[str, Any], rng: Random) -> Any:
    """An option at random; the default where an answer is not a single key."""
    if decision["kind"] == "choose" and isinstance(decision["default"], str):
        return rng.choice(decision["options"])["key"]
    return decision["default"]


async def resigned(services: Container) -> str:
    """A match of tiny that ended before anybody answered."""
    match = await begin(services, "tiny")
    await services.resignations.resign(match, BOB.account)
    return match


async def asked(services: Container, match: str, caller: Caller = ANN) -> str:
    """The status after the caller has asked for an analysis."""
    return (await services.analysis.requests.request_analysis(match, caller)).status


async def status_of(services: Container, match: str) -> str:
    return (await services.analysis.requests.info(match)).status


async def until_it_runs(services: Container, match: str) -> int:
    """Wait until the worker has said how far it is; returns its process."""
    runner = services.analysis.runner
    async with asyncio.timeout(30):
        while (await services.analysis.queue.progress(match)).done == 0:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    (process,) = runner.workers
    assert process.pid is not None
    return process.pid


def admit_any(_close: Any) -> Any:
    return nullcontext()
