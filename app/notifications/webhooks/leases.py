"""Leases: pick the messages to send next, so a slow receiver delays only its own.

A webhook gets one message at a time. Once many are in flight, so does an account: hanging
receivers can't occupy every slot.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

import sqlalchemy as sa
from msgspec import Struct

from app.infra.database import Database
from app.infra.wall_clock import now
from app.notifications.webhooks.models import DeliveryRow, WebhookRow

MAX_SENDING = 200
"""Messages in flight per process."""
CROWDED_FROM = 50
"""Messages in flight from which each account has only one."""
Key = tuple[str, str, str]
KEY = (DeliveryRow.webhook, DeliveryRow.match, DeliveryRow.event)


class Lease(Struct, frozen=True):
    """A message in flight: its webhook, that webhook's account, the match and the kind of event."""

    webhook: str
    account: str
    match: str
    event: str

    @property
    def key(self) -> Key:
        return self.webhook, self.match, self.event


async def lease(database: Database, running: Collection[Lease], seconds: float) -> list[Lease]:
    """Lease due messages beside those `running`; no other process gets them for `seconds`."""
    free = MAX_SENDING - len(running)
    if free <= 0:
        return []
    moment = now()
    async with database.reading() as session:
        found = (await session.execute(_due(moment, running).limit(free))).all()
    leases = {one.key: one for one in (Lease(*row) for row in found)}
    if not leases:
        return []
    still_due = sa.tuple_(*KEY).in_(list(leases)), DeliveryRow.due <= moment
    query = sa.select(DeliveryRow).where(*still_due).with_for_update(skip_locked=True)
    async with database.writing() as session:
        rows = (await session.scalars(query)).all()
        for row in rows:
            row.due = moment + timedelta(seconds=seconds)
        return [leases[row.webhook, row.match, row.event] for row in rows]


def _due(moment: datetime, running: Collection[Lease]) -> sa.Select[str, str, str, str]:
    """The first message of each webhook (when crowded: of each account) with none in flight."""
    is_crowded = len(running) >= CROWDED_FROM
    one_each = WebhookRow.account if is_crowded else WebhookRow.id
    busy = {one.account if is_crowded else one.webhook for one in running}
    order = DeliveryRow.due, *KEY
    place = sa.func.row_number().over(partition_by=one_each, order_by=order)
    own = sa.join(DeliveryRow, WebhookRow, DeliveryRow.webhook == WebhookRow.id)
    placed = (
        sa.select(*KEY, WebhookRow.account, DeliveryRow.due, place.label("place"))
        .select_from(own)
        .where(DeliveryRow.due <= moment, one_each.not_in(busy))
        .subquery()
        .c
    )
    first = sa.select(placed.webhook, placed.account, placed.match, placed.event)
    return first.where(placed.place == 1).order_by(placed.due, *first.selected_columns)
