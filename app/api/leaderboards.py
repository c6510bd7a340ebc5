"""Leaderboard route, `/leaderboards/{game}`: ratings by game and number of players."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Annotated, Literal

import sqlalchemy as sa
from fastapi import APIRouter, Query
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Account
from app.accounts.schemas import account_view
from app.api.dependencies import (
    CatalogueDep,
    DatabaseDep,
    OptionalCaller,
)
from app.api.parameters import GameId, cursor_parameter, limit_parameter
from app.http.content_encoding import compressed
from app.http.request_bodies import JsonRoute
from app.infra.problems import invalid
from app.ratings.models import RatingRow
from app.ratings.rating import MIN_ESTABLISHED_MATCHES
from app.wire.operations import reads
from app.wire.people import Leaderboard, Standing

router = APIRouter(route_class=JsonRoute, tags=["people"])

DEFAULT_PAGE_SIZE = 50
Players = Annotated[
    int | None,
    Query(
        ge=1,
        le=16,
        description="The number of players at the tables that count; by default the fewest.",
        examples=[2],
    ),
]
Kind = Annotated[
    Literal["person", "bot"] | None,
    Query(description="Rank people alone, or bots alone; by default both.", examples=["bot"]),
]
CURSOR = r"^(?:(-?[0-9]{1,7})\.(a_[0-9a-f]{1,38}))?$"


@router.get("/leaderboards/{game}", operation_id="getLeaderboard", summary="A leaderboard")
@reads("not-found")
@compressed()
async def leaderboard(
    game: GameId,
    _caller: OptionalCaller,
    catalogue: CatalogueDep,
    database: DatabaseDep,
    players: Players = None,
    kind: Kind = None,
    cursor: Annotated[str | None, cursor_parameter(CURSOR)] = None,
    limit: Annotated[int, limit_parameter()] = DEFAULT_PAGE_SIZE,
) -> Leaderboard:
    """People and bots by their rating in matches of `players` players, by default the fewest. With
    a `kind`, ranks count among that kind.
    """
    counts = list(catalogue.game(game).seats)
    number = counts[0] if players is None else players
    if number not in counts:
        raise invalid("This game does not support that number of players.", "query", "players")
    ranked = _ranked(game, number, kind)
    async with database.reading() as session:
        rows = await _page(session, ranked, cursor, limit + 1)
        ranks = await _ranks(session, ranked, [rating for rating, _ in rows[:limit]])
    page = Leaderboard(
        game=game,
        title=catalogue.game(game).title,
        players=number,
        counts=counts,
        items=[
            _standing(rank, rating, account)
            for rank, (rating, account) in zip(ranks, rows, strict=False)
        ],
    )
    if len(rows) > limit:
        last = rows[limit - 1][0]
        page.next = f"{last.rating}.{last.account}"
    return page


async def _page(
    session: AsyncSession, ranked: sa.ColumnElement[bool], cursor: str | None, limit: int
) -> list[tuple[RatingRow, Account]]:
    """Up to `limit` ratings after the cursor, highest first."""
    query = (
        sa.select(RatingRow, Account)
        .join(Account, Account.id == RatingRow.account)
        .where(ranked)
        .order_by(RatingRow.rating.desc(), RatingRow.account)
        .limit(limit)
    )
    if cursor:
        known = re.fullmatch(CURSOR, cursor)
        assert known, "the request was checked"
        query = query.where(_comes_after(int(known[1]), known[2]))
    return [(rating, account) for rating, account in (await session.execute(query)).all()]


def _comes_after(rating: int, account: str) -> sa.ColumnElement[bool]:
    same = sa.and_(RatingRow.rating == rating, RatingRow.account > account)
    return sa.or_(RatingRow.rating < rating, same)


async def _ranks(
    session: AsyncSession, ranked: sa.ColumnElement[bool], rows: list[RatingRow]
) -> list[int]:
    """The rank of each row of a page; equal ratings share a rank."""
    if not rows:
        return []
    query = (
        sa.select(sa.func.count())
        .select_from(RatingRow)
        .join(Account, Account.id == RatingRow.account)
        .where(ranked)
    )
    first = rows[0]
    better = await session.scalar(query.where(RatingRow.rating > first.rating)) or 0
    same = query.where(RatingRow.rating == first.rating, RatingRow.account < first.account)
    before = better + (await session.scalar(same) or 0)
    ranks = [better + 1]
    for number, (above, row) in enumerate(pairwise(rows), before + 2):
        ranks.append(ranks[-1] if row.rating == above.rating else number)
    return ranks


def _standing(rank: int, row: RatingRow, account: Account) -> Standing:
    return Standing(
        rank=rank,
        account=account_view(account),
        rating=row.rating,
        matches=row.matches,
        wins=row.wins,
        provisional=row.matches < MIN_ESTABLISHED_MATCHES,
    )


def _ranked(game: str, players: int, kind: str | None) -> sa.ColumnElement[bool]:
    """Condition for ranked ratings: those of people and bots whose accounts are not closed, or of
    one kind.
    """
    return sa.and_(
        RatingRow.game == game,
        RatingRow.players == players,
        Account.kind == kind if kind else Account.kind != "guest",
        Account.closed_at.is_(None),
    )
