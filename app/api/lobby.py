"""Lobby routes, `/matches`: lists of matches, and matches before they start."""

from __future__ import annotations

import base64
import binascii
from datetime import datetime
from typing import Annotated

import sqlalchemy as sa
from fastapi import APIRouter, Query, Request, Response

from app.accounts.blocks import blocked_with
from app.accounts.names import Reason
from app.api.dependencies import (
    Creator,
    DatabaseDep,
    LimitsDep,
    LobbyDep,
    MatchViewsDep,
    OpenTablesDep,
    OptionalCaller,
    Player,
)
from app.api.idempotent import IdempotentDep
from app.api.parameters import (
    InviteCode,
    MatchId,
    SeatNumber,
    cursor_parameter,
    limit_parameter,
)
from app.http.content_encoding import compressed
from app.http.entity_tags import tagged
from app.http.request_bodies import JsonRoute
from app.idempotency.service import StoreReply
from app.infra.problems import Problem, invalid
from app.infra.wall_clock import now
from app.lobby.schemas import JoinRequest, NewMatch, SeatChange, count_invited
from app.lobby.visibility import (
    IS_NOT_LESSON,
    is_barred,
    is_listed,
    may_be_announced_to,
    sits_in,
    status_is,
)
from app.matches.models import MatchRow, SeatRow
from app.wire import UNSET, given
from app.wire import matches as wire
from app.wire.literals import DeclineReason, MatchStatus
from app.wire.matches import Match
from app.wire.operations import (
    NEW_MATCH_PROBLEMS,
    QUOTA_PROBLEMS,
    SEAT_PROBLEMS,
    START_PROBLEMS,
    changes,
    creates,
    reads,
)

router = APIRouter(route_class=JsonRoute, tags=["lobby"])

DEFAULT_PAGE_SIZE = 50

StatusFilter = Annotated[
    MatchStatus | None, Query(description="Only matches of this status.", examples=["open"])
]
GameFilter = Annotated[
    str | None,
    Query(
        pattern=r"^[a-z0-9_]{1,64}$",
        description="Only matches of the game of this id.",
        examples=["res_arcana"],
    ),
]
AccountFilter = Annotated[
    str | None,
    Query(
        pattern=r"^[A-Za-z0-9_]{1,40}$",
        description="Only matches of the account of this id; `me` for the caller's own.",
        examples=["me"],
    ),
]


@router.post(
    "/matches",
    status_code=201,
    operation_id="createMatch",
    summary="Create a match",
)
@creates(*NEW_MATCH_PROBLEMS, reply=Match)
async def create(
    body: NewMatch,
    caller: Creator,
    idempotent: IdempotentDep,
    lobby: LobbyDep,
    limits: LimitsDep,
) -> wire.Match | Response:
    """Create a match; unless `autostart` is off it starts when every seat is taken."""

    async def make(store_reply: StoreReply) -> wire.Match:
        await limits.invitations(caller.account, count_invited(body.seats))
        return await lobby.create(body, caller, store_reply)

    return await idempotent(make, idempotent.set_location)


@router.get("/matches", operation_id="listMatches", summary="List matches")
@reads(cached=True)
@compressed(for_strangers=True)
@tagged
async def matches(
    caller: OptionalCaller,
    database: DatabaseDep,
    match_views: MatchViewsDep,
    status: StatusFilter = None,
    game: GameFilter = None,
    account: AccountFilter = None,
    cursor: Annotated[str | None, cursor_parameter("^[A-Za-z0-9_=-]*$", 200)] = None,
    limit: Annotated[int, limit_parameter()] = DEFAULT_PAGE_SIZE,
) -> wire.Matches:
    """Public matches, newest first; with `account=me` the caller's own, private ones too. Open
    tables at which a block keeps the caller from sitting down are left out.
    """
    own = caller.account if caller else None
    if account == "me":
        if own is None:
            raise Problem("unauthenticated")
        account = own
    query = sa.select(MatchRow).order_by(MatchRow.created_at.desc(), MatchRow.id.desc())
    for condition in _conditions(game, account, own):
        query = query.where(condition)
    if cursor:
        at, id = _read_cursor(cursor)
        query = query.where(sa.tuple_(MatchRow.created_at, MatchRow.id) < sa.tuple_(at, id))
    if status:
        query = query.where(status_is(status, own))
    async with database.reading() as session:
        if own and (blocked := await blocked_with(session, own)):
            query = query.where(sa.not_(is_barred(blocked, own)))
        rows = list((await session.scalars(query.limit(limit + 1))).all())
        items = await match_views.of(session, rows[:limit], own)
    more = _write_cursor(rows[limit - 1]) if len(rows) > limit else UNSET
    return wire.Matches(items=items, next=more)


def _conditions(
    game: str | None, account: str | None, own: str | None
) -> list[sa.ColumnElement[bool]]:
    conditions: list[sa.ColumnElement[bool]] = []
    if game:
        conditions.append(MatchRow.game == game)
    if account:
        account_matches = [
            sits_in(account, own),
            MatchRow.creator == account,
            MatchRow.host == account,
        ]
        if account == own:
            conditions.append(IS_NOT_LESSON)
            reserved = sa.select(SeatRow.match).where(SeatRow.invited == account)
            account_matches.append(sa.and_(MatchRow.id.in_(reserved), may_be_announced_to(account)))
        conditions.append(sa.or_(*account_matches))
    if account is None or account != own:
        conditions += [MatchRow.visibility == "public", is_listed(own)]
    return conditions


def _write_cursor(row: MatchRow) -> str:
    return base64.urlsafe_b64encode(f"{row.created_at.isoformat()} {row.id}".encode()).decode()


def _read_cursor(cursor: str) -> tuple[datetime, str]:
    try:
        at, _, id = base64.urlsafe_b64decode(cursor.encode()).decode("ascii").partition(" ")
        moment = datetime.fromisoformat(at)
    except (ValueError, binascii.Error):
        raise invalid("That is not a cursor.", "query", "cursor") from None
    if moment.tzinfo is None or not now().year - 100 < moment.year <= now().year + 1:
        raise invalid("That is not a cursor.", "query", "cursor")
    return moment, id if id.isprintable() else ""


@router.get(
    "/matches/by-code/{code}",
    operation_id="getMatchByCode",
    summary="Find a match by its code",
)
@reads("not-found", "rate-limited")
async def by_code(
    code: InviteCode, caller: OptionalCaller, request: Request, limits: LimitsDep, lobby: LobbyDep
) -> wire.Match:
    """The match of an invite code."""
    async with limits.guessing(request, code):
        return await lobby.get_by_code(code, caller)


@router.get("/matches/{id}", operation_id="getMatch", summary="One match")
@reads("not-found", cached=True)
@compressed(for_strangers=True)
@tagged
async def match(id: MatchId, caller: OptionalCaller, lobby: LobbyDep) -> wire.Match:
    """One match."""
    return await lobby.get(id, caller)


@router.delete(
    "/matches/{id}",
    operation_id="closeMatch",
    summary="Close a match before it starts",
)
@changes("not-found", "already-started")
async def close(
    id: MatchId, caller: Creator, open_tables: OpenTablesDep, lobby: LobbyDep
) -> wire.Match:
    """Abort the caller's own match before it starts."""
    await open_tables.close(id, caller)
    return await lobby.get(id, caller)


@router.post("/matches/{id}/seats", operation_id="takeSeat", summary="Take a seat")
@changes(
    "request-in-progress",
    "not-found",
    "too-many-matches",
    "match-over",
    *SEAT_PROBLEMS,
    *START_PROBLEMS,
    reply=Match,
)
async def join(
    id: MatchId,
    body: JoinRequest,
    caller: Player,
    request: Request,
    idempotent: IdempotentDep,
    limits: LimitsDep,
    lobby: LobbyDep,
) -> wire.Match | Response:
    """Take a seat."""

    async def sit(store_reply: StoreReply) -> wire.Match:
        async with limits.guessing(request, id, body.code or ""):
            return await lobby.join(id, body, caller, store_reply)

    return await idempotent(sit)


@router.delete(
    "/matches/{id}/seats/mine",
    operation_id="leaveSeat",
    summary="Leave the caller's seat",
)
@changes("not-found", "already-started")
async def leave(id: MatchId, caller: Player, lobby: LobbyDep) -> wire.Match:
    """Leave the caller's seat."""
    return await lobby.leave(id, caller)


@router.put(
    "/matches/{id}/seats/{seat:seat}",
    operation_id="changeSeat",
    summary="Open a seat or give it to a bot",
)
@changes("not-found", "already-started", "seat-taken", *QUOTA_PROBLEMS, *START_PROBLEMS)
async def change_seat(
    id: MatchId,
    seat: SeatNumber,
    body: SeatChange,
    caller: Creator,
    lobby: LobbyDep,
    limits: LimitsDep,
) -> wire.Match:
    """Open a seat or give it to a bot."""
    await limits.invitations(caller.account, int(body.invite is not None))
    return await lobby.change_seat(id, seat, body, caller)


@router.delete(
    "/matches/{id}/seats/{seat}/invitation",
    operation_id="declineInvitation",
    summary="Decline or withdraw an invitation",
)
@changes("not-found", "already-started")
async def decline(
    id: MatchId,
    seat: SeatNumber,
    caller: Player,
    lobby: LobbyDep,
    reason: Annotated[
        DeclineReason | None, Query(description="Why, for programs.", examples=["busy"])
    ] = None,
    text: Annotated[
        Reason | None,
        Query(description="Why, for people.", examples=["I am at four tables already."]),
    ] = None,
) -> wire.Match:
    """Decline a seat reserved for the caller, or withdraw the invitation to a seat. The caller may
    give a reason: the table sees it at the seat (`declined`) until a player takes the seat or is
    invited to it.
    """
    note = wire.Declined(name=caller.name, reason=given(reason), text=given(text))
    return await lobby.decline(id, seat, caller, note)


@router.post("/matches/{id}/start", operation_id="startMatch", summary="Start a match")
@changes(
    "not-found", "already-started", "seats-open", "unconfirmed", *QUOTA_PROBLEMS, *START_PROBLEMS
)
async def start(id: MatchId, caller: Creator, lobby: LobbyDep) -> wire.Match:
    """Start the match."""
    return await lobby.start(id, caller)
