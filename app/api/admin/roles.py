"""Dependencies of the staff's routes: the caller with the role that a route takes, and reasons."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from pydantic import AfterValidator, Field

from app.accounts.names import readable
from app.admin.roles import Staff, staff_with
from app.api.dependencies import READS, UnscopedCaller, container_of
from app.wire.bodies import Body
from app.wire.literals import StaffRole
from app.wire.security import demands

MAX_REASON_LENGTH = 500
Words = Annotated[str, Field(min_length=1, max_length=1000), AfterValidator(readable)]


class Reasoned(Body):
    """An act, and why."""

    reason: Annotated[
        str, Field(min_length=1, max_length=MAX_REASON_LENGTH), AfterValidator(readable)
    ]
    """Why, for the audit log."""


@demands(None, role="moderator")
async def _moderator(request: Request, caller: UnscopedCaller) -> Staff:
    return await _staff(request, caller.account, "moderator")


@demands(None, role="operator")
async def _operator(request: Request, caller: UnscopedCaller) -> Staff:
    return await _staff(request, caller.account, "operator")


async def _staff(request: Request, account: str, role: StaffRole) -> Staff:
    """The caller, read from the database: a role that has ended counts at once. Changes count
    against the caller's limit.
    """
    container = container_of(request)
    async with container.database.reading() as session:
        staff = await staff_with(session, account, role)
    if request.method not in READS:
        await container.limits.change(request, account)
    return staff


Moderator = Annotated[Staff, Depends(_moderator)]
"""A moderator or an operator."""
Operator = Annotated[Staff, Depends(_operator)]
