"""Little moves while a page loads over a slow network: space is kept for what comes."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page

from tests.e2e.people import get, post, until
from tests.e2e.table import host

MOST = 0.02
"""The largest session window of shifts, as Core Web Vitals counts them."""
SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
LATENCY_MS = 150
BYTES_PER_SECOND = 400_000
GAMES = ("res_arcana", "battle_for_empyrean", "ascended_kings")
BOT = {"kind": "bot", "bot": "random"}
FREE = (
    *("/", "/games", "/games/res_arcana", "/games/res_arcana?part=lessons"),
    *("/new/res_arcana", "/leaderboards/res_arcana", "/people/Ada", "/about"),
    *("/settings", "/settings/play", "/settings/people", "/sign-in", "/register"),
)
WATCH = """() => {
  window.shifts = [];
  window.moved = performance.now();
  const element = (node) => (node?.nodeType === 1 ? node : node?.parentElement);
  const name = (node) => element(node)?.outerHTML.slice(0, 60);
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, startTime, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      moved = performance.now();
      shifts.push({ value, at: startTime, from: sources.map(({ node }) => name(node)) });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}"""
AT_REST = """document.readyState === 'complete' && document.fonts.status === 'loaded'
  && document.querySelector('main')?.children.length
  && performance.now() - Math.max(moved, ...performance.getEntriesByType('resource')
    .map(({ responseEnd }) => responseEnd)) > 800"""
"""Nothing has come or moved for longer than a request takes."""
LARGEST = """() => {
  let [largest, sum, from, last] = [0, 0, -Infinity, -Infinity];
  for (const { value, at } of shifts) {
    if (at - last > 1000 || at - from > 5000) [sum, from] = [0, at];
    [sum, last] = [sum + value, at];
    largest = Math.max(largest, sum);
  }
  return [largest, shifts];
}"""

pytestmark = pytest.mark.timeout(180)


async def slow(open_page: Any, screen: str) -> Page:
    """Each request takes its time, and nothing is kept from an earlier page."""
    page: Page = await open_page(**SCREENS[screen])
    await page.add_init_script(f"({WATCH})()")
    line = await page.context.new_cdp_session(page)
    await line.send("Network.enable")
    await line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    rate = {"downloadThroughput": BYTES_PER_SECOND, "uploadThroughput": BYTES_PER_SECOND}
    limits = {"offline": False, "latency": LATENCY_MS, **rate}
    await line.send("Network.emulateNetworkConditions", limits)
    return page


async def moves(page: Page, address: str) -> str:
    """What has moved too far on the way to this page; empty if nothing has."""
    await page.goto(address)
    await until(page, AT_REST)
    largest, shifts = await page.evaluate(LARGEST)
    return "" if largest <= MOST else f"{address}: {largest:.3f} {shifts}"


@pytest.mark.parametrize("screen", SCREENS)
async def test_nothing_moves_while_a_page_loads(server: Any, open_page: Any, screen: str) -> None:
    page = await slow(open_page, screen)
    seats = [{"kind": "me"}, {"kind": "open"}]
    waiting = await host(page, server.url, game="res_arcana", seats=seats)
    paths = [*FREE, f"/m/{waiting['id']}"]
    found = [await moves(page, server.url + path) for path in paths]
    stranger = await slow(open_page, screen)
    found += [await moves(stranger, one) for one in (server.url, waiting["invite"]["url"])]
    assert not list(filter(None, found))


@pytest.mark.parametrize("screen", SCREENS)
async def test_nothing_moves_while_a_match_loads(server: Any, open_page: Any, screen: str) -> None:
    """The first screens of all games, a guided first match, its end and its replay."""
    page = await slow(open_page, screen)
    seats = [{"kind": "me"}, BOT]
    made = [await host(page, server.url, game=game, seats=seats) for game in GAMES]
    guided = await post(page, server.url, "games/res_arcana/first-match")
    addresses = [f"{server.url}/m/{one['id']}" for one in (*made, guided)]
    found = [await moves(page, address) for address in addresses]
    frame = await get(page, server.url, f"matches/{guided['id']}/view")
    asked = frame["decisions"][0]
    path = f"matches/{guided['id']}/decisions/{asked['id']}"
    await post(page, server.url, path, {"answer": asked["default"]})
    await post(page, server.url, f"matches/{guided['id']}/resign")
    found += [await moves(page, addresses[-1] + path) for path in ("", "/replay", "/replay?ply=0")]
    assert not list(filter(None, found))
