"""Web types: generates the page's wire types from the server's own schemas.

    python -m scripts.web_types [file]

reads the application's OpenAPI and AsyncAPI documents and lets openapi-typescript write their
schemas as types; `make web-types` puts them where the page imports them.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from app.infra.read_settings import read_settings
from app.main import create_app
from app.wire import asyncapi

WEB = Path(__file__).resolve().parents[1] / "web"
TYPES = WEB / "src/api/schema.gen.ts"


def write(to: Path) -> None:
    """Generate the types into a file, in the page's own format."""
    with tempfile.TemporaryDirectory() as folder:
        schemas = Path(folder) / "openapi.json"
        schemas.write_text(json.dumps(_schemas()))
        # Senders may omit fields with a default.
        options = ("--alphabetize", "--default-non-nullable", "false")
        _run("openapi-typescript", str(schemas), "-o", str(to), *options)
    _run("prettier", "--write", "--config", str(WEB / ".prettierrc.json"), str(to))


def _schemas() -> dict[str, Any]:
    """The server's OpenAPI without its paths, which `api.ts` names itself, and what it pushes."""
    settings = read_settings(
        database_url="sqlite+aiosqlite:///:memory:", secret_key="never used at all"
    )
    whole = create_app(settings).openapi()
    pushed = asyncapi.document("1")["components"]["schemas"]
    schemas = dict(sorted({**whole["components"]["schemas"], **pushed}.items()))
    return {
        "openapi": whole["openapi"],
        "info": {"title": "Conclave", "version": "1"},
        "paths": {},
        "components": {"schemas": schemas},
    }


def _run(program: str, *arguments: str) -> None:
    subprocess.run(
        [WEB / "node_modules/.bin" / program, *arguments],
        cwd=WEB,
        check=True,
        stdout=subprocess.DEVNULL,
    )


if __name__ == "__main__":
    write(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else TYPES)
