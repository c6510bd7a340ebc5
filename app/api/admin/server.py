"""Routes of the server itself, `/admin`: invitations, settings, health, notices, the audit log."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import AfterValidator, Field

from app.accounts.names import readable
from app.admin.audit import acts_where, new_line
from app.admin.models import AuditRow
from app.admin.server import count_matches, setting_lines
from app.analysis.queue import count_unfinished
from app.api.admin.roles import Moderator, Operator
from app.api.dependencies import (
    AdminDep,
    BusDep,
    DatabaseDep,
    DeliveriesDep,
    HealthDep,
    InstanceDep,
    RegistrationsDep,
    SettingsDep,
)
from app.api.idempotent import IdempotentDep
from app.api.parameters import InvitationId, cursor_parameter, limit_parameter
from app.http.cursors import WrongCursor, read_cursor, write_cursor
from app.http.request_bodies import JsonRoute
from app.idempotency.service import StoreReply
from app.infra.problems import invalid
from app.infra.version import version
from app.wire import given
from app.wire.admin import (
    Acts,
    Invitation,
    Invitations,
    MadeInvitation,
    ServerHealth,
    SettingLines,
)
from app.wire.bodies import Body
from app.wire.literals import StaffRole
from app.wire.operations import changes, creates, reads

router = APIRouter(route_class=JsonRoute)
AUDIT = "audit"
Language = Annotated[str, Field(pattern="^[a-z]{2}$")]
NoticeText = Annotated[str, Field(min_length=1, max_length=500), AfterValidator(readable)]


class NewInvitation(Body):
    """An invitation to register; one with a `role` admits even where registration is closed."""

    uses: Annotated[int, Field(ge=1, le=1000)] = 1
    """How many people it admits."""
    days: Annotated[int, Field(ge=1, le=365)] = 14
    """For how many days it is valid."""
    note: Annotated[str, Field(max_length=100)] = ""
    """A reminder for operators, such as the recipient."""
    role: StaffRole | None = None
    """The role of those who use it."""


class NewAnnouncement(Body):
    """What is shown above every page, by language; no text ends it."""

    texts: Annotated[dict[Language, NoticeText], Field(max_length=20)]
    """The text by language, such as `en`."""
    hours: Annotated[int, Field(ge=1, le=24 * 90)] = 24
    """For how many hours it is shown."""


class Maintenance(Body):
    on: bool
    """Whether no match begins."""


@router.get("/admin/invitations", operation_id="listInvitations", summary="List invitations")
@reads()
async def invitations(_staff: Operator, registrations: RegistrationsDep) -> Invitations:
    """The valid invitations to register, without their codes."""
    return Invitations(
        items=[
            Invitation(
                id=code.id,
                note=code.note,
                uses_left=code.uses_left,
                expires_at=code.expires_at,
                role=given(code.role),
            )
            for code in await registrations.codes()
        ]
    )


@router.post(
    "/admin/invitations",
    status_code=201,
    operation_id="createInvitation",
    summary="Invite people to register",
)
@creates(reply=MadeInvitation)
async def invite(
    body: NewInvitation,
    staff: Operator,
    idempotent: IdempotentDep,
    database: DatabaseDep,
    registrations: RegistrationsDep,
) -> MadeInvitation | Response:
    """A new invitation; its link is shown only this once."""
    terms = body.model_dump(exclude_none=True)
    details = ", ".join(f"{name}: {term}" for name, term in terms.items() if term)

    async def make(store_reply: StoreReply) -> MadeInvitation:
        async with database.writing() as session:
            made = registrations.add(session, **terms)
            session.add(new_line("invite", admin=staff.account, details=details))
            reply = MadeInvitation(id=made.id, link=made.link)
            await store_reply(session, reply)
        return reply

    return await idempotent(make)


@router.delete(
    "/admin/invitations/{invitation}",
    status_code=204,
    operation_id="revokeInvitation",
    summary="Revoke an invitation",
)
@changes("not-found")
async def revoke(
    invitation: InvitationId, staff: Operator, admin: AdminDep, registrations: RegistrationsDep
) -> None:
    """Revoke an invitation."""
    async with admin.acts.on_server(staff, "revoke-invitation", invitation):
        await registrations.revoke(invitation)


@router.get("/admin/settings", operation_id="listSettings", summary="The server's settings")
@reads()
async def settings(_staff: Operator, settings: SettingsDep) -> SettingLines:
    """Every setting of the process that replies. Of secrets only whether they are set is shown, and
    URLs come without their passwords.
    """
    return SettingLines(items=setting_lines(settings))


@router.get("/admin/health", operation_id="getServerHealth", summary="How the server is")
@reads()
async def server_health(
    _staff: Operator,
    health: HealthDep,
    bus: BusDep,
    database: DatabaseDep,
    deliveries: DeliveriesDep,
    settings: SettingsDep,
) -> ServerHealth:
    """How the server is, and what waits to be done."""
    trouble = await health.trouble()
    async with database.reading() as session:
        due, open_tables, running = await count_matches(session)
        analyses = await count_unfinished(session)
        waiting = await deliveries.count_waiting(session)
    return ServerHealth(
        version=version(),
        database="sqlite" if settings.embedded else "postgresql",
        database_trouble=given(trouble),
        redis=("up" if bus.is_up() else "away") if bus.shared else "none",
        processes=settings.processes,
        deliveries=waiting,
        due_matches=due,
        analyses=analyses,
        open_tables=open_tables,
        running_matches=running,
    )


@router.put(
    "/admin/announcement",
    status_code=204,
    operation_id="announce",
    summary="Announce something to everybody",
)
@changes()
async def announce(
    body: NewAnnouncement, staff: Operator, admin: AdminDep, instances: InstanceDep
) -> None:
    """Show a text above every page for some hours, or end that."""
    details = ", ".join(f"{language}: {text}" for language, text in body.texts.items())
    async with admin.acts.on_server(staff, "announce", details):
        await instances.notices.announce(body.texts, body.hours)


@router.put(
    "/admin/maintenance",
    status_code=204,
    operation_id="maintain",
    summary="Begin or end maintenance",
)
@changes()
async def maintain(
    body: Maintenance, staff: Operator, admin: AdminDep, instances: InstanceDep
) -> None:
    """Let no match begin, or let them begin again; running ones go on."""
    async with admin.acts.on_server(staff, "maintenance", "on" if body.on else "off"):
        await instances.notices.maintain(body.on)


@router.get("/admin/audit", operation_id="listActs", summary="The audit log")
@reads()
async def audit(
    staff: Moderator,
    database: DatabaseDep,
    settings: SettingsDep,
    cursor: Annotated[str | None, cursor_parameter("^[A-Za-z0-9_-]*$")] = None,
    limit: Annotated[int, limit_parameter()] = 50,
) -> Acts:
    """What the staff and the users of the server's machine have done, newest first; moderators see
    their own acts.
    """
    which = [] if staff.is_operator else [AuditRow.admin == staff.account]
    try:
        which += [AuditRow.id < read_cursor(settings, AUDIT, cursor)] if cursor else []
    except WrongCursor:
        raise invalid("That is not a cursor.", "query", "cursor") from None
    async with database.reading() as session:
        rows = await acts_where(session, limit + 1, *which)
    page = Acts(items=[act for _, act in rows[:limit]])
    if len(rows) > limit:
        page.next = write_cursor(settings, AUDIT, rows[limit - 1][0])
    return page
