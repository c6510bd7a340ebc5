"""People in real browsers play whole matches by clicking what glows; others watch."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from playwright.async_api import Page

from devtools.page.person import Person
from devtools.page.table import host, play_out, result_on
from tests.e2e.line import LOST

ONE_ROUND = {"visibility": "public", "game": "res_arcana", "options": {"round_limit": 1}}
WIDE = {"viewport": {"width": 1440, "height": 900}}
TABLET = {"viewport": {"width": 1024, "height": 768}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
MOVING = {"reduced_motion": "no-preference"}
PASS_RATE = 0.3
TIMEOUT_S = 240

pytestmark = pytest.mark.timeout(TIMEOUT_S + 60)


async def invited(open_page: Any, match: dict[str, Any], name: str, **screen: Any) -> Person:
    page: Page = await open_page(**screen)
    person = Person(page, seed=len(name), pass_rate=PASS_RATE)
    await person.join_by_link(match["invite"]["url"], name)
    return person


async def test_two_friends_play_a_whole_match_while_a_stranger_watches(
    server: Any, open_page: Any
) -> None:
    ada_page, watching = await open_page(**WIDE, **MOVING), await open_page(**TABLET, **MOVING)
    match = await host(ada_page, server.url, **ONE_ROUND, seats=[{"kind": "me"}, {"kind": "open"}])
    bob = await invited(open_page, match, "Bob", **PHONE, **MOVING)
    await ada_page.goto(f"{server.url}/m/{match['id']}")
    await watching.goto(f"{server.url}/m/{match['id']}")
    ada = Person(ada_page, seed=1, pass_rate=PASS_RATE)

    await play_out(ada, bob, seconds=TIMEOUT_S)

    results = [await result_on(page) for page in (ada_page, bob.page, watching)]
    assert results[0] == results[1] == results[2]
    assert "Ada" in results[0]
    assert ada.on_board > 0, "nothing on the board was ever clicked"
    assert bob.on_board > 0, "nothing on the board was ever clicked"


async def test_whole_match_is_played_across_two_processes(
    postgres_url: str, redis_url: str, serve: Any, open_page: Any
) -> None:
    shared = {"DATABASE_URL": postgres_url, "REDIS_URL": redis_url}
    server = serve(**shared)
    other_server = serve(**shared)
    ada_page, watching = await open_page(**WIDE), await open_page(**TABLET)
    match = await host(ada_page, server.url, **ONE_ROUND, seats=[{"kind": "me"}, {"kind": "open"}])
    bob_page = await open_page(**WIDE)
    bob = Person(bob_page, seed=2, pass_rate=PASS_RATE)
    await bob.join_by_link(f"{other_server.url}/join/{match['invite']['code']}", "Bob")
    await ada_page.goto(f"{server.url}/m/{match['id']}")
    await watching.goto(f"{other_server.url}/m/{match['id']}")

    await play_out(Person(ada_page, seed=1, pass_rate=PASS_RATE), bob, seconds=TIMEOUT_S)

    results = [await result_on(page) for page in (ada_page, bob_page, watching)]
    assert results[0] == results[1] == results[2]


async def test_two_people_play_battle_for_empyrean_by_clicking(server: Any, open_page: Any) -> None:
    """test_omega_stone.py plays Ascended Kings to its end."""
    ada_page = await open_page(**WIDE)
    options = {"round_limit": 2, "decks_by": "random"}
    settings = {"game": "battle_for_empyrean", "options": options, "visibility": "private"}
    seats = [{"kind": "me"}, {"kind": "open"}]
    match = await host(ada_page, server.url, **settings, seats=seats)
    bob = await invited(open_page, match, "Bob", **TABLET)
    await ada_page.goto(f"{server.url}/m/{match['id']}")
    ada = Person(ada_page, seed=1, pass_rate=PASS_RATE)

    await play_out(ada, bob, seconds=TIMEOUT_S)

    assert await result_on(ada_page) == await result_on(bob.page)
    assert ada.on_board + bob.on_board > 0, "nothing on the board was ever clicked"


async def test_page_resumes_by_itself_after_a_server_crash(serve: Any, weak_page: Page) -> None:
    server = serve()
    ada_page = weak_page
    settings = {"game": "tiny", "options": {"turns": 4}, "visibility": "private"}
    match = await host(
        ada_page, server.url, **settings, seats=[{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    )
    await ada_page.goto(f"{server.url}/m/{match['id']}")
    ada = Person(ada_page, seed=1, pass_rate=PASS_RATE)
    over = asyncio.Event()
    playing = asyncio.create_task(ada.play(over))
    await ada.began.wait()
    server.kill()
    await ada_page.get_by_text(LOST).first.wait_for(timeout=30_000)
    serve(PORT=server.url.rsplit(":", 1)[1])
    await asyncio.wait_for(playing, TIMEOUT_S)
    assert "Ada" in await result_on(ada_page)
