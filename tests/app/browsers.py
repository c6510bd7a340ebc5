"""A browser's side of Web Push: its keys, and a push service that decrypts what it is sent."""

from __future__ import annotations

import base64
import json
import os
from contextlib import asynccontextmanager

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid

from app.accounts.models import Token
from app.infra.wall_clock import now
from app.notifications.notifier import Notification
from app.notifications.push.models import PushSubscriptionRow
from tests.app.http_receiver import http_receiver


def packed(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def unpacked(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """The keys that a browser makes for one subscription."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)
        point = self.private.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        self.keys = {"p256dh": packed(point), "auth": packed(self.secret)}

    @property
    def subscription(self):
        """What the page sends."""
        return {"endpoint": self.endpoint, "keys": self.keys}

    def read(self, body: bytes):
        """A message, decrypted as the browser does."""
        plain = http_ece.decrypt(
            body, private_key=self.private, auth_secret=self.secret, version="aes128gcm"
        )
        return json.loads(plain)


@asynccontextmanager
async def push_service(*answers):
    """A push service that gives these answers, then 204; `browser` has subscribed at it."""
    async with http_receiver(*answers) as service:
        service.browser = Browser(service.url)
        yield service


def messages(service):
    """What a push service was sent, decrypted."""
    return [service.browser.read(body) for _, body in service.requests]


def claims_of(headers, key: str):
    """The claims of a message's VAPID token, which the key has signed."""
    scheme, _, parts = headers["authorization"].partition(" ")
    given = dict(part.strip().split("=", 1) for part in parts.split(","))
    assert scheme == "vapid"
    assert given["k"] == key
    assert Vapid.verify(headers["authorization"])
    return json.loads(unpacked(given["t"].split(".")[1]))


async def subscribed(services, browser: Browser, account: str = "a_ann") -> None:
    """The account has subscribed in this browser."""
    made = {"account": account, "created_at": now()}
    session = Token(id=f"t_{account}", kind="session", name="", hash=account, scopes=[], **made)
    async with services.database.writing() as database:
        database.add(session)
        await database.flush()
        database.add(
            PushSubscriptionRow(
                id=f"p_{account}",
                session=session.id,
                endpoint=browser.endpoint,
                failures=0,
                **browser.keys,
                **made,
            )
        )
    services.deliveries.pushes.receiver_added(account)


async def pushed(services, match, kind="decision", account="a_ann") -> None:
    """The account is notified; what follows is queued."""
    await services.deliveries.pushes._queue([Notification(kind, account, match, 0, {})])
