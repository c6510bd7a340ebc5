"""Readiness: polls /readyz of each process continuously and compares it with the truth."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx

LOOK = 0.25
"""Seconds between two looks."""
TIMEOUT_S = 30.0
"""Seconds after which an answer is not waited for; none is not a wrong one."""


@dataclass
class Truth:
    """What a process would have to say, and since when; None while that is not clear."""

    status: int | None = 200
    bus: str | None = "ok"
    since: float = field(default_factory=lambda: asyncio.get_running_loop().time())

    def contradicts(self, status: int, bus: str) -> bool:
        if self.status is not None and status != self.status:
            return True
        return status == httpx.codes.OK and self.bus is not None and bus != self.bus


class Readiness:
    """`longest_wrong` is the longest time, in seconds, for which every answer of one process was
    wrong; `worst` is the last of them.

    Create, start and stop it in one loop.
    """

    def __init__(self, urls: Sequence[str]) -> None:
        self.urls = urls
        self.longest_wrong = 0.0
        self.worst = "never wrong"
        self.looks = 0
        self._truths = [Truth() for _ in urls]
        self._right = [0.0 for _ in urls]
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._truths = [Truth() for _ in self.urls]
        self._tasks = [asyncio.create_task(self._watch(number)) for number in range(len(self.urls))]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @contextmanager
    def unclear(self, number: int | None = None) -> Iterator[None]:
        """Of this process, or of all, everything may be said meanwhile."""
        numbers = range(len(self.urls)) if number is None else [number]
        with self._true(numbers, status=None, bus=None):
            yield

    @contextmanager
    def expecting(self, number: int, **said: Any) -> Iterator[None]:
        with self._true([number], **said):
            yield

    @contextmanager
    def _true(self, numbers: Sequence[int], **said: Any) -> Iterator[None]:
        for number in numbers:
            self._truths[number] = Truth(**said)
        try:
            yield
        finally:
            for number in numbers:
                self._truths[number] = Truth()

    async def _watch(self, number: int) -> None:
        async with httpx.AsyncClient(base_url=self.urls[number], timeout=TIMEOUT_S) as http:
            while True:
                await asyncio.sleep(LOOK)
                with suppress(httpx.HTTPError):
                    await self._look(number, http)

    async def _look(self, number: int, http: httpx.AsyncClient) -> None:
        """An answer is wrong if the truth stood before the request was sent and still stands."""
        truth, asked = self._truths[number], asyncio.get_running_loop().time()
        answer = await http.get("/readyz")
        if truth is not self._truths[number]:
            return
        self.looks += 1
        if not truth.contradicts(answer.status_code, answer.json().get("bus", "")):
            self._right[number] = asked
            return
        wrong = asked - max(truth.since, self._right[number])
        if wrong > self.longest_wrong:
            self.longest_wrong = wrong
            self.worst = f"process {number} said {answer.text}, true was {truth}"
