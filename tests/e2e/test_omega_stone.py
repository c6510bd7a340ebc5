"""Ascended Kings to its end: a person who clicks, three bots, one Omega Stone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from devtools.page.person import Person
from devtools.page.table import host, play_out, result_on

WIDE = {"viewport": {"width": 1440, "height": 900}}
BOT = {"kind": "bot", "bot": "greedy"}
ONE_ROUND = {"rounds": 1, "round_limit": 40, "kings": "random"}
"""The Omega War begins after the first round, and a player has to walk to the stone."""
TIMEOUT_S = 240

pytestmark = pytest.mark.timeout(TIMEOUT_S + 60)


async def test_person_and_three_bots_play_to_the_omega_stone(server: Any, open_page: Any) -> None:
    page: Page = await open_page(**WIDE)
    match = await host(
        page,
        server.url,
        game="ascended_kings",
        options=ONE_ROUND,
        seats=[{"kind": "me"}, BOT, BOT, BOT],
    )
    await page.goto(f"{server.url}/m/{match['id']}")
    ada = Person(page, seed=1, pass_rate=0.8)

    await play_out(ada, seconds=TIMEOUT_S)

    assert "Ada" in await result_on(page)
    await expect(page.get_by_text("has claimed the Omega Stone").first).to_be_attached()
    assert ada.on_board > 0, "nothing on the board was ever clicked"
