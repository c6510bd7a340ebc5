"""Relations between players on the page: ratings, tables, blocks, reports."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.e2e.chat import lines
from tests.e2e.people import change, get, join_as_person, lose, post, remember, resign_from

ME, OPEN = {"kind": "me"}, {"kind": "open"}

pytestmark = pytest.mark.timeout(150)


async def test_rated_match_appears_on_the_leaderboard_and_in_profiles(
    server: Any, open_page: Any
) -> None:
    rosa, rolf = await open_page(), await open_page()
    await join_as_person(rosa, server.url, "Rosa")
    await join_as_person(rolf, server.url, "Rolf")
    match = await post(rosa, server.url, "matches", {"game": "tiny", "seats": [ME, OPEN]})
    await post(rolf, server.url, f"matches/{match['id']}/seats")
    await lose(rolf, rosa, server.url, match["id"])
    stranger: Page = await open_page()
    while not (await get(stranger, server.url, "leaderboards/tiny?players=2"))["items"]:
        await stranger.wait_for_timeout(50)

    await stranger.goto(f"{server.url}/games/tiny")
    await stranger.get_by_role("link", name="Leaderboard").click()
    rows = stranger.get_by_role("row")
    await expect(rows.nth(1)).to_contain_text("Rosa")
    await expect(rows.nth(2)).to_contain_text("Rolf")
    await stranger.get_by_role("tab", name="3 players").click()
    await stranger.get_by_text("No rated matches with this number of players").wait_for()
    await stranger.get_by_role("tab", name="2 players").click()
    await stranger.get_by_label("Ranked").select_option("Bots")
    await stranger.get_by_text("No rated matches with this number of players").wait_for()
    await stranger.wait_for_url("**/leaderboards/tiny?players=2&kind=bot")
    await stranger.get_by_label("Ranked").select_option("People")
    await stranger.get_by_role("link", name="Rosa").click()

    await stranger.get_by_role("heading", name="Rosa", exact=True).wait_for()
    await expect(stranger.locator("section", has_text="Ratings")).to_contain_text("Tiny")
    await expect(stranger.get_by_text("Rank 1 of 2")).to_be_visible()
    await stranger.get_by_role("link", name="Watch the replay: Tiny").click()
    await stranger.wait_for_url(f"**/m/{match['id']}")


async def test_unrated_match_says_why(server: Any, open_page: Any) -> None:
    uma, udo = await open_page(), await open_page()
    await join_as_person(uma, server.url, "Uma")
    await join_as_person(udo, server.url, "Udo")
    match = await post(uma, server.url, "matches", {"game": "tiny", "seats": [ME, OPEN]})
    await post(udo, server.url, f"matches/{match['id']}/seats")
    await uma.goto(f"{server.url}/m/{match['id']}")
    await uma.locator(".table, main").first.wait_for()
    await resign_from(udo, server.url, match["id"])
    why = "Not rated: a player resigned before everyone had played 3 moves"
    await expect(uma.get_by_role("dialog")).to_contain_text(why)
    stranger: Page = await open_page(locale="de-DE")
    await stranger.goto(f"{server.url}/people/Uma")
    await expect(stranger.locator("main")).to_contain_text(
        "Zählt nicht: aufgegeben, bevor alle dreimal am Zug waren"
    )


async def test_only_the_host_can_close_a_table(server: Any, open_page: Any) -> None:
    wilma, vito = await open_page(), await open_page()
    await join_as_person(wilma, server.url, "Wilma")
    await join_as_person(vito, server.url, "Vito")
    match = await post(wilma, server.url, "matches", {"game": "tiny", "seats": [OPEN, OPEN]})
    for page in (vito, wilma):
        await page.goto(f"{server.url}/m/{match['id']}")
        await page.get_by_role("heading", name="A table for Tiny").wait_for()
    await expect(vito.get_by_role("button", name="Close the table")).to_have_count(0)
    await wilma.get_by_role("button", name="Close the table").click()
    await wilma.wait_for_url(f"{server.url}/")
    assert (await get(vito, server.url, f"matches/{match['id']}"))["status"] == "aborted"
    await expect(vito.get_by_role("heading", name="A table for Tiny")).to_have_count(0)


async def test_blocked_player_cannot_sit_down_until_unblocked(
    server: Any, open_page: Any, weak_page: Page
) -> None:
    tom = weak_page
    tilda: Page = await open_page()
    await join_as_person(tilda, server.url, "Tilda")
    await join_as_person(tom, server.url, "Tom")
    for page in (tilda, tom):
        await remember(page, server.url)
    settings = {"game": "ascended_kings", "seats": [ME, OPEN, OPEN]}
    match = await post(tilda, server.url, "matches", settings)
    await tilda.goto(f"{server.url}/people/Tom")
    await tilda.get_by_role("button", name="Block", exact=True).click()
    await tilda.get_by_text("Tom is blocked").wait_for()

    await tom.goto(f"{server.url}/m/{match['id']}")
    await tom.get_by_text("You and a player at this table have blocked one another").wait_for()
    await tom.goto(server.url)
    row = tom.get_by_role("listitem").filter(has_text="Tilda")
    await expect(row).to_have_count(0)

    await tilda.goto(f"{server.url}/settings/people")
    await tilda.get_by_role("button", name="Unblock Tom").click()
    await tilda.get_by_text("You have not blocked anyone.").wait_for()
    await row.get_by_role("button", name="Sit down: Ascended Kings").click()
    await tom.get_by_role("heading", name="A table for Ascended Kings").wait_for()


async def test_renamed_player_is_found_and_blocked_from_the_chat(
    server: Any, open_page: Any
) -> None:
    """The line keeps the seat's name; its link, and blocking, use the account."""
    apple, ben = await open_page(), await open_page()
    await join_as_person(apple, server.url, "Apple")
    await join_as_person(ben, server.url, "Benno")
    match = await post(apple, server.url, "matches", {"game": "tiny", "seats": [ME, OPEN]})
    await post(ben, server.url, f"matches/{match['id']}/seats")
    await post(apple, server.url, f"matches/{match['id']}/chat", {"text": "You fool!"})
    await change(apple, server.url, {"name": "Cherry"})
    await remember(ben, server.url)
    await ben.goto(f"{server.url}/m/{match['id']}")
    await ben.locator("header.bar").get_by_role("button", name="Chat").click()
    async with ben.expect_popup() as opened:
        await lines(ben).get_by_role("link", name="Apple").click()
    profile = await opened.value
    await profile.get_by_role("heading", name="Cherry").wait_for()
    await profile.get_by_role("button", name="Block", exact=True).click()
    await profile.get_by_text("Cherry is blocked").wait_for()
    (blocked,) = (await get(ben, server.url, "me/blocks"))["items"]
    assert blocked["account"]["name"] == "Cherry"


async def test_report_from_a_profile_names_the_table(server: Any, open_page: Any) -> None:
    hana, hugo = await open_page(), await open_page()
    await join_as_person(hana, server.url, "Hana")
    await join_as_person(hugo, server.url, "Hugo")
    await post(hugo, server.url, "matches", {"game": "tiny", "seats": [ME, OPEN]})
    await remember(hana, server.url)
    await hana.goto(f"{server.url}/people/hugo")
    await hana.get_by_role("button", name="Report…").click()
    dialog = hana.get_by_role("dialog")
    await dialog.get_by_label("What happened?").fill("Rude words.")
    await dialog.get_by_label("At which table?").select_option(index=1)
    async with hana.expect_request("**/reports") as sent:
        await dialog.get_by_role("button", name="Send the report").click()
    await hana.get_by_text("Thank you. We will look into it.").wait_for()
    body = (await sent.value).post_data_json
    assert body["reason"] == "Rude words."
    assert body["match"].startswith("m_")
