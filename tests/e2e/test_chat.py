"""Chat between people at a table, by clicking: messages, muting, reports."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.async_api import Page, Route, expect

from tests.e2e.chat import lines, say, two_players
from tests.e2e.people import get

MENU = "o"

pytestmark = pytest.mark.timeout(120)


def unread(page: Page, count: int) -> Any:
    """The chat button, whose name states the number of unread lines."""
    name = f"Chat, {count} unread" if count else "Chat"
    return page.locator("header.bar").get_by_role("button", name=name, exact=True)


async def test_message_pops_up_and_counts_as_unread_while_the_chat_is_closed(
    server: Any, open_page: Any
) -> None:
    ada, bob, _ = await two_players(server, open_page)
    await say(bob, "Good luck!")
    toast = ada.get_by_role("button", name="Bob says: Good luck!")
    await expect(toast).to_be_visible()
    await expect(unread(ada, 1)).to_be_visible()
    await toast.click()
    await expect(lines(ada).filter(has_text="Good luck!")).to_be_visible()
    await expect(unread(ada, 0)).to_be_visible()
    await expect(toast).to_be_hidden()

    await say(ada, "You too!")
    await expect(lines(bob).filter(has_text="You too!")).to_be_visible()
    await expect(unread(bob, 0)).to_be_visible()
    await ada.reload()
    await expect(unread(ada, 0)).to_be_visible()


async def test_earlier_messages_load_page_by_page_in_order(server: Any, open_page: Any) -> None:
    """With pages of two messages."""
    ada, bob, match = await two_players(server, open_page)
    for number in range(1, 6):
        await say(bob, f"Line {number}")

    async def two_per_page(route: Route) -> None:
        url = route.request.url
        await route.continue_(url=f"{url}{'&' if '?' in url else '?'}limit=2")

    await ada.route(f"**/matches/{match['id']}/chat*", two_per_page)
    await ada.reload()
    await ada.locator("#question .answers").wait_for()
    await ada.keyboard.press("c")
    earlier = ada.get_by_role("button", name="Earlier messages")
    await expect(lines(ada)).to_have_count(3)
    await expect(lines(ada).last).to_contain_text("Line 5")
    for count in (4, 5):
        await earlier.click()
        await expect(lines(ada).filter(has_text="Line")).to_have_count(count)
    await expect(earlier).to_have_count(0)
    await expect(ada.get_by_role("list", name="Chat")).to_be_focused()
    for number in range(1, 6):
        await expect(lines(ada).nth(number - 1)).to_contain_text(f"Line {number}")


async def test_muted_players_messages_are_hidden_until_unmuted(server: Any, open_page: Any) -> None:
    ada, bob, _ = await two_players(server, open_page)
    await say(bob, "Hurry up!")
    await unread(ada, 1).click()
    await ada.get_by_role("button", name="Mute Bob").click()
    await expect(lines(ada).filter(has_text="Hurry up!")).to_have_count(0)
    await expect(ada.get_by_text("1 line of muted people")).to_be_visible()

    await ada.reload()
    await ada.locator("#question .answers").wait_for()
    await expect(unread(ada, 0)).to_be_visible()
    await ada.keyboard.press(MENU)
    await ada.get_by_role("button", name="Unmute Bob").click()
    await ada.keyboard.press("Escape")
    await say(bob, "Sorry.")
    await ada.get_by_role("button", name="Bob says: Sorry.").click()
    await expect(lines(ada).filter(has_text="Sorry.")).to_be_visible()


async def test_player_is_reported_and_blocked_from_the_table_menu(
    server: Any, open_page: Any
) -> None:
    ada, _, match = await two_players(server, open_page)
    await ada.keyboard.press(MENU)
    rules = ada.get_by_role("dialog").get_by_role("link", name="How to play")
    await expect(rules).to_have_attribute("href", "/games/tiny")
    await ada.get_by_role("button", name="Report…").click()
    report = ada.get_by_role("dialog", name="Report Bob")
    await report.get_by_label("What happened?").fill("Rude words.")
    async with ada.expect_request("**/reports") as sent:
        await report.get_by_role("button", name="Send the report").click()
    await ada.get_by_text("Thank you. We will look into it.").wait_for()
    body = (await sent.value).post_data_json
    assert body["match"] == match["id"]
    await expect(report).to_be_hidden()

    await ada.get_by_role("button", name="Block", exact=True).click()
    await ada.get_by_text("Bob is blocked").wait_for()
    blocks = await ada.context.request.get(ada.url.split("/m/")[0] + "/api/v1/me/blocks")
    assert [block["account"]["name"] for block in (await blocks.json())["items"]] == ["Bob"]


async def test_reported_line_reaches_the_server_with_its_quote(server: Any, open_page: Any) -> None:
    ada, bob, match = await two_players(server, open_page)
    await say(bob, "You cheat")
    await ada.get_by_role("button", name="Bob says: You cheat").click()
    await lines(ada).get_by_role("button", name="Report this line of Bob").click()
    dialog = ada.get_by_role("dialog", name="Report Bob")
    await expect(dialog.get_by_text("You cheat")).to_be_visible()
    await dialog.get_by_role("textbox", name="What happened?").fill("That was rude.")
    async with ada.expect_response("**/api/v1/reports") as response:
        await dialog.get_by_role("button", name="Send the report").click()
    sent = await response.value
    assert sent.status == 201
    said = (await get(bob, server.url, f"matches/{match['id']}/chat"))["items"][-1]
    report = json.loads(sent.request.post_data or "")
    assert (report["match"], report["said_at"]) == (match["id"], said["at"])
    await expect(dialog).to_be_hidden()
    await expect(lines(ada).filter(has_text="You cheat")).to_be_visible()
