"""Composition: writes a mail from the current state, at the time of sending.

Links are made then too, so the outbox holds no secrets. A notice goes only to an address that its
owner has verified: another could be a stranger's.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.credentials import new_token, revoke_tokens
from app.accounts.models import Account, DeletionRow, Token
from app.infra.settings import Settings
from app.infra.wall_clock import now
from app.mail.models import MailRow
from app.mail.texts import FOLDER, subject_and_text
from engine.core.language import Language, language_for

LIFETIMES = {"verify": timedelta(days=1), "reset": timedelta(hours=1)}
"""How long a link is valid, by the kind of its token."""


class Composed(Struct):
    """A mail's subject and text."""

    subject: str
    text: str


async def compose(
    session: AsyncSession, settings: Settings, server: str, row: MailRow
) -> Composed | None:
    """The mail of a row; None if there is nothing to say any more."""
    if row.kind == "reset":
        return await _reset(session, settings, server, row.address)
    account = await session.get(Account, row.account)
    if account is None:
        return None
    facts = {"server": server, "name": account.name, "link": f"{settings.address}/forgot"}
    if row.kind == "verify":
        if account.email != row.address or account.email_verified_at or account.closed_at:
            return None
        facts["link"] = await _link(session, settings, account, "verify")
    elif row.kind == "deletion":
        deletion = await session.get(DeletionRow, account.id)
        if deletion is None:
            return None
        facts |= {"date": f"{deletion.date:%Y-%m-%d}", "link": f"{settings.address}/sign-in"}
    elif row.kind == "address":
        facts["link"] = settings.address
    return _written(row.kind, _language_of(account), **facts)


async def _reset(
    session: AsyncSession, settings: Settings, server: str, address: str
) -> Composed | None:
    """A link for each account with this address; None without one."""
    accounts = await verified_accounts(session, address)
    links = [
        f"{account.name}: {await _link(session, settings, account, 'reset')}"
        for account in accounts
    ]
    if not links:
        return None
    language = _language_of(accounts[0])
    return _written("reset", language, server=server, links="\n".join(links))


async def verified_accounts(session: AsyncSession, address: str) -> Sequence[Account]:
    """The people who have verified this address, in either case of its letters."""
    query = sa.select(Account).where(
        sa.func.lower(Account.email) == address.lower(),
        Account.email_verified_at.is_not(None),
        Account.kind == "person",
        Account.closed_at.is_(None),
    )
    return (await session.scalars(query.order_by(Account.created_at, Account.id))).all()


async def _link(session: AsyncSession, settings: Settings, account: Account, kind: str) -> str:
    """A new link, which replaces earlier ones of its kind."""
    await revoke_tokens(session, Token.account == account.id, Token.kind == kind)
    end = now() + LIFETIMES[kind]
    row, secret = new_token(settings, account, kind, kind.capitalize(), [], end)
    session.add(row)
    return f"{settings.address}/{kind}#{secret}"


def _language_of(account: Account) -> Language:
    return language_for(FOLDER, account.preferences.get("language"))


def _written(kind: str, language: Language, **facts: str) -> Composed:
    return Composed(*subject_and_text(kind, language, **facts))
