"""Forwarded commands: the receiving side. Takes commands that other processes forward to this
process as the owner of their matches, and replies.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, defaultdict
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

import msgspec
import structlog
from sqlalchemy.exc import SQLAlchemyError

from app.bus.base import Bus
from app.infra.fault_reports import report_fault
from app.infra.problems import Problem, away, internal
from app.infra.shutdown import Shutdown
from app.matches.commands import Ack, Command
from app.matches.pipeline import Pipeline
from app.matches.presence import Presence
from app.matches.store.group_commit import Writer
from app.matches.verdicts import Unknown
from app.ownership.forwarding import (
    Alive,
    DeclinedReply,
    Forwarder,
    Message,
    Probe,
    Reply,
    Request,
    refused,
)

if TYPE_CHECKING:
    from app.matches.store.pulse import Pulse

MAX_UNDER_WAY = 256
"""Commands of one process taken at once."""
LEAVE_AFTER_ENTRIES = 8
"""Entries in a row that came from one process, after which the owner leaves it the match."""
MAX_COUNTED_MATCHES = 10_000
"""Matches whose runs of commands are counted."""
_MESSAGE = msgspec.json.Decoder(Message)


class _Unknown(msgspec.Struct):
    """The fields that this version knows of a later version's command."""

    type: str
    id: int
    match: str


_UNKNOWN = msgspec.json.Decoder(_Unknown)


class ForwardedCommands:
    """Takes the commands of other processes, and keeps track of those under way."""

    def __init__(
        self,
        bus: Bus,
        forwarder: Forwarder,
        local: Pipeline,
        presence: Presence,
        writer: Writer,
        pulse: Pulse,
        shutdown: Shutdown,
    ) -> None:
        self.bus = bus
        self.forwarder = forwarder
        self.local = local
        self.presence = presence
        self.writer = writer
        self.pulse = pulse
        self.shutdown = shutdown
        self._under_way: defaultdict[str, dict[asyncio.Task[None], Request]] = defaultdict(dict)
        """By the process that sent them."""
        self._runs: OrderedDict[str, tuple[str, int, int]] = OrderedDict()
        """By match: who sent its last entries, how many, and the ply of the last one."""

    def receive(self, process: str, message: bytes) -> None:
        """Handle a message from another process; failures are reported, so the bus goes on."""
        try:
            self._dispatch(process, message)
        except Exception as error:
            report_fault(error, process=process)

    def _dispatch(self, process: str, message: bytes) -> None:
        try:
            decoded = _MESSAGE.decode(message)
        except msgspec.MsgspecError:
            self._decline_unknown(process, message)
            return
        match decoded:
            case Request():
                self._begin(process, decoded)
            case Probe():
                self._send(process, Alive())
            case Reply() | DeclinedReply():
                self.forwarder.receive(decoded)

    def _decline_unknown(self, process: str, message: bytes) -> None:
        """Decline a command of a later version; ignore anything else that is unknown."""
        try:
            request = _UNKNOWN.decode(message)
        except msgspec.MsgspecError:
            return
        if request.type == "command":
            self._send(process, DeclinedReply(request.id))

    async def stop(self) -> None:
        """Wait for the commands under way; new ones are declined."""
        if tasks := [*chain(*self._under_way.values())]:
            await asyncio.wait(tasks)

    def _begin(self, process: str, request: Request) -> None:
        under_way = self._under_way[process]
        too_many = len(under_way) >= MAX_UNDER_WAY
        writes = not (self.writer.is_refused or self.writer.is_stuck or self.pulse.is_silent)
        if too_many or self.shutdown.begun or not writes:
            self._send(process, DeclinedReply(request.id, too_many))
            return
        task = asyncio.get_running_loop().create_task(self._execute(process, request))
        under_way[task] = request
        task.add_done_callback(partial(self._ended, process))

    def _ended(self, process: str, task: asyncio.Task[None]) -> None:
        request = self._under_way[process].pop(task)
        self.writer.readmit(request.match, request.seat, request.key)

    def leave(self) -> None:
        """Hand the commands under way back to their processes while the database is silent. A
        command already sent to the database may have been committed, so its process looks for the
        key; the others are withdrawn.
        """
        for process, tasks in self._under_way.items():
            for request in tasks.values():
                command_id = request.match, request.seat, request.key
                answer = (
                    DeclinedReply(request.id)
                    if self.writer.withdraw(*command_id)
                    else Reply(request.id, refused=refused(Unknown()))
                )
                self._send(process, answer)

    async def _execute(self, process: str, request: Request) -> None:
        """Take a command and reply, even if another process has become the owner."""
        if request.request_id:
            structlog.contextvars.bind_contextvars(request_id=request.request_id)

        def ack(ply: int) -> None:
            yours = self._is_left_to(process, request, ply)
            self._send(process, Reply(request.id, ply, yours=yours))

        try:
            command = _command_of(request, None if request.asks else ack)
            ply = await self.local.take(command)
            if request.asks:
                decisions = msgspec.Raw(await self.local.decisions(request.match, request.seat))
                yours = self._is_left_to(process, request, ply)
                reply = Reply(request.id, ply, decisions, yours=yours)
                self._send(process, reply)
        except Exception as error:
            problem = _problem_of(error, request.match)
            self._send(process, Reply(request.id, refused=refused(problem)))

    def _is_left_to(self, process: str, request: Request, ply: int) -> bool:
        """Whether to hand the match over to that process: it has no listener here, and players
        there made its last LEAVE_AFTER_ENTRIES entries.
        """
        if request.by is None:
            return False
        last, run, before = self._runs.pop(request.match, (process, 0, ply - 1))
        run = run + 1 if last == process and before == ply - 1 else 1
        self._runs[request.match] = process, run, ply
        if len(self._runs) > MAX_COUNTED_MATCHES:
            self._runs.popitem(last=False)
        return run >= LEAVE_AFTER_ENTRIES and not self.presence.is_attended(request.match)

    def _send(self, process: str, message: Message) -> None:
        self.bus.send(process, msgspec.json.encode(message), _ignore_undelivered)


def _command_of(request: Request, ack: Ack | None) -> Command:
    return Command(
        request.kind,
        request.match,
        request.seat,
        request.decision,
        request.answer,
        request.key,
        ack,
        request.by,
        request.agreed,
        request.not_after,
    )


def _problem_of(error: Exception, match: str) -> Problem:
    if isinstance(error, Problem):
        return error
    if isinstance(error, SQLAlchemyError | OSError):
        return away(error)
    return internal(report_fault(error, match=match))


def _ignore_undelivered() -> None:
    """The requesting process is gone; a client that repeats its command is answered by its key."""
