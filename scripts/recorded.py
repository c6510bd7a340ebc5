"""Recorded: records requests to a server as the examples of the OpenAPI document.

Long lists and maps are cut, so an example shows only the shape; stand-ins replace ids, secrets and
times, so none of them is real.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any

import httpx

from app.wire.endpoints import ENDPOINTS

MAX_LIST_ITEMS = 2
"""Items of a list."""
MAX_MAP_ITEMS = {"messages": 4, "names": 4, "said": 2, "preferences": 3, "$defs": 1}
"""Members of these maps, whose keys are data."""
MAX_ITEMS_BY_LIST = {
    "enum": 50,
    "seats": 4,
    "players": 4,
    "options": 3,
    "scopes": 3,
    "totals": 4,
    "frames": 3,
    "ranks": 4,
}
MAX_LETTERS = {"state": 64}
"""Letters of these texts, which only programs read."""
SECRET = re.compile(r"\b(cnc|whsec)_[A-Za-z0-9_-]{20,}")
ID = re.compile(r"\b([a-z]{1,2})_([0-9a-f]{18})\b")
SEED = re.compile(r"\b[0-9a-f]{64}\b")
CODE = re.compile(r"\b[2-9A-HJKMNP-Z]{8}\b")
TIME = re.compile(r"\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(\+00:00|Z)")
ADDRESS = re.compile(r"https?://127\.0\.0\.1:\d+")
NOW = "2026-11-25T12:00:00+00:00"
HOME = "https://play.example.org"


class Recorder:
    """Sends requests and keeps them with their replies, by operation."""

    def __init__(self, url: str) -> None:
        self.http = httpx.Client(base_url=url, timeout=60)
        self.operations: dict[str, Any] = {}
        self.stand_ins: dict[str, str] = {}

    def send(
        self, name: str, by: str = "", /, body: Any = None, query: Any = None, **at: Any
    ) -> Any:
        """Send a request to an endpoint, with the token `by`, `at` what its path
        names; returns the reply's JSON."""
        method, _, path = name.partition(" ")
        self.http.cookies.clear()
        headers = {"Authorization": f"Bearer {by}"} if by else {}
        path = path if path in ("/healthz", "/readyz", "/metrics") else f"/api/v1{path}"
        response = self.http.request(
            method, path.format(**at), json=body, headers=headers, params=query
        ).raise_for_status()
        record = self.operations.setdefault(ENDPOINTS[name].id, {"replies": {}})
        if body is not None:
            record.setdefault("request", body)
        reply = response.text if response.content else None
        if reply is not None and "json" in response.headers["content-type"]:
            reply = response.json()
        if reply is not None:
            record["replies"].setdefault(str(response.status_code), reply)
        return reply

    def stream(self, name: str, by: str, lines: int, /, **at: Any) -> None:
        """Keep the first lines of a stream."""
        method, _, path = name.partition(" ")
        headers = {"Authorization": f"Bearer {by}"} if by else {}
        read: list[str] = []
        with self.http.stream(method, f"/api/v1{path}".format(**at), headers=headers) as response:
            for line in response.iter_lines():
                read.append(line)
                if len(read) == lines:
                    break
        self.operations[ENDPOINTS[name].id] = {"replies": {"200": "\n".join(read) + "\n"}}

    def plain(self) -> dict[str, Any]:
        """The recorded requests and replies, cut and with stand-ins."""
        return {id: self._plain(record) for id, record in sorted(self.operations.items())}

    def _plain(self, value: Any, name: str = "") -> Any:
        if isinstance(value, dict):
            items = list(value.items())[: MAX_MAP_ITEMS.get(name)]
            return {self._text(key): self._plain(part, key) for key, part in items}
        if isinstance(value, list):
            return [
                self._plain(part) for part in value[: MAX_ITEMS_BY_LIST.get(name, MAX_LIST_ITEMS)]
            ]
        return self._text(value[: MAX_LETTERS.get(name)]) if isinstance(value, str) else value

    def _text(self, text: str) -> str:
        text = SECRET.sub(lambda match: f"{match[1]}_{self._stand_in(match[0], 32)}", text)
        text = ID.sub(lambda match: f"{match[1]}_{self._stand_in(match[0], 18)}", text)
        text = SEED.sub(lambda match: self._stand_in(match[0], 64), text)
        text = CODE.sub("K7RW3HQZ", text)
        return ADDRESS.sub(HOME, TIME.sub(NOW, text))

    def _stand_in(self, text: str, size: int) -> str:
        """As many hex digits, always the same for a text and for its place among all texts."""
        number = self.stand_ins.setdefault(text, str(len(self.stand_ins)))
        return hashlib.sha256(number.encode()).hexdigest()[:size]
