"""Friends on the page: by link, by request, and what each lets the other do."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.e2e.people import get, join_as_person, post, resign_from

ME, OPEN = {"kind": "me"}, {"kind": "open"}
BOT = {"kind": "bot", "bot": "random"}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}

pytestmark = pytest.mark.timeout(150)


async def test_guest_becomes_a_friend_by_a_link(server: Any, open_page: Any) -> None:
    nora, guest = await open_page(), await open_page()
    await join_as_person(nora, server.url, "Nora")
    await nora.goto(f"{server.url}/friends")
    await expect(nora.get_by_text("No friends yet.")).to_be_visible()
    field = nora.get_by_role("textbox", name="Your friend link")
    await expect(field).to_have_value(re.compile(f"^{server.url}/friend/[A-Z0-9]{{8}}$"))

    await guest.goto(await field.input_value())
    await guest.get_by_role("heading", name="Be friends with Nora").wait_for()
    await guest.get_by_label("Your name").fill("Nick")
    await guest.get_by_role("button", name="Be friends").click()
    await guest.wait_for_url("**/friends")
    await expect(guest.get_by_role("link", name="Nora", exact=True)).to_be_visible()
    await expect(nora.get_by_role("link", name="Nick", exact=True)).to_be_visible()

    await nora.get_by_role("button", name="Remove Nick from your friends").click()
    await nora.get_by_role("dialog").get_by_role("button", name="Remove", exact=True).click()
    await expect(nora.get_by_role("link", name="Nick", exact=True)).to_have_count(0)
    await expect(guest.get_by_role("link", name="Nora", exact=True)).to_have_count(0)


async def test_request_is_answered_where_it_is_seen(server: Any, open_page: Any) -> None:
    petra, paul = await open_page(), await open_page()
    await join_as_person(petra, server.url, "Petra")
    await join_as_person(paul, server.url, "Paul")
    await paul.goto(server.url)
    await petra.goto(f"{server.url}/people/Paul")
    await petra.get_by_role("button", name="Add as friend: Paul").click()
    await expect(petra.locator("main")).to_contain_text("Asked")

    await paul.get_by_role("link", name="Friends: One person asks to be friends").click()
    await paul.get_by_role("button", name="Be friends with Petra").click()
    await expect(paul.get_by_role("region", name="They ask")).to_have_count(0)
    await expect(petra.locator("main")).not_to_contain_text("Asked")
    await petra.goto(f"{server.url}/friends")
    await expect(petra.get_by_role("link", name="Paul", exact=True)).to_be_visible()


async def test_person_chooses_who_may_ask(server: Any, open_page: Any, weak_page: Page) -> None:
    quinn, quincy = await open_page(), weak_page
    await join_as_person(quinn, server.url, "Quinn")
    await join_as_person(quincy, server.url, "Quincy")
    await quinn.goto(f"{server.url}/settings/people")
    group = quinn.get_by_role("group", name="Ask to be friends")
    async with quinn.expect_response(lambda response: response.request.method == "PATCH"):
        await group.get_by_text("Nobody").click()
    await expect(group.get_by_role("radio", name="Nobody")).to_be_checked()
    await quincy.goto(f"{server.url}/friends")
    form = quincy.locator("form", has_text="Add by name")
    await form.get_by_label("Name of the account").fill("Quinn")
    await form.get_by_role("button", name="Ask").click()
    await expect(form.get_by_role("alert")).to_contain_text(
        "Quinn does not take requests from you."
    )
    assert (await get(quinn, server.url, "me"))["privacy"]["ask"] == "nobody"


async def test_friends_see_one_another_and_invite_with_one_click(
    server: Any, open_page: Any
) -> None:
    alma, emil = await open_page(), await open_page()
    await join_as_person(alma, server.url, "Alma")
    await join_as_person(emil, server.url, "Emil")
    code = (await get(alma, server.url, "me/friend-link"))["code"]
    await post(emil, server.url, f"friend-links/{code}")
    await alma.goto(f"{server.url}/friends")
    row = alma.get_by_role("listitem").filter(has_text="Emil")
    await expect(row).to_contain_text("Away")
    await emil.goto(server.url)
    await expect(row).to_contain_text("Online")

    theirs = await post(emil, server.url, "matches", {"game": "tiny", "seats": [ME, OPEN]})
    await expect(row).to_contain_text("Waits at a table for Tiny")
    way = row.get_by_role("link", name="Go to Emil at the table for Tiny")
    await expect(way).to_have_attribute("href", f"/m/{theirs['id']}")

    await post(alma, server.url, "matches", {"game": "tiny", "seats": [ME, OPEN]})
    await row.get_by_role("button", name="Invite Emil to your table for Tiny").click()
    await emil.goto(f"{server.url}/friends")
    row_of_alma = emil.get_by_role("listitem").filter(has_text="Alma")
    await expect(row_of_alma).to_contain_text("You are invited to Tiny")
    await expect(row_of_alma.get_by_role("link", name="Go to Alma")).to_have_count(0)
    await row_of_alma.get_by_role("button", name="Sit down: Alma invites you to Tiny").click()
    await emil.get_by_role("heading", name="Tiny").first.wait_for()
    await expect(row).to_contain_text("Plays Tiny")


async def test_people_of_a_match_meet_again(server: Any, open_page: Any) -> None:
    olga, otis = await open_page(), await open_page()
    await join_as_person(olga, server.url, "Olga")
    await join_as_person(otis, server.url, "Otis")
    match = await post(olga, server.url, "matches", {"game": "tiny", "seats": [ME, OPEN]})
    await post(otis, server.url, f"matches/{match['id']}/seats")
    await resign_from(otis, server.url, match["id"])
    await olga.goto(f"{server.url}/friends")
    await otis.goto(server.url)
    await olga.get_by_role("button", name="These people again: Tiny with Otis").click()
    await olga.wait_for_url("**/m/*")
    await otis.get_by_role("button", name="Sit down: Olga invites you to Tiny").wait_for()


async def test_friends_write_while_apart_and_not_while_they_play(
    server: Any, open_page: Any, weak_page: Page
) -> None:
    """By link, over a message, presence, an invitation and a match, to a message again."""
    veronica, walt = await open_page(), weak_page
    await join_as_person(veronica, server.url, "Veronica")
    await join_as_person(walt, server.url, "Walt")
    code = (await get(veronica, server.url, "me/friend-link"))["code"]
    await walt.goto(f"{server.url}/friend/{code}")
    await walt.get_by_role("button", name="Be friends").click()
    await walt.get_by_role("link", name="Write to Veronica").click()
    await walt.get_by_role("textbox", name="Write to Veronica").fill("A game tonight?")
    await walt.get_by_role("button", name="Send").click()
    log = walt.get_by_role("log", name="Messages with Veronica")
    await expect(log).to_contain_text("A game tonight?")

    await veronica.goto(server.url)
    await veronica.get_by_role("link", name="Friends: one unread message").click()
    row = veronica.get_by_role("listitem").filter(has_text="Walt")
    await expect(row).to_contain_text("Online")
    await row.get_by_role("link", name="Read the messages of Walt: 1 unread").click()
    await expect(veronica.get_by_role("log")).to_contain_text("A game tonight?")
    await expect(veronica.get_by_role("link", name="Friends", exact=True)).to_be_visible()

    await post(veronica, server.url, "matches", {"game": "tiny", "seats": [ME, OPEN]})
    await veronica.goto(f"{server.url}/friends")
    await row.get_by_role("button", name="Invite Walt to your table for Tiny").click()
    await expect(veronica.get_by_text("is invited.")).to_be_visible()
    [match] = (await get(walt, server.url, "matches?account=me&status=open"))["items"]
    await post(walt, server.url, f"matches/{match['id']}/seats")
    await expect(row).to_contain_text("Plays Tiny")

    await walt.get_by_role("textbox", name="Write to Veronica").fill("Your cards?")
    await walt.get_by_role("button", name="Send").click()
    await expect(walt.get_by_role("alert")).to_contain_text("you play a match together")
    await resign_from(walt, server.url, match["id"])
    await walt.get_by_role("button", name="Send").click()
    await expect(log).to_contain_text("Your cards?")
    await expect(walt.get_by_role("alert")).to_have_count(0)


async def test_table_counts_unread_messages(server: Any, open_page: Any) -> None:
    vita, wim = await open_page(**PHONE), await open_page()
    await join_as_person(vita, server.url, "Vita")
    await join_as_person(wim, server.url, "Wim")
    code = (await get(vita, server.url, "me/friend-link"))["code"]
    await post(wim, server.url, f"friend-links/{code}")
    match = await post(vita, server.url, "matches", {"game": "tiny", "seats": [ME, BOT]})
    await vita.goto(f"{server.url}/m/{match['id']}")
    bar = vita.locator("header.bar")
    await bar.get_by_role("button", name="Match").wait_for()
    await expect(bar.get_by_role("link", name="Friends")).to_have_count(0)
    await post(wim, server.url, "me/messages/Vita", {"text": "A game tonight?"})
    await bar.get_by_role("link", name="Friends: one unread message").tap()
    await vita.get_by_role("link", name="Read the messages of Wim: 1 unread").tap()
    await expect(vita.get_by_role("log")).to_contain_text("A game tonight?")
    await vita.goto(f"{server.url}/m/{match['id']}")
    await bar.get_by_role("button", name="Match").wait_for()
    await expect(bar.get_by_role("link", name="Friends")).to_have_count(0)
