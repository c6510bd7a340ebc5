"""Websocket route: the session of one viewer of one match."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress
from functools import partial
from typing import Any

import structlog
from fastapi import APIRouter, WebSocket
from sqlalchemy.exc import SQLAlchemyError
from starlette.websockets import WebSocketDisconnect, WebSocketState

from app.api.dependencies import services_of
from app.api.handshake import authenticate, refuse
from app.api.socket_commands import Refused, read_command, ref_of, with_ref
from app.chat.service import ChatText, say
from app.container import Services
from app.infra.fault_reports import report_fault
from app.infra.metrics import SOCKETS
from app.infra.problems import Problem, away, internal
from app.matches.access import viewer_for
from app.matches.commands import Command, shown_to_seats
from app.matches.errors import Consent
from app.matches.projection import viewer_json
from app.matches.public_versions import Delay
from app.matches.publisher import is_late
from app.matches.room import Offer, Room
from app.offers.service import OfferRequest, answer, offer
from app.rate_limits.allowances import MAX_WAIT_S
from app.rate_limits.limits import outside, too_many_commands
from app.realtime.listener import Listener
from app.realtime.sender import outgoing
from app.server.websocket_protocol import PUSH
from app.wire.commands import (
    AnswerCommand,
    ChatCommand,
    OfferCommand,
    PingCommand,
    ResyncCommand,
    ShowCommand,
    SocketCommand,
    UndoCommand,
)
from app.wire.json_patch import encode
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
async def socket(websocket: WebSocket, id: str, ticket: str | None = None) -> None:
    """Send frames, receive commands; see the protocol."""
    services = services_of(websocket)
    with ExitStack() as stack:
        try:
            if services.lifecycle.closing:
                raise Problem("unavailable")
            caller = await authenticate(websocket, ticket)
            await services.limits.command(
                websocket, caller.account if caller else None, OPENING_COST
            )
            room = await services.rooms.fresh(id)
            viewer = viewer_for(room, caller)
            listener = Listener(id, viewer, services.settings.listener_queue_size, caller)
            listener.push = _extension(websocket).get("push")
            stack.enter_context(services.connections.open(websocket, caller, listener.want_close))
        except (Problem, SQLAlchemyError, OSError) as error:
            name = error.name if isinstance(error, Problem) else "unavailable"
            await refuse(websocket, name)
            return
        delay = room.info.delay if isinstance(viewer, Public) else None
        try:
            await websocket.accept()
            connection = SocketSession(services, websocket, listener, delay)
            connection.address = outside(websocket)
            connection.waiting = _extension(websocket).get("waiting", connection.waiting)
            await connection.run()
        except (Problem, SQLAlchemyError, OSError, RuntimeError) as error:
            log.warning("socket lost", error=type(error).__name__, match=id)
            with suppress(OSError, RuntimeError, WebSocketDisconnect):
                await websocket.close(1012)


class SocketSession:
    """One open socket: a task that sends and a loop that reads."""

    def __init__(
        self,
        services: Services,
        websocket: WebSocket,
        listener: Listener,
        delay: Delay | None = None,
    ) -> None:
        self.services = services
        self.websocket = websocket
        self.listener = listener
        self.caller = listener.caller
        self.delay = delay
        self.address = ""
        self.waiting: Callable[[], int] = lambda: 0
        self.flooding: float | None = None

    async def run(self) -> None:
        """Run until either side closes the socket.

        Reading has a task of its own: resuming the handler's task through all layers of the
        application would cost each command as many steps again.
        """
        listener = self.listener
        self.services.presence.arrive(listener.match, listener.viewer)
        SOCKETS.inc()
        listener.aside(encode(self._hello()))
        try:
            await self.services.hub.join(listener)
            tasks = [asyncio.create_task(work()) for work in (self._read, self._send)]
            try:
                await tasks[0]
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
        finally:
            SOCKETS.dec()
            self.services.presence.depart(listener.match, listener.viewer)
            self.services.hub.leave(listener)

    def _hello(self) -> dict[str, Any]:
        hello: dict[str, Any] = {
            "t": "hello",
            "protocol": 1,
            "match": self.listener.match,
            "viewer": viewer_json(self.listener.viewer),
            "heartbeat": self.services.settings.heartbeat,
        }
        if self.delay is not None:
            hello["delayed"] = {"plies": self.delay.plies, "minutes": self.delay.minutes}
        return hello

    async def _send(self) -> None:
        """Send until the listener must be closed, then close."""
        websocket = self.websocket
        try:
            await websocket.send_text(self.listener.queue.popleft()[1])
            async for text in outgoing(self.services, self.listener):
                await websocket.send_text(text)
            while self.listener.queue:
                await websocket.send_text(self.listener.queue.popleft()[1])
            await websocket.close(self.listener.close or 1000)
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
        """Read until the peer disconnects; ignore what arrives after a close."""
        try:
            while True:
                message = await self.websocket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                if self.listener.close is None:
                    await self._hear(message.get("text") or message.get("bytes") or "")
        except (WebSocketDisconnect, RuntimeError):
            return

    async def _hear(self, raw: str | bytes) -> None:
        refusal = await self._turn()
        if self.listener.close is not None:
            return
        raw = raw if isinstance(raw, bytes) else raw.encode(errors="surrogatepass")
        try:
            if refusal is not None:
                raise with_ref(refusal, ref_of(raw))
            await self._obey(self._parse(raw))
        except Refused as problem:
            self._nack(problem, problem.ref)
        except Problem as problem:
            self._nack(problem, None)
        except (SQLAlchemyError, OSError) as error:
            self._nack(away(error), ref_of(raw))
        except Exception as error:
            fault = report_fault(error, match=self.listener.match)
            self._nack(internal(fault), ref_of(raw))

    async def _turn(self) -> Problem | None:
        """Wait for a command's turn, reading nothing meanwhile (backpressure); returns the problem
        that refuses it, if any.
        """
        account = self.caller.account if self.caller else None
        wait = self.services.limits.commands.take(account, self.address)
        if not wait:
            self.flooding = None
            return None
        begun = time.monotonic() if self.flooding is None else self.flooding
        await asyncio.sleep(min(wait, MAX_WAIT_S))
        self.flooding = begun if self.waiting() else None
        over = time.monotonic() - begun if self.flooding else 0.0
        if over > 2 * MAX_FLOOD_S:
            self.listener.want_close(1008)
        return too_many_commands(wait) if wait > MAX_WAIT_S or over > MAX_FLOOD_S else None

    def _parse(self, raw: bytes) -> SocketCommand:
        if len(raw) > self.services.settings.message_bytes:
            raise with_ref(Problem("payload-too-large"), ref_of(raw))
        return read_command(raw)

    async def _obey(self, said: SocketCommand) -> None:
        try:
            match said:
                case PingCommand():
                    await self._pong()
                case ResyncCommand():
                    await self._resync()
                case ChatCommand():
                    await self._chat(said)
                case OfferCommand():
                    await self._offer(said)
                case _:
                    await self._play(said)
        except Problem as problem:
            raise with_ref(problem, said.ref) from None

    async def _play(self, said: AnswerCommand | UndoCommand | ShowCommand) -> None:
        seat = self.listener.viewer
        if isinstance(seat, Public) or self.caller is None or not self.caller.may("play"):
            raise Problem("forbidden", "You have no seat in this match.")
        kind, decision, answer = _played(said)
        ack, account = partial(self._ack, said.ref), self.caller.account
        match = self.listener.match
        command = Command(kind, match, seat, decision, answer, said.key, ack, account)
        try:
            await self.services.pipeline.take(command)
        except Consent:
            wish = OfferRequest(kind="undo", decision=decision, key=said.key)
            await self._agree(said.ref, partial(offer, self.services, match, self.caller, wish))

    async def _offer(self, said: OfferCommand) -> None:
        """Make an offer, or answer one."""
        if self.caller is None or not self.caller.may("play"):
            raise Problem("forbidden", "You have no seat in this match.")
        services, match = self.services, self.listener.match
        if said.kind is None:
            give = partial(answer, services, match, self.caller, said.id, accept=bool(said.accept))
            await self._agree(said.ref, give)
            return
        wish = OfferRequest(
            kind=said.kind,
            decision=said.decision,
            seat=said.seat,
            bot=not said.open,
            key=said.key,
        )
        await self._agree(said.ref, partial(offer, services, match, self.caller, wish))

    async def _agree(self, ref: int, agree: Callable[..., Awaitable[Offer]]) -> None:
        """Acknowledge an offer as soon as it is committed, even if publishing it fails."""
        acked = []

        def ack(id: str, ply: int) -> None:
            acked.append(id)
            self.listener.aside(encode({"t": "ack", "ref": ref, "ply": ply, "offer": id}))

        try:
            await agree(ack=ack)
        except (Problem, SQLAlchemyError, OSError) as error:
            if not acked:
                raise
            log.warning("presence not sent", error=type(error).__name__, match=self.listener.match)

    async def _chat(self, said: ChatCommand) -> None:
        if self.caller is None:
            raise Problem("unauthenticated")
        if not self.caller.may("play"):
            raise Problem("forbidden", "This token lacks the scope play.")
        room = await self.services.rooms.fresh(self.listener.match)

        def ack() -> None:
            self._ack(said.ref, self._ply(room))

        words = ChatText(said.text, said.to, said.key)
        await say(self.services, room, self.caller, words, ack)

    async def _pong(self) -> None:
        room = await self.services.rooms.fresh(self.listener.match)
        self.listener.aside(encode({"t": "pong", "ply": self._ply(room)}))

    def _ply(self, room: Room) -> int:
        """The viewer's newest ply; with a spectator delay, the newest one shown to them."""
        if is_late(room, self.listener.viewer):
            return max(self.listener.ply, 0)
        return room.match_ply

    async def _resync(self) -> None:
        await self.services.rooms.fresh(self.listener.match)
        self.listener.want_full()

    def _ack(self, ref: int, ply: int) -> None:
        self.listener.aside(encode({"t": "ack", "ref": ref, "ply": ply}))

    def _nack(self, problem: Problem, ref: int | None) -> None:
        frame: dict[str, Any] = {"t": "nack", "problem": problem.body()}
        if ref is not None:
            frame["ref"] = ref
        self.listener.aside(encode(frame))


def _played(said: AnswerCommand | UndoCommand | ShowCommand) -> tuple[str, str, Any]:
    """The kind, decision and answer of what a seat plays."""
    match said:
        case AnswerCommand():
            return "answer", said.decision, said.answer
        case UndoCommand():
            return "undo", said.decision, None
        case ShowCommand():
            return "show", "", shown_to_seats(said.card, said.to)


def _extension(websocket: WebSocket) -> dict[str, Any]:
    """The server's websocket extension beyond ASGI, if it has one."""
    found: dict[str, Any] = websocket.scope.get("extensions", {}).get(PUSH, {})
    return found
