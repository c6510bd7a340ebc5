"""Push payloads: public facts and the receiver's own, encrypted for one browser."""

from __future__ import annotations

import base64
import hashlib

import http_ece
import msgspec
from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives.asymmetric import ec
from msgspec import Struct

from app.accounts.models import Account
from app.matches.models import MatchRow
from app.notifications.outbox.match_facts import MatchFacts
from app.notifications.outbox.posting import Outgoing
from app.notifications.push.keys import PushKeys
from app.notifications.push.models import PushSubscriptionRow
from app.notifications.push.texts import language_of, text_of

DAY_S = 86_400
TTL_S = {"decision": DAY_S, "deadline": DAY_S // 24, "invite": 7 * DAY_S, "end": 7 * DAY_S}
"""Seconds for which the push service keeps a message for a browser that is away."""
URGENT = ("decision", "deadline")
AUTH_BYTES = 16


class PushPayload(Struct):
    """The message that the service worker reads; its text is in the account's language."""

    kind: str
    match: str
    game: str
    opponents: list[str]
    title: str
    body: str


async def push_of(
    subscription: PushSubscriptionRow,
    facts: MatchFacts,
    match: MatchRow,
    account: Account,
    keys: PushKeys,
) -> Outgoing:
    """The message of these facts, encrypted and signed."""
    others = facts.others
    text = text_of(facts.event, facts.title, others, language_of(account))
    payload = PushPayload(facts.event, match.id, facts.title, others, text.heading, text.line)
    headers = {
        **await keys.signature(subscription.endpoint),
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(TTL_S[facts.event]),
        "Urgency": "high" if facts.event in URGENT else "normal",
        "Topic": _topic(match.id, facts.event),
    }
    body = encrypted(msgspec.json.encode(payload), subscription)
    return Outgoing(subscription.id, account.id, subscription.endpoint, body, headers)


def encrypted(content: bytes, subscription: PushSubscriptionRow) -> bytes:
    """The content, encrypted for the browser (RFC 8291)."""
    body: bytes = http_ece.encrypt(
        content,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=unpacked(subscription.p256dh),
        auth_secret=unpacked(subscription.auth),
        version="aes128gcm",
    )
    return body


def are_keys(p256dh: str, auth: str) -> bool:
    """Whether these are a browser's keys: a point of P-256 and sixteen bytes, in base64url."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unpacked(p256dh))
        return len(unpacked(auth)) == AUTH_BYTES
    except (ValueError, InvalidKey):
        return False


def unpacked(text: str) -> bytes:
    """Bytes in base64url, padded or not. Raises ValueError."""
    return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), b"-_", True)


def _topic(match: str, event: str) -> str:
    """The topic by which a newer message replaces an undelivered one; it reveals nothing."""
    digest = hashlib.sha256(f"{match} {event}".encode()).digest()
    return base64.urlsafe_b64encode(digest)[:32].decode()
