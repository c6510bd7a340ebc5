"""People with accounts, for browser tests: their actions on the page and through the API."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from playwright.async_api import Locator, Page, expect

from tests.e2e.table import origin_of

T = TypeVar("T")

PASSWORD = "correct horse battery"
PATIENCE = 30
"""Seconds."""
FRAME = "new Promise((drawn) => requestAnimationFrame(drawn))"
"""Until the next frame of the screen: nothing that is seen changes in between."""


async def join_as_person(page: Page, server: str, name: str) -> dict[str, Any]:
    """Give this browser an account with a password, by the API; returns the account."""
    body = {"name": name, "password": PASSWORD}
    made: dict[str, Any] = (await post(page, server, "accounts", body))["account"]
    return made


async def post(page: Page, server: str, path: str, body: Any = None) -> Any:
    """What the server answers to this browser's person."""
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
    """Change the account of this browser's person."""
    answer = await page.context.request.patch(
        f"{server}/api/v1/me", data=changes, headers={"Origin": server}
    )
    assert answer.ok, await answer.text()


async def remember(page: Page, server: str) -> None:
    """A page that has asked who sits before it."""
    await page.goto(f"{server}/about")


async def sign_in(page: Page, server: str, name: str) -> None:
    """By the form."""
    await page.goto(f"{server}/sign-in")
    await page.get_by_label("Name", exact=True).fill(name)
    await page.get_by_label("Password", exact=True).fill(PASSWORD)
    await page.locator("main").get_by_role("button", name="Sign in").click()
    await expect(menu_of(page, name)).to_be_visible()


async def go_offline(page: Page) -> None:
    """Lose the network between two pages: one that is open would complain of what it asks for."""
    await page.goto("about:blank")
    await page.context.set_offline(True)


def menu_of(page: Page, name: str) -> Any:
    """The button in the header with the account's name."""
    return page.get_by_role("button", name=f"{name}: your menu")


async def choose(page: Page, name: str, item: str) -> None:
    """An entry of an account's menu."""
    await menu_of(page, name).click()
    menu = page.locator("header .menu")
    await menu.get_by_text(item, exact=True).click()


async def resign_from(page: Page, server: str, match: str) -> None:
    """The shortest way to the end of a match for two."""
    await post(page, server, f"matches/{match}/resign")


async def lose(page: Page, other: Page, server: str, match: str) -> None:
    """The shortest way to the end of a rated match for two: three answers each, and resigning."""
    answered = {page: 0, other: 0}
    while min(answered.values()) < 3:
        for one in answered:
            frame = await get(one, server, f"matches/{match}/view")
            for asked in frame["decisions"][:1]:
                path = f"matches/{match}/decisions/{asked['id']}"
                await post(one, server, path, {"answer": asked["default"]})
                answered[one] += 1
    await resign_from(page, server, match)


async def until(page: Page, holds: str) -> None:
    """Until an expression is true on the page.

    Playwright's wait_for_function asks again by `eval`, which the page's content policy forbids.
    """
    async with asyncio.timeout(PATIENCE):
        while not await page.evaluate(holds):
            await page.evaluate(FRAME)


async def tap_once_ready(control: Locator) -> None:
    """By finger, once the control no longer looks unready; the page hears of a scroll and of a
    change in the next frame.
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
    until_when = loop.time() + PATIENCE
    while True:
        try:
            return await look()
        except AssertionError:
            if loop.time() > until_when:
                raise
        await asyncio.sleep(0.05)
