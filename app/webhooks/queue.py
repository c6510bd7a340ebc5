"""The queue of messages: a row for each webhook, match and kind of event."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.database import insert_or_not, now
from app.matches.records import MatchRow, SeatRow
from app.settings import Settings
from app.webhooks.records import DeliveryRow, WebhookRow


async def queue_ends(session: AsyncSession, row: MatchRow) -> None:
    """A match is over: one message to everybody who sits there, however often this is called."""
    sits = sa.select(SeatRow.account).where(SeatRow.match == row.id, SeatRow.account.is_not(None))
    accounts = (await session.scalars(sits)).all()
    await queue(session, row.id, "end", accounts, now())


async def queue_turn(session: AsyncSession, match: str, account: str, settings: Settings) -> None:
    """Somebody is waited for: he hears of it after a while, and not again for a while."""
    moment = now()
    due = moment + timedelta(seconds=settings.turn_notice_after)
    await queue(session, match, "decision", [account], due)
    own = sa.select(WebhookRow.id).where(WebhookRow.account == account)
    asleep = sa.select(DeliveryRow).where(
        DeliveryRow.webhook.in_(own),
        DeliveryRow.match == match,
        DeliveryRow.event == "decision",
        DeliveryRow.due.is_(None),
    )
    pause = timedelta(seconds=settings.turn_notice_pause)
    for row in (await session.scalars(asleep.with_for_update())).all():
        row.due = max(due, row.sent_at + pause) if row.sent_at else due
        row.attempts = 0


async def queue(
    session: AsyncSession, match: str, event: str, accounts: Iterable[str | None], due: datetime
) -> None:
    """A message to each webhook of the accounts that wants to hear of it, unless there is one."""
    wanted = sa.select(WebhookRow).where(WebhookRow.account.in_(list(accounts)))
    rows = [
        {"webhook": one.id, "match": match, "event": event, "attempts": 0, "due": due}
        for one in (await session.scalars(wanted.order_by(WebhookRow.id))).all()
        if event in one.events
    ]
    await insert_or_not(session, DeliveryRow, *rows)
