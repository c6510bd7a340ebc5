"""Outbox of webhook messages: one row per webhook, match and kind of event."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.infra.database import insert_or_not
from app.infra.settings import Settings
from app.infra.wall_clock import now
from app.matches.models import MatchRow, SeatRow
from app.notifications.webhooks.models import DeliveryRow, WebhookRow


async def queue_ends(session: AsyncSession, row: MatchRow) -> None:
    """Queue one message to each account in a match that is over; idempotent."""
    sits = sa.select(SeatRow.account).where(SeatRow.match == row.id, SeatRow.account.is_not(None))
    accounts = (await session.scalars(sits)).all()
    await queue(session, row.id, "end", accounts, now())


async def queue_again(
    session: AsyncSession, event: str, match: str, account: str, settings: Settings
) -> None:
    """Queue a message about a turn or an offer, at most one per pause.

    A turn is announced after `turn_webhook_delay`, an offer at once, since it expires.
    """
    delay = settings.turn_webhook_delay if event == "decision" else 0
    rest = settings.turn_webhook_interval if event == "decision" else settings.turn_webhook_delay
    due = now() + timedelta(seconds=delay)
    await queue(session, match, event, [account], due)
    own = sa.select(WebhookRow.id).where(WebhookRow.account == account)
    asleep = sa.select(DeliveryRow).where(
        DeliveryRow.webhook.in_(own),
        DeliveryRow.match == match,
        DeliveryRow.event == event,
        DeliveryRow.due.is_(None),
    )
    pause = timedelta(seconds=rest)
    for row in (await session.scalars(asleep.with_for_update())).all():
        row.due = max(due, row.sent_at + pause) if row.sent_at else due
        row.attempts = 0


async def queue(
    session: AsyncSession, match: str, event: str, accounts: Iterable[str | None], due: datetime
) -> None:
    """Queue a message to each of the accounts' webhooks for the event, unless it is queued."""
    wanted = sa.select(WebhookRow).where(WebhookRow.account.in_(list(accounts)))
    rows = [
        {"webhook": one.id, "match": match, "event": event, "attempts": 0, "due": due}
        for one in (await session.scalars(wanted.order_by(WebhookRow.id))).all()
        if event in one.events
    ]
    await insert_or_not(session, DeliveryRow, *rows)
