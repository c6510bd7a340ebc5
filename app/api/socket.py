"""Websocket route: the session of one viewer of one match."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, nullcontext, suppress
from typing import Any

import structlog
from fastapi import APIRouter, WebSocket
from sqlalchemy.exc import SQLAlchemyError
from starlette.websockets import WebSocketDisconnect, WebSocketState

from app.api.dependencies import (
    CallersDep,
    ChatDep,
    ConnectionsDep,
    HubDep,
    LimitsDep,
    OffersDep,
    PipelineDep,
    PresenceDep,
    RoomsDep,
    SenderDep,
    SettingsDep,
    ShutdownDep,
)
from app.api.handshake import authenticate, refuse
from app.api.socket_actions import SocketActions
from app.api.socket_commands import Refused, read_command, ref_of, with_ref
from app.http.access_log import HEADER
from app.http.problem_responses import details_of
from app.infra.fault_reports import report_fault, spoken
from app.infra.logs import request_id
from app.infra.metrics import SOCKETS
from app.infra.problems import Problem, away, internal
from app.infra.push_extension import PUSH
from app.infra.settings import ConnectionSettings, StorageSettings
from app.infra.wait_budget import wait_budget
from app.matches.horizon.access import viewer_for
from app.matches.presence import Presence
from app.matches.projection import viewer_view
from app.matches.public_versions import Delay
from app.rate_limits.command_buckets import MAX_WAIT_S
from app.rate_limits.limits import RateLimits, public_address_of, too_many_commands
from app.realtime.hub import Hub
from app.realtime.listener import Listener
from app.realtime.sender import Sender
from app.wire import UNSET, given
from app.wire.commands import (
    SocketCommand,
)
from app.wire.frames import HelloFrame, NackFrame, encode
from app.wire.matches import SpectatorDelay
from engine.core.event import Public

router = APIRouter()
log = structlog.get_logger("conclave.socket")

MAX_FLOOD_S = 3.0
"""How long a socket may exceed its rate limit without a break before its commands are refused;
after twice that it is closed.
"""

OPENING_COST = 4
"""How many commands opening a socket counts as."""


@router.websocket("/matches/{id}/ws")
async def socket(
    websocket: WebSocket,
    id: str,
    shutdown: ShutdownDep,
    callers: CallersDep,
    settings: SettingsDep,
    limits: LimitsDep,
    connections: ConnectionsDep,
    rooms: RoomsDep,
    pipeline: PipelineDep,
    offers: OffersDep,
    chat: ChatDep,
    presence: PresenceDep,
    hub: HubDep,
    sender: SenderDep,
    ticket: str | None = None,
) -> None:
    """Send frames, receive commands; see the protocol."""
    with ExitStack() as stack:
        try:
            if shutdown.begun:
                raise Problem("unavailable")
            caller = await authenticate(websocket, ticket, callers, settings)
            await limits.command(websocket, caller.account if caller else None, OPENING_COST)
            room = await rooms.fresh(id)
            viewer = viewer_for(room, caller)
            listener = Listener(id, viewer, settings.listener_queue_size, caller)
            listener.push = _extension(websocket).get("push")
            stack.enter_context(connections.open(websocket, caller, listener.want_close))
        except (Problem, SQLAlchemyError, OSError) as error:
            name = error.name if isinstance(error, Problem) else "unavailable"
            await refuse(websocket, name)
            return
        actions = SocketActions(listener, rooms, pipeline, offers, chat)
        delay = room.info.delay if isinstance(viewer, Public) else None
        session = SocketSession(
            websocket, listener, actions, limits, presence, hub, sender, settings, settings, delay
        )
        await session.open()


class SocketSession:
    """One open socket: a task that sends and a loop that reads."""

    def __init__(
        self,
        websocket: WebSocket,
        listener: Listener,
        actions: SocketActions,
        limits: RateLimits,
        presence: Presence,
        hub: Hub,
        sender: Sender,
        connections: ConnectionSettings,
        storage: StorageSettings,
        delay: Delay | None = None,
    ) -> None:
        self.actions = actions
        self.limits = limits
        self.presence = presence
        self.hub = hub
        self.sender = sender
        self.connections = connections
        self.storage = storage
        self.websocket = websocket
        self.listener = listener
        self.caller = listener.caller
        self.delay = delay
        self.address = ""
        self.waiting: Callable[[], int] = lambda: 0
        self.flooding: float | None = None

    async def open(self) -> None:
        """Accept the socket and run; close it if that fails."""
        websocket = self.websocket
        try:
            await websocket.accept(headers=[(HEADER, request_id().encode())])
            self.address = public_address_of(websocket)
            self.waiting = _extension(websocket).get("waiting", self.waiting)
            await self.run()
        except (Problem, SQLAlchemyError, OSError, RuntimeError) as error:
            log.warning("socket lost", error=type(error).__name__, match=self.listener.match)
            with suppress(OSError, RuntimeError, WebSocketDisconnect):
                await websocket.close(1012)

    async def run(self) -> None:
        """Run until either side closes the socket.

        Reading has its own task: resuming the handler's task passes through all layers of the
        application, which would double the steps per command.
        """
        listener = self.listener
        self.presence.arrive(listener.match, listener.viewer)
        SOCKETS.inc()
        listener.queue_aside(encode(self._hello()))
        try:
            await self.hub.join(listener)
            tasks = [asyncio.create_task(work()) for work in (self._read, self._send)]
            try:
                await tasks[0]
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
        finally:
            SOCKETS.dec()
            self.presence.depart(listener.match, listener.viewer)
            self.hub.leave(listener)

    def _hello(self) -> HelloFrame:
        delay = self.delay
        return HelloFrame(
            protocol=1,
            match=self.listener.match,
            viewer=viewer_view(self.listener.viewer),
            heartbeat=self.connections.heartbeat,
            delayed=SpectatorDelay(plies=delay.plies, minutes=delay.minutes) if delay else UNSET,
        )

    async def _send(self) -> None:
        """Send until the listener must be closed, then close."""
        websocket = self.websocket
        try:
            await websocket.send_text(self.listener.queue.popleft()[1])
            async for text in self.sender.outgoing(self.listener):
                await websocket.send_text(text)
            while self.listener.queue:
                await websocket.send_text(self.listener.queue.popleft()[1])
            await websocket.close(self.listener.close_code or 1000)
        except (WebSocketDisconnect, RuntimeError):
            return
        except Problem:
            with suppress(RuntimeError):
                await self._close(1012)
        except (SQLAlchemyError, OSError) as error:
            log.warning("socket lost", error=type(error).__name__, match=self.listener.match)
            with suppress(RuntimeError):
                await self._close(1012)
        except Exception as error:
            log.error("sending failed", error=type(error).__name__, match=self.listener.match)
            with suppress(RuntimeError):
                await self._close(1011)

    async def _close(self, code: int) -> None:
        if self.websocket.application_state is WebSocketState.CONNECTED:
            await self.websocket.close(code)

    async def _read(self) -> None:
        """Read until the peer disconnects; ignores messages that arrive after a close."""
        try:
            while True:
                message = await self.websocket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                if self.listener.close_code is None:
                    await self._receive(message.get("text") or message.get("bytes") or "")
                else:
                    await asyncio.sleep(0)  # the sender's turn: it may take long to read it all
        except (WebSocketDisconnect, RuntimeError):
            return

    async def _receive(self, raw: str | bytes) -> None:
        refusal = await self._turn()
        if self.listener.close_code is not None:
            return
        raw = raw if isinstance(raw, bytes) else raw.encode(errors="surrogatepass")
        try:
            if refusal is not None:
                raise with_ref(refusal, ref_of(raw))
            command = self._parse(raw)
            with self._wait_budget():
                await self.actions.obey(command)
        except Refused as problem:
            self._nack(problem, problem.ref)
        except Problem as problem:
            self._nack(problem, None)
        except (SQLAlchemyError, OSError) as error:
            self._nack(away(error), ref_of(raw))
        except Exception as error:
            fault = report_fault(error, match=self.listener.match)
            self._nack(internal(fault, spoken(error)), ref_of(raw))

    def _wait_budget(self) -> AbstractContextManager[None]:
        storage = self.storage
        return nullcontext() if storage.embedded else wait_budget(storage.commit_seconds)

    async def _turn(self) -> Problem | None:
        """Wait until a command may run, without reading meanwhile (backpressure); returns the
        problem with which it is refused, if any.
        """
        account = self.caller.account if self.caller else None
        wait = self.limits.commands.consume(account, self.address)
        if not wait:
            if not self.waiting():  # else a late turn of this process has refilled the bucket
                self.flooding = None
            return None
        started = time.monotonic() if self.flooding is None else self.flooding
        await asyncio.sleep(min(wait, MAX_WAIT_S))
        self.flooding = started if self.waiting() else None
        over = time.monotonic() - started if self.flooding else 0.0
        if over > 2 * MAX_FLOOD_S:
            self.listener.want_close(1008)
        return too_many_commands(wait) if wait > MAX_WAIT_S or over > MAX_FLOOD_S else None

    def _parse(self, raw: bytes) -> SocketCommand:
        if len(raw) > self.connections.message_bytes:
            raise with_ref(Problem("payload-too-large"), ref_of(raw))
        return read_command(raw)

    def _nack(self, problem: Problem, ref: int | None) -> None:
        details = details_of(problem, self.websocket.scope)
        self.listener.queue_aside(encode(NackFrame(problem=details, ref=given(ref))))


def _extension(websocket: WebSocket) -> dict[str, Any]:
    """The server's websocket extension beyond ASGI, if it has one."""
    extension: dict[str, Any] = websocket.scope.get("extensions", {}).get(PUSH, {})
    return extension
