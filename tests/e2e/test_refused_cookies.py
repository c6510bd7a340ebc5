"""Refused cookies, as inside chat apps: the page says so, and no account is lost."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.async_api import Page, Route, expect

from devtools.page.table import host
from tests.e2e.people import PASSWORD, get

pytestmark = pytest.mark.timeout(120)

NOTICE = "This browser refuses cookies"
SENT = ("accept", "content-type", "origin")
SESSIONS = "**/api/v1/{guests,accounts,sessions,sessions/**}"


async def refuse_cookies(page: Page) -> list[tuple[str, int]]:
    """Strip cookies from replies; returns the requests for a session, as they come."""
    session_requests: list[tuple[str, int]] = []

    async def forward(route: Route) -> None:
        sent = route.request
        headers = {name: value for name, value in sent.headers.items() if name in SENT}
        async with httpx.AsyncClient() as client:
            reply = await client.request(
                sent.method, sent.url, headers=headers, content=sent.post_data_buffer
            )
        session_requests.append((sent.url.partition("/api/v1")[2], reply.status_code))
        reply_headers = {
            name: value for name, value in reply.headers.items() if name == "content-type"
        }
        await route.fulfill(status=reply.status_code, headers=reply_headers, body=reply.content)

    await page.route(SESSIONS, forward)
    return session_requests


async def test_invitation_reports_refused_cookies_and_creates_one_guest(
    server: Any, open_page: Any
) -> None:
    ada, page = await open_page(), await open_page()
    seats = [{"kind": "me"}, {"kind": "open"}]
    match = await host(ada, server.url, game="tiny", seats=seats, visibility="private")
    session_requests = await refuse_cookies(page)
    await page.goto(match["invite"]["url"])
    await page.get_by_role("textbox").fill("Bob")
    sit = page.locator("main form button[type=submit]")
    await sit.click()
    await expect(page.get_by_text(NOTICE)).to_be_visible()
    await expect(page.get_by_role("textbox")).to_have_value("Bob")
    await sit.click()
    await expect(page.get_by_text(NOTICE)).to_be_visible()
    assert session_requests == [("/guests", 201)]
    table = await get(ada, server.url, f"matches/{match['id']}")
    assert [seat["kind"] for seat in table["seats"]] == ["human", "open"]

    await page.goto(server.url)
    for _ in range(2):
        await page.get_by_role("button", name="Play now: Tiny").click()
        await expect(page.get_by_text(NOTICE)).to_be_visible()
    assert len(session_requests) == 2, "a page that was loaded again tries once"


async def test_sign_in_and_registration_report_refused_cookies(server: Any, open_page: Any) -> None:
    page = await open_page()
    session_requests = await refuse_cookies(page)
    await page.goto(f"{server.url}/register")
    await page.get_by_label("Name", exact=True).fill("Cookieless Cleo")
    await page.get_by_label("Password", exact=True).fill(PASSWORD)
    await page.locator("main form button[type=submit]").click()
    await expect(page.get_by_text(NOTICE)).to_be_visible()
    await page.goto(f"{server.url}/sign-in")
    await page.get_by_label("Name", exact=True).fill("Cookieless Cleo")
    await page.get_by_label("Password", exact=True).fill(PASSWORD)
    await page.locator("main form button[type=submit]").click()
    await expect(page.get_by_text(NOTICE)).to_be_visible()
    assert session_requests == [("/accounts", 201), ("/sessions", 201)]


async def test_browser_with_cookies_disabled_requests_no_guest(server: Any, open_page: Any) -> None:
    page = await open_page()
    await page.add_init_script("Object.defineProperty(navigator, 'cookieEnabled', {value: false})")
    session_requests = await refuse_cookies(page)
    await page.goto(server.url)
    await page.get_by_role("button", name="Play now: Tiny").click()
    await expect(page.get_by_text(NOTICE)).to_be_visible()
    assert session_requests == []
