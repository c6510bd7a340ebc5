"""Application: routes, middleware and the lifespan of one process."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from fastapi import APIRouter, Depends, FastAPI, Request, Response

from app.api import page, reference
from app.api.accounts import router as accounts
from app.api.admin import router as admin
from app.api.analysis import router as analyses
from app.api.chat import router as chat
from app.api.dependencies import BusDep, HealthDep, ShutdownDep, refuse_invalid_token
from app.api.friends import router as friends
from app.api.games import router as games
from app.api.history import router as history
from app.api.instance import router as instance
from app.api.leaderboards import router as ratings
from app.api.lobby import router as lobby
from app.api.matches import router as playing
from app.api.messages import router as messages
from app.api.moderation import router as moderation
from app.api.offers import router as agreements
from app.api.online_bots import router as online_bots
from app.api.package_files import router as package_files
from app.api.pools import router as pools
from app.api.problem_pages import router as problem_pages
from app.api.push import router as push
from app.api.rate_limit_headers import RateLimitHeaders
from app.api.socket import router as sockets
from app.api.streams import router as streams
from app.api.waiting_room import router as waiting_room
from app.api.webhooks import router as webhooks
from app.clocks.system_clock import SystemClock
from app.container import Container
from app.http import problem_responses
from app.http.access_log import RequestLog
from app.http.content_encoding import compressed
from app.http.foreign_origins import ForeignOrigins
from app.http.head_requests import HeadRequests
from app.http.request_bodies import BodyLimit, JsonRoute
from app.infra import metrics
from app.infra.database_errors import ENDING
from app.infra.fault_reports import report_messages
from app.infra.logs import configure
from app.infra.problems import Problem
from app.infra.read_settings import read_settings
from app.infra.security import SecurityHeaders
from app.infra.settings import Settings
from app.infra.site_path import SitePath
from app.infra.version import version
from app.infra.wait_budget import RequestWaitBudget
from app.operator.socket import OperatorSocket
from app.process import Process
from app.server.farewell import run_before_shutdown
from app.server.process_metrics import ProcessMetrics
from app.server.protocols import bound_requests
from app.wire import asyncapi, openapi
from app.wire.health import Health, Readiness
from app.wire.operations import declares
from engine.core.messages import Messages

API_ROUTERS = (
    instance,
    accounts,
    online_bots,
    ratings,
    webhooks,
    push,
    friends,
    messages,
    moderation,
    admin,
    games,
    lobby,
    waiting_room,
    pools,
    playing,
    chat,
    history,
    analyses,
    agreements,
    streams,
    sockets,
)
"""In the order of the documents."""
operations = APIRouter(tags=["operations"], route_class=JsonRoute)


def create_app(settings: Settings | None = None, watch: SystemClock | None = None) -> FastAPI:
    """The application for these settings, or those of the environment. Raises WrongSetting."""
    settings = settings or read_settings()
    configure(settings.log_level)
    report_messages()
    Messages.strict = settings.strict_messages
    bound_requests(settings.request_seconds)
    app = FastAPI(
        title="Conclave",
        version=version(),
        lifespan=_lifespan,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        root_path=settings.site_path,
    )
    app.state.build = partial(Container, settings, watch)
    _add_middleware(app, settings)
    problem_responses.install(app)
    for router in API_ROUTERS:
        app.include_router(router, prefix="/api/v1", dependencies=[Depends(refuse_invalid_token)])
    app.include_router(operations)
    app.include_router(problem_pages)
    app.include_router(package_files)
    openapi.install(app)
    reference.install(app)
    page.install(app, settings.page_folder)
    return app


def _add_middleware(app: FastAPI, settings: Settings) -> None:
    """Add the middleware, from the innermost to the outermost."""
    app.add_middleware(HeadRequests)
    if not settings.embedded:
        app.add_middleware(RequestWaitBudget, seconds=settings.commit_seconds)
    app.add_middleware(BodyLimit, max_bytes=settings.message_bytes)
    app.add_middleware(problem_responses.Faults)
    app.add_middleware(SecurityHeaders, is_https=settings.is_https)
    if settings.foreign_origins:
        app.add_middleware(ForeignOrigins, origins=settings.foreign_origins)
    app.add_middleware(RateLimitHeaders)
    app.add_middleware(RequestLog)
    if settings.site_path:
        app.add_middleware(SitePath)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    container = app.state.container = app.state.build()
    process = Process(container)
    await process.start()
    operator = OperatorSocket(container)
    await operator.start()
    app.state.metrics = ProcessMetrics(partial(_note_health, container))
    await app.state.metrics.start()
    run_before_shutdown(process.drain)
    try:
        yield
    finally:
        await operator.stop()
        await app.state.metrics.stop()
        await process.stop()


async def _note_health(container: Container) -> None:
    """The gauges that are only known by asking."""
    metrics.DATABASE_UP.set(await container.health.trouble() is None)
    metrics.BUS_UP.set(container.bus.is_up())


@operations.get("/healthz", operation_id="getHealth", summary="Whether the process runs")
@declares(())
async def healthz() -> Health:
    """Liveness: this process runs."""
    return Health(status="ok")


@operations.get("/readyz", operation_id="getReadiness", summary="Whether the process can serve")
@declares(["unavailable"])
async def readyz(shutdown: ShutdownDep, health: HealthDep, bus: BusDep) -> Readiness:
    """Readiness: this process can serve, since its database accepts changes. A bus that is down,
    wholly or in part, does not count.
    """
    if shutdown.begun:
        raise Problem("unavailable", ENDING)
    if trouble := await health.trouble():
        raise Problem("unavailable", trouble)
    return Readiness(status="ok", bus="ok" if bus.is_up() else "away")


@operations.get("/asyncapi.json", include_in_schema=False)
@compressed(cached=True)
async def read_asyncapi(request: Request) -> dict[str, Any]:
    """The AsyncAPI document."""
    return asyncapi.document(version(), request.scope["root_path"])


@operations.get("/metrics", operation_id="getMetrics", summary="Metrics for Prometheus")
@declares((), reply=None, media="text/plain")
async def read_metrics(request: Request) -> Response:
    """Metrics of all processes of this server, for Prometheus."""
    text = await request.app.state.metrics.render()
    return Response(text, media_type=metrics.MEDIA_TYPE)
