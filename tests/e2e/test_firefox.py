"""Firefox: from the lobby to a table of each game, answers, an invitation, a replay, languages."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from devtools.page.person import Person
from devtools.page.table import entries, host, play_until_round
from tests.boards import BOARDS, TITLES
from tests.e2e.chat import say, two_players
from tests.e2e.people import resign_from
from tests.e2e.typist import Typist
from tests.sampling import sampled

PHONE = {"width": 390, "height": 844}
WIDE = {"width": 1280, "height": 800}
ANSWERS = 2
BOT = {"kind": "bot", "bot": "random"}
ASKED = "#question .answers"
FITS = "document.documentElement.scrollWidth <= innerWidth"

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def browser(firefox: Browser) -> Browser:
    return firefox


@pytest.mark.soak
@pytest.mark.parametrize("game", sampled(list(BOARDS), ["battle_for_empyrean"]))
async def test_play_now_leads_to_a_table_that_takes_answers(
    server: Any, open_page: Any, game: str
) -> None:
    """By clicking on a phone's screen, then by keyboard on a large one."""
    page: Page = await open_page(viewport=PHONE)
    await page.goto(server.url)
    await page.get_by_role("button", name=f"Play now: {TITLES[game]}").click()
    await page.locator(ASKED).wait_for()
    assert await page.evaluate(FITS)
    if game == "battle_for_empyrean":
        await page.locator(".deck").first.click()
    person = Person(page, seed=1)
    await answer(page, server.url, ANSWERS, person.act)
    assert person.clicks > 0

    await page.set_viewport_size(WIDE)
    await page.reload()
    await page.locator(ASKED).wait_for()
    assert await page.evaluate(FITS)
    await page.bring_to_front()
    await answer(page, server.url, 2 * ANSWERS, Typist(page).press_something)


async def answer(page: Page, server: str, count: int, act: Callable[[], Awaitable[object]]) -> None:
    """Act until this many answers are committed, or the match is over."""
    match = page.url.rsplit("/", 1)[-1]
    while await entries(page, server, match, seat=0) < count:
        await page.locator(ASKED).wait_for()
        await act()


async def test_friend_joins_by_link_and_both_chat(server: Any, open_page: Any) -> None:
    ada, bob, _ = await two_players(server, open_page)
    await say(bob, "Good luck!")
    await ada.get_by_role("button", name="Bob says: Good luck!").click()
    await say(ada, "You too!")
    await expect(bob.get_by_role("list", name="Chat")).to_contain_text("You too!")


async def test_link_opens_a_moment_of_a_replay(server: Any, open_page: Any) -> None:
    page: Page = await open_page()
    match = await host(page, server.url, game="res_arcana", seats=[{"kind": "me"}, BOT])
    await play_until_round(page, server.url, match["id"], 2)
    await resign_from(page, server.url, match["id"])
    replay = f"{server.url}/m/{match['id']}/replay"

    await page.goto(f"{replay}?ply=3")
    slider = page.get_by_role("slider")
    await expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^3 of \d+$"))
    await expect(page.locator(".table .scroll")).to_contain_text("Random")
    await page.bring_to_front()
    await page.keyboard.press("ArrowRight")
    await expect(slider).to_have_attribute("aria-valuetext", re.compile("^4 of"))
    await expect(page).to_have_url(f"{replay}?ply=4")


async def test_language_changes_at_once_and_persists(server: Any, open_page: Any) -> None:
    page: Page = await open_page(viewport=PHONE)
    await page.goto(server.url)
    assert await page.evaluate(FITS)
    await page.get_by_role("button", name="EN: language English").click()
    await page.get_by_role("button", name="Deutsch").click()
    learn = page.get_by_role("button", name="Res Arcana lernen")
    await expect(learn).to_be_visible()
    await page.reload()
    await expect(learn).to_be_visible()
    await expect(page.locator("html[lang=de]")).to_be_attached()
