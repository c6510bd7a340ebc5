"""MatchPlayer: one match of a bot, from its first question to its last."""

from __future__ import annotations

import asyncio
import logging

from conclave_client import calls
from conclave_client.answers import Answer
from conclave_client.async_client import AsyncClient
from conclave_client.match_socket import MatchSocket
from conclave_client.problems import Problem
from conclave_client.thinking import Thinker
from conclave_client.types import Decision, DeltaFrame, FullFrame, Match, Outcome, World

log = logging.getLogger("conclave_client")
RETRY_S = 1.0
"""The wait before a temporarily refused answer is sent again."""


class MatchPlayer:
    """Answers the questions of one seat."""

    def __init__(self, client: AsyncClient, thinker: Thinker, match: Match, seat: int) -> None:
        self.client = client
        self.thinker = thinker
        self.match = match
        self.seat = seat
        thinker.bot.deal_world = self._deal_world
        self._answered: set[str] = set()
        self._last_event_id = -1

    async def play(self) -> Outcome | None:
        """Play to the end; returns how the match ended. Raises Problem if the seat is lost."""
        await self._ask("begins", self.match, self.seat)
        async with self.client.play(self.match.id) as socket:
            async for frame in socket:
                if isinstance(frame, FullFrame | DeltaFrame):
                    await self._pass_on_events(frame, socket)
                    await self._answer_next(socket)
            if socket.outcome is not None:
                await self._ask("ends", socket.outcome)
            return socket.outcome

    async def _deal_world(self, decision: str) -> World:
        return await self.client.send(calls.world(self.match.id, decision))

    async def _pass_on_events(self, frame: FullFrame | DeltaFrame, socket: MatchSocket) -> None:
        """Pass on new events; a full frame repeats some."""
        new_events = [event for event in frame.events if event.id > self._last_event_id]
        if new_events:
            self._last_event_id = new_events[-1].id
            await self._ask("notices", new_events, socket.view)

    async def _answer_next(self, socket: MatchSocket) -> None:
        """Answer one open question; the next frame lists what is open."""
        for decision in sorted(socket.decisions, key=lambda decision: decision.optional):
            if decision.id in self._answered or decision.seat != self.seat:
                continue
            self._answered.add(decision.id)
            answer = await self._answer_to(decision, socket)
            if answer is not None:
                await self._send_answer(socket, decision, answer)
                return

    async def _answer_to(self, decision: Decision, socket: MatchSocket) -> Answer | None:
        if decision.optional:
            return await self._ask("consider", decision, socket.view)
        answer = await self._ask("choose", decision, socket.view)
        return decision.default if answer is None else answer

    async def _send_answer(self, socket: MatchSocket, decision: Decision, answer: Answer) -> None:
        while True:
            try:
                await socket.answer(decision, answer)
                return
            except Problem as problem:
                if problem.name == "illegal-answer" and not decision.optional:
                    text = f"{answer!r} is illegal: {problem}"
                    self.thinker.failures.note(self.thinker.match, "choose", text)
                    if answer == decision.default:
                        return
                    answer = decision.default
                elif problem.name == "paused":
                    self._answered.discard(decision.id)
                    return
                elif problem.is_temporary:
                    await asyncio.sleep(problem.retry_after or RETRY_S)
                else:  # no longer open: the next frame lists what is
                    log.info("%s: %s", self.thinker.match, problem)
                    return

    async def _ask(self, name: str, *arguments: object) -> Answer | None:
        answer: Answer | None = await self.thinker.ask(name, *arguments)
        return answer
