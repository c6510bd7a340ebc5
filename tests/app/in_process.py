"""A server's services inside the test process, on SQLite, without HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from app.accounts.caller import Caller
from app.accounts.models import Account
from app.api.socket import SocketSession
from app.api.socket_actions import SocketActions
from app.clocks.system_clock import SystemClock
from app.container import Container
from app.games.catalogue import Catalogue
from app.infra.migrations import upgrade
from app.infra.read_settings import read_settings
from app.infra.settings import Settings, database_file
from app.infra.shutdown import cancel_all
from app.infra.wall_clock import now
from app.lobby.schemas import JoinRequest, NewMatch
from app.process import Process
from app.realtime.listener import Listener
from tests.migrated import copy_migrated
from tests.server_process import LONG_WAITS

ANN = Caller("a_ann", "Ann", "guest", "t_ann", ())
BOB = Caller("a_bob", "Bob", "guest", "t_bob", ())
WITHOUT_SOCKETS = {"gone_after": 86_400}
"""Players have no sockets here, and must not count as gone in a test that takes a minute."""


@asynccontextmanager
async def in_process_server(
    folder: Path,
    *games: Any,
    clock: SystemClock | None = None,
    with_accounts: bool = True,
    **settings: Any,
) -> AsyncIterator[Container]:
    """A server's services without HTTP, with accounts of Ann and Bob (a second server on the same
    database already has them). `games` join the registered ones. With a `clock` of its own, a test
    renews served time itself.
    """
    database = {"database_url": f"sqlite+aiosqlite:///{folder}/conclave.db"}
    waits = {name.lower(): seconds for name, seconds in LONG_WAITS.items()} | WITHOUT_SOCKETS
    chosen = read_settings(secret_key="x" * 32, **(database | waits | settings))
    await asyncio.to_thread(migrate, chosen)
    services = Container(chosen, clock)
    catalogue: Catalogue = services.catalogue
    catalogue.games = {**catalogue.games, **{game.id: game for game in games}}
    catalogue.offered = list(catalogue.games)
    services.writer.start()
    await services.service_clock.renew()
    await services.deliveries.push_keys.prepare()
    loops = [] if clock else [asyncio.create_task(services.service_clock.keep())]
    async with services.database.writing() as session:
        for caller in (ANN, BOB) if with_accounts else ():
            made = {"preferences": {}, "created_at": now()}
            session.add(Account(id=caller.account, kind="guest", name=caller.name, **made))
    try:
        yield services
    finally:
        await cancel_all(loops)
        await Process(services).stop()


def migrate(settings: Settings) -> None:
    if settings.embedded and not database_file(settings).exists():
        copy_migrated(database_file(settings))
    else:
        upgrade(settings)


async def begin(services: Container, game: str, wish: Any = None, **options: Any) -> str:
    """A match of Ann and Bob that has begun."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    new = NewMatch(game=game, options=options, seats=seats, **(wish or {}))
    match = await services.lobby.create(new, ANN)
    await services.lobby.join(match.id, JoinRequest(), BOB)
    return match.id


def plain(reply):
    """A wire type as its readers get it."""
    return msgspec.json.decode(msgspec.json.encode(reply))


def session_of(services: Container, websocket: Any, listener: Listener) -> SocketSession:
    """A socket's session, as the route makes one."""
    actions = SocketActions(
        listener, services.rooms, services.pipeline, services.offers, services.chat
    )
    parts = services.limits, services.presence, services.hub, services.sender
    groups = services.settings, services.settings
    return SocketSession(websocket, listener, actions, *parts, *groups)
