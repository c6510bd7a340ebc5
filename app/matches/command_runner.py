"""Command runner: what each kind of command does to a match, by the rules of its game."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

import msgspec

from app.games.run_rules import run_rules
from app.games.time_limit import EngineTimeout
from app.infra.database import Database
from app.infra.metrics import ENGINE
from app.infra.problems import Problem
from app.infra.settings import PlaySettings
from app.matches.automation.due_actions import default_answer_if_due
from app.matches.commands import Command
from app.matches.entry_builder import Entry
from app.matches.lesson_verdicts import verdict_after
from app.matches.park import Parking
from app.matches.room import Room
from app.matches.undo_consent import consent_to
from app.matches.undo_history import (
    MAX_AGREED_UNDO,
    UndoHistory,
    load_undo_history,
    oldest_undone_snapshot,
)
from engine.core.errors import StaleDecision, UndoRefused
from engine.core.match import Match, Transition, answer
from engine.core.shows import show
from engine.core.undo import undo

T = TypeVar("T")
Ran = tuple[Transition, Entry]
"""The match after a command, and the command as an entry."""


class CommandRunner:
    """Runs commands by the rules; parks a match whose rules take too long."""

    def __init__(self, database: Database, parking: Parking, settings: PlaySettings) -> None:
        self.database = database
        self.parking = parking
        self.settings = settings

    async def run(self, room: Room, match: Match, command: Command) -> Ran:
        """Run a command on a match whose turn is held. Raises EngineError, Problem."""
        transition, entry = await self._run(room, match, command)
        verdict = await verdict_after(self.database, room, match, transition, entry.kind)
        if verdict is None:
            return transition, entry
        transition.match.over = True
        return transition, msgspec.structs.replace(entry, verdict=verdict)

    async def _run(self, room: Room, match: Match, command: Command) -> Ran:
        match command.kind:
            case "undo":
                return await self._undo(room, match, command)
            case "show":
                return await self._show(room, match, command)
            case "timeout" | "pass":
                return await self._take_default(room, match, command)
        return await self._answer(room, match, command)

    async def _answer(self, room: Room, match: Match, command: Command) -> Ran:
        seat, decision, answer_value = command.seat, command.decision, command.answer
        cached_script = room.borrow_script(match)
        transition = await self._run_rules(
            room,
            lambda: answer(
                room.game, match, seat, decision, answer_value, cached_script, automatic=False
            ),
        )
        return transition, Entry("answer", seat, decision, answer_value, command.key)

    async def _take_default(self, room: Room, match: Match, command: Command) -> Ran:
        """Answer a decision that is due with its default."""
        kind, seat, decision = command.kind, command.seat, command.decision

        def find() -> object:
            return default_answer_if_due(room, match, kind, decision, self.settings)

        answer_value = await self._run_rules(room, find)
        cached_script = room.borrow_script(match)
        transition = await self._run_rules(
            room,
            lambda: answer(
                room.game, match, seat, decision, answer_value, cached_script, automatic=True
            ),
        )
        entry_kind = "answer" if kind == "pass" else kind
        return transition, Entry(entry_kind, seat, decision, answer_value, command.key)

    async def _show(self, room: Room, match: Match, command: Command) -> Ran:
        """Show a card to other seats; no question is answered."""
        if not room.game.shows:
            raise Problem("forbidden", "This game does not let players show cards.")
        seat, card, to = command.seat, command.answer["card"], command.answer["to"]
        cached_script = room.borrow_script(match)
        transition = await self._run_rules(
            room, lambda: show(room.game, match, seat, card, to, cached_script)
        )
        return transition, Entry("show", seat, "", command.answer, command.key)

    async def _undo(self, room: Room, match: Match, command: Command) -> Ran:
        info, agreed = room.info, command.agreed is not None
        if info.undo == "off":
            raise Problem("undo-off")
        if agreed and command.agreed != match.ply:
            raise StaleDecision("Something has happened since.")
        reach = MAX_AGREED_UNDO if info.undo == "ask" else 0
        past = await load_undo_history(self.database, match, info.id, max(match.undo_depth, reach))
        try:
            transition = await self._run_undo(room, match, past, command, agreed=agreed)
        except UndoRefused as refused:
            if agreed or info.undo != "ask":
                raise
            await self._run_undo(room, match, past, command, agreed=True)
            raise consent_to(refused, info, command.seat) from None
        answer_value = {"agreed": True} if agreed else None
        unsettled = oldest_undone_snapshot(past, transition)
        return transition, Entry(
            "undo", command.seat, command.decision, answer_value, command.key, unsettled
        )

    async def _run_undo(
        self, room: Room, match: Match, past: UndoHistory, command: Command, *, agreed: bool
    ) -> Transition:
        """Undo by the rules; an agreed undo may go back further than `undo_depth`."""
        far = 0 if agreed else len(past.steps) - min(match.undo_depth, len(past.steps))
        earlier_steps, steps = past.steps[:far], past.steps[far:]
        with_history = msgspec.structs.replace(match, past=steps, undo_depth=len(steps))
        seat, decision = command.seat, command.decision
        return await self._run_rules(
            room,
            lambda: undo(
                room.game, with_history, seat, decision, agreed=agreed, earlier_steps=earlier_steps
            ),
        )

    async def _run_rules(self, room: Room, step: Callable[[], T]) -> T:
        started = time.perf_counter()
        try:
            return run_rules(step, self.settings.engine_seconds, match=room.info.id)
        except EngineTimeout:
            await self.parking.park(room)
            raise Problem("engine-timeout", "The match stays as it was.") from None
        finally:
            ENGINE.observe(time.perf_counter() - started)
