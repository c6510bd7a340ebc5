"""Dragging: cards are drawn to where they shall go, and nothing happens to those that are let go where
they were.
"""

from __future__ import annotations

from typing import Any

from playwright.async_api import Locator, Page, expect

from devtools.page.table import host
from tests.e2e.people import eventually, get

BOT = {"kind": "bot", "bot": "greedy"}
STEPS = 8


async def sit(server: Any, open_page: Any, game: str, **options: str) -> tuple[Page, str]:
    page: Page = await open_page(
        viewport={"width": 1440, "height": 900}, reduced_motion="reduce", service_workers="block"
    )
    match = await host(page, server.url, game=game, options=options, seats=[{"kind": "me"}, BOT])
    await page.goto(f"{server.url}/m/{match['id']}")
    await page.locator("#question .answers").wait_for()
    return page, match["id"]


async def middle(thing: Locator) -> tuple[float, float]:
    box = await thing.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + min(box["height"] / 2, 40)


async def drag(page: Page, thing: Locator, x: float, y: float) -> None:
    """Draw a thing to a point of the page, and let it go."""
    await page.mouse.move(*await middle(thing))
    await page.mouse.down()
    await page.mouse.move(x, y, steps=STEPS)
    await page.mouse.up()


async def choose_mage(page: Page) -> None:
    await page.locator(".thing.glows").first.click()
    await page.locator("#question[data-decision]").wait_for()


async def test_card_dragged_onto_the_desk_asks_what_is_meant(server: Any, open_page: Any) -> None:
    """Discarding gives it up, so nothing is done before one has chosen."""
    page, match = await sit(server, open_page, "res_arcana")
    card = page.locator(".front .hand .thing.glows").first
    while not await card.count():
        await page.locator(".thing.glows:not([data-unready])").first.click()
        await page.wait_for_timeout(100)
    ply = (await get(page, server.url, f"matches/{match}/view"))["ply"]
    await drag(page, card, 720, 430)
    menu = page.locator("[role=menu]")
    await expect(menu).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(menu).to_be_hidden()
    assert (await get(page, server.url, f"matches/{match}/view"))["ply"] == ply


async def test_card_dropped_where_it_lay_stays_there(server: Any, open_page: Any) -> None:
    page, match = await sit(server, open_page, "res_arcana")
    card = page.locator(".front .hand .thing.glows").first
    while not await card.count():
        await page.locator(".thing.glows:not([data-unready])").first.click()
        await page.wait_for_timeout(100)
    ply = (await get(page, server.url, f"matches/{match}/view"))["ply"]
    x, y = await middle(card)
    await drag(page, card, x + 20, y - 10)
    await expect(page.locator("[role=menu]")).to_be_hidden()
    await expect(card).not_to_have_class("dragged")
    assert (await get(page, server.url, f"matches/{match}/view"))["ply"] == ply
