"""The waiting room: the invite link comes before the buttons that start or leave."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from devtools.page.table import host

SEATS = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]

pytestmark = pytest.mark.timeout(150)


async def top_of(element: Locator) -> float:
    await expect(element).to_be_visible()
    box = await element.bounding_box()
    assert box
    return box["y"]


async def test_invite_link_is_visible_above_the_other_buttons_on_a_phone(
    server: Any, open_page: Any
) -> None:
    page: Page = await open_page(viewport={"width": 390, "height": 844})
    match = await host(page, server.url, game="tiny", seats=SEATS)
    await page.goto(f"{server.url}/m/{match['id']}")
    copy = await top_of(page.get_by_role("button", name="Copy link"))
    assert copy < 844 - 44
    for later in (
        page.get_by_text("Fill every seat first"),
        page.get_by_role("button", name="Leave the table"),
        page.get_by_role("button", name="Close the table"),
        page.get_by_role("button", name="Start the match"),
    ):
        assert await top_of(later) > copy


async def test_invite_link_stands_beside_the_seats_on_a_desktop(
    server: Any, open_page: Any
) -> None:
    page: Page = await open_page(viewport={"width": 1440, "height": 900})
    match = await host(page, server.url, game="tiny", seats=SEATS)
    await page.goto(f"{server.url}/m/{match['id']}")
    seats = await top_of(page.get_by_role("heading", name="Who sits where"))
    link = await top_of(page.get_by_role("heading", name="Invite people"))
    assert abs(seats - link) < 40
