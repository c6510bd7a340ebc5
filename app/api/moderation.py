"""Moderation routes, `/me/blocks`, `/me/mutes` and `/reports`."""

from __future__ import annotations

from typing import Annotated

import sqlalchemy as sa
from fastapi import APIRouter, Response
from pydantic import AfterValidator, AwareDatetime, Field, model_validator
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.blocks import lock_owners
from app.accounts.caller import Caller
from app.accounts.models import Account, Relation
from app.accounts.names import readable
from app.accounts.repository import get_account
from app.accounts.schemas import account_view, iso_time
from app.admin.models import ReportRow
from app.api.dependencies import (
    BlockedTablesDep,
    BusDep,
    ChangingCaller,
    ChatDep,
    DatabaseDep,
    LimitsDep,
    ListingDep,
    Player,
    RoomsDep,
    UnscopedCaller,
)
from app.api.idempotent import IdempotentDep
from app.api.parameters import AccountName
from app.friends.friendships import end_between
from app.friends.models import MessageRow
from app.friends.notes import tell_list
from app.http.request_bodies import JsonRoute
from app.idempotency.service import StoreReply
from app.infra.database import Database, insert_or_not
from app.infra.problems import Problem, invalid, not_found
from app.infra.security import new_id
from app.infra.wall_clock import now
from app.matches.horizon.access import viewer_for
from app.matches.models import ChatRow
from app.wire import people
from app.wire.bodies import Body
from app.wire.operations import changes, creates, reads
from app.wire.people import Report

router = APIRouter(route_class=JsonRoute)


MAX_RELATIONS = 1000
MAX_REPORT_LENGTH = 1000
ReportText = Annotated[
    str, Field(min_length=1, max_length=MAX_REPORT_LENGTH), AfterValidator(readable)
]
KIND = r"^[A-Za-z0-9_-]{1,40}$"


class NewReport(Body):
    """A report of an account's behaviour, optionally in a match; `account` is a name or an id."""

    account: Annotated[str, Field(min_length=1, max_length=100)]
    """The name or the id of the account."""
    match: Annotated[str, Field(pattern=KIND)] | None = None
    """The match that the report is about."""
    said_at: AwareDatetime | None = None
    """The `at` of the account's chat line in the match that the report quotes."""
    message: Annotated[str, Field(pattern="^[0-9]{1,18}$")] | None = None
    """The direct message that the report quotes, of those the account has written to the caller."""
    reason: ReportText
    """Why, for people."""

    @model_validator(mode="after")
    def _quotes_one_line(self) -> NewReport:
        if self.said_at is not None and (self.match is None or self.message is not None):
            raise ValueError("A chat line is quoted with its match, and without a message.")
        return self


@router.get(
    "/me/blocks", tags=["people"], operation_id="listBlocks", summary="List blocked accounts"
)
@reads()
async def blocks(caller: UnscopedCaller, database: DatabaseDep) -> people.Relations:
    """The accounts that the caller has blocked."""
    return await _relations_of(database, caller, "block")


@router.put(
    "/me/blocks/{name:path}",
    status_code=204,
    tags=["people"],
    operation_id="block",
    summary="Block an account",
)
@changes("not-found")
async def block(
    name: AccountName,
    caller: ChangingCaller,
    database: DatabaseDep,
    tables: BlockedTablesDep,
    listing: ListingDep,
    bus: BusDep,
) -> None:
    """Block an account: never share a table with it, and hide its chat. It loses its seat at open
    tables that the caller hosts; the caller loses theirs at others. Matches that have begun go on.
    A friendship of the two ends, and requests for one.
    """
    other, had_friendship = await _relate(database, caller, name, "block")
    listing.blocks_changed(caller.account, other)
    if had_friendship:
        tell_list(bus, caller.account, other)
    await tables.separate(caller.account, other)


@router.delete(
    "/me/blocks/{name:path}",
    status_code=204,
    tags=["people"],
    operation_id="unblock",
    summary="Unblock an account",
)
@changes("not-found")
async def unblock(
    name: AccountName, caller: ChangingCaller, database: DatabaseDep, listing: ListingDep
) -> None:
    other = await _unrelate(database, caller, name, "block")
    listing.blocks_changed(caller.account, other)


@router.get("/me/mutes", tags=["people"], operation_id="listMutes", summary="List muted accounts")
@reads()
async def mutes(caller: UnscopedCaller, database: DatabaseDep) -> people.Relations:
    """The accounts that the caller has muted."""
    return await _relations_of(database, caller, "mute")


@router.put(
    "/me/mutes/{name:path}",
    status_code=204,
    tags=["people"],
    operation_id="mute",
    summary="Mute an account",
)
@changes("not-found")
async def mute(name: AccountName, caller: ChangingCaller, database: DatabaseDep) -> None:
    """Mute an account: hide its chat."""
    await _relate(database, caller, name, "mute")


@router.delete(
    "/me/mutes/{name:path}",
    status_code=204,
    tags=["people"],
    operation_id="unmute",
    summary="Unmute an account",
)
@changes("not-found")
async def unmute(name: AccountName, caller: ChangingCaller, database: DatabaseDep) -> None:
    await _unrelate(database, caller, name, "mute")


async def _relations_of(database: Database, caller: Caller, kind: str) -> people.Relations:
    query = (
        sa.select(Relation, Account)
        .join(Account, Account.id == Relation.other)
        .where(Relation.account == caller.account, Relation.kind == kind)
        .order_by(Relation.at.desc(), Relation.other)
    )
    async with database.reading() as session:
        rows = (await session.execute(query)).all()
    items = [
        people.Related(account=account_view(other), at=iso_time(row.at)) for row, other in rows
    ]
    return people.Relations(items=items)


async def _relate(database: Database, caller: Caller, name: str, kind: str) -> tuple[str, bool]:
    """Returns the id of the other account, and whether a friendship or a request for one ended."""
    had_friendship = False
    async with database.writing() as session:
        other = await get_account(session, name)
        if other.id == caller.account:
            raise invalid("That is your own account.", "path", "name")
        count = sa.select(sa.func.count()).where(Relation.account == caller.account)
        if (await session.scalar(count) or 0) >= MAX_RELATIONS:
            raise Problem("forbidden", f"At most {MAX_RELATIONS} people.")
        row = {"account": caller.account, "other": other.id, "kind": kind, "at": now()}
        await lock_owners(session, caller.account, other.id)
        await insert_or_not(session, Relation, row)
        if kind == "block":
            had_friendship = await end_between(session, caller.account, other.id)
    return other.id, had_friendship


async def _unrelate(database: Database, caller: Caller, name: str, kind: str) -> str:
    """Returns the id of the other account."""
    async with database.writing() as session:
        other = await get_account(session, name)
        own = Relation.account == caller.account, Relation.kind == kind
        await session.execute(sa.delete(Relation).where(*own, Relation.other == other.id))
    return other.id


@router.post(
    "/reports",
    status_code=201,
    tags=["people"],
    operation_id="createReport",
    summary="Report an account",
)
@creates("not-found", reply=Report)
async def report(
    body: NewReport,
    caller: Player,
    idempotent: IdempotentDep,
    limits: LimitsDep,
    rooms: RoomsDep,
    chat: ChatDep,
    database: DatabaseDep,
) -> people.Report | Response:
    """Report an account's behaviour to the staff."""

    async def make(store_reply: StoreReply) -> people.Report:
        await limits.report(caller.account)
        line = None
        if body.match is not None:
            room = await rooms.fresh(body.match)
            viewer_for(room, caller)
            if body.said_at is not None:
                line = await chat.quoted(room, caller, body.account, body.said_at)
        async with database.writing() as session:
            row = await reported(session, body, caller, line)
            reply = people.Report(id=row.id, at=iso_time(row.at))
            await store_reply(session, reply)
        return reply

    return await idempotent(make)


async def reported(
    session: AsyncSession, body: NewReport, caller: Caller, line: ChatRow | None = None
) -> ReportRow:
    """Store a report that quotes this chat line, or its message. Raises Problem."""
    other = await get_account(session, body.account)
    if other.id == caller.account:
        raise invalid("That is your own account.", "body", "account")
    row = ReportRow(
        id=new_id("r"),
        by=caller.account,
        account=other.id,
        match=body.match,
        reason=body.reason,
        line=await _message(session, body, other.id, caller)
        if body.message
        else line and line.text,
        chat=line and line.id,
        at=now(),
    )
    session.add(row)
    return row


async def _message(session: AsyncSession, body: NewReport, author: str, caller: Caller) -> str:
    """The text of the message that a report quotes. Raises Problem not-found."""
    row = await session.get(MessageRow, int(body.message or 0))
    if row is None or (row.sender, row.recipient) != (author, caller.account):
        raise not_found("message")
    return row.text
