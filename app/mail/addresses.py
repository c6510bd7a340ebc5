"""Addresses: give an account another mail address."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.credentials import revoke_tokens
from app.accounts.models import Account, Token
from app.mail.service import Mails


async def change_address(
    session: AsyncSession, mails: Mails, account: Account, address: str | None
) -> None:
    """Store another address, which is not verified yet: mail a link there, and a notice to the old
    one. Links that were mailed there end.
    """
    if address == account.email:
        return
    await mails.notify(session, "address", account)
    mailed = Token.kind.in_(("reset", "verify"))
    await revoke_tokens(session, Token.account == account.id, mailed)
    account.email, account.email_verified_at = address, None
    if address is not None:
        await mails.queue(session, "verify", account.id, address)
