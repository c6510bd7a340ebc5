"""Push keys: the server's VAPID key (RFC 8292), which identifies it to push services."""

from __future__ import annotations

import base64
import secrets
from typing import Any
from urllib.parse import urlsplit

import sqlalchemy as sa

from app.infra.database import Database, insert_or_not
from app.infra.p256 import ORDER_OF_P256
from app.infra.problems import Problem
from app.infra.settings import AddressSettings, WebhookSettings
from app.infra.wall_clock import now
from app.notifications.push.models import PushKeyRow

ONLY = 1
"""The id of the one row."""
SIGNATURE_LIFETIME_S = 12 * 3600
"""How long a signature is valid; push services refuse more than a day."""
FALLBACK_CONTACT = "mailto:operator@localhost"
"""The contact of a server without a public address."""


class PushKeys:
    """The key of the settings, or one that the first process to start generates for all."""

    def __init__(
        self, database: Database, settings: WebhookSettings, addresses: AddressSettings
    ) -> None:
        self.database = database
        self.settings = settings
        self.contact = addresses.address if addresses.is_https else FALLBACK_CONTACT
        self._signer: Any = None

    async def public(self) -> str:
        """The public key as browsers take it: an uncompressed point in base64url."""
        key: str = encryption().public_key_of(await self._key())
        return key

    async def signature(self, endpoint: str) -> dict[str, str]:
        """The headers that authorise a message to an endpoint."""
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(now().timestamp()) + SIGNATURE_LIFETIME_S,
            "sub": self.contact,
        }
        signed: dict[str, str] = (await self._key()).sign(claims)
        return signed

    async def prepare(self) -> None:
        """Generate the key of all processes unless there is one. Call before the first request:
        reading the key must not write.
        """
        if self.settings.vapid_key.get_secret_value() or await self._read_key():
            return
        row = {"id": ONLY, "private": new_key(), "created_at": now()}
        async with self.database.writing() as session:
            await insert_or_not(session, PushKeyRow, row)

    async def _key(self) -> Any:
        """What signs, a `Vapid`."""
        if self._signer is None:
            given = self.settings.vapid_key.get_secret_value() or await self._read_key()
            if given is None:
                raise Problem("unavailable", "This server has no push key yet.")
            self._signer = encryption().signer(given)
        return self._signer

    async def _read_key(self) -> str | None:
        async with self.database.reading() as session:
            return await session.scalar(sa.select(PushKeyRow.private).where(PushKeyRow.id == ONLY))


def encryption() -> Any:
    """`app.notifications.push.encryption`. Raises Problem forbidden without the extra `push`."""
    try:
        from app.notifications.push import encryption
    except ImportError:
        raise Problem("forbidden", "This server sends no push messages.") from None
    return encryption


def new_key() -> str:
    """A private key as settings and database hold it: 32 bytes in base64url."""
    number = 1 + secrets.randbelow(ORDER_OF_P256 - 1)
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()
