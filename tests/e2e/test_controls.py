"""Match controls, agreed by two players or used by one, each by clicking in two browsers."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from playwright.async_api import Page, expect

from devtools.page.person import Person
from devtools.page.table import entries, host
from tests.e2e.line import Line
from tests.e2e.people import PASSWORD, get, menu_of, post, remember, resign_from, until

MENU = "o"
QUESTION = "#question h2"
POLL_S = 0.02
PASSED = """() => {
  window.passed = [];
  const note = () => {
    const statuses = [...document.querySelectorAll('#question [role=status]')];
    window.passed.push(
      ...statuses.map((status) => status.textContent.replace(/\\s+/g, ' ').trim()));
  };
  const kinds = {childList: true, characterData: true};
  new MutationObserver(note).observe(document.body, {subtree: true, ...kinds});
}"""
"""Records every passed question: the next one may be passed at once."""
WINDOWS = {f"ascended_kings.{name}" for name in ("incoming", "respond", "shield", "absorb")}

pytestmark = pytest.mark.timeout(120)


async def two_players(
    server: Any, open_page: Any, name: str = "Bob", **settings: Any
) -> tuple[Page, Page, str]:
    """Ada and Bob at a small game; the match's id."""
    ada, bob = await open_page(), await open_page()
    settings = {"game": "tiny", "options": {"turns": 3}, "visibility": "private", **settings}
    match = await host(ada, server.url, seats=[{"kind": "me"}, {"kind": "open"}], **settings)
    await Person(bob, seed=2).join_by_link(match["invite"]["url"], name)
    await ada.goto(f"{server.url}/m/{match['id']}")
    for page in (ada, bob):
        await page.locator("#question .answers").wait_for()
    return ada, bob, str(match["id"])


async def propose(page: Page, what: str) -> None:
    await page.keyboard.press(MENU)
    await page.locator("dialog[open]").get_by_role("button", name=what, exact=True).click()


async def answer(page: Page, *, accept: bool) -> None:
    name = "Agree" if accept else "Refuse"
    await page.get_by_role("button", name=name, exact=True).click()


async def confirm(page: Page, what: str) -> None:
    """Confirm an irreversible action."""
    await page.locator(".sure").get_by_role("button", name=what, exact=True).click()


async def press_first(page: Page) -> None:
    await page.locator("#question .answers").wait_for()
    first = page.locator("#question .answers [data-shortcut]").first
    if await first.get_attribute("data-shortcut") == "0":
        await first.click()
    await page.locator("#question .answers [data-shortcut='1']").click()


async def set_aside(ada: Page, bob: Page) -> None:
    """The first round, in which both choose at once."""
    for page in (ada, bob):
        await press_first(page)
    await expect(ada.locator(QUESTION).first).to_have_text("Play a card")


async def test_undo_happens_only_when_the_opponent_agrees(server: Any, open_page: Any) -> None:
    ada, bob, _ = await two_players(server, open_page, undo="ask")
    await set_aside(ada, bob)
    await press_first(ada)
    await expect(bob.locator(QUESTION).first).to_have_text("Play a card")

    await propose(ada, "Undo moves")
    await answer(bob, accept=False)
    await expect(ada.get_by_text("Declined: Ada wanted")).to_be_visible()
    await expect(bob.locator(QUESTION).first).to_have_text("Play a card")

    await press_first(bob)
    await press_first(ada)
    await propose(ada, "Undo moves")
    await answer(bob, accept=True)
    await expect(ada.locator(QUESTION).first).to_have_text("Play a card")
    await expect(bob.locator(QUESTION).first).to_have_text("Waiting for Ada")


async def test_pause_stops_the_clocks_until_both_agree_to_continue(
    server: Any, open_page: Any
) -> None:
    clock = {"kind": "bank", "seconds": 300}
    ada, bob, _ = await two_players(server, open_page, clock=clock)
    await propose(ada, "Pause")
    await answer(bob, accept=True)
    for page in (ada, bob):
        await expect(page.locator(QUESTION).first).to_have_text("The match is paused")
        await expect(page.locator("header.bar .clock.running")).to_have_count(0)
    await bob.locator("#question").get_by_role("button", name="Continue").click()
    await answer(ada, accept=True)
    await expect(ada.locator("#question .answers")).to_be_visible()
    await expect(ada.locator("header.bar .clock.running.own")).to_be_visible()


async def test_agreed_draw_ends_the_match_for_both(server: Any, open_page: Any) -> None:
    ada, bob, _ = await two_players(server, open_page)
    await propose(ada, "Call it a draw")
    await answer(bob, accept=True)
    await confirm(bob, "Agree")
    for page in (ada, bob):
        await expect(page.locator("dialog[open]")).to_contain_text("All agreed to a draw")


async def test_resignation_states_its_consequence_and_both_join_the_rematch(
    server: Any, open_page: Any
) -> None:
    ada, bob, match = await two_players(server, open_page)
    await propose(ada, "Resign")
    sure = ada.get_by_role("alertdialog")
    await expect(sure).to_contain_text("Your seat is lost")
    await sure.get_by_role("button", name="Yes, I resign").click()
    for page in (ada, bob):
        await expect(page.locator("dialog[open]")).to_contain_text("Bob wins")
        await expect(page.locator("dialog[open]")).to_contain_text("Ada resigned")

    await ada.get_by_role("button", name="Rematch").click()
    await bob.get_by_role("button", name="Join").click()
    for page in (ada, bob):
        await page.locator("#question .answers").wait_for()
        assert match not in page.url
    assert ada.url == bob.url


async def test_end_screen_offers_a_guest_to_keep_name_and_matches(
    server: Any, open_page: Any
) -> None:
    ada, ben, match = await two_players(server, open_page, "Ben")
    await resign_from(ada, server.url, match)
    await ben.get_by_role("link", name="Keep your name and your matches").click()
    await ben.get_by_label("Password", exact=True).fill(PASSWORD)
    await ben.get_by_role("button", name="Keep it").click()
    await expect(menu_of(ben, "Ben")).to_be_visible()
    await expect(ben.locator("section", has_text="My tables")).to_contain_text("Ben won")


async def test_player_reclaims_a_seat_held_by_a_substitute_bot(server: Any, open_page: Any) -> None:
    ada, bob, match = await two_players(server, open_page)
    await bob.goto(server.url + "/about")
    gone = ada.locator("header.bar").get_by_role("img", name="gone")
    await expect(gone).to_be_visible()
    await propose(ada, "Ask for a bot to replace Bob")
    await confirm(ada, "Ask for a bot to replace Bob")
    stands = ada.locator("header.bar").get_by_role("img", name="A bot is playing for Bob")
    await expect(stands).to_be_visible()

    await bob.goto(f"{server.url}/m/{match}")
    await bob.locator(QUESTION).first.wait_for()
    await propose(bob, "Take my seat back")
    await expect(stands).to_be_hidden()
    await expect(bob.locator("header.bar .you")).to_be_visible()


async def test_default_answer_is_given_when_the_clock_runs_out(server: Any, open_page: Any) -> None:
    ada: Page = await open_page()
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    clock = {"kind": "move", "seconds": 2, "on_timeout": "default"}
    settings = {"game": "tiny", "options": {"turns": 1}, "seats": seats, "autostart": False}
    match = (await host(ada, server.url, clock=clock, visibility="private", **settings))["id"]
    await remember(ada, server.url)
    await ada.goto(f"{server.url}/m/{match}")
    await ada.get_by_role("button", name="Start the match").click()
    notice = "At zero, the question is answered automatically."
    await expect(ada.locator(".deadline")).to_contain_text(notice)
    await expect(ada.locator("dialog[open] table").first).to_be_visible()
    assert await entries(ada, server.url, match, seat=0) == 2


async def test_auto_pass_persists_and_is_hidden_from_opponents(server: Any, open_page: Any) -> None:
    ada, bob, _ = await two_players(server, open_page)
    messages: list[str] = []
    bob.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda text: messages.append(str(text))),
    )
    await bob.reload()
    await bob.locator("#question .answers").wait_for()
    messages.clear()
    await ada.keyboard.press(MENU)
    await ada.get_by_role("radio", name="Always").check()
    await ada.keyboard.press("Escape")
    await expect(ada.get_by_text("Passing for you: always")).to_be_visible()
    await ada.reload()
    await expect(ada.get_by_text("Passing for you: always")).to_be_visible()
    await press_first(ada)
    await expect(bob.get_by_text("Passing for you")).to_have_count(0)
    assert not any("always" in text for text in messages)


async def test_auto_pass_passes_a_window_and_tells_the_player(server: Any, open_page: Any) -> None:
    page, line = await open_page(), Line()
    await line.attach(page)
    match, window = await table_with_a_window(page, server.url)
    await page.goto(f"{server.url}/m/{match}")
    await expect(page.locator(QUESTION).first).to_have_text(window)
    await page.evaluate(PASSED)
    await page.keyboard.press(MENU)
    await page.get_by_role("radio", name="Always").check()
    await page.keyboard.press("Escape")
    await expect(page.get_by_text("Passing for you: always")).to_be_visible()
    await until(page, f"window.passed.includes({json.dumps(f'Passed for you: {window}')})")
    assert line.answers == [], "the page itself has answered"


async def table_with_a_window(page: Page, server: str) -> tuple[str, str]:
    """A match in which another player's turn asks Ada a question that auto-pass may pass, and that
    question. Not every match comes to one.
    """
    bot = {"kind": "bot", "bot": "random"}
    settings = {"options": {"kings": "random"}, "seats": [{"kind": "me"}, bot, bot]}
    while True:
        match = await host(page, server, game="ascended_kings", **settings)
        if window := await play_until_a_window(page, server, f"matches/{match['id']}"):
            return match["id"], window


async def play_until_a_window(page: Page, server: str, path: str) -> str | None:
    """Answer by the API with defaults until a window opens; None if the match ends first."""
    while True:
        frame = await get(page, server, f"{path}/view")
        for asked in [decision for decision in frame["decisions"] if not decision["optional"]][:1]:
            prompt = asked["prompt"]
            if 0 not in frame["view"]["turn"]["seats"] and prompt["key"] in WINDOWS:
                return str(prompt["text"])
            body = {"answer": asked["default"]}
            await post(page, server, f"{path}/decisions/{asked['id']}", body)
            break
        else:
            if frame["view"]["status"] == "finished":
                return None
            await asyncio.sleep(POLL_S)


async def test_auto_answer_setting_persists_per_player(server: Any, open_page: Any) -> None:
    """At the table and in the settings for new tables."""
    ada, bob, _ = await two_players(server, open_page)
    name = "Answer for me when there is only one answer"
    await ada.keyboard.press(MENU)
    switch = ada.locator("dialog[open]").get_by_role("switch", name=name)
    await expect(switch).not_to_be_checked()
    async with ada.expect_response("**/auto_answer"):
        await switch.check()
    await ada.reload()
    await ada.locator("#question .answers").wait_for()
    await ada.keyboard.press(MENU)
    await expect(switch).to_be_checked()
    await bob.keyboard.press(MENU)
    theirs = bob.locator("dialog[open]").get_by_role("switch", name=name)
    await expect(theirs).not_to_be_checked()
    await ada.goto(f"{server.url}/settings/play")
    async with ada.expect_response("**/api/v1/me"):
        await ada.get_by_role("switch", name=name).check()
    await ada.reload()
    await expect(ada.get_by_role("switch", name=name)).to_be_checked()
