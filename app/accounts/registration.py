"""Registration: who may register, and the invitations that admit people.

An invitation is a code for a link; it is stored as a keyed hash, with how often it may be used.
"""

from __future__ import annotations

from datetime import timedelta

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import RegistrationCodeRow
from app.infra.database import Database
from app.infra.host_settings import Who
from app.infra.problems import Problem, not_found
from app.infra.security import hash_secret, new_code, new_id
from app.infra.settings import Settings
from app.infra.wall_clock import now


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


class Registrations:
    """Creates, lists and revokes invitations."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self.database = database
        self.settings = settings

    async def invite(self, uses: int, days: int, note: str) -> MadeCode:
        code = new_code()
        row = RegistrationCodeRow(
            id=new_id("i"),
            hash=_hash(self.settings, code),
            note=note,
            uses_left=uses,
            expires_at=now() + timedelta(days=days),
        )
        async with self.database.writing() as session:
            session.add(row)
        return MadeCode(row.id, f"{self.settings.address}/register#{code}")

    async def codes(self) -> list[Code]:
        """The valid invitations, those that expire first at the top."""
        query = sa.select(RegistrationCodeRow).where(*_is_valid())
        async with self.database.reading() as session:
            rows = await session.scalars(query.order_by(RegistrationCodeRow.expires_at))
            return [
                Code(row.id, row.note, row.uses_left, row.expires_at.isoformat(timespec="minutes"))
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


async def require_admission(settings: Settings, session: AsyncSession, code: str | None) -> None:
    """Use up an invitation, where one is needed to register. Raises Problem forbidden."""
    if settings.registration == "open":
        return
    if settings.registration == "closed":
        raise Problem("forbidden", "This server takes no new accounts.")
    if not code:
        raise Problem("forbidden", "This server admits people by invitation.")
    row = RegistrationCodeRow.hash == _hash(settings, code.strip().upper())
    used = sa.update(RegistrationCodeRow).where(row, *_is_valid())
    used = used.values(uses_left=RegistrationCodeRow.uses_left - 1)
    if await session.scalar(used.returning(RegistrationCodeRow.id)) is None:
        raise Problem("forbidden", "This invitation is not valid (any more).")


def require_allowed(who: Who, kind: str, what: str) -> None:
    """Raises Problem forbidden if accounts of that kind may not do `what` here. Bots may do what
    people may.
    """
    if who == "nobody" or (who == "people" and kind == "guest"):
        kinds = "accounts" if who == "nobody" else "guests"
        raise Problem("forbidden", f"On this server {kinds} may not {what}.")


def _hash(settings: Settings, code: str) -> str:
    return hash_secret(settings, f"invitation {code}")


def _is_valid() -> tuple[sa.ColumnElement[bool], ...]:
    return RegistrationCodeRow.uses_left > 0, RegistrationCodeRow.expires_at > now()
