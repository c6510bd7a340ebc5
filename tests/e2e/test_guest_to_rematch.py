"""From guest to a running match on the page, with a lost connection and a reload."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from devtools.page.table import entries, host
from tests.e2e.line import LOST, Line

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
BOT = {"kind": "bot", "bot": "random"}
ANSWERS = "#question .answers"

pytestmark = pytest.mark.timeout(150)


async def test_guest_creates_a_table_and_a_friend_joins_by_link(
    server: Any, open_page: Any
) -> None:
    ada: Page = await open_page()
    await ada.goto(server.url)
    await ada.get_by_role("link", name="Create a table").first.click()
    await ada.get_by_label("Game", exact=True).select_option("res_arcana")
    await ada.get_by_role("radio", name="Anyone with the link").check()
    await ada.get_by_role("button", name="Create the table").click()
    await ada.get_by_label("Your name").fill("Ada")
    await ada.locator("dialog[open] button[type=submit]").click()
    invitation = await ada.get_by_role("textbox", name="Invite link").input_value()

    bob: Page = await open_page(**PHONE)
    await bob.goto(invitation)
    await bob.get_by_role("textbox").fill("Bob")
    await bob.locator("main form button[type=submit]").click()

    for page in (ada, bob):
        await page.locator(ANSWERS).wait_for()
    for name in ("Ada", "Bob"):
        await expect(ada.locator("header.bar")).to_contain_text(name)
    # A phone's bar has no room for names: the others' are on their plates.
    await expect(bob.locator(".plates")).to_contain_text("Ada")


async def test_no_answer_is_lost_or_doubled_when_the_connection_breaks(
    server: Any, weak_page: Page
) -> None:
    page, line = weak_page, Line()
    match = await at_a_table(page, line, server.url)

    line.deaf = True
    await press_first(page)
    await committed(page, server.url, match, 1)
    await page.context.set_offline(True)
    await line.cut()
    await expect(page.get_by_text(LOST)).to_be_visible()
    await page.context.set_offline(False)
    await expect(page.get_by_text(LOST)).to_be_hidden()
    await line.until_acks(1)

    keys = {answer["key"] for answer in line.answers}
    assert len(line.answers) == 2, "the unacknowledged answer is sent again"
    assert len(keys) == 1, "under the same key"
    await committed(page, server.url, match, 1)


async def test_offline_answer_is_sent_after_reconnecting(server: Any, weak_page: Page) -> None:
    page, line = weak_page, Line()
    match = await at_a_table(page, line, server.url)

    await page.context.set_offline(True)
    await line.cut()
    await expect(page.get_by_text(LOST)).to_be_visible()
    await press_first(page)
    await page.context.set_offline(False)
    await line.until_acks(1)

    await committed(page, server.url, match, 1)
    await expect(page.get_by_text(LOST)).to_be_hidden()


async def test_reloaded_page_resumes_the_match(server: Any, open_page: Any) -> None:
    page, line = await open_page(), Line()
    await at_a_table(page, line, server.url)
    asked = page.locator("#question h2:not(.idle)")
    first = await asked.inner_text()
    await press_first(page)
    await expect(page.locator("#question h2")).not_to_have_text(first)
    second = await asked.inner_text()

    await page.reload()
    await expect(asked).to_have_text(second)
    await press_first(page)
    await line.until_acks(2)


async def at_a_table(page: Page, line: Line, server: str) -> str:
    """Seat Ada at a table with her first question; the match's id."""
    seats = [{"kind": "me"}, BOT]
    match = await host(page, server, game="res_arcana", seats=seats, visibility="private")
    await line.attach(page)
    await page.goto(f"{server}/m/{match['id']}")
    await page.locator(ANSWERS).wait_for()
    # A page that never had its socket goes on by requests, which this line does not see.
    await line.until_connected()
    return str(match["id"])


async def press_first(page: Page) -> None:
    """Give the first answer; where all of them glow on the board, list them first."""
    first = page.locator(f"{ANSWERS} [data-shortcut]").first
    if await first.get_attribute("data-shortcut") == "0":
        await first.click()
    await page.locator(f"{ANSWERS} [data-shortcut='1']").click()


async def committed(page: Page, server: str, match: str, count: int) -> None:
    """Wait until the server has exactly this many of Ada's answers."""
    answers = 0
    while answers < count:
        answers = await entries(page, server, match, seat=0)
    assert answers == count
