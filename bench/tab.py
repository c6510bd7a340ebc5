"""Tab: a measured browser tab, with a slow line and processor, its loads, tasks and memory."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import platform
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from playwright.async_api import Browser, CDPSession, Page

from bench.server import ROOT
from devtools.page.scales import Scales

BUILT = ROOT / "web/dist"
WIDE = {"width": 1440, "height": 900}
SLOW_LINE = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 750e3 / 8,
}
"""Milliseconds, and bytes per second: mobile data of the better kind."""
SLOW_PROCESSOR = 4
"""How many times slower than this machine."""
WAIT_SECONDS = 60
OBSERVE = """window.noted = { lcp: 0, tasks: [] };
let answered;
window.answerable = new Promise((resolve) => (answered = resolve));
new PerformanceObserver((list) => {
  for (const { startTime } of list.getEntries()) noted.lcp = startTime;
}).observe({ type: 'largest-contentful-paint', buffered: true });
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) noted.tasks.push(duration);
}).observe({ type: 'longtask', buffered: true });
const ANSWER = '#question .answers button:enabled, .thing.glows, .chooser .deck';
const look = () => {
  if (!document.querySelector(ANSWER)) requestAnimationFrame(look);
  else requestAnimationFrame(() => setTimeout(() => answered(performance.now())));
};
requestAnimationFrame(look);"""
"""Milliseconds from the navigation: the largest contentful paint; when a question could be answered
and its picture was painted. And how long each long task took.
"""
APPEAR = """async (selector) => {
  while (!document.querySelector(selector)) await new Promise(requestAnimationFrame);
}"""
NODES = """() => {
  const walker = document.createTreeWalker(document);
  let count = 1;
  while (walker.nextNode()) count += 1;
  return count;
}"""
FOLLOW = """(path) => {
  const link = Object.assign(document.createElement('a'), { href: path });
  document.body.append(link);
  link.click();
  link.remove();
}"""


COLLECTIONS = 5


class Heap(NamedTuple):
    """Bytes, and how many of them are code that the engine has compiled: it compiles what runs
    often once more, so this part grows while nothing is kept.
    """

    used: int
    code: int

    @property
    def data(self) -> int:
        return self.used - self.code


def compiled_code(snapshot: dict[str, Any]) -> int:
    """Bytes of compiled code in a heap snapshot, in which each node is a row of numbers."""
    meta, nodes = snapshot["snapshot"]["meta"], snapshot["nodes"]
    fields = meta["node_fields"]
    type_at, size_at = fields.index("type"), fields.index("self_size")
    code = meta["node_types"][type_at].index("code")
    rows = zip(nodes[type_at :: len(fields)], nodes[size_at :: len(fields)], strict=True)
    return sum(size for kind, size in rows if kind == code)


def machine_of(browser: Browser) -> str:
    """The machine of the measurements: cores, architecture and browser."""
    cores = len(os.sched_getaffinity(0))
    return f"{cores} cores, {platform.machine()}, Chromium {browser.version}"


@dataclass
class Tab:
    """A page in a browser context of its own, with an empty cache."""

    page: Page
    session: CDPSession
    scales: Scales

    async def slow_down(self) -> None:
        await self.session.send("Network.emulateNetworkConditions", SLOW_LINE)
        await self.session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_PROCESSOR})

    async def appears(self, selector: str) -> None:
        """Wait for an element; playwright's own way would keep it alive when it has gone."""
        await asyncio.wait_for(self.page.evaluate(APPEAR, selector), WAIT_SECONDS)

    async def noted(self) -> dict[str, Any]:
        notes: dict[str, Any] = await self.page.evaluate("window.noted")
        return notes

    async def answerable(self) -> float:
        """Milliseconds from the navigation until a question could be answered; waits for one."""
        return float(await asyncio.wait_for(self._answerable(), WAIT_SECONDS))

    async def _answerable(self) -> Any:
        return await self.page.evaluate("window.answerable")

    async def forget_tasks(self) -> None:
        await self.page.evaluate("() => { noted.tasks = []; }")

    async def follow(self, path: str) -> None:
        """Go to another path of the page as a link does, without a reload."""
        await self.page.evaluate(FOLLOW, path)

    async def heap(self) -> Heap:
        """What full collections leave of its heap; several, since what one of them finalizes goes
        with the next.
        """
        for _ in range(COLLECTIONS):
            await self.session.send("HeapProfiler.collectGarbage")
        usage = await self.session.send("Runtime.getHeapUsage")
        return Heap(int(usage["usedSize"]), compiled_code(await self._snapshot()))

    async def _snapshot(self) -> dict[str, Any]:
        parts: list[str] = []

        def take(event: dict[str, Any]) -> None:
            parts.append(event["chunk"])

        self.session.on("HeapProfiler.addHeapSnapshotChunk", take)
        await self.session.send("HeapProfiler.takeHeapSnapshot")
        self.session.remove_listener("HeapProfiler.addHeapSnapshotChunk", take)
        snapshot: dict[str, Any] = json.loads("".join(parts))
        return snapshot

    async def nodes(self) -> int:
        """Nodes in its document: elements, texts and comments."""
        return int(await self.page.evaluate(NODES))

    def script(self) -> int:
        """Bytes of all scripts that it has loaded, each compressed with gzip."""
        paths = [urlsplit(address).path for address in self.scales.addresses.values()]
        files = [BUILT / path.lstrip("/") for path in paths if path.endswith(".js")]
        return sum(len(gzip.compress(file.read_bytes(), mtime=0)) for file in files)


@asynccontextmanager
async def tab(
    browser: Browser, cookies: list[Any] | None = None, observe: str = OBSERVE
) -> AsyncIterator[Tab]:
    """A new tab, of the account that has these cookies, with a script that notes what happens."""
    context = await browser.new_context(viewport=WIDE)
    await context.add_cookies(cookies or [])
    page = await context.new_page()
    await page.add_init_script(observe)
    session = await context.new_cdp_session(page)
    weighing = Scales(session)
    await weighing.begin()
    yield Tab(page, session, weighing)
    await context.close()
