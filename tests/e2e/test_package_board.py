"""A board from a game's package: the template's, on the page around it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from app.authoring.new_game import TEMPLATE
from devtools.page.table import entries, host
from tests.app.conftest import running
from tests.boarded_game import install, write_package
from tests.e2e.axe import violations_on
from tests.e2e.conftest import SHARED
from tests.e2e.people import eventually
from tests.server_process import Server

LAPTOP = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
SEATS = [{"kind": "me"}, {"kind": "bot", "bot": "easy"}]
ROUNDS = 3
FAILING = """
const way = new URLSearchParams(location.search).get('fail');
const fail = (now) => { if (now === way) throw new Error(way); };
export default class extends HTMLElement {
  set view(view) { fail('view'); }
  connectedCallback() {
    requestAnimationFrame(() => fail('later'));
    Promise.resolve('promise').then(fail);
    this.append(document.createElement('button'));
    this.firstChild.textContent = 'Press';
    this.firstChild.onclick = () => fail('press');
    fail('connected');
  }
}
"""
ARE_IN_SIGHT = """(elements) => elements.map((element) => element.getBoundingClientRect())
  .every(({left, right}) => left >= 0 && right <= innerWidth)"""
COVERS_NO_BUTTON = """() => {
  const line = document.querySelector('.ticker')?.getBoundingClientRect();
  const before = window.lineBefore;
  window.lineBefore = JSON.stringify(line);
  if (!line?.height || window.lineBefore !== before) return false;
  const buttons = document.querySelector('[data-region=board] > *').shadowRoot
    .querySelectorAll('button');
  return [...buttons].map((button) => button.getBoundingClientRect()).every((rect) =>
    rect.left >= line.right || rect.right <= line.left ||
    rect.top >= line.bottom || rect.bottom <= line.top);
}"""
"""Whether the line with the latest event is there, stands still, and covers no button."""
IS_LOADED = "(img) => img.complete && img.naturalWidth > 0"

pytestmark = pytest.mark.timeout(180)


@pytest.fixture(scope="module")
def market(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has the template as it stands."""
    folder = tmp_path_factory.mktemp("market")
    settings = install(folder / "site", "night_market", "conclave_night_market", TEMPLATE)
    yield from running(folder, "server.log", SHARED | settings, forked=False)


def board_on(page: Page) -> Locator:
    return page.locator("[data-region=board]")


async def play_on_the_board(page: Page) -> int:
    """Press what the board offers until the match is over; returns the number of presses."""
    offers, sheet = board_on(page).locator("button.open"), page.locator("dialog[open] table")
    presses = 0
    while not await sheet.count():
        if await offers.count():
            await offers.first.click()
            presses += 1
            await expect(offers.first.or_(sheet.first)).to_be_visible()
        await asyncio.sleep(0.05)
    return presses


@pytest.mark.parametrize("screen", [LAPTOP, PHONE], ids=["laptop", "phone"])
async def test_match_is_played_by_pressing_the_board(
    market: Server, open_page: Any, screen: dict[str, Any]
) -> None:
    page: Page = await open_page(**screen)
    options = {"rounds": ROUNDS}
    match = await host(page, market.url, game="night_market", seats=SEATS, options=options)
    await page.goto(f"{market.url}/m/{match['id']}")
    await expect(board_on(page).locator(".hand button.open")).to_have_count(5)
    assert await board_on(page).locator("button").evaluate_all(ARE_IN_SIGHT)
    assert await violations_on(page) == []
    presses = await play_on_the_board(page)
    answers = await entries(page, market.url, match["id"], seat=0)
    assert presses >= answers >= ROUNDS


@pytest.mark.parametrize("screen", [LAPTOP, PHONE], ids=["laptop", "phone"])
async def test_latest_event_covers_no_button_of_the_board(
    market: Server, open_page: Any, screen: dict[str, Any]
) -> None:
    page: Page = await open_page(**screen)
    match = await host(page, market.url, game="night_market", seats=SEATS)
    await page.goto(f"{market.url}/m/{match['id']}")
    card = board_on(page).locator(".hand button.open").first
    await expect(card).to_be_visible()
    # The line stands for two seconds: the page looks at each frame from before the press.
    seen = asyncio.create_task(page.wait_for_function(COVERS_NO_BUTTON))
    await card.click()
    await seen


async def test_question_bar_answers_without_the_board(market: Server, open_page: Any) -> None:
    page: Page = await open_page(**LAPTOP)
    match = await host(page, market.url, game="night_market", seats=SEATS)
    await page.goto(f"{market.url}/m/{match['id']}")
    await page.locator("#question").get_by_role("button", name="All 5 answers").click()
    buttons = page.locator("#question .list button")
    await expect(buttons).to_have_count(5)
    await buttons.first.click()

    async def is_answered() -> None:
        assert await entries(page, market.url, match["id"], seat=0) == 1

    await eventually(is_answered)


async def test_card_of_the_board_is_shown_large(market: Server, open_page: Any) -> None:
    page: Page = await open_page(**LAPTOP)
    match = await host(page, market.url, game="night_market", seats=SEATS)
    await page.goto(f"{market.url}/m/{match['id']}")
    await board_on(page).locator(".stall button").first.click()
    large = page.locator(".inspector.pinned")
    await expect(large).to_contain_text("Scores its value at the end.")
    assert await large.locator("img").evaluate(IS_LOADED)


async def test_spectator_and_replay_have_the_board_without_a_hand(
    market: Server, open_page: Any
) -> None:
    page: Page = await open_page(**LAPTOP)
    watcher: Page = await open_page(**LAPTOP)
    options = {"rounds": 1}
    match = await host(
        page, market.url, game="night_market", seats=SEATS, options=options, visibility="public"
    )
    await page.goto(f"{market.url}/m/{match['id']}")
    await watcher.goto(f"{market.url}/m/{match['id']}")
    await expect(board_on(watcher).locator(".stall button")).to_have_count(2)
    await expect(board_on(watcher).locator(".hand button, button.open")).to_have_count(0)
    await play_on_the_board(page)
    await page.goto(f"{market.url}/m/{match['id']}/replay?ply=0&as=public")
    await expect(board_on(page).locator(".stall button")).to_have_count(2)
    await expect(board_on(page).locator("button.open")).to_have_count(0)


async def test_lobby_and_gallery_show_the_pictures_of_the_package(
    market: Server, open_page: Any
) -> None:
    page: Page = await open_page(**LAPTOP)
    await page.goto(f"{market.url}/games")
    cover = page.locator("article", has_text="Night Market").locator(".cover img")
    await expect(cover).to_have_count(2)
    for picture in await cover.all():
        await picture.scroll_into_view_if_needed()
        await expect(picture).to_have_js_property("complete", True)
        assert await picture.evaluate(IS_LOADED)
    await page.goto(f"{market.url}/games/night_market")
    await page.get_by_role("tab", name="All components").click()
    silk = page.locator("img[alt^='Silk']").first
    await silk.scroll_into_view_if_needed()
    await expect(silk).to_have_js_property("complete", True)
    assert await silk.evaluate(IS_LOADED)


async def test_lobby_says_the_words_of_the_package_in_the_readers_language(
    market: Server, open_page: Any
) -> None:
    page: Page = await open_page(**LAPTOP, locale="de-DE")
    await page.goto(f"{market.url}/games")
    offer = page.locator("article", has_text="Night Market")
    for words in ("Biete geheim", "10–20 Min", "leicht"):
        await expect(offer).to_contain_text(words)


@pytest.fixture(scope="module")
def failing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a board that fails as the address of the page says."""
    folder = tmp_path_factory.mktemp("failing")
    settings = write_package(folder / "site", **{"board.js": FAILING})
    yield from running(folder, "server.log", SHARED | settings, forked=False)


@pytest.mark.parametrize("way", ["connected", "view", "later", "promise", "press"])
async def test_board_that_fails_gives_way_to_the_generic_table(
    failing: Server, browser: Browser, way: str
) -> None:
    context = await browser.new_context(service_workers="block")
    page = await context.new_page()
    match = await host(page, failing.url, game="boarded", seats=SEATS)
    await page.goto(f"{failing.url}/m/{match['id']}?fail={way}")
    if way == "press":
        await board_on(page).get_by_role("button").click()
    await expect(page.get_by_role("status").filter(has_text="own board")).to_be_visible()
    await expect(page.get_by_role("group", name="Hand")).to_be_visible()
    await context.close()
