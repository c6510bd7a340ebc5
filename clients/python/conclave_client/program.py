"""Program: a bot written in any language, which reads questions and writes answers as JSON lines.

    → {"t": "begin", "match": {…}, "seat": 1}
    → {"t": "choose", "id": 1, "match": "m_…", "decision": {…}, "view": {…}}
    ← {"id": 1, "answer": "suffer"}
    → {"t": "events", "match": "m_…", "events": [{…}]}
    → {"t": "end", "match": "m_…", "outcome": {…}}

`→` is written to the program's input, `←` is read from its output; what it writes to its standard
error goes to the runner's. All matches share one program, which answers in any order: several
questions may be open at once. It is asked `consider` about optional questions (answer null: say
nothing), `accept` about invitations (`{"id": 2, "decline": "busy", "text": "…"}` declines) and
`consent` about offers (`{"id": 3, "answer": true}`). An answer of null is the default. To the reply
`{"id": 1, "world": true}` a question is asked again, under another id and with a `world` for
conclave-engine to search in.

A program that ends is started again; what it was asked is answered by default.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from conclave_client.answers import Answer
from conclave_client.backoff import Backoff
from conclave_client.bot import Bot, Refusal
from conclave_client.problems import ConclaveError
from conclave_client.types import Decision, Event, Match, Offer, Outcome, View

log = logging.getLogger("conclave_client")
LINE_LIMIT = 2**24
EXIT_TIMEOUT_S = 2.0


class ProgramEnded(ConclaveError):
    """The program ended before it answered."""


class Program:
    """A program, which runs inside `async with program.running()`."""

    def __init__(self, command: Sequence[str], folder: Path | None = None) -> None:
        self.command = command
        self.folder = folder
        self._process: asyncio.subprocess.Process | None = None
        self._runs = asyncio.Event()
        self._replies: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._ids = count(1)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Start it, and again whenever it ends. Raises OSError if it can't be started at all."""
        process = await self._start()
        keeping = asyncio.create_task(self._keep(process))
        try:
            yield
        finally:
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)

    async def _keep(self, process: asyncio.subprocess.Process) -> None:
        backoff = Backoff()
        while True:
            try:
                if await self._read(process):
                    backoff.reset()
            finally:
                self._runs.clear()
                self._give_up()
                await _end(process)
            log.error("%s ended with %s; starting it again", self.command[0], process.returncode)
            await asyncio.sleep(backoff.next())
            process = await self._start()

    async def _start(self) -> asyncio.subprocess.Process:
        self._process = await asyncio.create_subprocess_exec(
            *self.command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LINE_LIMIT,
            cwd=self.folder,
        )
        self._runs.set()
        return self._process

    async def ask(self, t: str, **members: Any) -> dict[str, Any]:
        """The program's reply to a line. Raises ProgramEnded."""
        await self._runs.wait()
        id = next(self._ids)
        reply = self._replies[id] = asyncio.get_running_loop().create_future()
        try:
            await self.tell(t, id=id, **members)
            answer: dict[str, Any] = await reply
            return answer
        finally:
            self._replies.pop(id, None)

    async def tell(self, t: str, **members: Any) -> None:
        """Write a line; it is lost on a program that does not run."""
        if self._process is None or self._process.stdin is None or not self._runs.is_set():
            return
        try:
            self._process.stdin.write(msgspec.json.encode({"t": t, **members}) + b"\n")
            await self._process.stdin.drain()
        except (ConnectionError, RuntimeError):
            pass

    async def _read(self, process: asyncio.subprocess.Process) -> bool:
        """Take replies until the output ends; whether there was any."""
        assert process.stdout is not None
        has_replied = False
        try:
            while line := await process.stdout.readline():
                has_replied |= self._take(line)
        except ValueError:
            log.error("%s wrote a line of more than %d bytes", self.command[0], LINE_LIMIT)
        return has_replied

    def _take(self, line: bytes) -> bool:
        try:
            reply = json.loads(line)
            waiting = self._replies.get(reply["id"])
        except (ValueError, TypeError, KeyError, AttributeError):
            log.error("%s wrote what is no reply: %.200r", self.command[0], line)
            return False
        if waiting is not None and not waiting.done():
            waiting.set_result(reply)
        return True

    def _give_up(self) -> None:
        for reply in self._replies.values():
            if not reply.done():
                reply.set_exception(ProgramEnded(self.command[0]))


async def _end(process: asyncio.subprocess.Process) -> None:
    """Close its input, then end it if it does not exit."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        async with asyncio.timeout(EXIT_TIMEOUT_S):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()


class ProgramBot(Bot):
    """A seat of a match that a program plays."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.match = ""

    async def choose(self, decision: Decision, view: View) -> Answer | None:
        return await self._decide("choose", decision, view)

    async def consider(self, decision: Decision, view: View) -> Answer | None:
        return await self._decide("consider", decision, view)

    async def accepts(self, match: Match, seat: int) -> Refusal | None:
        reply = await self.program.ask("accept", match=match, seat=seat)
        if "decline" not in reply:
            return None
        return Refusal(str(reply["decline"]), reply.get("text"))

    async def consents(self, offer: Offer, view: View) -> bool:
        reply = await self.program.ask("consent", match=self.match, offer=offer, view=view)
        return reply.get("answer") is True

    async def begins(self, match: Match, seat: int) -> None:
        self.match = match.id
        await self.program.tell("begin", match=match, seat=seat)

    async def notices(self, events: Sequence[Event], view: View) -> None:
        await self.program.tell("events", match=self.match, events=events)

    async def ends(self, outcome: Outcome) -> None:
        await self.program.tell("end", match=self.match, outcome=outcome)

    async def _decide(self, t: str, decision: Decision, view: View) -> Answer | None:
        """The program's answer; it gets a world if it wants one first. Raises Problem."""
        question = {"match": self.match, "decision": decision, "view": view}
        reply = await self.program.ask(t, **question)
        if reply.get("world") is True:
            reply = await self.program.ask(t, **question, world=await self.world(decision))
        answer: Answer | None = reply.get("answer")
        return answer
