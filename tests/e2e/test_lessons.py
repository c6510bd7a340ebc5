"""Lessons: failed and then solved by what a player sees, by keyboard and by touch."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from tests.e2e.axe import violations_on
from tests.e2e.people import tap_once_ready
from tests.e2e.test_first_matches import SCREENS
from tests.sampling import sampled

FIRST = "Escape the fire"


async def end_after(page: Page, *answers: str) -> None:
    """Press the buttons of these answers, one question after another, and end the turn."""
    question = page.locator("#question")
    for answer in (*answers, "End the turn"):
        button = question.get_by_role("button", name=answer, exact=True)
        listed = question.locator(".fold[aria-expanded='false']")
        await button.or_(listed).first.wait_for()
        if not await button.count():  # it glows on the board: the list opens over that
            await listed.click()
        decision = await question.get_attribute("data-decision")
        await button.click()
        if answer != "End the turn":  # which is asked once more
            await expect(question).not_to_have_attribute("data-decision", str(decision))
    await question.locator(".sure .primary").click()


async def press(page: Page, button: Locator) -> None:
    """Press a button, by key where there is a keyboard: the next button has the focus."""
    if await page.evaluate("matchMedia('(pointer: coarse)').matches"):
        await tap_once_ready(button)
    else:
        await expect(button).to_be_focused()
        await page.keyboard.press("Enter")


@pytest.mark.soak
@pytest.mark.parametrize("screen", sampled(list(SCREENS), ["phone"]))
async def test_lesson_is_failed_then_solved(server: Any, open_page: Any, screen: str) -> None:
    page: Page = await open_page(**SCREENS[screen])
    await page.goto(server.url)
    await page.get_by_role("link", name="Lessons: Ascended Kings").click()
    await page.get_by_role("button", name=FIRST).click()
    bar = page.locator("section.lesson")
    await expect(bar).to_contain_text("One more wound kills you")
    assert not await violations_on(page)

    await end_after(page, "Move to 24", "Move to 25")
    await expect(bar).to_contain_text("Not quite. Beside a Fire Wall")
    assert not await violations_on(page)
    await press(page, bar.get_by_role("button", name="Try again"))

    await end_after(page, "Move to 24", "Move to 25", "Undo", "Move to 34", "Move to 44")
    await expect(bar).to_contain_text("Solved!")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await press(page, bar.get_by_role("button", name="Next: Past the shield"))
    await expect(bar).to_contain_text("The King of Eloden")

    await page.go_back()
    await expect(page.get_by_text("1 of 8 solved")).to_be_visible()
    solved = page.get_by_role("button", name=FIRST)
    await expect(solved).to_have_accessible_name(re.compile("Solved"))
    assert not await violations_on(page)
