"""Match views: matches as a caller may see them, delayed ones only up to their public horizon."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.games.catalogue import Catalogue
from app.lobby.schemas import match_view
from app.lobby.visibility import hidden_origins
from app.matches.models import MatchRow, SeatRow
from app.matches.public_horizon import Late, late_rows
from app.ratings.models import ResultRow


class Seen(NamedTuple):
    """A match as a caller may see it: its JSON view, and the delay, if any."""

    row: MatchRow
    shown: dict[str, Any]
    late: Late | None


class MatchViews:
    """Views of matches by their rows; `address` is the public URL of the site."""

    def __init__(self, catalogue: Catalogue, address: str) -> None:
        self.catalogue = catalogue
        self.address = address

    async def of(
        self, session: AsyncSession, rows: Sequence[MatchRow], caller: str | None
    ) -> list[dict[str, Any]]:
        """The views of these matches, except those of games that are no longer installed."""
        return [one.shown for one in await self.seen(session, rows, caller)]

    async def seen(
        self, session: AsyncSession, rows: Sequence[MatchRow], caller: str | None
    ) -> list[Seen]:
        """The same with rows, and how late the caller sees each match."""
        games, address = self.catalogue.games, self.address
        here = [row for row in rows if row.game in games]
        seats = await seats_by_match(session, [row.id for row in here])
        after = await _ratings_after(session, [row.id for row in here if row.rated])
        lates = await late_rows(session, here, seats, caller)
        hidden = await hidden_origins(session, here, caller)
        found = []
        for row in here:
            late, title = lates.get(row.id), games[row.game].title
            shown = match_view(row, seats[row.id], title, caller, address, late)
            if row.id in hidden:
                del shown["origin"]
            for seat in shown["seats"] if late is None else ():
                if rating := after.get((row.id, seat.get("account", ""))):
                    seat["rating_after"] = rating
            found.append(Seen(row, shown, late))
        return found


async def _ratings_after(session: AsyncSession, matches: list[str]) -> dict[tuple[str, str], int]:
    """The ratings after matches, by match and account."""
    query = sa.select(ResultRow).where(ResultRow.match.in_(matches), ResultRow.after.is_not(None))
    rows = (await session.scalars(query)).all() if matches else ()
    return {(row.match, row.account): row.after for row in rows if row.after is not None}


async def seats_by_match(session: AsyncSession, matches: list[str]) -> dict[str, list[SeatRow]]:
    """The seats of each match, in order."""
    query = sa.select(SeatRow).where(SeatRow.match.in_(matches)).order_by(SeatRow.seat)
    found: dict[str, list[SeatRow]] = {match: [] for match in matches}
    for seat in (await session.scalars(query)).all():
        found[seat.match].append(seat)
    return found
