"""Push payloads: public facts and the receiver's own, encrypted for one browser."""

from __future__ import annotations

import base64
import hashlib

import msgspec
from msgspec import UNSET, Struct, UnsetType, structs

from app.accounts.models import Account
from app.matches.models import MatchRow
from app.notifications.kinds import PushForm
from app.notifications.match_facts import MatchFacts
from app.notifications.outbox.posting import Outgoing
from app.notifications.push.keys import PushKeys, encryption
from app.notifications.push.models import PushSubscriptionRow
from app.notifications.texts import FOLDER, heading, line
from engine.core.language import language_for

POOLS_PATH = "/find"
"""The page of pools, and the tag of its notifications."""


class PushPayload(Struct):
    """The message that the service worker reads; its text is in the account's language."""

    kind: str
    tag: str  # of two notifications with one tag, a browser shows the later one
    title: str
    body: str
    path: str  # where a press leads
    match: str = ""
    game: str = ""
    opponents: list[str] = []
    yields: bool | UnsetType = UNSET  # a page that is in view asks by itself


async def push_of(
    subscription: PushSubscriptionRow,
    kind: str,
    form: PushForm,
    facts: MatchFacts,
    match: MatchRow,
    account: Account,
    keys: PushKeys,
) -> Outgoing:
    """The message of these facts, encrypted and signed."""
    path = f"/m/{match.id}"
    language = language_for(FOLDER, account.preferences.get("language"))
    payload = PushPayload(
        kind=kind,
        tag=path if form.replaces_page else f"{path} {kind}",
        path=path,
        match=match.id,
        game=facts.title,
        opponents=facts.others,
        title=heading(kind, form, language),
        body=line(facts.title, facts.others, language),
    )
    return await _sealed(subscription, payload, form, keys, topic=match.id)


async def push_of_letter(
    subscription: PushSubscriptionRow,
    form: PushForm,
    sender: Account,
    account: Account,
    keys: PushKeys,
) -> Outgoing:
    """The message that an account has written, encrypted and signed."""
    language = language_for(FOLDER, account.preferences.get("language"))
    path = f"/friends/{sender.id}"
    payload = PushPayload(
        kind="message",
        tag=path,
        path=path,
        title=heading("message", form, language),
        body=sender.name,
    )
    return await _sealed(subscription, payload, form, keys, topic=sender.id)


async def push_of_ready_check(
    subscription: PushSubscriptionRow,
    form: PushForm,
    game: str,
    seconds_left: int,
    account: Account,
    keys: PushKeys,
) -> Outgoing:
    """The message that a table of the game is found, encrypted and signed; it is worth nothing
    after `seconds_left`.
    """
    language = language_for(FOLDER, account.preferences.get("language"))
    payload = PushPayload(
        kind="ready_check",
        tag=POOLS_PATH,
        path=POOLS_PATH,
        title=heading("ready_check", form, language),
        body=game,
        game=game,
        yields=True,
    )
    brief = structs.replace(form, ttl_s=min(form.ttl_s, seconds_left))
    return await _sealed(subscription, payload, brief, keys, topic=POOLS_PATH)


async def _sealed(
    subscription: PushSubscriptionRow,
    payload: PushPayload,
    form: PushForm,
    keys: PushKeys,
    topic: str,
) -> Outgoing:
    headers = {
        **await keys.signature(subscription.endpoint),
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(form.ttl_s),
        "Urgency": "high" if form.is_urgent else "normal",
        "Topic": _topic(topic, payload.kind),
    }
    body = encryption().encrypted(
        msgspec.json.encode(payload), subscription.p256dh, subscription.auth
    )
    return Outgoing(subscription.id, subscription.account, subscription.endpoint, body, headers)


def _topic(match: str, event: str) -> str:
    """The topic by which a newer message replaces an undelivered one; it reveals nothing."""
    digest = hashlib.sha256(f"{match} {event}".encode()).digest()
    return base64.urlsafe_b64encode(digest)[:32].decode()
