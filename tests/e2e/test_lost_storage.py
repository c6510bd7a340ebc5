"""Lost local storage: a browser that keeps its cookies loses nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from devtools.page.table import host
from tests.e2e.people import get, menu_of, until

pytestmark = pytest.mark.timeout(120)


IS_LIGHT = "({preferences}) => preferences.look === 'light'"


async def lose_storage(page: Page) -> None:
    """Clear the storage, as Safari does after seven days, and privacy cleaners do."""
    await page.evaluate("localStorage.clear(); sessionStorage.clear()")
    await page.reload()


async def test_guest_keeps_account_matches_and_preferences_without_local_storage(
    server: Any, open_page: Any
) -> None:
    page = await open_page()
    seats = [{"kind": "me"}, {"kind": "open"}]
    match = await host(page, server.url, game="tiny", seats=seats, visibility="private")
    before = await get(page, server.url, "me")
    await page.goto(f"{server.url}/settings/look")
    await page.get_by_label("Light", exact=False).first.check()
    await expect(page.locator("html")).to_have_attribute("data-theme", "light")
    await until(page, f"fetch('/api/v1/me').then((me) => me.json()).then({IS_LIGHT})")
    await page.goto(server.url)
    await lose_storage(page)
    await expect(menu_of(page, "Ada")).to_be_visible()
    await expect(page.locator("html")).to_have_attribute("data-theme", "light")
    await expect(page.locator(f"a[href='/m/{match['id']}']").first).to_be_visible()

    await lose_storage(page)
    await page.get_by_role("button", name="Play now: Tiny").click()
    await page.locator("#question .answers").wait_for()
    assert (await get(page, server.url, "me"))["account"] == before["account"]
    assert len((await get(page, server.url, "matches?account=me"))["items"]) == 2


async def test_preferences_chosen_before_the_account_existed_move_to_it(
    server: Any, open_page: Any
) -> None:
    page = await open_page()
    await page.goto(f"{server.url}/settings/look")
    await page.get_by_label("Light", exact=False).first.check()
    await page.goto(server.url)
    await page.get_by_role("button", name="Play now: Tiny").click()
    await page.locator("#question .answers").wait_for()
    await expect(page.locator("html")).to_have_attribute("data-theme", "light")
    await lose_storage(page)
    await expect(page.locator("html")).to_have_attribute("data-theme", "light")
