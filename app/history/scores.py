"""Scores: the totals of all seats at the end of each round of a match that is over."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from operator import attrgetter, itemgetter
from typing import Any

import sqlalchemy as sa

from app.games.run_rules import RulesFailed, run_rules
from app.games.time_limit import EngineTimeout
from app.infra.database import Database
from app.infra.problems import Problem
from app.infra.settings import PlaySettings
from app.matches.entry import decode_step
from app.matches.models import SnapshotRow
from app.matches.room import Room
from app.wire.play import RoundScores, Scores
from engine.core.errors import EngineError
from engine.core.game import Game
from engine.core.match import Match
from engine.core.step import Step, decode_table

BATCH_SIZE = 16
"""Tables that are decoded before others get their turn: about 2 ms."""


class ScoreHistory:
    """Reads scores from the stored snapshots."""

    def __init__(self, database: Database, settings: PlaySettings) -> None:
        self.database = database
        self.settings = settings

    async def of(self, room: Room) -> Scores:
        """The scores by round; empty for games without scores. A round that was undone counts as
        it was played the last time. Raises Problem match-not-started or unavailable.
        """
        match, rounds = room.started_match, Rounds(room.game, room.started_match)
        rows = await self._read_steps(room.info.id)
        try:
            for first in range(0, len(rows), BATCH_SIZE):
                batch = rows[first : first + BATCH_SIZE]
                run_rules(partial(rounds.add, batch), self.settings.engine_seconds)
                await asyncio.sleep(0)
        except (EngineError, EngineTimeout, RulesFailed):
            raise Problem("unavailable", "The rules can no longer show that match.") from None
        return rounds.finish(_sheet(room), match.ply)

    async def _read_steps(self, match: str) -> list[tuple[int, bytes]]:
        """The steps that were not undone, each with the ply at which it ended."""
        query = (
            sa.select(SnapshotRow.ply, SnapshotRow.step)
            .where(SnapshotRow.match == match, SnapshotRow.undone.is_(None))
            .order_by(SnapshotRow.ply, SnapshotRow.number)
        )
        async with self.database.reading() as session:
            return [(ply, step) for ply, step in await session.execute(query)]


class Rounds:
    """Collects the totals at the ends of rounds."""

    def __init__(self, game: Game[Any, Any], match: Match) -> None:
        self.game = game
        self.match = match
        self.rounds: list[RoundScores] = []
        self._round = 0
        self._ply = 0
        self._latest: list[int] = []

    def add(self, rows: Sequence[tuple[int, bytes]]) -> None:
        """Add the next steps."""
        for ply, stored in rows:
            self._begin(decode_step(stored))
            self._ply = ply

    def _begin(self, step: Step) -> None:
        """Begin a step. If its table is in another round, the round before has ended."""
        table = decode_table(self.game, step.checkpoint, step.rules or self.match.rules)
        round = self.game.turn(table).round
        totals = [
            score.total for score in sorted(self.game.score_sheet(table), key=attrgetter("seat"))
        ]
        if round != self._round and totals:
            self.rounds.append(RoundScores(round=self._round, ply=self._ply, totals=totals))
        self._round, self._latest = round, totals

    def finish(self, final: list[int], last: int) -> Scores:
        """All rounds; the totals of the last one are those of the final sheet, if there is one."""
        if not self.match.over:
            self._begin(self.match.step)
        if totals := final or self._latest:
            self.rounds.append(RoundScores(round=self._round, ply=last, totals=totals))
        return Scores(rounds=self.rounds)


def _sheet(room: Room) -> list[int]:
    """The final totals by seat; none if the match ended without a sheet."""
    sheet = (room.info.outcome or {}).get("sheet", [])
    return [score["total"] for score in sorted(sheet, key=itemgetter("seat"))]
