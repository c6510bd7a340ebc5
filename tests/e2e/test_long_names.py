"""Names of 32 wide letters on a phone: shown in full, without widening a page."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page

from tests.e2e.people import eventually, join_as_person, post

WIDE, WIDER = "W" * 32, "M" * 32
OPEN = {"kind": "open"}
PHONE = {"width": 390, "height": 844}
OVERFLOW = """() => {
  const outside = [...document.querySelectorAll('main *')].filter((element) =>
    element.getBoundingClientRect().right > innerWidth + 1 && element.checkVisibility());
  return [document.scrollingElement.scrollWidth - innerWidth, outside.slice(-3).map((element) =>
    `${element.tagName}.${element.className}: ${element.textContent.trim().slice(0, 50)}`)];
}"""
"""How many pixels the page is too wide, and elements that may be why."""

pytestmark = pytest.mark.timeout(150)


async def test_name_of_32_wide_letters_causes_no_horizontal_overflow(
    server: Any, open_page: Any
) -> None:
    url = server.url
    page: Page = await open_page(viewport=PHONE)
    host: Page = await open_page(viewport=PHONE)
    await join_as_person(page, url, WIDE)
    await join_as_person(host, url, WIDER)
    reserved = {"kind": "open", "invite": WIDE}
    settings = {"game": "tiny", "visibility": "public"}
    table = await post(host, url, "matches", settings | {"seats": [{"kind": "me"}, OPEN, OPEN]})
    await post(host, url, "matches", settings | {"seats": [{"kind": "me"}, reserved, OPEN]})
    own = await post(page, url, "matches", settings | {"seats": [{"kind": "me"}, OPEN, OPEN]})
    played = await post(host, url, "matches", settings | {"seats": [{"kind": "me"}, OPEN]})
    await post(page, url, f"matches/{played['id']}/seats")
    for path, seen in (
        ("/", f"{WIDER} invites you to Tiny"),
        (f"/join/{table['invite']['code']}", f"Sit down as {WIDE}"),
        (f"/m/{own['id']}", WIDE),
        (f"/m/{played['id']}", WIDE),
        (f"/people/{WIDER}", WIDER),
        ("/settings", WIDE),
        ("/new/tiny", WIDE),
        ("/register", WIDE),
    ):
        await page.goto(f"{url}{path}")
        await page.get_by_text(seen).first.wait_for(state="attached")
        await page.evaluate("document.fonts.ready.then(() => undefined)")

        async def fits(path: str = path) -> None:
            wider, outside = await page.evaluate(OVERFLOW)
            assert wider == 0, f"{path}: {outside}"

        await eventually(fits)
