"""Forwarding: sends commands to the processes that own their matches, and waits for the replies.

Requests and replies travel over the match's own Redis server, in one queue with its frames, so an
ack always precedes its frame. The forwarder bypasses an owner that is not subscribed or falls
silent: this process takes the command, under the same idempotency key.
"""

from __future__ import annotations

import asyncio
import time
from functools import partial
from itertools import count
from typing import Any

import msgspec
from msgspec import Raw, Struct

from app.bus.base import Bus
from app.clocks.service_time import ServiceClock
from app.infra.logs import request_id
from app.infra.metrics import BYPASSED, FORWARDED
from app.infra.problems import CATALOGUE, Problem
from app.matches.commands import Command, CommandKind
from app.matches.undo_consent import Consent
from app.matches.verdicts import Unknown
from app.ownership.ownership import Ownership

LOOK_PAUSE_S = 0.1
"""Pause between two checks of a command without a reply; each check sends a probe."""
SILENCE_TIMEOUT_S = 0.3
"""A process is bypassed if nothing came from it for this long."""
MAX_WAIT_S = 5.0
"""How long a process that answers probes may take."""
START_MARGIN_MS = 1000
"""How much longer than MAX_WAIT_S the owner may still start on the command."""


class Request(Struct, tag="command", omit_defaults=True):
    """A command for the owner of its match; `asks` for the seat's open decisions afterwards.
    `request_id` is for the owner's log.
    """

    id: int
    kind: CommandKind
    match: str
    seat: int
    decision: str
    key: str
    not_after: int
    answer: Any = None
    by: str | None = None
    agreed: int | None = None
    asks: bool = False
    request_id: str = ""


class Refused(Struct, omit_defaults=True):
    """A problem; `asked` are the seats whose consent an undo needs."""

    name: str
    sentence: str
    wait: int
    members: dict[str, Any]
    asked: list[int] | None = None


class Reply(Struct, tag="reply", omit_defaults=True):
    """The ply of a command that was taken, or why it was not. `yours` hands the match over: the
    requesting process takes its next command itself.
    """

    id: int
    ply: int = -1
    decisions: Raw = Raw()
    refused: Refused | None = None
    yours: bool = False


class DeclinedReply(Struct, tag="declined", omit_defaults=True):
    """The command was certainly not taken: the owner is stopping, can't write, or has `too_many`
    commands under way.
    """

    id: int
    too_many: bool = False


class Probe(Struct, tag="probe"):
    """Asks whether the owner is alive."""

    match: str


class Alive(Struct, tag="alive"):
    """Answers a probe."""


Message = Request | Reply | DeclinedReply | Probe | Alive


class Bypassed(Exception):
    """The owner may have taken the command, or may still: take it here under its key."""


class Declined(Exception):
    """The owner certainly did not take the command, and will not."""


class Waiting(Struct):
    """A command that waits for its reply."""

    command: Command
    owner: str
    sent: float
    silent_since: float
    look_at: float
    reply: asyncio.Future[Reply]
    timer: asyncio.TimerHandle | None = None


class Forwarder:
    """Forwards commands to other processes, and keeps those without a reply."""

    def __init__(self, bus: Bus, ownership: Ownership, service_clock: ServiceClock) -> None:
        self.bus = bus
        self.ownership = ownership
        self.service_clock = service_clock
        self._ids = count(1)
        self._waiting: dict[int, Waiting] = {}

    async def forward(self, command: Command, owner: str, *, asks: bool) -> Reply:
        """Have the owner take a command that has a key; the ack runs while the reply is delivered.
        Raises Problem, Bypassed or Declined.
        """
        id, loop, now = next(self._ids), asyncio.get_running_loop(), time.monotonic()
        look_at = now + LOOK_PAUSE_S
        waiting = Waiting(command, owner, now, now, look_at, loop.create_future())
        request = msgspec.json.encode(self._request(id, command, asks=asks))
        self._waiting[id] = waiting
        try:
            self.bus.send(owner, request, partial(self._undelivered, id))
            waiting.timer = loop.call_later(LOOK_PAUSE_S, self._look, id)
            reply = await waiting.reply
            FORWARDED.labels("taken").inc()
            return reply
        except Problem as problem:
            FORWARDED.labels(problem.name).inc()
            raise
        finally:
            if waiting.timer is not None:
                waiting.timer.cancel()
            del self._waiting[id]

    def _request(self, id: int, command: Command, *, asks: bool) -> Request:
        assert command.key
        until = self.service_clock.reference() + round(MAX_WAIT_S * 1000) + START_MARGIN_MS
        return Request(
            id,
            command.kind,
            command.match,
            command.seat,
            command.decision,
            command.key,
            until,
            command.answer,
            command.by,
            command.agreed,
            asks,
            request_id(),
        )

    def receive(self, message: Reply | DeclinedReply) -> None:
        """Handle the owner's reply; ignore it if it comes too late."""
        waiting = self._waiting.get(message.id)
        if waiting is None or waiting.reply.done():
            return
        if isinstance(message, DeclinedReply):
            if not message.too_many:
                self.ownership.suspect(waiting.owner)
            BYPASSED.labels("declined").inc()
            waiting.reply.set_exception(Declined())
            return
        if message.yours:
            self.ownership.claim(waiting.command.match)
        if message.refused is None:
            if waiting.command.ack:
                waiting.command.ack(message.ply)
            waiting.reply.set_result(message)
        elif message.refused.name == "unavailable":
            if "why" in message.refused.members:
                self.ownership.suspect(waiting.owner)
            self._bypass(waiting, "unavailable")
        else:
            waiting.reply.set_exception(problem_of(message.refused))

    def _undelivered(self, id: int) -> None:
        waiting = self._waiting.get(id)
        if waiting is not None and not waiting.reply.done():
            self.ownership.suspect(waiting.owner)
            self._bypass(waiting, "gone")

    def _look(self, id: int) -> None:
        """Check that the owner is alive: probe it, or bypass it if it has been silent."""
        waiting, now = self._waiting.get(id), time.monotonic()
        if waiting is None or waiting.reply.done():
            return
        if now - waiting.look_at > LOOK_PAUSE_S:
            waiting.silent_since = now  # this process slept, and has not read what came meanwhile
        match = waiting.command.match
        last = self.bus.last_received_at(waiting.owner)
        if now - max(waiting.silent_since, last) >= SILENCE_TIMEOUT_S:
            self.ownership.suspect(waiting.owner)
            self._bypass(waiting, "silent")
        elif now - waiting.sent >= MAX_WAIT_S:
            waiting.reply.set_exception(Unknown())
        else:
            probe = msgspec.json.encode(Probe(match))
            self.bus.send(waiting.owner, probe, partial(self._undelivered, id))
            loop = asyncio.get_running_loop()
            waiting.look_at = now + LOOK_PAUSE_S
            waiting.timer = loop.call_later(LOOK_PAUSE_S, self._look, id)

    def _bypass(self, waiting: Waiting, reason: str) -> None:
        BYPASSED.labels(reason).inc()
        waiting.reply.set_exception(Bypassed())


def refused(problem: Problem) -> Refused:
    """The problem as it travels between processes."""
    asked = problem.asked if isinstance(problem, Consent) else None
    return Refused(problem.name, problem.sentence, problem.wait, problem.members, asked)


def problem_of(serialized: Refused) -> Problem:
    """The problem in a reply; a problem of a later version becomes `unavailable`."""
    if serialized.asked is not None:
        return Consent(serialized.sentence, serialized.asked)
    if serialized.name not in CATALOGUE:
        return Problem("unavailable", serialized.sentence)
    return Problem(serialized.name, serialized.sentence, serialized.wait, **serialized.members)
