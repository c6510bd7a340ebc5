"""The lobby and tables before their match: live updates and settings."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, Request, Route, expect

from tests.e2e.people import get, join_as_person, menu_of, post, remember

ME, OPEN = {"kind": "me"}, {"kind": "open"}

pytestmark = pytest.mark.timeout(150)


async def test_lobby_updates_without_polling(serve: Any, open_page: Any) -> None:
    server = serve()
    watching: Page = await open_page()
    host: Page = await open_page()
    await join_as_person(host, server.url, "Ada")
    polls: list[str] = []
    watching.on("request", lambda request: note(polls, request))
    await watching.goto(server.url)
    await watching.get_by_text("No tables are waiting for players.").wait_for()

    match = await post(host, server.url, "matches", {"game": "tiny", "seats": [ME, OPEN]})
    await watching.get_by_role("button", name="Sit down: Tiny").wait_for()
    leave = f"{server.url}/api/v1/matches/{match['id']}/seats/1"
    bot = {"kind": "bot", "bot": "random"}
    answer = await host.context.request.put(leave, data=bot, headers={"Origin": server.url})
    assert answer.ok
    await watching.get_by_role("link", name="Watch: Tiny").wait_for()
    row = watching.get_by_role("listitem").filter(has_text="Watch")
    await expect(row).to_contain_text("just started")
    await expect(row).to_contain_text("0 moves")  # in round 0 a table is set up
    view = await get(host, server.url, f"matches/{match['id']}/view")
    open_decision = view["decisions"][0]
    decision = f"matches/{match['id']}/decisions/{open_decision['id']}"
    await post(host, server.url, decision, {"answer": open_decision["default"]})
    await expect(row).to_contain_text("Round 1")
    await expect(row.locator("b")).to_have_count(2)
    assert polls == [], "the stream delivered the changes, and the page polled all the same"


def note(polls: list[str], request: Request) -> None:
    if "/matches?" in request.url:
        polls.append(request.url)


async def test_lobby_polls_when_the_stream_fails(serve: Any, weak_page: Page) -> None:
    server, page = serve(), weak_page

    async def refuse(route: Route) -> None:
        await route.abort()

    await page.route("**/lobby/stream", refuse)
    await page.goto(server.url)
    await page.get_by_text("No tables are waiting for players.").wait_for()
    await post(page, server.url, "guests", {"name": "Ada"})
    await post(page, server.url, "matches", {"game": "tiny", "seats": [OPEN, OPEN]})
    await page.get_by_role("button", name="Sit down: Tiny").wait_for()


async def test_invitation_arrives_live_and_is_declined_or_accepted(
    server: Any, open_page: Any
) -> None:
    una, vera = await open_page(), await open_page()
    await join_as_person(una, server.url, "Una")
    await join_as_person(vera, server.url, "Vera")
    await remember(vera, server.url)
    await vera.goto(server.url)
    await expect(menu_of(vera, "Vera")).to_be_visible()
    reserved = {"kind": "open", "invite": "Vera"}
    settings = {"game": "tiny", "seats": [ME, reserved, OPEN], "visibility": "private"}
    await post(una, server.url, "matches", settings)
    invitation = vera.get_by_role("link", name="Una invites you to Tiny")
    await invitation.wait_for()
    await vera.get_by_role("button", name="Decline: Una invites you to Tiny").click()
    await expect(invitation).to_be_hidden()

    await post(una, server.url, "matches", settings)
    await vera.get_by_role("button", name="Sit down: Una invites you to Tiny").click()
    await vera.get_by_role("heading", name="A table for Tiny").wait_for()
    await expect(vera.locator("ol.seats")).to_contain_text("Vera")


async def test_new_table_states_its_clock_and_settings(server: Any, open_page: Any) -> None:
    page: Page = await open_page()
    await join_as_person(page, server.url, "Lena")
    await remember(page, server.url)
    await page.goto(f"{server.url}/new/tiny")
    await page.get_by_role("radio", name="For the whole match").check()
    await page.get_by_label("How long").select_option(
        label="10 min for the whole match, plus 10 s per turn"
    )
    await page.get_by_label("When the time is up").select_option(label="A bot takes over")
    await page.get_by_text("More settings").click()
    await page.get_by_label("Spectators").select_option(label="Watch with a delay")
    await page.get_by_label("Moves behind").fill("4")
    await page.get_by_label("Ratings").select_option(label="Not rated")
    await page.get_by_role("button", name="Create the table").click()

    terms = page.locator("section", has_text="Settings of this match")
    for text in (
        "10 min for the whole match, plus 10 s per turn",
        "A bot takes over",
        "Watch 4 moves and 5 min behind",
        "Not rated",
    ):
        await expect(terms).to_contain_text(text)


async def test_correspondence_table_has_quiet_hours_and_reserves_a_seat_later(
    server: Any, weak_page: Page
) -> None:
    page = weak_page
    await join_as_person(page, server.url, "Mona")
    await remember(page, server.url)
    await page.goto(f"{server.url}/new/tiny")
    await page.get_by_role("radio", name="Over several days").check()
    await page.get_by_label("How long").select_option(label="Something else…")
    await page.get_by_label("Days per move").fill("5")
    await page.get_by_role("switch", name="Quiet hours").check()
    await page.get_by_label("From").fill("21:30")
    await page.get_by_role("button", name="Create the table").click()
    terms = page.locator("section", has_text="Settings of this match")
    await expect(terms).to_contain_text("5 days per move")
    await expect(terms).to_contain_text("21:30 to 08:00")

    await page.get_by_label("Invite someone by name").fill("Nobody")
    await page.get_by_role("button", name="Reserve a seat").click()
    await expect(page.get_by_role("alert")).to_contain_text("No other account has that name")
    await post(page, server.url, "bots", {"name": "Rex"})
    await page.get_by_label("Invite someone by name").fill("Rex")
    await page.get_by_role("button", name="Reserve a seat").click()
    await expect(page.locator("ol.seats")).to_contain_text("Reserved for Rex")


async def test_translation_is_loaded_only_for_its_readers(server: Any, open_page: Any) -> None:
    page: Page = await open_page()
    files: list[str] = []
    page.on("request", lambda request: files.append(request.url))
    await page.goto(f"{server.url}/new/res_arcana")
    await expect(page.get_by_label("Ratings")).to_be_attached()
    assert not [file for file in files if "/de-" in file]
    await page.get_by_role("button", name="EN: language English").click()
    await page.get_by_role("button", name="Deutsch").click()
    await expect(page.locator("html[lang=de]")).to_be_attached()
    await expect(page.get_by_label("Wertung")).to_be_attached()
    assert [file for file in files if "/de-" in file]

    german: Page = await open_page(locale="de-DE")
    await german.goto(f"{server.url}/new/res_arcana")
    await expect(german.get_by_label("Wertung")).to_be_attached()
