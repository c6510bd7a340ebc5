"""The analysis of a finished match: requested, followed and read by keyboard and by touch."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

import pytest
from playwright.async_api import Locator, Page, Route, expect

from devtools.page.table import host
from tests.e2e.axe import violations_on
from tests.e2e.people import tap_once_ready

SEATS = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
TINY = {"game": "tiny", "options": {"turns": 2}, "visibility": "private", "seats": SEATS}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 800}}
ANALYSIS, STREAM = re.compile(r"/analysis$"), re.compile(r"/analysis/stream$")
RUNNING = {"status": "running", "done": 2, "total": 6, "ahead": 0, "seconds": None}

pytestmark = pytest.mark.timeout(120)


async def finished(page: Page, server: str) -> str:
    """Play a match of the page's owner to its end; returns its address."""
    match = await host(page, server, **TINY)
    request, address = page.context.request, f"{server}/api/v1/matches/{match['id']}"
    while True:
        frame = await (await request.get(f"{address}/view")).json()
        if frame["view"]["status"] == "finished":
            return f"{server}/m/{match['id']}"
        for decision in [asked for asked in frame["decisions"] if not asked["optional"]][:1]:
            path = f"{address}/decisions/{decision['id']}"
            await request.post(
                path, data={"answer": decision["default"]}, headers={"Origin": server}
            )
        await asyncio.sleep(0.02)


async def analysed(page: Page, server: str, address: str) -> None:
    """Analyse the match, and make its second move the only turning point on the page."""
    path = address.replace("/m/", "/api/v1/matches/") + "/analysis"
    await page.context.request.post(path, headers={"Origin": server})
    # The stream ends with the analysis, which runs while the machine has nothing else to do.
    await page.context.request.get(f"{path}/stream", timeout=0)
    assert (await (await page.context.request.get(path)).json())["status"] == "done"

    async def blunder(route: Route) -> None:
        response = await route.fetch()
        info = await response.json()
        first, second, *_ = info["analysis"]["moves"]
        second["judged"] |= {"mark": "blunder", "loss": 0.31}
        info["analysis"] |= {"moves": [first, second], "luck": []}
        first["judged"] |= {"mark": None}
        await route.fulfill(response=response, json=info)

    await page.route(ANALYSIS, blunder)


def curve(page: Page) -> Locator:
    return page.get_by_role("slider", name="Chances of winning")


async def open_analysis(page: Page) -> None:
    """Open the drawer with the analysis."""
    await page.get_by_role("button", name="Analysis", exact=True).click()


def moment(page: Page) -> Locator:
    return page.get_by_role("slider", name="Moment")


async def test_end_screen_splits_the_result_into_answers_and_luck(
    server: Any, open_page: Any
) -> None:
    page: Page = await open_page(**DESK)
    await page.goto(await finished(page, server.url))
    end = page.get_by_role("region", name="Analysis")
    await end.get_by_role("button", name="Analyse this match").click()
    table = end.get_by_role("table")
    await table.wait_for()
    await assert_sums(table)
    await end.get_by_text("How is this computed?").click()
    await expect(end.get_by_text("It is an estimate.")).to_be_visible()
    assert not await violations_on(page)
    await page.reload()
    await table.wait_for()
    await end.get_by_role("link").click()
    await open_analysis(page)
    await expect(curve(page)).to_be_visible()


async def assert_sums(table: Locator) -> None:
    """The parts of each seat's chances add up to its result."""
    rows = [
        await row.locator("td").all_inner_texts() for row in await table.get_by_role("row").all()
    ]
    _, *parts, results = [[number(cell) for cell in row if cell] for row in rows]
    assert len(parts) == 4
    assert [sum(seat) for seat in zip(*parts, strict=True)] == results
    assert sum(results) == 100


def number(cell: str) -> int:
    return int(cell.replace("−", "-").rstrip("%"))


async def test_progress_is_polled_when_the_stream_breaks(server: Any, open_page: Any) -> None:
    page: Page = await open_page(**DESK)
    address = await finished(page, server.url)
    await page.goto(f"{address}/replay")
    await open_analysis(page)
    ends = asyncio.Event()

    async def running(route: Route) -> None:
        if route.request.method == "GET" and not ends.is_set():
            await route.fulfill(json={**RUNNING, "analysis": None})
        else:
            await route.continue_()

    await page.route(ANALYSIS, running)
    await page.route(STREAM, lambda route: route.fulfill(body=json.dumps(RUNNING) + "\n"))
    await page.get_by_role("button", name="Analyse this match").click()
    await expect(page.get_by_text("2 of 6 answers")).to_be_visible()
    assert not await violations_on(page)
    ends.set()
    await expect(curve(page)).to_be_visible()


async def winning_share(page: Page, address: str) -> int:
    """A winner's share in percent: a draw is divided."""
    match = await page.context.request.get(address.replace("/m/", "/api/v1/matches/"))
    return 100 // len((await match.json())["outcome"]["ranks"][0])


async def test_curve_navigates_the_replay(server: Any, open_page: Any) -> None:
    page: Page = await open_page(**DESK)
    address = await finished(page, server.url)
    share = await winning_share(page, address)
    await analysed(page, server.url, address)
    await page.goto(f"{address}/replay")
    await open_analysis(page)
    await curve(page).focus()
    await page.keyboard.press("End")
    await expect(moment(page)).to_have_attribute("aria-valuetext", "6 of 6")
    at_the_end = re.compile(rf"^6 of 6: .*\b{share}%")
    await expect(curve(page)).to_have_attribute("aria-valuetext", at_the_end)
    await page.keyboard.press("Home")
    await expect(moment(page)).to_have_attribute("aria-valuetext", "0 of 6")
    await curve(page).click()
    await expect(moment(page)).to_have_attribute("aria-valuetext", re.compile("^[1-5] of 6$"))

    points = page.get_by_role("region", name="Turning points").get_by_role("button")
    await points.filter(has_text="Blunder").click()
    note = page.get_by_role("group", name="Turning points")
    await expect(note).to_contain_text("would have kept 31 percentage points more")
    await expect(points.filter(has_text="Blunder")).to_have_attribute("aria-current", "step")
    assert not await violations_on(page)


async def test_jump_to_a_turning_point_shows_the_table_on_a_phone(
    server: Any, open_page: Any
) -> None:
    page: Page = await open_page(**PHONE)
    address = await finished(page, server.url)
    await analysed(page, server.url, address)
    await page.goto(f"{address}/replay")
    await tap_once_ready(page.get_by_role("button", name="Next turning point"))
    await expect(page.get_by_text("would have kept 31 percentage points")).to_be_visible()
    await tap_once_ready(page.get_by_role("button", name="Analysis"))
    assert await page.evaluate("document.scrollingElement.scrollWidth") <= 390
    await tap_once_ready(page.get_by_role("button", name="Blunder"))
    await expect(curve(page)).to_have_count(0)
    await expect(page.get_by_text("would have kept 31 percentage points")).to_be_visible()
