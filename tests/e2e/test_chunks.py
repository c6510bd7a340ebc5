"""Chunks of the page that fail to load: fetched again once, then a reload is offered."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, Route, expect

from tests.e2e.people import eventually, until
from tests.sampling import sampled

ABOUT = "**/assets/AboutPage-*.js"
ABOUT_SHEET = "**/assets/AboutPage-*.css"
LINK = "header a[href='/about']"
STYLED = """[...document.styleSheets].some(
  ({href, cssRules}) => href?.includes('/assets/AboutPage-') && cssRules.length)"""
ALWAYS = 99
# Vite reports a failed attempt, which may have made several requests.
COUNT = """window.failures = 0;
addEventListener('vite:preloadError', () => { window.failures += 1; })"""
NOTICES = {
    "en": ("Part of the page could not be loaded.", "Reload"),
    "de": ("Ein Teil der Seite konnte nicht geladen werden.", "Neu laden"),
}


async def lose(page: Page, file: str, failures: int) -> None:
    """Abort every request for a file until this many attempts to load it have failed."""

    async def answer(route: Route) -> None:
        # A page that is being left can't be asked.
        if failures == ALWAYS or await page.evaluate("window.failures ?? 0") < failures:
            await route.abort()
        else:
            await route.continue_()

    await page.route(file, answer)


@pytest.mark.parametrize("file", [ABOUT, ABOUT_SHEET])
async def test_chunk_is_fetched_again_after_a_failure(
    server: Any, weak_page: Page, file: str
) -> None:
    page = weak_page
    await page.goto(server.url)
    await page.evaluate(COUNT)
    await lose(page, file, failures=1)
    await page.locator(LINK).click()
    await page.locator("main h1", has_text="About").wait_for()
    await until(page, STYLED)
    assert await page.evaluate("window.failures") == 1
    await expect(page.get_by_text(NOTICES["en"][0])).to_have_count(0)


@pytest.mark.soak
@pytest.mark.parametrize("language", sampled(list(NOTICES), ["de"]))
async def test_page_offers_a_reload_when_a_chunk_keeps_failing(
    server: Any, weak_page: Page, language: str
) -> None:
    page = weak_page
    notice, button = NOTICES[language]
    await page.goto(server.url)
    await page.evaluate("language => localStorage.setItem('conclave.language', language)", language)
    await page.goto(server.url)
    await page.evaluate(COUNT)
    await lose(page, ABOUT, failures=ALWAYS)
    await page.locator(LINK).click()
    await expect(page.get_by_role("status").filter(has_text=notice)).to_be_visible()
    assert await page.evaluate("window.failures") == 2

    await page.unroute(ABOUT)
    await page.get_by_role("button", name=button).click()
    await expect(page.locator("main h1", has_text="Conclave")).to_be_visible()
    await expect(page.get_by_text(notice)).to_have_count(0)


async def test_rest_of_the_page_works_without_failed_chunks(server: Any, weak_page: Page) -> None:
    page = weak_page
    await page.goto(server.url)
    await page.evaluate("localStorage.setItem('conclave.language', 'de')")
    lost: set[str] = set()
    page.on("requestfailed", lambda request: lost.add(request.url.rpartition("/")[2]))
    files = ["common", "cards-res_arcana", "fan", "CardFan", "de"]
    for file in files:
        await lose(page, f"**/assets/{file}-*.js", failures=ALWAYS)
    await page.goto(server.url)
    notice = page.get_by_text(NOTICES["en"][0])
    await expect(notice).to_be_visible()

    async def each_is_lost() -> None:
        assert all(any(name.startswith(f"{file}-") for name in lost) for file in files), lost

    await eventually(each_is_lost)
    await page.get_by_role("button", name="Dismiss").click()
    await expect(notice).to_be_hidden()
    await page.locator("header a[href='/games']").click()
    await expect(page.locator("main h1")).to_be_visible()
