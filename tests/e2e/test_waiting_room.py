"""The waiting room: the invite link comes before the buttons that start or leave."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from devtools.page.table import host

SEATS = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}

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


async def test_host_and_guest_settle_the_table_before_the_start(
    server: Any, open_page: Any
) -> None:
    """They talk in set phrases of their languages, swap seats, and the guest confirms a change."""
    ada: Page = await open_page()
    match = await host(ada, server.url, game="res_arcana", seats=SEATS[:2], autostart=False)
    await ada.goto(f"{server.url}/m/{match['id']}")

    bob: Page = await open_page(locale="de-DE", **PHONE)
    await bob.goto(match["invite"]["url"])
    await bob.get_by_role("textbox").fill("Bob")
    await bob.locator("main form button[type=submit]").click()

    await bob.get_by_role("button", name="Feste Sätze").click()
    await bob.get_by_role("button", name="Hallo!").click()
    await expect(ada.get_by_role("list", name="Chat")).to_contain_text("Hello!")
    await expect(bob.get_by_role("list", name="Chat")).to_contain_text("Hallo!")

    await bob.get_by_role("button", name=re.compile("^Plätze mit .*Ada.* tauschen$")).click()
    await ada.get_by_role("button", name="Swap", exact=True).click()
    await expect(ada.locator(".seats li").first).to_contain_text("Bob")

    await ada.get_by_role("button", name="Change the settings").click()
    dialog = ada.locator("dialog[open]")
    await dialog.get_by_label("Ratings").select_option("no")
    await dialog.get_by_role("button", name="Change", exact=True).click()
    await expect(ada.get_by_role("button", name="Start the match")).to_be_disabled()
    await bob.get_by_role("button", name="Bestätigen").click()
    await ada.get_by_role("button", name="Start the match").click()
    for page in (ada, bob):
        await page.locator("#question").wait_for()


async def test_guest_who_was_sent_away_reads_why_and_finds_no_seat(
    server: Any, open_page: Any
) -> None:
    ada: Page = await open_page()
    match = await host(ada, server.url, game="tiny", seats=SEATS, autostart=False)
    await ada.goto(f"{server.url}/m/{match['id']}")
    bob: Page = await open_page(**PHONE)
    await bob.goto(match["invite"]["url"])
    await bob.get_by_role("textbox").fill("Bob")
    await bob.locator("main form button[type=submit]").click()

    await ada.get_by_role("button", name=re.compile("^Change the seat of .*Bob")).click()
    await ada.get_by_role("button", name="Free the seat").click()
    await ada.locator("dialog[open]").get_by_role("button", name="Free the seat").click()
    await expect(bob.get_by_text("The host has freed your seat.")).to_be_visible()
    await expect(bob.get_by_role("button", name="Sit down")).to_be_hidden()
