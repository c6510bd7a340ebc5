"""Mail in the browser: an address is verified, a lost password replaced."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.app.mail_server import LINK, Mailbox, mail_server, text_of
from tests.e2e.axe import violations_on
from tests.e2e.people import PASSWORD, choose, menu_of

PHONE = {"viewport": {"width": 390, "height": 844}}
DESKTOP = {"viewport": {"width": 1440, "height": 900}}
ADDRESS = "ada@example.org"


async def link_in_mail(mailbox: Mailbox) -> str:
    link = LINK.search(text_of(await mailbox.next()))
    assert link is not None
    return link[0]


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
async def test_lost_password_is_replaced_by_mail(serve: Any, open_page: Any, size: Any) -> None:
    mailbox = Mailbox()
    with mail_server(mailbox) as settings:
        server = await asyncio.to_thread(serve, **settings)
        page: Page = await open_page(**size)
        await page.goto(f"{server.url}/register")
        await page.get_by_label("Name", exact=True).fill("Ada")
        await page.get_by_label("Password", exact=True).fill(PASSWORD)
        await page.get_by_label("E-mail (optional)").fill(ADDRESS)
        await page.get_by_role("button", name="Create the account").click()
        await expect(menu_of(page, "Ada")).to_be_visible()
        await page.goto(f"{server.url}/settings")
        await expect(page.get_by_text("This address is not verified yet")).to_be_visible()
        assert await violations_on(page) == []

        await page.goto(await link_in_mail(mailbox))
        await expect(page.get_by_text("The address is verified")).to_be_visible()
        await page.get_by_role("main").get_by_role("link", name="Settings").click()
        await expect(page.get_by_text("This address is verified")).to_be_visible()
        await page.get_by_label("E-mail (optional)").fill("else@example.org")
        await expect(page.get_by_label("Current password").first).to_be_visible()
        await choose(page, "Ada", "Sign out")
        await expect(menu_of(page, "Ada")).to_be_hidden()

        await page.goto(f"{server.url}/sign-in")
        await page.get_by_role("link", name="Forgot your password?").click()
        await page.get_by_label("E-mail").fill(ADDRESS)
        await page.get_by_role("button", name="Send the link").click()
        await expect(page.get_by_text("the link is on its way")).to_be_visible()
        assert await violations_on(page) == []
        await page.goto(await link_in_mail(mailbox))
        await page.get_by_label("Password", exact=True).fill("another horse battery")
        await page.get_by_role("button", name="Save and sign in").click()
        await expect(menu_of(page, "Ada")).to_be_visible()


async def test_operator_sends_a_test_mail(
    serve: Any,
    open_page: Any,
    admin: Any,
) -> None:
    mailbox = Mailbox()
    with mail_server(mailbox) as settings:
        server = await asyncio.to_thread(serve, **settings)
        link = (await admin("invite", "--role", "operator")).splitlines()[0]
        page: Page = await open_page(**PHONE)
        await page.goto(link)
        await page.get_by_label("Name", exact=True).fill("Ada")
        await page.get_by_label("Password", exact=True).fill(PASSWORD)
        await page.get_by_role("button", name="Create the account").click()
        await expect(menu_of(page, "Ada")).to_be_visible()
        await page.goto(f"{server.url}/admin/server")
        await page.get_by_label("Address", exact=True).fill(ADDRESS)
        await page.get_by_role("button", name="Send a test").click()
        await expect(page.get_by_text("The mail server has taken it")).to_be_visible()
        assert (await mailbox.next())["To"] == ADDRESS
