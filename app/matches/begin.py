"""The start of a match: seed, first state, entry 0."""

from __future__ import annotations

import secrets
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from app.database import now
from app.matches.change import bits, encode_step, encode_telling, put_past_away, waited_for
from app.matches.due import due_at
from app.matches.records import EntryRow, MatchRow, SeatRow, SnapshotRow
from app.matches.watchdog import EngineTimeout, watched
from app.metrics import ENGINE_TIMEOUTS
from app.problems import Problem
from app.services import Services
from engine.core.chance import SEED_BYTES, commitment
from engine.core.errors import StepTooLong
from engine.core.game import Game
from engine.core.match import Taken, new_match


def begin(services: Services, session: AsyncSession, row: MatchRow, seats: list[SeatRow]) -> None:
    """Start a match whose row is held and whose seats are taken."""
    game = services.shelf.games[row.game]
    taken = _begun(services, game, row.options, len(seats))
    moment = now()
    row.status = "playing"
    row.seed_hash = commitment(taken.match.seed)
    row.state = put_past_away(taken)
    row.ply = 0
    row.changed_at = moment
    waiting = waited_for(taken)
    row.waiting = bits(waiting)
    row.due = due_at(services.settings, [seat.bot is not None for seat in seats], waiting)
    session.add(_entry(row, taken))
    for number, step in enumerate(taken.settled):
        session.add(SnapshotRow(match=row.id, ply=0, number=number, step=encode_step(step)))


def _begun(services: Services, game: Game[Any, Any], options: dict[str, Any], seats: int) -> Taken:
    try:
        with watched(services.settings.engine_seconds):
            return new_match(game, options, seats, secrets.token_bytes(SEED_BYTES))
    except (EngineTimeout, StepTooLong):
        ENGINE_TIMEOUTS.inc()
        raise Problem("engine-timeout", "This game could not be set up.") from None


def _entry(row: MatchRow, taken: Taken) -> EntryRow:
    told = encode_telling([0] * (taken.match.seats + 1), taken.events)
    return EntryRow(match=row.id, ply=0, kind="start", told=told, receipt=0, at=row.changed_at)
