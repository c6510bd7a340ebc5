"""Mail service: an outbox of mail, and the loop that sends it.

Any number of processes may send: each commits a lease on a row before. A mail that fails is tried
again with growing pauses, for a few hours.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import timedelta

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Account
from app.infra.database import Database
from app.infra.fault_reports import report_fault
from app.infra.leases import lease_rows
from app.infra.metrics import MAILS
from app.infra.problems import Problem
from app.infra.security import new_id
from app.infra.settings import Settings
from app.infra.wall_clock import now
from app.mail.composition import compose
from app.mail.models import MailRow
from app.mail.smtp import MailDelayed, MailRefused, message_to, send
from app.mail.texts import FOLDER, subject_and_text
from engine.core.language import language_for

PAUSES_S = (10, 60, 300, 1800, 7200)
"""Before each further attempt; after the last one a mail is dropped."""
MAX_SENDING = 5
LEASE_FACTOR = 4
"""Length of a lease, in multiples of the time that sending may take."""
POLL_S = 5.0
UNSENT_LIFETIME = timedelta(days=1)
"""When mail goes that no process sends, because the host has switched mail off."""
NO_MAIL = "This server sends no mail; ask its host."
log = structlog.get_logger("conclave.mail")


class Mails:
    """Queues mail, and sends what is due. `server` is the name of this server."""

    def __init__(self, database: Database, settings: Settings, server: str) -> None:
        self.database = database
        self.settings = settings
        self.server = server
        self._wake = asyncio.Event()

    def require(self) -> None:
        """Raises Problem forbidden if this server sends no mail."""
        if not self.settings.sends_mail:
            raise Problem("forbidden", NO_MAIL)

    async def queue(
        self, session: AsyncSession, kind: str, account: str | None, address: str
    ) -> None:
        """Queue a mail, sent once the session has committed."""
        if not self.settings.sends_mail:
            return
        moment = now()
        row = MailRow(
            id=new_id("l"),
            kind=kind,
            account=account,
            address=address,
            due=moment,
            created_at=moment,
        )
        session.add(row)
        sa.event.listen(session.sync_session, "after_commit", self._committed, once=True)

    def _committed(self, _session: object) -> None:
        self._wake.set()

    async def notify(self, session: AsyncSession, kind: str, account: Account) -> None:
        """Queue a notice, if the account has verified its address."""
        if account.email and account.email_verified_at:
            await self.queue(session, kind, account.id, account.email)

    async def send_test(self, address: str) -> None:
        """Send a test at once. Raises Problem forbidden, or unavailable with the reason."""
        self.require()
        written = subject_and_text("test", language_for(FOLDER, None), server=self.server)
        try:
            message = message_to(self.settings, self.server, address, *written)
            await send(self.settings, message, address)
        except (MailRefused, MailDelayed) as error:
            raise Problem("unavailable", f"The mail server did not take it: {error}.") from None

    async def keep_sending(self) -> None:
        """Send what is due, for the life of the process."""
        while self.settings.sends_mail:
            try:
                sent = await self.send_due()
            except (SQLAlchemyError, OSError) as error:
                log.warning("mail failed", error=type(error).__name__)
                sent = 0
            if not sent:
                with suppress(TimeoutError):
                    async with asyncio.timeout(POLL_S):
                        await self._wake.wait()
                self._wake.clear()

    async def send_due(self) -> int:
        """Send a few of the mails that are due; returns their number."""
        lease = timedelta(seconds=LEASE_FACTOR * self.settings.smtp_seconds)
        due = sa.select(MailRow).where(MailRow.due <= now())

        def reserve(row: MailRow) -> str:
            row.due = now() + lease
            return row.id

        query = due.order_by(MailRow.due, MailRow.id).limit(MAX_SENDING)
        leased = await lease_rows(self.database, MailRow, query, reserve)
        await asyncio.gather(*(self._send_one(id) for id in leased))
        return len(leased)

    async def prune(self) -> None:
        """Delete mail that no process has sent for a day."""
        async with self.database.writing() as session:
            old = MailRow.created_at < now() - UNSENT_LIFETIME
            await session.execute(sa.delete(MailRow).where(old))

    async def _send_one(self, id: str) -> None:
        try:
            await self._send(id)
        except MailRefused as error:
            await self._drop(id, str(error))
        except MailDelayed as error:
            await self._delay(id, str(error))
        except (SQLAlchemyError, OSError) as error:
            log.warning("mail failed", error=type(error).__name__)
        except Exception as error:
            report_fault(error, mail=id)
            await self._drop(id, type(error).__name__)

    async def _send(self, id: str) -> None:
        async with self.database.writing() as session:
            row = await session.get(MailRow, id, with_for_update=True)
            composed = await compose(session, self.settings, self.server, row) if row else None
            if row is None:
                return
            address = row.address
            if composed is None:
                await session.delete(row)
        if composed is not None:
            subject, text = composed.subject, composed.text
            message = message_to(self.settings, self.server, address, subject, text)
            await send(self.settings, message, address)
            await self._delete(id, "sent")

    async def _drop(self, id: str, why: str) -> None:
        log.warning("mail dropped", error=why)
        await self._delete(id, "dropped")

    async def _delete(self, id: str, outcome: str) -> None:
        MAILS.labels(outcome).inc()
        async with self.database.writing() as session:
            await session.execute(sa.delete(MailRow).where(MailRow.id == id))

    async def _delay(self, id: str, why: str) -> None:
        """Try again later, unless this was the last attempt."""
        async with self.database.writing() as session:
            row = await session.get(MailRow, id, with_for_update=True)
            attempts = row.attempts if row is not None else len(PAUSES_S)
            if row is not None and attempts < len(PAUSES_S):
                row.due = now() + timedelta(seconds=PAUSES_S[attempts])
                row.attempts += 1
        if attempts < len(PAUSES_S):
            log.warning("mail delayed", error=why)
            MAILS.labels("retried").inc()
        elif row is not None:
            await self._drop(id, why)
