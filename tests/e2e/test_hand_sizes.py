"""Hand at every window size: each card's cost or Might peeks, and cards grow with the screen."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from itertools import pairwise

import pytest
from playwright.async_api import Browser

from tests.conftest import pages
from tests.e2e.dealt import Dealt
from tests.e2e.people import eventually, get
from tests.sampling import sampled
from tests.server_process import Server

SIZES = sampled(
    [(1366, 640), (1366, 768), (1024, 768), (1440, 900), (1920, 1080), (2560, 1440)],
    [(1366, 640), (1440, 900), (2560, 1440)],
)
GAMES: dict[str, tuple[dict[str, str], set[str]]] = {
    "res_arcana": ({}, {"artifact", "mage", "magic_item", "monument", "place_of_power"}),
    "battle_for_empyrean": ({"decks_by": "random"}, {"card"}),
    "ascended_kings": ({"kings": "random"}, {"focus_card", "special_card"}),
}
PHONES = [(390, 844), (360, 740)]
SIDEWAYS = (740, 360)
MEDIUM_HAND = 5
LARGE_HAND = 8
COUNTS = (1, MEDIUM_HAND, LARGE_HAND)
MIN_PITCH_PX = 43

pytestmark = [pytest.mark.soak, pytest.mark.timeout(180)]

MEASURE = """() => {
  const box = (element) => element.getBoundingClientRect();
  const front = box(document.querySelector('.match > .front'));
  return [...document.querySelectorAll('.match > .front .hand .thing')].map((thing) => {
    const { left, top, width } = box(thing);
    const mark = thing.querySelector('.cost, .might, .marks > .mark:first-child');
    const at = mark && box(mark);
    const hit = at && document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2);
    return {
      left, width: thing.offsetWidth,
      peeks: top < innerHeight && top >= front.top - 8,
      marked: !mark || thing.contains(hit),
      inside: left >= front.left - 8 && left + 30 <= front.right,
    };
  });
}"""

BUTTONS = """() => [...document.querySelectorAll('#question button')].flatMap((button) => {
  const { left, top } = button.getBoundingClientRect();
  return [left, top];
})"""


@pytest.fixture(scope="module", params=sampled(list(GAMES), ["res_arcana", "battle_for_empyrean"]))
async def dealt(
    shared: Server, browser: Browser, request: pytest.FixtureRequest
) -> AsyncIterator[tuple[Dealt, list[str]]]:
    """A table of each game, shared by its tests, which deal and resize as they like."""
    async with pages(browser) as open_page:
        options, kinds = GAMES[request.param]
        page = await open_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
        table = Dealt(page)
        await table.sit(shared.url, request.param, options)
        catalogue = (await get(page, shared.url, f"games/{request.param}"))["catalogue"]
        yield table, [component["id"] for component in catalogue if component["kind"] in kinds]


async def test_cost_of_every_card_peeks_at_every_size(dealt: tuple[Dealt, list[str]]) -> None:
    table, cards = dealt
    for size in SIZES:
        await table.resize(*size)
        for count in COUNTS:
            await table.deal(cards[:count])
            await eventually(partial(each_peeks, table, count, f"{count} cards at {size}"))


async def each_peeks(table: Dealt, count: int, where: str) -> None:
    measured = await table.page.evaluate(MEASURE)
    assert len(measured) == count
    for card in measured:
        assert card["peeks"], where
        assert card["inside"], where
        assert card["marked"], where
    lefts = [card["left"] for card in measured]
    assert all(b - a >= MIN_PITCH_PX for a, b in pairwise(lefts)), where


async def test_cards_grow_with_the_screen(dealt: tuple[Dealt, list[str]]) -> None:
    table, cards = dealt
    await table.deal(cards[:MEDIUM_HAND])
    widths = {}
    for size in ((1440, 900), (1920, 1080), (2560, 1440)):
        await table.resize(*size)
        widths[size] = (await table.page.evaluate(MEASURE))[0]["width"]
    usual = widths[1440, 900]
    assert widths[1920, 1080] == pytest.approx(1.2 * usual, abs=2)
    assert widths[2560, 1440] == pytest.approx(1.6 * usual, abs=2)


async def test_emptying_the_hand_moves_no_button(dealt: tuple[Dealt, list[str]]) -> None:
    table, cards = dealt
    for width, height in (*PHONES, SIDEWAYS, (700, 800), (1024, 768), (1440, 900)):
        await table.resize(width, height)
        await table.deal(cards[:2])
        full = await table.page.evaluate(BUTTONS)
        assert full
        await table.deal([])
        empty = await table.page.evaluate(BUTTONS)
        assert empty == pytest.approx(full, abs=1), f"at {width}x{height}"
