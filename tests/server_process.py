"""Server processes: real servers on free ports of the loopback address."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.infra.settings import Settings
from devtools.services import free_port
from tests.forked import ForkedProcess, Target
from tests.migrated import copy_migrated

SETTINGS = {"HOST", "PORT", "PUBLIC_URL", "DATABASE_URL", "REDIS_URL", "SECRET_KEY", "LOG_LEVEL"}
START_TIMEOUT_S = 90
LONG_WAITS = {"DATABASE_SECONDS": "60", "COMMIT_SECONDS": "60"}
"""On a busy machine a statement may take longer than the seconds after which a server gives up;
tests of those limits set them.
"""
DEFAULT_WAITS = {name: str(Settings.model_fields[name.lower()].default) for name in LONG_WAITS}


@dataclass
class Server:
    """A real server process on a free port of the loopback address."""

    url: str
    process: subprocess.Popen[bytes] | ForkedProcess
    log: Path

    @property
    def socket_url(self) -> str:
        return self.url.replace("http", "ws", 1)

    def stop(self) -> int:
        """Stop by SIGTERM, like an operator; returns the exit code. If it does not end in time, the
        end of its log says which part it waited for.
        """
        self.process.terminate()
        try:
            return self.process.wait(60)
        except subprocess.TimeoutExpired:
            print(f"--- {self.log}\n{self.log.read_text(errors='replace')[-4000:]}")
            raise

    def kill(self) -> None:
        """Kill the process, as a crash does."""
        self.process.kill()
        self.process.wait()

    def is_ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=1) as response:
                return bool(response.status == 200)
        except OSError:
            return False


def launch(
    folder: Path,
    log: Path,
    settings: dict[str, str],
    *,
    forked: bool = False,
    target: Target | None = None,
) -> Server:
    """Start a server in the test's folder, so it ignores the developer's .env and var/. A `target`
    serves instead, in a forked process.
    """
    host, port = settings.get("HOST", "127.0.0.1"), settings.get("PORT") or free_port()
    url = f"http://{host}:{port}"
    environment = {key: value for key, value in os.environ.items() if key not in SETTINGS}
    if not (database := folder / "conclave.db").exists():
        copy_migrated(database)
    defaults = {
        **LONG_WAITS,
        "HOST": host,
        "PORT": port,
        "PUBLIC_URL": url,
        "DATABASE_URL": f"sqlite+aiosqlite:///{database}",
        "SECRET_KEY": "for-tests-only-0123456789abcdef0123456789abcdef",
    }
    whole = {**environment, **defaults, **settings}
    if forked or target:
        return Server(url, ForkedProcess(folder, whole, log, target), log)
    return Server(url, _run_command(folder, whole, log), log)


def _run_command(
    folder: Path, environment: dict[str, str], log: Path
) -> subprocess.Popen[bytes] | ForkedProcess:
    with log.open("wb") as output:
        return subprocess.Popen(
            [sys.executable, "-m", "app.cli", "serve"],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
        )


def wait_until_ready(server: Server) -> None:
    end = time.monotonic() + START_TIMEOUT_S
    while not server.is_ready():
        if server.process.poll() is not None or time.monotonic() > end:
            pytest.fail(f"the server did not start:\n{server.log.read_text(errors='replace')}")
        time.sleep(0.05)
