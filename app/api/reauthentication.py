"""Reauthentication: the password again, for what a borrowed session must not do."""

from __future__ import annotations

from fastapi import Request
from pydantic import SecretStr

from app.accounts.caller import Caller
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
    """The caller's account. A person needs the password, which is that `field` of the body, a guest
    only their session; a bot belongs to its owner. Raises Problem.
    """
    async with database.reading() as session:
        account = await session.get_one(Account, caller.account)
    if account.kind == "bot":
        raise Problem("forbidden", "A bot's owner decides that.")
    if account.kind == "guest":
        return account
    if password is None:
        raise invalid(f"The {field.replace('_', ' ')} is required.", "body", field)
    await limits.sign_in(request, account.folded)
    if not await passwords.is_correct(password, account.password):
        raise Problem("forbidden", "That is not your password.")
    return account
