"""Optional questions are dismissed on the page alone."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Page, expect

from devtools.page.table import entries, host
from tests.app.wire import arrive

KINGS = {"kings": "random", "first": "creator"}
GEMS = {"aria": 1, "egis": 1, "pyre": 1}


async def offered(page: Page, server: str) -> tuple[Any, str]:
    """A match in which Bob is to move, and Ada may use an Instant Power."""
    bob = await arrive(server, "Bob")
    for _ in range(8):
        seats = [{"kind": "me"}, {"kind": "open"}]
        match = (await host(page, server, game="ascended_kings", options=KINGS, seats=seats,
                            visibility="public"))["id"]  # fmt: skip
        await bob.post(f"/matches/{match}/seats")
        ada = await answers(page, server, match, GEMS)
        await bob.answer(match, (await bob.view(match))["decisions"][0]["id"], GEMS)
        for step in ("state:active", "done"):
            ada = await answers(page, server, match, step)
        if any(decision["optional"] for decision in ada["decisions"]):
            return bob, match
    raise AssertionError("no hand had a usable card")


async def answers(page: Page, server: str, match: str, choice: Any) -> Any:
    """Give Ada's answer; returns her next frame."""
    address, origin = f"{server}/api/v1/matches/{match}", {"Origin": server}
    frame = await (await page.context.request.get(f"{address}/view")).json()
    asked = next(decision["id"] for decision in frame["decisions"] if not decision["optional"])
    answer = await page.context.request.post(
        f"{address}/decisions/{asked}", data={"answer": choice}, headers=origin
    )
    assert answer.status == 200, await answer.text()
    return await (await page.context.request.get(f"{address}/view")).json()


async def test_dismissed_instant_stays_hidden_until_something_happens(
    page: Page, server: Any
) -> None:
    bob, match = await offered(page, server.url)
    before = await entries(page, server.url, match, 0)
    await page.goto(f"{server.url}/m/{match}")
    offer = page.locator("#question .offer")
    await expect(offer).to_be_visible()
    await offer.get_by_role("button", name="Not now").click()
    await expect(offer).to_have_count(0)
    assert await entries(page, server.url, match, 0) == before, "dismissing it sends nothing"
    asked = (await bob.view(match))["decisions"][0]["id"]
    await bob.answer(match, asked, "state:active")
    await expect(offer).to_be_visible()
    await page.keyboard.press("p")
    await expect(offer).to_have_count(0)
