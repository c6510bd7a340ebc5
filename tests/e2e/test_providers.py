"""Sign-in with a provider on the page: first and further sign-ins, linking, confirmations."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.app.conftest import QUICK
from tests.app.oidc_provider import oidc_provider, settings_of
from tests.e2e.axe import violations_on
from tests.e2e.people import PASSWORD, choose, join_as_person, menu_of

PHONE = {"viewport": {"width": 390, "height": 844}}
DESK = {"viewport": {"width": 1440, "height": 900}}


@pytest.fixture
async def provider() -> Any:
    async with oidc_provider() as provider:
        yield provider


@pytest.fixture
async def server(serve: Any, provider: Any) -> Any:
    return await asyncio.to_thread(serve, **{**QUICK, **settings_of(provider)})


async def sign_in(page: Page, server: Any) -> None:
    await page.goto(f"{server.url}/sign-in")
    await page.get_by_role("link", name="Sign in with Work").click()


async def sign_up(page: Page, server: Any, name: str) -> None:
    await sign_in(page, server)
    field = page.get_by_label("Name", exact=True)
    await expect(field).to_have_value("Ada")
    await field.fill(name)
    await page.get_by_role("button", name="Create the account").click()
    await expect(menu_of(page, name)).to_be_visible()


async def sound(page: Page) -> None:
    """The page suits assistive technology, and is no wider than the screen."""
    assert await violations_on(page) == []
    width = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert await page.evaluate(width) <= 0


async def test_person_signs_up_signs_out_and_in_and_changes_the_ways(
    server: Any, weak_page: Page
) -> None:
    """Signing out may overtake what the page has asked for."""
    page = weak_page
    await sign_up(page, server, "Ada Lovelace")
    await choose(page, "Ada Lovelace", "Sign out")
    await expect(page.get_by_text("You are signed out.")).to_be_visible()
    await sign_in(page, server)
    await expect(menu_of(page, "Ada Lovelace")).to_be_visible()

    await page.goto(f"{server.url}/settings")
    await page.get_by_role("button", name="Set the password…").click()
    await page.get_by_role("button", name="Confirm with Work").click()
    await page.get_by_label("New password").fill(PASSWORD)
    await page.get_by_role("button", name="Set the password", exact=True).click()
    await expect(page.get_by_label("Current password")).to_be_visible()
    await page.get_by_role("button", name="Unlink Work").click()
    await expect(page.get_by_text("You have not linked any provider.")).to_be_visible()
    await page.get_by_role("button", name="Link Work…").click()
    await page.get_by_label("Your password").fill(PASSWORD)
    await page.get_by_role("button", name="Link Work", exact=True).click()
    await expect(page.get_by_role("button", name="Unlink Work")).to_be_visible()


async def test_account_without_a_password_is_deleted_after_a_confirmation(
    server: Any, open_page: Any
) -> None:
    page: Page = await open_page(**PHONE)
    await sign_up(page, server, "Ada Byron")
    await page.goto(f"{server.url}/settings")
    await page.get_by_role("button", name="Delete the account…").click()
    await page.get_by_role("button", name="Confirm with Work").click()
    await page.get_by_role("button", name="Delete the account", exact=True).click()
    leaving = page.get_by_role("heading", name="This account will be deleted on")
    await leaving.wait_for()
    await page.get_by_role("button", name="Sign out").click()
    await leaving.wait_for(state="detached")
    await sign_in(page, server)
    await page.get_by_role("button", name="Download your data…").click()
    await page.get_by_role("button", name="Confirm with Work").click()
    await page.get_by_role("button", name="Download your data", exact=True).click()
    await page.get_by_role("link", name="Save the archive").wait_for()
    await page.get_by_role("button", name="Keep the account").click()
    await expect(menu_of(page, "Ada Byron")).to_be_visible()


async def test_guest_keeps_the_account_by_a_provider(server: Any, open_page: Any) -> None:
    page: Page = await open_page(**PHONE)
    await page.goto(f"{server.url}/")
    await page.get_by_role("button", name="Sign in or choose a name").click()
    await page.get_by_role("button", name="Choose a name", exact=True).click()
    await page.get_by_label("Your name").fill("Gus")
    await page.get_by_role("button", name="Continue").click()
    await expect(menu_of(page, "Gus")).to_be_visible()
    await page.goto(f"{server.url}/register")
    await page.get_by_role("link", name="Sign in with Work").click()
    await expect(page.get_by_label("Name", exact=True)).to_have_value("Gus")
    await page.get_by_role("button", name="Keep it").click()
    await expect(page.get_by_text("Welcome, Gus.")).to_be_visible()
    await page.goto(f"{server.url}/settings")
    await expect(page.get_by_role("heading", name="Set a password")).to_be_visible()


async def test_refused_sign_in_is_explained(server: Any, open_page: Any, provider: Any) -> None:
    page: Page = await open_page(**PHONE)
    provider.claims = {"nonce": "of another sign-in"}
    await sign_in(page, server)
    await expect(page.get_by_role("alert")).to_contain_text("cannot be trusted")
    await sound(page)


@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])
async def test_pages_of_providers_are_accessible(
    server: Any, open_page: Any, screen: Any, request: Any
) -> None:
    page: Page = await open_page(**screen)
    for path in ("/sign-in", "/register"):
        await page.goto(server.url + path)
        await page.get_by_role("link", name="Sign in with Work").wait_for()
        await sound(page)
    await sign_in(page, server)
    await page.get_by_label("Name", exact=True).wait_for()
    await sound(page)
    await page.get_by_label("Name", exact=True).fill("Ada of Screens")
    await page.get_by_role("button", name="Create the account").click()
    await expect(menu_of(page, "Ada of Screens")).to_be_visible()
    await page.goto(f"{server.url}/settings")
    await page.get_by_role("button", name="Unlink Work").wait_for()
    await page.get_by_role("button", name="Delete the account…").click()
    await page.get_by_role("button", name="Confirm with Work").wait_for()
    await sound(page)


async def test_name_dialog_offers_the_providers(server: Any, open_page: Any) -> None:
    page: Page = await open_page(**PHONE)
    await page.goto(f"{server.url}/find")
    await page.get_by_role("button", name="Sign in or choose a name").click()
    await page.get_by_role("button", name="Choose a name", exact=True).click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_role("link", name="Sign in with Work").click()
    await page.get_by_label("Name", exact=True).wait_for()
    assert page.url.endswith("?next=%2Ffind#Ada")


async def test_person_links_with_the_password(server: Any, open_page: Any) -> None:
    page: Page = await open_page(**DESK)
    await join_as_person(page, server.url, "Ann of Links")
    await page.goto(f"{server.url}/settings")
    await page.get_by_role("button", name="Link Work…").click()
    await page.get_by_label("Your password").fill(PASSWORD)
    await page.get_by_role("button", name="Link Work", exact=True).click()
    await expect(page.get_by_role("button", name="Unlink Work")).to_be_visible()
