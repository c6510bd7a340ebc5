"""Walk: which files of the server one answer visits, from the websocket to the frames.

    python -m scripts.walk           each file, and how often the answer enters it
    python -m scripts.walk --calls   each call that leaves its file; those that return are marked

A file is entered when it is called from another one; a return enters a file that the answer had
left before. The fewer there are, the easier an answer is to follow. It is the walk of a reader: a
call counts once however often its line runs, and a coroutine that resumes is not called again.
"""

from __future__ import annotations

import sys
import tempfile
import threading
from collections import Counter
from concurrent.futures import CancelledError
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from starlette.testclient import TestClient

from app.infra.migrations import upgrade
from app.infra.settings import Settings
from app.main import create_app

APP = Path(__file__).resolve().parents[1] / "app"
GAME = "res_arcana"
PAGE = "http://localhost"


class Stay(NamedTuple):
    """A visit to a file: the function that entered it, and the line that called it."""

    file: str
    function: str
    caller: str


class Walk:
    """The calls into files of `app/` while `is_on`."""

    def __init__(self) -> None:
        self.is_on = False
        self.stays: list[Stay] = []
        self._known: set[object] = set()

    def note(self, frame: FrameType, event: str, _argument: Any) -> None:
        """A profile function, see `sys.setprofile`."""
        file = frame.f_code.co_filename
        if not self.is_on or event != "call" or not file.startswith(f"{APP}/"):
            return
        by = frame.f_back
        call = (frame.f_code, by.f_code, by.f_lineno) if by else (frame.f_code,)
        is_known = frame in self._known or call in self._known
        self._known |= {frame, call}
        if is_known or (self.stays and self.stays[-1].file == _short(file)):
            return
        caller = f"{_short(by.f_code.co_filename)}:{by.f_lineno}" if by else "a thread"
        self.stays.append(Stay(_short(file), frame.f_code.co_qualname, caller))

    @property
    def files(self) -> list[str]:
        """In the order of the first visit."""
        return list(dict.fromkeys(stay.file for stay in self.stays))


def _short(file: str) -> str:
    path = Path(file)
    return str(path.relative_to(APP.parent)) if path.is_relative_to(APP) else path.name


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
    reply = client.post("/api/v1/guests", json={"name": name})
    client.cookies.clear()
    return str(reply.raise_for_status().json()["token"])


def _match(client: TestClient, tokens: list[str]) -> str:
    ada, bob = ({"authorization": f"Bearer {token}"} for token in tokens)
    body = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "open"}], "visibility": "public"}
    reply = client.post("/api/v1/matches", json=body, headers=ada).raise_for_status()
    match = str(reply.json()["id"])
    client.post(f"/api/v1/matches/{match}/seats", json={}, headers=bob).raise_for_status()
    return match


def _until(socket: Any, kind: str) -> dict[str, Any]:
    while True:
        frame: dict[str, Any] = socket.receive_json()
        if frame["t"] == kind:
            return frame


def main() -> None:
    walk = walk_of_an_answer()
    if "--calls" in sys.argv:
        _print_calls(walk)
    visits = Counter(stay.file for stay in walk.stays)
    for file in walk.files:
        print(f"{visits[file]:4}  {file}")
    files, stays = len(walk.files), len(walk.stays)
    print(f"{files} files, {stays} stays, {stays - files} returns")


def _print_calls(walk: Walk) -> None:
    seen: set[str] = set()
    for file, function, caller in walk.stays:
        print(f"{'return' if file in seen else '':6}  {file} {function}, called from {caller}")
        seen.add(file)


if __name__ == "__main__":
    main()
