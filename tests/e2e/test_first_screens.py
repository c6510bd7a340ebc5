"""First screens: every game with every number of seats, at every window size."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest
from playwright.async_api import Page, expect

from devtools.page.table import host, play_until_round
from tests.e2e.people import FRAME, eventually
from tests.sampling import sampled

BOT = {"kind": "bot", "bot": "greedy"}
ASKED = "#question .answers"
SEATS = {"res_arcana": (2, 3, 4), "battle_for_empyrean": (2, 3), "ascended_kings": (2, 3, 4)}
EVERY_TABLE = [(game, seats) for game, numbers in SEATS.items() for seats in numbers]
TABLES = sampled(
    EVERY_TABLE,
    [("res_arcana", 2), ("res_arcana", 4), ("battle_for_empyrean", 3), ("ascended_kings", 4)],
)
SIZES = sampled(
    [
        *((1280, 800), (1366, 768), (1440, 900), (1920, 1080), (2560, 1440)),
        *((1024, 768), (820, 1180), (390, 844), (360, 740), (740, 360)),
    ],
    [(1366, 768), (1440, 900), (2560, 1440), (820, 1180), (390, 844), (740, 360)],
)
LATER_ROUND = 2
"""A round with something in play; other tests check full tables."""
LATER_SIZES = [(1440, 900), (390, 844)]
SQUEEZED = """() => {
  const isVisuallyHidden = (element) => element && (
    getComputedStyle(element).clipPath.startsWith('inset(50%')
    || isVisuallyHidden(element.parentElement));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const squeezed = [];
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const holder = text.parentElement;
    if (!text.data.trim() || !holder.checkVisibility({ visibilityProperty: true })) continue;
    if (isVisuallyHidden(holder)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const boxes = [range.getBoundingClientRect(), holder.getBoundingClientRect()];
    if (boxes.some(({ width, height }) => width < 14 && height > 80)) squeezed.push(text.data);
  }
  return squeezed;
}"""
"""Texts with about one letter on each line."""
OVERFLOW = "document.documentElement.scrollWidth - innerWidth"

pytestmark = [pytest.mark.soak, pytest.mark.timeout(180)]


@pytest.mark.parametrize(("game", "seats"), TABLES)
async def test_no_text_is_squeezed_into_a_column(
    server: Any, open_page: Any, game: str, seats: int
) -> None:
    page: Page = await open_page(reduced_motion="reduce")
    players = [{"kind": "me"}, *[BOT] * (seats - 1)]
    match = (await host(page, server.url, game=game, seats=players))["id"]
    await page.goto(f"{server.url}/m/{match}")
    await expect(page.locator(ASKED)).to_be_visible()
    await page.evaluate("document.fonts.ready")
    await look(page, SIZES, "first")
    await play_until_round(page, server.url, match, LATER_ROUND)
    await expect(page.locator(".where")).to_contain_text(f"Round {LATER_ROUND}")
    await look(page, LATER_SIZES, "later")


async def look(page: Page, sizes: Sequence[tuple[int, int]], when: str) -> None:
    """Check each size, once the page has its layout."""
    for width, height in sizes:
        await page.set_viewport_size({"width": width, "height": height})
        await page.evaluate(FRAME)
        await page.evaluate(FRAME)
        await eventually(partial(nothing_is_squeezed, page, f"{when}, {width} x {height}"))


async def nothing_is_squeezed(page: Page, where: str) -> None:
    assert await page.evaluate(SQUEEZED) == [], where
    assert await page.evaluate(OVERFLOW) <= 0, where
