"""Posting: one request to an address that was just looked up and found to be public."""

from __future__ import annotations

import asyncio
from ipaddress import ip_address

import httpx
import structlog

from app.settings import Settings
from app.webhooks.addresses import NotPublic, find
from app.webhooks.messages import Message

log = structlog.get_logger("conclave.courier")


async def post(settings: Settings, message: Message) -> bool:
    """Whether the message was taken (2xx). What is answered is not read, nowhere is gone on to."""
    try:
        async with asyncio.timeout(settings.webhook_seconds):
            status = await _post(settings, message)
    except (httpx.HTTPError, httpx.InvalidURL, NotPublic, TimeoutError, OSError) as error:
        log.info("not delivered", webhook=message.webhook, error=type(error).__name__)
        return False
    if not 200 <= status < 300:
        log.info("not delivered", webhook=message.webhook, status=status)
    return 200 <= status < 300


async def _post(settings: Settings, message: Message) -> int:
    """Call the address that was checked, under the name that it was found by."""
    url = httpx.URL(message.url)
    name = url.raw_host.decode()
    port = url.port or (443 if url.scheme == "https" else 80)
    address = await find(name, port, private=settings.webhooks_to_private)
    host = f"[{address}]" if ip_address(address).version == 6 else address
    headers = {**message.headers, "Host": url.netloc.decode(), "User-Agent": "Conclave"}
    async with (
        httpx.AsyncClient(trust_env=False, timeout=settings.webhook_seconds) as client,
        client.stream(
            "POST",
            url.copy_with(host=host),
            content=message.body,
            headers=headers,
            extensions={"sni_hostname": name},
        ) as response,
    ):
        return response.status_code
