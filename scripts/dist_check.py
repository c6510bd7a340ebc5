"""Proof of the distributions: installs `dist/` in an empty environment and plays a match with it.

    python -m scripts.dist_check

The environment has no package index and no Node.js, only a wheelhouse of what the lock file names;
the server is started in a folder that has an `app` and an `engine` of its own.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from scripts.dist import DIST, ROOT, version

READY_S = 60
MATCH_S = 300
TRAP = 'raise ImportError("a folder where the server is started is no part of it")\n'
TYPED = """from typing import Any

from engine.core.game import Game
from engine.core.registry import games

every: list[Game[Any, Any]] = list(games().values())
titles: list[str] = [game.title for game in every]
"""
MAX_ANSWERS = 2_000
DISTRIBUTIONS = ("conclave-tables", "conclave-client[search]")


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="conclave-dist-") as name:
        folder = Path(name)
        bin_folder = install(folder)
        check_types(folder, bin_folder)
        place = folder / "place"
        for package in ("app", "engine"):
            (place / package).mkdir(parents=True)
            (place / package / "__init__.py").write_text(TRAP)
        output = _output(bin_folder / "conclave", "--version", cwd=place)
        assert output == f"conclave {version()}", output
        with served(bin_folder, place) as url:
            check_page(url)
            print(f"A match of {play(url)} answers was played to its end.")
            print(f"A trial of the client's bot:\n{try_bot(bin_folder, place, url)}")


def install(folder: Path) -> Path:
    """Install from `dist/` and a wheelhouse alone; returns the folder of commands."""
    wheels = folder / "wheels"
    lock = ["--require-hashes", "-r", str(ROOT / "requirements.lock")]
    _run(sys.executable, "-m", "pip", "wheel", "-qq", "--no-deps", *lock, "-w", str(wheels))
    venv.create(folder / "venv", with_pip=True)
    bin_folder = folder / "venv" / "bin"
    sources = ["--no-index", "--find-links", str(DIST), "--find-links", str(wheels)]
    _run(bin_folder / "pip", "install", "-q", "--only-binary", ":all:", *sources, *DISTRIBUTIONS)
    return bin_folder


def check_types(folder: Path, bin_folder: Path) -> None:
    """Check that a third-party game finds the engine's types."""
    (folder / "titles.py").write_text(TYPED)
    python = ["--python-executable", str(bin_folder / "python")]
    _run(sys.executable, "-m", "mypy", "--strict", *python, "titles.py", cwd=folder)


@contextmanager
def served(bin_folder: Path, place: Path) -> Iterator[str]:
    """A server of the installed package; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {"PATH": str(bin_folder), "HOME": str(place), "PORT": str(port)}
    with (place / "log").open("wb") as log:
        server = subprocess.Popen(
            [bin_folder / "conclave", "serve"], cwd=place, env=environment, stdout=log, stderr=log
        )
    try:
        _wait(f"http://127.0.0.1:{port}/readyz", server)
        yield f"http://127.0.0.1:{port}"
    except BaseException:
        print((place / "log").read_text(), file=sys.stderr)
        raise
    finally:
        server.terminate()
        server.wait(READY_S)


def _wait(address: str, server: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + READY_S
    while time.monotonic() < until and server.poll() is None:
        try:
            if httpx.get(address).is_success:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.1)
    raise TimeoutError(f"{address} is not ready")


def check_page(url: str) -> None:
    """The page is there, and the script that it loads."""
    page = httpx.get(url).text
    script = page.partition('src="')[2].partition('"')[0]
    assert script.startswith("/assets/"), page
    assert httpx.get(url + script).is_success


def play(url: str) -> int:
    """Play a match against a built-in bot by defaults; returns the answers given."""
    with httpx.Client(base_url=f"{url}/api/v1", timeout=30) as http:
        guest = http.post("/guests", json={"name": "Ada"}).raise_for_status().json()
        http.headers["Authorization"] = f"Bearer {guest['token']}"
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
        wishes = {"game": "res_arcana", "seats": seats, "options": {"round_limit": 4}}
        match = http.post("/matches", json=wishes).raise_for_status().json()["id"]
        until, answers = time.monotonic() + MATCH_S, 0
        while time.monotonic() < until and answers < MAX_ANSWERS:
            frame = http.get(f"/matches/{match}/view").raise_for_status().json()
            if frame["view"]["status"] == "finished":
                return answers
            answers += _answer(http, match, frame["decisions"])
    raise TimeoutError("the match has not ended")


def _answer(http: httpx.Client, match: str, decisions: list[dict[str, Any]]) -> int:
    """Answer an open question by its default; returns the number of answers given."""
    for decision in decisions:
        if not decision["optional"]:
            path = f"/matches/{match}/decisions/{decision['id']}"
            return int(http.post(path, json={"answer": decision["default"]}).is_success)
    time.sleep(0.1)
    return 0


def try_bot(bin_folder: Path, place: Path, url: str) -> str:
    """Make a bot with the client's command and have it play a match; returns the report."""
    _output(bin_folder / "conclave-bot", "new", url, "Vex", cwd=place)
    trial = ["try", "vex.toml", "--games", "1", "--option", "round_limit=4"]
    return _output(bin_folder / "conclave-bot", *trial, cwd=place)


def _run(*command: str | Path, cwd: Path | None = None) -> None:
    subprocess.run(command, check=True, cwd=cwd, env={**os.environ, "PYTHONPATH": ""})


def _output(*command: str | Path, cwd: Path) -> str:
    process = subprocess.run(command, check=True, cwd=cwd, capture_output=True, text=True)
    return process.stdout.strip()


if __name__ == "__main__":
    main()
