"""Comfort: a player's settings apply at the table and follow the account."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Locator, Page, expect

from devtools.page.table import entries, host

ANSWERS = "#question .answers"
SENTENCE = "Ask again before an answer counts"


async def choose_and_save(page: Page, choice: Locator) -> None:
    """Choose something and wait until the account has saved it."""
    async with page.expect_response(
        lambda answer: answer.url.endswith("/me") and answer.request.method == "PATCH"
    ):
        await choice.click()


async def test_settings_apply_at_the_table_and_follow_the_account(
    server: Any, open_page: Any
) -> None:
    page: Page = await open_page(viewport={"width": 1280, "height": 800})
    match = await host(page, server.url, game="tiny", seats=[{"kind": "me"}, {"kind": "open"}])
    await page.goto(f"{server.url}/settings/comfort")
    for group, choice in (
        ("Size of cards and text", "Large"),
        ("Speed of animations", "Off"),
        ("My cards are", "On the left"),
        (SENTENCE, "Always"),
    ):
        await choose_and_save(
            page, page.get_by_role("group", name=group).get_by_text(choice, exact=True)
        )
    await choose_and_save(page, page.get_by_text("High contrast"))

    await page.evaluate("localStorage.clear()")
    await page.reload()
    confirmation = page.get_by_role("group", name=SENTENCE)
    await expect(confirmation.get_by_role("radio", name="Always")).to_be_checked()
    await expect(page.get_by_role("switch", name="High contrast")).to_be_checked()
    assert await page.evaluate("getComputedStyle(document.documentElement).fontSize") == "18.4px"

    request = page.context.request
    reply = await request.put(
        f"{server.url}/api/v1/matches/{match['id']}/seats/1",
        data={"kind": "bot", "bot": "random"},
        headers={"Origin": server.url},
    )
    assert reply.ok, await reply.text()
    await page.goto(f"{server.url}/m/{match['id']}")
    answers = page.locator(f"{ANSWERS} button")
    await answers.first.wait_for()
    assert await page.evaluate("document.documentElement.dataset.hand") == "left"
    before = await entries(page, server.url, match["id"], 0)
    for key in ("0", "1"):
        await page.locator(f"{ANSWERS} [data-shortcut='{key}']").click()
    sure = page.locator(".sure button").first
    await sure.wait_for()
    assert await entries(page, server.url, match["id"], 0) == before
    await sure.click()
    await expect(sure).to_have_count(0)
    assert await entries(page, server.url, match["id"], 0) == before + 1
