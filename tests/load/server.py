"""The server's own figures: a real process, every seat a websocket that answers at once.

Closed loop: each seat answers as soon as it is asked, so that the rate is what the server carries
and the times are those at saturation. Servers are private and durable, all on this machine.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import psutil
import websockets

from tests import services
from tests.conftest import free_port

MATCHES = 50
SECONDS = 10.0
WARM_UP = 3.0
LONG = {"res_arcana": {"round_limit": 200}, "tiny": {"turns": 100_000}}


class Figures:
    """What the clients saw: times in seconds, sizes in bytes."""

    def __init__(self) -> None:
        self.acks: list[float] = []
        self.others: list[float] = []
        self.fulls: list[int] = []
        self.deltas: list[int] = []
        self.counting = False


class Seat:
    """One seat's socket; answers whatever it is asked, at random."""

    def __init__(self, url: str, match: str, token: str, figures: Figures, seed: int) -> None:
        self.url = f"{url.replace('http', 'ws', 1)}/api/v1/matches/{match}/ws"
        self.token = token
        self.figures = figures
        self.rng = Random(seed)
        self.sent: dict[int, float] = {}
        self.asked: str | None = None
        self.ref = 0

    async def play(self, ready: asyncio.Semaphore, last: dict[str, float]) -> None:
        headers = {"Authorization": f"Bearer {self.token}"}
        async with ready:
            socket = await websockets.connect(self.url, additional_headers=headers, max_size=None)
        async with socket:
            async for text in socket:
                assert isinstance(text, str)
                frame = msgspec.json.decode(text)
                self._note(frame, text, last)
                for decision in frame.get("decisions", ())[:1]:
                    if decision["id"] != self.asked:
                        await self._answer(socket, decision, last)

    def _note(self, frame: dict[str, Any], text: str, last: dict[str, float]) -> None:
        now, figures = time.perf_counter(), self.figures
        if frame["t"] == "ack" and figures.counting:
            figures.acks.append(now - self.sent.pop(frame["ref"], now))
        elif frame["t"] == "delta" and figures.counting:
            figures.deltas.append(len(text))
            if last.get("seat") != id(self) and "at" in last:
                figures.others.append(now - last["at"])
        elif frame["t"] == "full":
            figures.fulls.append(len(text))
        elif frame["t"] == "nack":
            raise AssertionError(text)

    async def _answer(self, socket: Any, decision: dict[str, Any], last: dict[str, float]) -> None:
        self.asked = decision["id"]
        self.ref += 1
        now = self.sent[self.ref] = time.perf_counter()
        last.update(seat=id(self), at=now)
        command = {
            "t": "answer",
            "ref": self.ref,
            "decision": decision["id"],
            "answer": self._choose(decision),
        }
        await socket.send(msgspec.json.encode(command).decode())

    def _choose(self, decision: dict[str, Any]) -> Any:
        if decision["kind"] == "choose" and decision["max"] == decision["min"] == 1:
            return self.rng.choice(decision["options"])["key"]
        return decision["default"]


async def _seated(url: str, game: str, number: int) -> tuple[str, list[str]]:
    """A match of two people: its id and their tokens."""
    async with httpx.AsyncClient(base_url=f"{url}/api/v1", timeout=60) as http:
        tokens = []
        for name in ("Ada", "Bob"):
            made = await http.post("/guests", json={"name": f"{name} {number}"})
            tokens.append(made.raise_for_status().json()["token"])
        ada, bob = ({"Authorization": f"Bearer {token}"} for token in tokens)
        wishes = {
            "game": game,
            "options": LONG[game],
            "seats": [{"kind": "me"}, {"kind": "open"}],
            "visibility": "public",
        }
        match = (await http.post("/matches", json=wishes, headers=ada)).raise_for_status().json()
        joined = await http.post(f"/matches/{match['id']}/seats", json={}, headers=bob)
        joined.raise_for_status()
        return match["id"], tokens


async def _load(url: str, game: str, process: psutil.Process) -> dict[str, Any]:
    figures = Figures()
    matches = [await _seated(url, game, number) for number in range(MATCHES)]
    before = process.memory_info().rss
    ready = asyncio.Semaphore(16)
    seats = []
    for match, tokens in matches:
        last: dict[str, float] = {}
        for number, token in enumerate(tokens):
            seat = Seat(url, match, token, figures, seed=number)
            seats.append(asyncio.create_task(seat.play(ready, last)))
    await asyncio.sleep(WARM_UP)
    stages = _stages(url)
    figures.counting = True
    await asyncio.sleep(SECONDS)
    figures.counting = False
    after = _stages(url)
    memory = process.memory_info().rss - before
    failed = [seat.exception() for seat in seats if seat.done() and seat.exception()]
    assert not failed, failed[0]
    for seat in seats:
        seat.cancel()
    await asyncio.gather(*seats, return_exceptions=True)
    return _report(figures, stages, after, memory)


def _report(
    figures: Figures, before: dict[str, float], after: dict[str, float], memory: int
) -> dict[str, Any]:
    full, delta = _middle(figures.fulls), _middle(figures.deltas)
    means = {
        f"{stage}, mean": f"{_mean(before, after, stage) * 1e3:.2f} ms"
        for stage in ("engine", "commit", "publish")
    }
    return {
        "answers a second": round(len(figures.acks) / SECONDS),
        "ack p50 / p95 / p99": _percentiles(figures.acks),
        "other seat's frame p50 / p95 / p99": _percentiles(figures.others),
        **means,
        "full frame at the start, bytes": full,
        "delta frame, bytes": delta,
        "memory a live match with 2 sockets": f"{memory / MATCHES / 1000:.0f} kB",
    }


def _stages(url: str) -> dict[str, float]:
    """The sums and counts of the stages of an answer, from the server's own metrics."""
    with urllib.request.urlopen(f"{url}/metrics", timeout=10) as response:
        text = response.read().decode()
    found = re.findall(r'conclave_stage_seconds_(sum|count)\{stage="(\w+)"\} (\S+)', text)
    return {f"{stage} {what}": float(value) for what, stage, value in found}


def _mean(before: dict[str, float], after: dict[str, float], stage: str) -> float:
    total, count = (
        after.get(f"{stage} {what}", 0.0) - before.get(f"{stage} {what}", 0.0)
        for what in ("sum", "count")
    )
    return total / count if count else 0.0


def _percentiles(times: list[float]) -> str:
    ordered = sorted(times) or [0.0]
    places = (ordered[int(len(ordered) * share)] for share in (0.5, 0.95, 0.99))
    return " / ".join(f"{place * 1e3:.1f}" for place in places) + " ms"


def _middle(sizes: list[int]) -> int:
    return sorted(sizes)[len(sizes) // 2] if sizes else 0


@contextmanager
def _server(**settings: str) -> Iterator[tuple[str, psutil.Process]]:
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        url = f"http://127.0.0.1:{port}"
        environment = {
            **os.environ,
            "HOST": "127.0.0.1",
            "PORT": port,
            "PUBLIC_URL": url,
            "DATABASE_URL": f"sqlite+aiosqlite:///{folder}/conclave.db",
            "SECRET_KEY": "for-benches-only-0123456789abcdef0123456789",
            "LOG_LEVEL": "warning",
            "GUESTS_PER_MINUTE": "100000",
            "REQUESTS_PER_MINUTE": "1000000",
            **settings,
        }
        with Path(folder, "log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "app.cli", "serve"],
                cwd=folder,
                env=environment,
                stdout=log,
                stderr=log,
            )
        try:
            _wait(url, process, Path(folder, "log"))
            yield url, psutil.Process(process.pid)
        finally:
            process.terminate()
            process.wait(20)


def _wait(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + 30
    while time.monotonic() < end and process.poll() is None:
        try:
            urllib.request.urlopen(f"{url}/healthz", timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError(f"the server did not start: {log.read_text()[-2000:]}")


def measure() -> dict[str, dict[str, Any]]:
    """SQLite with the bus in the process, then durable PostgreSQL with Redis; two games each."""
    found: dict[str, dict[str, Any]] = {}
    with ExitStack() as stack:
        postgres = stack.enter_context(services.private_postgres(durable=True))
        redis = stack.enter_context(services.private_redis())
        grown_up = {
            "DATABASE_URL": postgres.url.replace("postgresql://", "postgresql+asyncpg://", 1),
            "REDIS_URL": redis.url,
        }
        setups: dict[str, dict[str, str]] = {"SQLite": {}, "PostgreSQL + Redis": grown_up}
        for setup, settings in setups.items():
            for game in LONG:
                with _server(**settings) as (url, process):
                    name = f"{game}, {MATCHES} matches, {setup}"
                    found[name] = asyncio.run(_load(url, game, process))
    return found
