"""Visibility: which matches a caller finds by status or account, up to the public horizon.

The rules of `app.matches.horizon.public_horizon` as SQL conditions, so filters, counts and pages
reveal nothing to an outsider that the matches themselves do not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import aliased
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

from app.matches.horizon.public_horizon import delay_in
from app.matches.horizon.spectator_delay import MAX_DELAY, public_at, public_now
from app.matches.match_info import OVER, RUNNING
from app.matches.models import MatchRow, PublicVersionRow, SeatRow, hosted_by
from app.matches.public_versions import DELAYED, Delay, mention
from engine.bots.tutor import PREFIX

Condition = sa.ColumnElement[bool]
Matches = type[MatchRow]
"""The matches table, or an alias of it."""
IS_NOT_LESSON = ~(
    sa.select(SeatRow.match)
    .where(SeatRow.match == MatchRow.id, SeatRow.bot.startswith(PREFIX))
    .exists()
)
"""Attempts at lessons are in no list."""


class _Epoch(FunctionElement[float]):
    """A time as seconds since 1970."""

    inherit_cache = True
    type = sa.Double()


@compiles(_Epoch)
def _in_postgresql(epoch: _Epoch, compiler: SQLCompiler, **given: Any) -> str:
    return f"extract(epoch from {compiler.process(epoch.clauses, **given)})"


@compiles(_Epoch, "sqlite")
def _in_sqlite(epoch: _Epoch, compiler: SQLCompiler, **given: Any) -> str:
    return f"((julianday({compiler.process(epoch.clauses, **given)}) - 2440587.5) * 86400)"


def _now(value: Callable[[], Any], kind: Any) -> sa.BindParameter[Any]:
    """A time, evaluated whenever the condition is executed."""
    return sa.bindparam("moment", type_=kind, callable_=value, unique=True)


def _behind(match: Matches) -> Condition:
    """Delayed matches with hidden entries. Adds 1 ms, since SQLite has millisecond precision."""
    minutes = delay_in("minutes", match)
    public = _Epoch(match.ended_at) + 60 * minutes + 0.001
    recent = match.ended_at > _now(lambda: public_now() - MAX_DELAY, MatchRow.ended_at.type)
    ends_late = sa.and_(
        match.status.in_(OVER),
        minutes > 0,
        public > _now(lambda: public_now().timestamp(), sa.Double()),
    )
    return sa.and_(
        match.spectators == DELAYED,
        match.seed_hash.is_not(None),
        sa.or_(match.ended_at.is_(None), recent),
        sa.or_(match.status.in_(RUNNING), ends_late),
    )


def _public_column(column: Any) -> Any:
    """A column of the newest public version of a match that outsiders may read."""
    return (
        sa.select(column)
        .where(
            PublicVersionRow.match == MatchRow.id,
            PublicVersionRow.seen_ply <= MatchRow.ply,
            PublicVersionRow.seen_at <= _now(public_now, PublicVersionRow.seen_at.type),
        )
        .order_by(PublicVersionRow.edition.desc())
        .limit(1)
        .correlate(MatchRow)
        .scalar_subquery()
    )


def _next_change_at() -> Any:
    """When the next public version of a match becomes readable without a further change."""
    return (
        sa.select(sa.func.min(PublicVersionRow.seen_at))
        .where(
            PublicVersionRow.match == MatchRow.id,
            PublicVersionRow.seen_ply <= MatchRow.ply,
            PublicVersionRow.seen_at > _now(public_now, PublicVersionRow.seen_at.type),
        )
        .correlate(MatchRow)
        .scalar_subquery()
    )


_ORIGIN = aliased(MatchRow)
_REMATCH_OF: sa.ColumnElement[str] = MatchRow.origin["rematch"].as_string()
_BEHIND = _behind(MatchRow)
_ORIGIN_BEHIND = _behind(_ORIGIN)
_STATUS = sa.func.coalesce(_public_column(PublicVersionRow.status), "playing")
_ACCOUNTS = _public_column(PublicVersionRow.accounts)
_EDITION = sa.func.coalesce(_public_column(PublicVersionRow.edition), 0)
_NEXT_CHANGE_AT = _next_change_at()
"""Built once: building such a condition takes as long as executing it."""


class Sighting(Struct, frozen=True):
    """A delayed match as the public sees it."""

    id: str
    edition: int  # of the newest readable public version
    # when the next one, or the end, becomes public without a change
    next_change_at: datetime | None


async def sightings(session: AsyncSession) -> list[Sighting]:
    """All delayed public matches as the public sees them, without a limit."""
    query = sa.select(
        MatchRow.id, _EDITION, _NEXT_CHANGE_AT, MatchRow.ended_at, MatchRow.spectator_delay
    )
    query = query.where(MatchRow.visibility == "public", is_listed(None), _BEHIND)
    delayed = []
    for id, edition, next_change_at, ended_at, delay in await session.execute(query):
        ends = [public_at(Delay(**delay), ended_at)] if ended_at else []
        delayed.append(
            Sighting(id, edition, min([*ends, *filter(None, [next_change_at])], default=None))
        )
    return delayed


def is_late(caller: str | None) -> Condition:
    """Matches that the caller sees late."""
    return sa.and_(_BEHIND, MatchRow.id.not_in(matches_with_seat_of(caller))) if caller else _BEHIND


def matches_with_seat_of(account: str) -> sa.Select[str]:
    """The matches in which an account has a seat now."""
    return sa.select(SeatRow.match).where(SeatRow.account == account)


def status_is(status: str, caller: str | None) -> Condition:
    """Matches with this status as the caller sees it."""
    if status == "open":
        return MatchRow.status == status
    at_once = sa.and_(MatchRow.status == status, sa.not_(is_late(caller)))
    if status in OVER:
        return at_once
    status_seen: sa.ColumnElement[str] = _STATUS
    return sa.or_(at_once, sa.and_(is_late(caller), status_seen == status))


def sits_in(account: str, caller: str | None) -> Condition:
    """Matches in which the account has a seat as the caller sees it."""
    sits = MatchRow.id.in_(matches_with_seat_of(account))
    if account == caller:
        return sits
    row_mentions = _ACCOUNTS.contains(mention(account), autoescape=True)
    seats = sa.case((_ACCOUNTS.is_(None), sits), else_=row_mentions)
    late = is_late(caller)
    return sa.or_(sa.and_(sits, sa.not_(late)), sa.and_(late, seats))


def is_listed(caller: str | None) -> Condition:
    """Matches that the caller may know of. Not the rematch of a match that they see late: it would
    reveal that the match is over.
    """
    follows = sa.not_(_follows(caller))
    return sa.or_(follows, MatchRow.id.in_(matches_with_seat_of(caller))) if caller else follows


def may_be_announced_to(account: str) -> Condition:
    """Matches that may be announced to an invited account: a seat in a rematch, reserved because
    the account sat in the match, stays hidden from it until the end of that match is public.
    """
    version_mentions = PublicVersionRow.accounts.contains(mention(account), autoescape=True)
    sat = sa.select(PublicVersionRow.match).where(
        PublicVersionRow.match == _REMATCH_OF, version_mentions
    )
    return sa.not_(sa.and_(_follows(account), sat.exists()))


async def hidden_origins(
    session: AsyncSession, rows: Sequence[MatchRow], caller: str | None
) -> set[str]:
    """The ids of matches that follow one whose end the caller may not know yet."""
    origins = {row.id: _origin_of(row) for row in rows if row.origin}
    if not origins:
        return set()
    late = sa.select(MatchRow.id).where(MatchRow.id.in_(set(origins.values())), is_late(caller))
    hidden = set((await session.scalars(late)).all())
    return {id for id, origin in origins.items() if origin in hidden}


def _origin_of(row: MatchRow) -> str:
    origin = row.origin or {}
    return str(origin.get("rematch") or origin.get("fork") or origin.get("deal") or "")


def _follows(caller: str | None) -> Condition:
    """Rematches of matches that the caller sees late."""
    late = sa.select(_ORIGIN.id).where(_ORIGIN.id == _REMATCH_OF, _ORIGIN_BEHIND)
    if caller:
        late = late.where(_ORIGIN.id.not_in(matches_with_seat_of(caller)))
    return late.correlate(MatchRow).exists()


def is_barred(blocked: set[str], caller: str) -> Condition:
    """Open tables at which the caller can take no seat, since an account that has a block with
    them sits there or hosts; never one at which the caller sits.
    """
    sits = MatchRow.id.in_(matches_with_seat_of(caller))
    has_blocked_seat = MatchRow.id.in_(sa.select(SeatRow.match).where(SeatRow.account.in_(blocked)))
    return sa.and_(
        MatchRow.status == "open", sa.or_(has_blocked_seat, hosted_by(blocked)), sa.not_(sits)
    )
