"""Operator socket: takes operations from the command line while the server has its SQLite database
to itself. Only the server's own user, and root, can connect.

A request is one line of JSON, and so is its reply. With PostgreSQL the command line works beside
the servers and needs no socket.
"""

from __future__ import annotations

import asyncio
import os
import pwd
import socket
import struct
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import structlog
from msgspec import Struct

from app.container import Container
from app.infra.problems import Problem
from app.infra.settings import Settings, database_file
from app.operator.operations import perform

MODE = 0o600
MAX_REQUEST_BYTES = 65_536
REPLY_TIMEOUT_S = 60.0
log = structlog.get_logger("conclave.operator")


class Request(Struct):
    """An operation by name, and its arguments."""

    operation: str
    arguments: list[Any]


class Reply(Struct, omit_defaults=True):
    """The result, or the sentence that says why there is none."""

    result: Any = None
    problem: str = ""


def socket_file(settings: Settings) -> Path:
    """Where the server of an SQLite database listens."""
    return Path(f"{database_file(settings)}.socket")


class OperatorSocket:
    """Serves operations for the life of the process."""

    def __init__(self, parts: Container) -> None:
        self.parts = parts
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Listen, if the database is SQLite's. The process lock makes this the only server."""
        if not self.parts.settings.embedded:
            return
        path = socket_file(self.parts.settings)
        try:
            listening = _bind(path)
        except OSError as error:  # the path may be too long for a socket
            log.warning("no operator socket", error=type(error).__name__)
            return
        self._server = await asyncio.start_unix_server(
            self._serve, sock=listening, limit=MAX_REQUEST_BYTES
        )

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()
            socket_file(self.parts.settings).unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, ValueError):
            request = msgspec.json.decode(await reader.readline(), type=Request)
            reply = await self._reply(request, _user_of(writer))
            writer.write(msgspec.json.encode(reply) + b"\n")
            await writer.drain()
        writer.close()

    async def _reply(self, request: Request, user: str) -> Reply:
        try:
            return Reply(
                result=await perform(self.parts, user, request.operation, request.arguments)
            )
        except Problem as problem:
            return Reply(problem=problem.sentence or f"{problem.title}.")
        except Exception as error:  # the terminal must not wait for ever
            log.exception("operation failed", operation=request.operation)
            return Reply(problem=f"It failed ({type(error).__name__}); the server's log says more.")


def ask_server(settings: Settings, operation: str, arguments: list[Any]) -> Reply | None:
    """The running server's reply to an operation; None if no server listens."""
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(REPLY_TIMEOUT_S)
    with connection:
        try:
            connection.connect(str(socket_file(settings)))
        except OSError:
            return None
        connection.sendall(msgspec.json.encode(Request(operation, arguments)) + b"\n")
        return msgspec.json.decode(connection.makefile("rb").readline(), type=Reply)


def _bind(path: Path) -> socket.socket:
    path.unlink(missing_ok=True)
    listening = socket.socket(socket.AF_UNIX)
    mask = os.umask(0o777 & ~MODE)
    try:
        listening.bind(str(path))
    except OSError:
        listening.close()
        raise
    finally:
        os.umask(mask)
    return listening


def _user_of(writer: asyncio.StreamWriter) -> str:
    """The user of the machine at the other end."""
    connection = writer.get_extra_info("socket")
    packed = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    return user_name(struct.unpack("3i", packed)[1])


def user_name(number: int) -> str:
    """The name of a user of the machine."""
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)
