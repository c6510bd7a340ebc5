"""Rules beside the table: open at the current phase, with a search that explains cards."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from devtools.page.table import host
from tests.boards import BOARDS

BOT = {"kind": "bot", "bot": "greedy"}
SEARCHED = {
    "ascended_kings": ("shove adjacent", "Separation", "Adjacent"),
    "battle_for_empyrean": ("stun token", "Excalibur", "Stun Token"),
    "res_arcana": ("straighten a creature", "Druid", "Straighten"),
}
"""Words of a card's text, the card, and a keyword that it uses."""


@pytest.mark.parametrize("game", BOARDS)
async def test_rules_open_at_the_current_phase_and_explain_a_card_found_by_search(
    server: Any, open_page: Any, game: str
) -> None:
    page: Page = await open_page()
    match = await host(page, server.url, game=game, seats=[{"kind": "me"}, BOT])
    await page.goto(f"{server.url}/m/{match['id']}")
    await page.locator("#question .answers").wait_for()

    await page.keyboard.press("r")
    tab = page.get_by_role("tab", name="Rules")
    await expect(tab).to_be_focused()
    await expect(page.locator(".rules details[open] > summary")).to_contain_text("Now:")
    for _ in range(2):  # past the button that closes the panel
        await page.keyboard.press("Tab")
    search = page.get_by_role("searchbox")
    await expect(search).to_be_focused()

    words, card, keyword = SEARCHED[game]
    await search.fill(words)
    result = page.locator(".rules").get_by_role("button", name=card).first
    await result.click()
    large = page.get_by_role("dialog", name=card)
    await expect(large.get_by_role("term").filter(has_text=keyword)).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(result).to_be_focused()


async def test_game_page_has_the_short_rules_in_the_readers_language(
    server: Any, open_page: Any
) -> None:
    page: Page = await open_page(locale="de-DE")
    await page.goto(f"{server.url}/games/res_arcana")
    await expect(page.get_by_role("heading", name="Das Ziel")).to_be_visible()
    await expect(page.get_by_role("heading", name="The goal")).to_have_count(0)


@pytest.mark.parametrize("game", BOARDS)
async def test_game_page_numbers_every_part_of_its_table_diagram(
    server: Any, open_page: Any, game: str
) -> None:
    page: Page = await open_page(viewport={"width": 1440, "height": 900})
    await page.goto(f"{server.url}/games/{game}")
    for figure in (page.locator("figure").nth(0), page.locator("figure").nth(1)):
        await figure.locator("figcaption li").first.wait_for()
        lines = await figure.locator("figcaption li").count()
        assert lines >= 5
        await expect(figure.locator(".mark[aria-hidden=true]")).to_have_count(lines)
