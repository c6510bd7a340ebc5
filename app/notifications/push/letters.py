"""Letter transport: push messages that name the sender of a direct message, never its text."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.accounts.models import Account
from app.notifications.kinds import PUSHED
from app.notifications.outbox.models import Message
from app.notifications.outbox.posting import Outgoing
from app.notifications.outbox.transport import Later
from app.notifications.push.keys import PushKeys
from app.notifications.push.models import PushRow, PushSubscriptionRow
from app.notifications.push.outbox import PushOutbox
from app.notifications.push.payloads import push_of_letter

OnlineCheck = Callable[[str], bool]
"""Whether an account has a page open, which shows the message."""


class PushLetterRow(PushRow):
    """A push message about what an account has written; `match` is that account's id."""

    __tablename__ = "push_letters"

    match: Mapped[str] = mapped_column(
        "sender", sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    )

    __table_args__ = (
        sa.Index("push_letters_due", "due"),
        sa.Index("push_letters_by_sender", "sender"),
    )


class LetterTransport(PushOutbox):
    """Push subscriptions receive one message for each account that has written."""

    name = "letter"
    messages = PushLetterRow
    kinds = tuple(kind for kind, _ in PUSHED.values() if kind.cause == "message")

    def __init__(self, online: OnlineCheck, keys: PushKeys) -> None:
        self.is_online = online
        self.keys = keys

    async def compose(self, session: AsyncSession, message: Message) -> Outgoing | Later | None:
        subscription = await session.get(PushSubscriptionRow, message.receiver)
        sender = await session.get(Account, message.match)
        if subscription is None or sender is None or message.event not in PUSHED:
            return None
        _, form = PUSHED[message.event]
        account = await session.get_one(Account, subscription.account)
        if account.preferences.get(form.switch) is False or self.is_online(account.id):
            return None
        return await push_of_letter(subscription, form, sender, account, self.keys)
