"""Process metrics: any process of a server returns the metrics of all its processes.

Each process of one `conclave serve` has a Unix socket in a shared folder, on which it serves its
metrics. With several processes, every series has the label `process`: a number from 0 on that a
process keeps for its life and its successor takes over. Values are not added up; queries do that.
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

FOLDER_VARIABLE = "CONCLAVE_PROCESSES"
"""The environment variable that names the folder to the processes of one server."""
TIMEOUT_S = 4.0
"""A process that does not send its metrics within this time is left out."""


@contextmanager
def shared_metrics(processes: int) -> Iterator[None]:
    """Let processes started within this context find one another, through a shared folder."""
    if processes == 1:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="conclave-", ignore_cleanup_errors=True) as folder:
        os.environ[FOLDER_VARIABLE] = folder
        yield


class ProcessMetrics:
    """The metrics of this process and of its siblings; `refresh` runs before they are reported."""

    def __init__(self, refresh: Callable[[], Awaitable[None]]) -> None:
        folder = os.environ.get(FOLDER_VARIABLE)
        self.folder = Path(folder) if folder else None
        self._refresh = refresh
        self._number = 0
        self._lock: IO[str] | None = None
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Take a number, and serve the metrics to siblings."""
        if self.folder is None:
            return
        self._number, self._lock = _claim_number(self.folder)
        socket = self._socket(self._number)
        socket.unlink(missing_ok=True)
        self._server = await asyncio.start_unix_server(self._serve, socket)

    async def stop(self) -> None:
        """Release the number for another process."""
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
        answers = await asyncio.gather(*(self._fetch(number) for number in others))
        texts = {other: text for other, text in zip(others, answers, strict=True) if text}
        own = metrics.render().decode()
        return await asyncio.to_thread(merged, {self._number: own, **texts})

    async def _serve(self, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            await self._refresh()
            writer.write(metrics.render())
            await writer.drain()
            writer.close()

    async def _fetch(self, number: int) -> str:
        """The metrics of a sibling; an empty text if it does not send them."""
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


def _claim_number(folder: Path) -> tuple[int, IO[str]]:
    """The lowest number that no living process has, and the lock that reserves it."""
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
        for sibling in text_string_to_metric_families(text):
            family = families.setdefault(
                sibling.name, Metric(sibling.name, sibling.documentation, sibling.type)
            )
            family.samples += [
                sample._replace(labels={**sample.labels, "process": str(process)})
                for sample in sibling.samples
            ]
    registry = CollectorRegistry()
    registry.register(_Collected(families.values()))
    return generate_latest(registry)


class _Collected(Collector):
    """A collector of given metrics."""

    def __init__(self, families: Iterable[Metric]) -> None:
        self.families = families

    def collect(self) -> Iterable[Metric]:
        return self.families
