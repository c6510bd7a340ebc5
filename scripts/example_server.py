"""Example server: a server in a temporary folder, and an address that receives its webhooks."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import httpx

from scripts.recorded import Recorder

SETTINGS = {
    "SECRET_KEY": "for-examples-only-0123456789abcdef0123456789abcdef",
    "BOT_DELAY": "0.01",
    "BOT_EFFORT": "0.05",
    "HINT_SECONDS": "0.1",
    "ANALYSIS_SECONDS": "0.001",
    "PASSWORD_KIB": "1024",
    "PASSWORD_ROUNDS": "1",
    "WEBHOOK_PRIVATE_ADDRESSES": "true",
    "WEBHOOK_PORTS": "any",
    "WEBHOOK_POLL_SECONDS": "1",
    "TURN_WEBHOOK_DELAY": "0",
}
TIMEOUT_S = 120


class Place:
    """A folder with a database, and the server that is started in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        database = f"sqlite+aiosqlite:///{folder}/conclave.db"
        ours = {**SETTINGS, "PORT": str(self.port), "DATABASE_URL": database}
        self.environment = {**os.environ, **ours}

    @contextmanager
    def served(self) -> Iterator[Recorder]:
        with (self.folder / "log").open("ab") as log:
            command = [sys.executable, "-m", "app.cli", "serve"]
            server = subprocess.Popen(command, env=self.environment, stdout=log, stderr=log)
        url = f"http://127.0.0.1:{self.port}"
        try:
            until(lambda: is_ready(url))
            yield Recorder(url)
        finally:
            server.terminate()
            server.wait(TIMEOUT_S)

    def run_command(self, *arguments: str) -> str:
        """Run a command of the operator; returns its output."""
        command = [sys.executable, "-m", "app.cli", *arguments]
        return subprocess.run(
            command, env=self.environment, check=True, capture_output=True, text=True
        ).stdout


def is_ready(url: str) -> bool:
    try:
        return httpx.get(f"{url}/readyz").is_success
    except httpx.TransportError:
        return False


def until(condition: Callable[[], Any]) -> Any:
    """The value of the condition, once it is true."""
    end = time.monotonic() + TIMEOUT_S
    while time.monotonic() < end:
        if value := condition():
            return value
        time.sleep(0.05)
    raise TimeoutError("that did not happen")


@contextmanager
def received() -> Iterator[tuple[str, list[Any]]]:
    """An address for webhooks, and the messages that came there."""
    messages: list[Any] = []

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            size = int(self.headers["Content-Length"])
            messages.append(json.loads(self.rfile.read(size)))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/hook", messages
    server.shutdown()
