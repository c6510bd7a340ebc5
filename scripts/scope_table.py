"""Scope table: writes which scope each endpoint takes into `docs/protocol.md`.

python -m scripts.scope_table
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from app.infra.read_settings import read_settings
from app.main import create_app
from app.wire.openapi import BASE
from devtools.marked_section import with_section

PROTOCOL = Path(__file__).resolve().parents[1] / "docs/protocol.md"
MARK = "scopes"


def scope_table() -> str:
    """Rows by scope: the endpoints that take it, and whether callers without an account may too."""
    settings = read_settings(secret_key="never used at all")
    by_need: dict[tuple[str, str], list[str]] = {}
    for path, methods in create_app(settings).openapi()["paths"].items():
        if path.startswith(BASE):
            for method, operation in methods.items():
                at = f"`{method.upper()} {path.removeprefix(BASE)}`"
                by_need.setdefault(_need(operation["security"]), []).append(at)
    rows = [
        f"| {scope} | {account} | {'<br>'.join(by_need[scope, account])} |"
        for scope, account in sorted(by_need)
    ]
    head = "| scope of a token | account | endpoints |\n|---|---|---|\n"
    return head + "\n".join(rows)


def _need(security: list[dict[str, Any]]) -> tuple[str, str]:
    scopes = [scope for alternative in security for scope in alternative.get("token", ())]
    if not security:
        return "any, and none", "not asked for"
    scope = f"`{scopes[0]}`" if scopes else "only a session's secret"
    return scope, "optional" if {} in security else "required"


if __name__ == "__main__":
    PROTOCOL.write_text(with_section(PROTOCOL.read_text(), MARK, scope_table()))
