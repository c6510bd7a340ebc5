"""Server run: starts uvicorn, with limits and tuned."""

from __future__ import annotations

import asyncio
import resource
import signal
import socket
import sys
from contextlib import suppress
from types import FrameType
from typing import Any

import uvicorn
from uvicorn.importer import import_from_string
from uvicorn.supervisors import Multiprocess

from app.infra.settings import Settings
from app.server.process_metrics import shared_metrics
from app.server.protocols import STOCK, fits_installed, http_protocol
from app.tuning.tuned_lifespan import tune

APPLICATION = "app.main:create_app"
FACTORY = "app.server.run:create_tuned_app"
RELOADED = ["*.py", "*.js", "*.css", "*.svg", "*.json"]
"""The files of a game after whose change an author's server starts again."""
START_FAILED = 3
"""The exit code of a failed start; the log has the reason."""
KEEP_ALIVE_S = 75
"""How long an idle connection is kept: longer than proxies keep theirs, so none sends a request
into a connection that is just being closed.
"""


def run(settings: Settings, sockets: list[socket.socket]) -> None:
    """Serve on these sockets until a signal ends it."""
    signal.signal(signal.SIGTERM, _end)
    _allow_files()
    config = configure(settings)
    with shared_metrics(settings.processes), suppress(KeyboardInterrupt):
        if config.workers > 1:
            Multiprocess(config, sockets=sockets).run()
            return
        server = uvicorn.Server(config)
        server.run(sockets)
        if not server.started:
            sys.exit(START_FAILED)


def create_tuned_app() -> Any:
    """The application of the environment's settings, tuned. Raises WrongSetting."""
    app = import_from_string(APPLICATION)()
    tune(app)
    return app


def _websocket_protocol() -> type[asyncio.Protocol] | str:
    if not fits_installed():
        return STOCK
    from app.tuning.websocket_protocol import CoalescingProtocol

    return CoalescingProtocol


def configure(
    settings: Settings, factory: str = FACTORY, reload_dirs: list[str] | None = None
) -> uvicorn.Config:
    """uvicorn's settings; with `reload_dirs`, to start again after a change there."""
    return uvicorn.Config(
        factory,
        factory=True,
        reload=reload_dirs is not None,
        reload_dirs=reload_dirs,
        reload_includes=RELOADED if reload_dirs else None,
        workers=settings.processes,
        loop="uvloop",
        http=http_protocol(),
        ws=_websocket_protocol(),
        ws_max_size=4 * settings.message_bytes,
        ws_ping_interval=float(settings.heartbeat),
        ws_per_message_deflate=False,
        timeout_keep_alive=KEEP_ALIVE_S,
        limit_concurrency=settings.max_connections,
        timeout_graceful_shutdown=int(settings.drain_seconds) + 1,
        access_log=False,
        log_level="warning",
        server_header=False,
    )


def _allow_files() -> None:
    """Raise the limit of open files, and so of sockets, to the system's maximum."""
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))


def _end(_signal: int, _frame: FrameType | None) -> None:
    """Exit successfully: uvicorn raises the signal again once everything is closed."""
    sys.exit(0)
