"""Posting: sends one request of the outbox to an address just resolved and found to be public."""

from __future__ import annotations

import asyncio
import ssl
from functools import cache
from ipaddress import ip_address
from typing import NamedTuple

import structlog
from msgspec import Struct

from app.infra.settings import WebhookSettings
from app.notifications.outbox.addresses import PORTS
from app.notifications.outbox.resolver import NotPublic, Resolver
from app.wire.literals import WebhookError

log = structlog.get_logger("conclave.outbox")


class Outgoing(Struct):
    """A message ready to send: body, headers, URL, and the receiver and account it is for."""

    receiver: str
    account: str
    url: str
    body: bytes
    headers: dict[str, str]


class Posted(NamedTuple):
    """The status of the reply, or why there was none."""

    status: int | None
    error: WebhookError | None = None


async def post(
    settings: WebhookSettings, resolver: Resolver, message: Outgoing, kind: str
) -> Posted:
    """Post a message, for at most `webhook_seconds`; returns the outcome. Does not read the reply's
    body or follow redirects. Raises Busy if it could not try. `kind` is for the log.
    """
    import httpx

    try:
        async with asyncio.timeout(settings.webhook_seconds):
            status = await _post(resolver, message)
    except (httpx.HTTPError, httpx.InvalidURL, NotPublic, TimeoutError, OSError) as error:
        details = {kind: message.receiver, "error": type(error).__name__}
        log.info(f"{kind} not delivered", **details)
        return Posted(None, _error_of(error))
    if not is_accepted(status):
        log.info(f"{kind} not delivered", **{kind: message.receiver}, status=status)
    return Posted(status)


def _error_of(error: Exception) -> WebhookError:
    if isinstance(error, NotPublic):
        return "address"
    return "timeout" if isinstance(error, TimeoutError) else "unreachable"


def is_accepted(status: int | None) -> bool:
    return status is not None and 200 <= status < 300


async def _post(resolver: Resolver, message: Outgoing) -> int:
    """Connect to the checked address; TLS and the Host header use the hostname."""
    import httpx

    url = httpx.URL(message.url)
    hostname = url.raw_host.decode()
    port = url.port or PORTS[url.scheme]
    address = await resolver.find(hostname, port, message.account, for_delivery=True)
    address_literal = f"[{address}]" if ip_address(address).version == 6 else address
    headers = {**message.headers, "Host": url.netloc.decode(), "User-Agent": "Conclave"}
    async with (
        httpx.AsyncClient(
            trust_env=False, timeout=None, verify=_tls_context(), follow_redirects=False
        ) as client,
        client.stream(
            "POST",
            url.copy_with(host=address_literal),
            content=message.body,
            headers=headers,
            extensions={"sni_hostname": hostname},
        ) as response,
    ):
        return response.status_code


@cache
def _tls_context() -> ssl.SSLContext:
    """Cached: reading all certificates takes longer than most deliveries."""
    import httpx

    return httpx.create_ssl_context(trust_env=False)
