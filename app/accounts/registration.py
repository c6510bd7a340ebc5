"""Registration: who may register, and the invitations that admit people.

An invitation is a code for a link; it is stored as a keyed hash, with how often it may be used. One
with a role makes those who use it members of the staff, and admits them even where registration is
closed.
"""

from __future__ import annotations

from datetime import timedelta

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Account, RegistrationCodeRow
from app.infra.database import Database, insert_or_not
from app.infra.host_settings import Who
from app.infra.problems import Problem, not_found
from app.infra.security import hash_secret, new_code, new_id
from app.infra.settings import Settings
from app.infra.wall_clock import now
from app.wire.literals import StaffRole

STAFF = "STAFF-"
"""How codes with a role begin."""
FIRST_OPERATOR = "i_first_operator"
"""The id of the invitation of the first operator: there is never more than one."""
FIRST_OPERATOR_LIFETIME = timedelta(days=1)


class MadeCode(Struct):
    """A new invitation, and its link, which is shown only this once."""

    id: str
    link: str


class Code(Struct):
    """An invitation without its code."""

    id: str
    note: str
    uses_left: int
    expires_at: str
    role: StaffRole | None = None


class Registrations:
    """Creates, lists and revokes invitations."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self.database = database
        self.settings = settings

    def add(
        self,
        session: AsyncSession,
        uses: int,
        days: int,
        note: str,
        role: StaffRole | None = None,
    ) -> MadeCode:
        """Add a new invitation."""
        code = _new_staff_code() if role else new_code()
        row = RegistrationCodeRow(
            id=new_id("i"),
            hash=_hash(self.settings, code),
            note=note,
            uses_left=uses,
            expires_at=now() + timedelta(days=days),
            role=role,
        )
        session.add(row)
        return MadeCode(row.id, self._link(code))

    async def invite(
        self, uses: int, days: int, note: str, role: StaffRole | None = None
    ) -> MadeCode:
        """A new invitation."""
        async with self.database.writing() as session:
            return self.add(session, uses, days, note, role)

    async def invite_first_operator(self) -> str | None:
        """A link for one person to become the first operator, which ends the one before; None if
        there is an operator.
        """
        code = _new_staff_code()
        values = {"hash": _hash(self.settings, code), "uses_left": 1, "role": "operator"}
        values |= {"expires_at": now() + FIRST_OPERATOR_LIFETIME, "note": "The first operator"}
        async with self.database.writing() as session:
            if await has_operator(session):
                return None
            await insert_or_not(session, RegistrationCodeRow, {"id": FIRST_OPERATOR, **values})
            renewed = sa.update(RegistrationCodeRow).where(RegistrationCodeRow.id == FIRST_OPERATOR)
            await session.execute(renewed.values(values))
        return self._link(code)

    def _link(self, code: str) -> str:
        return f"{self.settings.address}/register#{code}"

    async def codes(self) -> list[Code]:
        """The valid invitations, those that expire first at the top."""
        query = sa.select(RegistrationCodeRow).where(*_is_valid())
        async with self.database.reading() as session:
            rows = await session.scalars(query.order_by(RegistrationCodeRow.expires_at))
            return [
                Code(
                    row.id,
                    row.note,
                    row.uses_left,
                    row.expires_at.isoformat(timespec="minutes"),
                    row.role,
                )
                for row in rows
            ]

    async def revoke(self, id: str) -> None:
        """Raises Problem not-found."""
        deletion = sa.delete(RegistrationCodeRow).where(RegistrationCodeRow.id == id)
        async with self.database.writing() as session:
            if await session.scalar(deletion.returning(RegistrationCodeRow.id)) is None:
                raise not_found("invitation")

    async def prune(self) -> None:
        """Delete invitations that are used up or have expired."""
        async with self.database.writing() as session:
            await session.execute(sa.delete(RegistrationCodeRow).where(~sa.and_(*_is_valid())))


async def admit(settings: Settings, session: AsyncSession, code: str | None) -> StaffRole | None:
    """Use up an invitation, where one is needed to register or it has a role; returns that role.

    Raises Problem forbidden.
    """
    code = (code or "").strip().upper()
    if code.startswith(STAFF):
        return await _use_up(settings, session, code)
    if settings.registration == "open":
        return None
    if settings.registration == "closed":
        raise Problem("forbidden", "This server takes no new accounts.")
    if not code:
        raise Problem("forbidden", "This server admits people by invitation.")
    return await _use_up(settings, session, code)


async def _use_up(settings: Settings, session: AsyncSession, code: str) -> StaffRole | None:
    """Use an invitation once; returns its role. That of the first operator is worth nothing once
    there is one.
    """
    row = RegistrationCodeRow.hash == _hash(settings, code)
    used = sa.update(RegistrationCodeRow).where(row, *_is_valid())
    used = used.values(uses_left=RegistrationCodeRow.uses_left - 1)
    columns = RegistrationCodeRow.id, RegistrationCodeRow.role
    invitation = (await session.execute(used.returning(*columns))).one_or_none()
    if invitation is None:
        raise Problem("forbidden", "This invitation is not valid (any more).")
    if invitation.id == FIRST_OPERATOR and await has_operator(session):
        raise Problem("forbidden", "This server has an operator already.")
    role: StaffRole | None = invitation.role
    return role


async def has_operator(session: AsyncSession) -> bool:
    """Whether there is an operator whose account is open."""
    operators = Account.role == "operator", Account.closed_at.is_(None)
    return await session.scalar(sa.select(Account.id).where(*operators).limit(1)) is not None


def require_allowed(who: Who, kind: str, what: str) -> None:
    """Raises Problem forbidden if accounts of that kind may not do `what` here. Bots may do what
    people may.
    """
    if who == "nobody" or (who == "people" and kind == "guest"):
        kinds = "accounts" if who == "nobody" else "guests"
        raise Problem("forbidden", f"On this server {kinds} may not {what}.")


def _new_staff_code() -> str:
    return STAFF + new_code() + new_code()


def _hash(settings: Settings, code: str) -> str:
    return hash_secret(settings, f"invitation {code}")


def _is_valid() -> tuple[sa.ColumnElement[bool], ...]:
    return RegistrationCodeRow.uses_left > 0, RegistrationCodeRow.expires_at > now()
