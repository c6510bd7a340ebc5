"""Parking: a match whose rules took too long stays at its last good state, and nobody tries on."""

from __future__ import annotations

import sqlalchemy as sa
import structlog

from app.matches.publish import tell_changed
from app.matches.records import MatchRow
from app.matches.room import Room
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
