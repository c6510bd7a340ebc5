"""Access table: writes who may call which endpoint into `docs/protocol.md`.

python -m scripts.access_table
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from app.infra.read_settings import read_settings
from app.main import create_app
from app.wire.openapi import BASE
from devtools.marked_section import with_section

PROTOCOL = Path(__file__).resolve().parents[1] / "docs/protocol.md"
MARK = "access"
SESSIONS = ("guest", "person", "moderator", "operator")
SCOPES = ("read", "play", "create")
CALLERS = ("nobody", *SESSIONS, "bot", *SCOPES)
"""By what they send: nothing, a session, a token of a bot (with all scopes), a token with one."""
HEAD = (
    *("nobody", "guest", "person", "moderator", "operator", "bot"),
    *("token `read`", "`play`", "`create`", "endpoints"),
)


def access_by_endpoint() -> dict[str, frozenset[str]]:
    """The callers whom each endpoint admits, by method and path."""
    settings = read_settings(secret_key="never used at all")
    return {
        f"{method.upper()} {path.removeprefix(BASE)}": frozenset(_admitted(operation))
        for path, methods in create_app(settings).openapi()["paths"].items()
        if path.startswith(BASE)
        for method, operation in methods.items()
    }


def _admitted(operation: dict[str, Any]) -> Iterable[str]:
    security, role = operation["security"], operation.get("x-role")
    scopes = [scope for alternative in security for scope in alternative.get("token", ())]
    if role:
        return SESSIONS[SESSIONS.index(role) :]
    if not security or ({} in security and not scopes):
        return CALLERS
    nobody = ("nobody",) if {} in security else ()
    return (*nobody, *SESSIONS, *scopes, *(("bot",) if scopes else ()))


def access_table() -> str:
    """A row for each set of callers, and the endpoints that admit these alone."""
    by_callers: dict[frozenset[str], list[str]] = {}
    for endpoint, callers in access_by_endpoint().items():
        by_callers.setdefault(callers, []).append(f"`{endpoint}`")
    rows = [
        (*("yes" if caller in callers else "–" for caller in CALLERS), "<br>".join(endpoints))
        for callers, endpoints in sorted(by_callers.items(), key=_openness, reverse=True)
    ]
    lines = (HEAD, ["---"] * len(HEAD), *rows)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _openness(row: tuple[frozenset[str], list[str]]) -> list[bool]:
    return [caller in row[0] for caller in CALLERS]


if __name__ == "__main__":
    PROTOCOL.write_text(with_section(PROTOCOL.read_text(), MARK, access_table()))
