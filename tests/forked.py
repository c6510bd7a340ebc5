"""Server processes forked from one that has loaded the application.

Loading it takes over a second of CPU time, most of a server's start. Forked servers share a hash
seed, so only the first server of a test is forked: further ones are started by the command, as an
operator starts them, with hash seeds of their own.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path

from app.cli.main import main

LOADED = ["app.main", "uvloop", "aiosqlite", "asyncpg", "alembic.command"]


Target = Callable[[Path, dict[str, str], Path], None]


class ForkedProcess:
    """What tests use of `subprocess.Popen`, for a process that is not a child of this one."""

    def __init__(
        self, folder: Path, environment: dict[str, str], log: Path, target: Target | None = None
    ) -> None:
        context = multiprocessing.get_context("forkserver")
        games = [game.module for game in entry_points(group="conclave.games")]
        context.set_forkserver_preload([__name__, *LOADED, *games])
        self._process = context.Process(
            target=target or run_server, args=(folder, environment, log)
        )
        self._process.start()
        assert self._process.pid
        self.pid: int = self._process.pid

    def poll(self) -> int | None:
        """The exit code, negative for a signal; None while it runs."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """The exit code, once it has ended. Raises TimeoutExpired."""
        self._process.join(timeout)
        if (code := self.poll()) is None:
            raise subprocess.TimeoutExpired("conclave serve", timeout or 0)
        return code

    def send_signal(self, number: signal.Signals) -> None:
        """Sends nothing to a process that has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def run_server(folder: Path, environment: dict[str, str], log: Path) -> None:
    """Run `conclave serve` in that folder, in the new process, until the tests end."""
    threading.Thread(target=_end_with_tests, daemon=True).start()
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    with log.open("wb") as output, open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
    sys.stdin = os.fdopen(0, closefd=False)  # multiprocessing has closed it
    sys.argv = ["conclave", "serve"]
    main()


def _end_with_tests() -> None:
    """End with the test process: killed tests stop no server."""
    tests = multiprocessing.parent_process()
    assert tests
    tests.join()
    os._exit(1)
