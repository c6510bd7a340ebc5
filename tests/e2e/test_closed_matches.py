"""A match without spectators, opened by a stranger."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from devtools.page.table import host

SEATS = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
CLOSED = {"spectators": "none", "visibility": "private"}

pytestmark = pytest.mark.timeout(150)


@pytest.mark.parametrize("path", ["", "/replay"])
async def test_stranger_sees_a_link_back_but_no_result_of_a_closed_match(
    server: Any, open_page: Any, path: str
) -> None:
    player: Page = await open_page()
    stranger: Page = await open_page()
    match = await host(player, server.url, game="tiny", seats=SEATS, **CLOSED)
    address = f"{server.url}/m/{match['id']}"
    resign = f"{server.url}/api/v1/matches/{match['id']}/resign"
    await player.context.request.post(resign, headers={"Origin": server.url})
    await player.goto(address)
    await expect(player.get_by_role("table", name="Score sheet")).to_be_visible()

    sockets: list[str] = []
    stranger.on("websocket", lambda socket: sockets.append(socket.url))
    await stranger.goto(f"{address}{path}")
    await expect(stranger.get_by_role("heading", level=1)).to_have_text("A closed table")
    await expect(stranger.locator("dialog[open], main table")).to_have_count(0)
    await stranger.get_by_role("link", name="Back to the tables").click()
    await expect(stranger.get_by_role("heading", name="Choose a game")).to_be_visible()
    assert sockets == []
