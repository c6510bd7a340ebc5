"""A glyph stays on the line of the number, the word and the punctuation that touch it."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Page

from tests.e2e.glyphs import PARTED, WIDTHS_PX


async def test_glyph_stays_on_the_line_of_its_neighbours(server: Any, open_page: Any) -> None:
    page: Page = await open_page()
    await page.goto(f"{server.url}/games/res_arcana")
    await page.get_by_role("tab").last.click()
    await page.locator("ul.cards .glyph").first.wait_for()
    seen = await page.evaluate(PARTED, WIDTHS_PX)
    assert seen["wrapped"] > seen["texts"] > 40
    assert seen["parted"] == []

    await page.get_by_role("button", name="Dancing Sword").click()
    await page.locator("dialog[open] .glyph").first.wait_for()
    assert (await page.evaluate(PARTED, WIDTHS_PX))["parted"] == []
