"""Hints in a match against a bot, by keyboard and by touch; only the player gives answers."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from devtools.page.table import entries, host, play_until_round
from tests.e2e.axe import violations_on
from tests.e2e.dealt import Dealt
from tests.e2e.people import eventually, get, tap_once_ready

SEATS = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}

WORDS = "(labels) => labels.map((label) => getComputedStyle(label).position === 'static')"
"""Whether the buttons show their words."""

pytestmark = pytest.mark.timeout(120)


async def sit(open_page: Any, server: Any, **look: Any) -> tuple[Page, str]:
    """Ada at a table with a bot, at her first action."""
    page: Page = await open_page(reduced_motion="reduce", **look)
    created = await host(page, server.url, game="res_arcana", seats=SEATS)
    match = str(created["id"])
    await play_until_round(page, server.url, match, 1)
    await page.goto(f"{server.url}/m/{match}")
    await page.locator("#question .answers").wait_for()
    return page, match


def panel(page: Page) -> Locator:
    return page.get_by_role("region", name="Hint")


def suggestions(page: Page) -> Locator:
    return panel(page).get_by_role("button")


async def test_hint_works_by_keyboard(server: Any, open_page: Any) -> None:
    page, match = await sit(open_page, server, **DESK)
    before = await entries(page, server.url, match, 0)
    await page.keyboard.press("h")
    await expect(panel(page).get_by_role("status")).to_have_text(re.compile("^Best answer: .*%$"))
    assert 1 <= await suggestions(page).count() <= 3
    line = panel(page).get_by_text("What may follow").first
    await line.focus()
    await page.keyboard.press("Enter")
    await expect(panel(page).locator("details").first).to_have_attribute("open", "")
    assert not await violations_on(page)
    await suggestions(page).first.focus()
    await page.keyboard.press("Enter")
    await expect(page.locator("#question .answers .suggested")).to_be_focused()
    assert await entries(page, server.url, match, 0) == before
    await page.keyboard.press("h")
    await expect(panel(page)).to_have_count(0)


async def test_hint_works_by_touch(server: Any, open_page: Any) -> None:
    page, match = await sit(open_page, server, **PHONE)
    before = await entries(page, server.url, match, 0)
    await tap_once_ready(page.get_by_role("button", name="Hint"))
    await expect(suggestions(page).first).to_be_visible()
    assert await page.evaluate("document.scrollingElement.scrollWidth") <= 360
    await tap_once_ready(panel(page).get_by_text("What may follow").first)
    await expect(panel(page).locator("details[open] li").first).to_be_visible()
    await tap_once_ready(suggestions(page).first)
    suggested = page.locator("#question .answers .suggested")
    await expect(suggested).to_be_in_viewport()
    assert await entries(page, server.url, match, 0) == before
    await tap_once_ready(suggested)
    sure = page.locator("#question .answers .primary:enabled")

    async def answered() -> None:
        if await sure.count():
            await tap_once_ready(sure.first)
        assert not await panel(page).count()

    await eventually(answered)


async def test_hint_and_undo_labels_do_not_depend_on_the_hand_size(
    server: Any, open_page: Any
) -> None:
    """The buttons show their words, or not, whatever the size of the hand beside the question."""
    table = Dealt(await open_page())
    await table.sit(server.url, "res_arcana")
    cards = (await get(table.page, server.url, "games/res_arcana"))["catalogue"]
    artifacts = [card["id"] for card in cards if card["kind"] == "artifact"]
    for width, height in ((390, 844), (1024, 768), (1440, 900), (1920, 1080), (2560, 1440)):
        await table.resize(width, height)
        looks = set()
        for count in (1, 5, 9):
            await table.deal(artifacts[:count])
            looks.add(str(await table.page.locator("#question .sign .label").evaluate_all(WORDS)))
        assert len(looks) == 1, f"{width} x {height}: {looks}"
