"""Where a proxy or filter refuses websockets, a match is played over plain requests."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, Route, expect

from devtools.page.person import Person
from devtools.page.table import host, play_out, result_on
from tests.e2e.chat import lines, say
from tests.e2e.people import eventually, get

TIMEOUT_S = 120
NOTICE = "Websockets are refused here"
TINY = {"game": "tiny", "options": {"turns": 3}, "seats": [{"kind": "me"}, {"kind": "open"}]}
DECISIONS = "**/api/v1/matches/*/decisions/*"

REFUSING = """
(() => {
  const Real = window.WebSocket;
  let refusals = %s;
  window.opened = 0;
  window.WebSocket = function (address) {
    if (refusals-- <= 0) {
      window.opened += 1;
      return new Real(address);
    }
    const socket = { send() {}, close() {} };
    setTimeout(() => socket.onclose?.(new CloseEvent('close', { code: 1006 })));
    return socket;
  };
  window.asked = [];
  new MutationObserver(() => {
    const asked = document.querySelector('#question .sentence')?.textContent.trim();
    if (asked && asked !== window.asked.at(-1)) window.asked.push(asked);
  }).observe(document, { childList: true, characterData: true, subtree: true });
})();
"""
"""Refuses websockets as a proxy does, and records all questions of the table."""

pytestmark = pytest.mark.timeout(TIMEOUT_S + 60)


async def refused(open_page: Any, *, refusals: int | str = "Infinity") -> Page:
    """A page whose first websockets are refused."""
    return await refuse(await open_page(), refusals)


async def refuse(page: Page, refusals: int | str = "Infinity") -> Page:
    await page.add_init_script(REFUSING % refusals)
    return page


async def test_whole_match_is_played_over_plain_requests(server: Any, open_page: Any) -> None:
    ada_page, bob_page, watching = [await refused(open_page) for _ in range(3)]
    match = await host(ada_page, server.url, **TINY, visibility="public")
    path = f"/m/{match['id']}"
    await ada_page.goto(server.url + path)
    await expect(ada_page.get_by_role("button", name="Leave the table")).to_be_visible()
    ada, bob = Person(ada_page, seed=1), Person(bob_page, seed=2)
    await bob.join_by_link(match["invite"]["url"], "Bob")
    await watching.goto(server.url + path)
    for page in (ada_page, bob_page, watching):
        await expect(page.get_by_text(NOTICE)).to_be_visible()

    await play_out(ada, bob, seconds=TIMEOUT_S)

    results = [await result_on(page) for page in (ada_page, bob_page, watching)]
    assert results[0] == results[1] == results[2]
    for page in (ada_page, bob_page):
        assert "You are watching" not in await page.evaluate("window.asked")
        assert not await page.evaluate("window.opened")


async def test_player_without_websockets_is_present_and_can_chat(
    server: Any, open_page: Any
) -> None:
    ada, bob = await refused(open_page), await open_page()
    match = await host(ada, server.url, **TINY, visibility="private")
    await Person(bob, seed=2).join_by_link(match["invite"]["url"], "Bob")
    await ada.goto(f"{server.url}/m/{match['id']}")
    await ada.locator("#question .answers").wait_for()

    async def both_are_here() -> None:
        frame = await get(bob, server.url, f"matches/{match['id']}/view")
        assert frame["presence"]["seats"] == {"0": "here", "1": "here"}

    await eventually(both_are_here)
    await say(ada, "Good luck")
    await say(bob, "You too")
    for page in (ada, bob):
        for text in ("Good luck", "You too"):
            await expect(lines(page).filter(has_text=text)).to_be_visible()


async def test_answer_counts_once_when_its_reply_is_lost(
    server: Any, open_page: Any, weak_page: Page
) -> None:
    ada, bob = await refuse(weak_page), await open_page()
    match = await host(ada, server.url, **TINY, visibility="private")
    await Person(bob, seed=2).join_by_link(match["invite"]["url"], "Bob")
    await ada.goto(f"{server.url}/m/{match['id']}")
    keys: list[str | None] = []

    async def lose_the_first_reply(route: Route) -> None:
        keys.append(route.request.headers.get("idempotency-key"))
        reply = await route.fetch()
        if len(keys) > 1:
            await route.fulfill(response=reply)
        else:
            await route.fulfill(status=502, body="<h1>Bad gateway</h1>", content_type="text/html")

    await ada.route(DECISIONS, lose_the_first_reply)
    await ada.locator("#question .answers").wait_for()
    person = Person(ada, seed=1)

    async def sent_again() -> None:
        await person.act()
        assert len(keys) >= 2

    await eventually(sent_again)
    await expect(ada.locator("#question")).to_have_attribute("aria-busy", "false")
    assert len(keys) >= 2
    assert keys[0] == keys[1]
    log = await get(ada, server.url, f"matches/{match['id']}/log")
    assert len([entry for entry in log["entries"] if entry.get("seat") == 0]) == len(set(keys))


async def test_page_switches_back_to_a_working_websocket(server: Any, open_page: Any) -> None:
    ada, bob = await refused(open_page, refusals=2), await open_page()
    match = await host(ada, server.url, **TINY, visibility="private")
    await Person(bob, seed=2).join_by_link(match["invite"]["url"], "Bob")
    posted: list[str] = []
    ada.on("request", lambda sent: posted.append(sent.url) if sent.method == "POST" else None)
    await ada.goto(f"{server.url}/m/{match['id']}")
    await ada.locator("#question .answers").wait_for()

    async def a_socket_is_open() -> None:
        assert await ada.evaluate("window.opened") == 1

    await eventually(a_socket_is_open)
    await expect(ada.get_by_text(NOTICE)).to_have_count(0)
    await play_out(Person(ada, seed=1), Person(bob, seed=2), seconds=TIMEOUT_S)
    assert not [url for url in posted if "/decisions/" in url]
