"""Dragging: a card is dropped onto its target; one dropped where it was stays there."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from devtools.page.table import host, play_until_round
from tests.e2e.people import eventually, get, post

BOT = {"kind": "bot", "bot": "greedy"}
STEPS = 8
SETUP: dict[str, dict[str, str]] = {
    "res_arcana": {},
    "battle_for_empyrean": {"decks_by": "random"},
}
PHASES = ("actions", "deploy")
"""In which cards of the hand are played."""
CARD = ".match > .front .hand .thing.glows:not([data-unready])"


async def sit(server: Any, open_page: Any, game: str, round: int) -> tuple[Page, str]:
    page: Page = await open_page(
        viewport={"width": 1440, "height": 900}, reduced_motion="reduce", service_workers="block"
    )
    seats = [{"kind": "me"}, BOT]
    match = await host(page, server.url, game=game, options=SETUP[game], seats=seats)
    await play_until_round(page, server.url, match["id"], round)
    await play_until_cards_glow(page, server.url, match["id"])
    await page.goto(f"{server.url}/m/{match['id']}")
    await page.locator(CARD).first.wait_for()
    return page, match["id"]


async def play_until_cards_glow(page: Page, server: str, match: str) -> None:
    """Give default answers until what is asked is asked about cards of the hand."""
    while True:
        frame = await get(page, server, f"matches/{match}/view")
        hand = {f"card:{card}" for card in frame["view"]["table"]["players"]["p0"].get("hand", [])}
        for question in frame["decisions"]:
            targets = {
                target
                for option in question.get("options", [])
                for target in option.get("targets", [])
            }
            if hand & targets and frame["view"]["turn"]["phase"] in PHASES:
                return
            answer = {"answer": question["default"]}
            await post(page, server, f"matches/{match}/decisions/{question['id']}", answer)


async def ply_of(page: Page, server: Any, match: str) -> int:
    return int((await get(page, server.url, f"matches/{match}/view"))["ply"])


async def take_hold(page: Page, card: Locator) -> tuple[float, float]:
    """Press the pointer on what peeks of a card, once that has risen; returns where."""
    box = await card.bounding_box()
    assert box
    await page.mouse.move(box["x"] + 30, box["y"] + 20)
    await page.mouse.down()
    return box["x"] + 30, box["y"] + 20


@pytest.mark.parametrize("game", list(SETUP))
async def test_card_dropped_where_it_was_stays(server: Any, open_page: Any, game: str) -> None:
    page, match = await sit(server, open_page, game, 1)
    ply = await ply_of(page, server, match)
    x, y = await take_hold(page, page.locator(CARD).first)
    await page.mouse.move(x + 20, y - 20, steps=STEPS)
    await expect(page.locator(".thing.dragged")).to_have_count(1)
    await page.mouse.up()
    await expect(page.locator(".thing.dragged")).to_have_count(0)
    await expect(page.locator(".veil")).to_have_count(0)
    await expect(page.locator(".held")).to_have_count(0)
    assert await ply_of(page, server, match) == ply


async def test_card_dragged_onto_the_desk_is_not_discarded(server: Any, open_page: Any) -> None:
    """It is placed, or, where it can only be given up, its menu asks first."""
    page, match = await sit(server, open_page, "res_arcana", 1)
    ply = await ply_of(page, server, match)
    card = page.locator(CARD).first
    held = await card.get_attribute("data-thing")
    x, y = await take_hold(page, card)
    await page.mouse.move(x, y - 300, steps=STEPS)
    await page.mouse.up()

    async def placed_or_asked() -> None:
        frame = await get(page, server.url, f"matches/{match}/view")
        discards = [
            card
            for player in frame["view"]["table"]["players"].values()
            for card in player["discard"]
        ]
        assert held
        assert held.removeprefix("card:") not in discards
        assert frame["ply"] > ply or await page.locator(".veil").count()

    await eventually(placed_or_asked)


async def test_card_dragged_to_a_battlefield_is_deployed_there(server: Any, open_page: Any) -> None:
    page, match = await sit(server, open_page, "battle_for_empyrean", 1)
    ply = await ply_of(page, server, match)
    card = page.locator(CARD).first
    await take_hold(page, card)
    await page.mouse.move(700, 500, steps=STEPS)
    zone = page.locator(".scroll .thing.glows").first
    await zone.wait_for()
    box = await zone.bounding_box()
    assert box
    await page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=STEPS)
    await expect(page.locator("[data-drop]")).to_have_count(1)
    await page.mouse.up()

    menu = page.get_by_role("menuitem")

    async def deployed() -> None:
        if await menu.count():  # by the field's law the card may be deployed or offered there
            await menu.first.click()
        assert await ply_of(page, server, match) > ply

    await eventually(deployed)


async def test_escape_takes_a_dragged_card_back(server: Any, open_page: Any) -> None:
    page, match = await sit(server, open_page, "res_arcana", 1)
    ply = await ply_of(page, server, match)
    x, y = await take_hold(page, page.locator(CARD).first)
    await page.mouse.move(x, y - 300, steps=STEPS)
    await page.keyboard.press("Escape")
    await expect(page.locator(".thing.dragged")).to_have_count(0)
    await page.mouse.up()
    await expect(page.locator(".veil")).to_have_count(0)
    assert await ply_of(page, server, match) == ply
