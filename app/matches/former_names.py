"""Former names: a renamed account keeps its old name while running matches show it.

Otherwise a stranger could take the name, and receive what others mean for its former owner: profile
views, blocks, reports. A match shows the names that seats had when it started, those of former
players, and the authors of its chat. It counts as running until the public may know that it is
over, since freeing a name earlier would reveal the end.
"""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Account, FormerName
from app.accounts.repository import refuse_taken_name
from app.infra.database import insert_or_not
from app.infra.problems import Problem
from app.infra.settings import Settings
from app.infra.wall_clock import now
from app.matches.horizon.spectator_delay import MAX_DELAY, row_is_behind
from app.matches.match_info import OVER
from app.matches.models import ChatRow, MatchRow, OccupantRow, SeatRow

MAX_FORMER_NAMES = 5
"""Former names that one account may have reserved at a time."""


async def rename(
    settings: Settings, session: AsyncSession, account: Account, name: str, *, limited: bool = True
) -> list[str]:
    """Rename a locked account, and reserve its old name; returns the matches for which that is
    reserved. Raises Problem name-taken, or forbidden if it is `limited` and too many names are
    reserved already.
    """
    await refuse_taken_name(settings, session, name, except_account=account.id)
    matches = await reserve_name(session, account, limited=limited)
    account.name = name
    return matches


async def reserve_name(
    session: AsyncSession, account: Account, *, limited: bool = True
) -> list[str]:
    """Reserve the name of a person in each running match that shows it, before a rename; returns
    these matches. Lock the account first. Raises Problem forbidden if it is `limited` and too many
    names are reserved already.
    """
    if account.kind == "guest":
        return []
    matches = [
        row.id for row in await _matches_showing_name(session, account) if still_shows_names(row)
    ]
    if not matches:
        return []
    names = sa.select(sa.func.count(sa.distinct(FormerName.folded)))
    others = FormerName.account == account.id, FormerName.folded != account.folded
    if limited and (await session.scalar(names.where(*others)) or 0) >= MAX_FORMER_NAMES:
        detail = (
            f"Running matches show {MAX_FORMER_NAMES} of your earlier names. Wait for their end."
        )
        raise Problem("forbidden", detail)
    values = {"account": account.id, "folded": account.folded, "skeleton": account.skeleton}
    await insert_or_not(session, FormerName, *({"match": match, **values} for match in matches))
    return matches


def still_shows_names(row: MatchRow) -> bool:
    """Whether the match shows its names as a running one, as far as the public knows."""
    return row.status not in OVER or row_is_behind(row)


async def release_names(session: AsyncSession, matches: Sequence[str]) -> None:
    """Free the names reserved for those of the matches that are over."""
    rows = (await session.scalars(sa.select(MatchRow).where(MatchRow.id.in_(matches)))).all()
    over = [row.id for row in rows if not still_shows_names(row)]
    await session.execute(sa.delete(FormerName).where(FormerName.match.in_(over)))


async def _matches_showing_name(session: AsyncSession, account: Account) -> Sequence[MatchRow]:
    """The matches that show the account's name and may be running."""
    id, name = account.id, account.name
    sits = sa.or_(SeatRow.account == id, SeatRow.invited == id)
    places = sa.union(
        sa.select(SeatRow.match).where(sits, SeatRow.name == name),
        sa.select(OccupantRow.match).where(OccupantRow.account == id, OccupantRow.name == name),
        sa.select(ChatRow.match).where(ChatRow.account == id, ChatRow.name == name),
    )
    may_run = sa.or_(MatchRow.status.not_in(OVER), MatchRow.ended_at > now() - MAX_DELAY)
    return (
        await session.scalars(sa.select(MatchRow).where(MatchRow.id.in_(places), may_run))
    ).all()
