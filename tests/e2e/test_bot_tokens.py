"""Bot tokens on the page: created, shown once and revoked."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.async_api import Page, expect

from tests.e2e.people import join_as_person, post, remember

pytestmark = pytest.mark.timeout(150)


async def test_revoking_one_bot_token_leaves_the_other_valid(server: Any, open_page: Any) -> None:
    page: Page = await open_page()
    await join_as_person(page, server.url, "Ottilie")
    await remember(page, server.url)
    first = (await post(page, server.url, "bots", {"name": "Quill"}))["token"]
    await page.goto(f"{server.url}/settings/bots")
    await page.get_by_role("button", name="Tokens of Quill").press("Enter")
    tokens = page.locator("li", has=page.get_by_role("heading", name="Tokens of Quill"))
    await tokens.get_by_label("What it is for").fill("Attic")
    await page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    second = await dialog.get_by_role("textbox").input_value()
    await dialog.get_by_role("button", name="I have saved it").click()

    async with httpx.AsyncClient(base_url=f"{server.url}/api/v1") as program:
        assert await status_with(program, second) == 200
        await tokens.get_by_role("button", name="Revoke Attic").press("Enter")
        await page.get_by_text("Attic is revoked").wait_for()
        assert await status_with(program, second) == 401
        assert await status_with(program, first) == 200
    await expect(tokens.get_by_role("button", name="Revoke")).to_have_count(1)


async def status_with(program: httpx.AsyncClient, token: str) -> int:
    """The status that a program with this token gets."""
    headers = {"Authorization": f"Bearer {token}"}
    return (await program.get("/me", headers=headers)).status_code
