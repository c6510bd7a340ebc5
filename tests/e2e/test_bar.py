"""A phone's bar and plates: names of rivals, and every phase of every game, in full."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from devtools.page.table import host
from tests.boards import LANGUAGES
from tests.e2e.people import get
from tests.sampling import sampled

TOUCH = {"has_touch": True, "is_mobile": True}
ROW_PX = 44
"""The height of a button for fingers, beside which the phase stands."""
NAMES = """() => [...document.querySelectorAll('.plates .name')].map((name) => {
  const range = document.createRange();
  range.selectNodeContents(name);
  const { left, right } = range.getBoundingClientRect();
  const plate = name.closest('.plate').getBoundingClientRect();
  return plate.left <= left && right <= plate.right && name.scrollWidth <= name.clientWidth + 1;
})"""
"""For each name of a rival: whether it is whole on its plate."""
PHASE = """(phase) => {
  const where = document.querySelector('.bar .where');
  where.querySelector('.phase').textContent = phase;
  const isCut = [where, ...where.querySelectorAll('*')].some(
    (element) => element.matches('.phase, .where')
      && element.scrollWidth > element.clientWidth + 1);
  return [where.offsetHeight, isCut];
}"""


@pytest.mark.soak
@pytest.mark.parametrize("width", sampled([360, 390], [360]))
async def test_names_of_three_rivals_are_whole_on_a_phone(
    server: Any, open_page: Any, width: int
) -> None:
    page: Page = await open_page(viewport={"width": width, "height": 780}, **TOUCH)
    seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "normal"}] * 3]
    match = (await host(page, server.url, game="ascended_kings", seats=seats))["id"]
    await page.goto(f"{server.url}/m/{match}")
    await expect(page.locator(".plates .name")).to_have_text([*map("Normal {}".format, "123")])
    assert await page.evaluate(NAMES) == [True] * 3


@pytest.mark.soak
@pytest.mark.parametrize("language", sampled(LANGUAGES, ["de"]))
async def test_every_phase_fits_the_bar_of_a_phone(
    server: Any, open_page: Any, language: str
) -> None:
    page: Page = await open_page(viewport={"width": 360, "height": 740}, locale=language, **TOUCH)
    players = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
    match = (await host(page, server.url, game="ascended_kings", seats=players))["id"]
    await page.goto(f"{server.url}/m/{match}")
    await page.locator(".bar .phase").wait_for()
    for game in ("res_arcana", "battle_for_empyrean", "ascended_kings"):
        details = await get(page, server.url, f"games/{game}?lang={language}")
        phases = [text for key, text in details["messages"].items() if f"{game}.phase." in key]
        assert phases
        for phase in phases:
            height, is_cut = await page.evaluate(PHASE, phase)
            assert height <= ROW_PX, (phase, height)
            assert not is_cut, phase
