"""Number and levels of bots: chosen for Play now and for a seat, remembered and displayed."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from devtools.page.table import host
from tests.e2e.line import Line
from tests.e2e.people import get, tap_once_ready, until

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
PLAY = "Play now: Tiny, against 1 bot"
ASKED = "#question .answers"
SENTENCE = "#question .sentence"
STRIP = "header.bar .seats"
LEVELS = ("easy", "normal", "hard")

pytestmark = pytest.mark.timeout(120)


async def test_level_is_chosen_by_keyboard(server: Any, open_page: Any) -> None:
    page, line = await page_with_line(open_page)
    await page.goto(server.url)
    await tab_to(page, "input[type=radio]")
    await expect(level(page, "1")).to_be_checked()
    await tab_to(page, "input[value=easy]")
    await expect(level(page, "easy")).to_be_focused()
    for _ in range(2):
        await page.keyboard.press("ArrowRight")
    await expect(level(page, "hard")).to_be_checked()
    await tab_to(page, f"button[aria-label^='{PLAY}']")
    await page.keyboard.press("Enter")

    await page.locator(ASKED).wait_for()
    for key in ("0", "1"):
        await page.locator(f"{ASKED} [data-shortcut='{key}']").wait_for()
        line.change = wait_for_bot
        await page.keyboard.press(key)
    await thinks(page, "Hard", "hard")
    await expect(page.get_by_role("heading", name="Hard is thinking…")).to_be_visible()

    await page.goto(server.url)
    await expect(level(page, "hard")).to_be_checked()
    await page.evaluate("localStorage.clear()")
    await page.reload()
    await expect(level(page, "hard")).to_be_checked()


async def test_level_is_chosen_by_touch(server: Any, open_page: Any) -> None:
    page, line = await page_with_line(open_page, **PHONE)
    await page.goto(server.url)
    await tap_once_ready(page.locator("label:has(input[value=normal])"))
    await expect(level(page, "normal")).to_be_checked()
    await tap_once_ready(page.get_by_role("button", name=PLAY))

    await page.locator(ASKED).wait_for()
    chip = page.locator(f"{STRIP} button", has_text="Normal")
    width = await chip.evaluate("(chip) => chip.offsetWidth")
    line.change = wait_for_bot
    for key in ("0", "1"):
        await tap_once_ready(page.locator(f"{ASKED} [data-shortcut='{key}']"))
    await thinks(page, "Normal", "normal")
    before = await page.locator(SENTENCE).bounding_box()
    await expect(page.locator(SENTENCE).get_by_role("heading")).to_be_visible()
    assert await page.locator(SENTENCE).bounding_box() == before
    assert await chip.evaluate("(chip) => chip.offsetWidth") == width

    await page.goto(server.url)
    await expect(level(page, "normal")).to_be_checked()


async def test_first_match_is_easy_and_the_next_normal(server: Any, open_page: Any) -> None:
    page: Page = await open_page()
    await page.goto(server.url)
    await expect(level(page, "easy")).to_be_checked()
    await page.get_by_role("button", name=PLAY).click()
    await page.locator(ASKED).wait_for()
    assert await bots_at(page, server.url) == ["easy"]

    await page.goto(server.url)
    await expect(level(page, "normal")).to_be_checked()
    await expect(page.get_by_role("button", name=f"{PLAY} (Normal)")).to_be_visible()


async def test_play_now_remembers_other_bots_and_their_number(server: Any, open_page: Any) -> None:
    page: Page = await open_page()
    await page.goto(server.url)
    levels = page.get_by_role("group", name="How strong should the bots be?")
    await expect(levels.get_by_role("radio")).to_have_count(len(LEVELS))
    await page.get_by_text("More bots").click()
    await page.locator("label:has(input[value=greedy])").click()
    await page.locator("label:has(input[value='2'])").click()
    await page.get_by_role("button", name="Play now: Tiny, against 2 bots (Greedy)").click()
    await page.locator(ASKED).wait_for()
    assert await bots_at(page, server.url) == ["greedy", "greedy"]

    await page.goto(server.url)
    await expect(level(page, "greedy")).to_be_checked()
    await expect(level(page, "2")).to_be_checked()


async def test_every_seat_has_its_own_level(server: Any, open_page: Any) -> None:
    page: Page = await open_page()
    await host(page, server.url, game="tiny", seats=[{"kind": "me"}, {"kind": "open"}])
    await page.goto(f"{server.url}/new/tiny")
    await page.get_by_label("Seat 2").select_option(label="Bot: Hard")
    await page.get_by_role("button", name="Add a seat").click()
    await page.get_by_role("button", name="Create the table").click()

    seats = page.locator("ol.seats li")
    await expect(seats.nth(1).locator("[data-face=hard]")).to_be_visible()
    menu = page.get_by_label("Fill seat 3 with a bot")
    entries = await menu.locator("option").all_inner_texts()
    assert entries[1:4] == ["Easy", "Normal", "Hard"]
    assert entries[4:6] == ["Random (below Easy)", "Greedy (below Normal)"]
    await menu.select_option("normal")

    await page.locator(ASKED).wait_for()
    for face in ("hard", "normal"):
        await expect(page.locator(f"{STRIP} [data-face={face}]")).to_be_visible()


async def test_thinking_animation_respects_reduced_motion(server: Any, open_page: Any) -> None:
    for preference, moves in (("reduce", "false"), ("no-preference", "true")):
        page, line = await page_with_line(open_page, reduced_motion=preference)
        line.change = wait_for_bot
        await page.goto(server.url)
        await page.get_by_role("button", name=PLAY).click()
        await thinks(page, "Easy", "easy")
        await until(
            page,
            "document.getAnimations().some("
            f"(animation) => animation.animationName?.endsWith('thought')) === {moves}",
        )


async def page_with_line(open_page: Any, **options: Any) -> tuple[Page, Line]:
    page: Page = await open_page(**options)
    line = Line()
    await line.attach(page)
    return page, line


def wait_for_bot(frame: dict[str, Any]) -> None:
    """Say that the match waits for the bot alone, however soon it has answered."""
    if frame["t"] in ("full", "delta"):
        frame["waiting"], frame["decisions"] = [{"seat": 1}], []


def level(page: Page, bot: str) -> Any:
    return page.locator(f"input[type=radio][value='{bot}']")


async def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is there."""
    while not await page.evaluate(
        "(selector) => document.activeElement.matches(selector)", selector
    ):
        await page.keyboard.press("Tab")


async def thinks(page: Page, name: str, face: str) -> None:
    """The table says that the bot is thinking, at the question and at the bot's seat."""
    await expect(page.locator(SENTENCE)).to_have_text(f"{name} is thinking…")
    await expect(page.locator(f"{SENTENCE} [data-face={face}]")).to_be_visible()
    seat = page.locator(STRIP).get_by_role("img", name="bot, thinking")
    await expect(seat).to_have_attribute("data-face", face)


async def bots_at(page: Page, server: str) -> list[str]:
    """The bots in the match on this page."""
    match = await get(page, server, f"matches/{page.url.rsplit('/', 1)[-1]}")
    return [seat["bot"] for seat in match["seats"] if "bot" in seat]
