"""Provider replies: requests to a provider, which follow no redirect, take no proxy, and are
bounded in time and size.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Collection, Mapping
from functools import cache
from typing import TypeVar

import httpx
import msgspec

MAX_BYTES = 262_144
"""The largest reply of a provider."""
T = TypeVar("T")


class ProviderFailed(Exception):
    """A provider that does not answer, or not as a provider does; `what` is for the log."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


async def read_reply(
    address: str,
    seconds: float,
    kind: type[T],
    headers: Mapping[str, str] | None = None,
    form: str | None = None,
    statuses: Collection[int] = (200,),
) -> T:
    """The JSON at an address, or in reply to a form. Raises ProviderFailed."""
    try:
        async with asyncio.timeout(seconds):
            status, content = await _request(address, headers or {}, form)
        if status not in statuses:
            raise ProviderFailed(f"status {status}")
        return msgspec.json.decode(content, type=kind)
    except (httpx.HTTPError, httpx.InvalidURL, TimeoutError, OSError) as error:
        raise ProviderFailed(type(error).__name__) from error
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise ProviderFailed("reply") from error


async def _request(address: str, headers: Mapping[str, str], form: str | None) -> tuple[int, bytes]:
    """The status, and the body as far as it may be read."""
    content = bytearray()
    async with (
        httpx.AsyncClient(
            trust_env=False, timeout=None, verify=_tls_context(), follow_redirects=False
        ) as client,
        client.stream(
            "GET" if form is None else "POST",
            address,
            content=form,
            headers={**headers, "Accept": "application/json", "User-Agent": "Conclave"},
        ) as response,
    ):
        async for chunk in response.aiter_bytes():
            content += chunk
            if len(content) > MAX_BYTES:
                raise ProviderFailed("too large")
    return response.status_code, bytes(content)


@cache
def _tls_context() -> ssl.SSLContext:
    """Cached, since reading all certificates takes long; SSL_CERT_FILE names others."""
    return httpx.create_ssl_context()
