"""Queue: one row per receiver, match and kind of event."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.infra.database import insert_or_not
from app.infra.settings import Settings
from app.infra.wall_clock import now
from app.matches.models import MatchRow, SeatRow
from app.notifications.outbox.courier import Courier


async def queue_ends(session: AsyncSession, courier: Courier, row: MatchRow) -> None:
    """Queue one message to each account in a match that is over; idempotent."""
    sits = sa.select(SeatRow.account).where(SeatRow.match == row.id, SeatRow.account.is_not(None))
    accounts = (await session.scalars(sits)).all()
    await queue(session, courier, row.id, "end", accounts, now())


async def queue_again(
    session: AsyncSession,
    courier: Courier,
    event: str,
    match: str,
    account: str,
    settings: Settings,
) -> None:
    """Queue a message about a turn or an offer, at most one per pause.

    Turns are sent after `turn_webhook_delay`, offers at once, since they expire.
    """
    is_offer = event == "offer"
    delay = 0 if is_offer else settings.turn_webhook_delay
    rest = settings.turn_webhook_delay if is_offer else settings.turn_webhook_interval
    due = now() + timedelta(seconds=delay)
    await queue(session, courier, match, event, [account], due)
    messages = courier.messages
    own = sa.select(courier.receivers.id).where(courier.receivers.account == account)
    asleep = sa.select(messages).where(
        messages.receiver.in_(own),
        messages.match == match,
        messages.event == event,
        messages.due.is_(None),
    )
    pause = timedelta(seconds=rest)
    for row in (await session.scalars(asleep.with_for_update())).all():
        row.due = max(due, row.sent_at + pause) if row.sent_at else due
        row.restart()


async def queue(
    session: AsyncSession,
    courier: Courier,
    match: str,
    event: str,
    accounts: Iterable[str | None],
    due: datetime,
) -> None:
    """Queue a message to each of the accounts' receivers for the event, unless it is queued."""
    receivers, messages = courier.receivers, courier.messages
    query = sa.select(receivers).where(receivers.account.in_(list(accounts)))
    rows = [
        {"receiver": receiver.id, "match": match, "event": event, "attempts": 0, "due": due}
        for receiver in (await session.scalars(query.order_by(receivers.id))).all()
        if courier.wants(receiver, event)
    ]
    await insert_or_not(session, messages, *rows)
