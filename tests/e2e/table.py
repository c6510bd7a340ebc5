"""A table for browser tests: made by its host through the API of the host's own browser."""

from __future__ import annotations

import asyncio
from typing import Any

from playwright.async_api import Page

from tests.e2e.person import Person


async def host(page: Page, server: str, **wishes: Any) -> dict[str, Any]:
    """Become Ada in this browser and make a match; returns it, with its invitation."""
    request = page.context.request
    origin = {"Origin": server}
    made = await request.post(f"{server}/api/v1/guests", data={"name": "Ada"}, headers=origin)
    assert made.status == 201, await made.text()
    answer = await request.post(f"{server}/api/v1/matches", data=wishes, headers=origin)
    assert answer.status == 201, await answer.text()
    match: dict[str, Any] = await answer.json()
    return match


async def play_out(*people: Person, seconds: float) -> None:
    """Let the people play until each has the result before him."""
    over = asyncio.Event()
    playing = [asyncio.create_task(person.play(over)) for person in people]
    try:
        await asyncio.wait_for(asyncio.gather(*playing), seconds)
    finally:
        over.set()


async def result_on(page: Page) -> str:
    """The text of the score sheet that stands on this page at the end."""
    sheet = page.locator("dialog[open] table")
    await sheet.wait_for(timeout=15_000)
    return await sheet.inner_text()
