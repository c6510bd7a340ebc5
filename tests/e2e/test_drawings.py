"""A table works without its drawings while they cannot be fetched."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, Route, expect

from devtools.page.table import host, play_until_round

WIDE = {"viewport": {"width": 1440, "height": 900}}
GREEDY = {"kind": "bot", "bot": "greedy"}
FILES = "**/assets/*-drawings-*.json*"
PICTURES = ".scene"
"""Scenes on cards, drawn or not yet."""
NOT_YET = f"{PICTURES}:not(:has(img))"

pytestmark = pytest.mark.timeout(120)


async def test_table_works_without_drawings_and_fetches_them_later(
    serve: Any, open_page: Any
) -> None:
    """Their arrival moves nothing."""
    server = serve(BOT_DELAY="0")
    page: Page = await open_page(**WIDE)
    seats = [{"kind": "me"}, GREEDY, GREEDY]
    match = await host(page, server.url, game="res_arcana", seats=seats)
    await play_until_round(page, server.url, match["id"], 1)

    async def spoil(route: Route) -> None:
        await route.fulfill(
            content_type="text/html", body="<h1>Sign in to this hotel's network</h1>"
        )

    await page.route(FILES, spoil)
    await page.goto(f"{server.url}/m/{match['id']}")
    await page.locator("#question .answers").first.wait_for()
    await expect(page.locator(NOT_YET).first).to_be_attached()
    cards = page.locator("[data-thing^='card:']").filter(has=page.locator(PICTURES))
    await expect(cards.first).to_be_visible()
    before = await _places(page)
    await page.unroute(FILES, spoil)
    await expect(page.locator(NOT_YET)).to_have_count(0, timeout=30_000)
    assert await _places(page) == before


async def _places(page: Page) -> list[Any]:
    """The position and size of each picture."""
    places: list[Any] = await page.evaluate(
        """(pictures) => Array.from(document.querySelectorAll(pictures), (picture) => {
            const { x, y, width, height } = picture.getBoundingClientRect();
            return [x, y, width, height].map(Math.round);
        })""",
        PICTURES,
    )
    return places
