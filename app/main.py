"""Application: assembles the components of one process, and shuts them down."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from functools import partial
from importlib.metadata import version
from typing import Any

import structlog
from fastapi import APIRouter, FastAPI, Response

from app.accounts.caller import Callers
from app.accounts.passwords import Passwords
from app.accounts.revocation import CHANNEL as REVOKED
from app.accounts.revocation import Revocations
from app.api import page, reference
from app.api.accounts import router as accounts
from app.api.dependencies import Server
from app.api.history import router as history
from app.api.leaderboards import router as ratings
from app.api.lobby import router as lobby
from app.api.matches import router as playing
from app.api.moderation import router as moderation
from app.api.offers import router as agreements
from app.api.socket import router as sockets
from app.api.streams import router as streams
from app.api.webhooks import router as webhooks
from app.bots.players import BotPlayers
from app.bus.base import Bus, MemoryBus
from app.bus.redis import RedisBus
from app.bus.router import ChannelRouter
from app.bus.sharded import ShardedBus
from app.clocks.service_time import ServiceClock
from app.clocks.system_clock import SystemClock
from app.container import Services
from app.games.catalogue import load_catalogue
from app.http.access_log import RequestLog
from app.http.content_encoding import compressed
from app.http.head_requests import HeadRequests
from app.http.request_bodies import BodyLimit, JsonRoute
from app.infra import metrics, problems
from app.infra.database import Database
from app.infra.database_errors import ENDING
from app.infra.fault_reports import report_fault, report_messages
from app.infra.logs import configure
from app.infra.problems import Problem
from app.infra.process_lock import ProcessLock
from app.infra.read_settings import read_settings
from app.infra.security import SecurityHeaders
from app.infra.settings import Settings
from app.lobby.listing import Listing
from app.lobby.rematch import invite_late
from app.matches.pipeline import Pipeline
from app.matches.presence import Presence
from app.matches.rooms import RoomCache
from app.matches.store.group_commit import Writer
from app.matches.store.health import Health
from app.matches.store.postgresql import PostgresqlStore
from app.matches.store.sqlite import SqliteStore
from app.notifications.events import Notifications
from app.notifications.webhooks.delivery import WebhookDelivery
from app.notifications.webhooks.resolver import Resolver
from app.rate_limits import allowances
from app.rate_limits.limits import RateLimits
from app.ratings.settlement import Settlement
from app.realtime.account_listeners import AccountListeners
from app.realtime.connections import ConnectionRegistry
from app.realtime.hub import Hub
from app.realtime.match_stream import RESTART
from app.scheduler.scheduler import Scheduler
from app.scheduler.sweeper import Sweeper
from app.server.gc_tuning import keep_collecting, tune_gc
from app.server.http_protocol import BoundedHttpProtocol
from app.server.huge_pages import keep_collapsing
from app.server.run import before_the_end
from app.wire import asyncapi, openapi
from app.wire.json_patch import encode
from engine.core.messages import Messages
from engine.core.registry import games

SHUTDOWN_MARGIN_S = 2.0
"""How long the shutdown of each component may take on top of DRAIN_SECONDS."""
log = structlog.get_logger("conclave")
operations = APIRouter(tags=["operations"], route_class=JsonRoute)


def create_app(settings: Settings | None = None, watch: SystemClock | None = None) -> FastAPI:
    """The application for these settings, or those of the environment. Raises WrongSetting."""
    settings = settings or read_settings()
    configure(settings.log_level)
    report_messages()
    Messages.strict = settings.strict_messages
    BoundedHttpProtocol.whole_seconds = settings.request_seconds
    services = Services(settings, watch)
    app = FastAPI(
        title="Conclave",
        version=version("conclave"),
        lifespan=_lifespan,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
    )
    app.state.services = services
    app.add_middleware(HeadRequests)
    app.add_middleware(BodyLimit, most=settings.message_bytes)
    app.add_middleware(problems.Faults)
    app.add_middleware(SecurityHeaders, is_https=settings.is_https)
    app.add_middleware(RequestLog)
    problems.install(app)
    people = (accounts, ratings, webhooks, moderation)
    for router in (*people, lobby, playing, history, agreements, streams, sockets):
        app.include_router(router, prefix="/api/v1")
    app.include_router(operations)
    openapi.install(app)
    reference.install(app)
    page.install(app, settings.page_folder)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    services: Services = app.state.services
    assemble(services)
    await services.process_lock.join()
    await services.bus.start()
    services.bus.subscribe(REVOKED)
    services.bus.subscribe(allowances.CHANNEL)
    services.writer.start()
    await services.service_clock.renew()
    loops = [
        asyncio.create_task(services.rooms.keep_sweeping()),
        asyncio.create_task(services.presence.keep_renewing()),
        asyncio.create_task(keep_collecting()),
        asyncio.create_task(keep_collapsing()),
        asyncio.create_task(services.service_clock.keep()),
        asyncio.create_task(services.process_lock.keep()),
        asyncio.create_task(services.connections.keep_looking()),
        asyncio.create_task(services.limits.commands.keep_exchanging(services.bus)),
        asyncio.create_task(services.webhook_delivery.keep_queueing()),
        asyncio.create_task(services.webhook_delivery.keep_delivering()),
    ]
    if services.settings.background:
        loops.append(asyncio.create_task(Sweeper(services).keep()))
    before_the_end(lambda: let_go(services))
    tune_gc()
    try:
        yield
    finally:
        await close(services, loops)


def assemble(services: Services) -> None:
    """Create the components in the order of their dependencies. Raises WrongSetting."""
    settings = services.settings
    services.database = Database(settings)
    services.process_lock = ProcessLock(settings)
    services.limits = RateLimits(settings)
    services.callers = Callers(services.database, settings)
    services.passwords = Passwords(settings)
    services.catalogue = load_catalogue(games(), settings.game_ids)
    services.bus = _bus(settings)
    services.revocations = Revocations(services.bus)
    services.notifications = Notifications(services.bus)
    services.resolver = Resolver(settings)
    services.webhook_delivery = WebhookDelivery(services)
    services.settlement = Settlement(services)
    services.settlement.on_public.append(partial(invite_late, services))
    services.service_clock = ServiceClock(services.database, services.system_clock)
    services.rooms = RoomCache(
        services.database, services.catalogue, settings, services.service_clock
    )
    services.hub = Hub(services)
    services.account_listeners = AccountListeners(services.bus)
    services.listing = Listing(services)
    channel_router = ChannelRouter(services.bus)
    channel_router.connect("match", services.hub)
    services.connections = ConnectionRegistry(
        services.bus, services.database, services.callers, settings
    )
    services.revocations.on_revoked.append(services.connections.shut)
    channel_router.connect("account", services.account_listeners)
    channel_router.connect("lobby", services.listing)
    channel_router.connect("ended", services.connections)
    channel_router.connect("spent", services.limits.commands)
    services.presence = Presence(services.bus, services.rooms, settings.gone_after)
    services.bus.noted = services.presence.heard
    sqlite = services.database.is_sqlite
    patience = settings.commit_patience
    database = services.database
    store = SqliteStore(database) if sqlite else PostgresqlStore(database, patience)
    services.writer = Writer(store, patience, settings.drain_seconds)
    services.health = Health(services.database, services.writer)
    services.pipeline = Pipeline(services)
    services.bots = BotPlayers(services)
    services.scheduler = Scheduler(services)
    services.scheduler.settlement = services.settlement.settle
    services.service_clock.moved = lambda: _deadlines_moved(services)
    services.service_clock.refusing = lambda: services.writer.is_refused
    services.writer.on_refusal = services.service_clock.hurry


def _deadlines_moved(services: Services) -> None:
    """No process served for a while: send every listener the clocks as they are now."""
    services.rooms.deadlines_moved()
    services.hub.heal(services.hub.feeds)


def _bus(settings: Settings) -> Bus:
    match settings.redis_urls:
        case []:
            return MemoryBus()
        case [url]:
            return RedisBus(url)
        case several:
            return ShardedBus(several)


async def close(services: Services, loops: list[asyncio.Task[None]]) -> None:
    """Finish running work, close all connections, stop. A component that does not stop, or fails
    to, does not keep the others from stopping.
    """
    seconds = services.settings.drain_seconds + SHUTDOWN_MARGIN_S
    await _end("listeners", let_go(services), seconds)
    for task in loops:
        task.cancel()
    await _end("loops", _through(loops), seconds)
    for part, end in {
        "attendant": services.scheduler.stop,
        "bots": services.bots.stop,
        "writer": services.writer.stop,
        "bus": services.bus.stop,
        "served": services.service_clock.stop,
        "limits": services.limits.close,
        "company": services.process_lock.leave,
        "database": services.database.close,
    }.items():
        await _end(part, end(), seconds)
    services.passwords.close()


async def _through(tasks: list[asyncio.Task[None]]) -> None:
    await asyncio.gather(*tasks, return_exceptions=True)


async def _end(part: str, ending: Coroutine[Any, Any, None], seconds: float) -> None:
    task = asyncio.create_task(ending)
    done, _ = await asyncio.wait([task], timeout=seconds)
    if not done:
        task.cancel()
        log.error("shutdown timed out", part=part, seconds=seconds)
    elif not task.cancelled() and isinstance(error := task.exception(), Exception):
        report_fault(error, part=part)


async def let_go(services: Services) -> None:
    """Announce the restart to every listener and close it."""
    services.lifecycle.closing = True
    for listener in services.hub.everybody():
        listener.aside(encode(RESTART))
        listener.want_close(1012)
    for follower in services.account_listeners.everybody():
        follower.want_close(1012)
    for watcher in services.listing.watchers:
        watcher.want_close(1012)
    with suppress(TimeoutError):
        async with asyncio.timeout(services.settings.drain_seconds):
            await services.hub.empty.wait()
            await services.account_listeners.empty.wait()
            await services.listing.empty.wait()


@operations.get("/healthz")
async def healthz() -> dict[str, str]:
    """Liveness: this process runs."""
    return {"status": "ok"}


@operations.get("/readyz")
async def readyz(server: Server) -> dict[str, str]:
    """Readiness: this process can serve, since its database accepts changes. A bus that is down,
    wholly or in part, does not count.
    """
    if server.lifecycle.closing:
        raise Problem("unavailable", ENDING)
    if trouble := await server.health.trouble():
        raise Problem("unavailable", trouble)
    return {"status": "ok", "bus": "ok" if server.bus.is_well() else "away"}


@operations.get("/asyncapi.json", include_in_schema=False)
@compressed(kept=True)
async def read_asyncapi() -> dict[str, Any]:
    """The AsyncAPI document."""
    return asyncapi.document(version("conclave"))


@operations.get("/metrics")
async def read_metrics() -> Response:
    """Metrics for Prometheus."""
    return Response(metrics.render(), media_type=metrics.MEDIA_TYPE)
