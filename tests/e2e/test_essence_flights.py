"""Essence flights: tokens fly to the pool that gains them, which counts them as they arrive."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page

from devtools.page.table import host, play_until_round
from tests.e2e.people import until

pytestmark = pytest.mark.timeout(180)

# Records each token as it sets off and as it is gone, with the numbers of all pools then.
RECORD = """() => {
  window.flights = [];
  const pools = () => [...document.querySelectorAll('[data-moves^="essence:"] b')]
    .map((count) => Number(count.textContent));
  const record = (what) => window.flights.push({what, sum: pools().reduce((a, b) => a + b, 0)});
  new MutationObserver((changes) => {
    for (const {addedNodes, removedNodes} of changes) {
      if (addedNodes.length) record('begins');
      if (removedNodes.length) requestAnimationFrame(() => record('lands'));
    }
  }).observe(document.querySelector('.flights'), {childList: true});
}"""
ALL_LANDED = """() => window.flights.some(({what}) => what === 'begins')
  && !document.querySelector('.flights img')"""


async def sit(server: Any, page: Page) -> None:
    match = await host(
        page,
        server.url,
        game="res_arcana",
        seats=[{"kind": "me"}, {"kind": "bot", "bot": "greedy"}],
    )
    await play_until_round(page, server.url, match["id"], 1)
    await page.goto(f"{server.url}/m/{match['id']}")
    await page.locator("#question .answers").wait_for()
    await page.evaluate(RECORD)


async def discard_the_first_card(page: Page) -> None:
    """A discard gains a Gold or two others, and needs nothing."""
    answers = page.locator("#question .answers")
    await page.keyboard.press("0")
    await answers.get_by_role("button", name="Discard").first.click()
    await page.get_by_role("button", name="1 Gold").first.click()


async def test_gained_tokens_fly_and_the_pool_counts_them_on_arrival(
    server: Any, open_page: Any
) -> None:
    page: Page = await open_page(viewport={"width": 1440, "height": 900})
    await sit(server, page)
    await discard_the_first_card(page)
    await until(page, ALL_LANDED)
    flights = await page.evaluate("window.flights")
    begun = next(flight for flight in flights if flight["what"] == "begins")
    assert flights[-1]["sum"] > begun["sum"]


async def test_nothing_flies_with_reduced_motion(server: Any, open_page: Any) -> None:
    page: Page = await open_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    await sit(server, page)
    await discard_the_first_card(page)
    await page.locator("[data-region=pool] .change").first.wait_for(state="attached")
    assert await page.evaluate("window.flights") == []
