"""The API reference and the problem pages, in a browser."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Page, expect

from tests.e2e.axe import violations_at


async def test_reference_shows_an_endpoint_with_its_body(server: Any, page: Page) -> None:
    """Any error on the console, such as a script that the policy refuses, fails the test."""
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    await page.goto(f"{server.url}/docs#/lobby/createMatch")
    opened = page.locator(".opblock.is-open")
    await expect(opened).to_contain_text("/api/v1/matches")
    await expect(opened).to_contain_text("a token needs the scope create")
    await expect(opened).to_contain_text('"visibility": "public"')
    assert all(url.startswith((server.url, "data:", "blob:")) for url in requested), requested


async def test_problem_page_links_to_the_reference(server: Any, page: Page) -> None:
    for path in ("/problems", "/problems/stale-decision"):
        assert not await violations_at(page, server.url + path)
    await page.get_by_role("link", name="Answer a decision").click()
    await expect(page.locator(".opblock.is-open")).to_contain_text("Answer an open decision")
