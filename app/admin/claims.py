"""Claims: a provider may say at each sign-in that a person is an operator here."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Account, SignInIdentityRow
from app.admin.models import AuditRow
from app.infra.wall_clock import now


def follow_claim(
    session: AsyncSession, account: Account, identity: SignInIdentityRow, *, is_operator: bool
) -> None:
    """Make a person without a role an operator, or take that back, as the provider's claim says,
    and note it in the audit log. A role that the staff has granted stays.
    """
    if is_operator and account.role is None:
        account.role, identity.made_admin = "operator", True
    elif not is_operator and identity.made_admin:
        identity.made_admin = False
        account.role = None if account.role == "operator" else account.role
    else:
        return
    details = f"{identity.issuer}: {'granted' if is_operator else 'revoked'}"
    session.add(
        AuditRow(
            at=now(), user="", admin=account.id, act="claim", account=account.id, details=details
        )
    )
