"""Waits: what a match asks of the caller, since when, and until when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.clocks.kinds import clock_of
from app.clocks.service_time import ServiceClock
from app.clocks.state import read_state
from app.matches.automation.deadlines import datetime_of_ms, deadline
from app.matches.match_info import RUNNING
from app.matches.models import MatchRow, OfferRow, SeatRow
from app.matches.offer_reads import OPEN, offer_of
from app.wire import UNSET
from app.wire import matches as wire


async def matches_asking(
    session: AsyncSession,
    rows: Sequence[MatchRow],
    seats: Mapping[str, Sequence[SeatRow]],
    caller: str | None,
) -> set[str]:
    """The matches with an offer that needs the caller's consent."""
    plies = {row.id: row.ply for row in rows if row.status in RUNNING}
    own = {
        id: {seat.seat for seat in seats[id] if caller and seat.account == caller} for id in plies
    }
    sits_in = [id for id, numbers in own.items() if numbers]
    if not sits_in:
        return set()
    query = sa.select(OfferRow).where(OfferRow.match.in_(sits_in), OfferRow.status == OPEN)
    asking = set()
    for row in (await session.scalars(query)).all():
        offer = offer_of(row)
        is_current = offer.kind != "undo" or offer.ply == plies[row.match]
        if is_current and own[row.match] & {*offer.asked} - {*offer.answers}:
            asking.add(row.match)
    return asking


def show_wait(
    view: wire.Match, row: MatchRow, service_clock: ServiceClock, *, is_asking: bool
) -> None:
    """Say whether the match waits for the caller's consent, since when it waits for the caller at
    all, and when the caller's time is up.
    """
    view.your_consent = is_asking or UNSET
    if not (is_asking or view.your_turn is True):
        return
    view.waiting_since = row.changed_at.isoformat()
    times = read_state(row.times)
    own = [seat.seat for seat in view.seats if seat.you is True]
    until = [times.until[seat] for seat in own if seat in times.until] if times else []
    if until and row.status == "playing":
        at = deadline(clock_of(row.clock), service_clock, min(until))
        view.deadline = datetime_of_ms(at).isoformat()
