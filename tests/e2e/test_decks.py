"""Battle for Empyrean before its first Round, by clicking: secret deck choice, mash-up decks."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from devtools.page.person import Person
from devtools.page.table import host
from tests.e2e.people import get, post

WIDE = {"viewport": {"width": 1440, "height": 900}}
TABLET = {"viewport": {"width": 1024, "height": 768}}
SEATS = [{"kind": "me"}, {"kind": "open"}]
VIKINGS, SAMURAI = "Vikings of Valhalla", "Samurai of the Sengoku"
AZTECA = "Azteca & Mexica of Tenochtitlan"
TEMPLATE = {1: 5, 2: 4, 3: 4, 4: 3, 5: 3, 6: 2, 7: 2, 8: 1}
"""How many cards of each Essence cost a mash-up deck holds."""

pytestmark = pytest.mark.timeout(150)


async def test_two_players_choose_decks_in_secret_and_reveal_them_together(
    server: Any, open_page: Any
) -> None:
    ada, bob, match = await two_at_a_table(open_page, server.url)

    await look_at(ada, VIKINGS)
    await expect(ada.get_by_label(f"The 24 cards of {VIKINGS}")).to_contain_text("Viking Jarl")
    await look_at(ada, SAMURAI)
    await look_at(ada, VIKINGS)
    await play(ada, VIKINGS)

    await expect(ada.get_by_text("You have chosen. The others are still choosing.")).to_be_visible()
    await expect(bob.get_by_text("Ada", exact=True).first).to_be_visible()
    await expect(bob.locator(".deck")).to_have_count(9)
    await expect(bob.locator(".deck[aria-pressed=true]")).to_have_count(0)
    await expect(await log_of(bob)).not_to_contain_text("plays")
    seen = await get(bob, server.url, f"matches/{match}/view")
    assert "deck" not in seen["view"]["table"]["players"]["p0"], "Bob's page was sent Ada's choice"

    await look_at(bob, SAMURAI)
    await play(bob, SAMURAI)
    await expect(await log_of(ada)).to_contain_text(f"You play {VIKINGS}")
    await expect(await log_of(ada)).to_contain_text(f"Bob plays {SAMURAI}")
    await expect(await log_of(bob)).to_contain_text(f"Ada plays {VIKINGS}")
    await expect(await log_of(bob)).to_contain_text(f"You play {SAMURAI}")
    for page in (ada, bob):
        await expect(page.get_by_label("You drew these; keep one")).to_be_visible()
        await expect(page.locator(".draft .card")).to_have_count(2)


async def test_loser_of_a_contested_deck_chooses_again(server: Any, open_page: Any) -> None:
    ada, bob, _match = await two_at_a_table(open_page, server.url)
    for page in (ada, bob):
        await look_at(page, SAMURAI)
        await play(page, SAMURAI)
    await expect(await log_of(ada)).to_contain_text(f"Ada and Bob chose {SAMURAI}; by chance")
    keeps = await (await log_of(ada)).get_by_text("by chance you keep it").count()
    keeper, other = ("Ada", bob) if keeps else ("Bob", ada)
    await expect(other.locator("#question h2")).to_contain_text(
        f"You and {keeper} chose {SAMURAI}; by chance {keeper} keeps it"
    )
    await expect(other.locator(".deck")).to_have_count(8)
    await expect(other.locator(".deck", has_text=SAMURAI)).to_have_count(0)
    await look_at(other, AZTECA)
    await play(other, AZTECA)
    for page in (ada, bob):
        await expect(await log_of(page)).to_contain_text(
            f"play{'' if page == other else 's'} {AZTECA}"
        )
        await expect(page.get_by_label("You drew these; keep one")).to_be_visible()


async def test_mash_up_builder_counts_cards_as_they_are_clicked(
    server: Any, open_page: Any
) -> None:
    ada, bob, match = await two_at_a_table(open_page, server.url, decks_by="mash_up")
    builder = ada.get_by_label("Build your game deck")
    first = builder.locator(".template li").first
    confirm = ada.get_by_role("button", name="Confirm")

    await expect(first).to_contain_text("0 of 5")
    await expect(confirm).to_be_disabled()
    await take(builder, "Captive", 3)
    await expect(more(builder, "Captive")).to_be_disabled()
    await expect(first).to_contain_text("3 of 5")
    await expect(confirm).to_be_disabled()
    await take(builder, "Light Infantry", 2)
    await expect(first).to_contain_text("5 of 5")
    await expect(more(builder, "Light Infantry")).to_be_disabled()
    await expect(more(builder, "Griffin")).to_be_disabled()
    await ada.get_by_role("button", name="Clear").click()
    await expect(first).to_contain_text("0 of 5")
    for cost, count in TEMPLATE.items():
        await fill(builder, cost, count)
        await confirm.click()

    await expect(ada.get_by_text("You have chosen. The others are still choosing.")).to_be_visible()
    await expect(bob.locator(".template li").first).to_contain_text("0 of 5")
    for _ in TEMPLATE:
        await answer_default(bob, server.url, match)
    await expect(await log_of(ada)).to_contain_text("You play a mash-up deck")
    await expect(await log_of(ada)).to_contain_text("Bob plays a mash-up deck")
    await expect(await log_of(bob)).to_contain_text("Ada plays a mash-up deck")
    await expect(await log_of(bob)).to_contain_text("You play a mash-up deck")
    for page in (ada, bob):
        await expect(page.get_by_label("You drew these; keep one")).to_be_visible()


async def two_at_a_table(open_page: Any, server: str, **options: str) -> tuple[Page, Page, str]:
    """Ada and Bob, each in a browser, about to choose decks; and the match's id."""
    ada: Page = await open_page(**WIDE)
    settings = {"game": "battle_for_empyrean", "options": options, "visibility": "private"}
    match = await host(ada, server, **settings, seats=SEATS)
    bob: Page = await open_page(**TABLET)
    await Person(bob, seed=1).join_by_link(match["invite"]["url"], "Bob")
    await ada.goto(f"{server}/m/{match['id']}")
    for page in (ada, bob):
        await page.locator("#question .answers").wait_for()
        await expect(page.get_by_text("The battlefields of this game")).to_be_visible()
    return ada, bob, str(match["id"])


async def answer_default(page: Page, server: str, match: str) -> None:
    """Give the default answer, by the API."""
    (asked,) = (await get(page, server, f"matches/{match}/view"))["decisions"]
    path = f"matches/{match}/decisions/{asked['id']}"
    await post(page, server, path, {"answer": asked["default"]})


async def log_of(page: Page) -> Locator:
    """The log, opened over the board."""
    log = page.locator(".log")
    if not await log.count():
        await page.get_by_role("button", name="Log", exact=True).click()
    return log


async def close_log(page: Page) -> None:
    """Close the log, which covers a part of the board."""
    if await page.locator(".log").count():
        await page.locator(".side .close").last.click()


async def look_at(page: Page, deck: str) -> None:
    """Open a deck's sheet, on which one button plays it."""
    await close_log(page)
    await page.locator(".deck").filter(has_text=deck).click()
    await expect(page.get_by_role("heading", name=deck, level=2)).to_be_visible()
    await expect(page.get_by_role("button", name=f"Play {deck}")).to_have_count(1)


async def play(page: Page, deck: str) -> None:
    """Choose the open deck, beside the question."""
    await page.locator("#question").get_by_role("button", name=f"Play {deck}").click()


def more(builder: Locator, card: str) -> Locator:
    """The button that adds a copy of a card."""
    row = builder.locator(".cards li").filter(
        has=builder.page.get_by_role("spinbutton", name=card, exact=True)
    )
    return row.locator(".stepper button").last


async def take(builder: Locator, card: str, count: int) -> None:
    """Add copies of a card, one click each."""
    for number in range(1, count + 1):
        await more(builder, card).click()
        amount = builder.get_by_role("spinbutton", name=card, exact=True)
        await expect(amount).to_have_attribute("aria-valuenow", str(number))


async def fill(builder: Locator, cost: int, count: int) -> None:
    """Add the first cards of a cost, one by one, until there are enough."""
    step = builder.locator(".template li").nth(cost - 1)
    await expect(step).to_have_attribute("aria-current", "step")
    for number in range(1, count + 1):
        await expect(step).to_contain_text(f"{number - 1} of {count}")
        await builder.locator(".cards .stepper button:last-of-type:enabled").first.click()
        await expect(step).to_contain_text(f"{number} of {count}")
