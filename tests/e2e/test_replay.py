"""Replay: step by step to the end of the match, by key and by link; playing on."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from devtools.page.person import Person
from devtools.page.table import host, play_out, result_on
from tests.e2e.people import eventually

BOT = {"kind": "bot", "bot": "random"}

pytestmark = pytest.mark.timeout(120)


async def test_replay_steps_to_the_end_and_play_resumes_from_an_earlier_moment(
    server: Any, open_page: Any
) -> None:
    page: Page = await open_page()
    settings = {"game": "tiny", "options": {"turns": 2}, "visibility": "private"}
    match = await host(page, server.url, seats=[{"kind": "me"}, BOT], **settings)
    await page.goto(f"{server.url}/m/{match['id']}")
    await play_out(Person(page, seed=1), seconds=60)
    await result_on(page)
    await page.keyboard.press("Escape")
    live = await table_on(page)
    await page.get_by_role("button", name="Show the result").click()

    await page.get_by_role("link", name="Watch the replay").click()
    slider = page.get_by_role("slider")
    await expect(slider).to_have_attribute("aria-valuetext", "0 of 6")
    for step in range(1, 7):
        await page.keyboard.press("ArrowRight")
        await expect(slider).to_have_attribute("aria-valuetext", f"{step} of 6")
    await expect(page.locator(".place.loading")).to_have_count(0)

    async def ends_as_seen() -> None:
        assert await table_on(page) == live

    await eventually(ends_as_seen)

    await page.keyboard.press("Home")
    await page.keyboard.press("ArrowRight")
    await expect(page).to_have_url(f"{server.url}/m/{match['id']}/replay?ply=1")
    await page.reload()
    await expect(slider).to_have_attribute("aria-valuetext", "1 of 6")
    await page.get_by_label("Seen by").select_option("public")
    await expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", "1 of 6")

    await page.get_by_role("button", name="Play on from here").click()
    await page.get_by_role("button", name="Begin").click()
    await page.locator("#question .answers").wait_for()
    assert match["id"] not in page.url


async def table_on(page: Page) -> list[str]:
    """The words on the table, sorted: a patch adds its keys after the others."""
    return sorted((await page.locator(".table .scroll").inner_text()).split())
