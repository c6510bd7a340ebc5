"""Undo at the table of Res Arcana, where every action ends the turn."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, TypeVar

import pytest
from playwright.async_api import Page, expect

from tests.app.conftest import running
from tests.conftest import Server
from tests.e2e.conftest import SHARED
from tests.e2e.table import entries, host, play_until_round

SEATS = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]

T = TypeVar("T")

pytestmark = pytest.mark.timeout(120)


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Its bots leave people three seconds to take an answer back."""
    settings = SHARED | {"UNDO_GRACE": "3"}
    yield from running(tmp_path_factory.mktemp("patient"), "server.log", settings)


async def asked(page: Page, server: str, match: str) -> list[str]:
    """What Ada may answer now."""
    frame = await (await page.context.request.get(f"{server}/api/v1/matches/{match}/view")).json()
    return [option["key"] for one in frame["decisions"] for option in one.get("options", [])]


async def about_to_place(page: Page, server: str, **wishes: Any) -> str:
    """Ada at a table where she may place a card; the match."""
    while True:
        made = await host(page, server, game="res_arcana", seats=SEATS, **wishes)
        match = str(made["id"])
        await play_until_round(page, server, match, 1)
        if any(key.startswith("place:") for key in await asked(page, server, match)):
            await page.goto(f"{server}/m/{match}")
            await page.locator("#question .answers").wait_for()
            return match


async def place(page: Page) -> None:
    """Place the first card that may be placed, by its button."""
    await page.keyboard.press("0")
    await page.locator("#question .answers").get_by_role("button", name="Place ").first.click()


async def until(read: Callable[[], Awaitable[T]], holds: Callable[[T], bool]) -> None:
    async with asyncio.timeout(30):
        while not holds(await read()):  # noqa: ASYNC110
            await asyncio.sleep(0.05)


def undo(page: Page) -> Any:
    return page.locator("#question .undo button")


async def test_undo_goes_back_across_the_move_of_the_bot(server: Any, open_page: Any) -> None:
    page = await open_page(viewport={"width": 1440, "height": 900})
    match = await about_to_place(page, server.url)
    before = await asked(page, server.url, match)
    where = await undo(page).bounding_box()
    acted = await entries(page, server.url, match, 1)
    await place(page)
    await expect(undo(page)).to_have_text("Undo to my move")
    await until(lambda: entries(page, server.url, match, 1), lambda now: now > acted)
    now = await undo(page).bounding_box()
    assert (now["x"], now["y"]) == (where["x"], where["y"]), "it stays in its corner"
    assert "the bots did since" in str(await undo(page).get_attribute("title"))
    await undo(page).click()
    await expect(page.locator("#question .answers")).to_be_visible()
    await until(lambda: asked(page, server.url, match), lambda now: now == before)


async def test_undo_is_free_while_the_bot_leaves_time(patient: Any, open_page: Any) -> None:
    page = await open_page(viewport={"width": 1024, "height": 768})
    match = await about_to_place(page, patient.url, undo="free")
    before = await asked(page, patient.url, match)
    acted = await entries(page, patient.url, match, 1)
    await place(page)
    await expect(undo(page)).to_have_text("Undo")
    await expect(undo(page)).to_be_enabled()
    await page.keyboard.press("u")
    await expect(page.locator("#question .answers")).to_be_visible()
    await asyncio.sleep(3.5)
    assert await entries(page, patient.url, match, 1) == acted, "the bot has moved all the same"
    assert await asked(page, patient.url, match) == before
    await place(page)
    await until(lambda: entries(page, patient.url, match, 1), lambda now: now > acted)
    await expect(undo(page)).to_be_disabled()
