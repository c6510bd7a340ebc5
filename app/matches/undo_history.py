"""Undo history: the steps that undo may go back into, read from the snapshots."""

from __future__ import annotations

import sqlalchemy as sa
from msgspec import Struct

from app.infra.database import Database
from app.matches.entry import decode_step
from app.matches.models import SnapshotRow
from engine.core.match import Match, Transition
from engine.core.step import Step

MAX_AGREED_UNDO = 60
"""How many steps an undo may go back with every player's consent, past draws and reveals."""


class UndoHistory(Struct):
    """Steps, oldest first, and the (ply, number) of the snapshot of each."""

    steps: list[Step]
    snapshot_keys: list[tuple[int, int]]


async def load_undo_history(
    database: Database, match: Match, match_id: str, reach: int
) -> UndoHistory:
    """The last `reach` steps that have ended and have not been undone."""
    if not reach:
        return UndoHistory([], [])
    query = (
        sa.select(SnapshotRow)
        .where(
            SnapshotRow.match == match_id,
            SnapshotRow.undone.is_(None),
            SnapshotRow.ply <= match.ply,
        )
        .order_by(SnapshotRow.ply.desc(), SnapshotRow.number.desc())
        .limit(reach)
    )
    async with database.reading() as session:
        rows = list((await session.scalars(query)).all())[::-1]
    return UndoHistory(
        [decode_step(row.step) for row in rows], [(row.ply, row.number) for row in rows]
    )


def oldest_undone_snapshot(past: UndoHistory, transition: Transition) -> tuple[int, int] | None:
    """The key of the oldest undone snapshot: its step begins where the match now continues. None if
    the undo stayed within the current step.
    """
    checkpoint = (
        transition.ended_steps[0] if transition.ended_steps else transition.match.step
    ).checkpoint
    for step, key in zip(past.steps, past.snapshot_keys, strict=True):
        if step.checkpoint is checkpoint:
            return key
    return None
