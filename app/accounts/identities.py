"""Identities: those at providers with which people sign in; linked to accounts by their owners
alone, never by a mail address.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import sqlalchemy as sa
from pydantic import TypeAdapter, ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Account, SignInIdentityRow
from app.accounts.names import MAX_NAME_LENGTH, Name
from app.infra.problems import Problem, not_found
from app.infra.security import new_id
from app.infra.wall_clock import now

_NAME: TypeAdapter[str] = TypeAdapter(Name)


async def find_identity(
    session: AsyncSession, issuer: str, subject: str
) -> SignInIdentityRow | None:
    """The identity, if it is linked with an account."""
    query = sa.select(SignInIdentityRow).where(
        SignInIdentityRow.issuer == issuer, SignInIdentityRow.subject == subject
    )
    identity: SignInIdentityRow | None = await session.scalar(query)
    return identity


async def identities_of(session: AsyncSession, account: str) -> Sequence[SignInIdentityRow]:
    """The account's identities, oldest first."""
    query = sa.select(SignInIdentityRow).where(SignInIdentityRow.account == account)
    by_age = query.order_by(SignInIdentityRow.created_at, SignInIdentityRow.id)
    return (await session.scalars(by_age)).all()


def new_identity(account: str, issuer: str, subject: str) -> SignInIdentityRow:
    """An identity for an account, which lets its owner sign in with it."""
    return SignInIdentityRow(
        id=new_id("si"),
        account=account,
        issuer=issuer,
        subject=subject,
        created_at=now(),
        made_admin=False,
    )


async def unlink(
    session: AsyncSession, account: Account, id: str, known_issuers: Collection[str]
) -> SignInIdentityRow:
    """Delete an identity of the account (its row is locked), and return it. Raises Problem:
    not-found; forbidden if it is the last way to sign in, to which issuers that the server does not
    know (any more) do not count.
    """
    identities = await identities_of(session, account.id)
    identity = next((row for row in identities if row.id == id), None)
    if identity is None:
        raise not_found("identity")
    others = [row for row in identities if row.id != id and row.issuer in known_issuers]
    if account.password is None and not others:
        raise Problem("forbidden", "It is your only way to sign in: set a password first.")
    await session.delete(identity)
    return identity


def suggested_name(names: Iterable[str]) -> str:
    """The first of these that an account may have, perhaps cut; empty if none."""
    for name in names:
        try:
            return _NAME.validate_python(" ".join(name.split())[:MAX_NAME_LENGTH])
        except ValidationError:
            continue
    return ""
