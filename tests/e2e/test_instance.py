"""A host's own server in the browser: its name, pages and colours, invitations, announcements."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from playwright.async_api import Page, expect

from tests.app.test_instance import folder  # noqa: F401 - a fixture
from tests.e2e.people import PASSWORD, menu_of

PHONE = {"viewport": {"width": 390, "height": 844}}


async def test_page_shows_whose_server_it_is(
    serve: Any,
    open_page: Any,
    admin: Any,
    folder: Path,  # noqa: F811
) -> None:
    server = await asyncio.to_thread(serve, INSTANCE_FOLDER=str(folder))
    await admin("announce", "Back at nine.", "--lang", "de=Um neun wieder da.")
    await admin("maintenance")
    page: Page = await open_page(**PHONE)
    await page.goto(server.url)
    await expect(page).to_have_title("Tower and Table")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Heavy games on Thursdays")
    await expect(page.get_by_role("banner")).to_contain_text("Tower and Table")
    await expect(page.get_by_role("status").first).to_contain_text("Back at nine. Maintenance")
    accent = await page.get_by_role("link", name="Find an opponent", exact=True).evaluate(
        "element => getComputedStyle(element).backgroundColor"
    )
    assert accent == "rgb(224, 164, 88)"
    footer = page.get_by_role("contentinfo")
    await expect(footer.get_by_role("link", name="Contact")).to_have_attribute(
        "href", "mailto:table@example.org"
    )
    await footer.get_by_role("link", name="Imprint").click()
    await expect(page.get_by_role("article")).to_contain_text("Ada <b>Lovelace</b>")


async def test_server_without_guests_admits_people_by_invitation(
    serve: Any, open_page: Any, admin: Any
) -> None:
    server = await asyncio.to_thread(serve, REGISTRATION="invitation", GUESTS="false")
    link = (await admin("invite", "--note", "chess club")).splitlines()[0]
    page: Page = await open_page(**PHONE)
    await page.goto(f"{server.url}/find")
    await page.get_by_role("button", name="Sign in or choose a name").click()
    await page.get_by_role("button", name="Choose a name", exact=True).click()
    await expect(page.get_by_role("dialog")).to_contain_text("you need an account to play")
    await page.goto(link)
    await page.get_by_label("Name", exact=True).fill("Ada")
    await page.get_by_label("Password", exact=True).fill(PASSWORD)
    await page.get_by_role("button", name="Create the account").click()
    await expect(menu_of(page, "Ada")).to_be_visible()
