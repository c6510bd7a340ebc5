"""Password reset: the operator creates a link, and its page takes a new password."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

from playwright.async_api import Page, expect

from tests.app.test_operator import conclave
from tests.app.test_registration import register
from tests.e2e.people import menu_of

NEW_PASSWORD = "another horse battery"


async def test_reset_link_sets_a_new_password_once(
    serve: Any, weak_page: Page, tmp_path: Path
) -> None:
    server, page = serve(), weak_page
    await register(server.url, "Ada")
    await page.goto(f"{server.url}/sign-in")
    await expect(page.get_by_text("Lost your password?")).to_be_visible()
    await asyncio.to_thread(server.stop)
    settings = {"DATABASE_URL": f"sqlite+aiosqlite:///{tmp_path}/conclave.db"}
    command = await asyncio.to_thread(conclave, tmp_path, "admin", "reset", "ada", **settings)
    secret = command.stdout.strip().partition("#")[2]
    assert secret, command.stderr

    link = f"{(await asyncio.to_thread(serve)).url}/reset#{secret}"
    await page.goto(link)
    await page.get_by_label("Password", exact=True).fill(NEW_PASSWORD)
    await page.get_by_role("button", name="Save and sign in").click()
    await expect(menu_of(page, "Ada")).to_be_visible()
    await expect(page).not_to_have_url(re.compile("#"))

    await page.goto(link)
    await page.get_by_label("Password", exact=True).fill(NEW_PASSWORD)
    await page.get_by_role("button", name="Save and sign in").click()
    await expect(page.get_by_role("alert")).to_contain_text("has expired or has already been used")
