"""Webhook HTTP: posts one request to an address just resolved and found to be public."""

from __future__ import annotations

import asyncio
import ssl
from functools import cache
from ipaddress import ip_address

import httpx
import structlog

from app.infra.settings import Settings
from app.notifications.webhooks.addresses import PORTS
from app.notifications.webhooks.payloads import Payload
from app.notifications.webhooks.resolver import NotPublic, Resolver

log = structlog.get_logger("conclave.webhook_delivery")


async def post_webhook(settings: Settings, resolver: Resolver, message: Payload) -> bool:
    """Whether the receiver accepted the message (2xx). The response body is not read, redirects are
    not followed; times out after `webhook_seconds`. Raises Busy if it was not tried.
    """
    try:
        async with asyncio.timeout(settings.webhook_seconds):
            status = await _post(resolver, message)
    except (httpx.HTTPError, httpx.InvalidURL, NotPublic, TimeoutError, OSError) as error:
        log.info("webhook not delivered", webhook=message.webhook, error=type(error).__name__)
        return False
    if not 200 <= status < 300:
        log.info("webhook not delivered", webhook=message.webhook, status=status)
    return 200 <= status < 300


async def _post(resolver: Resolver, message: Payload) -> int:
    """Connect to the checked address; TLS and the Host header use the name."""
    url = httpx.URL(message.url)
    name = url.raw_host.decode()
    port = url.port or PORTS[url.scheme]
    address = await resolver.find(name, port, message.account, delivers=True)
    host = f"[{address}]" if ip_address(address).version == 6 else address
    headers = {**message.headers, "Host": url.netloc.decode(), "User-Agent": "Conclave"}
    async with (
        httpx.AsyncClient(
            trust_env=False, timeout=None, verify=_trust(), follow_redirects=False
        ) as client,
        client.stream(
            "POST",
            url.copy_with(host=host),
            content=message.body,
            headers=headers,
            extensions={"sni_hostname": name},
        ) as response,
    ):
        return response.status_code


@cache
def _trust() -> ssl.SSLContext:
    """Cached: reading all certificates takes longer than most deliveries."""
    return httpx.create_ssl_context(trust_env=False)
