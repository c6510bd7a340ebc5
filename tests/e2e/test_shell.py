"""Shell of the table: what is opened, asked or hinted moves nothing; what counts is never covered;
desktop boards don't scroll. In all three games.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from playwright.async_api import Page

from devtools.page.table import host, play_until_round
from tests.e2e.dealt import Dealt
from tests.e2e.people import eventually
from tests.sampling import sampled

GAMES: dict[str, tuple[int, dict[str, str]]] = {
    "res_arcana": (4, {}),
    "battle_for_empyrean": (3, {"decks_by": "random"}),
    "ascended_kings": (4, {"kings": "random"}),
}
"""The most seats of each game, and options that skip its set-up."""
DESKTOPS = [(1366, 768), (1440, 900), (1920, 1080), (2560, 1440)]
SMALL = [(820, 1180), (390, 844), (360, 740), (740, 360)]
SIZES = sampled(DESKTOPS + SMALL, [(1366, 768), (1440, 900), (390, 844)])
BOT = {"kind": "bot", "bot": "greedy"}
ROUND = 2

pytestmark = [pytest.mark.soak, pytest.mark.timeout(240)]

RECTANGLES = """() => {
  const parts = '.scroll [data-thing], .scroll [data-region], .match > .front [data-thing], '
    + '.match > .front [data-region], .match > div:not(.side), .seats li';
  const seen = {};
  for (const element of document.querySelectorAll(parts)) {
    const { x, y, width, height } = element.getBoundingClientRect();
    if (!width || !height) continue;
    const name = element.dataset.thing ?? element.dataset.region ?? element.className.toString();
    let key = name.split(' ')[0];
    for (let copy = 2; key in seen; copy += 1) key = `${name.split(' ')[0]} ${copy}`;
    seen[key] = [x, y, width, height];
  }
  return seen;
}"""
"""The rectangle of every component, zone and band."""

COUNTS = """() => {
  const parts = [
    '.seats .name', '.seats .worth', '.seats .clock', '[data-region=pool] .count',
    '[data-region=essence]', '.purse li', '.mats .one.own .hearts',
  ];
  const covered = [];
  for (const element of document.querySelectorAll(parts.join())) {
    const { x, y, width, height } = element.getBoundingClientRect();
    if (!width || !height || !element.checkVisibility()) continue;
    if (matchMedia('(max-width: 999px), (max-height: 479px)').matches
      && element.closest('.mats, [data-region=rival]')) continue;
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    if (!hit || !(element.contains(hit) || hit.contains(element)))
      covered.push(`${element.className} ${element.textContent.trim()}`);
  }
  return covered;
}"""
"""Names, standings, clocks and the own pool that something lies on, or that are out of sight. On
phones what stands on a mat is scrolled to; the own gems are in the purse.
"""

SCROLLS = """() => {
  const scroll = document.querySelector('.scroll');
  return [scroll.scrollHeight - scroll.clientHeight, scroll.scrollWidth - scroll.clientWidth];
}"""


async def sit(server: Any, open_page: Any, game: str) -> Page:
    page: Page = await open_page(
        viewport={"width": 1440, "height": 900}, reduced_motion="reduce", service_workers="block"
    )
    seats, options = GAMES[game]
    bots = [BOT] * (seats - 1)
    match = await host(page, server.url, game=game, options=options, seats=[{"kind": "me"}, *bots])
    await play_until_round(page, server.url, match["id"], ROUND)
    await page.goto(f"{server.url}/m/{match['id']}")
    await page.locator("#question .answers").wait_for()
    await page.evaluate("document.fonts.ready")
    return page


async def still(page: Page) -> dict[str, list[float]]:
    """The rectangles once they no longer change."""

    async def same() -> dict[str, list[float]]:
        before: dict[str, list[float]] = await page.evaluate(RECTANGLES)
        await page.wait_for_timeout(120)
        assert await page.evaluate(RECTANGLES) == before
        return before

    return await eventually(same)


async def nothing_moved(page: Page, before: dict[str, list[float]], cause: str) -> None:
    after = await page.evaluate(RECTANGLES)
    moved = {
        name: (rect, after.get(name))
        for name, rect in before.items()
        if name not in after or any(abs(a - b) > 1 for a, b in zip(rect, after[name], strict=True))
    }
    assert not moved, f"{cause}: {moved}"


@pytest.mark.parametrize("game", list(GAMES))
async def test_nothing_moves_when_something_opens(server: Any, open_page: Any, game: str) -> None:
    page = await sit(server, open_page, game)
    for width, height in [(1440, 900), (1366, 768)]:
        await page.set_viewport_size({"width": width, "height": height})
        before = await still(page)
        for key in ("l", "c", "r"):
            await page.keyboard.press(key)
            await page.locator(".match > .side").wait_for()
            await eventually(partial(nothing_moved, page, before, f"drawer {key}, open"))
            await page.locator(".side .close").last.click()
            await page.locator(".match > .side").wait_for(state="detached")
            await eventually(partial(nothing_moved, page, before, f"drawer {key}, closed"))
        if await page.locator("#question .fold").count():
            await page.keyboard.press("0")
            await eventually(partial(nothing_moved, page, before, "the list"))
            await page.keyboard.press("0")
        for summary in await page.locator("#question summary").all():
            await summary.click()
            await eventually(partial(nothing_moved, page, before, "why not"))
            await summary.click()
        await page.keyboard.press("h")
        await page.locator("#question .hints").wait_for()
        await eventually(partial(nothing_moved, page, before, "the hint"))
        await page.keyboard.press("h")
        warnings = page.locator(".threats button")
        if await warnings.count():
            await warnings.click()
            await eventually(partial(nothing_moved, page, before, "warnings"))
            await warnings.click()


@pytest.mark.parametrize("game", list(GAMES))
async def test_nothing_moves_with_another_question(
    server: Any, open_page: Any, game: str
) -> None:
    page: Page = await open_page(
        viewport={"width": 1440, "height": 900}, reduced_motion="reduce", service_workers="block"
    )
    table = Dealt(page)
    seats, options = GAMES[game]
    await table.sit(server.url, game, options, seats, ROUND)
    before = await still(page)
    for change in (many_options, a_mix, an_order, nothing_asked):
        await table.show(change)
        await eventually(partial(nothing_moved, page, before, change.__name__))


def _ask(frame: dict[str, Any], **question: Any) -> None:
    asked = frame["decisions"][0]
    prompt = {**asked["prompt"], "key": "test", "text": "A longer question than usual " * 4}
    kept = {key: asked[key] for key in ("id", "seat", "optional", "default") if key in asked}
    frame["decisions"] = [{**kept, "prompt": prompt, **question}]


def many_options(frame: dict[str, Any]) -> None:
    options = [{"key": f"more:{at}", "text": "A long answer " * 3} for at in range(12)]
    _ask(frame, kind="choose", options=options, min=1, max=1)


def a_mix(frame: dict[str, Any]) -> None:
    _ask(frame, kind="mix", limits={"gold": 3, "life": 2, "calm": 4}, min=2, max=2)


def an_order(frame: dict[str, Any]) -> None:
    options = [{"key": f"more:{at}", "text": "A thing to sort"} for at in range(5)]
    _ask(frame, kind="order", options=options)


def nothing_asked(frame: dict[str, Any]) -> None:
    frame["decisions"] = []


@pytest.mark.parametrize("game", list(GAMES))
async def test_what_counts_is_never_covered(server: Any, open_page: Any, game: str) -> None:
    page = await sit(server, open_page, game)
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        await still(page)
        await eventually(partial(nothing_covered, page, f"{width} x {height}"))


async def nothing_covered(page: Page, where: str) -> None:
    assert await page.evaluate(COUNTS) == [], where


@pytest.mark.parametrize("game", list(GAMES))
async def test_desktop_boards_do_not_scroll(server: Any, open_page: Any, game: str) -> None:
    page = await sit(server, open_page, game)
    for width, height in DESKTOPS:
        await page.set_viewport_size({"width": width, "height": height})
        await eventually(partial(nothing_scrolls, page, f"{width} x {height}"))


async def nothing_scrolls(page: Page, where: str) -> None:
    assert max(await page.evaluate(SCROLLS)) <= 1, where


@pytest.mark.parametrize("game", list(GAMES))
async def test_cards_of_the_hand_rise_whole_under_pointer_and_focus(
    server: Any, open_page: Any, game: str
) -> None:
    page = await sit(server, open_page, game)
    card = page.locator(".match > .front .hand .thing").first
    lip = await page.locator(".match > .front").bounding_box()
    assert lip
    await page.mouse.move(5, 300)
    resting = await card.bounding_box()
    assert resting
    assert resting["y"] + resting["height"] > 900, "cards peek over the edge"
    await page.mouse.move(resting["x"] + 30, lip["y"] + lip["height"] / 2)

    async def is_whole() -> None:
        box = await card.bounding_box()
        assert box
        assert box["y"] + box["height"] <= 901

    await eventually(is_whole)
    await page.mouse.move(5, 300)
    await page.keyboard.press("q")
    await card.focus()
    await eventually(is_whole)
