"""Next table: the address and the key lead to the table that has waited longest; the same deal."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from playwright.async_api import Page, expect

from devtools.page.table import host, origin_of

CLOCK = {"kind": "days", "days": 3}
SEATS = [{"kind": "me"}, {"kind": "open"}]

pytestmark = pytest.mark.timeout(150)


async def begun(ada: Page, bob: Page, server: str) -> str:
    """A match of Ada and Bob that waits for Ada."""
    match = await host(ada, server, game="tiny", seats=SEATS, clock=CLOCK)
    request, origin = bob.context.request, origin_of(server)
    await request.post(f"{server}/api/v1/guests", data={"name": "Bob"}, headers=origin)
    seats = f"{server}/api/v1/matches/{match['id']}/seats"
    answer = await request.post(seats, data={}, headers=origin)
    assert answer.status == 200, await answer.text()
    return str(match["id"])


async def test_address_and_key_lead_from_table_to_table(server: Any, open_page: Any) -> None:
    ada, bob = await asyncio.gather(open_page(), open_page())
    await ada.goto(f"{server.url}/next")
    await expect(ada.get_by_role("heading", name="No table waits for you")).to_be_visible()
    first = await begun(ada, bob, server.url)
    second = await begun(ada, bob, server.url)
    await ada.goto(server.url)
    row = ada.get_by_role("listitem").filter(has=ada.get_by_role("link", name="Continue")).first
    await expect(row).to_contain_text("2 days left")
    await ada.get_by_role("link", name="Your turn at 2 tables").click()
    await expect(ada).to_have_url(f"{server.url}/m/{first}")
    await ada.locator("#question").wait_for()
    await ada.keyboard.press("n")
    await expect(ada).to_have_url(f"{server.url}/m/{second}")


async def test_finished_match_is_played_again_with_its_deal(server: Any, open_page: Any) -> None:
    ada, bob = await asyncio.gather(open_page(), open_page())
    match = await begun(ada, bob, server.url)
    path = f"{server.url}/api/v1/matches/{match}/resign"
    await bob.context.request.post(path, headers=origin_of(server.url))
    await ada.goto(f"{server.url}/m/{match}")
    await ada.get_by_role("button", name="Same deal again").click()
    dialog = ada.get_by_role("dialog", name="Same deal again")
    await dialog.get_by_label("The others are").select_option("the same people")
    await dialog.get_by_role("button", name="Begin").click()
    await expect(ada.get_by_text("has been played before")).to_be_visible()
    await expect(ada.get_by_text("Reserved for")).to_be_visible()
