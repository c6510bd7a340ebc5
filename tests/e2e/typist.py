"""A person without a mouse: arrows and Enter on the board, digits at the question."""

from __future__ import annotations

from random import Random

from playwright.async_api import Page

from devtools.page.person import GLOWING

OFFERED = "[role=menu] button:focus, .sure button:focus"
KEYS = "#question [data-shortcut]:enabled"


class Typist:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.rng = Random(3)
        self.on_board = 0

    async def press_something(self) -> None:
        """One key, or an arrow and Enter."""
        if await self.page.locator(OFFERED).count():
            await self.page.keyboard.press("Enter")
        elif await self.page.locator(".inspector.pinned").count():
            await self.page.keyboard.press("Escape")
        elif await self.page.locator(GLOWING).count() and self.rng.random() < 0.5:
            await self._press_a_thing()
        else:
            await self._press_a_digit()

    async def _press_a_thing(self) -> None:
        await self.page.keyboard.press(self.rng.choice(["ArrowUp", "ArrowRight", "ArrowDown"]))
        if await self.page.locator(f"{GLOWING}:focus").count():
            await self.page.keyboard.press("Enter")
            self.on_board += 1

    async def _press_a_digit(self) -> None:
        digits = await self.page.locator(KEYS).evaluate_all(
            "buttons => buttons.map(button => button.dataset.shortcut)"
        )
        if digits:
            await self.page.keyboard.press(self.rng.choice(digits))
