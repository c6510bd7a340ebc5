"""A mail server of the tests' own, which keeps what it is sent."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from ssl import SSLContext
from typing import Any, cast

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from devtools.services import free_port

TIMEOUT_S = 30.0
LINK = re.compile(r"https?://\S+#\S+")
USER = LoginPassword(b"conclave", b"long enough")


class Mailbox:
    """What the server has accepted, in order. It replies to each recipient with `reply`, and waits
    `delay_s` before.
    """

    def __init__(self) -> None:
        self.messages: list[EmailMessage] = []
        self.reply = "250 OK"
        self.delay_s = 0.0
        self.attempts = 0

    async def handle_RCPT(  # noqa: N802 - named by aiosmtpd
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: Any
    ) -> str:
        self.attempts += 1
        await asyncio.sleep(self.delay_s)
        if self.reply.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.reply

    async def handle_DATA(  # noqa: N802 - named by aiosmtpd
        self, _server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        content = cast(bytes, envelope.content)
        self.messages.append(message_from_bytes(content, policy=policy.default))  # type: ignore[arg-type]
        return "250 OK"

    async def next(self) -> EmailMessage:
        """Wait for a message and take it."""
        async with asyncio.timeout(TIMEOUT_S):
            while not self.messages:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        return self.messages.pop(0)

    async def next_to(self, address: str) -> EmailMessage:
        """Wait for a message to this address; earlier ones to others are dropped."""
        while (message := await self.next())["To"] != address:
            pass
        return message


@contextmanager
def mail_server(
    mailbox: Mailbox, *, tls: SSLContext | None = None, requires_user: bool = False
) -> Iterator[dict[str, str]]:
    """Serves on a free port of this machine; yields the settings with which Conclave uses it."""

    def authenticate(*given: Any) -> AuthResult:
        return AuthResult(success=given[-1] == USER, handled=False)

    port = free_port()
    controller = Controller(
        mailbox,
        hostname="127.0.0.1",
        port=port,
        tls_context=tls,
        require_starttls=tls is not None,
        auth_required=requires_user,
        auth_require_tls=tls is not None,
        authenticator=authenticate,
    )
    controller.start()
    try:
        yield {
            "SMTP_HOST": "127.0.0.1",
            "SMTP_PORT": str(port),
            "SMTP_SECURITY": "starttls" if tls else "none",
            "MAIL_FROM": "tables@example.org",
        }
    finally:
        controller.stop()


def text_of(message: EmailMessage) -> str:
    """The text, with its lines as they were written."""
    return cast(str, message.get_content())


def secrets_in(message: EmailMessage) -> list[str]:
    """The secrets of the links in a message."""
    return [link.partition("#")[2] for link in LINK.findall(text_of(message))]
