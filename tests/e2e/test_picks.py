"""The table form: components are picked by name, without a mouse."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from tests.e2e.axe import violations_on
from tests.e2e.people import get, join_as_person, remember

PHONE = {"viewport": {"width": 390, "height": 844}}
VALE, COLOSSEUM = "Bountiful Vale", "Colosseum of Envy"

pytestmark = pytest.mark.timeout(150)


async def test_decks_and_battlefields_are_picked_by_name_and_by_keyboard(
    server: Any, open_page: Any
) -> None:
    page: Page = await open_page(**PHONE)
    await join_as_person(page, server.url, "Philippa")
    await remember(page, server.url)
    await page.goto(f"{server.url}/new/battle_for_empyrean")
    dialog = page.locator("dialog[open]")

    await press(page, page.get_by_role("button", name="Decks by seat: seat 2"))
    await press(page, dialog.get_by_role("button", name="Vikings of Valhalla"))
    await expect(dialog).to_be_hidden()
    await expect(page.get_by_role("button", name="Decks by seat: seat 2")).to_be_focused()
    await press(page, page.get_by_role("button", name="Draw the rest"))

    await press(page, page.get_by_role("button", name="Battlefields: Choose…"))
    await press(page, dialog.get_by_role("button", name=VALE))
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Enter")
    await dialog.get_by_label("Search").fill("eldritch")
    await press(page, dialog.get_by_role("button", name="Eldritch Rift"))
    await expect(dialog.get_by_text("3 of 3 chosen")).to_be_visible()
    assert await violations_on(page) == []
    await page.keyboard.press("Escape")
    await press(page, page.get_by_role("button", name=f"Move {COLOSSEUM} up"))
    await press(page, page.get_by_role("button", name="Create the table"))

    terms = page.locator("section", has_text="Settings of this match")
    await expect(terms).to_contain_text(f"{COLOSSEUM}, {VALE}, Eldritch Rift")
    match = await get(page, server.url, f"matches/{page.url.rsplit('/', 1)[1]}")
    options = match["options"]
    assert options["decks"][0]
    assert options["decks"][1] == "vikings_of_valhalla"
    assert options["battlefields"] == ["colosseum_of_envy", "bountiful_vale", "eldritch_rift"]


async def press(page: Page, button: Locator) -> None:
    """Press a button by Enter."""
    await button.focus()
    await page.keyboard.press("Enter")
