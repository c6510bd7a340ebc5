"""The administration in the browser: reports, warnings, matches, invitations."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.e2e.axe import violations_on
from tests.e2e.people import PASSWORD, join_as_person, menu_of, post

PHONE: Any = {"viewport": {"width": 390, "height": 844}}
SECTIONS = ("", "/people", "/matches", "/server", "/audit")


@pytest.fixture
async def site(serve: Any) -> str:
    return str((await asyncio.to_thread(serve)).url)


async def staff_page(
    open_page: Any, admin: Any, site: str, role: str = "operator", **how: Any
) -> Page:
    """A browser of a new member of the staff."""
    page: Page = await open_page(**how)
    await join_as_person(page, site, "Eve")
    await admin("appoint", "Eve", "--role", role)
    return page


async def table_of_two(open_page: Any, site: str) -> tuple[Page, Page, str]:
    """Two people at a tiny match that has begun."""
    ann, bob = await open_page(), await open_page()
    for page, name in ((ann, "Ann"), (bob, "Bob")):
        await join_as_person(page, site, name)
    seats = [{"kind": "me"}, {"kind": "open"}]
    match = (await post(ann, site, "matches", {"game": "tiny", "seats": seats}))["id"]
    await post(bob, site, f"matches/{match}/seats")
    return ann, bob, match


async def give_reason(page: Page, go: str, reason: str = "asked to") -> None:
    dialog = page.get_by_role("dialog")
    await dialog.get_by_label("Reason").fill(reason)
    await dialog.get_by_role("button", name=go, exact=True).click()
    await expect(dialog).to_be_hidden()


async def test_moderator_reads_a_report_in_context_and_mutes(
    site: str, open_page: Any, admin: Any
) -> None:
    ann, bob, match = await table_of_two(open_page, site)
    await post(ann, site, f"matches/{match}/chat", {"text": "Take your time"})
    said = await post(bob, site, f"matches/{match}/chat", {"text": "You dawdle"})
    body = {"account": "Bob", "match": match, "said_at": said["at"], "reason": "is rude"}
    await post(ann, site, "reports", body)
    page = await staff_page(open_page, admin, site, "moderator", **PHONE)
    await page.goto(site)
    await menu_of(page, "Eve").click()
    await page.get_by_role("link", name="Administration").click()
    await expect(page.get_by_role("link", name="Server", exact=True)).to_have_count(0)
    await page.get_by_role("button", name="Show the context").click()
    lines = page.locator("main ol li")
    await expect(lines).to_have_count(2)
    await expect(lines.first).to_contain_text("Take your time")
    await expect(lines.last).to_contain_text("Quoted")
    await page.get_by_label("Verdict").fill("Muted for a week.")
    await page.get_by_role("button", name="Close the report").click()
    await expect(page.locator("main")).to_contain_text("No report waits for a verdict.")
    await page.get_by_role("link", name="People", exact=True).click()
    await page.get_by_label("Name or id").fill("bo")
    await page.get_by_role("button", name="Search").click()
    await page.get_by_role("link", name="Bob", exact=True).click()
    await page.get_by_role("button", name="Mute", exact=True).click()
    await give_reason(page, "Mute")
    await expect(page.locator("main")).to_contain_text("May not write until")
    await expect(page.locator("main")).to_contain_text("Muted for a week.")
    refused = await bob.context.request.post(
        f"{site}/api/v1/matches/{match}/chat", data={"text": "psst"}, headers={"Origin": site}
    )
    assert refused.status == 403


async def test_warned_person_sees_the_warning_until_they_have_read_it(
    site: str, open_page: Any, admin: Any
) -> None:
    ann: Page = await open_page(**PHONE)
    await join_as_person(ann, site, "Ann")
    await ann.goto(site)
    page = await staff_page(open_page, admin, site)
    await page.goto(f"{site}/admin/people/Ann")
    await page.get_by_role("button", name="Warn", exact=True).click()
    await page.get_by_role("dialog").get_by_label("What they read").fill("Please be kind.")
    await give_reason(page, "Send the warning")
    await expect(page.locator("main")).to_contain_text("Not read yet")
    warning = ann.get_by_role("dialog")
    await expect(warning).to_contain_text("Please be kind.")
    assert await violations_on(ann) == []
    await ann.reload()
    await expect(warning).to_contain_text("Please be kind.")
    await warning.get_by_role("button", name="I have read it").click()
    await expect(warning).to_have_count(0)
    await page.reload()
    await expect(page.locator("main")).to_contain_text("Read on")
    await ann.reload()
    await expect(menu_of(ann, "Ann")).to_be_visible()
    await expect(warning).to_have_count(0)


async def test_match_is_paused_and_resumed_by_keyboard_alone(
    site: str, open_page: Any, admin: Any
) -> None:
    ann, _, match = await table_of_two(open_page, site)
    page = await staff_page(open_page, admin, site)
    await page.goto(f"{site}/admin/matches/{match}")
    for go, after in (("Pause", "Paused by the staff"), ("Resume", "Playing")):
        await press(page, page.get_by_role("button", name=go, exact=True))
        await page.get_by_role("dialog").wait_for()
        await reach(page, page.get_by_role("dialog").get_by_label("Reason"))
        await page.keyboard.type("asked to")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("dialog")).to_be_hidden()
        await expect(page.locator("main [role=status]").first).to_contain_text(after)
    assert (await (await ann.context.request.get(f"{site}/api/v1/matches/{match}")).json())[
        "status"
    ] == "playing"


async def press(page: Page, target: Any) -> None:
    """Go to a control by the Tab key, and press it."""
    await reach(page, target)
    await page.keyboard.press("Enter")


async def reach(page: Page, target: Any) -> None:
    await target.wait_for()
    for _ in range(80):
        if await target.evaluate("element => element === document.activeElement"):
            return
        await page.keyboard.press("Tab")
    raise AssertionError("Tab does not reach it")


async def test_operator_invites_a_moderator(site: str, open_page: Any, admin: Any) -> None:
    page = await staff_page(open_page, admin, site, **PHONE)
    await page.goto(f"{site}/admin/server")
    await page.get_by_label("For whom").fill("chess club")
    await page.get_by_label("They become").select_option(label="Moderator")
    await page.get_by_role("button", name="Make an invitation").click()
    link = await page.get_by_role("dialog").get_by_role("textbox").input_value()
    await page.get_by_role("dialog").get_by_role("button", name="I have saved it").click()
    await expect(page.get_by_role("list", name="Invitations")).to_contain_text("Moderator")
    dot: Page = await open_page()
    await dot.goto(link)
    await dot.get_by_label("Name", exact=True).fill("Dot")
    await dot.get_by_label("Password", exact=True).fill(PASSWORD)
    await dot.get_by_role("button", name="Create the account").click()
    await menu_of(dot, "Dot").click()
    await dot.get_by_role("link", name="Administration").click()
    await expect(dot.locator("main")).to_contain_text("No report waits for a verdict.")
    await page.reload()
    await expect(page.locator("main")).to_contain_text("No invitation is valid.")


async def test_operator_announces_something(site: str, open_page: Any, admin: Any) -> None:
    page = await staff_page(open_page, admin, site)
    await page.goto(f"{site}/admin/server")
    await page.get_by_label("Text, English").fill("Back at nine.")
    await page.get_by_role("button", name="Announce").click()
    await expect(page.get_by_role("status").first).to_contain_text("Back at nine.")
    await page.get_by_role("button", name="End the announcement").click()
    await expect(page.get_by_text("Back at nine.")).to_have_count(0)


@pytest.mark.parametrize("width", [390, 1440])
async def test_administration_is_accessible(
    site: str, open_page: Any, admin: Any, width: int
) -> None:
    ann, bob, match = await table_of_two(open_page, site)
    said = await post(bob, site, f"matches/{match}/chat", {"text": "You dawdle"})
    body = {"account": "Bob", "match": match, "said_at": said["at"], "reason": "is rude"}
    await post(ann, site, "reports", body)
    how: Any = {"viewport": {"width": width, "height": 900}}
    page = await staff_page(open_page, admin, site, **how)
    for section in (*SECTIONS, "/people/Bob", f"/matches/{match}"):
        await page.goto(f"{site}/admin{section}")
        await page.locator("main h2").first.wait_for()
        await expect(page.locator("main .ring")).to_have_count(0)
        if not section:
            await page.get_by_role("button", name="Show the context").click()
            await page.locator("main ol li").first.wait_for()
        assert await violations_on(page) == []
        overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert await page.evaluate(overflow) == 0, section
    await page.get_by_role("button", name="Decide the result").click()
    await page.get_by_role("dialog").wait_for()
    assert await violations_on(page) == []


async def test_page_without_a_role_says_so(site: str, open_page: Any) -> None:
    page: Page = await open_page()
    await join_as_person(page, site, "Ann")
    await page.goto(f"{site}/admin")
    await expect(page.locator("main")).to_contain_text("Only moderators and operators")
    await menu_of(page, "Ann").click()
    await expect(page.get_by_role("link", name="Settings")).to_be_visible()
    await expect(page.get_by_role("link", name="Administration")).to_have_count(0)
