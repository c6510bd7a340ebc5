"""Full tables on a laptop, with the log open: what matters is visible without scrolling."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.e2e.dealt import Dealt, mine
from tests.e2e.people import eventually, get
from tests.e2e.test_reading import ASKED, sit

pytestmark = pytest.mark.timeout(180)

COVERED = """() => {
  const own = document.querySelector('.board .mine').getBoundingClientRect();
  const ends = [...document.querySelectorAll('[data-region=places], [data-region=monuments]')]
    .map((region) => region.getBoundingClientRect().bottom);
  return Math.max(...ends) - own.top;
}"""
"""By how many pixels the player's own components cover the places and monuments."""
BELOW = """() => {
  const column = document.querySelector('.kings .beside').getBoundingClientRect();
  const ends = [...document.querySelectorAll('.mats .mat')]
    .map((mat) => mat.getBoundingClientRect().bottom);
  return ends.length === 4 ? Math.max(...ends) - column.bottom : Infinity;
}"""
"""By how many pixels the last of four mats lies below their visible part."""
CUT = """() => {
  const { scrollHeight, clientHeight } = document.querySelector('#question').parentElement;
  return scrollHeight - clientHeight;
}"""
HEIGHT = "(element) => element.offsetHeight"
LAPTOPS = [(1280, 800), (1366, 768), (1440, 900)]
LATE_COMPONENTS = 10
"""Components of a rival late in a match."""


async def at_a_table(server: Any, open_page: Any, game: str, seats: int, **options: str) -> Dealt:
    page: Page = await open_page(
        viewport={"width": 1440, "height": 900}, reduced_motion="reduce", service_workers="block"
    )
    table = Dealt(page)
    await table.sit(server.url, game, options, seats)
    return table


async def test_places_and_monuments_stay_visible_late_in_a_full_match(
    server: Any, open_page: Any
) -> None:
    table = await at_a_table(server, open_page, "res_arcana", 4)
    artifacts = await placeable(table.page, server.url)
    await table.show(partial(much_is_in_play, artifacts))
    for width, height in LAPTOPS:
        await table.resize(width, height)
        await eventually(partial(nothing_is_covered, table.page, f"{width} x {height}"))
        names = table.page.locator("[data-region=rival] .name:not(header *)")
        assert len(set(await names.all_inner_texts())) >= 3 * LATE_COMPONENTS


async def placeable(page: Page, server: str) -> list[str]:
    catalogue = (await get(page, server, "games/res_arcana"))["catalogue"]
    return [component["id"] for component in catalogue if component["kind"] == "artifact"]


def much_is_in_play(artifacts: list[str], frame: dict[str, Any]) -> None:
    """Rivals have ten components each, two of them turned, one with points; the player has six. Two
    Places of Power are left.
    """
    table = frame["view"]["table"]
    mine(frame).pop("mages")
    table["places"] = dict(list(table["places"].items())[:2])
    left = iter(artifacts)
    for seat in range(4):
        player = table["players"][f"p{seat}"]
        for number in range((LATE_COMPONENTS if seat else 6) - len(player["order"])):
            id = next(left)
            player["cards"][id] = {
                "id": id,
                "kind": "artifact",
                "turned": number < 2,
                "essences": {"gold": 1} if number == 1 else {},
                "points": int(number == 2),
            }
            player["order"].append(id)


async def nothing_is_covered(page: Page, where: str) -> None:
    assert await page.evaluate(COVERED) <= 0, where


async def test_all_four_mats_are_visible_and_expand(server: Any, open_page: Any) -> None:
    table = await at_a_table(server, open_page, "ascended_kings", 4, kings="random")
    page = table.page
    for width, height in LAPTOPS:
        await table.resize(width, height)
        await eventually(partial(no_mat_is_below, page, f"{width} x {height}"))

    rival = page.locator("[data-region=rival]").first
    pool = rival.get_by_role("img", name="Gemstone Pool")
    label = await pool.get_attribute("aria-label")
    unfold = rival.get_by_role("button", name="Whole mat of")
    low = await rival.evaluate(HEIGHT)
    await unfold.focus()
    await page.keyboard.press("Enter")
    await expect(unfold).to_have_attribute("aria-expanded", "true")
    assert await rival.evaluate(HEIGHT) > low
    assert await pool.get_attribute("aria-label") == label
    await expect(unfold).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(unfold).to_have_attribute("aria-expanded", "false")
    await expect(unfold).to_be_focused()


async def test_all_zones_of_three_armies_are_visible(server: Any, open_page: Any) -> None:
    page: Page = await open_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    await sit(page, server.url, "battle_for_empyrean")
    for width, height in LAPTOPS:
        await page.set_viewport_size({"width": width, "height": height})
        await eventually(partial(no_zone_is_below, page, f"{width} x {height}"))
        assert await page.locator(".stage .phase").count() >= 3


async def no_zone_is_below(page: Page, where: str) -> None:
    strip = await page.locator(".strips.own").bounding_box()
    zones = await page.locator(".stage .zones li").evaluate_all(
        "(zones) => zones.map((zone) => zone.getBoundingClientRect().bottom)"
    )
    assert strip
    assert len(zones) >= 54
    assert max(zones) <= strip["y"] + 1, where


async def no_mat_is_below(page: Page, where: str) -> None:
    assert await page.evaluate(BELOW) <= 1, where


async def test_answers_on_the_board_are_folded_when_the_list_would_be_cut(
    server: Any, open_page: Any
) -> None:
    table = await at_a_table(server, open_page, "res_arcana", 2)
    page = table.page
    await table.resize(1280, 820)
    await table.show(much_is_offered)
    fold = page.get_by_role("button", name="List 2 more that glow")
    await expect(fold).to_be_visible()
    answers = page.locator(f"{ASKED} button:not(.fold)")
    await expect(answers).to_have_count(4)
    assert await page.evaluate(CUT) <= 1
    await page.keyboard.press("0")
    await expect(answers).to_have_count(6)
    await page.set_viewport_size({"width": 2560, "height": 1440})
    await expect(page.locator(f"{ASKED} .fold")).to_have_count(0)
    await expect(answers).to_have_count(6)


def much_is_offered(frame: dict[str, Any]) -> None:
    """Add four answers to the two mages, and make all texts long."""
    asked = frame["decisions"][0]
    assert all(option["targets"] for option in asked["options"])
    asked["options"] = [*({"key": f"more:{number}"} for number in range(4)), *asked["options"]]
    for option in asked["options"]:
        option["text"] = "A long answer " * 4
