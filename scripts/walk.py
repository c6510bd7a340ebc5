"""Walk: which files of the server one answer visits, from the websocket to the frames.

    python -m scripts.walk

A file is listed each time a call enters it from another one; a return is a visit to a file that the
answer had left before. The fewer there are, the easier an answer is to follow.
"""

from __future__ import annotations

import tempfile
import threading
from concurrent.futures import CancelledError
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

from starlette.testclient import TestClient

from app.infra.migrations import upgrade
from app.infra.settings import Settings
from app.main import create_app

ROOT = Path(__file__).resolve().parents[1]
GAME = "res_arcana"
PAGE = "http://localhost"


class Walk:
    """The calls into files of `app/` while `is_on`."""

    def __init__(self) -> None:
        self.is_on = False
        self.stays: list[str] = []

    def note(self, frame: FrameType, event: str, _argument: Any) -> None:
        """A profile function, see `sys.setprofile`."""
        if not self.is_on or event != "call":
            return
        file = frame.f_code.co_filename
        if not file.startswith(f"{ROOT}/app/"):
            return
        name = str(Path(file).relative_to(ROOT))
        if not self.stays or self.stays[-1] != name:
            self.stays.append(name)

    @property
    def files(self) -> list[str]:
        """In the order of the first visit."""
        return list(dict.fromkeys(self.stays))


def walk_of_an_answer() -> Walk:
    """Two people begin a match; one of them answers over a websocket, both receive frames."""
    walk = Walk()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{folder}/conclave.db"
        settings = Settings(
            _env_file=None, database_url=url, public_url=PAGE, log_level="error", background=False
        )
        upgrade(settings)
        threading.setprofile(walk.note)
        with TestClient(create_app(settings), base_url=PAGE) as client:
            tokens = [_guest(client, name) for name in ("Ada", "Bob")]
            match = _match(client, tokens)
            path = f"/api/v1/matches/{match}/ws"
            headers = [{"authorization": f"Bearer {token}"} for token in tokens]
            with (
                suppress(CancelledError),  # the server's tasks end with their sockets
                client.websocket_connect(path, headers=headers[0]) as ada,
                client.websocket_connect(path, headers=headers[1]) as bob,
            ):
                sockets = [ada, bob]
                fulls = [_until(socket, "full") for socket in sockets]
                seat = next(n for n, full in enumerate(fulls) if full["decisions"])
                open_one = fulls[seat]["decisions"][0]
                walk.is_on = True
                sockets[seat].send_json(
                    {
                        "t": "answer",
                        "ref": 1,
                        "decision": open_one["id"],
                        "answer": open_one["default"],
                    }
                )
                for socket in sockets:
                    _until(socket, "delta")
                walk.is_on = False
        threading.setprofile(None)  # type: ignore[arg-type]
    return walk


def _guest(client: TestClient, name: str) -> str:
    made = client.post("/api/v1/guests", json={"name": name})
    client.cookies.clear()
    return str(made.raise_for_status().json()["token"])


def _match(client: TestClient, tokens: list[str]) -> str:
    ada, bob = ({"authorization": f"Bearer {token}"} for token in tokens)
    wanted = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "open"}], "visibility": "public"}
    made = client.post("/api/v1/matches", json=wanted, headers=ada).raise_for_status()
    match = str(made.json()["id"])
    client.post(f"/api/v1/matches/{match}/seats", json={}, headers=bob).raise_for_status()
    return match


def _until(socket: Any, kind: str) -> dict[str, Any]:
    while True:
        frame: dict[str, Any] = socket.receive_json()
        if frame["t"] == kind:
            return frame


def main() -> None:
    walk = walk_of_an_answer()
    for file in walk.files:
        print(f"{walk.stays.count(file):4}  {file}")
    files, stays = len(walk.files), len(walk.stays)
    print(f"{files} files, {stays} stays, {stays - files} returns")


if __name__ == "__main__":
    main()
