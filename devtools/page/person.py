"""A person at the page, who plays by clicking glowing things or the answer buttons."""

from __future__ import annotations

import asyncio
import contextlib
from random import Random

from playwright.async_api import Error, Locator, Page

GLOWING = ".thing.glows:not([data-unready])"
BUTTONS = "#question .answers button:enabled"
DONE = "#question .answers button:enabled:is(:has-text('Pass'), :has-text('End the turn'))"
CLOSER_LOOK = ".inspector.pinned, .veil"
COUNTS = """(selectors) =>
  selectors.map((selector) => document.querySelectorAll(selector).length)"""
VISIBLE_POINT = """(element) => {
  const box = element.getBoundingClientRect();
  const parts = [0.5, 0.3, 0.7, 0.1, 0.9];
  const [right, bottom] = [Math.min(box.right, innerWidth), Math.min(box.bottom, innerHeight)];
  const [left, top] = [Math.max(box.left, 0), Math.max(box.top, 0)];
  return parts.flatMap((down) => parts.map((across) => [
    left + (right - left) * across, top + (bottom - top) * down,
  ])).find(([x, y]) => element.contains(document.elementFromPoint(x, y)));
}"""
"""A point at which the element is seen: the middle of a card in hand lies below the window."""
CLICK_TIMEOUT_MS = 1_000
POLL_S = 0.15


class Person:
    """Sits at a page; `clicks` counts presses, `on_board` those of them on the board.

    `pass_rate`: how often the person passes or ends the turn although more could be done.
    """

    def __init__(self, page: Page, seed: int, pass_rate: float = 0.0) -> None:
        self.page = page
        self.rng = Random(seed)
        self.pass_rate = pass_rate
        self.clicks = 0
        self.on_board = 0
        self.began = asyncio.Event()

    async def join_by_link(self, url: str, name: str) -> None:
        """Open an invitation and sit down: a name box and nothing else."""
        await self.page.goto(url)
        await self.page.get_by_role("textbox").fill(name)
        await self.page.locator("main form button[type=submit]").click()

    @property
    def ended(self) -> Locator:
        """The score sheet at the end."""
        return self.page.locator("dialog[open] table").first

    async def play(self, until: asyncio.Event) -> None:
        """Answer every question until the match has ended on this page."""
        while not until.is_set():
            if await self.ended.count():
                return
            if not await self.act():
                await asyncio.sleep(POLL_S)

    async def act(self) -> bool:
        """One click; False when nothing was asked."""
        try:
            closer_look, glowing, buttons = await self._counts()
            if closer_look:
                await self.page.keyboard.press("Escape")
                return True
            done = self.page.locator(DONE)
            if buttons and self.rng.random() < self.pass_rate and await done.count():
                await done.first.click(timeout=CLICK_TIMEOUT_MS)
                self._clicked()
                await self._confirm()
                return True
            if glowing and self.rng.random() < 0.8:
                return await self._press_a_thing(glowing)
            return await self._press_a_button(buttons)
        except Error:  # it was gone before the click: another player has moved on
            return False

    async def _counts(self) -> list[int]:
        """What is on the page, in one call: a waiting person polls it."""
        selectors = [CLOSER_LOOK, GLOWING, BUTTONS]
        counts: list[int] = await self.page.evaluate(COUNTS, selectors)
        return counts

    async def _press_a_thing(self, count: int) -> bool:
        thing = self.page.locator(GLOWING).nth(self.rng.randrange(count))
        await thing.scroll_into_view_if_needed(timeout=CLICK_TIMEOUT_MS)
        point = await thing.evaluate(VISIBLE_POINT, timeout=CLICK_TIMEOUT_MS)
        if point is None:
            return False
        await self.page.mouse.click(*point)
        self._clicked()
        self.on_board += 1
        choices = self.page.locator("[role=menu] button")
        if choice_count := await choices.count():
            await choices.nth(self.rng.randrange(choice_count)).click(timeout=CLICK_TIMEOUT_MS)
        else:
            await self._confirm()
        return True

    async def _press_a_button(self, count: int) -> bool:
        if not count:
            return False
        button = self.page.locator(BUTTONS).nth(self.rng.randrange(count))
        await button.click(timeout=CLICK_TIMEOUT_MS)
        self._clicked()
        await self._confirm()
        return True

    async def _confirm(self) -> None:
        """Confirm an answer once all of its parts are chosen."""
        primary = self.page.locator("#question .answers button.primary:enabled")
        if await primary.count() and self.rng.random() < 0.7:
            with contextlib.suppress(Error):
                await primary.first.click(timeout=CLICK_TIMEOUT_MS)
                self._clicked()

    def _clicked(self) -> None:
        self.clicks += 1
        self.began.set()
