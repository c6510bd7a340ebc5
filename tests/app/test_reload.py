"""Reload: an author's server starts again after a change and shows what exceptions say; no other
server does.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from app.authoring.new_game import new_game
from app.cli.main import cli
from app.games.run_rules import RulesFailed
from app.infra import fault_reports
from app.infra.read_settings import read_settings
from app.infra.settings import WrongSetting
from app.server import reload as reloading
from devtools.services import free_port
from tests.app.conftest import QUICK
from tests.app.test_new_game import installed
from tests.app.wire import Person, arrive
from tests.server_process import SETTINGS, Server, wait_until_ready

OTHERS = {
    "PostgreSQL": ({"DATABASE_URL": "postgresql+asyncpg://a@b/c"}, "is for SQLite"),
    "every address": ({"HOST": "0.0.0.0"}, "HOST is 0.0.0.0"),
    "a name": ({"HOST": "play.example.org"}, "HOST is play.example.org"),
    "a public address": ({"PUBLIC_URL": "https://play.example.org"}, "PUBLIC_URL is set"),
}


@pytest.mark.parametrize(("settings", "says"), OTHERS.values(), ids=OTHERS.keys())
def test_server_that_others_may_reach_is_not_reloaded(
    settings: dict[str, str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, value in {"SECRET_KEY": "x" * 32, **settings}.items():
        monkeypatch.setenv(name, value)
    result = CliRunner().invoke(cli, ["serve", "--reload"])
    assert result.exit_code == 2
    assert says in result.stderr
    with pytest.raises(WrongSetting, match=says):
        reloading.create_reloaded_app()
    assert fault_reports.spoken(LookupError("card:7")) == ""


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "::1", "localhost"])
def test_own_machine_may_be_reloaded(host: str) -> None:
    reloading.require_own_machine(read_settings(host=host, secret_key="x" * 32))


@pytest.fixture
def reloaded(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """An author's server that offers a new game; its address, and the game's package."""
    site = installed(new_game("High Tide", "1-2", tmp_path), tmp_path / "site")
    port, place = free_port(), tmp_path / "place"
    place.mkdir()
    given = {"PYTHONPATH": str(site), "GAMES": "high_tide", "SECRET_KEY": "x" * 32}
    environment = {**{k: v for k, v in os.environ.items() if k not in SETTINGS}, **QUICK, **given}
    command = [sys.executable, "-m", "app.cli", "serve", "--reload", "--port", str(port)]
    with (place / "log").open("wb") as log:
        process = subprocess.Popen(command, cwd=place, env=environment, stdout=log, stderr=log)
    server = Server(f"http://127.0.0.1:{port}", process, place / "log")
    wait_until_ready(server)
    yield server.url, site / "conclave_high_tide"
    process.terminate()
    print(server.log.read_text())
    assert process.wait(30) in (0, -signal.SIGTERM)


async def test_exception_of_a_changed_game_is_read_by_its_author(
    reloaded: tuple[str, Path],
) -> None:
    """The change is served without a start by hand, and so is the next, which mends it."""
    url, package = reloaded
    ann = await arrive(url, "Ann")
    seats = [{"kind": "me"}]
    body = {"game": "high_tide", "seats": seats, "options": {"rounds": 19}}
    match = (await ann.post("/matches", body, 201))["id"]
    rules = package / "rules.py"
    sound = rules.read_text()
    failing = sound.replace("    table.seal()\n", '    raise LookupError("no card 61")\n', 1)
    rules.write_text(failing)
    detail = await answer_until(url, ann, match, lambda reply: "no card 61" in reply.text)
    assert "LookupError: no card 61" in detail["detail"]
    assert f"{rules}:" in detail["detail"]
    rules.write_text(sound)
    await answer_until(url, ann, match, lambda reply: reply.is_success)


async def answer_until(
    url: str, person: Person, match: str, is_expected: Callable[[httpx.Response], bool]
) -> dict[str, Any]:
    """Answer by default, also while the server starts again, until a reply is the expected one. In
    mid-step, a fault of the rules meets the reader of the view.
    """
    path = f"{url}/api/v1/matches/{match}"
    headers = {"Authorization": f"Bearer {person.token}"}
    async with asyncio.timeout(60), httpx.AsyncClient(headers=headers) as http:
        while True:
            with suppress(httpx.TransportError):
                reply = await http.get(f"{path}/view")
                if reply.is_success:
                    decision = reply.json()["decisions"][0]
                    body = {"answer": decision["default"]}
                    reply = await http.post(f"{path}/decisions/{decision['id']}", json=body)
                if is_expected(reply):
                    return dict(reply.json())
            await asyncio.sleep(0.2)


def raised(text: str) -> Exception:
    try:
        raise LookupError(text)
    except LookupError as error:
        return error


def test_message_and_line_are_shown_where_only_the_author_reads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert "card:7" not in RulesFailed(raised("card:7")).sentence
    monkeypatch.setattr(fault_reports, "_shows_messages", True)
    said = RulesFailed(raised("card:7")).sentence
    assert "LookupError: card:7" in said
    assert f"{Path(__file__).name}:" in said
    assert len(RulesFailed(raised("7" * 9_999)).sentence) < 1_000
