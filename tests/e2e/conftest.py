"""Fixtures of the browser tests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect

from devtools import browsers
from tests.app.conftest import QUICK, running
from tests.app.test_operator import conclave
from tests.server_process import Server

SHARED = QUICK | {
    "BOT_DELAY": "0",
    "AUTO_PASS_MIN": "2",
    "AUTO_PASS_MAX": "2",
    "WEBHOOK_PRIVATE_ADDRESSES": "false",
}
EXPECT_TIMEOUT_MS = 30_000

expect.set_options(timeout=EXPECT_TIMEOUT_MS)


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    yield from running(tmp_path_factory.mktemp("shared"), "server.log", SHARED)


@pytest.fixture
def server(shared: Server) -> Iterator[Server]:
    """One server for all tests that neither break it nor depend on its other matches.

    Guests may share a name; an account made here needs a name that no other test uses.
    """
    before = shared.log.stat().st_size
    yield shared
    with shared.log.open("rb") as log:
        log.seek(before)
        print(f"--- {shared.log.name}\n{log.read().decode(errors='replace')[-4000:]}")


@pytest.fixture
def admin(tmp_path: Path) -> Any:
    """Runs `conclave admin …` beside the server; returns what it prints."""
    settings = {"DATABASE_URL": f"sqlite+aiosqlite:///{tmp_path}/conclave.db"}

    async def run(*words: str) -> str:
        done = await asyncio.to_thread(conclave, tmp_path, "admin", *words, **settings)
        assert (done.returncode, done.stderr) == (0, "")
        return str(done.stdout)

    return run


@pytest.fixture
async def weak_page(browser: Browser) -> AsyncIterator[Page]:
    """A page that may lose its server: failed requests are no errors here."""
    context = await browser.new_context(
        viewport={"width": 1440, "height": 900}, reduced_motion="reduce", service_workers="block"
    )
    errors: list[str] = []
    page = await context.new_page()
    page.on("pageerror", lambda error: errors.append(error.stack or str(error)))
    yield page
    await context.close()
    assert not errors, "\n".join(errors)


@pytest.fixture(scope="module")
async def firefox() -> AsyncIterator[Browser]:
    """The system's own Firefox by WebDriver BiDi, not the one that Playwright patches."""
    async with async_playwright() as playwright:
        browser = await playwright.firefox.launch(
            channel="moz-firefox",
            executable_path=browsers.firefox(),
            firefox_user_prefs=browsers.FIREFOX_PREFERENCES,
        )
        yield browser
        await browser.close()
