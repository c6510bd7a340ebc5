"""Page weight: every byte received until the page is ready, with an empty and then a full cache."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.async_api import Page

from devtools.page.scales import Scales, scales
from devtools.page.table import host, play_until_round
from tests.app.wire import arrive
from tests.boards import BOARDS
from tests.e2e.drawings import asked_in, shown_by
from tests.sampling import sampled
from tests.server_process import Server

WIDE = {"viewport": {"width": 1440, "height": 900}}
ASKED = "#question .answers"
LOBBY_READY = "main .games .cover, main .games li"
GREEDY = {"kind": "bot", "bot": "greedy"}
MAX_LOBBY_BYTES, MAX_TABLE_BYTES, MAX_CACHED_BYTES = 160_000, 350_000, 60_000
MAX_COVER_BYTES, MAX_LATER_BYTES = 32_000, 20_000
MAX_DRAWING_REQUESTS = 3
"""Maximum number of requests that fetch the drawings of a table."""
LATER = re.compile(r"/(plate|recipes|shapes|reference|glossary|synth)-[^/]+\.js$|-drawings-")
"""Scenes, sound, and the glossary of signs: fetched once the page is there."""
LIVE = re.compile(r"/stream(\?|$)")
"""Streams, whose lines come for as long as the page is open and others play."""
COVERS = re.compile(r"/table-[^/]+\.webp$")
"""Pictures of tables, each fetched as it is scrolled near."""

pytestmark = pytest.mark.timeout(300)

TABLES: dict[str, dict[str, Any]] = {
    "res_arcana": {"seats": 4, "round": 5},
    "battle_for_empyrean": {"seats": 3, "round": 8, "options": {"decks_by": "random"}},
    "battle_for_empyrean_mash_up": {"seats": 3, "round": 8, "options": {"decks_by": "mash_up"}},
    "ascended_kings": {"seats": 4, "round": 4, "options": {"kings": "random"}, "drawn": False},
}
"""Late in a match, with most cards visible; `drawn`: with drawings of its own."""


async def weighed(page: Page, address: str, ready: str) -> Scales:
    """Weigh the page at an address; the browser keeps its cache."""
    async with scales(page) as weighing:
        await page.goto(address)
        await page.locator(ready).first.wait_for()
        await weighing.settle()
    print(weighing.report())
    return weighing


def boards_in(weighing: Scales) -> set[str]:
    """The games whose boards were loaded: a board's script begins with the id of its game."""
    scripts = [address.rsplit("/", 1)[-1] for address in weighing.addresses.values()]
    return {
        game
        for game in BOARDS
        if any(script.startswith(f"{game}-") and script.endswith(".js") for script in scripts)
    }


async def named_in_head(page: Page, address: str) -> set[str]:
    """The assets that the HTML at an address links to."""
    html = await (await page.context.request.get(address)).text()
    return {urljoin(address, path) for path in re.findall(r'(?:href|src)="(/assets/[^"]+)"', html)}


def scripts_and_sheets(weighing: Scales) -> set[str]:
    return {
        address
        for address in weighing.addresses.values()
        if address.endswith((".js", ".css")) and not LATER.search(address)
    }


def weight_of(weighing: Scales, addresses: re.Pattern[str]) -> float:
    return sum(
        weight
        for id, weight in weighing.weights.items()
        if addresses.search(weighing.addresses.get(id, ""))
    )


async def leave(page: Page) -> None:
    await page.goto("about:blank")


async def fill_lobby(server: Server) -> None:
    """Put some tables in the lobby."""
    ann = await arrive(server.url, "Ann")
    for game in BOARDS:
        await ann.post("/matches", {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}]}, 201)


@pytest.mark.parametrize("own_tables", [0, 3])
async def test_lobby_is_within_its_weight_budget(
    serve: Any, open_page: Any, own_tables: int
) -> None:
    """For a stranger, and for a player with tables."""
    server = serve(BOT_DELAY="0")
    await fill_lobby(server)
    page: Page = await open_page(**WIDE)
    for game in BOARDS[:own_tables]:
        await host(page, server.url, game=game, seats=[{"kind": "me"}, GREEDY])
    first = await weighed(page, server.url, LOBBY_READY)
    await leave(page)
    again = await weighed(page, server.url, LOBBY_READY)
    covers, later = weight_of(first, COVERS), weight_of(first, LATER)
    live = weight_of(first, LIVE)
    assert first.total - covers - later - live <= MAX_LOBBY_BYTES, first.report()
    assert covers <= MAX_COVER_BYTES, first.report()
    assert later <= MAX_LATER_BYTES, first.report()
    assert again.total <= MAX_CACHED_BYTES, again.report()
    assert not boards_in(first)
    assert scripts_and_sheets(first) == await named_in_head(page, server.url)


@pytest.mark.soak
@pytest.mark.parametrize("table", sampled(list(TABLES), ["res_arcana", "battle_for_empyrean"]))
async def test_table_is_within_its_weight_budget(serve: Any, open_page: Any, table: str) -> None:
    server = serve(BOT_DELAY="0")
    page: Page = await open_page(**WIDE)
    setup = TABLES[table]
    game = table.removesuffix("_mash_up")
    match = await host(
        page,
        server.url,
        game=game,
        options=setup.get("options", {}),
        seats=[{"kind": "me"}, *[GREEDY] * (setup["seats"] - 1)],
    )
    await play_until_round(page, server.url, match["id"], setup["round"])
    address = f"{server.url}/m/{match['id']}"
    view = await page.context.request.get(f"{server.url}/api/v1/matches/{match['id']}/view")
    first = await weighed(page, address, ASKED)
    await leave(page)
    again = await weighed(page, address, ASKED)
    assert first.total <= MAX_TABLE_BYTES, first.report()
    assert again.total <= MAX_CACHED_BYTES, again.report()
    assert boards_in(first) == {game}
    assert scripts_and_sheets(first) == await named_in_head(page, address)
    drawings = asked_in(first.addresses.values())
    assert len(drawings) <= MAX_DRAWING_REQUESTS
    assert set().union(*drawings) <= shown_by(await view.json())
    assert bool(drawings) is setup.get("drawn", True)
    assert not asked_in(again.addresses.values())
