"""Undo at the table of Res Arcana, where every action ends the turn."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, TypeVar

import pytest
from playwright.async_api import Page, expect

from devtools.page.table import entries, host, play_until_round
from tests.app.conftest import running
from tests.app.wire import Person, arrive
from tests.e2e.conftest import SHARED
from tests.server_process import Server

BOT = {"kind": "bot", "bot": "greedy"}
SEATS = [{"kind": "me"}, BOT]
SEATS_WITH_BO = [{"kind": "me"}, BOT, {"kind": "open"}]
"""Two people, so the built-in bot leaves them time."""

FIRST_GAME = {"mode": "first_game"}
"""Without a draft, so no grace period delays the first answers."""

GRACE_S = 4
"""Enough for a busy machine to press Undo in time."""
T = TypeVar("T")

pytestmark = pytest.mark.timeout(120)


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots leave players some seconds to take an answer back."""
    settings = SHARED | {"UNDO_GRACE": str(GRACE_S)}
    yield from running(tmp_path_factory.mktemp("patient"), "server.log", settings)


async def offered(page: Page, server: str, match: str) -> list[dict[str, Any]]:
    """Ada's open options."""
    frame = await (await page.context.request.get(f"{server}/api/v1/matches/{match}/view")).json()
    return [option for decision in frame["decisions"] for option in decision.get("options", [])]


async def open_answers(page: Page, server: str, match: str) -> list[str]:
    """The keys of Ada's open options."""
    return [option["key"] for option in await offered(page, server, match)]


async def about_to_place(page: Page, server: str, bo: Second | None = None) -> tuple[str, str]:
    """Seat Ada at a table where placing a card is her whole turn; the match and the card's text.

    A cost in essences of any kind, or a discount, would ask her another question before the bot
    moves.
    """
    while True:
        seats = SEATS_WITH_BO if bo else SEATS
        created = await host(page, server, game="res_arcana", options=FIRST_GAME, seats=seats)
        match = str(created["id"])
        if bo:
            await bo.join(match)
        await play_until_round(page, server, match, 1)
        options = await offered(page, server, match)
        places = [option["text"] for option in options if option["key"].startswith("place:")]
        asks = ("any", ", less")
        if whole := [text for text in places if not any(sign in text for sign in asks)]:
            await page.goto(f"{server}/m/{match}")
            await page.locator("#question .answers").wait_for()
            return match, whole[0].split(" for ")[0]


class Second:
    """Bo, who takes a seat by the API and gives default answers."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.playing: list[asyncio.Task[None]] = []

    async def join(self, match: str) -> None:
        await self.person.post(f"/matches/{match}/seats")
        self.playing.append(asyncio.create_task(self._play(match)))

    async def leave(self) -> None:
        for task in self.playing:
            task.cancel()
        ended = await asyncio.gather(*self.playing, return_exceptions=True)
        assert all(isinstance(outcome, asyncio.CancelledError) for outcome in ended), ended

    async def _play(self, match: str) -> None:
        while True:
            for decision in (await self.person.view(match))["decisions"]:
                path = f"/matches/{match}/decisions/{decision['id']}"
                await self.person.call("POST", path, {"answer": decision["default"]})
            await asyncio.sleep(0.05)


async def place(page: Page, card: str) -> None:
    """Place a card, by its button."""
    await page.keyboard.press("0")
    await page.locator("#question .answers").get_by_role("button", name=card).click()


async def until(read: Callable[[], Awaitable[T]], holds: Callable[[T], bool]) -> None:
    async with asyncio.timeout(30):
        while not holds(await read()):  # noqa: ASYNC110
            await asyncio.sleep(0.05)


def undo(page: Page) -> Any:
    return page.locator("#question .undo button")


async def corner(page: Page) -> list[float]:
    """The position of Undo in the question, which grows upwards with its list."""
    place: list[float] = await undo(page).evaluate("""(button) => {
        const [inner, outer] = [button, button.closest('#question')]
            .map((element) => element.getBoundingClientRect());
        return [inner.x - outer.x, inner.y - outer.y];
    }""")
    return place


async def test_undo_goes_back_past_the_bots_move(server: Any, open_page: Any) -> None:
    page = await open_page(viewport={"width": 1440, "height": 900})
    match, card = await about_to_place(page, server.url)
    before = await open_answers(page, server.url, match)
    where = await corner(page)
    acted = await entries(page, server.url, match, 1)
    await place(page, card)
    await expect(undo(page)).to_have_text("Undo to my move")
    await until(lambda: entries(page, server.url, match, 1), lambda now: now > acted)
    await until(lambda: corner(page), lambda now: now == where)
    await expect(undo(page)).to_have_attribute("title", re.compile("the bots have done since"))
    await undo(page).click()
    await expect(page.locator("#question .answers")).to_be_visible()
    await until(lambda: open_answers(page, server.url, match), lambda now: now == before)


async def test_undo_is_available_during_the_bots_grace_period(patient: Any, open_page: Any) -> None:
    page = await open_page(viewport={"width": 1024, "height": 768})
    bo = Second(await arrive(patient.url, "Bo"))
    match, card = await about_to_place(page, patient.url, bo)
    before = await open_answers(page, patient.url, match)
    acted = await entries(page, patient.url, match, 1)
    await place(page, card)
    await expect(undo(page)).to_have_text("Undo")
    await expect(undo(page)).to_be_enabled()
    await page.keyboard.press("u")
    await expect(page.locator("#question .answers")).to_be_visible()
    await asyncio.sleep(GRACE_S + 0.5)
    assert await entries(page, patient.url, match, 1) == acted, "the bot has moved all the same"
    assert await open_answers(page, patient.url, match) == before
    await place(page, card)
    await until(lambda: entries(page, patient.url, match, 1), lambda now: now > acted)
    await expect(undo(page)).to_be_disabled()
    await bo.leave()
