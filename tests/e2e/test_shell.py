"""Shell of the table: what is opened, asked or hinted moves nothing; what counts is never covered;
desktop boards don't scroll. In all three games.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from playwright.async_api import Page, expect

from devtools.page.table import host, play_until_round
from tests.e2e.dealt import Dealt, mine
from tests.e2e.people import eventually, get
from tests.sampling import sampled

GAMES: dict[str, tuple[int, dict[str, str]]] = {
    "res_arcana": (4, {}),
    "battle_for_empyrean": (3, {"decks_by": "random"}),
    "ascended_kings": (4, {"kings": "random"}),
}
"""The most seats of each game, and options that skip its set-up."""
DESKTOPS = [(1366, 768), (1440, 900), (1920, 1080), (2560, 1440)]
SMALL = [(820, 1180), (390, 844), (360, 740), (740, 360)]
SIZES = sampled(DESKTOPS + SMALL, [(1366, 768), (1440, 900), (390, 844)])
BOT = {"kind": "bot", "bot": "greedy"}
ROUND = 2

pytestmark = [pytest.mark.soak, pytest.mark.timeout(240)]

RECTANGLES = """() => {
  const parts = '.scroll [data-thing], .scroll [data-region], .match > .front [data-thing], '
    + '.match > .front [data-region], .match > div:not(.side), .seats li';
  const seen = {};
  for (const element of document.querySelectorAll(parts)) {
    const { x, y, width, height } = element.getBoundingClientRect();
    if (!width || !height) continue;
    const name = element.dataset.thing ?? element.dataset.region ?? element.className.toString();
    let key = name.split(' ')[0];
    for (let copy = 2; key in seen; copy += 1) key = `${name.split(' ')[0]} ${copy}`;
    seen[key] = [x, y, width, height];
  }
  return seen;
}"""
"""The rectangle of every component, zone and band."""

COUNTS = """() => {
  const parts = [
    '.seats .name', '.seats .worth', '.seats .clock', '[data-region=pool] .kind',
    '[data-region=essence]', '.purse li', '.mat.own .hearts',
  ];
  const covered = [];
  for (const element of document.querySelectorAll(parts.join())) {
    const { x, y, width, height } = element.getBoundingClientRect();
    if (!width || !height || !element.checkVisibility()) continue;
    if (matchMedia('(max-width: 999px), (max-height: 479px)').matches
      && element.closest('.mat, [data-region=rival]')) continue;
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    if (!hit || !(element.contains(hit) || hit.contains(element)))
      covered.push(`${element.className} ${element.textContent.trim()}`);
  }
  return covered;
}"""
"""Names, standings, clocks and the own pool that something lies on, or that are out of sight. On
phones what stands on a mat is scrolled to; the own gems are in the purse.
"""

SCROLLS = """() => {
  const scroll = document.querySelector('.scroll');
  return [scroll.scrollHeight - scroll.clientHeight, scroll.scrollWidth - scroll.clientWidth];
}"""


async def sit(server: Any, open_page: Any, game: str) -> Page:
    page: Page = await open_page(
        viewport={"width": 1440, "height": 900}, reduced_motion="reduce", service_workers="block"
    )
    seats, options = GAMES[game]
    bots = [BOT] * (seats - 1)
    match = await host(page, server.url, game=game, options=options, seats=[{"kind": "me"}, *bots])
    await play_until_round(page, server.url, match["id"], ROUND)
    await page.goto(f"{server.url}/m/{match['id']}")
    await page.locator("#question .answers").wait_for()
    await page.evaluate("document.fonts.ready")
    return page


async def still(page: Page) -> dict[str, list[float]]:
    """The rectangles once they no longer change."""

    async def same() -> dict[str, list[float]]:
        before: dict[str, list[float]] = await page.evaluate(RECTANGLES)
        await page.wait_for_timeout(120)
        assert await page.evaluate(RECTANGLES) == before
        return before

    return await eventually(same)


async def nothing_moved(page: Page, before: dict[str, list[float]], cause: str) -> None:
    after = await page.evaluate(RECTANGLES)
    moved = {
        name: (rect, after.get(name))
        for name, rect in before.items()
        if name not in after or any(abs(a - b) > 1 for a, b in zip(rect, after[name], strict=True))
    }
    assert not moved, f"{cause}: {moved}"


@pytest.mark.parametrize("game", list(GAMES))
async def test_nothing_moves_when_something_opens(server: Any, open_page: Any, game: str) -> None:
    page = await sit(server, open_page, game)
    for width, height in [(1440, 900), (1366, 768)]:
        await page.set_viewport_size({"width": width, "height": height})
        before = await still(page)
        for key in ("l", "c", "r"):
            await page.keyboard.press(key)
            await page.locator(".match > .side").wait_for()
            await eventually(partial(nothing_moved, page, before, f"drawer {key}, open"))
            await page.locator(".side .close").last.click()
            await page.locator(".match > .side").wait_for(state="detached")
            await eventually(partial(nothing_moved, page, before, f"drawer {key}, closed"))
        if await page.locator("#question .fold").count():
            await page.keyboard.press("0")
            await eventually(partial(nothing_moved, page, before, "the list"))
            await page.keyboard.press("0")
        for summary in await page.locator("#question summary").all():
            await summary.click()
            await eventually(partial(nothing_moved, page, before, "why not"))
            await summary.click()
        await page.keyboard.press("h")
        await page.locator("#question .hints").wait_for()
        await eventually(partial(nothing_moved, page, before, "the hint"))
        await page.keyboard.press("h")
        warnings = page.locator(".threats button")
        if await warnings.count():
            await warnings.click()
            await eventually(partial(nothing_moved, page, before, "warnings"))
            await warnings.click()


@pytest.mark.parametrize("game", list(GAMES))
async def test_nothing_moves_with_another_question(server: Any, open_page: Any, game: str) -> None:
    page: Page = await open_page(
        viewport={"width": 1440, "height": 900}, reduced_motion="reduce", service_workers="block"
    )
    table = Dealt(page)
    seats, options = GAMES[game]
    await table.sit(server.url, game, options, seats, ROUND)
    before = await still(page)
    for change in (many_options, a_mix, an_order, nothing_asked):
        await table.show(change)
        await eventually(partial(nothing_moved, page, before, change.__name__))


def _ask(frame: dict[str, Any], **question: Any) -> None:
    asked = frame["decisions"][0]
    prompt = {**asked["prompt"], "key": "test", "text": "A longer question than usual " * 4}
    kept = {key: asked[key] for key in ("id", "seat", "optional", "default") if key in asked}
    frame["decisions"] = [{**kept, "prompt": prompt, **question}]


def many_options(frame: dict[str, Any]) -> None:
    options = [{"key": f"more:{at}", "text": "A long answer " * 3} for at in range(12)]
    _ask(frame, kind="choose", options=options, min=1, max=1)


def a_mix(frame: dict[str, Any]) -> None:
    _ask(frame, kind="mix", limits={"gold": 3, "life": 2, "calm": 4}, min=2, max=2)


def an_order(frame: dict[str, Any]) -> None:
    options = [{"key": f"more:{at}", "text": "A thing to sort"} for at in range(5)]
    _ask(frame, kind="order", options=options)


def nothing_asked(frame: dict[str, Any]) -> None:
    frame["decisions"] = []


@pytest.mark.parametrize("game", list(GAMES))
async def test_names_standings_and_pools_are_never_covered(
    server: Any, open_page: Any, game: str
) -> None:
    page = await sit(server, open_page, game)
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        await still(page)
        await eventually(partial(nothing_covered, page, f"{width} x {height}"))


async def nothing_covered(page: Page, where: str) -> None:
    assert await page.evaluate(COUNTS) == [], where


@pytest.mark.parametrize("game", list(GAMES))
async def test_desktop_boards_do_not_scroll(server: Any, open_page: Any, game: str) -> None:
    page = await sit(server, open_page, game)
    for width, height in DESKTOPS:
        await page.set_viewport_size({"width": width, "height": height})
        await eventually(partial(nothing_scrolls, page, f"{width} x {height}"))


async def nothing_scrolls(page: Page, where: str) -> None:
    assert max(await page.evaluate(SCROLLS)) <= 1, where


@pytest.mark.parametrize("game", list(GAMES))
async def test_cards_of_the_hand_rise_whole_under_pointer_and_focus(
    server: Any, open_page: Any, game: str
) -> None:
    page = await sit(server, open_page, game)
    card = page.locator(".match > .front .hand .thing").first
    lip = await page.locator(".match > .front").bounding_box()
    assert lip
    await page.mouse.move(5, 300)
    resting = await card.bounding_box()
    assert resting
    assert resting["y"] + resting["height"] > 900, "cards peek over the edge"
    await page.mouse.move(resting["x"] + 30, lip["y"] + lip["height"] / 2)

    async def is_whole() -> None:
        box = await card.bounding_box()
        assert box
        assert box["y"] + box["height"] <= 902

    await eventually(is_whole)
    await page.mouse.move(5, 300)
    await page.keyboard.press("q")
    await card.focus()
    await eventually(is_whole)


async def test_full_desk_keeps_its_zones(server: Any, open_page: Any) -> None:
    """Twelve components of each rival and ten of one's own overlap within their zones."""
    page: Page = await open_page(
        viewport={"width": 1440, "height": 900}, reduced_motion="reduce", service_workers="block"
    )
    table = Dealt(page)
    await table.sit(server.url, "res_arcana", {}, 4)
    before = await page.evaluate(REGIONS)
    catalogue = (await get(page, server.url, "games/res_arcana"))["catalogue"]
    artifacts = [component["id"] for component in catalogue if component["kind"] == "artifact"]
    await table.show(partial(much_is_in_play, artifacts))
    assert await page.evaluate(REGIONS) == pytest.approx(before, abs=1)
    for width, height in DESKTOPS:
        await page.set_viewport_size({"width": width, "height": height})
        await eventually(partial(nothing_leaves_its_zone, page, f"{width} x {height}"))


REGIONS = """() => [...document.querySelectorAll(
  '[data-region=rival], [data-region=mine], [data-region=places], [data-region=monuments]')]
  .flatMap((region) => {
    const { x, y, width, height } = region.getBoundingClientRect();
    return [x, y, width, height];
  })"""
OUTSIDE = """() => [...document.querySelectorAll('[data-region=rival], [data-region=mine]')]
  .flatMap((region) => {
    const zone = region.getBoundingClientRect();
    const cards = [...region.querySelectorAll('.cards li')];
    return cards.filter((card) => {
      const { left, right, top, bottom } = card.getBoundingClientRect();
      return left < zone.left - 1 || right > zone.right + 1
        || top < zone.top - 1 || bottom > zone.bottom + 4;
    }).map((card) => card.textContent.trim());
  })"""


async def nothing_leaves_its_zone(page: Page, where: str) -> None:
    assert await page.locator("[data-region=rival] .cards li").count() == 3 * RIVALS_COMPONENTS
    assert await page.evaluate(OUTSIDE) == [], where


RIVALS_COMPONENTS = 12
OWN_COMPONENTS = 10


def much_is_in_play(artifacts: list[str], frame: dict[str, Any]) -> None:
    mine(frame).pop("mages", None)
    left = iter(artifacts * 2)
    for seat in range(4):
        player = frame["view"]["table"]["players"][f"p{seat}"]
        wanted = RIVALS_COMPONENTS if seat else OWN_COMPONENTS
        while len(player["order"]) < wanted:
            id = next(left)
            if id in player["cards"]:
                continue
            essences = {"gold": 1} if len(player["order"]) == 1 else {}
            player["cards"][id] = {
                "id": id,
                "kind": "artifact",
                "turned": len(player["order"]) < 4,
                "essences": essences,
                "points": 0,
            }
            player["order"].append(id)


async def test_a_rivals_tray_opens_over_the_board_of_a_phone(server: Any, open_page: Any) -> None:
    page = await sit(server, open_page, "ascended_kings")
    await page.set_viewport_size({"width": 390, "height": 844})
    before = await still(page)
    plate = page.get_by_role("button", name="Whole tray of").first
    await plate.focus()
    await page.keyboard.press("Enter")
    tray = page.locator("dialog [data-region=rival]")
    await expect(tray).to_be_visible()
    after = await page.evaluate(RECTANGLES)
    for name in ("arena", "mine"):
        assert after[name] == pytest.approx(before[name], abs=1), name
    await page.keyboard.press("Escape")
    await expect(tray).to_have_count(0)
    await expect(plate).to_be_focused()
