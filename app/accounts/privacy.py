"""Privacy: who may ask an account to be friends, invite it, write to it, and see it online."""

from __future__ import annotations

from app.accounts.models import Account
from app.accounts.schemas import PrivacyChanges
from app.wire.people import Privacy

COLUMNS = {
    "ask": "asked_by",
    "invite": "invited_by",
    "write": "written_by",
    "see_online": "seen_by",
    "last_seen": "tells_last_seen",
}
"""The column of an account for each member of its privacy."""


def privacy_of(account: Account) -> Privacy:
    """What others may do to the account."""
    return Privacy(**{member: getattr(account, column) for member, column in COLUMNS.items()})


def change_privacy(account: Account, changes: PrivacyChanges) -> None:
    for member, choice in changes.model_dump(exclude_none=True).items():
        setattr(account, COLUMNS[member], choice)
