"""Claims: a provider may say at each sign-in that a person is an admin here."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Account, SignInIdentityRow
from app.admin.models import AuditRow
from app.infra.wall_clock import now


def follow_claim(
    session: AsyncSession, account: Account, identity: SignInIdentityRow, *, is_operator: bool
) -> None:
    """Grant or revoke the right of admins, as the provider's claim says, and note it in the audit
    log. What an operator of the server has granted stays.
    """
    if is_operator and not account.admin:
        account.admin = identity.made_admin = True
    elif not is_operator and identity.made_admin:
        account.admin = identity.made_admin = False
    else:
        return
    details = f"{identity.issuer}: {'granted' if is_operator else 'revoked'}"
    session.add(
        AuditRow(
            at=now(), user="", admin=account.id, act="claim", account=account.id, details=details
        )
    )
