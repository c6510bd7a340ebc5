"""Ticker: the line with the latest event covers neither the answers nor the player's resources."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.e2e.dealt import Dealt
from tests.e2e.people import eventually
from tests.sampling import sampled

SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
GAMES: dict[str, dict[str, Any]] = {
    "res_arcana": {"seats": 4, "round": 2},
    "battle_for_empyrean": {"seats": 3, "round": 3, "options": {"decks_by": "random"}},
    "ascended_kings": {"seats": 4, "round": 2, "options": {"kings": "random"}},
}
OWN = {
    "res_arcana": "[data-region=pool]",
    "battle_for_empyrean": ".own :is(.essence, .piles, .standing)",
    "ascended_kings": ":is([data-region=pool], .purse, .supply)",
}
"""What a player has to pay with."""
LATEST_EVENT = 1_000_000
LONG_TEXT = " and then a card is turned" * 5
COVERED = """(selector) => {
  const ticker = document.querySelector('.ticker');
  ticker.style.pointerEvents = 'auto';
  const things = [...document.querySelectorAll(selector)];
  const covered = things.filter((thing) => {
    const { x, y, width, height } = thing.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return hit && ticker.contains(hit);
  });
  ticker.style.pointerEvents = '';
  return [things.length, covered.map((thing) => thing.cloneNode().outerHTML)];
}"""
"""The number of things, and those under the ticker."""

TABLES = sampled(
    [(game, screen) for game in GAMES for screen in SCREENS],
    [("res_arcana", "desktop"), ("ascended_kings", "phone"), ("battle_for_empyrean", "phone")],
)

pytestmark = pytest.mark.timeout(180)


@pytest.mark.soak
@pytest.mark.parametrize(("game", "screen"), TABLES)
async def test_ticker_covers_neither_answers_nor_the_pool(
    server: Any, open_page: Any, game: str, screen: str
) -> None:
    page: Page = await open_page(**SCREENS[screen])
    table = Dealt(page)
    await table.sit(server.url, game, **GAMES[game])
    for number in range(2):
        await table.show(partial(something_happens, number))
        await expect(page.locator(".ticker")).to_contain_text("Greedy takes her time")
        await eventually(partial(nothing_is_covered, page, f".match :is(.glows, {OWN[game]})"))


def something_happens(number: int, frame: dict[str, Any]) -> None:
    """Add a long event; the second time, the player's own things answer the question too."""
    frame["ply"] += number + 1
    text = f"Greedy takes her time{LONG_TEXT}"
    event = {"key": "tiny.used", "args": {}, "text": text, "affects": []}
    frame["events"] = [{"id": LATEST_EVENT + number, **event}]
    decision = frame["decisions"][0]
    if number and decision["kind"] == "choose":
        decision["options"] += [
            {"key": f"more:{thing}", "text": thing, "targets": [thing]}
            for thing in things(frame["view"])
        ]


def things(view: dict[str, Any]) -> list[str]:
    """The player's own components and resources."""
    table = view["table"]
    match view["game"]:
        case "res_arcana":
            essences = ("elan", "life", "calm", "death", "gold")
            own = table["players"]["p0"]["cards"]
            return [*(f"card:{id}" for id in own), *(f"essence:{essence}" for essence in essences)]
        case "battle_for_empyrean":
            return [f"unit:{id}" for id, unit in table["units"].items() if unit["owner"] == "p0"]
        case _:
            return [f"t{tile:02}" for tile in range(100) if tile // 10 in (0, 1, 8, 9)]


async def nothing_is_covered(page: Page, selector: str) -> None:
    things, covered = await page.evaluate(COVERED, selector)
    assert things
    assert covered == []
