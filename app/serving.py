"""Serving: uvicorn, and an end at which nobody is cut off without a word."""

from __future__ import annotations

import signal
import socket
import sys
from types import FrameType

import uvicorn
from uvicorn.supervisors import Multiprocess

from app.settings import Settings


class DrainingServer(uvicorn.Server):
    """Before the connections are closed, their listeners are told."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        from app.main import let_go, running

        for services in list(running):
            await let_go(services)
        await super().shutdown(sockets)


def run(settings: Settings) -> None:
    """Serve until a signal ends it."""
    signal.signal(signal.SIGTERM, _end)
    config = uvicorn.Config(
        "app.main:create_app",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.processes,
        loop="uvloop",
        ws="websockets-sansio",
        ws_max_size=4 * settings.message_bytes,
        ws_ping_interval=float(settings.heartbeat),
        timeout_graceful_shutdown=int(settings.drain_seconds) + 1,
        access_log=False,
        log_level="warning",
        server_header=False,
    )
    server = DrainingServer(config)
    if settings.processes == 1:
        server.run()
        sys.exit(0 if server.started else 3)
    Multiprocess(config, target=server.run, sockets=[config.bind_socket()]).run()


def _end(_signal: int, _frame: FrameType | None) -> None:
    """uvicorn raises the signal again once everything is closed: a good end."""
    sys.exit(0)
