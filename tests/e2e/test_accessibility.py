"""Accessibility: axe finds no violations on any page, and a keyboard is enough."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page

from devtools.page.table import host
from tests.e2e.axe import COLOURS, choose_look, turn, violations_at, violations_on
from tests.e2e.line import Line
from tests.e2e.people import get, join_as_person, lose, post, remember, until
from tests.e2e.typist import Typist

WIDE = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
BOT = {"kind": "bot", "bot": "random"}
MOVES = 10
# Some element has the focus, and a visible focus ring, which a card shows on its turned face.
FOCUSED = """() => {
  const active = document.activeElement;
  const rings = [active, ...active.querySelectorAll('.face')];
  return active !== document.body
    && rings.some((element) => getComputedStyle(element).outlineStyle !== 'none');
}"""

pytestmark = pytest.mark.timeout(180)


async def test_guest_pages_pass_axe(server: Any, open_page: Any) -> None:
    page: Page = await open_page(**WIDE)
    seats = [{"kind": "me"}, {"kind": "open"}]
    match = await host(page, server.url, game="res_arcana", seats=seats)
    stranger: Page = await open_page(**PHONE)
    paths = ("/", "/new/res_arcana", f"/m/{match['id']}", "/games", "/games/res_arcana")
    violations: dict[Any, list[str]] = {}
    for path in paths:
        violations[path] = await violations_at(page, server.url + path)
    invite = match["invite"]["url"]
    violations["invite"] = await violations_at(stranger, invite)
    assert not any(violations.values()), violations


async def test_account_pages_pass_axe(server: Any, open_page: Any) -> None:
    page: Page = await open_page(**WIDE)
    stranger: Page = await open_page(**PHONE)
    await at_home_among_people(page, stranger, server.url)
    for visitor in (page, stranger):
        await choose_look(visitor, server.url, "dark")
    parts = ("", "/look", "/play", "/notes", "/people", "/bots")
    people = ("/people/Ida", "/people/Otto", "/leaderboards/battle_for_empyrean")
    otto = (await get(page, server.url, "accounts/Otto"))["account"]["id"]
    social = ("/find", "/next", "/friends", f"/friends/{otto}")
    paths = ("/", "/new/tiny", *people, *social)
    violations: dict[Any, list[str]] = {}
    own = [(page, path) for path in (*paths, *(f"/settings{part}" for part in parts))]
    signed_out = [
        (stranger, path) for path in ("/sign-in", "/register", "/settings", "/people/Ida")
    ]
    for visitor, path in own + signed_out:
        violations[path, visitor is page] = await violations_at(visitor, server.url + path)
        await turn(visitor, "light")
        violations[path, visitor is page, "light"] = await violations_on(visitor, COLOURS)
        if path in social:
            await visitor.set_viewport_size(PHONE["viewport"])
            violations[path, "narrow"] = await violations_on(visitor)
            await visitor.set_viewport_size(WIDE["viewport"])
    await page.goto(f"{server.url}/people/Otto")
    await page.get_by_role("button", name="Report…").click()
    violations["report"] = await violations_on(page)
    assert not any(violations.values()), violations


async def at_home_among_people(page: Page, other: Page, server: str) -> None:
    """Ida with an account, a bot, a token, a rated match and a friend, Otto, who has invited her;
    they have written to one another, then she has muted him.
    """
    await join_as_person(page, server, "Ida")
    await join_as_person(other, server, "Otto")
    seats = [{"kind": "me"}, {"kind": "open"}]
    game = "battle_for_empyrean"
    rated = await post(other, server, "matches", {"game": game, "seats": seats})
    await post(page, server, f"matches/{rated['id']}/seats")
    await lose(other, page, server, rated["id"])
    seats_for_ida = [{"kind": "me"}, {"kind": "open", "invite": "Ida"}]
    await post(other, server, "matches", {"game": "tiny", "seats": seats_for_ida})
    code = (await get(page, server, "me/friend-link"))["code"]
    await post(other, server, f"friend-links/{code}")
    for by, to in ((page, "Otto"), (other, "Ida")):
        await post(by, server, f"me/messages/{to}", {"text": "A game tonight?"})
    await post(page, server, "bots", {"name": "Lex"})
    await post(page, server, "me/tokens", {"name": "Script", "scopes": ["read"]})
    mute = f"{server}/api/v1/me/mutes/Otto"
    assert (await page.context.request.put(mute, headers={"Origin": server})).ok
    await remember(page, server)
    await other.context.clear_cookies()


async def test_keyboard_alone_suffices_for_ten_moves(server: Any, open_page: Any) -> None:
    page: Page = await open_page(**WIDE)
    match = await host(page, server.url, game="res_arcana", seats=[{"kind": "me"}, BOT])
    line = Line()
    await line.attach(page)
    await page.goto(f"{server.url}/m/{match['id']}")
    typist = Typist(page)
    while line.acks < MOVES:
        await page.locator("#question .answers").wait_for()
        await typist.press_something()
        await line.until_settled()
        await until(page, FOCUSED)
    assert typist.on_board > 0, "no move began on the board"
