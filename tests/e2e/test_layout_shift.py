"""Pages hardly shift while they load over a slow network: they reserve space for what arrives."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page

from devtools.page.table import host, origin_of
from tests.e2e.people import eventually, get, join_as_person, post, resign_from
from tests.sampling import sampled

MAX_SHIFT = 0.02
"""The largest session window of shifts, as Core Web Vitals counts them."""
SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
LATENCY_MS = 150
BYTES_PER_SECOND = 400_000
QUIET_MS = 500
"""Longer than a request takes."""
GAMES = ("res_arcana", "battle_for_empyrean", "ascended_kings")
BOT = {"kind": "bot", "bot": "random"}
GUEST_PAGES = (
    *("/", "/games", "/sign-in", "/games/res_arcana", "/games/res_arcana?part=lessons"),
    *("/new/res_arcana", "/leaderboards/res_arcana", "/about", "/register", "/m/{waiting}"),
)
"""Pages of a guest who has a table."""
ACCOUNT_PAGES = (
    *("/settings/people", "/settings/bots", "/settings/notes", "/people/{bot}"),
    *("/settings/play", "/settings", "/settings/look"),
)
"""Pages of an account that has a bot, and has blocked and muted it."""
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
AT_REST = """async (quiet) => {
  const ends = () => performance.getEntriesByType('resource').map(({ responseEnd }) => responseEnd);
  const rests = () => document.readyState === 'complete' && document.fonts.status === 'loaded'
    && document.querySelector('main')?.children.length
    && !document.querySelector('main .waiting, .joining')
    && performance.now() - Math.max(moved, ...ends()) > quiet;
  while (!rests()) await new Promise((passed) => setTimeout(passed, 50));
  let [largest, sum, from, last] = [0, 0, -Infinity, -Infinity];
  for (const { value, at } of shifts) {
    if (at - last > 1000 || at - from > 5000) [sum, from] = [0, at];
    [sum, last] = [sum + value, at];
    largest = Math.max(largest, sum);
  }
  return [largest, shifts];
}"""
"""The largest session window, once nothing has arrived or moved for a while."""

pytestmark = pytest.mark.timeout(180)


async def slow(open_page: Any, screen: str) -> Page:
    """A page on a slow network, with an empty cache."""
    page: Page = await open_page(**SCREENS[screen])
    await page.add_init_script(f"({WATCH})()")
    line = await page.context.new_cdp_session(page)
    await line.send("Network.enable")
    await line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    rate = {"downloadThroughput": BYTES_PER_SECOND, "uploadThroughput": BYTES_PER_SECOND}
    limits = {"offline": False, "latency": LATENCY_MS, **rate}
    await line.send("Network.emulateNetworkConditions", limits)
    return page


async def moves(page: Page, *addresses: str) -> list[str]:
    """The pages that shift too much while they load, and how."""
    moved = []
    for address in addresses:
        await page.goto(address)
        largest, shifts = await page.evaluate(AT_REST, QUIET_MS)
        if largest > MAX_SHIFT:
            moved.append(f"{address}: {largest:.3f} {shifts}")
    return moved


def on(screen: str, pages: tuple[str, ...]) -> tuple[str, ...]:
    """Every page on one of the screens, or on both in a soak."""
    return tuple(sampled(pages, pages[screen == "phone" :: 2]))


@pytest.mark.parametrize("screen", SCREENS)
async def test_guest_pages_do_not_shift_while_loading(
    server: Any, open_page: Any, screen: str
) -> None:
    page = await slow(open_page, screen)
    seats = [{"kind": "me"}, {"kind": "open"}]
    waiting = await host(page, server.url, game="res_arcana", seats=seats)
    paths = [path.format(waiting=waiting["id"]) for path in on(screen, GUEST_PAGES)]
    moved = await moves(page, *(server.url + path for path in paths))
    stranger = await slow(open_page, screen)
    moved += await moves(stranger, *on(screen, (server.url, waiting["invite"]["url"])))
    assert not moved


@pytest.mark.parametrize("screen", SCREENS)
async def test_account_pages_do_not_shift_while_loading(
    server: Any, open_page: Any, screen: str
) -> None:
    page = await slow(open_page, screen)
    await join_as_person(page, server.url, f"Mover {screen}")
    bot = (await post(page, server.url, "bots", {"name": f"Moved {screen}"}))["account"]["id"]
    for relation in ("blocks", "mutes"):
        await page.context.request.put(
            f"{server.url}/api/v1/me/{relation}/{bot}", headers=origin_of(server.url)
        )
    paths = [path.format(bot=bot) for path in on(screen, ACCOUNT_PAGES)]
    assert not await moves(page, *(server.url + path for path in paths))


@pytest.mark.parametrize("screen", SCREENS)
async def test_match_pages_do_not_shift_while_loading(
    server: Any, open_page: Any, screen: str
) -> None:
    """The first screens of all games, a guided first match, its end and its replay."""
    page = await slow(open_page, screen)
    seats = [{"kind": "me"}, BOT]
    created = [await host(page, server.url, game=game, seats=seats) for game in on(screen, GAMES)]
    guided = await post(page, server.url, "games/res_arcana/first-match")
    addresses = [f"{server.url}/m/{match['id']}" for match in (*created, guided)]

    async def asked() -> dict[str, Any]:
        frame = await get(page, server.url, f"matches/{guided['id']}/view")
        assert frame["decisions"]
        decision: dict[str, Any] = frame["decisions"][0]
        return decision

    decision = await eventually(asked)
    moved = await moves(page, *addresses)
    path = f"matches/{guided['id']}/decisions/{decision['id']}"
    await post(page, server.url, path, {"answer": decision["default"]})
    await resign_from(page, server.url, guided["id"])
    paths = on(screen, ("", "/replay?ply=0", "/replay"))
    moved += await moves(page, *(addresses[-1] + path for path in paths))
    assert not moved
