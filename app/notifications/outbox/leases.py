"""Leases: reserve the messages to send next, so a slow receiver delays only its own messages.

A receiver gets one message at a time. Once many messages are in flight, the same limit applies per
account, so hanging receivers can't occupy every slot.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from functools import cache

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import InstrumentedAttribute

from app.infra.database import Database
from app.infra.leases import lease_rows
from app.infra.wall_clock import now
from app.notifications.outbox.models import Message, Receiver
from app.notifications.outbox.transport import Transport

MAX_SENDING = 200
"""Messages in flight per process and kind of receiver."""
CROWDED_FROM = 50
"""Messages in flight from which each account has only one."""
Key = tuple[str, str, str]


class Lease(Struct, frozen=True):
    """A message in flight: its receiver and the receiver's account, the match, the event."""

    receiver: str
    account: str
    match: str
    event: str

    @property
    def key(self) -> Key:
        return self.receiver, self.match, self.event


async def lease(
    database: Database, transport: Transport, running: Collection[Lease], seconds: float
) -> list[Lease]:
    """Lease due messages besides the `running` ones; no other process gets them for `seconds`."""
    free = MAX_SENDING - len(running)
    if free <= 0:
        return []
    moment, messages = now(), transport.messages
    is_crowded = len(running) >= CROWDED_FROM
    busy = {lease.account if is_crowded else lease.receiver for lease in running}
    query = _due_query(transport.receivers, messages, is_crowded=is_crowded)
    parameters = {"moment": moment, "busy": list(busy), "free": free}
    async with database.reading() as session:
        due_rows = (await session.execute(query, parameters)).all()
    leases = {lease.key: lease for lease in (Lease(*row) for row in due_rows)}
    if not leases:
        return []
    still_due = sa.tuple_(*_key(messages)).in_(list(leases)), messages.due <= moment

    def reserve(row: Message) -> Lease:
        row.due = moment + timedelta(seconds=seconds)
        return leases[row.receiver, row.match, row.event]

    return await lease_rows(database, messages, sa.select(messages).where(*still_due), reserve)


@cache
def _due_query(
    receivers: type[Receiver], messages: type[Message], *, is_crowded: bool
) -> sa.Select[str, str, str, str]:
    """The query for due messages at a `moment`: at most `free`, and one per receiver (if crowded,
    per account) that is not `busy`. Cached, since every process repeats it all the time.
    """
    partition = receivers.account if is_crowded else receivers.id
    order = messages.due, *_key(messages)
    position = sa.func.row_number().over(partition_by=partition, order_by=order)
    own = sa.join(messages, receivers, messages.receiver == receivers.id)
    ranked = (
        sa.select(
            messages.receiver.label("receiver"),
            receivers.account,
            messages.match.label("match"),
            messages.event,
            messages.due,
            position.label("position"),
        )
        .select_from(own)
        .where(
            messages.due <= sa.bindparam("moment"),
            partition.not_in(sa.bindparam("busy", expanding=True)),
        )
        .subquery()
        .c
    )
    first = sa.select(ranked.receiver, ranked.account, ranked.match, ranked.event)
    in_order = first.where(ranked.position == 1).order_by(ranked.due, *first.selected_columns)
    return in_order.limit(sa.bindparam("free", type_=sa.Integer))


def _key(messages: type[Message]) -> tuple[InstrumentedAttribute[str], ...]:
    return messages.receiver, messages.match, messages.event
