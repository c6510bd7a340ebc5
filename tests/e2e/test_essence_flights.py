"""Essence flights: tokens fly to the pool that gains them, which counts them as they arrive."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page

from devtools.page.table import host, origin_of, play_until_round
from tests.e2e.people import until

pytestmark = pytest.mark.timeout(180)

POOLS = """() => [...document.querySelectorAll('[data-region=pool] [data-moves^="essence:gold"] b')]
  .map((count) => Number(count.textContent))"""

# Records each token as it sets off and as it is gone, with the Gold in the own pool then.
RECORD = f"""() => {{
  window.flights = [];
  const pools = {POOLS};
  const record = (what) => window.flights.push({{what, sum: pools().reduce((a, b) => a + b, 0)}});
  new MutationObserver((changes) => {{
    for (const {{addedNodes, removedNodes}} of changes) {{
      if (addedNodes.length) record('begins');
      if (removedNodes.length) requestAnimationFrame(() => record('lands'));
    }}
  }}).observe(document.querySelector('.flights'), {{childList: true}});
}}"""
VIEWPORT = {"width": 1440, "height": 900}

# What was recorded first of those where the own pool counts more Gold than in the beginning.
GAIN = "window.flights.find(({sum}) => sum > window.flights[0].sum)"


async def sit(server: Any, page: Page) -> str:
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
    return str(match["id"])


async def discard_for_gold(server: Any, page: Page, match: str) -> None:
    """Another browser of the same player discards a card, which gains a Gold; what is asked before
    is answered by default.
    """
    address = f"{server.url}/api/v1/matches/{match}"
    wanted = ["discard:", "gold"]
    while wanted:
        frame = await (await page.context.request.get(f"{address}/view")).json()
        for asked in frame["decisions"]:
            keys = [option["key"] for option in asked.get("options", [])]
            fitting = [key for key in keys if key.startswith(wanted[0])]
            answer = await page.context.request.post(
                f"{address}/decisions/{asked['id']}",
                data={"answer": fitting[0] if fitting else asked["default"]},
                headers=origin_of(server.url),
            )
            assert answer.ok, await answer.text()
            if fitting:
                wanted.pop(0)
            break


async def test_gained_tokens_fly_and_the_pool_counts_them_on_arrival(
    server: Any, open_page: Any
) -> None:
    page: Page = await open_page(viewport=VIEWPORT, reduced_motion="no-preference")
    match = await sit(server, page)
    await discard_for_gold(server, page, match)
    # Other tokens may have landed before: the page shows one batch of events after another.
    await until(page, f"Boolean({GAIN})")
    assert (await page.evaluate(GAIN))["what"] == "lands"


async def test_nothing_flies_with_reduced_motion(server: Any, open_page: Any) -> None:
    page: Page = await open_page(viewport=VIEWPORT, reduced_motion="reduce")
    match = await sit(server, page)
    before = sum(await page.evaluate(POOLS))
    await discard_for_gold(server, page, match)
    await until(page, f"({POOLS})().reduce((a, b) => a + b, 0) > {before}")
    assert await page.evaluate("window.flights") == []
