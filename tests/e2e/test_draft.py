"""Battle for Empyrean: drafted cards lie over the board, and cover no law and no pool."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.e2e.dealt import Dealt, mine
from tests.e2e.people import eventually
from tests.sampling import sampled

WIDE = [(1366, 768), (1440, 900)]
NARROW = [(390, 844), (360, 740)]

COVERED = """(selector) => {
  const box = (element) => element.getBoundingClientRect();
  const board = document.querySelector('.scroll');
  const view = (element) => box(board.contains(element) ? board : document.documentElement);
  const clipped = (element) => {
    const { left, top, right, bottom } = box(element);
    const seen = view(element);
    return {
      left: Math.max(left, seen.left), right: Math.min(right, seen.right),
      top: Math.max(top, seen.top), bottom: Math.min(bottom, seen.bottom),
    };
  };
  const overlap = (a, b) =>
    Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
    Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  const draft = box(document.querySelector('.draft'));
  return [...document.querySelectorAll(selector)].map((field) => {
    const visible = clipped(field);
    const { left, top, right, bottom } = box(field);
    const middle = document.elementFromPoint(
      (visible.left + visible.right) / 2,
      (visible.top + Math.min(visible.bottom, visible.top + 40)) / 2);
    return {
      name: field.textContent.trim().slice(0, 40),
      area: (right - left) * (bottom - top),
      visible: overlap(visible, visible),
      covered: overlap(visible, draft),
      touched: field.contains(middle),
    };
  });
}"""

pytestmark = pytest.mark.timeout(120)


async def test_draft_covers_no_law_and_no_pool(server: Any, open_page: Any) -> None:
    players = 2
    page = await open_page(viewport={"width": 1366, "height": 768})
    table = Dealt(page)
    await table.sit(server.url, "battle_for_empyrean", {"decks_by": "random"}, players)
    await expect(page.locator(".draft .card")).to_have_count(2)
    await table.show(_full_hand)
    for width, height in WIDE:
        await table.resize(width, height)
        await expect(page.locator(".draft .card")).to_have_count(2)
        await eventually(partial(all_in_sight, page, ".stage .description", players + 1))
        await eventually(partial(all_in_sight, page, "[data-region=essence]", 1))


@pytest.mark.soak
@pytest.mark.parametrize("players", sampled([2, 3], [3]))
async def test_battlefields_stay_visible_as_lines_on_a_phone(
    server: Any, open_page: Any, players: int
) -> None:
    page = await open_page(viewport={"width": 390, "height": 844})
    table = Dealt(page)
    await table.sit(server.url, "battle_for_empyrean", {"decks_by": "random"}, players)
    await table.show(_full_hand)
    for width, height in NARROW:
        await table.resize(width, height)
        await expect(page.locator(".draft .card")).to_have_count(2)
        for field in await eventually(partial(all_in_sight, page, ".laws li", players + 1)):
            assert field["visible"] == pytest.approx(field["area"], rel=0.01), (width, field)
        await expect(page.locator(".draft .card").first).to_be_visible()
        assert await page.locator(".stage").first.evaluate(SIDEWAYS) == 0


SIDEWAYS = "(stage) => { stage.scrollLeft = 40; return stage.scrollLeft; }"
"""Scrolls a battlefield sideways, as scrolling a unit into view may: its drawing is wider than a
phone.
"""


async def all_in_sight(page: Page, selector: str, count: int) -> list[dict[str, Any]]:
    """This many elements, none covered by the draft."""
    fields: list[dict[str, Any]] = await page.evaluate(COVERED, selector)
    assert len(fields) == count
    for field in fields:
        assert not field["covered"], field
        assert field["touched"], field
    return fields


def _full_hand(frame: dict[str, Any]) -> None:
    """A hand with all the cards, drafted ones included."""
    state = mine(frame)
    state["hand"] = {**state["hand"], **dict.fromkeys(state["drafted"], 1)}
