"""Flood: the effect of 60 sockets of one account that never stop talking on all other clients.

    python -m bench.flood --rounds 5 --seconds 8

measures the acks of others with and without the flood in turns, on one server with the usual limits
on commands; prints each round and the median ratio of the 99th percentiles. The flood comes from
another address than the others, in a process of its own that leaves the cores to the server: an
attacker brings their own.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import cycle
from typing import Any

import msgspec
import websockets

from bench.generator import Order, Table
from bench.server import ROOT, Measured, generate, server, tables

LIMITS = {"COMMANDS_PER_SECOND": "100", "COMMAND_BURST": "200"}
SOCKETS = 60
MATCHES = 100
ANSWERS_PER_S = 50.0
CONNECTION_ERRORS = (OSError, TimeoutError, websockets.WebSocketException)
FLOOD_ADDRESS = "198.51.100.7"
COMMANDS = (
    {"t": "ping"},
    {"t": "answer", "ref": 1, "decision": "1.1.1", "answer": None},
    {"t": "answer", "ref": 2, "decision": "0.0.9", "answer": {}},
)


def measure(settings: dict[str, str], rounds: int = 5, seconds: float = 8.0) -> dict[str, Any]:
    """Figures of all rounds; `settings` are those of databases."""
    with server(**{**settings, **LIMITS}) as measured:
        others = tables(measured.url, "res_arcana", MATCHES)
        attacked = tables(measured.url, "res_arcana", 1)[0]
        figures: list[tuple[float, float]] = []
        for number in range(rounds):
            calm = _ack_p99(measured, others, seconds, number)
            with flooding(measured.url, attacked):
                flooded = _ack_p99(measured, others, seconds, number)
            figures.append((calm, flooded))
            print(f"round {number + 1}: {calm:.1f} / {flooded:.1f} ms", file=sys.stderr)
    ratios = [flooded / calm for calm, flooded in figures]
    return {
        "others' ack p99, calm / flooded": "; ".join(f"{a:.1f} / {b:.1f}" for a, b in figures),
        "ratio, median of the rounds": round(statistics.median(ratios), 2),
        "load of the machine": f"{os.getloadavg()[0]:.1f}",
    }


def _ack_p99(measured: Measured, others: list[Table], seconds: float, seed: int) -> float:
    """The 99th percentile of the others' acks, in milliseconds."""
    order = Order(
        urls=[measured.url],
        tables=others,
        rate=ANSWERS_PER_S,
        seconds=seconds,
        warm_up=3,
        seed=seed,
    )
    return float(generate(order)["ack"]["p99"])


@contextmanager
def flooding(url: str, table: Table) -> Iterator[None]:
    """As long as it lasts, one account floods; it begins when every socket is open."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.flood", "--flood", url],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(msgspec.json.encode(table))
    process.stdin.close()
    process.stdout.readline()
    try:
        yield
    finally:
        process.terminate()
        process.wait()


async def flood(url: str, table: Table) -> None:
    """Talk on all sockets until the process is ended; one that is closed is opened again."""
    opened: set[int] = set()
    await asyncio.gather(*(_talk(url, table, number, opened) for number in range(SOCKETS)))


async def _talk(url: str, table: Table, number: int, opened: set[int]) -> None:
    address = f"{url.replace('http', 'ws', 1)}/api/v1/matches/{table.match}/ws"
    headers = {"Authorization": f"Bearer {table.tokens[0]}", "X-Forwarded-For": FLOOD_ADDRESS}
    texts = cycle(msgspec.json.encode(command).decode() for command in COMMANDS)
    while True:
        with suppress(*CONNECTION_ERRORS):
            async with websockets.connect(address, additional_headers=headers) as socket:
                opened.add(number)
                if len(opened) == SOCKETS:
                    print("open", flush=True)
                    opened.add(SOCKETS)
                hearing = asyncio.create_task(_hear(socket))
                try:
                    for text in texts:
                        await socket.send(text)
                finally:
                    hearing.cancel()
        await asyncio.sleep(0.1)


async def _hear(socket: websockets.ClientConnection) -> None:
    with suppress(*CONNECTION_ERRORS):
        async for _ in socket:
            pass


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--flood", metavar="URL", help=argparse.SUPPRESS)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=8.0)
    arguments = parser.parse_args()
    if arguments.flood:
        os.nice(5)
        asyncio.run(
            flood(arguments.flood, msgspec.json.decode(sys.stdin.buffer.read(), type=Table))
        )
        return
    for name, value in measure({}, arguments.rounds, arguments.seconds).items():
        print(f"{name}: {value}")


if __name__ == "__main__":
    main()
