"""MatchSocket: one match over a websocket that reconnects."""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from itertools import count
from types import TracebackType
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from conclave_client.answers import Answer
from conclave_client.backoff import Backoff
from conclave_client.calls import new_key
from conclave_client.frames import read_frame
from conclave_client.problems import RETRYABLE_STATUSES, Problem, Unreachable, WrongView
from conclave_client.types import (
    AckFrame,
    Decision,
    DeltaFrame,
    EndFrame,
    Frame,
    FullFrame,
    NackFrame,
    Outcome,
    RestartFrame,
    View,
)
from conclave_client.views import merge_patch, view_hash

log = logging.getLogger("conclave_client")
REFUSED = {4001: ("unauthenticated", 401), 4004: ("not-found", 404)}
"""Close codes after which connecting again does not help."""
MAX_BACKLOG = 1000
"""Limit on the frames that wait for a reader; beyond it, the oldest are dropped. `view` and
`decisions` are always the newest."""


class MatchSocket:
    """A match as its viewer sees it: `view`, `decisions` and `ply` are the newest received.

        async with client.play(match) as table:
            async for frame in table:
                for decision in table.decisions:
                    await table.answer(decision, decision.default)

    Iterating gives every frame, and ends with the match; at most MAX_BACKLOG frames wait for a slow
    reader. When the connection drops, the socket reconnects in the background: a full frame comes,
    and commands without a reply are sent again under the same idempotency key, so each counts once.
    """

    def __init__(self, server: str, match: str, token: str | None = None) -> None:
        self.match = match
        self.ply = -1
        self.decisions: list[Decision] = []
        self.outcome: Outcome | None = None
        self._url = f"{server.rstrip('/').replace('http', 'ws', 1)}/api/v1/matches/{match}/ws"
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._raw: dict[str, Any] = {}
        self._view: View | None = None
        self._socket: ClientConnection | None = None
        self._frames: asyncio.Queue[Frame | None] = asyncio.Queue()
        self._pending: dict[int, tuple[str, asyncio.Future[AckFrame]]] = {}
        self._refs = count(1)
        self._error: Exception | None = None
        self._task: asyncio.Task[None] | None = None

    # -- what the viewer sees

    @property
    def view(self) -> View:
        """The newest view. Raises LookupError before the first frame."""
        if self._view is None:
            if not self._raw:
                raise LookupError("no frame has come yet")
            self._view = msgspec.convert(self._raw, View)
        return self._view

    async def __aenter__(self) -> MatchSocket:
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    def __aiter__(self) -> MatchSocket:
        return self

    async def __anext__(self) -> Frame:
        """The next frame. Raises Problem if the match may not be seen, WrongView."""
        frame = await self._frames.get()
        if frame is None:
            self._frames.put_nowait(None)
            if self._error is not None:
                raise self._error
            raise StopAsyncIteration
        return frame

    async def close(self) -> None:
        """Close the connection; commands without a reply raise Unreachable."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    # -- commands: each returns once it is committed, or raises Problem

    async def answer(self, decision: Decision | str, reply: Answer) -> AckFrame:
        """Answer an open question."""
        id = decision if isinstance(decision, str) else decision.id
        return await self._command("answer", decision=id, answer=reply)

    async def undo(self, decision: str) -> AckFrame:
        """Take the own answers since that decision back, or ask the others for it."""
        return await self._command("undo", decision=decision)

    async def chat(self, text: str) -> AckFrame:
        return await self._command("chat", text=text)

    async def offer(self, kind: str, **more: Any) -> AckFrame:
        """Make an offer, such as `draw` or `pause`; the reply names it."""
        return await self._command("offer", kind=kind, **more)

    async def consent(self, offer: str, *, accept: bool) -> AckFrame:
        """Accept or decline another player's offer."""
        return await self._command("offer", id=offer, accept=accept)

    async def _command(self, t: str, **members: Any) -> AckFrame:
        if self._task is None or self._task.done():
            raise Unreachable(f"the socket to {self.match} is closed")
        ref = next(self._refs)
        text = json.dumps({"t": t, "ref": ref, "key": new_key(), **members})
        reply: asyncio.Future[AckFrame] = asyncio.get_running_loop().create_future()
        self._pending[ref] = (text, reply)
        try:
            await self._send(text)
            return await reply
        finally:
            self._pending.pop(ref, None)

    async def _send(self, text: str) -> None:
        """Send now if connected; the next connection sends pending commands."""
        if self._socket is not None:
            with suppress(ConnectionClosed):
                await self._socket.send(text)

    # -- the connection

    async def _run(self) -> None:
        try:
            await self._stay_connected()
        except (Problem, WrongView, msgspec.DecodeError) as error:
            self._error = error
        finally:
            self._socket = None
            for _, reply in self._pending.values():
                if not reply.done():
                    reply.set_exception(self._error or Unreachable(f"{self.match}: closed"))
            self._frames.put_nowait(None)

    async def _stay_connected(self) -> None:
        backoff = Backoff()
        while not self._is_over:
            wait: float | None = None
            try:
                async with connect(
                    self._url, additional_headers=self._headers, max_size=None
                ) as socket:
                    wait = await self._read(socket, backoff)
                    if socket.close_code in REFUSED:
                        name, status = REFUSED[socket.close_code]
                        raise Problem({"type": f"/problems/{name}", "status": status})
            except InvalidStatus as refusal:
                status = refusal.response.status_code
                if status not in RETRYABLE_STATUSES:
                    raise Problem({"status": status, "title": "Refused"}) from refusal
            except (OSError, TimeoutError, InvalidHandshake, ConnectionClosed):
                pass
            self._socket = None
            if not self._is_over:
                await asyncio.sleep(backoff.next(wait))

    @property
    def _is_over(self) -> bool:
        """Whether the match has ended and no command waits for its reply."""
        return self.outcome is not None and not self._pending

    async def _read(self, socket: ClientConnection, backoff: Backoff) -> float | None:
        """Take the frames of one connection; returns how long the server asks to stay away."""
        wait: float | None = None
        try:
            async for text in socket:
                frame = read_frame(text)
                if isinstance(frame, FullFrame) and self._socket is None:
                    backoff.reset()
                    self._socket = socket
                    for pending, _ in list(self._pending.values()):
                        await socket.send(pending)
                if isinstance(frame, RestartFrame):
                    wait = frame.after
                if frame is not None and await self._take(frame, socket):
                    self._keep(frame)
                if self._is_over:
                    break
        except ConnectionClosed:
            pass
        return wait

    def _keep(self, frame: Frame) -> None:
        """Queue a frame for the reader."""
        if self._frames.qsize() == MAX_BACKLOG:
            self._frames.get_nowait()
        self._frames.put_nowait(frame)

    async def _take(self, frame: Frame, socket: ClientConnection) -> bool:
        """Apply a frame; returns whether it goes to the reader."""
        match frame:
            case FullFrame():
                self._take_full(frame)
            case DeltaFrame():
                if not self._follows(frame):
                    if frame.ply > self.ply:
                        await socket.send('{"t":"resync"}')
                    return False
            case AckFrame():
                self._settle(frame.ref, frame)
                return False
            case NackFrame():
                self._settle(frame.ref, Problem(frame.problem))
                return False
            case EndFrame():
                self.outcome = frame.outcome
        return True

    def _take_full(self, frame: FullFrame) -> None:
        if view_hash(frame.view) != frame.hash:
            raise WrongView(f"{self.match}, ply {frame.ply}: {frame.hash}")
        self.ply, self.decisions = frame.ply, frame.decisions
        self._raw, self._view = frame.view, None

    def _follows(self, frame: DeltaFrame) -> bool:
        """Apply a delta; False if its base is not the current state."""
        if frame.base != self.ply:
            return False
        raw = merge_patch(self._raw, frame.patch)
        if view_hash(raw) != frame.hash:
            log.warning("%s: the view at ply %d is not what was promised", self.match, frame.ply)
            return False
        self.ply, self._raw, self._view = frame.ply, raw, None
        if frame.decisions is not None:
            self.decisions = frame.decisions
        return True

    def _settle(self, ref: int | None, result: AckFrame | Problem) -> None:
        _, reply = self._pending.pop(ref or 0, ("", None))
        if reply is None or reply.done():
            return
        if isinstance(result, Problem):
            reply.set_exception(result)
        else:
            reply.set_result(result)
