"""Friend views: an account's friends, and the tables at which it may see them.

A table is shown if its spectators see it live and the account finds it in the lobby: never one
whose spectators are delayed, a private one or a lesson.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from app.friends.listing import friends_in_list, requests_by, requests_to
from app.friends.online import OnlineAccounts
from app.games.catalogue import Catalogue
from app.infra.database import Database
from app.lobby.visibility import IS_NOT_LESSON, is_late, is_listed
from app.matches.hooks import Committed, MatchChanged
from app.matches.match_info import MatchInfo, is_practice
from app.matches.models import MatchRow, SeatRow
from app.wire.friends import Friend, Friends, FriendTable

STATUSES = ("playing", "paused", "open")
"""Of tables that are shown, the first that a friend has."""


class FriendViews:
    """Reads the friends of an account as it may see them."""

    def __init__(self, database: Database, catalogue: Catalogue, online: OnlineAccounts) -> None:
        self.database = database
        self.catalogue = catalogue
        self.online = online

    async def of(self, account: str) -> Friends:
        """The list of friends, and requests to and by the account."""
        async with self.database.reading() as session:
            friends = await friends_in_list(session, self.online, account)
            await self._seat(session, account, friends)
            return Friends(
                items=friends,
                incoming=await requests_to(session, account),
                outgoing=await requests_by(session, account),
            )

    async def one(self, account: str, friend: str) -> Friend | None:
        """One friend; None for any other account."""
        async with self.database.reading() as session:
            friends = await friends_in_list(session, self.online, account, only=friend)
            await self._seat(session, account, friends)
        return next(iter(friends), None)

    async def _seat(self, session: AsyncSession, account: str, friends: list[Friend]) -> None:
        """Note the tables of friends who are online."""
        by_id = {friend.account.id: friend for friend in friends if friend.online is True}
        if not by_id:
            return
        seat = aliased(SeatRow)
        query = (
            sa.select(seat.account, MatchRow.id, MatchRow.game, MatchRow.status)
            .join(MatchRow, MatchRow.id == seat.match)
            .where(
                seat.account.in_(by_id),
                MatchRow.status.in_(STATUSES),
                MatchRow.visibility == "public",
                MatchRow.spectators == "live",
                IS_NOT_LESSON,
                is_listed(account),
                sa.not_(is_late(account)),
            )
            .order_by(MatchRow.created_at, MatchRow.id)
        )
        rows = [row for row in await session.execute(query) if row.game in self.catalogue.games]
        for row in sorted(rows, key=lambda row: STATUSES.index(row.status), reverse=True):
            title = self.catalogue.games[row.game].title
            by_id[row.account].table = FriendTable(match=row.id, title=title, status=row.status)

    def committed(self, event: Committed) -> None:
        """A match ended: the friends of its players are told."""
        if event.match.over:
            self._tell(event.info, [])

    def changed(self, event: MatchChanged) -> None:
        """The seats or the status of a match may have changed: the friends are told."""
        self._tell(event.room.info, list(event.left))

    def _tell(self, info: MatchInfo, left: list[str]) -> None:
        is_shown = info.visibility == "public" and info.spectators == "live"
        if not is_shown or is_practice(info.seats):
            return
        for account in {*left, *(seat.account for seat in info.seats if seat.account)}:
            self.online.tell_soon(account)
