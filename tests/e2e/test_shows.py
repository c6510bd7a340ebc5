"""Showing a card to other players, by mouse, keyboard and touch."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from devtools.page.person import Person
from devtools.page.table import host
from tests.e2e.people import tap_once_ready

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
BOT = {"kind": "bot", "bot": "random"}
KINGS = {
    "game": "ascended_kings",
    "options": {"kings": "random", "first": "creator", "round_limit": 2},
    "visibility": "private",
    "seats": [{"kind": "me"}, {"kind": "open"}, BOT],
}

ID = re.compile("^(asc|rev) ")

pytestmark = pytest.mark.timeout(180)


async def two_players(server: Any, open_page: Any, **screen: Any) -> tuple[Page, Page]:
    ada, bob = await open_page(**screen), await open_page()
    match = await host(ada, server.url, **KINGS)
    await Person(bob, seed=2).join_by_link(match["invite"]["url"], "Bob")
    await ada.goto(f"{server.url}/m/{match['id']}")
    for page in (ada, bob):
        await page.locator("#question .answers").wait_for()
    return ada, bob


def hand(page: Page) -> Locator:
    return page.get_by_label("Your hand").locator("[data-thing]")


async def name_of(card: Locator) -> str:
    """The card's name, which replaces its id once the catalogue is loaded."""
    label = card.locator(".visually-hidden").first
    await expect(label).not_to_have_text(ID)
    name = (await label.inner_text()).split(".")[0]
    assert name
    return name


async def shown(page: Page, title: str) -> Locator:
    """The cards that were shown to this player, or by them, which a press on their number lists."""
    await page.get_by_role("button", name=re.compile(rf"^{title}: \d")).press("Enter")
    return page.get_by_role("region", name=title)


async def test_card_is_shown_from_its_large_face_and_remembered(
    server: Any, open_page: Any
) -> None:
    ada, bob = await two_players(server, open_page)
    card = hand(ada).first
    name = await name_of(card)
    await card.click(button="right")
    await ada.get_by_role("button", name="Show this card").click()
    seats = ada.get_by_role("group", name="Show it to")
    await expect(seats.get_by_role("button")).to_have_count(3)
    await expect(seats.get_by_role("button", name="Bob")).to_be_focused()
    await seats.get_by_role("button", name="Bob").click()
    await expect(seats).to_be_hidden()

    memory = (await shown(bob, "Shown to you")).get_by_role("button", name=name)
    await expect(memory).to_be_visible()
    await bob.keyboard.press("Escape")
    await bob.keyboard.press("l")
    log = bob.get_by_role("region", name="Log")
    await expect(log.get_by_text(f"Ada shows Bob {name}")).to_be_visible()
    await bob.keyboard.press("l")
    await expect(log).to_have_count(0)
    await expect(bob.get_by_role("button", name="Show this card")).to_have_count(0)
    memory = (await shown(ada, "You showed")).get_by_role("button", name=name)
    await expect(memory).to_be_visible()
    await ada.keyboard.press("Escape")
    await card.click(button="right")
    await ada.get_by_role("button", name="Show this card").click()
    await expect(seats.get_by_role("button", name="Bob, has seen it")).to_be_visible()


async def test_card_is_shown_by_keyboard(server: Any, open_page: Any) -> None:
    ada, bob = await two_players(server, open_page)
    name = await name_of(hand(bob).nth(1))
    await bob.get_by_role("button", name="Show a card").focus()
    await bob.keyboard.press("Enter")
    dialog = bob.get_by_role("dialog", name="Show a card")
    await dialog.get_by_role("button", name=name).first.focus()
    await bob.keyboard.press("Space")
    await dialog.get_by_role("button", name="Ada").focus()
    await bob.keyboard.press("Enter")
    await expect(dialog).to_be_hidden()
    memory = (await shown(ada, "Shown to you")).get_by_role("button", name=name)
    await expect(memory).to_be_visible()
    await ada.keyboard.press("Escape")
    await expect(ada.locator("#question .answers")).to_be_visible()


async def test_card_shown_by_touch_is_remembered_after_a_reload(
    server: Any, open_page: Any
) -> None:
    ada, bob = await two_players(server, open_page, **PHONE)
    name = await name_of(hand(ada).first)
    begin = ada.get_by_role("button", name="Show a card")
    await begin.scroll_into_view_if_needed()
    box = await begin.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    await tap_once_ready(begin)
    dialog = ada.get_by_role("dialog", name="Show a card")
    await tap_once_ready(dialog.get_by_role("button", name=name).first)
    await tap_once_ready(dialog.get_by_role("button", name="Everyone"))
    await expect(dialog).to_be_hidden()
    memory = (await shown(bob, "Shown to you")).get_by_role("button", name=name)
    await expect(memory).to_be_visible()
    await bob.reload()
    memory = (await shown(bob, "Shown to you")).get_by_role("button", name=name)
    await expect(memory).to_be_visible()
