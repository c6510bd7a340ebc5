"""Cluster: several server processes on one PostgreSQL and one Redis. Processes, services and the
connections to them (each has a proxy) may break.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import re
import signal
import urllib.request
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import asyncpg
import psutil

from devtools.services import PrivateServer, free_port
from tests.app.chaos.readiness import Readiness
from tests.proxy import Proxy
from tests.server_process import Server, launch

SLOW = 0.2
"""Seconds that each way of a slow line takes, at most."""
DEADLINES = 5.0
"""Seconds that a statement may take, all in all: a database that is silent for less shows little,
so that only the long run has that.
"""
COUNTERS = ("conclave_forwarded_total", "conclave_bypassed_total", "conclave_owners_moved_total")
SIGNS = ('"event": "fault"', "Exception in ASGI", "Task exception was never retrieved")


class Cluster:
    """Processes by their number; each keeps its port when it comes back."""

    def __init__(
        self,
        folder: Path,
        postgres: PrivateServer,
        redis: PrivateServer,
        settings: dict[str, str],
        processes: int = 3,
        silence: float = 1.0,
    ) -> None:
        """`silence` is how many seconds a black hole or a slow line lasts, about."""
        self.folder = folder
        self.postgres = postgres
        self.redis = redis
        self.settings = settings
        self.silence = silence
        self.to_postgres = [Proxy.to(postgres.url) for _ in range(processes)]
        self.to_redis = [Proxy.to(redis.url) for _ in range(processes)]
        self.ports = [free_port() for _ in range(processes)]
        self.readiness = Readiness(self.urls)
        self.servers: list[Server] = []
        self.most_memory = 0
        self.broken: Counter[str] = Counter()
        self._logs = itertools.count()
        self._counts: dict[tuple[int, str], int] = {}

    @property
    def urls(self) -> list[str]:
        return [f"http://127.0.0.1:{port}" for port in self.ports]

    async def start(self) -> None:
        """The first one migrates before the others start."""
        self.servers.append(self._launch(0))
        await self._ready(self.servers[0])
        self.servers += [self._launch(number) for number in range(1, len(self.ports))]
        await asyncio.gather(*(self._ready(server) for server in self.servers[1:]))
        self.readiness.start()

    def _launch(self, number: int) -> Server:
        log = self.folder / f"process-{number}-{next(self._logs)}.log"
        database = self.to_postgres[number].url.replace("postgresql:", "postgresql+asyncpg:", 1)
        urls = {"DATABASE_URL": database, "REDIS_URL": self.to_redis[number].url}
        return launch(self.folder, log, {**urls, **self.settings, "PORT": self.ports[number]})

    async def _ready(self, server: Server) -> None:
        async with asyncio.timeout(90):
            while not await asyncio.to_thread(server.is_ready):  # noqa: ASYNC110
                await asyncio.sleep(0.1)

    # -- what breaks

    async def kill_a_process(self, rng: random.Random) -> None:
        """kill -9; it is back after a while, like anything that is supervised."""
        number = rng.randrange(len(self.servers))
        with self.readiness.unclear(number):
            self.servers[number].kill()
            await asyncio.sleep(rng.uniform(0, 2))
            self.servers[number] = self._launch(number)
            await self._ready(self.servers[number])

    async def kill_soon_after_start(self, number: int, rng: random.Random) -> None:
        """kill -9 a process, and again while it begins with what is due; then it stays."""
        with self.readiness.unclear(number):
            for pause in (rng.uniform(0, 0.5), None):
                self.servers[number].kill()
                self.servers[number] = self._launch(number)
                await self._ready(self.servers[number])
                await asyncio.sleep(pause or 0)

    async def stop_a_process(self, rng: random.Random) -> None:
        """SIGSTOP; what others have sent it meanwhile is waiting when it wakes."""
        number = rng.randrange(len(self.servers))
        with self.readiness.unclear(number):
            self.servers[number].process.send_signal(signal.SIGSTOP)
            await self._wait(rng)
            self.servers[number].process.send_signal(signal.SIGCONT)

    async def restart_redis(self, rng: random.Random) -> None:
        with self.readiness.unclear():
            await self._restart(self.redis, rng)

    async def restart_postgres(self, rng: random.Random) -> None:
        with self.readiness.unclear():
            await self._restart(self.postgres, rng)

    async def half_open_redis(self, rng: random.Random) -> None:
        """The connections of a process go dead; new ones work."""
        number = rng.randrange(len(self.servers))
        with self.readiness.unclear(number):
            self.to_redis[number].half_open()

    async def black_hole_redis(self, rng: random.Random) -> None:
        number = rng.randrange(len(self.servers))
        self.to_redis[number].black_hole()
        with self.readiness.expecting(number, bus="away"):
            await self._wait(rng)
        self.to_redis[number].pass_on()

    async def slow_redis(self, rng: random.Random) -> None:
        await self._slow(rng, self.to_redis)

    async def half_open_postgres(self, rng: random.Random) -> None:
        number = rng.randrange(len(self.servers))
        with self.readiness.unclear(number):
            self.to_postgres[number].half_open()

    async def black_hole_postgres(self, rng: random.Random) -> None:
        number = rng.randrange(len(self.servers))
        self.to_postgres[number].black_hole()
        with self.readiness.expecting(number, status=503):
            await self._wait(rng)
        self.to_postgres[number].pass_on()

    async def slow_postgres(self, rng: random.Random) -> None:
        await self._slow(rng, self.to_postgres)

    async def _slow(self, rng: random.Random, proxies: list[Proxy]) -> None:
        """Slow, but neither away nor silent."""
        proxy = rng.choice(proxies)
        proxy.delay(rng.uniform(0.05, SLOW))
        await self._wait(rng)
        proxy.pass_on()

    async def _wait(self, rng: random.Random) -> None:
        await asyncio.sleep(rng.uniform(0.5, 1.5) * self.silence)

    async def _restart(self, service: PrivateServer, rng: random.Random) -> None:
        await asyncio.to_thread(rng.choice([service.stop, service.kill]))
        await asyncio.sleep(rng.uniform(0, 2))
        await asyncio.to_thread(service.start)

    async def break_for(
        self, seconds: float, pause: float, cut: Callable[[random.Random], None], seed: int = 0
    ) -> None:
        """Break one thing after another, each kind as often as the others."""
        rng = random.Random(seed)

        async def cut_some(rng: random.Random) -> None:
            cut(rng)

        kinds = [
            *(self.kill_a_process, self.stop_a_process, cut_some),
            *(self.restart_redis, self.restart_postgres),
            *(self.half_open_redis, self.black_hole_redis, self.slow_redis),
            self.slow_postgres,
        ]
        if self.silence > DEADLINES:
            kinds += [self.half_open_postgres, self.black_hole_postgres]
        end = asyncio.get_running_loop().time() + seconds
        while asyncio.get_running_loop().time() < end:
            for break_one in rng.sample(kinds, len(kinds)):
                self.broken[break_one.__name__] += 1
                await break_one(rng)
                self._weigh()
                await self.count()
                await asyncio.sleep(rng.uniform(0.5, 1.5) * pause)

    def _weigh(self) -> None:
        for server in self.servers:
            if server.process.poll() is None:
                memory = psutil.Process(server.process.pid).memory_info().rss
                self.most_memory = max(self.most_memory, memory)

    async def count(self) -> None:
        """Read the counters of all processes that answer; those of killed ones remain."""
        for server in self.servers:
            try:
                text = await asyncio.to_thread(_read, f"{server.url}/metrics")
            except OSError:
                continue
            for name in COUNTERS:
                values = re.findall(rf"^{name}(?:{{.*}})? (\S+)$", text, re.MULTILINE)
                self._counts[server.process.pid, name] = round(sum(map(float, values)))

    @property
    def counted(self) -> dict[str, int]:
        """The sums of the counters over all processes there have been."""
        return {
            name: sum(count for (_, one), count in self._counts.items() if one == name)
            for name in COUNTERS
        }

    # -- what is true

    async def entries(self) -> dict[str, list[asyncpg.Record]]:
        """Every match's entries as the database has them, by ply."""
        connection = await asyncpg.connect(self.postgres.url)
        try:
            rows = await connection.fetch(
                "SELECT match, ply, kind, seat, decision, key FROM entries ORDER BY match, ply"
            )
        finally:
            await connection.close()
        found: dict[str, list[asyncpg.Record]] = {}
        for row in rows:
            found.setdefault(row["match"], []).append(row)
        return found

    def faults(self) -> list[str]:
        """Log lines that report something unexpected."""
        lines = [line for log in self.folder.glob("*.log") for line in log.read_text().splitlines()]
        return [line for line in lines if any(sign in line for sign in SIGNS)]

    async def stop(self) -> list[int]:
        """SIGTERM to all; their exit codes."""
        await self.readiness.stop()
        return list(
            await asyncio.gather(*(asyncio.to_thread(server.stop) for server in self.servers))
        )

    def kill(self) -> None:
        for proxy in (*self.to_postgres, *self.to_redis):
            proxy.close()
        for server in self.servers:
            if server.process.poll() is None:
                server.kill()


def _read(url: str) -> str:
    with urllib.request.urlopen(url, timeout=2) as response:
        return str(response.read(), "utf-8")
