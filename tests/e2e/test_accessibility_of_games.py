"""Accessibility of every game: its table, the match's menu, the end, the replay, the gallery."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page

from devtools.page.table import host, play_until_round
from tests.boards import BOARDS
from tests.e2e.axe import COLOURS, choose_look, violations_at, violations_on
from tests.e2e.people import post, resign_from
from tests.sampling import sampled

WIDE = {"viewport": {"width": 1440, "height": 900}}
LOOKS = {"dark": (1440, 900), "light": (390, 844)}
AFTERWARDS = {
    "end": ("", "dialog[open]"),
    "replay": ("/replay?ply=5", "#question.replay .ways"),
}
"""The path of each below the table's address, and an element that is there when it is ready."""
LOOKS_AFTERWARDS = sampled(
    [(look, station) for look in LOOKS for station in AFTERWARDS],
    [("dark", "end"), ("light", "replay")],
)
BOT = {"kind": "bot", "bot": "random"}
ASKED = "#question .answers"

pytestmark = [pytest.mark.soak, pytest.mark.timeout(180)]


@pytest.mark.parametrize("game", BOARDS)
async def test_every_stage_of_a_match_passes_axe(server: Any, open_page: Any, game: str) -> None:
    page: Page = await open_page(**WIDE)
    match = await host(page, server.url, game=game, seats=[{"kind": "me"}, BOT])
    table = f"{server.url}/m/{match['id']}"
    violations: dict[Any, list[str]] = {}

    violations["preparing"] = await violations_at(page, table, ready=ASKED)
    await play_until_round(page, server.url, match["id"], 2)
    for look, (width, height) in LOOKS.items():
        await page.set_viewport_size({"width": width, "height": height})
        await choose_look(page, server.url, look)
        violations[look, "table"] = await violations_at(page, table, ready=ASKED)
    await page.keyboard.press("o")
    await page.locator("dialog[open]").wait_for()
    violations["menu"] = await violations_on(page)
    await resign_from(page, server.url, match["id"])
    for look, station in LOOKS_AFTERWARDS:
        width, height = LOOKS[look]
        await page.set_viewport_size({"width": width, "height": height})
        await choose_look(page, server.url, look)
        path, ready = AFTERWARDS[station]
        violations[look, station] = await violations_at(page, table + path, ready)
    violations["gallery"] = await in_the_gallery(page, f"{server.url}/games/{game}")
    assert not any(violations.values()), violations


@pytest.mark.parametrize("game", BOARDS)
async def test_guide_of_a_first_match_is_legible_in_both_themes(
    server: Any, open_page: Any, game: str
) -> None:
    page: Page = await open_page(**WIDE)
    await post(page, server.url, "guests", {"name": "Ada"})
    match = await post(page, server.url, f"games/{game}/first-match")
    violations: dict[str, list[str]] = {}
    for look in LOOKS:
        await choose_look(page, server.url, look)
        await page.goto(f"{server.url}/m/{match['id']}")
        await page.locator(".guide .next").wait_for()
        violations[look] = await violations_on(page, COLOURS)
    assert not any(violations.values()), violations


async def in_the_gallery(page: Page, address: str) -> list[str]:
    """Violations with all components of the game, and with one of them enlarged."""
    violations = await violations_at(page, address, ready="figure .mark")
    await page.get_by_role("tab").last.click()
    await page.locator("ul.cards button").first.wait_for()
    violations += await violations_on(page)
    await page.locator("ul.cards button").first.click()
    await page.locator("dialog[open]").wait_for()
    return violations + await violations_on(page)
