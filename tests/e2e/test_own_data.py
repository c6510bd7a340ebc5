"""A person's own data on the page: download it, delete the account, keep it after all."""

from __future__ import annotations

import json
import zipfile
from typing import Any

from playwright.async_api import Download, Page, expect

from tests.e2e.people import PASSWORD, change, join_as_person, menu_of, post, submit_sign_in


async def download(page: Page) -> Download:
    """Press the buttons that lead to the archive."""
    await page.get_by_role("button", name="Download your data…").click()
    await page.get_by_label("Your password").fill(PASSWORD)
    await page.get_by_role("button", name="Download your data").click()
    async with page.expect_download() as downloading:
        await page.get_by_role("link", name="Save the archive").click()
    return await downloading.value


async def test_person_downloads_their_data(server: Any, open_page: Any) -> None:
    page: Page = await open_page()
    await join_as_person(page, server.url, "Odile")
    await change(page, server.url, {"email": "odile@example.org"})
    await page.goto(f"{server.url}/settings")
    saved = await download(page)
    assert saved.suggested_filename == "conclave.zip"
    with zipfile.ZipFile(await saved.path()) as archive:
        assert json.loads(archive.read("account.json"))["email"] == "odile@example.org"


async def test_deleted_account_can_be_kept_for_some_days(server: Any, open_page: Any) -> None:
    page: Page = await open_page()
    await join_as_person(page, server.url, "Oswin")
    await page.goto(f"{server.url}/settings")
    await page.get_by_role("button", name="Delete the account…").click()
    await page.get_by_label("Your password").fill(PASSWORD)
    await page.get_by_role("button", name="Delete the account").click()
    await page.get_by_role("heading", name="This account will be deleted on").wait_for()
    await page.get_by_role("button", name="Download your data…").wait_for()
    await page.get_by_role("button", name="Sign out").click()
    await page.get_by_role("heading", name="This account will be deleted on").wait_for(
        state="detached"
    )

    elsewhere: Page = await open_page()
    await submit_sign_in(elsewhere, server.url, "Oswin")
    await elsewhere.get_by_role("button", name="Keep the account").click()
    await expect(menu_of(elsewhere, "Oswin")).to_be_visible()
    await elsewhere.reload()
    await expect(menu_of(elsewhere, "Oswin")).to_be_visible()


async def test_guest_deletes_the_account_without_a_password(server: Any, open_page: Any) -> None:
    page: Page = await open_page()
    await page.goto(server.url)
    await post(page, server.url, "guests", {"name": "Osric"})
    await page.goto(f"{server.url}/settings")
    await page.get_by_role("button", name="Delete the account…").click()
    await page.get_by_role("button", name="Delete the account").click()
    await page.get_by_role("button", name="Keep the account").click()
    await expect(menu_of(page, "Osric")).to_be_visible()
