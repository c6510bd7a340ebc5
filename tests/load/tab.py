"""A tab that is measured: a slow line and processor, what it loads, its tasks and its memory."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Browser, CDPSession, Page

from tests.e2e.scales import Scales
from tests.load.server import ROOT

BUILT = ROOT / "web/dist"
WIDE = {"width": 1440, "height": 900}
SLOW_LINE = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 750e3 / 8,
}
"""Milliseconds, and bytes a second: mobile data of the better kind."""
SLOW_PROCESSOR = 4
"""How many times slower than this machine."""
PATIENCE_SECONDS = 60
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
FOLLOW = """(path) => {
  const link = Object.assign(document.createElement('a'), { href: path });
  document.body.append(link);
  link.click();
  link.remove();
}"""


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
        await asyncio.wait_for(self.page.evaluate(APPEAR, selector), PATIENCE_SECONDS)

    async def noted(self) -> dict[str, Any]:
        found: dict[str, Any] = await self.page.evaluate("window.noted")
        return found

    async def answerable(self) -> float:
        """Milliseconds from the navigation until a question could be answered; waits for one."""
        return float(await asyncio.wait_for(self._answerable(), PATIENCE_SECONDS))

    async def _answerable(self) -> Any:
        return await self.page.evaluate("window.answerable")

    async def forget_tasks(self) -> None:
        await self.page.evaluate("() => { noted.tasks = []; }")

    async def follow(self, path: str) -> None:
        """Go to another path of the page as a link does: without loading it anew."""
        await self.page.evaluate(FOLLOW, path)

    async def heap(self) -> int:
        """Bytes of its heap that a full collection leaves."""
        for _ in range(2):
            await self.session.send("HeapProfiler.collectGarbage")
        usage = await self.session.send("Runtime.getHeapUsage")
        return int(usage["usedSize"])

    async def nodes(self) -> int:
        """DOM nodes that live, in the document or detached, after a full collection."""
        await self.session.send("HeapProfiler.collectGarbage")
        counters = await self.session.send("Memory.getDOMCounters")
        return int(counters["nodes"])

    def script(self) -> int:
        """Bytes of all scripts that it has loaded, each compressed with gzip."""
        paths = [urlsplit(one).path for one in self.scales.addresses.values()]
        files = [BUILT / path.lstrip("/") for path in paths if path.endswith(".js")]
        return sum(len(gzip.compress(one.read_bytes(), mtime=0)) for one in files)


@asynccontextmanager
async def tab(browser: Browser, cookies: list[Any] | None = None) -> AsyncIterator[Tab]:
    """A new tab, of the account that has these cookies."""
    context = await browser.new_context(viewport=WIDE)
    await context.add_cookies(cookies or [])
    page = await context.new_page()
    await page.add_init_script(OBSERVE)
    session = await context.new_cdp_session(page)
    weighing = Scales(session)
    await weighing.begin()
    yield Tab(page, session, weighing)
    await context.close()
