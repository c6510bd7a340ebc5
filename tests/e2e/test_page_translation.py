"""Page translation by a browser: every text stays correct, and explanations are translated."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from devtools.page.table import host
from tests.e2e.people import eventually, get, post
from tests.sampling import sampled

TRANSLATOR = (Path(__file__).parents[2] / "web/tests/translator.js").read_text()
GAMES = ("res_arcana", "battle_for_empyrean", "ascended_kings")
HIGH = {"viewport": {"width": 1440, "height": 2400}}
"""Room for all texts of a board: in less, those left out depend on earlier ones."""
ANSWERS = 14
TEXT = """(selector) => [...document.querySelectorAll(selector)]
  .map((part) => part.textContent.replace(/\\s+/g, ' ').replace(/\\d+:\\d\\d/g, 'm:ss').trim())"""
"""Without clock times, which the two pages read one after the other."""
LOG = "[data-region=log] .body"
TABLE = ".match .above, .match .table, .match > .ribbon, .match > .front"

pytestmark = pytest.mark.timeout(180)


async def translated(open_page: Any) -> Page:
    """A page whose browser translates it from its first text on."""
    page: Page = await open_page(**HIGH)
    begin = "addEventListener('DOMContentLoaded', () => globalThis.translatePage())"
    await page.add_init_script(f"{TRANSLATOR};{begin}")
    return page


async def plain_and_translated(open_page: Any, server: Any) -> tuple[Page, Page]:
    """Ada's page as it is, and another page of hers that her browser translates."""
    plain, other = await open_page(**HIGH), await translated(open_page)
    await post(plain, server.url, "guests", {"name": "Ada"})
    await other.context.add_cookies(await plain.context.cookies())
    return plain, other


async def expect_same_texts(plain: Page, other: Page, selector: str, *, newest: int = 0) -> None:
    """Wait until both pages have the same texts there, not all empty, or the same `newest` ones."""

    async def same() -> None:
        texts = await plain.evaluate(TEXT, selector)
        assert newest or any(texts)
        assert (await other.evaluate(TEXT, selector))[-newest:] == texts[-newest:]

    await eventually(same)


async def fonts(page: Page, selector: str) -> int:
    return await page.locator(f"{selector} font").count()


async def answer(page: Page, server: str, match: str) -> bool:
    """Answer the first question of the page's owner by the API; returns whether there was one."""
    frame = await get(page, server, f"matches/{match}/view")
    for decision in frame["decisions"]:
        if decision["optional"]:
            continue
        options = [
            option["key"] for option in decision.get("options", []) if option.get("kind") != "pass"
        ]
        single = decision["kind"] == "choose" and decision["max"] == 1 and decision["min"] == 1
        body = {"answer": options[0] if single and options else decision["default"]}
        await post(page, server, f"matches/{match}/decisions/{decision['id']}", body)
        return True
    return False


async def until_asked(page: Page, server: str, match: str) -> dict[str, Any]:
    """The question that the server asks the page's owner; a bot may be thinking."""

    async def asked() -> dict[str, Any]:
        frame = await get(page, server, f"matches/{match}/view")
        decisions = [decision for decision in frame["decisions"] if not decision["optional"]]
        assert decisions
        decision: dict[str, Any] = decisions[0]
        return decision

    return await eventually(asked)


@pytest.mark.soak
@pytest.mark.parametrize("game", sampled(GAMES, ["battle_for_empyrean"]))
async def test_table_stays_correct_when_translated(server: Any, open_page: Any, game: str) -> None:
    plain, other = await plain_and_translated(open_page, server)
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    settings = {"visibility": "private", "clock": {"kind": "bank", "seconds": 1800}}
    match = await host(plain, server.url, game=game, seats=seats, **settings)
    for page in (plain, other):
        await page.goto(f"{server.url}/m/{match['id']}")
        await page.locator("#question .answers").wait_for()
        if not await page.locator(LOG).count():
            await page.keyboard.press("l")
    for _ in range(ANSWERS):
        asked = await until_asked(plain, server.url, match["id"])
        for page in (plain, other):
            decision = page.locator(f"#question[data-decision='{asked['id']}']")
            await decision.wait_for()
        await expect_same_texts(plain, other, TABLE)
        # Older lines are drawn only near the visible ones.
        await expect_same_texts(plain, other, f"{LOG} li", newest=2)
        assert await answer(plain, server.url, match["id"])
    assert not await fonts(other, ".match :is(.above, .table, .ribbon, div.front)")

    await other.keyboard.press("r")
    await other.get_by_role("searchbox").wait_for()

    async def rules_are_translated() -> None:
        assert await fonts(other, LOG)

    await eventually(rules_are_translated)
    await plain.keyboard.press("r")
    await plain.get_by_role("searchbox").wait_for()
    for word in ("a", "an", "ro"):
        for page in (plain, other):
            await page.get_by_role("searchbox").fill(word)
        await expect_same_texts(plain, other, LOG)


async def test_inspected_card_is_translated_and_correct(server: Any, open_page: Any) -> None:
    plain, other = await plain_and_translated(open_page, server)
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    match = await host(plain, server.url, game="res_arcana", seats=seats, visibility="private")
    for page in (plain, other):
        await page.goto(f"{server.url}/m/{match['id']}")
        await page.locator("#question .answers").wait_for()
    cards = ".match :is(.draft, .front .hand) [data-thing^='card:']"
    assert await plain.locator(cards).count() >= 2
    for place in range(2):
        for page in (plain, other):
            await page.locator(cards).nth(place).hover()
            await page.locator(".inspector").wait_for()
        await expect_same_texts(plain, other, ".inspector")
        assert await fonts(other, ".inspector")


async def test_lists_rooms_results_and_replays_stay_correct_when_translated(
    server: Any, open_page: Any
) -> None:
    plain, other = await plain_and_translated(open_page, server)
    bob = await open_page(**HIGH)
    await post(bob, server.url, "guests", {"name": "Bob"})
    for page in (plain, other):
        await page.goto(server.url)
    settings: dict[str, Any] = {"game": "tiny", "options": {"turns": 2}, "visibility": "public"}
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    match = await host(plain, server.url, **settings, seats=seats)
    path = f"matches/{match['id']}"
    link = f"a[href='/m/{match['id']}']"
    mine = f"section:has({link}) :is(h2, li:has({link}))"
    for page in (plain, other):
        await page.locator(link).first.wait_for()
    await expect_same_texts(plain, other, mine)

    for page in (plain, other):
        await page.goto(f"{server.url}/m/{match['id']}")
        await page.get_by_role("button", name="Leave the table").wait_for()
    await post(bob, server.url, f"{path}/seats", {"code": match["invite"]["code"]})
    for page in (plain, other):
        await expect(page.locator(".seats")).to_contain_text("Bob")
    await expect_same_texts(plain, other, "main")
    await _start_and_finish(plain, bob, server.url, path)
    for page in (plain, other):
        await page.locator("dialog[open] table").first.wait_for()
    await expect_same_texts(plain, other, "dialog[open] table")

    for page in (plain, other):
        await page.goto(f"{server.url}/m/{match['id']}/replay")
        await page.locator(".match .scroll > *").first.wait_for()
    for key in ("Home", "ArrowRight", "ArrowRight", "End"):
        for page in (plain, other):
            await page.keyboard.press(key)
        await expect_same_texts(plain, other, TABLE)
    assert await other.title() == await plain.title()


async def _start_and_finish(ada: Page, bob: Page, server: str, path: str) -> None:
    seat = next(
        seat["seat"] for seat in (await get(ada, server, path))["seats"] if seat["kind"] == "open"
    )
    request, origin = ada.context.request, {"Origin": server}
    body = {"kind": "bot", "bot": "random"}
    reply = await request.put(f"{server}/api/v1/{path}/seats/{seat}", data=body, headers=origin)
    assert reply.ok, await reply.text()
    if (await get(ada, server, path))["status"] == "open":
        await post(ada, server, f"{path}/start")
    match = path.removeprefix("matches/")
    async with asyncio.timeout(60):
        while (await get(ada, server, path))["status"] == "playing":
            for page in (ada, bob):
                await answer(page, server, match)


async def test_text_changed_during_its_translation_stays_correct(
    server: Any, open_page: Any
) -> None:
    page = await translated(open_page)
    await page.goto(f"{server.url}/about")
    await page.locator("main font").first.wait_for()
    text = await page.evaluate(
        """async () => {
          const text = document.createTextNode('Round 1');
          const place = document.createElement('p');
          place.append(text);
          document.querySelector('main').append(place);
          await Promise.resolve();
          const font = document.createElement('font');
          font.textContent = text.data;
          if (text.isConnected && !text.nextSibling) text.replaceWith(font);
          text.nodeValue = 'Round 2';
          await new Promise((done) => setTimeout(done, 50));
          return place.textContent;
        }"""
    )
    assert text == "Round 2"
