"""Process metrics: the metrics of all processes of a server, whichever of them is asked.

The processes of one `conclave serve` meet in a folder, each with a Unix socket that tells its
metrics. Of a server with several processes, every series has the label `process`: a number from 0
on that a process keeps for its life, and the next one takes over. Nothing is added up: sums and
maxima are the business of queries.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import tempfile
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import IO

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

from app.infra import metrics

FOLDER = "CONCLAVE_PROCESSES"
"""The environment variable that names the folder to the processes of one server."""
TIMEOUT_S = 4.0
"""Metrics of a process that does not tell them for so long are left out."""


@contextmanager
def meeting(processes: int) -> Iterator[None]:
    """Let the processes that are started meanwhile find one another."""
    if processes == 1:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="conclave-", ignore_cleanup_errors=True) as folder:
        os.environ[FOLDER] = folder
        yield


class ProcessMetrics:
    """The metrics of this process and of its siblings; `refresh` runs before they are told."""

    def __init__(self, refresh: Callable[[], Awaitable[None]]) -> None:
        folder = os.environ.get(FOLDER)
        self.folder = Path(folder) if folder else None
        self._refresh = refresh
        self._number = 0
        self._lock: IO[str] | None = None
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Take a number, and tell the metrics to siblings."""
        if self.folder is None:
            return
        self._number, self._lock = _take_number(self.folder)
        socket = self._socket(self._number)
        socket.unlink(missing_ok=True)
        self._server = await asyncio.start_unix_server(self._tell, socket)

    async def stop(self) -> None:
        """Leave the number to another process."""
        if self._server is not None:
            self._server.close()
            self._socket(self._number).unlink(missing_ok=True)
        if self._lock is not None:
            self._lock.close()

    async def render(self) -> bytes:
        """All metrics in Prometheus's text format."""
        await self._refresh()
        if self.folder is None:
            return metrics.render()
        others = [int(path.stem) for path in self.folder.glob("*.sock")]
        others = sorted(number for number in others if number != self._number)
        told = await asyncio.gather(*(self._ask(number) for number in others))
        texts = {other: text for other, text in zip(others, told, strict=True) if text}
        own = metrics.render().decode()
        return await asyncio.to_thread(merged, {self._number: own, **texts})

    async def _tell(self, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            await self._refresh()
            writer.write(metrics.render())
            await writer.drain()
            writer.close()

    async def _ask(self, number: int) -> str:
        """The metrics of a sibling; nothing if it does not tell them."""
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(TIMEOUT_S):
                reader, writer = await asyncio.open_unix_connection(self._socket(number))
                text = await reader.read()
                writer.close()
                return text.decode()
        return ""

    def _socket(self, number: int) -> Path:
        assert self.folder is not None
        return self.folder / f"{number}.sock"


def _take_number(folder: Path) -> tuple[int, IO[str]]:
    """The least number that no living process has, and the lock that holds it."""
    for number in count():
        lock = open(folder / f"{number}.lock", "w")  # noqa: SIM115 - held for the process's life
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
        else:
            return number, lock
    raise AssertionError


def merged(texts: Mapping[int, str]) -> bytes:
    """The metrics of several processes as one text, each series with its process."""
    families: dict[str, Metric] = {}
    for process, text in sorted(texts.items()):
        for told in text_string_to_metric_families(text):
            family = families.setdefault(
                told.name, Metric(told.name, told.documentation, told.type)
            )
            family.samples += [
                one._replace(labels={**one.labels, "process": str(process)}) for one in told.samples
            ]
    registry = CollectorRegistry()
    registry.register(_Kept(families.values()))
    return generate_latest(registry)


class _Kept(Collector):
    """Metrics that were collected before."""

    def __init__(self, families: Iterable[Metric]) -> None:
        self.families = families

    def collect(self) -> Iterable[Metric]:
        return self.families
