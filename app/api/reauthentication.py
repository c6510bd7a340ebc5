"""Reauthentication: the password again, or a new sign-in with a provider, for what a borrowed
session must not do.
"""

from __future__ import annotations

from fastapi import Request
from pydantic import SecretStr

from app.accounts.caller import Caller
from app.accounts.confirmations import confirmed_until
from app.accounts.models import Account
from app.accounts.passwords import Passwords
from app.infra.database import Database
from app.infra.problems import Problem, invalid
from app.rate_limits.limits import RateLimits


async def reauthenticate(
    request: Request,
    caller: Caller,
    password: SecretStr | None,
    database: Database,
    limits: RateLimits,
    passwords: Passwords,
    field: str = "password",
) -> Account:
    """The caller's account. A person needs the password, which is that `field` of the body, or a
    session confirmed by a provider, a guest only their session; a bot belongs to its owner. Raises
    Problem.
    """
    async with database.reading() as session:
        account = await session.get_one(Account, caller.account)
        is_confirmed = await confirmed_until(session, caller.token) is not None
    if account.kind == "bot":
        raise Problem("forbidden", "A bot's owner decides that.")
    if account.kind == "guest" or (is_confirmed and password is None):
        return account
    if account.password is None:
        raise Problem("forbidden", "Confirm first, with a provider, that it is you.")
    if password is None:
        raise invalid(f"The {field.replace('_', ' ')} is required.", "body", field)
    await limits.sign_in(request, account.folded)
    if not await passwords.is_correct(password, account.password):
        raise Problem("forbidden", "That is not your password.")
    return account
