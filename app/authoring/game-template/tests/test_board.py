"""The board of Night Market, in a browser and with the page around it.

It needs conclave-tables and playwright, which the extra `test` installs, and Chromium: that of the
system, or the one that CHROMIUM names, else that of `playwright install chromium`.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from conclave_night_market import GAME
from playwright.sync_api import Browser, ConsoleMessage, Page, TimeoutError, expect, sync_playwright

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
SCREENS = {"laptop": (1440, 900), "phone": (390, 844)}
SEATS = [{"kind": "me"}, *[{"kind": "bot", "bot": "easy"}] * (GAME.seats[0] - 1)]
ROUNDS = 2
MAX_PRESSES = 100
START_TIMEOUT_S = 60
OUT_OF_SIGHT = """(buttons) => buttons.map((button) => button.getBoundingClientRect())
  .filter(({ left, right }) => left < 0 || right > innerWidth).length"""
"""How many buttons stand beside the window; a board may be higher than it, and scrolls."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of this game, with data of its own."""
    folder = tmp_path_factory.mktemp("server")
    with socket.socket() as any_port:
        any_port.bind(("127.0.0.1", 0))
        port = str(any_port.getsockname()[1])
    url = f"http://127.0.0.1:{port}"
    settings = {
        "DATABASE_URL": f"sqlite+aiosqlite:///{folder}/conclave.db",
        "HOST": "127.0.0.1",
        "PORT": port,
        "PUBLIC_URL": url,
        "GAMES": GAME.id,
        "BOT_DELAY": "0",
    }
    log, command = folder / "server.log", [sys.executable, "-m", "app.cli", "serve"]
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, cwd=folder, env={**os.environ, **settings}, stdout=output, stderr=output
        )
    try:
        wait_until_ready(url, process, log)
        yield url
    finally:
        process.terminate()
        process.wait()


def wait_until_ready(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + START_TIMEOUT_S
    while process.poll() is None and time.monotonic() < end:
        try:
            urllib.request.urlopen(f"{url}/readyz", timeout=5).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    pytest.fail(f"the server did not start:\n{log.read_text(errors='replace')}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    installed = filter(None, (os.environ.get("CHROMIUM"), *map(shutil.which, CHROMIUM)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=next(installed, None))
        yield browser
        browser.close()


@pytest.fixture(params=SCREENS)
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page on each screen; an error on its console, such as a board's own, fails the test."""
    errors: list[str] = []
    width, height = SCREENS[request.param]
    page = browser.new_page(
        viewport={"width": width, "height": height},
        locale="en",
        reduced_motion="reduce",
        service_workers="block",
    )

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            errors.append(message.text)

    page.on("console", note)
    yield page
    page.close()
    assert not errors, "\n".join(errors)


def sit_down(page: Page, server: str) -> None:
    """Open a new match as its first player, against bots."""
    match = {"game": GAME.id, "seats": SEATS, "options": {"round_limit": ROUNDS}}
    for path, body in (("guests", {"name": "Ann"}), ("matches", match)):
        url, headers = f"{server}/api/v1/{path}", {"Origin": server}
        reply = page.context.request.post(url, data=body, headers=headers)
        assert reply.ok, reply.text()
    page.goto(f"{server}/m/{reply.json()['id']}")


def test_match_is_played_by_pressing_the_board(page: Page, server: str) -> None:
    sit_down(page, server)
    buttons = page.locator("[data-region=board]").locator("button")
    answers = buttons.and_(page.locator(".open"))
    result = page.get_by_role("table", name="Score sheet")
    for _ in range(MAX_PRESSES):
        expect(answers.or_(result).first).to_be_visible(timeout=30_000)
        if result.count():
            return
        assert buttons.evaluate_all(OUT_OF_SIGHT) == 0
        with suppress(TimeoutError):  # the press before ended the match, and the button is gone
            answers.first.click(timeout=1_000)
    pytest.fail("the match does not end by pressing the board")
