"""Churn: sockets that connect and disconnect, and the server memory they leave behind."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import uvloop
from picows import WSFrame, WSListener, WSTransport, ws_connect

from bench.generator import Order
from bench.server import Measured, generate, server, tables

CYCLES = 6
SOCKETS = 1500
SOCKETS_PER_S = 375.0
"""The rate at which sockets are opened, then closed."""
MATCHES = 100
ANSWERS_PER_S = 100.0
"""The rate of other players' answers meanwhile."""
HANDSHAKE_TIMEOUT_S = 300.0
SETTLE_S = 2.0
"""The wait before memory is read."""


class Spectator(WSListener):  # type: ignore[misc]
    """Receives everything; `first_frame` is done with the first full frame."""

    def __init__(self) -> None:
        self.first_frame = asyncio.get_running_loop().create_future()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if b'"full"' in frame.get_payload_as_bytes()[:20] and not self.first_frame.done():
            self.first_frame.set_result(None)


def churn(settings: dict[str, str]) -> dict[str, Any]:
    """Memory after each cycle, and the latency of other players' acks."""
    with server(**settings, SOCKETS_PER_ADDRESS="20000") as measured:
        matches = tables(measured.url, "res_arcana", MATCHES)
        seconds = CYCLES * (2 * SOCKETS / SOCKETS_PER_S + SETTLE_S) + 5
        order = Order(urls=[measured.url], tables=matches, rate=ANSWERS_PER_S, seconds=seconds)
        with ThreadPoolExecutor(1) as pool:
            has_begun = Event()
            playing = pool.submit(generate, order, on_begin=has_begun.set)
            has_begun.wait()
            sizes = uvloop.run(_cycles(measured, [table.match for table in matches]))
            ack = playing.result()["ack"]
    return {
        "sockets a cycle": SOCKETS,
        "memory after each cycle, MB": " / ".join(f"{size / 1e6:.0f}" for size in sizes),
        "the most to the first": round(max(sizes) / sizes[0], 2),
        "ack p50 / p99 / most meanwhile, ms": " / ".join(
            f"{ack[name]:.1f}" for name in ("p50", "p99", "most")
        ),
    }


async def _cycles(measured: Measured, matches: list[str]) -> list[int]:
    sizes = []
    for _ in range(CYCLES):
        opened = await _paced(_open(measured.url, matches[n % MATCHES]) for n in range(SOCKETS))
        await _paced(_close(transport) for transport in opened)
        await asyncio.sleep(SETTLE_S)
        sizes.append(measured.memory)
    return sizes


async def _paced(works: Iterable[Awaitable[Any]]) -> list[Any]:
    """Start each at its due time, even if earlier ones still run."""
    loop = asyncio.get_running_loop()
    started_at, tasks = loop.time(), []
    for number, work in enumerate(works):
        await asyncio.sleep(started_at + number / SOCKETS_PER_S - loop.time())
        tasks.append(asyncio.ensure_future(work))
    return await asyncio.gather(*tasks)


async def _open(url: str, match: str) -> WSTransport:
    address = f"{url.replace('http', 'ws', 1)}/api/v1/matches/{match}/ws"
    listener: Callable[[], Spectator] = Spectator
    transport, spectator = await ws_connect(
        listener, address, websocket_handshake_timeout=HANDSHAKE_TIMEOUT_S
    )
    await spectator.first_frame
    return transport


async def _close(transport: WSTransport) -> None:
    transport.send_close()
    await transport.wait_disconnected()
