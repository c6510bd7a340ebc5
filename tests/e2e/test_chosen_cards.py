"""Chosen cards of a hand: they stand out and leave the answers free."""

from __future__ import annotations

import asyncio
from typing import Any

from playwright.async_api import Page, expect

from devtools.page.person import VISIBLE_POINT
from devtools.page.table import host, origin_of

BOT = {"kind": "bot", "bot": "random"}
MAX_MATCHES = 12
MAX_ANSWERS = 60
DIVINATION = "divination"
"""The item that draws three cards and asks for three to discard."""


async def test_confirm_button_is_pressed_above_three_chosen_cards(
    server: Any, open_page: Any
) -> None:
    page: Page = await open_page(
        viewport={"width": 1440, "height": 900}, reduced_motion="no-preference"
    )
    match, held = await asked_to_discard(page, server.url)
    await page.goto(f"{server.url}/m/{match}")
    cards = page.locator(".hand .thing.glows:not([data-unready])")
    await expect(cards).to_have_count(held)
    for number in (0, 2, 4):
        x, y = await cards.nth(number).evaluate(VISIBLE_POINT)
        await page.mouse.click(x, y)
        await page.mouse.move(0, 0)  # the card under the pointer covers two of eight to its right
    await expect(page.locator(".hand .held")).to_have_count(3)
    await page.locator("#question").get_by_role("button", name="Confirm: 3").click()
    await expect(page.locator("#question")).not_to_contain_text("Discard 3 cards")


async def asked_to_discard(page: Page, server: str) -> tuple[str, int]:
    """The id of a match in which the viewer has to discard three cards, and how many are held."""
    for _match in range(MAX_MATCHES):
        match = await host(
            page, server, game="res_arcana", visibility="private", seats=[{"kind": "me"}, BOT]
        )
        if held := await _play_to_the_discard(page, server, match["id"]):
            return str(match["id"]), held
    raise AssertionError(f"{DIVINATION} was never on offer")


async def _play_to_the_discard(page: Page, server: str, match: str) -> int:
    """The number of cards to choose from; 0 if the match ends without the question."""
    request, address = page.context.request, f"{server}/api/v1/matches/{match}"
    for _answer in range(MAX_ANSWERS):
        frame = await (await request.get(f"{address}/view")).json()
        decisions = [decision for decision in frame["decisions"] if not decision["optional"]]
        if frame["view"]["status"] != "playing":
            return 0
        if not decisions:
            await asyncio.sleep(0.05)
            continue
        decision = decisions[0]
        keys = [option["key"] for option in decision.get("options", [])]
        if decision["prompt"]["key"] == "res_arcana.discard_some":
            return len(keys)
        answer = next((key for key in keys if DIVINATION in key), decision["default"])
        await request.post(
            f"{address}/decisions/{decision['id']}",
            data={"answer": answer},
            headers=origin_of(server),
        )
    return 0
