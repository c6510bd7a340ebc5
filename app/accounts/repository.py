"""Account repository: finds accounts by id or name, and creates them."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.confusables import plain_emoji, skeleton
from app.accounts.models import Account, FormerName, RetiredNameRow
from app.accounts.names import ACCOUNT_ID, DELETED_NAME, folded
from app.infra.problems import Problem, not_found
from app.infra.security import hash_secret, new_id
from app.infra.settings import Settings, StorageSettings
from app.infra.wall_clock import now


def new_account(kind: str, name: str, **fields: Any) -> Account:
    return Account(
        id=new_id("a"),
        kind=kind,
        name=name,
        preferences={},
        created_at=now(),
        **fields,
    )


async def find_by_name(session: AsyncSession, name: str) -> Account | None:
    """The person or bot that has the name now; never a guest, whose names are not unique."""
    if not name.isprintable():
        return None
    query = sa.select(Account).where(
        Account.folded.in_(_folded_forms(name)), Account.kind != "guest"
    )
    by_form = {account.folded: account for account in await session.scalars(query)}
    return next((by_form[form] for form in _folded_forms(name) if form in by_form), None)


async def find_account(session: AsyncSession, name_or_id: str) -> Account | None:
    """The account with this id or name: any account by its id; by name a person or bot that has
    the name now, or else one for which it is still reserved.
    """
    account = await session.get(Account, name_or_id) if ACCOUNT_ID.fullmatch(name_or_id) else None
    account = account or await find_by_name(session, name_or_id)
    if account is None and name_or_id.isprintable():
        reserved = sa.select(FormerName.account).where(
            FormerName.folded.in_(_folded_forms(name_or_id))
        )
        account = await session.scalar(sa.select(Account).where(Account.id.in_(reserved)).limit(1))
    return account


def _folded_forms(name: str) -> tuple[str, str]:
    return folded(name), folded(plain_emoji(name))


async def get_account(session: AsyncSession, name_or_id: str) -> Account:
    """The same. Raises Problem not-found."""
    account = await find_account(session, name_or_id)
    if account is None:
        raise not_found("account")
    return account


async def refuse_taken_name(
    settings: Settings, session: AsyncSession, name: str, except_account: str = ""
) -> None:
    """Raises Problem name-taken if another account has this name or a similar-looking one, one is
    still reserved for it, one was a deleted account's, or the host does not allow it.
    `except_account` is the account that wants the name.
    """
    own = folded(name), skeleton(name)
    reserved = [DELETED_NAME, *parts_of(settings.reserved_names)]
    if own[1] in map(skeleton, reserved) or await _is_retired(settings, session, name):
        raise Problem("name-taken", f"{name} is taken.")
    if any(word in form for word in parts_of(folded(settings.forbidden_words)) for form in own):
        raise Problem("name-taken", "This server does not allow that name.")
    current = sa.select(Account.folded).where(_looks_like(Account, *own), Account.kind != "guest")
    former = sa.select(FormerName.folded).where(
        _looks_like(FormerName, *own), FormerName.account != except_account
    )
    taken = (
        await session.scalars(current.where(Account.id != except_account).union_all(former))
    ).all()
    if folded(name) in taken:
        raise Problem("name-taken", f"{name} is taken.")
    if taken:
        raise Problem("name-taken", f"{name} looks too much like a name that is taken.")


async def _is_retired(settings: StorageSettings, session: AsyncSession, name: str) -> bool:
    query = sa.select(RetiredNameRow.hash).where(
        RetiredNameRow.hash.in_(retired_hashes(settings, folded(name), skeleton(name))),
        RetiredNameRow.expires_at > now(),
    )
    return await session.scalar(query.limit(1)) is not None


def retired_hashes(settings: StorageSettings, folded: str, skeleton: str) -> list[str]:
    """The keyed hashes under which a deleted account's name stays taken: of the name, and of what
    it looks like.
    """
    forms = [f"name {folded}"] + ([f"looks {skeleton}"] if skeleton else [])
    return [hash_secret(settings, form) for form in forms]


def parts_of(names: str) -> list[str]:
    """The names in a setting, separated by commas."""
    return [part for name in names.split(",") if (part := name.strip())]


def _looks_like(
    table: type[Account | FormerName], folded: str, skeleton: str
) -> sa.ColumnElement[bool]:
    return sa.or_(table.folded == folded, table.skeleton == skeleton)
