"""Benchmark servers: private, durable, all on this machine; with their tables and load."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
import psutil

from bench import counter
from bench.generator import Order, Table
from devtools import services
from devtools.services import PrivateServer, free_port

ROOT = Path(__file__).parents[1]
LONG: dict[str, dict[str, Any]] = {"res_arcana": {"round_limit": 200}}
"""Options under which a match lasts as long as a measurement."""
PEOPLE = 64
SETTINGS = {
    "SECRET_KEY": "for-benches-only-0123456789abcdef0123456789",
    "LOG_LEVEL": "warning",
    "GAMES": "counter,res_arcana,battle_for_empyrean,ascended_kings",
    "GUESTS_PER_MINUTE": "100000",
    "COMMANDS_PER_SECOND": "100000",
    "COMMAND_BURST": "100000",
    "SOCKETS_PER_ADDRESS": "20000",
}
Meanwhile = Callable[[], None]


class Databases(NamedTuple):
    """A durable PostgreSQL and a Redis of one's own."""

    postgres: PrivateServer
    redis: PrivateServer

    @property
    def settings(self) -> dict[str, str]:
        database = self.postgres.url.replace("postgresql://", "postgresql+asyncpg://", 1)
        return {"DATABASE_URL": database, "REDIS_URL": self.redis.url}


@contextmanager
def databases() -> Iterator[Databases]:
    with services.private_postgres(durable=True) as postgres, services.private_redis() as redis:
        yield Databases(postgres, redis)


@dataclass
class Measured:
    """A server process; `marks` are processor seconds, stage sums and the clock at moments."""

    url: str
    process: psutil.Process
    log: Path
    marks: dict[str, dict[str, float]] = field(default_factory=dict)

    def mark(self, name: str) -> None:
        """Record the usage so far."""
        times = self.process.cpu_times()
        self.marks[name] = {
            "cpu": times.user + times.system,
            "written": float(self.process.io_counters().write_bytes),
            "clock": time.monotonic(),
            **stages(self.url),
        }

    def since(self, name: str, figure: str) -> float:
        """The increase of a figure since then."""
        before = self.marks[name]
        self.mark("now")
        return self.marks["now"].get(figure, 0.0) - before.get(figure, 0.0)

    @property
    def memory(self) -> int:
        return int(self.process.memory_info().rss)


@contextmanager
def server(**settings: str) -> Iterator[Measured]:
    """One process, with the counter game on its shelf; SQLite unless the settings say otherwise."""
    with tempfile.TemporaryDirectory() as folder:
        host, port = settings.get("HOST", "127.0.0.1"), settings.get("PORT") or free_port()
        url = f"http://{host}:{port}"
        environment = {
            **os.environ,
            **SETTINGS,
            "HOST": host,
            "PORT": port,
            "PUBLIC_URL": url,
            "DATABASE_URL": f"sqlite+aiosqlite:///{folder}/conclave.db",
            "PYTHONPATH": os.pathsep.join([str(ROOT), counter.install(Path(folder))]),
            **settings,
        }
        log = Path(folder, "log")
        with log.open("wb") as output:
            process = subprocess.Popen(
                [sys.executable, "-m", "app.cli", "serve"],
                cwd=folder,
                env=environment,
                stdout=output,
                stderr=output,
            )
        try:
            _wait(url, process, log)
            yield Measured(url, psutil.Process(process.pid), log)
        finally:
            process.terminate()
            process.wait(30)


def _wait(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        try:
            urllib.request.urlopen(f"{url}/healthz", timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError(f"the server did not start: {log.read_text()[-2000:]}")


def tables(url: str, game: str, count: int, against_bots: int = 0) -> list[Table]:
    """Begun matches of two; the first `against_bots` are against a built-in bot."""
    return asyncio.run(_tables(url, game, count, against_bots))


async def _tables(url: str, game: str, count: int, against_bots: int) -> list[Table]:
    gate = asyncio.Semaphore(8)
    async with httpx.AsyncClient(base_url=f"{url}/api/v1", timeout=60) as http:
        people = [await _guest(http, number) for number in range(min(PEOPLE, 2 * count))]

        async def start_table(number: int) -> Table:
            ada, bob = (people[(2 * number + seat) % len(people)] for seat in (0, 1))
            if number < against_bots:
                bob = ""
            async with gate:
                return await _table(http, game, ada, bob)

        return await asyncio.gather(*(start_table(number) for number in range(count)))


async def _guest(http: httpx.AsyncClient, number: int) -> str:
    response = await http.post("/guests", json={"name": f"Guest {number}"})
    http.cookies.clear()
    return str(response.raise_for_status().json()["token"])


async def _table(http: httpx.AsyncClient, game: str, ada: str, bob: str) -> Table:
    """A match of two; without a token of `bob`, a bot of little cost takes the second seat."""
    other = {"kind": "open"} if bob else {"kind": "bot", "bot": "random"}
    body = {
        "game": game,
        "options": LONG.get(game, {}),
        "seats": [{"kind": "me"}, other],
        "visibility": "public",
    }
    response = await http.post("/matches", json=body, headers=_bearer(ada))
    match = response.raise_for_status().json()["id"]
    if bob:
        seat_response = await http.post(f"/matches/{match}/seats", json={}, headers=_bearer(bob))
        seat_response.raise_for_status()
    return Table(match, [ada, bob])


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def generate(
    order: Order,
    on_open: Meanwhile | None = None,
    on_begin: Meanwhile | None = None,
    on_end: Meanwhile | None = None,
) -> dict[str, Any]:
    """Run the generator in its own process; returns its report.

    It calls `on_open` when every socket is open, `on_begin` when the measurement begins and
    `on_end` when it ends.
    """
    moments = {"held": on_open, "measuring": on_begin, "measured": on_end}
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.generator"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(msgspec.json.encode(order))
    process.stdin.close()
    report: dict[str, Any] = {}
    for line in process.stdout:
        report = msgspec.json.decode(line)
        for moment, call in moments.items():
            if call and moment in report:
                call()
    if process.wait():
        raise RuntimeError("the load generator failed")
    return report


def stages(url: str) -> dict[str, float]:
    """The sums and counts of the stages of an answer, from the server's own metrics."""
    with urllib.request.urlopen(f"{url}/metrics", timeout=30) as response:
        text = response.read().decode()
    sums = re.findall(r'conclave_stage_seconds_(sum|count)\{stage="(\w+)"\} (\S+)', text)
    rooms = re.findall(r"^conclave_(rooms|sockets) (\S+)", text, re.MULTILINE)
    answers = re.search(r'^conclave_answers_total\{result="taken"\} (\S+)', text, re.MULTILINE)
    return {
        "taken": float(answers[1]) if answers else 0.0,
        **{f"{stage} {figure}": float(value) for figure, stage, value in sums},
        **{name: float(value) for name, value in rooms},
    }
