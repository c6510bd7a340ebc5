"""A phone's bar: distinguishable names of seats, and every phase of every game in full."""

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
NAMES = """() => [...document.querySelectorAll('.seats .name')].map((name) => {
  const { left, right } = name.closest('button').getBoundingClientRect();
  const parts = [...name.children];
  const last = parts.at(-1).getBoundingClientRect();
  const isCut = parts.length > 1 && parts.at(-1).scrollWidth > parts.at(-1).clientWidth + 1;
  return {
    tells: left < last.left && last.right <= right + 1 && !isCut,
    letters: Math.floor(name.getBoundingClientRect().width / 7),
  };
})"""
"""For each name: whether its distinguishing part is visible, and for how many letters it has room.
"""
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
async def test_four_names_are_distinguishable_on_a_phone(
    server: Any, open_page: Any, width: int
) -> None:
    page: Page = await open_page(viewport={"width": width, "height": 780}, **TOUCH)
    seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "normal"}] * 3]
    match = (await host(page, server.url, game="ascended_kings", seats=seats))["id"]
    await page.goto(f"{server.url}/m/{match}")
    await expect(page.locator(".seats .name")).to_have_text(
        ["Ada", *map("Normal {}".format, "123")]
    )
    names = await page.evaluate(NAMES)
    assert all(name["tells"] and name["letters"] >= 8 for name in names), names


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
            assert height <= ROW_PX, phase
            assert not is_cut, phase
