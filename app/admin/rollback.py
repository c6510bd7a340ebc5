"""Rollback: an operator returns a match to an earlier ply, as a repair.

It is an undo as if all players had agreed: no committed entry is lost, chance is drawn afresh, and
replay and verification handle it. Cards that players showed each other stay known.
"""

from __future__ import annotations

from functools import partial

import msgspec
import sqlalchemy as sa

from app.clocks.timekeeping import pause_clocks, resume_clocks
from app.games.run_rules import run_rules
from app.infra.database import Database
from app.infra.problems import Problem, not_found
from app.infra.settings import PlaySettings
from app.matches.changes import MatchChanges
from app.matches.entry import EntryWrite, bits, waited_for
from app.matches.entry_builder import Entry, EntryBuilder
from app.matches.locked import LockedMatch, MatchLocks
from app.matches.models import EntryRow, SnapshotRow
from app.matches.room import Room
from app.matches.undo_history import UndoHistory, load_undo_history, oldest_undone_snapshot
from engine.core.errors import EngineError
from engine.core.match import Match, Transition
from engine.core.undo import undo

ALL_STEPS = 1_000_000
MAX_UNDOS = 20
"""Undos per rollback: answers of several seats to one simultaneous question go one by one."""


class Rollback:
    """Rolls matches back."""

    def __init__(
        self,
        database: Database,
        locks: MatchLocks,
        entries: EntryBuilder,
        changes: MatchChanges,
        settings: PlaySettings,
    ) -> None:
        self.database = database
        self.locks = locks
        self.entries = entries
        self.changes = changes
        self.settings = settings

    async def roll_back(self, match: str, ply: int) -> int:
        """Return a match to its state after the entry `ply`; returns its ply afterwards.

        A paused match stays paused. Raises Problem.
        """
        for _ in range(MAX_UNDOS):
            async with self.locks.lock(match) as locked:
                locked.require_begun()
                entry = await self._first_effective(locked, ply)
                if entry is None:
                    break
                await self._take_back(locked, entry)
                locked.due_now = locked.row.status == "playing"
        await self.changes.announce(match)
        return locked.row.ply

    async def _first_effective(self, locked: LockedMatch, ply: int) -> EntryRow | None:
        """The first answer after that entry that has not been undone."""
        match = _playing(locked)
        if not 0 <= ply <= match.ply:
            raise not_found("entry")
        past = await self._past(locked)
        effective_answers = {
            (answer.seat, answer.decision)
            for step in (*past.steps, match.step)
            for answer in step.answers
        }
        query = (
            sa.select(EntryRow)
            .where(
                EntryRow.match == locked.row.id,
                EntryRow.ply > ply,
                EntryRow.kind.not_in(("undo", "show")),
            )
            .order_by(EntryRow.ply)
        )
        for entry in await locked.session.scalars(query):
            if (entry.seat, entry.decision) in effective_answers:
                return entry
        return None

    async def _take_back(self, locked: LockedMatch, entry: EntryRow) -> None:
        match, past = _playing(locked), await self._past(locked)
        whole = msgspec.structs.replace(match, past=list(past.steps), undo_depth=len(past.steps))
        game = locked.catalogue.games[locked.row.game]
        seat, decision = entry.seat, entry.decision
        assert seat is not None
        assert decision is not None
        try:
            step = partial(undo, game, whole, seat, decision, agreed=True)
            transition = run_rules(step, self.settings.engine_seconds, match=locked.row.id)
        except EngineError as error:
            raise Problem("undo-sealed", f"The rules can't go back there: {error}") from None
        room = Room(game, locked.info, match, locked.service_clock)
        place = oldest_undone_snapshot(past, transition)
        undone = Entry("undo", seat, decision, {"agreed": True}, unsettled=place)
        change = self.entries.describe(room, match, transition, undone)
        await _write(locked, change, transition)

    async def _past(self, locked: LockedMatch) -> UndoHistory:
        return await load_undo_history(self.database, _playing(locked), locked.row.id, ALL_STEPS)


def _playing(locked: LockedMatch) -> Match:
    assert locked.match is not None
    return locked.match


async def _write(locked: LockedMatch, change: EntryWrite, transition: Transition) -> None:
    row, session = locked.row, locked.session
    row.ply, row.state, locked.match = change.ply, change.state, transition.match
    locked.waiting = waited_for(transition.match)
    row.waiting = bits(locked.waiting)
    if locked.times and change.times:
        locked.times.only, locked.times.passing = change.times.only, change.times.passing
    if locked.times and locked.clock.runs and row.status == "playing":
        pause_clocks(locked.times, locked.moment)
        resume_clocks(locked.clock, locked.times, locked.info.timed, locked.waiting, locked.moment)
    session.add(
        EntryRow(
            match=row.id,
            ply=change.ply,
            kind=change.kind,
            seat=change.seat,
            decision=change.decision,
            answer=change.answer,
            told=change.told,
            receipt=change.receipt,
            at=change.at,
        )
    )
    if change.unsettled:
        place = sa.tuple_(SnapshotRow.ply, SnapshotRow.number)
        later = place >= sa.tuple_(*map(sa.literal, change.unsettled))
        query = sa.update(SnapshotRow).where(
            SnapshotRow.match == row.id, SnapshotRow.undone.is_(None), later
        )
        await session.execute(query.values(undone=change.ply))
    for number, step in enumerate(change.snapshots):
        session.add(SnapshotRow(match=row.id, ply=change.ply, number=number, step=step))
