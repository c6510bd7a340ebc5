"""Parking: a match whose rules took too long stays at its last good state, and nobody tries on.

The operator lets it go on, when the rules have been mended or the machine is less busy.
"""

from __future__ import annotations

import sqlalchemy as sa
import structlog

from app.database import now
from app.matches.projection import waiting
from app.matches.publish import tell_changed
from app.matches.records import MatchRow
from app.matches.room import Room
from app.problems import Problem
from app.services import Services

log = structlog.get_logger("conclave.park")


async def park(services: Services, room: Room) -> None:
    """Pause the match and tell everybody."""
    log.error("match parked", match=room.facts.id, game=room.game.id, ply=room.ply)
    query = (
        sa.update(MatchRow)
        .where(MatchRow.id == room.facts.id, MatchRow.status == "playing")
        .values(status="paused", due=None, edition=MatchRow.edition + 1)
    )
    async with services.database.writing() as session:
        await session.execute(query)
    await services.rooms.refresh(room)
    tell_changed(services, room)


async def resume(services: Services, match: str) -> None:
    """Let a parked match go on from where it stands. Raises Problem."""
    room = await services.rooms.fresh(match)
    seats = [room.facts.seats[one["seat"]] for one in waiting(room.playing)]
    query = (
        sa.update(MatchRow)
        .where(MatchRow.id == match, MatchRow.status == "paused")
        .values(
            status="playing",
            due=now() if any(seat.bot for seat in seats) else None,
            edition=MatchRow.edition + 1,
        )
        .returning(MatchRow.id)
    )
    async with services.database.writing() as session:
        if not (await session.execute(query)).all():
            raise Problem("forbidden", "This match is not parked.")
    log.info("match resumed", match=match, ply=room.ply)
    await services.play.changed(match)
