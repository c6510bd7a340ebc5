"""A table for browser tests, created through the API of its host's browser."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Page

from devtools.page.person import Person


async def host(page: Page, server: str, **settings: Any) -> dict[str, Any]:
    """Become Ada in this browser, once, and make a match; returns it, with its invitation."""
    request = page.context.request
    origin = origin_of(server)
    guest = await request.post(f"{server}/api/v1/guests", data={"name": "Ada"}, headers=origin)
    assert guest.status in (201, 409), await guest.text()
    answer = await request.post(f"{server}/api/v1/matches", data=settings, headers=origin)
    assert answer.status == 201, await answer.text()
    match: dict[str, Any] = await answer.json()
    return match


def origin_of(server: str) -> dict[str, str]:
    """The header by which requests come from a page of the server, which may lie below a path."""
    url = urlsplit(server)
    return {"Origin": f"{url.scheme}://{url.netloc}"}


async def play_out(*people: Person, seconds: float) -> None:
    """Let the people play until each sees the result. Raises AssertionError, with what each page
    shows, if that takes longer than so many seconds.
    """
    over = asyncio.Event()
    playing = [asyncio.create_task(person.play(over)) for person in people]
    try:
        await asyncio.wait_for(asyncio.gather(*playing), seconds)
    except TimeoutError:
        pages = [await _shown_on(person.page) for person in people]
        raise AssertionError("\n".join(["the match is not over", *pages])) from None
    finally:
        over.set()


async def _shown_on(page: Page) -> str:
    text = await page.locator("body").inner_text()
    return f"{page.url}: {' '.join(text.split())}"


async def result_on(page: Page) -> str:
    """The score sheet on this page at the end, a cell a line."""
    sheet = page.locator("dialog[open]").get_by_role("table", name="Score sheet")
    await sheet.wait_for(timeout=30_000)
    cells = await sheet.locator("th, td").all_inner_texts()
    return "\n".join(" ".join(cell.split()) for cell in cells)


async def entries(page: Page, server: str, match: str, seat: int) -> int:
    """The number of a seat's committed answers."""
    answer = await page.context.request.get(f"{server}/api/v1/matches/{match}/log")
    log = await answer.json()
    return sum(entry.get("seat") == seat for entry in log["entries"])


async def play_until_round(page: Page, server: str, match: str, round_wanted: int) -> None:
    """Answer for the page's owner by the API, building where possible."""
    request, address = page.context.request, f"{server}/api/v1/matches/{match}"
    while True:
        frame = await (await request.get(f"{address}/view")).json()
        decisions = [decision for decision in frame["decisions"] if not decision["optional"]]
        if decisions and frame["view"]["turn"]["round"] >= round_wanted:
            return
        for decision in decisions[:1]:
            answer = await request.post(
                f"{address}/decisions/{decision['id']}",
                data={"answer": _building(decision)},
                headers=origin_of(server),
            )
            assert answer.status in (200, 409), await answer.text()
        await asyncio.sleep(0.02)


def _building(decision: dict[str, Any]) -> Any:
    """An answer that puts something on the table, else the default."""
    for option in decision.get("options", []):
        if option["key"].startswith("place:"):
            return option["key"]
    return decision["default"]
