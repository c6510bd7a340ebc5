"""Password resets: creates single-use links that an operator hands out; they expire in an hour.

A link's secret follows the `#`, so it reaches no log; like that of a session it is stored as a
hash.
"""

from __future__ import annotations

from datetime import timedelta

from app.accounts.credentials import new_token, revoke_tokens
from app.accounts.models import Token
from app.accounts.repository import get_account
from app.infra.database import Database
from app.infra.problems import Problem
from app.infra.settings import StorageSettings
from app.infra.wall_clock import now

LINK_LIFETIME = timedelta(hours=1)


async def make_link(database: Database, settings: StorageSettings, address: str, name: str) -> str:
    """Create a link for a person and invalidate the previous one. Raises Problem."""
    async with database.writing() as session:
        account = await get_account(session, name)
        if account.kind != "person":
            raise Problem("forbidden", "Only a person has a password.")
        if account.closed_at is not None:
            raise Problem("forbidden", "This account is closed.")
        await revoke_tokens(session, Token.account == account.id, Token.kind == "reset")
        row, secret = new_token(settings, account, "reset", "Reset", [], now() + LINK_LIFETIME)
        session.add(row)
    return f"{address}/reset#{secret}"
