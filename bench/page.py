"""Page: loading time on a slow line, task durations in whole matches, and the memory that many
matches leave behind in one tab.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any

from playwright.async_api import Browser

from bench.measure import spread
from bench.server import server
from bench.tab import Heap, Tab, machine_of, tab
from devtools import browsers
from devtools.page.person import Person
from devtools.page.table import host

GREEDY = {"kind": "bot", "bot": "greedy"}
FULL_TABLES = {"res_arcana": 4, "battle_for_empyrean": 3, "ascended_kings": 4}
"""Games with a board, and players of a full table."""
BOARDS = tuple(sorted(FULL_TABLES))
PASS_RATE = 0.3
RUNS = 5
TIMED_MATCHES = 5
KEPT_MATCHES = (3, 20)
"""Memory is compared after these numbers of matches: after the first, each game has been opened."""
WHOLE: dict[str, dict[str, Any]] = {
    "battle_for_empyrean": {"decks_by": "random"},
    "ascended_kings": {"round_limit": 5},
}
"""Options: a person clicks what glows, and decks don't; random play of the Kings takes hours."""
SHORT = {**WHOLE, "res_arcana": {"round_limit": 2}, "ascended_kings": {"round_limit": 2}}
WHOLE_COLLECTION = "--flush-baseline-code --stress-flush-code --initial-heap-size=256"
"""V8's flags with which a full collection takes idle compiled code as well. Otherwise V8 keeps what
it compiles, and compiles more the longer a page runs. With a heap of 256 MB to begin with it hardly
collects unless asked to, which would slow play down.
"""
MATCH_SECONDS = 600
LOBBY_SELECTOR = "main .games .cover"
SETTINGS = {"BOT_DELAY": "0", "GAMES": ",".join(FULL_TABLES), "LOG_LEVEL": "error"}


def measure() -> dict[str, Any]:
    """Run all scenarios; returns date, machine and the figures of each."""
    return asyncio.run(_measure())


async def _measure() -> dict[str, Any]:
    figures: dict[str, dict[str, Any]] = {}
    with server(**SETTINGS) as running:
        url = running.url
        async with browsers.launched(browsers.headless_chromium()) as browser:
            figures["lobby"] = await _lobby(browser, url)
            for game in BOARDS:
                figures[f"{game} {FULL_TABLES[game]} players"] = await _table(browser, url, game)
            for game in BOARDS:
                figures[f"{game}, whole matches"] = await _play(browser, url, game)
            figures["twenty matches in one tab"] = await _keep(browser, url)
            machine = machine_of(browser)
        collecting = f"--js-flags={WHOLE_COLLECTION}"
        async with browsers.launched(browsers.headless_chromium(), collecting) as browser:
            figures["the same, code collected too"] = await _keep(browser, url)
    return {"date": datetime.now(UTC).date().isoformat(), "machine": machine, "found": figures}


async def _lobby(browser: Browser, url: str) -> dict[str, Any]:
    """A stranger's first visit; some tables are open."""
    async with tab(browser) as other:
        for game in BOARDS:
            await host(other.page, url, game=game, seats=[{"kind": "me"}, {"kind": "open"}])
    paints: list[float] = []
    for _run in range(RUNS):
        async with tab(browser) as opened:
            await opened.slow_down()
            await opened.page.goto(url)
            await opened.appears(LOBBY_SELECTOR)
            await opened.scales.settle()
            paints.append((await opened.noted())["lcp"])
            weights = _weights(opened)
    return {"largest contentful paint": _seconds(paints), **weights}


async def _table(browser: Browser, url: str, game: str) -> dict[str, Any]:
    """A player's first visit to a full table, until the first question can be answered."""
    answerable: list[float] = []
    async with tab(browser) as hosting:
        bots = [GREEDY] * (FULL_TABLES[game] - 1)
        match = await host(hosting.page, url, game=game, seats=[{"kind": "me"}, *bots])
        cookies = await hosting.page.context.cookies()
    for _run in range(RUNS):
        async with tab(browser, cookies) as opened:
            await opened.slow_down()
            await opened.page.goto(f"{url}/m/{match['id']}")
            answerable.append(await opened.answerable())
            await opened.scales.settle()
            weights = _weights(opened)
    return {"first question answerable": _seconds(answerable), **weights}


async def _play(browser: Browser, url: str, game: str) -> dict[str, Any]:
    """Whole matches against one bot by a person's clicks; the machine is as fast as it is."""
    longest: list[float] = []
    long_tasks: list[int] = []
    async with tab(browser) as playing:
        await playing.page.goto(url)
        for number in range(TIMED_MATCHES):
            await playing.forget_tasks()
            await _whole_match(playing, url, game, number, WHOLE.get(game, {}))
            tasks = (await playing.noted())["tasks"]
            longest.append(max(tasks, default=0))
            long_tasks.append(len(tasks))
            await playing.follow("/")
    return {
        "longest task of a match": f"{spread(longest, 0)} ms",
        "tasks over 50 ms in a match": spread(long_tasks, 0),
    }


async def _keep(browser: Browser, url: str) -> dict[str, Any]:
    """Matches of all games in turn in one tab, left by links; short ones where the game can."""
    heaps: dict[int, Heap] = {}
    nodes: list[int] = []
    async with tab(browser) as playing:
        await playing.page.goto(url)
        for number in range(1, KEPT_MATCHES[-1] + 1):
            game = BOARDS[number % len(BOARDS)]
            await _whole_match(playing, url, game, number, SHORT.get(game, {}))
            nodes.append(await playing.nodes())
            await playing.follow("/")
            await playing.appears(LOBBY_SELECTOR)
            # Playwright keeps what it pressed last alive: let that be no part of a board.
            await playing.page.locator(LOBBY_SELECTOR).first.hover()
            await asyncio.sleep(1)
            if number in KEPT_MATCHES:
                heaps[number] = await playing.heap()
    third, last = (heaps[number] for number in KEPT_MATCHES)
    return {
        "heap after the third match": _megabytes(third),
        "heap after the twentieth": _megabytes(last),
        "the twentieth to the third": round(last.used / third.used, 2),
        "the same without compiled code": round(last.data / third.data, 2),
        "most nodes of a table": max(nodes),
    }


async def _whole_match(
    playing: Tab, url: str, game: str, number: int, options: dict[str, Any]
) -> None:
    seats = [{"kind": "me"}, GREEDY]
    match = await host(playing.page, url, game=game, seats=seats, options=options)
    await playing.follow(f"/m/{match['id']}")
    await playing.appears("#question")
    person = Person(playing.page, seed=number, pass_rate=PASS_RATE)
    await asyncio.wait_for(person.play(asyncio.Event()), MATCH_SECONDS)


def _weights(opened: Tab) -> dict[str, Any]:
    return {
        "requests": len([weight for weight in opened.scales.weights.values() if weight]),
        "kB received": round(opened.scales.total / 1000),
        "script, kB gzipped": round(opened.script() / 1000, 1),
    }


def _megabytes(heap: Heap) -> str:
    return f"{heap.used / 1e6:.1f} MB, of which {heap.code / 1e6:.1f} compiled code"


def _seconds(milliseconds: list[float]) -> str:
    return f"{spread([duration / 1000 for duration in milliseconds], 2)} s"
