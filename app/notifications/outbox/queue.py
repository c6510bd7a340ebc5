"""Outbox queue: one row per receiver, match and kind of event."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.infra.database import insert_or_not
from app.infra.settings import WebhookSettings
from app.infra.wall_clock import now
from app.matches.models import MatchRow, SeatRow
from app.notifications.kinds import NotificationKind
from app.notifications.outbox.transport import Transport


async def queue_settled(session: AsyncSession, transport: Transport, row: MatchRow) -> None:
    """Queue the messages to each account in a match that is over; idempotent."""
    seated = sa.select(SeatRow.account).where(SeatRow.match == row.id, SeatRow.account.is_not(None))
    accounts = (await session.scalars(seated)).all()
    for kind in transport.kinds_after("settlement"):
        await queue(session, transport, row.id, kind.name, accounts, now())


async def queue_paced(
    session: AsyncSession,
    transport: Transport,
    kind: NotificationKind,
    match: str,
    account: str,
    settings: WebhookSettings,
) -> None:
    """Queue a message at the pace of its kind: once, or at most one per pause.

    The first one about a turn is sent after `turn_webhook_delay`.
    """
    is_delayed = kind.pace == "delayed"
    due = now() + timedelta(seconds=settings.turn_webhook_delay if is_delayed else 0)
    await queue(session, transport, match, kind.name, [account], due)
    if kind.pace == "once":
        return
    pause_s = settings.turn_webhook_interval if is_delayed else settings.turn_webhook_delay
    messages = transport.messages
    own = sa.select(transport.receivers.id).where(transport.receivers.account == account)
    idle_messages = sa.select(messages).where(
        messages.receiver.in_(own),
        messages.match == match,
        messages.event == kind.name,
        messages.due.is_(None),
    )
    pause = timedelta(seconds=pause_s)
    for row in (await session.scalars(idle_messages.with_for_update())).all():
        row.due = max(due, row.sent_at + pause) if row.sent_at else due
        row.restart()


async def queue(
    session: AsyncSession,
    transport: Transport,
    match: str,
    event: str,
    accounts: Iterable[str | None],
    due: datetime,
) -> None:
    """Queue a message to each of the accounts' receivers for the event, unless it is queued."""
    receivers, messages = transport.receivers, transport.messages
    query = sa.select(receivers).where(receivers.account.in_(list(accounts)))
    rows = [
        {"receiver": receiver.id, "match": match, "event": event, "attempts": 0, "due": due}
        for receiver in (await session.scalars(query.order_by(receivers.id))).all()
        if transport.wants(receiver, event)
    ]
    await insert_or_not(session, messages, *rows)
