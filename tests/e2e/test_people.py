"""Accounts on the page: registration, guests, sign-in and sign-out, settings, tokens, bots,
notifications.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.async_api import Page, expect

from tests.e2e.people import (
    PASSWORD,
    choose,
    get,
    join_as_person,
    menu_of,
    post,
    remember,
    sign_in,
    until,
)

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
ME, OPEN = {"kind": "me"}, {"kind": "open"}

pytestmark = pytest.mark.timeout(150)


async def test_player_registers_signs_out_and_signs_in_again(server: Any, weak_page: Page) -> None:
    page = weak_page
    await page.goto(server.url)
    await page.get_by_role("button", name="Sign in or choose a name").click()
    await page.get_by_role("link", name="Create an account").click()
    await page.get_by_label("Name", exact=True).fill("Amy")
    await page.get_by_label("Password", exact=True).fill("short")
    await page.get_by_role("button", name="Create the account").click()
    await expect(page.get_by_role("alert")).to_contain_text("At least 8 characters")
    await page.get_by_label("Password", exact=True).fill(PASSWORD)
    await page.get_by_role("button", name="Create the account").click()
    await expect(menu_of(page, "Amy")).to_be_visible()

    await choose(page, "Amy", "Sign out")
    await page.goto(f"{server.url}/sign-in")
    await page.get_by_label("Name", exact=True).fill("Amy")
    await page.get_by_label("Password", exact=True).fill("not the password")
    await page.locator("main").get_by_role("button", name="Sign in").click()
    await expect(page.get_by_role("alert")).to_contain_text("Wrong name or password")
    await sign_in(page, server.url, "amy")


async def test_signing_out_everywhere_ends_every_session(
    server: Any, open_page: Any, weak_page: Page
) -> None:
    page = weak_page
    other: Page = await open_page()
    await join_as_person(page, server.url, "Bea")
    await remember(page, server.url)
    await sign_in(other, server.url, "Bea")

    await other.goto(f"{server.url}/settings")
    sessions = other.get_by_role("list", name="Where you are signed in").get_by_role("listitem")
    await expect(sessions).to_have_count(2)
    await expect(sessions.filter(has_text="this browser")).to_have_count(1)
    await other.get_by_role("button", name="Sign out everywhere…").click()
    await other.get_by_role("button", name="Sign out everywhere").click()
    await other.get_by_role("button", name="Sign in or choose a name").wait_for()

    await page.goto(server.url)
    await page.get_by_role("button", name="Sign in or choose a name").wait_for()


async def test_guest_keeps_the_match_by_setting_a_password(server: Any, open_page: Any) -> None:
    host: Page = await open_page()
    await join_as_person(host, server.url, "Cleo")
    match = await post(host, server.url, "matches", {"game": "tiny", "seats": [ME, OPEN, OPEN]})
    guest: Page = await open_page(**PHONE)
    await guest.goto(match["invite"]["url"])
    await guest.get_by_role("textbox").fill("Carl")
    await guest.locator("main form button[type=submit]").click()
    await guest.get_by_role("heading", name="A table for Tiny").wait_for()

    await choose(guest, "Carl", "Keep your account")
    await guest.get_by_label("Password", exact=True).fill(PASSWORD)
    await guest.get_by_role("button", name="Keep it").click()
    await expect(guest.locator("section", has_text="My tables")).to_contain_text("Cleo")

    elsewhere: Page = await open_page()
    await sign_in(elsewhere, server.url, "Carl")
    await expect(elsewhere.locator("section", has_text="My tables")).to_contain_text("Cleo")


async def test_settings_follow_the_account_to_another_browser(server: Any, open_page: Any) -> None:
    page: Page = await open_page()
    await join_as_person(page, server.url, "Dora")
    await remember(page, server.url)
    await page.goto(f"{server.url}/settings/play")
    await page.get_by_role("radio", name="Until something happens to me").check()
    await page.goto(f"{server.url}/settings/look")
    await page.get_by_role("switch", name="Sounds").uncheck()
    await page.get_by_role("radio", name="Light").check()
    await page.get_by_role("radio", name="Deutsch").check()
    await page.goto(f"{server.url}/settings")
    await page.get_by_label("E-Mail").fill("dora@example.org")
    await page.locator("form").get_by_role("button", name="Speichern").click()
    await page.get_by_text("Gespeichert.").wait_for()
    own = await get(page, server.url, "me")
    assert own["email"] == "dora@example.org"
    assert own["preferences"]["auto_pass"] == "affected"

    other: Page = await open_page()
    await other.goto(f"{server.url}/sign-in")
    await other.get_by_label("Name", exact=True).fill("Dora")
    await other.get_by_label("Password", exact=True).fill(PASSWORD)
    await other.locator("main").get_by_role("button", name="Sign in").click()
    await expect(other.locator("html")).to_have_attribute("data-theme", "light")
    await expect(other.locator("html")).to_have_attribute("lang", "de")
    await other.goto(f"{server.url}/settings/look")
    await expect(other.get_by_role("switch", name="Töne")).not_to_be_checked()


async def test_token_is_shown_once_honours_its_scopes_and_can_be_revoked(
    server: Any, open_page: Any
) -> None:
    page: Page = await open_page()
    await join_as_person(page, server.url, "Edda")
    await remember(page, server.url)
    await page.goto(f"{server.url}/settings/bots")
    await page.get_by_label("What it is for").fill("Script")
    await page.get_by_role("button", name="Create a token").click()
    secret = await page.get_by_role("dialog").get_by_role("textbox").input_value()
    await page.get_by_role("button", name="I have saved it").click()
    headers = {"Authorization": f"Bearer {secret}"}
    async with httpx.AsyncClient(base_url=f"{server.url}/api/v1", headers=headers) as script:
        assert (await script.get("/me")).json()["account"]["name"] == "Edda"
        refused = await script.post("/matches", json={"game": "tiny", "seats": [ME, OPEN]})
        assert refused.status_code == 403, "its scopes do not include create"

        await page.reload()
        await page.get_by_text("play, read").wait_for()
        assert secret not in await page.content()
        await page.get_by_role("button", name="Revoke Script").click()
        await page.get_by_text("You have no tokens.").wait_for()
        assert (await script.get("/me")).status_code == 401


async def test_example_bot_takes_its_seat_and_plays(
    server: Any, open_page: Any, tmp_path: Path
) -> None:
    page: Page = await open_page()
    await join_as_person(page, server.url, "Fay")
    await remember(page, server.url)
    await page.goto(f"{server.url}/settings/bots")
    await page.get_by_label("Name of the bot").fill("Vex")
    await page.get_by_role("button", name="Create a bot").click()
    await page.get_by_role("button", name="I have saved it").click()
    example = tmp_path / "bot.py"
    example.write_text(await page.get_by_role("textbox", name="A bot in ten lines").input_value())
    bot = await asyncio.create_subprocess_exec(sys.executable, str(example))
    try:
        await page.goto(f"{server.url}/new/tiny")
        await page.get_by_label("Seat 2").select_option(label="Reserved for…")
        await page.get_by_label("Who is seat 2 reserved for?").fill("Vex")
        await page.get_by_role("button", name="Create the table").click()
        await page.locator("#question .answers").wait_for(timeout=30_000)
        await expect(page.locator("header.bar")).to_contain_text("Vex")
        match = page.url.rsplit("/", 1)[1]
        while not await answers_of(page, server.url, match, seat=1):
            assert bot.returncode is None, "the bot has given up"
            await page.wait_for_timeout(50)
    finally:
        bot.terminate()
        await bot.wait()


async def answers_of(page: Page, server: str, match: str, seat: int) -> int:
    log = await get(page, server, f"matches/{match}/log")
    return sum(entry.get("seat") == seat for entry in log["entries"])


async def test_a_webhook_is_added_and_removed(server: Any, weak_page: Page) -> None:
    page = weak_page
    await join_as_person(page, server.url, "Gina")
    await remember(page, server.url)
    await page.goto(f"{server.url}/settings/notes")
    await page.get_by_label("Address").fill("https://127.0.0.1/inside")
    await page.get_by_role("button", name="Add a webhook").click()
    await expect(page.get_by_role("alert")).to_contain_text("That address cannot be used")
    await page.get_by_label("Address").fill("https://93.184.215.14/hook")
    form = page.locator("form").filter(has=page.get_by_label("Address"))
    await form.get_by_label("Invitations").uncheck()
    await page.get_by_role("button", name="Add a webhook").click()
    key = await page.get_by_role("dialog").get_by_role("textbox").input_value()
    assert len(key) > 20
    await page.get_by_role("button", name="I have saved it").click()
    await page.get_by_text("Your turn, Results").wait_for()
    await page.get_by_role("button", name="Remove https://93.184.215.14/hook").click()
    await page.get_by_text("You have no webhooks.").wait_for()


async def test_menu_and_form_need_no_mouse(server: Any, open_page: Any) -> None:
    page: Page = await open_page()
    await join_as_person(await open_page(), server.url, "Jana")
    await page.goto(f"{server.url}/about")
    menu = page.get_by_role("button", name="Sign in or choose a name")
    await menu.focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("link", name="Settings")).to_be_visible()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("link", name="Settings")).to_be_hidden()
    await expect(menu).to_be_focused()

    await page.goto(f"{server.url}/sign-in")
    await expect(page.get_by_role("textbox", name="Name")).to_be_focused()
    await page.keyboard.type("Jana")
    await page.keyboard.press("Tab")
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press("Enter")
    await expect(menu_of(page, "Jana")).to_be_visible()


NOTES = """
window.notes = [];
window.Notification = class {
  static permission = 'granted';
  static requestPermission = () => Promise.resolve('granted');
  constructor(title) { window.notes.push(title); }
};
"""


async def test_hidden_page_notifies_of_the_players_turn(server: Any, open_page: Any) -> None:
    kaja, kurt = await open_page(), await open_page()
    await join_as_person(kaja, server.url, "Kaja")
    await join_as_person(kurt, server.url, "Kurt")
    await kaja.add_init_script(NOTES)
    await remember(kaja, server.url)
    await kaja.goto(f"{server.url}/settings/notes")
    await kaja.get_by_role("switch", name="Tell me when it is my turn").check()
    match = await post(kaja, server.url, "matches", {"game": "tiny", "seats": [ME, OPEN]})
    async with kaja.expect_response("**/matches?account=me"):
        await kaja.goto(f"{server.url}/about")
    hidden = "Object.defineProperty(document, 'visibilityState', {get: () => 'hidden'})"
    await kaja.evaluate(hidden)
    await post(kurt, server.url, f"matches/{match['id']}/seats")
    await until(kaja, "window.notes.includes('Your turn: Tiny')")
