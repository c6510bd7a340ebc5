"""Readability of the table: cards in play, a long log, and phones 360 pixels wide."""

from __future__ import annotations

from functools import partial
from itertools import cycle
from typing import Any

import pytest
from playwright.async_api import Page, expect

from devtools.page.table import host, play_until_round
from tests.e2e.dealt import Dealt
from tests.e2e.line import Line
from tests.e2e.people import eventually, get, post, tap_once_ready
from tests.sampling import sampled

BOT = {"kind": "bot", "bot": "greedy"}
ASKED = "#question .answers"
WIDTHS = [(1280, 800), (1920, 1080), (2560, 1440)]
PHONES = [(360, 740), (740, 360)]
TOUCH = {"has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
LOG_EVENTS = 4000
"""More events than any match has."""
MAX_NODES = 9000
ACTIVE = "state:active"
"""The answer in Ascended Kings after which the King may walk."""
GAMES: dict[str, dict[str, Any]] = {
    "res_arcana": {"seats": 4, "round": 2},
    "battle_for_empyrean": {"seats": 3, "round": 3, "options": {"decks_by": "random"}},
    "ascended_kings": {"seats": 4, "round": 2, "options": {"kings": "random"}},
}

pytestmark = pytest.mark.timeout(180)

CARDS = """() => [...document.querySelectorAll('.board .card')].map((card) => ({
  name: card.textContent,
  size: parseFloat(getComputedStyle(card.querySelector('.name b')).fontSize),
  cut: [...card.querySelectorAll('.powers')]
    .some((powers) => powers.scrollHeight > powers.clientHeight + 2),
}))"""
OVERFLOW = "document.documentElement.scrollWidth - innerWidth"
TOO_SMALL = """() => {
  const kinds = 'button:enabled, a[href], summary, [role=tab]';
  const inert = '.thing:not(.glows, .offers), .tile, .skip, [role=button]';
  return [...document.querySelectorAll(kinds)].filter((control) => {
    const { width, height } = control.getBoundingClientRect();
    return control.checkVisibility() && !control.matches(inert) && Math.min(width, height) < 43.5;
  }).map((control) => control.cloneNode().outerHTML);
}"""
INSIDE = """(selector) => [...document.querySelectorAll(selector)].map((element) => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
})"""
OWN = {
    "res_arcana": "[data-region=pool] .kind",
    "battle_for_empyrean": ".own .essence",
    "ascended_kings": ".purse li",
}
"""What a player has to pay with."""
PLAYERS = ".seats li, .plates .plate"
"""The players in the bar, or on plates where it has no room for them."""


async def sit(page: Page, server: str, game: str, seats: int | None = None) -> str:
    """Sit at a table in the middle of a match, with a question open."""
    scene = GAMES[game]
    bots = [BOT] * ((seats or scene["seats"]) - 1)
    settings = {"game": game, "options": scene.get("options", {}), "seats": [{"kind": "me"}, *bots]}
    match = str((await host(page, server, **settings))["id"])
    await play_until_round(page, server, match, scene["round"])
    await page.goto(f"{server}/m/{match}")
    await expect(page.locator(ASKED)).to_be_visible()
    await page.evaluate("document.fonts.ready")
    return match


async def test_names_on_cards_in_play_are_readable_and_nothing_is_cut(
    server: Any, open_page: Any
) -> None:
    page: Page = await open_page(
        viewport={"width": 1280, "height": 800}, reduced_motion="reduce", service_workers="block"
    )
    await sit(page, server.url, "res_arcana", seats=2)
    for width, height in WIDTHS:
        await page.set_viewport_size({"width": width, "height": height})
        await eventually(partial(reads_well, page, 11 if width == 2560 else 8))
        assert await page.evaluate(OVERFLOW) <= 0
    await eventually(partial(nothing_is_cut, page))


async def reads_well(page: Page, least: float) -> None:
    cards = await page.evaluate(CARDS)
    assert len(cards) >= 10
    assert min(card["size"] for card in cards) >= least


async def nothing_is_cut(page: Page) -> None:
    assert not [card["name"] for card in await page.evaluate(CARDS) if card["cut"]]


async def test_long_log_draws_only_nearby_lines_and_its_names_open_cards(
    server: Any, open_page: Any
) -> None:
    page: Page = await open_page(
        viewport={"width": 1440, "height": 900}, reduced_motion="reduce", service_workers="block"
    )
    table = Dealt(page)
    await table.sit(server.url, "res_arcana", {})
    await table.show(much_happens)
    await page.keyboard.press("l")
    log = page.locator(".log")
    await expect(log.locator("li").last).to_be_visible()
    assert await log.evaluate("(log) => log.scrollHeight") > 20 * LOG_EVENTS
    assert await page.evaluate("document.querySelectorAll('*').length") < MAX_NODES
    await log.evaluate("(log) => log.scrollTo(0, log.scrollHeight / 2)")
    await expect(log.locator("li").first).to_be_visible()
    assert await log.locator("li").count() < 150

    name = log.locator("li [role=button]").first
    await name.focus()
    await page.keyboard.press("Enter")
    opened = page.locator(".inspector.pinned")
    await expect(opened).to_be_visible()
    assert await name.inner_text() in await opened.inner_text()


def much_happens(frame: dict[str, Any]) -> None:
    """Hawk and Prism are used alternately, many times in one round."""
    first = frame["ply"] * 1000
    used = ("hawk", "Hawk"), ("prism", "Prism")
    frame["events"] = [
        {
            "id": first + number,
            "key": "res_arcana.used",
            "args": {"seat": 0, "card": card, "power": "p1"},
            "text": f"You use {name}",
            "affects": [],
        }
        for number, (card, name) in zip(range(LOG_EVENTS), cycle(used), strict=False)
    ]


@pytest.mark.soak
@pytest.mark.parametrize("game", sampled(list(GAMES), ["res_arcana"]))
async def test_phone_shows_own_resources_all_seats_and_card_texts(
    server: Any, open_page: Any, game: str
) -> None:
    page: Page = await open_page(viewport={"width": 360, "height": 740}, **TOUCH)
    await sit(page, server.url, game)
    for width, height in PHONES:
        await page.set_viewport_size({"width": width, "height": height})
        await eventually(partial(fits, page, game))


async def fits(page: Page, game: str) -> None:
    assert await page.evaluate(OVERFLOW) <= 0
    assert await page.evaluate(TOO_SMALL) == []
    for selector in (PLAYERS, OWN[game]):
        inside = await page.evaluate(INSIDE, selector)
        assert inside, selector
        assert all(inside), selector
    if await page.locator(".hand").count():
        # Some powers are signs alone.
        assert any(await page.locator(".hand :is(.text, .powers)").all_inner_texts())
    tiles = await page.evaluate(
        "[...document.querySelectorAll('.arena .tile')].map((tile) => tile.offsetWidth)"
    )
    assert min(tiles, default=32) >= 32


async def nothing_too_small(page: Page) -> None:
    assert await page.evaluate(TOO_SMALL) == []


async def test_amount_steppers_stand_side_by_side_and_work_by_touch(
    server: Any, open_page: Any
) -> None:
    page: Page = await open_page(viewport={"width": 360, "height": 740}, **TOUCH)
    seats, options = [{"kind": "me"}, BOT], GAMES["ascended_kings"]["options"]
    match = await host(page, server.url, game="ascended_kings", seats=seats, options=options)
    await page.goto(f"{server.url}/m/{match['id']}")
    steppers = page.locator(".stepper")
    await expect(steppers).to_have_count(3)
    for width, height in PHONES:
        await page.set_viewport_size({"width": width, "height": height})
        await eventually(partial(nothing_too_small, page))
    await page.set_viewport_size({"width": 360, "height": 740})
    tops = await steppers.evaluate_all("(steppers) => steppers.map((stepper) => stepper.offsetTop)")
    assert len(set(tops)) == 1
    for stepper in await steppers.all():
        await tap_once_ready(stepper.locator("button").last)
    await tap_once_ready(page.get_by_role("button", name="Confirm: 3 / 3"))
    await expect(steppers).to_have_count(0)


async def test_a_tap_marks_a_tile_and_a_button_confirms(server: Any, open_page: Any) -> None:
    page: Page = await open_page(viewport={"width": 360, "height": 740}, **TOUCH)
    line = Line()
    await line.attach(page)
    match = await sit(page, server.url, "ascended_kings")
    while not await walks(page, server.url, match):
        await act(page, server.url, match)
    await page.reload()
    await tap_once_ready(page.locator(".tile.glows").first)
    await expect(page.locator(".tile.held")).to_have_count(1)
    assert line.answers == []
    await tap_once_ready(page.locator(".sure button").first)
    await line.until_acks(1)


async def walks(page: Page, server: str, match: str) -> bool:
    """Whether the open question can be answered with a tile."""
    return any(
        key.startswith("move:")
        for asked in await open_decisions(page, server, match)
        for key in asked["keys"]
    )


async def act(page: Page, server: str, match: str) -> None:
    """Choose the Active State where possible, else give the default answer."""
    for asked in (await open_decisions(page, server, match))[:1]:
        answer = ACTIVE if ACTIVE in asked["keys"] else asked["default"]
        await post(page, server, f"matches/{match}/decisions/{asked['id']}", {"answer": answer})


async def open_decisions(page: Page, server: str, match: str) -> list[dict[str, Any]]:
    """The open decisions of this page's player, with the keys of their options."""
    decisions = (await get(page, server, f"matches/{match}/view"))["decisions"]
    return [
        decision | {"keys": [option["key"] for option in decision.get("options", [])]}
        for decision in decisions
        if not decision["optional"]
    ]
