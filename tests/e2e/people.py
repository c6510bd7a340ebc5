"""People with accounts, for browser tests: their actions on the page and through the API."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from playwright.async_api import Locator, Page, expect

from devtools.page.table import origin_of

T = TypeVar("T")

PASSWORD = "correct horse battery"
TIMEOUT_S = 30
FRAME = "new Promise((resolve) => requestAnimationFrame(resolve))"
"""Resolves at the next animation frame; nothing on the screen changes before it."""


async def join_as_person(page: Page, server: str, name: str) -> dict[str, Any]:
    """Give this browser an account with a password, by the API; returns the account."""
    body = {"name": name, "password": PASSWORD}
    account: dict[str, Any] = (await post(page, server, "accounts", body))["account"]
    return account


async def post(page: Page, server: str, path: str, body: Any = None) -> Any:
    """The reply to a POST by this browser's account."""
    answer = await page.context.request.post(
        f"{server}/api/v1/{path}", data=body or {}, headers=origin_of(server)
    )
    assert answer.ok, await answer.text()
    return await answer.json()


async def get(page: Page, server: str, path: str) -> Any:
    answer = await page.context.request.get(f"{server}/api/v1/{path}")
    assert answer.ok, await answer.text()
    return await answer.json()


async def change(page: Page, server: str, changes: Any) -> None:
    """Change this browser's account."""
    answer = await page.context.request.patch(
        f"{server}/api/v1/me", data=changes, headers={"Origin": server}
    )
    assert answer.ok, await answer.text()


async def remember(page: Page, server: str) -> None:
    """Load a page, so the browser knows its account."""
    await page.goto(f"{server}/about")


async def sign_in(page: Page, server: str, name: str) -> None:
    """Sign in by the form."""
    await submit_sign_in(page, server, name)
    await expect(menu_of(page, name)).to_be_visible()


async def submit_sign_in(page: Page, server: str, name: str) -> None:
    """The same, without waiting for what follows."""
    await page.goto(f"{server}/sign-in")
    await page.get_by_label("Name", exact=True).fill(name)
    await page.get_by_label("Password", exact=True).fill(PASSWORD)
    await page.locator("main").get_by_role("button", name="Sign in").click()


async def go_offline(page: Page) -> None:
    """Lose the network between two pages: an open one would report its failed requests."""
    await page.goto("about:blank")
    await page.context.set_offline(True)


def menu_of(page: Page, name: str) -> Any:
    """The button in the header with the account's name."""
    return page.get_by_role("button", name=f"{name}: your menu")


async def choose(page: Page, name: str, item: str) -> None:
    """Choose an entry of an account's menu."""
    await menu_of(page, name).click()
    menu = page.locator("header .menu")
    await menu.get_by_text(item, exact=True).click()


async def resign_from(page: Page, server: str, match: str) -> None:
    """The shortest way to the end of a match for two."""
    await post(page, server, f"matches/{match}/resign")


async def lose(page: Page, other: Page, server: str, match: str) -> None:
    """The shortest way to the end of a rated match for two: three answers each, and resigning."""
    answers = {page: 0, other: 0}
    while min(answers.values()) < 3:
        for player in answers:
            frame = await get(player, server, f"matches/{match}/view")
            for decision in frame["decisions"][:1]:
                path = f"matches/{match}/decisions/{decision['id']}"
                await post(player, server, path, {"answer": decision["default"]})
                answers[player] += 1
    await resign_from(page, server, match)


async def until(page: Page, holds: str) -> None:
    """Wait until an expression is true on the page.

    Playwright's wait_for_function polls by `eval`, which the page's content policy forbids.
    """
    async with asyncio.timeout(TIMEOUT_S):
        while not await page.evaluate(holds):
            await page.evaluate(FRAME)


async def tap_once_ready(control: Locator) -> None:
    """Tap a control once it no longer looks unready; the page notices a scroll or a change in the
    next frame.
    """
    await control.scroll_into_view_if_needed()
    await control.page.evaluate(FRAME)
    await control.page.evaluate(FRAME)
    await expect(control).not_to_have_attribute("data-unready", re.compile(""))
    await control.tap()


async def eventually(look: Callable[[], Awaitable[T]]) -> T:
    """The result of `look`, retried while it raises AssertionError: a page may still be drawing a
    change.
    """
    loop = asyncio.get_running_loop()
    deadline = loop.time() + TIMEOUT_S
    while True:
        try:
            return await look()
        except AssertionError:
            if loop.time() > deadline:
                raise
        await asyncio.sleep(0.05)
