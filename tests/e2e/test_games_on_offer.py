"""What a player reads about a game before a match: on the home page, its own page and the
invitation.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from devtools.page.table import host

SEATS = [{"kind": "me"}, {"kind": "open"}]
LAPTOP = {"width": 1440, "height": 900}
FACTS = ("2–4 players", "60–120 min", "heavy", "Kings in a ring of fire")

pytestmark = pytest.mark.timeout(150)


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
async def test_play_now_and_its_settings_fit_the_first_screen(
    serve: Any, open_page: Any, locale: str
) -> None:
    page: Page = await open_page(viewport=LAPTOP, locale=locale)
    await page.goto(serve().url)
    cards = page.locator("ul.games article")
    await expect(cards).not_to_have_count(0)
    await page.evaluate("document.fonts.ready.then(() => undefined)")
    first = await cards.first.locator(".actions button").all()
    tops = []
    for element in [page.locator(".rivals"), *first]:
        box = await element.bounding_box()
        assert box
        assert box["y"] + box["height"] <= LAPTOP["height"]
        tops.append(box["y"])
    choice, *buttons = tops
    assert all(choice < top for top in buttons)
    assert len(set(buttons)) == 1, "all buttons that start a match are in one row"


async def test_game_page_and_invitation_state_players_duration_and_weight(
    server: Any, open_page: Any
) -> None:
    page: Page = await open_page(viewport=LAPTOP)
    guest: Page = await open_page(viewport={"width": 390, "height": 844})
    match = await host(page, server.url, game="ascended_kings", seats=SEATS)
    await page.goto(f"{server.url}/games/ascended_kings")
    await guest.goto(f"{server.url}/join/{match['invite']['code']}")
    await page.goto(f"{server.url}/games")
    offer = page.locator("article", has_text="Ascended Kings")
    for place in (offer, guest.locator("main")):
        for fact in FACTS:
            await expect(place).to_contain_text(fact)
    await page.goto(f"{server.url}/games/ascended_kings")
    for fact in FACTS:
        await expect(page.locator("main header").first).to_contain_text(fact)
    await guest.get_by_role("link", name="How to play: Ascended Kings").click()
    await expect(guest.get_by_role("heading", level=1)).to_have_text("Ascended Kings")
