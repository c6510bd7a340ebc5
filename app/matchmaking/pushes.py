"""Ready check pushes: a table is found for an account whose page may be hidden."""

from __future__ import annotations

import math

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.accounts.models import Account
from app.infra.wall_clock import now
from app.matchmaking.models import PairingRow
from app.matchmaking.pools import Pools
from app.matchmaking.rows import seats_of_pairing
from app.notifications.kinds import PUSHED
from app.notifications.outbox.models import Message
from app.notifications.outbox.posting import Outgoing
from app.notifications.outbox.transport import Later
from app.notifications.push.keys import PushKeys
from app.notifications.push.models import PushRow, PushSubscriptionRow
from app.notifications.push.outbox import PushOutbox
from app.notifications.push.payloads import push_of_ready_check

KIND, FORM = PUSHED["ready_check"]


class PushReadyCheckRow(PushRow):
    """A push message about a ready check; `match` is the id of its pairing."""

    __tablename__ = "push_ready_checks"

    match: Mapped[str] = mapped_column(
        "pairing", sa.ForeignKey("pool_pairings.id", ondelete="CASCADE"), primary_key=True
    )

    __table_args__ = (
        sa.Index("push_ready_checks_due", "due"),
        sa.Index("push_ready_checks_by_pairing", "pairing"),
    )


class ReadyCheckTransport(PushOutbox):
    """Push subscriptions receive the ready checks that their account has not answered."""

    name = "ready_check"
    messages = PushReadyCheckRow
    kinds = (KIND,)

    def __init__(self, pools: Pools, keys: PushKeys) -> None:
        self.pools = pools
        self.keys = keys

    async def compose(self, session: AsyncSession, message: Message) -> Outgoing | Later | None:
        subscription = await session.get(PushSubscriptionRow, message.receiver)
        pairing = await session.get(PairingRow, message.match)
        if subscription is None or pairing is None or pairing.pool not in self.pools.by_id:
            return None
        seats = await seats_of_pairing(session, pairing.id)
        is_asked = any(
            seat.account == subscription.account and seat.accepted is None for seat in seats
        )
        seconds_left = math.floor((pairing.deadline - now()).total_seconds())
        account = await session.get_one(Account, subscription.account)
        is_off = account.preferences.get(FORM.switch) is False
        if is_off or not is_asked or pairing.status != "open" or seconds_left <= 0:
            return None
        title = self.pools.by_id[pairing.pool].title
        return await push_of_ready_check(
            subscription, FORM, title, seconds_left, account, self.keys
        )
