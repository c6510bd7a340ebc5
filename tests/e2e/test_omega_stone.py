"""Ascended Kings to its end: four seats, two people who click, two bots, one Omega Stone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.e2e.person import Person
from tests.e2e.table import host, play_out, result_on

WIDE = {"viewport": {"width": 1440, "height": 900}}
TABLET = {"viewport": {"width": 1024, "height": 768}}
BOT = {"kind": "bot", "bot": "greedy"}
ONE_ROUND = {"rounds": 1, "round_limit": 40, "kings": "random"}
"""The Omega War begins after the first round: then a player has to walk to the stone."""
SECONDS = 240

pytestmark = pytest.mark.timeout(SECONDS + 60)


async def test_two_people_and_two_bots_play_to_the_omega_stone(server: Any, open_page: Any) -> None:
    ada_page: Page = await open_page(**WIDE)
    bob_page: Page = await open_page(**TABLET)
    match = await host(
        ada_page,
        server.url,
        game="ascended_kings",
        options=ONE_ROUND,
        visibility="public",
        seats=[{"kind": "me"}, BOT, {"kind": "open"}, BOT],
    )
    ada, bob = Person(ada_page, seed=1, hurry=0.8), Person(bob_page, seed=2, hurry=0.8)
    await bob.take_a_name(match["invite"]["url"], "Bob")
    await ada_page.goto(f"{server.url}/m/{match['id']}")

    await play_out(ada, bob, seconds=SECONDS)

    assert await result_on(ada_page) == await result_on(bob_page)
    for person in (ada, bob):
        await expect(person.page.get_by_text("has claimed the Omega Stone").first).to_be_attached()
        assert person.clicks > 0
    assert ada.on_board + bob.on_board > 0, "nothing on the board was ever clicked"
