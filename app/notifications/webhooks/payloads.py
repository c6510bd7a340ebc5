"""Webhook payloads: messages to webhooks, with public facts and the receiver's own.

A message about a turn says whose turn it is, never what the question is.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from base64 import b64decode, b64encode

import msgspec
from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Account
from app.games.catalogue import Catalogue
from app.infra.security import new_id
from app.infra.settings import StorageSettings
from app.infra.wall_clock import now
from app.matches.models import MatchRow
from app.notifications.kinds import POSTED, WebhookForm
from app.notifications.match_facts import MatchFacts, read_match_facts
from app.notifications.outbox.models import Message
from app.notifications.outbox.posting import Outgoing
from app.notifications.webhooks.models import DeliveryRow, WebhookRow
from app.wire.people import AccountName
from app.wire.webhooks import EventMessage, TestMessage

MARKS = re.compile(r"([\\`*_~|>#\[\]()<@:])")
"""Characters that Discord treats as markup."""


async def payload_of(
    session: AsyncSession,
    message: Message,
    storage: StorageSettings,
    address: str,
    catalogue: Catalogue,
) -> Outgoing | None:
    """The message from the current state; None if the event no longer holds."""
    webhook = await session.get(WebhookRow, message.receiver)
    match = await session.get(MatchRow, message.match)
    if webhook is None or match is None or match.game not in catalogue.games:
        return None
    if message.event not in POSTED:
        return None  # of another version
    kind, form = POSTED[message.event]
    account = await session.get_one(Account, webhook.account)
    title = catalogue.games[match.game].title
    facts = await read_match_facts(session, match, account, title)
    if not kind.is_current(facts):
        return None
    url = f"{address}/m/{match.id}"
    if webhook.format == "discord":
        escaped = replace(
            facts,
            names=[plain(name) for name in facts.names],
            account_name=plain(facts.account_name),
        )
        content = {"content": f"{form.sentence(escaped)} {url}", "allowed_mentions": {"parse": []}}
        body = msgspec.json.encode(content)
        headers = {"Content-Type": "application/json"}
        return Outgoing(webhook.id, account.id, webhook.url, body, headers)
    body = msgspec.json.encode(_message_of(form, facts, match, account, url))
    headers = signed(storage, webhook.id, _id_of(message), message.event, body)
    return Outgoing(webhook.id, account.id, webhook.url, body, headers)


def trial_payload(
    webhook: WebhookRow, account: Account, storage: StorageSettings, address: str
) -> Outgoing:
    """A message without a match, by which the owner tests whether messages arrive."""
    text, url = f"{account.name}, messages to this webhook arrive.", f"{address}/settings"
    if webhook.format == "discord":
        content = {"content": f"{plain(account.name)}, messages to this webhook arrive. {url}"}
        body = msgspec.json.encode({**content, "allowed_mentions": {"parse": []}})
        headers = {"Content-Type": "application/json"}
    else:
        named = AccountName(id=account.id, name=account.name)
        body = msgspec.json.encode(TestMessage(account=named, text=text, url=url))
        headers = signed(storage, webhook.id, new_id("msg"), "test", body)
    return Outgoing(webhook.id, account.id, webhook.url, body, headers)


def _message_of(
    form: WebhookForm, facts: MatchFacts, match: MatchRow, account: Account, url: str
) -> EventMessage:
    return form.message(
        account=AccountName(id=account.id, name=account.name),
        match=match.id,
        game=match.game,
        title=facts.title,
        status=facts.status,
        players=facts.names,
        text=form.sentence(facts),
        url=url,
        **form.members(facts),
    )


def _id_of(message: Message) -> str:
    id = message.delivery if isinstance(message, DeliveryRow) else ""
    return id or f"msg_{message.receiver}_{message.match}_{message.event}"


def signed(
    storage: StorageSettings, webhook: str, id: str, event: str, body: bytes
) -> dict[str, str]:
    """The headers of a message, with two signatures by which the receiver verifies origin and
    freshness: that of Standard Webhooks and the older one.
    """
    moment = str(int(now().timestamp()))
    secret = secret_of(storage, webhook)
    older = _hmac(secret.encode(), f"{moment}.".encode() + body)
    standard = _hmac(b64decode(secret.removeprefix("whsec_")), f"{id}.{moment}.".encode() + body)
    return {
        "Content-Type": "application/json",
        "Webhook-Id": id,
        "Webhook-Timestamp": moment,
        "Webhook-Signature": f"v1,{b64encode(standard).decode()}",
        "Conclave-Event": event,
        "Conclave-Timestamp": moment,
        "Conclave-Signature": f"v1={older.hex()}",
    }


def _hmac(key: bytes, signed_bytes: bytes) -> bytes:
    return hmac.new(key, signed_bytes, hashlib.sha256).digest()


def secret_of(storage: StorageSettings, webhook: str) -> str:
    """The secret that signs a webhook's messages; derived from the server's, stored nowhere."""
    key = storage.secret_key.get_secret_value().encode()
    return "whsec_" + hmac.new(key, f"webhook {webhook}".encode(), hashlib.sha256).hexdigest()


def plain(name: str) -> str:
    """A name with Discord's markup escaped."""
    return MARKS.sub(r"\\\1", name)
