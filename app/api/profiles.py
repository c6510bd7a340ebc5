"""Profile route, `/accounts/{name}`: public facts about an account."""

from __future__ import annotations

import sqlalchemy as sa
from fastapi import APIRouter
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.caller import Caller
from app.accounts.models import Account
from app.accounts.repository import get_account
from app.accounts.schemas import account_view, iso_time
from app.api.dependencies import (
    CatalogueDep,
    DatabaseDep,
    MatchViewsDep,
    OnlineAccountsDep,
    OptionalCaller,
)
from app.api.parameters import AccountName
from app.friends.doors import closed_to
from app.friends.listing import last_seen_of
from app.games.catalogue import Catalogue
from app.http.content_encoding import compressed
from app.http.request_bodies import JsonRoute
from app.lobby.match_views import MatchViews
from app.lobby.visibility import is_listed, sits_in
from app.matches.models import MatchRow
from app.ratings.models import RatingRow, ResultRow
from app.ratings.rating import MIN_ESTABLISHED_MATCHES
from app.wire import UNSET
from app.wire import people as wire
from app.wire.matches import Match
from app.wire.operations import reads

router = APIRouter(route_class=JsonRoute, tags=["people"])

MAX_RECENT_MATCHES = 10


@router.get("/accounts/{name:path}", operation_id="getProfile", summary="A public profile")
@reads("not-found")
@compressed()
async def profile(
    name: AccountName,
    caller: OptionalCaller,
    database: DatabaseDep,
    catalogue: CatalogueDep,
    match_views: MatchViewsDep,
    online: OnlineAccountsDep,
) -> wire.Profile:
    """Ratings, results and the newest public matches of an account, and whether it is online if the
    caller may know.
    """
    async with database.reading() as session:
        account = await get_account(session, name)
        owner = await session.get(Account, account.owner) if account.owner else None
        profile = wire.Profile(
            account=account_view(account),
            created_at=iso_time(account.created_at),
            ratings=await _ratings(session, catalogue, account.id),
            results=await _results(session, catalogue, account.id),
            matches=await _matches(session, match_views, account.id),
            owner=account_view(owner) if owner and owner.kind != "guest" else UNSET,
        )
        if not await _hides_presence(session, account, caller):
            profile.online = online.is_online(account.id)
            profile.last_seen_at = UNSET if profile.online else last_seen_of(account)
        return profile


async def _hides_presence(session: AsyncSession, account: Account, caller: Caller | None) -> bool:
    visitor = caller.account if caller else None
    is_own = account.id == visitor
    return (
        is_own
        or account.kind == "bot"
        or bool(await closed_to(session, "see_online", visitor, [account.id]))
    )


async def _ratings(session: AsyncSession, catalogue: Catalogue, account: str) -> list[wire.Rating]:
    query = sa.select(RatingRow).where(RatingRow.account == account)
    rows = await session.scalars(query.order_by(RatingRow.game, RatingRow.players))
    return [
        wire.Rating(
            game=row.game,
            title=catalogue.games[row.game].title,
            players=row.players,
            rating=row.rating,
            matches=row.matches,
            wins=row.wins,
            provisional=row.matches < MIN_ESTABLISHED_MATCHES,
        )
        for row in rows
        if row.game in catalogue.games
    ]


async def _results(session: AsyncSession, catalogue: Catalogue, account: str) -> list[wire.Result]:
    won = sa.func.sum(sa.case((ResultRow.won, 1), else_=0))
    query = (
        sa.select(ResultRow.game, sa.func.count(), won)
        .where(ResultRow.account == account)
        .group_by(ResultRow.game)
        .order_by(ResultRow.game)
    )
    return [
        wire.Result(game=game, title=catalogue.games[game].title, played=played, won=int(won))
        for game, played, won in (await session.execute(query)).all()
        if game in catalogue.games
    ]


async def _matches(session: AsyncSession, match_views: MatchViews, account: str) -> list[Match]:
    """The newest public matches in which the account sits, as an anonymous visitor sees them."""
    query = (
        sa.select(MatchRow)
        .where(sits_in(account, None), is_listed(None), MatchRow.visibility == "public")
        .order_by(MatchRow.created_at.desc(), MatchRow.id.desc())
        .limit(MAX_RECENT_MATCHES)
    )
    rows = (await session.scalars(query)).all()
    return await match_views.of(session, rows, None)
