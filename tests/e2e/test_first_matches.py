"""Guided first matches: played to the end by what a learner sees, left and resumed."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from devtools.page.table import play_out
from tests.boards import BOARDS, TITLES
from tests.e2e.learner import NEXT, NOTE, PROPOSED, Learner
from tests.e2e.people import get
from tests.sampling import sampled

SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
EVERY_TABLE = [(game, screen) for game in BOARDS for screen in SCREENS]
TABLES = sampled(
    EVERY_TABLE,
    [
        ("res_arcana", "desktop"),
        ("battle_for_empyrean", "phone"),
        ("ascended_kings", "desktop"),
    ],
)
ANSWERS = {"res_arcana": 21, "battle_for_empyrean": 6, "ascended_kings": 6}
"""How many are proposed to a learner who follows them; those of Res Arcana lead to a monument."""
GOAL = {"res_arcana": 5, "battle_for_empyrean": 0, "ascended_kings": 0}
PLAY = "Play now: Res Arcana, against 1 bot"
LESSON = "section[aria-label='Your first match']"
TIMEOUT_S = 120

pytestmark = pytest.mark.timeout(TIMEOUT_S + 60)


async def begin(page: Page, url: str, game: str) -> None:
    """Begin from the lobby, as a new player."""
    await page.goto(url)
    await page.get_by_role("button", name=f"Learn {TITLES[game]}").click()
    await page.locator(NEXT).wait_for()


@pytest.mark.soak
@pytest.mark.parametrize(("game", "screen"), TABLES)
async def test_a_learner_plays_to_the_end(
    server: Any, open_page: Any, game: str, screen: str
) -> None:
    page: Page = await open_page(**SCREENS[screen])
    await begin(page, server.url, game)
    learner = Learner(page, seed=1)

    await play_out(learner, seconds=TIMEOUT_S)

    totals = await page.locator("dialog[open] tfoot td").all_inner_texts()
    assert max(map(int, totals)) >= GOAL[game]
    assert not learner.unseen
    assert len(learner.proposed) == ANSWERS[game]
    assert len(learner.read) == len(set(learner.read)) >= 10
    await expect(page.locator(".learned li")).to_have_count(3)
    await page.get_by_role("button", name="Play against Normal").click()
    await page.locator("#question .answers").wait_for()
    await expect(page.locator(LESSON)).to_have_count(0)


async def test_lesson_resumes_after_a_reload_and_from_the_lobby(
    server: Any, open_page: Any
) -> None:
    """From the lobby too, where Play now has become the first action."""
    page: Page = await open_page()
    await begin(page, server.url, "res_arcana")
    address = page.url
    await page.locator(NEXT).click()
    second = await page.locator(NOTE).get_attribute("data-note")
    await page.reload()
    await expect(page.locator(NOTE)).to_have_attribute("data-note", second or "")
    await page.get_by_role("button", name="One note").click()
    await expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(1)
    await page.keyboard.press("Escape")

    await page.goto(server.url)
    actions = page.locator("article", has_text="Res Arcana").get_by_role("button")
    await expect(actions.first).to_have_accessible_name(f"{PLAY} (Normal)")
    await page.get_by_role("button", name="Learn Res Arcana").click()
    await page.wait_for_url(address)
    await expect(page.locator(NOTE)).to_have_attribute("data-note", second or "")


@pytest.mark.soak
@pytest.mark.parametrize("screen", sampled(list(SCREENS), ["phone"]))
async def test_extra_press_after_the_last_note_hits_no_button(
    server: Any, open_page: Any, screen: str
) -> None:
    page: Page = await open_page(**SCREENS[screen])
    await begin(page, server.url, "res_arcana")
    places = []
    while await page.locator(NEXT).count():
        box = await page.locator(NEXT).bounding_box()
        assert box
        places.append((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
        await page.locator(NEXT).click()
    assert len(places) > 1
    hit = "([x, y]) => document.elementFromPoint(x, y).closest('.guide button')?.textContent"
    assert await page.evaluate(hit, places[-1]) is None


async def test_note_marks_its_target_again_once_the_board_is_restored(
    server: Any, open_page: Any
) -> None:
    page: Page = await open_page()
    await begin(page, server.url, "res_arcana")
    pointed = page.locator(".match [data-region='score'][data-pointed]")
    await expect(pointed).to_be_visible()
    await page.keyboard.press("t")
    await expect(page.locator(".scroll article")).to_be_visible()
    await expect(pointed).to_have_count(0)
    await page.keyboard.press("t")
    await expect(pointed).to_be_visible()


async def test_skipped_lesson_proposes_nothing_until_resumed(server: Any, open_page: Any) -> None:
    """By keyboard: N goes on; a skipped lesson proposes nothing, and resumes on request with the
    note for the question open by then.
    """
    page: Page = await open_page()
    await begin(page, server.url, "res_arcana")
    await page.keyboard.press("n")
    await expect(page.locator(NOTE)).to_have_attribute("data-note", "pool")
    await expect(page.locator(PROPOSED)).to_have_text("Try this: Calm / Elan")
    await page.get_by_role("button", name="Skip the lesson").click()
    await expect(page.locator(PROPOSED)).to_have_count(0)
    await expect(page.locator(NOTE)).to_have_count(0)
    await expect(page.locator("[data-pointed]")).to_have_count(0)

    await page.locator("[data-thing='card:research']").click()
    await expect(page.get_by_role("heading", name="Do an action, or pass")).to_be_visible()
    await page.get_by_role("button", name="Show the notes again").click()
    await expect(page.locator(NOTE)).to_have_attribute("data-note", "collect")
    match = await get(page, server.url, f"matches/{page.url.rsplit('/', 1)[-1]}")
    assert (match["visibility"], match["rated"], match["first_match"]) == ("private", False, True)
    view = await get(page, server.url, f"matches/{match['id']}/view")
    assert "research" in view["view"]["table"]["players"]["p0"]["cards"]


async def test_notes_are_in_the_readers_language(server: Any, open_page: Any) -> None:
    page: Page = await open_page(locale="de-DE")
    await page.goto(server.url)
    await page.get_by_role("button", name="Res Arcana lernen").click()
    await expect(page.locator(NOTE)).to_contain_text("Die meisten Punkte gewinnen.")
    await expect(page.locator(PROPOSED)).to_contain_text("Versuch das:")
