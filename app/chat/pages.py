"""Chat pages: reads a page of the lines that a reader may read.

Every line has an audience: the whole table, the spectators, or the seats of a private channel (one
bit per seat). A page merges the newest lines of each audience that the reader belongs to, by index,
so its cost does not depend on the other audiences.
"""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

from app.matches.entry import bits
from app.matches.models import ChatRow

TABLE = 0
SPECTATORS = -1


class Reader(Struct, frozen=True):
    """A reader of chat."""

    seat: int | None
    since: datetime | None  # when they took the seat
    spectators: bool  # whether they may read the spectators' lines
    hidden_authors: frozenset[str]  # accounts that they have muted or blocked
    until: datetime | None  # table lines from then on are still hidden from them


def channel_of_line(row: ChatRow) -> list[int]:
    """The seats of a private line's channel."""
    own = [] if row.seat is None else [row.seat]
    return sorted({*own, *(row.to or [])})


def audience_of(row: ChatRow) -> int:
    """The audience of a line."""
    if row.channel == "spectators":
        return SPECTATORS
    return TABLE if row.to is None else bits(channel_of_line(row))


async def private_channels(
    session: AsyncSession, match: str, until: datetime | None = None
) -> list[list[int]]:
    """The seats of each private channel of a match, in order of their opening.

    Everyone may know that a channel exists, only its seats may read it.
    """
    opens = sa.or_(ChatRow.opens, ChatRow.audience.is_(None))
    query = sa.select(ChatRow).where(ChatRow.match == match, ChatRow.channel == "table", opens)
    if until is not None:
        query = query.where(ChatRow.at < until)
    rows = (await session.scalars(query.order_by(ChatRow.id))).all()
    private = {tuple(channel_of_line(row)): None for row in rows if row.to is not None}
    return [list(seats) for seats in private]


async def newest_lines(
    session: AsyncSession,
    match: str,
    reader: Reader,
    private: list[list[int]],
    before: int | None,
    limit: int,
) -> list[ChatRow]:
    """Up to `limit` lines before line `before`, newest first. `private` are the channels."""
    before_line = [] if before is None else [ChatRow.id < before]
    ids = _ids(match, reader, private, ChatRow.id.desc(), limit, *before_line)
    query = sa.select(ChatRow).where(ChatRow.id.in_(ids)).order_by(ChatRow.id.desc())
    return list((await session.scalars(query.limit(limit))).all())


async def oldest_lines(
    session: AsyncSession,
    match: str,
    reader: Reader,
    private: list[list[int]],
    after: int,
    limit: int,
) -> list[ChatRow]:
    """Up to `limit` lines after line `after`, oldest first. `private` are the channels."""
    ids = _ids(match, reader, private, ChatRow.id.asc(), limit, ChatRow.id > after)
    query = sa.select(ChatRow).where(ChatRow.id.in_(ids)).order_by(ChatRow.id)
    return list((await session.scalars(query.limit(limit))).all())


def _ids(
    match: str,
    reader: Reader,
    private: list[list[int]],
    order: sa.UnaryExpression[int],
    limit: int,
    *which: sa.ColumnElement[bool],
) -> sa.CompoundSelect[int]:
    """The first of these lines, in this order, of each audience to which the reader belongs."""
    audiences: list[int | None] = [None, TABLE, *([SPECTATORS] if reader.spectators else [])]
    audiences += [bits(seats) for seats in private if reader.seat in seats]
    parts = [_of_audience(match, audience, reader).where(*which) for audience in audiences]
    return sa.union_all(
        *(sa.select(part.order_by(order).limit(limit).subquery().c.id) for part in parts)
    )


def _of_audience(match: str, audience: int | None, reader: Reader) -> sa.Select[int]:
    """The lines of an audience; None selects lines from before audiences were stored."""
    query = sa.select(ChatRow.id).where(ChatRow.match == match, ChatRow.audience == audience)
    if reader.hidden_authors:
        query = query.where(ChatRow.account.not_in(reader.hidden_authors))
    if reader.until is not None:
        query = query.where(sa.or_(ChatRow.channel == "spectators", ChatRow.at < reader.until))
    if audience is not None and audience > TABLE and reader.since is not None:
        query = query.where(ChatRow.at >= reader.since)
    return query
