"""The hand is never cut off, in every game, at six window sizes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from tests.conftest import pages
from tests.e2e.dealt import Dealt
from tests.e2e.people import eventually, get, until
from tests.sampling import sampled
from tests.server_process import Server

SIZES = sampled(
    [(1366, 640), (1366, 768), (1024, 768), (1440, 900), (1920, 1080), (2560, 1440)],
    [(1366, 640), (1024, 768), (1440, 900), (2560, 1440)],
)
GAMES: dict[str, tuple[dict[str, str], set[str]]] = {
    "res_arcana": ({}, {"artifact", "mage", "magic_item", "monument", "place_of_power"}),
    "battle_for_empyrean": ({"decks_by": "random"}, {"card"}),
    "ascended_kings": ({"kings": "random"}, {"focus_card", "special_card"}),
}
PHONES = [(390, 844), (360, 740)]
SIDEWAYS = (740, 360)
SIDE_BY_SIDE = 2
"""Number of cards side by side on a phone."""
MEDIUM_HAND = 7
MAX_VISIBLE = 9
"""Number of cards visible at once at every size; a larger hand scrolls."""
OVERSIZED_HAND = 16
COUNTS = sampled(range(1, MAX_VISIBLE + 1), (1, MEDIUM_HAND, MAX_VISIBLE))
READING_SIZES = sampled(SIZES[:-1], [(1366, 640)])
"""Sizes at which the text of every card is checked."""

pytestmark = [pytest.mark.soak, pytest.mark.timeout(180)]

MEASURE = """() => {
  const MARKS = '.cost, .might, .marks > .mark:first-child';
  const box = (element) => element.getBoundingClientRect();
  const inside = (inner, outer) =>
    inner.left >= outer.left - 1 && inner.top >= outer.top - 1 &&
    inner.right <= outer.right + 1 && inner.bottom <= outer.bottom + 1;
  const panel = box(document.querySelector('.dock'));
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const clips = (element) => {
    const boxes = [];
    for (let up = element.parentElement; up; up = up.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(up);
      if (overflowX !== 'visible' || overflowY !== 'visible') boxes.push(box(up));
    }
    return boxes;
  };
  const seen = (thing, mark) => {
    const at = box(mark);
    const points = [[0.15, 0.5], [0.5, 0.15], [0.5, 0.5], [0.5, 0.85], [0.85, 0.5]];
    return points.every(([x, y]) =>
      thing.contains(document.elementFromPoint(at.left + at.width * x, at.top + at.height * y)));
  };
  const whole = (thing) => {
    const card = thing.querySelector('.card, .slip');
    const inner = box(card).bottom;
    return [...card.querySelectorAll('.name, .text')].every((part) => box(part).bottom <= inner);
  };
  const written = [...document.querySelectorAll('.dock *')].filter((element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()));
  return {
    cards: [...document.querySelectorAll('.hand .thing')].map((thing) => {
      const card = thing.querySelector('.card, .slip');
      return {
        id: thing.dataset.thing,
        width: card.offsetWidth,
        inside: [panel, screen, ...clips(card)].every((around) => inside(box(card), around)),
        marks: [...thing.querySelectorAll(MARKS)].map((mark) => seen(thing, mark)),
        whole: whole(thing),
      };
    }),
    smallest: Math.min(
      ...written.map((element) => parseFloat(getComputedStyle(element).fontSize))),
  };
}"""

BUTTONS = """() => ({
  buttons: [...document.querySelectorAll('#question button')].flatMap((button) => {
    const { left, top } = button.getBoundingClientRect();
    return [left, top];
  }),
  board: document.querySelector('.match > .table').offsetHeight,
})"""


@pytest.fixture(scope="module", params=sampled(list(GAMES), ["res_arcana", "battle_for_empyrean"]))
async def dealt(
    shared: Server, browser: Browser, request: pytest.FixtureRequest
) -> AsyncIterator[tuple[Dealt, list[str]]]:
    """A table of each game, shared by its tests, which deal and resize as they like."""
    async with pages(browser) as open_page:
        yield await at_a_table(shared, open_page, request.param)


async def test_every_card_in_hand_and_its_cost_are_fully_visible_at_every_size(
    dealt: tuple[Dealt, list[str]],
) -> None:
    table, cards = dealt
    for size in SIZES:
        await table.resize(*size)
        for count in COUNTS:
            await table.deal(cards[:count])
            await eventually(partial(each_is_seen_whole, table, count, f"{count} cards at {size}"))


async def each_is_seen_whole(table: Dealt, count: int, where: str) -> None:
    measured = await table.page.evaluate(MEASURE)
    assert len(measured["cards"]) == count
    for card in measured["cards"]:
        assert card["inside"], f"{card['id']} is cut, {where}"
        assert card["marks"], f"{card['id']} shows no cost, {where}"
        assert all(card["marks"]), f"the cost or Might of {card['id']} is covered, {where}"
    assert measured["smallest"] >= 12, where


async def test_cards_grow_with_the_screen(dealt: tuple[Dealt, list[str]]) -> None:
    table, cards = dealt
    await table.deal(cards[:MEDIUM_HAND])

    async def cards_are_scaled() -> None:
        widths = {}
        for size in ((1440, 900), (1920, 1080), (2560, 1440)):
            await table.resize(*size)
            widths[size] = (await table.page.evaluate(MEASURE))["cards"][0]["width"]
        usual = widths[1440, 900]
        assert widths[1920, 1080] == pytest.approx(1.25 * usual, abs=1)
        assert widths[2560, 1440] == pytest.approx(1.6 * usual, abs=1)

    await eventually(cards_are_scaled)


async def test_oversized_hand_scrolls_to_every_card(
    dealt: tuple[Dealt, list[str]],
) -> None:
    table, cards = dealt
    await table.deal(cards[:OVERSIZED_HAND])
    await table.resize(1024, 768)
    hand = table.page.locator(".hand")
    await until(
        table.page,
        "document.querySelector('.hand').scrollWidth > document.querySelector('.hand').clientWidth",
    )
    await hand.hover()
    await table.page.mouse.wheel(0, 5000)
    await eventually(partial(is_inside, table, OVERSIZED_HAND - 1))
    for index in range(OVERSIZED_HAND):
        await eventually(partial(scrolled_to, table, index))


async def is_inside(table: Dealt, index: int) -> None:
    measured = await table.page.evaluate(MEASURE)
    assert measured["cards"][index]["inside"], f"card {index} is cut"
    assert measured["smallest"] >= 12


async def scrolled_to(table: Dealt, index: int) -> None:
    thing = table.page.locator(".hand .thing").nth(index)
    await thing.evaluate("(thing) => thing.scrollIntoView({ inline: 'center' })")
    await is_inside(table, index)


async def test_card_scrolled_to_on_a_phone_is_fully_visible(
    dealt: tuple[Dealt, list[str]],
) -> None:
    table, cards = dealt
    for width, height in PHONES:
        await table.resize(width, height)
        for count in (SIDE_BY_SIDE, MAX_VISIBLE):
            await table.deal(cards[:count])
            for index in range(count):
                look = scrolled_to if count > SIDE_BY_SIDE else is_inside
                await eventually(partial(look, table, index))


async def test_emptying_the_hand_moves_no_button(dealt: tuple[Dealt, list[str]]) -> None:
    table, cards = dealt
    for width, height in (*PHONES, SIDEWAYS, (700, 800), (1024, 768), (1440, 900)):
        await table.resize(width, height)
        await table.deal(cards[:SIDE_BY_SIDE])
        full = await table.page.evaluate(BUTTONS)
        assert full["buttons"]
        await table.deal([])
        empty = await table.page.evaluate(BUTTONS)
        assert empty["buttons"] == pytest.approx(full["buttons"], abs=1), f"at {width}x{height}"
        if width < height:
            assert empty["board"] > full["board"], "on a phone the board gets the hand's room"


async def test_no_card_cuts_its_text_in_the_middle_of_a_line(
    dealt: tuple[Dealt, list[str]],
) -> None:
    table, cards = dealt
    for size in READING_SIZES:
        await table.resize(*size)
        for start in range(0, len(cards), MAX_VISIBLE):
            await table.deal(cards[start : start + MAX_VISIBLE])
            await eventually(partial(nothing_is_cut, table))


async def nothing_is_cut(table: Dealt) -> None:
    measured = await table.page.evaluate(MEASURE)
    assert not [card["id"] for card in measured["cards"] if not card["whole"]]


async def at_a_table(server: Any, open_page: Any, game: str) -> tuple[Dealt, list[str]]:
    """A table of a game, and the cards that can be in a hand of it."""
    options, kinds = GAMES[game]
    page = await open_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    table = Dealt(page)
    await table.sit(server.url, game, options)
    catalogue = (await get(page, server.url, f"games/{game}"))["catalogue"]
    return table, [component["id"] for component in catalogue if component["kind"] in kinds]


async def test_log_gives_way_to_the_board_when_the_window_shrinks(
    server: Any, open_page: Any
) -> None:
    table, _ = await at_a_table(server, open_page, "res_arcana")
    side, tool = table.page.locator(".match > .side"), table.page.locator(".tool[aria-expanded]")
    await expect(side).to_be_visible()
    for size in ((1024, 768), *PHONES, (1200, 800)):
        await table.page.set_viewport_size({"width": 1440, "height": 900})
        if not await side.count():
            await tool.first.click()
        await expect(side).to_be_visible()
        await table.page.set_viewport_size({"width": size[0], "height": size[1]})
        await expect(side).to_have_count(0)
    await tool.first.click()
    await expect(side).to_be_visible()
    await table.page.set_viewport_size({"width": 390, "height": 844})
    await table.drawn()
    await expect(side).to_be_visible()
