"""Routes of people, `/admin/people`, and of one's own warnings, `/me/warnings`."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from app.admin.people import find
from app.admin.person_file import person_file
from app.api.admin.roles import Moderator, Operator, Reasoned, Words
from app.api.dependencies import AdminDep, ChangingCaller, DatabaseDep, UnscopedCaller
from app.api.parameters import AccountId, AccountName, WarningId
from app.http.request_bodies import JsonRoute
from app.wire.admin import AccountWarnings, PersonFile, StaffAccounts
from app.wire.bodies import Body
from app.wire.literals import StaffRole
from app.wire.operations import changes, reads

router = APIRouter(route_class=JsonRoute)
MAX_DAYS = 365


class NewNote(Body):
    text: Words
    """What the staff should remember."""


class NewWarning(Reasoned):
    """A warning, and the reason for the record."""

    text: Words
    """What the person reads."""


class Mute(Reasoned):
    """How long an account may not write, and why."""

    days: Annotated[int, Field(ge=0, le=MAX_DAYS)]
    """For how many days; 0 lets it write again."""


class Appointment(Reasoned):
    """A role, or none, and why."""

    role: StaffRole | None
    """The role from now on; null for none."""


@router.get("/admin/people", operation_id="findPeople", summary="Find accounts")
@reads()
async def people(
    staff: Moderator,
    database: DatabaseDep,
    q: Annotated[
        str,
        Query(
            min_length=1,
            max_length=100,
            description="An account's id, or the beginning of its name.",
            examples=["Vex"],
        ),
    ],
) -> StaffAccounts:
    """The account with this id, or those whose names begin so, guests too."""
    async with database.reading() as session:
        return StaffAccounts(items=await find(session, q, staff))


@router.get("/admin/people/{name:path}", operation_id="getPerson", summary="An account's file")
@reads("not-found")
async def person(name: AccountName, staff: Moderator, database: DatabaseDep) -> PersonFile:
    """What the staff knows about an account: reports about it, notes, warnings and acts."""
    return await person_file(database, name, staff)


@router.post(
    "/admin/people/{account}/notes",
    status_code=204,
    operation_id="addNote",
    summary="Note something about an account",
)
@changes("not-found")
async def note(account: AccountId, body: NewNote, staff: Moderator, admin: AdminDep) -> None:
    """Note something about an account, which the staff alone reads."""
    async with admin.acts.on_account(staff, account, "note", ""):
        await admin.warnings.note(account, staff.account, body.text)


@router.post(
    "/admin/people/{account}/warnings",
    status_code=204,
    operation_id="warn",
    summary="Warn a person",
)
@changes("not-found")
async def warn(account: AccountId, body: NewWarning, staff: Moderator, admin: AdminDep) -> None:
    """Warn a person, who sees the text until they acknowledge it."""
    async with admin.acts.on_account(staff, account, "warn", body.reason):
        await admin.warnings.warn(account, staff.account, body.text)


@router.post(
    "/admin/people/{account}/mute",
    status_code=204,
    operation_id="muteForDays",
    summary="Bar an account from chat",
)
@changes("not-found")
async def mute(account: AccountId, body: Mute, staff: Moderator, admin: AdminDep) -> None:
    """Bar an account from chat for some days."""
    details = f"days: {body.days}"
    async with admin.acts.on_account(staff, account, "mute", body.reason, details):
        await admin.mute(account, body.days)


@router.post(
    "/admin/people/{account}/close",
    status_code=204,
    operation_id="closeAccount",
    summary="Close an account",
)
@changes("not-found")
async def close(account: AccountId, body: Reasoned, staff: Moderator, admin: AdminDep) -> None:
    """Close an account and its bots: they can't sign in, and leave their tables and matches."""
    async with admin.acts.on_account(staff, account, "close-account", body.reason):
        await admin.close_account(account)


@router.post(
    "/admin/people/{account}/reopen",
    status_code=204,
    operation_id="reopenAccount",
    summary="Reopen an account",
)
@changes("not-found")
async def reopen(account: AccountId, body: Reasoned, staff: Moderator, admin: AdminDep) -> None:
    """Reopen an account and its bots, which need new tokens."""
    async with admin.acts.on_account(staff, account, "reopen", body.reason):
        await admin.reopen_account(account)


@router.post(
    "/admin/people/{account}/rename",
    status_code=204,
    operation_id="takeName",
    summary="Take a name away",
)
@changes("not-found")
async def rename(account: AccountId, body: Reasoned, staff: Moderator, admin: AdminDep) -> None:
    """Give an account a neutral name, also at the tables where it sits."""
    async with admin.acts.on_account(staff, account, "rename", body.reason):
        await admin.renames.rename(account)


@router.post(
    "/admin/people/{account}/role",
    status_code=204,
    operation_id="appoint",
    summary="Give a person a role",
)
@changes("not-found")
async def appoint(account: AccountId, body: Appointment, staff: Operator, admin: AdminDep) -> None:
    """Give a person a role among the staff, or take theirs away."""
    details = body.role or "no role"
    async with admin.acts.on_account(staff, account, "appoint", body.reason, details):
        await admin.appoint(account, body.role)


@router.get("/me/warnings", operation_id="listWarnings", summary="The caller's warnings")
@reads()
async def warnings(caller: UnscopedCaller, admin: AdminDep) -> AccountWarnings:
    """Warnings of the staff that the caller has not acknowledged."""
    return AccountWarnings(items=await admin.warnings.open_ones(caller.account))


@router.post(
    "/me/warnings/{warning}",
    status_code=204,
    operation_id="acknowledgeWarning",
    summary="Acknowledge a warning",
)
@changes("not-found")
async def acknowledge(warning: WarningId, caller: ChangingCaller, admin: AdminDep) -> None:
    """Say that the caller has read a warning, which is not shown again."""
    await admin.warnings.acknowledge(caller.account, warning)
