"""Chat between two people at a table."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Page, expect

from devtools.page.person import Person
from devtools.page.table import host

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
TINY = {"game": "tiny", "options": {"turns": 3}, "visibility": "private"}


async def two_players(server: Any, open_page: Any) -> tuple[Page, Page, dict[str, Any]]:
    """Ada at a phone and Bob at a desk, both guests at a small game."""
    ada, bob = await open_page(**PHONE), await open_page()
    match = await host(ada, server.url, seats=[{"kind": "me"}, {"kind": "open"}], **TINY)
    await Person(bob, seed=2).join_by_link(match["invite"]["url"], "Bob")
    await ada.goto(f"{server.url}/about")
    await ada.goto(f"{server.url}/m/{match['id']}")
    for page in (ada, bob):
        await page.locator("#question .answers").wait_for()
    return ada, bob, match


async def say(page: Page, text: str) -> None:
    if not await page.locator("#chat-text").count():
        await page.keyboard.press("c")
    await page.locator("#chat-text").fill(text)
    await page.keyboard.press("Enter")
    await expect(lines(page).filter(has_text=text)).to_be_visible()


def lines(page: Page) -> Any:
    """The lines of the open chat."""
    return page.get_by_role("list", name="Chat").locator("li")
