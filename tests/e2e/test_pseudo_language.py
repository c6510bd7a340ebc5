"""One language on a screen: a translated page shows no text from outside its catalogues."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from babel import Locale
from playwright.async_api import Page

from devtools.page.person import Person
from devtools.page.table import host
from engine.ascended_kings.box import RULERS
from tests.app.conftest import running
from tests.boards import BOARDS, LANGUAGES
from tests.e2e.conftest import SHARED
from tests.e2e.people import join_as_person, post, resign_from
from tests.e2e.pseudo import Pseudo
from tests.sampling import sampled
from tests.server_process import Server

BOT = {"kind": "bot", "bot": "greedy"}
OPEN = {"kind": "open"}
CLOCK = {"kind": "bank", "seconds": 600, "increment": 10}
REALMS = {ruler.realm for ruler in RULERS.values()}
RULER_NAMES = {name for ruler in RULERS.values() for name in (ruler.king_name, ruler.revenant_name)}
LANGUAGE_NAMES = {
    name[0].upper() + name[1:]
    for code in LANGUAGES
    if (name := Locale.parse(code, sep="-").get_display_name())
}
NAMES = {
    "Ada",
    "Bea",
    "Ann",
    "Bob",
    "Cleo",
    "Greedy",
    "Conclave",
    "Res Arcana",
    "Battle for Empyrean",
    "Ascended Kings",
    "DE",
    "II",
    "III",
    "Tiny",
    *REALMS,
    *RULER_NAMES,
    *LANGUAGE_NAMES,
}
GAME_PAGES = [f"/games/{game}" for game in BOARDS]
PAGES = [
    "/",
    "/new/res_arcana",
    "/games",
    "/leaderboards",
    "/register",
    "/reset",
    "/about",
    "/settings",
    "/settings/notes",
    "/sign-in",
    "/nowhere",
    *GAME_PAGES,
]
PRESSES = 30
RULES_UNTIL = 6
"""Presses after which the log replaces the rules."""

pytestmark = pytest.mark.timeout(180)


async def _pseudo(open_page: Any, **screen: Any) -> Pseudo:
    pseudo = Pseudo(await open_page(locale="de-DE", **screen), NAMES)
    await pseudo.begin()
    return pseudo


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose lobby has only this test's matches: any other name would be a foreign word."""
    yield from running(tmp_path_factory.mktemp("alone"), "server.log", SHARED)


async def test_every_page_outside_a_match_is_in_one_language(alone: Server, open_page: Any) -> None:
    other = await open_page()
    await join_as_person(await open_page(), alone.url, "Cleo")
    await join_as_person(other, alone.url, "Bea")
    reserved = {"kind": "open", "invite": "Cleo"}
    await _create(other, alone, clock=CLOCK, seats=[{"kind": "me"}, OPEN, reserved])
    await _create(other, alone, seats=[{"kind": "me"}, BOT])
    pseudo = await _pseudo(open_page)
    await host(pseudo.page, alone.url, game="res_arcana", seats=[{"kind": "me"}, OPEN])
    for path in PAGES:
        await pseudo.page.goto(alone.url + path)
        if path in GAME_PAGES:
            await pseudo.page.locator("figure").first.wait_for()
        assert await pseudo.foreign_at_rest() == [], path
    await pseudo.end()


async def _create(page: Page, server: Server, **settings: Any) -> None:
    await post(page, server.url, "matches", {"game": "res_arcana", **settings})


@pytest.mark.soak
@pytest.mark.parametrize("game", sampled(list(BOARDS), ["ascended_kings"]))
async def test_match_is_in_one_language_to_its_end(server: Any, open_page: Any, game: str) -> None:
    pseudo = await _pseudo(open_page, viewport={"width": 1440, "height": 900})
    page: Page = pseudo.page
    settings = {"game": game, "options": {"round_limit": 20}, "seats": [{"kind": "me"}, BOT]}
    match = await host(page, server.url, **settings)
    await page.goto(f"{server.url}/m/{match['id']}")
    await page.locator("#question .answers").wait_for()
    await page.keyboard.press("r")
    person, foreign_words = Person(page, seed=3), set[str]()
    for count in range(PRESSES):
        foreign_words |= set(await pseudo.foreign())
        if count == RULES_UNTIL:
            await page.locator("#tab-log").evaluate("(tab) => tab.click()")
        await person.act()
    await resign_from(page, server.url, match["id"])
    await person.ended.wait_for()
    foreign_words |= set(await pseudo.foreign_at_rest())
    await pseudo.end()
    assert foreign_words == set()
