"""Presses: a press acts where it began, and not on a control that has just moved there."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from playwright.async_api import Locator, Page, Route, expect

from devtools.page.table import host
from tests.e2e.line import Line
from tests.e2e.people import FRAME, get, post, resign_from, until
from tests.e2e.test_controls import confirm, press_first, propose, two_players

MOVE_DOWN = """(element, pixels = 150) => {
  const above = document.createElement('div');
  above.style.height = `${pixels}px`;
  element.before(above);
}"""
MOVE_DOWN_ON_PRESS = f"(element) => addEventListener('pointerdown', () => ({MOVE_DOWN})(element))"
RECORD_TOPS = """(element) => {
  const look = () => {
    const top = Math.round(element.getBoundingClientRect().top);
    if (tops.at(-1) !== top) tops.push(top);
    requestAnimationFrame(look);
  };
  window.tops = [];
  look();
}"""
PRESS_ON_ARRIVAL = """({selector, text, x, y}) => {
  window.unready = [];
  const note = ({ target }) => unready.push(target.hasAttribute('data-unready'));
  const marks = new MutationObserver((changes) => changes.forEach(note));
  marks.observe(document, { subtree: true, attributeFilter: ['data-unready'] });
  const watcher = new MutationObserver(() => {
    const regions = [...document.querySelectorAll(selector)];
    const region = regions.find((candidate) => candidate.textContent.includes(text));
    const control = region?.querySelector('button:enabled');
    if (!control) return;
    watcher.disconnect();
    const mouse = { pointerType: 'mouse', isPrimary: true, detail: 1, clientX: x, clientY: y };
    for (const name of ['pointerdown', 'pointerup', 'click'])
      control.dispatchEvent(new PointerEvent(name, { ...mouse, bubbles: true, cancelable: true }));
    window.pressed = true;
  });
  watcher.observe(document, { subtree: true, childList: true, attributes: true });
}"""
"""Presses a control as it appears; `unready` records whether controls have looked unready."""
AGREE = {"name": "Agree", "exact": True}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

pytestmark = pytest.mark.timeout(120)


async def centre(control: Locator) -> tuple[float, float]:
    await control.scroll_into_view_if_needed()
    box = await control.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def ended_lesson(page: Page, server: str, press: Any = Locator.click) -> str:
    """Resign a guided first match and stay on its end screen; the match's id."""
    await page.goto(server)
    await press(page.get_by_role("button", name="Learn Res Arcana"))
    await page.locator(".guide .next").wait_for()
    match = page.url.rsplit("/", 1)[-1]
    await resign_from(page, server, match)
    return match


async def test_end_screen_does_not_move_when_the_match_is_refetched(
    server: Any, open_page: Any
) -> None:
    """Regression: refetching after the end emptied the list above the button for a moment, and a
    press in that moment was lost.
    """
    page: Page = await open_page(viewport={"width": 1280, "height": 800})
    answered = asyncio.Event()

    async def delay_reply(route: Route) -> None:
        await answered.wait()
        await route.continue_()

    await page.goto(server.url)
    await page.get_by_role("button", name="Learn Res Arcana").click()
    await page.locator(".guide .next").wait_for()
    match = page.url.rsplit("/", 1)[-1]
    await page.route(f"**/api/v1/matches/{match}", delay_reply)
    await resign_from(page, server.url, match)
    await expect(page.locator(".learned li")).to_have_count(3)
    button = page.get_by_role("button", name="Play against Normal")
    await button.scroll_into_view_if_needed()
    await button.evaluate(RECORD_TOPS)
    answered.set()
    await page.get_by_role("region", name="Analysis").wait_for()
    assert len(await page.evaluate("tops")) == 1


@pytest.mark.parametrize("removed", [False, True])
async def test_press_counts_on_a_control_that_moves_before_the_release(
    server: Any, open_page: Any, removed: bool
) -> None:
    """Even if the pressed text node is replaced."""
    page: Page = await open_page(viewport={"width": 1280, "height": 800})
    first = await ended_lesson(page, server.url)
    button = page.get_by_role("button", name="Play against Normal")
    await page.get_by_role("button", name="Analyse this match").wait_for()
    await page.mouse.move(*await centre(button))
    await page.mouse.down()
    if removed:
        await button.evaluate("(element) => element.replaceChildren(element.textContent)")
    await page.locator(".learned").evaluate(MOVE_DOWN)
    await page.mouse.up()
    await page.wait_for_url(lambda url: "/m/" in url and first not in url)


async def test_tap_counts_on_a_control_that_moves_before_the_finger_lifts(
    server: Any, open_page: Any
) -> None:
    page: Page = await open_page(**PHONE)
    first = await ended_lesson(page, server.url, Locator.tap)
    button = page.get_by_role("button", name="Play against Normal")
    await page.get_by_role("button", name="Analyse this match").wait_for()
    x, y = await centre(button)
    await page.evaluate(FRAME)  # the page notices the scroll in the next frame
    await expect(page.locator("[data-unready]")).to_have_count(0)
    line = await page.context.new_cdp_session(page)
    touched = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    await page.locator(".learned").evaluate(MOVE_DOWN_ON_PRESS)
    # A long touch is no tap, so the two events follow at once.
    ended = {"type": "touchEnd", "touchPoints": []}
    touches = [line.send("Input.dispatchTouchEvent", touch) for touch in (touched, ended)]
    await asyncio.gather(*touches)
    await page.wait_for_url(lambda url: "/m/" in url and first not in url)


async def test_press_that_slips_off_does_nothing(server: Any, open_page: Any) -> None:
    page: Page = await open_page(viewport={"width": 1280, "height": 800})
    await ended_lesson(page, server.url)
    x, y = await centre(page.get_by_role("button", name="Play against Normal"))
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y - 60)
    await page.mouse.up()
    x, y = await centre(page.locator(".learned li").first)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(5, 5)  # beside the dialog, where a complete press would close it
    await page.mouse.up()
    await page.evaluate(FRAME)
    await expect(page.locator("dialog[open]")).to_have_count(1)
    await page.mouse.click(5, 5)
    await expect(page.locator("dialog[open]")).to_have_count(0)


async def press_at_once(page: Page, at: tuple[float, float], selector: str, text: str = "") -> None:
    arguments = {"selector": selector, "text": text, "x": at[0], "y": at[1]}
    await page.evaluate(PRESS_ON_ARRIVAL, arguments)


async def replace_offer(ada: Page, bob: Page, server: str, match: str) -> Locator:
    """Offer a pause and rest a pointer on "Agree"; withdraw it, offer a draw in its place and press
    at once.
    """
    await propose(bob, "Pause")
    agree = ada.get_by_role("button", **AGREE)
    at = await centre(agree)
    await ada.mouse.move(*at)
    await press_at_once(ada, at, ".offer", "call it a draw")
    offers = (await get(bob, server, f"matches/{match}/view"))["offers"]
    await post(bob, server, f"matches/{match}/offers/{offers[0]['id']}", {"accept": False})
    await post(bob, server, f"matches/{match}/offers", {"kind": "draw"})
    await until(ada, "window.pressed")
    return agree


async def test_press_does_not_accept_an_offer_that_replaced_another(
    server: Any, open_page: Any
) -> None:
    ada, bob, match = await two_players(server, open_page)
    await replace_offer(ada, bob, server.url, match)
    await expect(ada.locator(".sure")).to_have_count(0)
    await until(ada, "unready.length && !unready.at(-1)")
    assert await ada.evaluate("unready") == [True, False]
    await ada.mouse.down()
    await ada.mouse.up()
    await expect(ada.locator(".sure")).to_contain_text("share first place")


async def test_keys_and_a_moved_pointer_act_at_once(server: Any, open_page: Any) -> None:
    ada, bob, match = await two_players(server, open_page)
    agree = await replace_offer(ada, bob, server.url, match)
    await agree.press("Enter")
    await expect(ada.locator(".sure")).to_have_count(1)
    await ada.get_by_role("button", name="Back", exact=True).press("Enter")
    box = await agree.bounding_box()
    assert box
    await ada.mouse.move(box["x"] + 5, box["y"] + 5)
    await ada.mouse.down()
    await ada.mouse.up()
    await expect(ada.locator(".sure")).to_have_count(1)


@pytest.mark.parametrize("kind", ["draw", "abort"])
async def test_offer_that_ends_the_match_needs_confirmation(
    server: Any, open_page: Any, kind: str
) -> None:
    ada, bob, match = await two_players(server, open_page)
    await post(bob, server.url, f"matches/{match}/offers", {"kind": kind})
    agree = ada.get_by_role("button", **AGREE)
    await agree.click()
    await expect(ada.locator(".sure")).to_contain_text("The match ends")
    assert (await get(ada, server.url, f"matches/{match}"))["status"] == "playing"
    await ada.get_by_role("button", name="Back", exact=True).click()
    await agree.click()
    await confirm(ada, "Agree")
    await expect(ada.locator("dialog[open]")).to_have_count(1)


async def test_new_question_ignores_a_press_meant_for_the_last_one(
    server: Any, open_page: Any
) -> None:
    """A press that was meant for one question answers no other."""
    page, line = await open_page(), Line()
    await line.attach(page)
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    match = await host(page, server.url, game="tiny", options={"turns": 3}, seats=seats)
    await page.goto(f"{server.url}/m/{match['id']}")
    answers = page.locator("#question .answers button")
    at = await centre(answers.first)
    await page.mouse.move(*at)
    if await answers.first.get_attribute("data-shortcut") == "0":
        await answers.first.click()
    asked = await page.locator("#question").get_attribute("data-decision")
    await press_at_once(page, at, f"#question:not([data-decision='{asked}']) .answers")
    await page.keyboard.press("1")
    await until(page, "window.pressed")
    await line.until_acks(1)
    assert len(line.answers) == 1
    await press_first(page)
    await line.until_acks(2)


async def test_control_that_stays_in_place_always_responds(server: Any, open_page: Any) -> None:
    """Other controls appear around it, and it moves a little, but not from under the pointer."""
    page: Page = await open_page(viewport={"width": 1280, "height": 800})
    first = await ended_lesson(page, server.url)
    button = page.get_by_role("button", name="Play against Normal")
    await page.get_by_role("button", name="Analyse this match").wait_for()
    await page.mouse.move(*await centre(button))
    await expect(page.locator("[data-unready]")).to_have_count(0)
    await page.locator(".learned").evaluate(MOVE_DOWN, 10)
    await page.locator(".after").evaluate("(element) => element.after(element.cloneNode(true))")
    await page.evaluate(FRAME)
    await page.mouse.down()
    await page.mouse.up()
    await page.wait_for_url(lambda url: "/m/" in url and first not in url)
