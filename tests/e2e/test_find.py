"""Finding an opponent on the page, from the offer at home to a rematch and a friendship."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.e2e.people import post, resign_from

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
ANSWERS = "#question .answers"

pytestmark = pytest.mark.timeout(180)


async def search(page: Page, server: str, name: str) -> None:
    """Look for an opponent at Res Arcana as a new guest, from the home page."""
    await page.goto(server)
    await page.get_by_role("link", name="Find an opponent for Res Arcana").click()
    await expect(page.get_by_role("heading", name="Find an opponent")).to_be_visible()
    await page.get_by_text("2 players", exact=True).click()
    await page.get_by_role("button", name="Start looking").click()
    await page.get_by_label("Your name").fill(name)
    await page.locator("dialog[open] button[type=submit]").click()
    await expect(page.get_by_role("heading", name="You are looking for")).to_be_visible()


def dialog(page: Page) -> Any:
    return page.get_by_role("dialog", name="A table is found")


async def test_two_strangers_find_one_another_play_again_and_become_friends(
    server: Any, open_page: Any
) -> None:
    ada: Page = await open_page()
    await search(ada, server.url, "Ada")
    await expect(ada.get_by_role("button", name="You are looking already")).to_be_disabled()
    await ada.get_by_role("link", name="Games", exact=True).click()
    await expect(ada.get_by_text("Looking for an opponent")).to_be_visible()

    bob: Page = await open_page(**PHONE)
    await search(bob, server.url, "Bob")
    for page in (ada, bob):
        await expect(dialog(page)).to_contain_text("Res Arcana")
        await expect(dialog(page)).not_to_contain_text("Bob")
        await expect(dialog(page)).not_to_contain_text("Ada")
    await expect(ada).to_have_title("● Ready? – Games · Conclave")
    await ada.keyboard.press("Enter")
    await expect(dialog(bob)).to_contain_text("1 of 2 is ready")
    await expect(dialog(ada)).to_contain_text("Waiting for the others")
    await bob.get_by_role("button", name="I am ready").tap()
    for page in (ada, bob):
        await page.wait_for_url("**/m/*")
        await page.locator(ANSWERS).or_(page.locator("#question h2")).first.wait_for()
    first = ada.url
    assert first == bob.url

    await resign_from(ada, server.url, ada.url.rpartition("/")[2])
    await ada.get_by_role("button", name="Add as friend: Bob").click()
    await expect(ada.get_by_role("button", name="Add as friend: Bob")).to_be_hidden()
    another = bob.get_by_role("link", name="Another opponent")
    await expect(another).to_have_attribute("href", "/find?game=res_arcana&players=2")
    await bob.get_by_role("button", name="Rematch").click()
    await ada.get_by_role("button", name="Join", exact=True).click()
    for page in (ada, bob):
        await page.wait_for_url(lambda url: "/m/" in url and url != first)
    await expect(ada.locator("header.bar")).to_contain_text("Bob")
    await bob.goto(f"{server.url}/friends")
    await bob.get_by_role("button", name="Be friends with Ada").tap()
    await ada.goto(f"{server.url}/friends")
    await expect(ada.get_by_role("main")).to_contain_text("Bob")
    await ada.goto(f"{server.url}/find")
    await expect(ada.get_by_text("left a match early: your next place counts 0:30")).to_be_visible()


async def test_player_who_declines_is_told_and_the_other_goes_on_looking(
    server: Any, open_page: Any
) -> None:
    ada: Page = await open_page()
    bob: Page = await open_page()
    await search(ada, server.url, "Ada")
    await search(bob, server.url, "Bob")
    await ada.get_by_role("button", name="I am ready").click()
    await expect(dialog(bob)).to_be_visible()
    await bob.keyboard.press("Escape")
    await expect(dialog(bob)).to_be_hidden()
    await bob.get_by_role("button", name="Answer").click()
    await bob.get_by_role("button", name="Not now").click()
    await expect(ada.get_by_text("A player was not ready.")).to_be_visible()
    await expect(ada.get_by_role("heading", name="You are looking for")).to_be_visible()
    await expect(bob.get_by_text("You were not ready for Res Arcana")).to_be_visible()
    await expect(bob.get_by_text("your next place counts 0:30 later")).to_be_visible()
    await ada.get_by_role("button", name="Stop looking for Res Arcana").click()
    await expect(ada.get_by_role("heading", name="You are looking for")).to_be_hidden()


async def test_match_by_days_begins_while_its_player_is_away(server: Any, open_page: Any) -> None:
    ada: Page = await open_page()
    await ada.goto(f"{server.url}/find?game=res_arcana&players=3")
    await ada.get_by_text("A move when you find the time").click()
    await ada.get_by_role("button", name="Start looking").click()
    await ada.get_by_label("Your name").fill("Ada")
    await ada.locator("dialog[open] button[type=submit]").click()
    await expect(ada.get_by_role("heading", name="You are looking for")).to_be_visible()
    others: list[Page] = [await open_page() for _ in range(2)]
    for page, name in zip(others, ("Bob", "Cid"), strict=True):
        await post(page, server.url, "guests", {"name": name})
        await page.context.request.put(
            f"{server.url}/api/v1/me/pools/res_arcana-3-days-casual",
            headers={"Origin": server.url},
        )
    await expect(ada.get_by_text("A match of Res Arcana has begun")).to_be_visible()
    await expect(ada.get_by_role("heading", name="You are looking for")).to_be_hidden()
    await asyncio.gather(*(page.close() for page in others))
