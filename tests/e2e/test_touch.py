"""Touch: a finger reads before it plays, and a single press loses nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.async_api import CDPSession, Locator, Page, expect

from devtools.page.table import host, play_until_round
from tests.e2e.line import Line
from tests.e2e.people import eventually, get, tap_once_ready
from tests.sampling import sampled

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LOW = {"viewport": {"width": 620, "height": 360}, "has_touch": True, "is_mobile": True}
WIDE = {"viewport": {"width": 1440, "height": 900}}
BOT = {"kind": "bot", "bot": "random"}
ASKED = "#question .answers"
OPEN = ".inspector.pinned"
ACTIONS = f"{OPEN} .actions button"
GAMES = {"res_arcana": {}, "battle_for_empyrean": {}, "ascended_kings": {"kings": "random"}}
LONG_PRESSES_MS = (430, 700, 1200)

pytestmark = pytest.mark.timeout(180)

Hand = dict[str, list[dict[str, Any]]]
"""What each card of the hand can do."""


async def sit(
    open_page: Any, server: Any, game: str, fits: Callable[[Hand], Any] = bool, **look: Any
) -> tuple[Page, Line, str]:
    """Sit at a table with a bot, in the first round, with a hand that fits the test."""
    page: Page = await open_page(reduced_motion="reduce", **look)
    line = Line()
    await line.attach(page)
    match = await dealt(page, server.url, game)
    while not fits(await in_hand(page, server.url, match)):
        match = await dealt(page, server.url, game)
    await page.goto(f"{server.url}/m/{match}")
    await page.locator(ASKED).wait_for()
    await page.evaluate("document.fonts.ready")
    return page, line, match


async def dealt(page: Page, server: str, game: str) -> str:
    """A match with a bot, played until the open question is about the hand."""
    seats = [{"kind": "me"}, BOT]
    created = await host(page, server, game=game, seats=seats, options=GAMES[game])
    match = str(created["id"])
    await play_until_round(page, server, match, 1)
    while not await in_hand(page, server, match):
        await answer_for(page, server, match)
    return match


async def in_hand(page: Page, server: str, match: str) -> Hand:
    """What each card of the hand can do, if the open question is about any."""
    cards: Hand = {}
    for decision in (await get(page, server, f"matches/{match}/view"))["decisions"]:
        for option in [] if decision["optional"] else decision.get("options", []):
            if (target := option.get("targets", [""])[0]).startswith("card:"):
                cards.setdefault(target, []).append(option)
    phase = (await get(page, server, f"matches/{match}/view"))["view"]["turn"]["phase"]
    return cards if phase in ("actions", "deploy", "state", "action", "latent") else {}


def only_discarded(hand: Hand) -> list[str]:
    """The cards of the hand that can only be discarded."""
    return [
        target
        for target, options in hand.items()
        if [option.get("kind") for option in options] == ["discard"]
    ]


async def answer_for(page: Page, server: str, match: str) -> None:
    """Give the default answer."""
    frame = await get(page, server, f"matches/{match}/view")
    for decision in [asked for asked in frame["decisions"] if not asked["optional"]][:1]:
        address = f"{server}/api/v1/matches/{match}/decisions/{decision['id']}"
        body = {"answer": decision["default"]}
        await page.context.request.post(address, data=body, headers={"Origin": server})


async def middle(thing: Locator) -> dict[str, float]:
    """Where a finger presses a thing, once it is still and ready."""
    await thing.scroll_into_view_if_needed()

    async def still() -> Any:
        before = await thing.bounding_box()
        await thing.page.wait_for_timeout(60)
        box = await thing.bounding_box()
        assert box
        assert box == before
        assert await thing.get_attribute("data-unready") is None
        return box

    box = await eventually(still)
    return {"x": box["x"] + min(20, box["width"] / 2), "y": box["y"] + min(20, box["height"] / 2)}


async def hold(page: Page, at: dict[str, float], milliseconds: int) -> None:
    """A touch of some milliseconds, as the browser receives it."""
    line: CDPSession = await page.context.new_cdp_session(page)
    await line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    await page.wait_for_timeout(milliseconds)
    await line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


async def tap(page: Page, thing: Locator) -> None:
    """Tap a thing where it is now: a page that is still loading may move it."""
    at = await middle(thing)
    await page.touchscreen.tap(at["x"], at["y"])


@pytest.mark.timed
@pytest.mark.soak
@pytest.mark.parametrize("game", sampled(list(GAMES), ["res_arcana"]))
async def test_long_pressed_card_stays_open_when_the_finger_lifts(
    server: Any, open_page: Any, game: str
) -> None:
    page, line, match = await sit(open_page, server, game, **PHONE)
    card = page.locator(
        f'[data-thing="{next(iter(await in_hand(page, server.url, match)))}"]'
    ).first
    for milliseconds in LONG_PRESSES_MS:
        await hold(page, await middle(card), milliseconds)
        await page.wait_for_timeout(300)
        await expect(page.locator(OPEN)).to_have_count(1)
        await expect(page.locator(ACTIONS).first).to_be_visible()
        await tap_once_ready(page.get_by_role("button", name="Close", exact=True))
        await expect(page.locator(OPEN)).to_have_count(0)
    assert line.answers == []


@pytest.mark.soak
@pytest.mark.parametrize("game", sampled(list(GAMES), ["battle_for_empyrean"]))
async def test_a_tap_opens_the_card_with_its_actions_as_buttons(
    server: Any, open_page: Any, game: str
) -> None:
    fits = nothing_offered if game == "battle_for_empyrean" else bool
    page, line, match = await sit(open_page, server, game, fits, **PHONE)
    target, options = next(iter((await in_hand(page, server.url, match)).items()))
    await tap(page, page.locator(f'[data-thing="{target}"]').first)
    actions = page.locator(ACTIONS)
    await expect(actions.first).to_be_visible()
    for button in await actions.all():
        await eventually(partial(is_large_enough, button))
    assert line.answers == []
    await tap_once_ready(actions.last)
    await line.until_acks(1)
    assert [sent["answer"] for sent in line.answers] == [options[-1]["key"]]


def nothing_offered(hand: Hand) -> bool:
    """Whether no battlefield takes cards as an offering, which the page asks to confirm."""
    return all(option.get("kind") != "discard" for options in hand.values() for option in options)


async def is_large_enough(button: Locator) -> None:
    box = await button.bounding_box()
    assert box
    assert box["height"] >= 44


async def test_second_tap_never_discards(server: Any, open_page: Any) -> None:
    page, line, match = await sit(open_page, server, "res_arcana", only_discarded, **PHONE)
    alone = only_discarded(await in_hand(page, server.url, match))
    card = page.locator(f'[data-thing="{alone[0]}"]').first
    for _ in range(3):
        await tap(page, card)
        await page.wait_for_timeout(450)
        await expect(page.locator(OPEN)).to_have_count(1)
    await page.touchscreen.tap(195, 200)  # the large card itself
    await page.wait_for_timeout(300)
    assert line.answers == []


async def test_discard_button_over_its_card_asks_for_confirmation(
    server: Any, open_page: Any
) -> None:
    overlap = None
    while not overlap:
        page, line, match = await sit(open_page, server, "res_arcana", only_discarded, **LOW)
        for target in only_discarded(await in_hand(page, server.url, match)):
            card = page.locator(f'[data-thing="{target}"]').first
            await tap(page, card)
            await middle(page.locator(ACTIONS).first)
            if overlap := await overlap_of(card, page.locator(ACTIONS).first):
                break
            await tap_once_ready(page.get_by_role("button", name="Close", exact=True))
    await page.wait_for_timeout(450)  # no longer a double tap
    await page.touchscreen.tap(overlap["x"], overlap["y"])
    menu = page.get_by_role("menu")
    await expect(menu).to_contain_text("This discards a card. Continue?")
    assert line.answers == []
    await tap_once_ready(menu.get_by_role("menuitem").first)
    await line.until_acks(1)
    assert [sent["answer"] for sent in line.answers] == [f"discard:{target.partition(':')[2]}"]


async def overlap_of(card: Locator, button: Locator) -> dict[str, float] | None:
    """A point that both cover, if any."""
    first, second = await card.bounding_box(), await button.bounding_box()
    assert first
    assert second
    at = {"x": max(first["x"], second["x"]) + 20, "y": max(first["y"], second["y"]) + 10}
    right = min(box["x"] + box["width"] for box in (first, second))
    bottom = min(box["y"] + box["height"] for box in (first, second))
    return at if at["x"] < right and at["y"] < bottom else None


async def test_second_tap_plays_a_card_with_a_single_action(server: Any, open_page: Any) -> None:
    page, line, match = await sit(open_page, server, "ascended_kings", **PHONE)
    while not (only_action := await harmless(page, server.url, match)):
        await answer_for(page, server.url, match)
    target, option = only_action
    await page.reload()
    await page.locator(ASKED).wait_for()
    card = page.locator(f'[data-thing="{target}"]').first
    await tap(page, card)
    await expect(page.locator(OPEN)).to_have_count(1)
    assert line.answers == []
    await tap(page, card)
    await line.until_acks(1)
    assert [sent["answer"] for sent in line.answers] == [option["key"]]


async def harmless(page: Page, server: str, match: str) -> tuple[str, dict[str, Any]] | None:
    """A card of the hand with a single action, which gives nothing up."""
    for target, options in (await in_hand(page, server, match)).items():
        if len(options) == 1 and "kind" not in options[0]:
            return target, options[0]
    return None


@pytest.mark.parametrize("by", ["mouse", "keys"])
async def test_discard_only_card_asks_for_confirmation_by_mouse_and_keyboard(
    server: Any, open_page: Any, by: str
) -> None:
    page, line, match = await sit(open_page, server, "res_arcana", only_discarded, **WIDE)
    alone = only_discarded(await in_hand(page, server.url, match))
    card = page.locator(f'[data-thing="{alone[0]}"]').first
    if by == "mouse":
        await card.click()
    else:
        await card.focus()
        await page.keyboard.press("Enter")
    menu = page.get_by_role("menu")
    await expect(menu).to_contain_text("This discards a card. Continue?")
    assert line.answers == []
    await page.keyboard.press("Escape")
    await expect(menu).to_have_count(0)
    await card.focus()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await line.until_acks(1)
    assert [sent["answer"] for sent in line.answers] == [f"discard:{alone[0].partition(':')[2]}"]


@pytest.mark.soak
@pytest.mark.parametrize("game", sampled(list(GAMES), ["ascended_kings"]))
async def test_pass_has_a_letter_key_that_asks_for_confirmation(
    server: Any, open_page: Any, game: str
) -> None:
    page, line, match = await sit(open_page, server, game, **WIDE)
    while not (key := await pass_of(page, server.url, match)):
        await answer_for(page, server.url, match)
    await page.reload()
    await page.locator(ASKED).wait_for()
    passes = page.locator("#question [data-shortcut='p']")
    await expect(passes).to_have_count(1)
    await page.keyboard.press("p")
    sure = page.locator("#question .sure")
    await expect(sure).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(sure).to_have_count(0)
    await passes.click()
    await expect(sure).to_be_visible()
    await page.keyboard.press("Escape")
    assert line.answers == []
    await page.keyboard.press("p")
    await page.keyboard.press("Enter")
    await line.until_acks(1)
    assert [sent["answer"] for sent in line.answers] == [key]


async def pass_of(page: Page, server: str, match: str) -> str:
    """The option of the open question that passes, if it is not the only option."""
    frame = await get(page, server, f"matches/{match}/view")
    for decision in [asked for asked in frame["decisions"] if not asked["optional"]][:1]:
        options = decision.get("options", [])
        for option in options if len(options) > 1 else []:
            if option.get("kind") == "pass":
                return str(option["key"])
    return ""


async def test_single_key_shortcuts_can_be_switched_off_at_the_table(
    server: Any, open_page: Any
) -> None:
    page, line, _ = await sit(open_page, server, "res_arcana", **WIDE)
    await page.keyboard.press("?")
    await page.get_by_role("dialog").get_by_text("Single-key shortcuts").click()
    await page.keyboard.press("Escape")
    for key in "p01luot?":
        await page.keyboard.press(key)
    await expect(page.locator("#question .sure, dialog[open]")).to_have_count(0)

    async def arrows_walk() -> None:
        await page.keyboard.press("ArrowRight")
        await expect(page.locator("[data-thing]:focus")).to_have_count(1, timeout=1000)

    # The dialog that has just closed may return the focus to the control that opened it.
    await eventually(arrows_walk)
    assert line.answers == []
