"""Staged matches: a real server on SQLite in which a script moves for all players, so a match is
the same every time, and a browser that looks at it.
"""

from __future__ import annotations

import asyncio
import socket
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import uvicorn
from playwright.async_api import Browser, BrowserContext, async_playwright

from app.container import Container
from app.infra.migrations import upgrade
from app.infra.read_settings import read_settings
from app.infra.settings import Settings
from app.main import create_app
from app.matches import start
from app.matches.commands import Command
from app.matches.room import Room
from devtools.browsers import CHROMIUM_FLAGS, chromium
from engine import bots
from engine.core.match import running_table

SEED = bytes([7]) * 32
BOT = {"kind": "bot", "bot": "greedy"}
# The bots never act: the script moves for them, so the match is the same every time.
NEVER_S = 3600.0
START_TIMEOUT_S = 60
KEEP_ALIVE_S = 600
"""Matches are played between two requests of the same browser."""


@dataclass(frozen=True)
class Scene:
    """The first moment of a match, from that round on, at which its host is asked in that phase."""

    game: str
    seats: int
    round: int
    phase: str
    options: dict[str, Any] = field(default_factory=dict)


@asynccontextmanager
async def stage() -> AsyncIterator[tuple[Container, Browser]]:
    """The services of a server, and a browser."""
    with tempfile.TemporaryDirectory() as home:
        door = socket.create_server(("127.0.0.1", 0))
        settings = _settings(Path(home), door.getsockname()[1])
        await asyncio.to_thread(upgrade, settings)
        async with _server(settings, door) as services, _opened() as browser:
            yield services, browser


def _settings(home: Path, port: int) -> Settings:
    return read_settings(
        port=port,
        database_url=f"sqlite+aiosqlite:///{home}/conclave.db",
        bot_delay=NEVER_S,
        sweeper_interval=NEVER_S,
        log_level="error",
    )


@asynccontextmanager
async def _server(settings: Settings, door: socket.socket) -> AsyncIterator[Container]:
    app = create_app(settings)
    server = uvicorn.Server(
        uvicorn.Config(
            app, log_level="error", ws="websockets-sansio", timeout_keep_alive=KEEP_ALIVE_S
        )
    )
    serving = asyncio.create_task(server.serve([door]))
    await _until(lambda: server.started)
    yield app.state.container
    server.should_exit = True
    await serving


async def _until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + START_TIMEOUT_S
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError("the server did not start")
        await asyncio.sleep(0.05)


@asynccontextmanager
async def _opened() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_FLAGS)
        yield browser
        await browser.close()


async def playing(services: Container, context: BrowserContext, scene: Scene) -> str:
    """A match at the scene's moment, with a question to Ada; its id."""
    created: dict[str, Any] = await create(context, services.settings.address, scene)
    id: str = created["id"]
    rng = Random(1)
    while not _is_there(room := await services.rooms.get(id), scene):
        await move(services, room, rng)
    return id


async def create(context: BrowserContext, address: str, scene: Scene) -> dict[str, Any]:
    seats = [{"kind": "me"}, *[BOT] * (scene.seats - 1)]
    wishes = {"game": scene.game, "options": scene.options, "seats": seats}
    with patch.object(start, "secrets", SimpleNamespace(token_bytes=lambda _count: SEED)):
        return await post(context, address, "matches", wishes)


async def post(context: BrowserContext, address: str, path: str, body: Any) -> dict[str, Any]:
    answer = await context.request.post(
        f"{address}/api/v1/{path}", data=body, headers={"Origin": address}
    )
    reply: dict[str, Any] = await answer.json()
    return reply


def _is_there(room: Room, scene: Scene) -> bool:
    match = room.started_match
    decision = next((decision for decision in match.decisions if not decision.optional), None)
    if decision is None:
        raise RuntimeError("the match ended too early")
    turn = room.game.turn(running_table(room.game, match, decision.seat).table)
    return turn.round >= scene.round and turn.phase == scene.phase and decision.seat == 0


async def move(services: Container, room: Room, rng: Random) -> None:
    match = room.started_match
    decision = next(decision for decision in match.decisions if not decision.optional)
    question = next(
        question
        for question in running_table(room.game, match, decision.seat).open
        if not question.optional
    )
    thought = bots.think("greedy", room.game, match, decision.seat, decision.id, rng)
    answer = _building(question) or thought.answer
    await services.pipeline.take(
        Command("answer", room.info.id, decision.seat, decision.id, answer)
    )


def _building(question: Any) -> str | None:
    """The option that puts a card on the table, if any: full boards make better pictures."""
    keys = [option.key for option in getattr(question, "options", [])]
    return next((key for key in keys if key.startswith(("place:", "claim:"))), None)
