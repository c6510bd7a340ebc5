"""Due answers: answers open decisions for their seats, by auto-pass, auto-answer or timeout."""

from __future__ import annotations

from app.infra.problems import Problem
from app.infra.settings import PlaySettings
from app.matches.automation.due_actions import due_decisions, ignore_no_longer_due
from app.matches.commands import Command, CommandPipeline
from app.matches.errors import is_rules_fault
from app.matches.room import Room
from app.matches.room_cache import RoomCache
from app.matches.rules_failures import RulesFailures

MAX_BATCH = 200
"""Decisions of a match answered in one visit."""


class DueAnswers:
    """Answers due decisions with their defaults."""

    def __init__(
        self,
        rooms: RoomCache,
        pipeline: CommandPipeline,
        failures: RulesFailures,
        settings: PlaySettings,
    ) -> None:
        self.rooms = rooms
        self.pipeline = pipeline
        self.failures = failures
        self.settings = settings

    async def attend(self, room: Room) -> None:
        """Answer the decisions of a match that are due, one after another."""
        for _ in range(MAX_BATCH):
            due = next(due_decisions(room, self.settings), None)
            if due is None:
                return
            kind, decision = due
            with ignore_no_longer_due():
                await self._take(room, Command(kind, room.info.id, decision.seat, decision.id))
            room = await self.rooms.get(room.info.id)

    async def _take(self, room: Room, command: Command) -> None:
        """Take the answer; count a failure of the rules, which parks the match after too many."""
        try:
            await self.pipeline.take(command)
        except Problem as problem:
            if is_rules_fault(problem):
                await self.failures.count(room)
            raise
