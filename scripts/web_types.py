"""Web types: generates the page's types from the server's own schemas.

    python -m scripts.web_types [folder]

reads the application's OpenAPI and AsyncAPI documents and the schema of every game's view, and lets
openapi-typescript write them as types; `make web-types` puts them where the page imports them.
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
from engine.core.registry import games

WEB = Path(__file__).resolve().parents[1] / "web"
GENERATED = "src/**/*.gen.ts"
# Senders may omit fields with a default.
WIRE_OPTIONS = ("--alphabetize", "--default-non-nullable", "false")
VIEW_OPTIONS = ("--root-types", "--root-types-no-schema-prefix")


def write(folder: Path) -> None:
    """Generate every file into a folder laid out as `web`, in the page's own format."""
    _generate(folder / "src/api/schema.gen.ts", _wire(), WIRE_OPTIONS)
    for board in sorted((WEB / "src/games").glob("*/manifest.ts")):
        game = board.parent.name
        _generate(folder / f"src/games/{game}/view.gen.ts", _view(game), VIEW_OPTIONS)
    written = [str(file) for file in folder.glob(GENERATED)]
    _run("prettier", "--write", "--config", str(WEB / ".prettierrc.json"), *written)


def _wire() -> dict[str, Any]:
    """The schemas of all that travels: the server's OpenAPI, and what it pushes."""
    settings = read_settings(
        database_url="sqlite+aiosqlite:///:memory:", secret_key="never used at all"
    )
    whole = create_app(settings).openapi()
    pushed = asyncapi.document("1")["components"]["schemas"]
    return dict(sorted({**whole["components"]["schemas"], **pushed}.items()))


def _view(game: str) -> dict[str, Any]:
    """The schemas of what a seat sees; a spectator's view lacks some optional fields."""
    schema = games()[game].view_schema(0)
    assert schema is not None, f"{game} has a board, so it describes its views"
    parts: dict[str, Any] = json.loads(
        json.dumps(schema["$defs"]).replace("#/$defs/", "#/components/schemas/")
    )
    return parts


def _generate(to: Path, schemas: dict[str, Any], options: tuple[str, ...]) -> None:
    """Types of these schemas; openapi-typescript reads them from an OpenAPI without paths."""
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Conclave", "version": "1"},
        "paths": {},
        "components": {"schemas": schemas},
    }
    to.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        read = Path(folder) / "openapi.json"
        read.write_text(json.dumps(document))
        _run("openapi-typescript", str(read), "-o", str(to), *options)


def _run(program: str, *arguments: str) -> None:
    subprocess.run(
        [WEB / "node_modules/.bin" / program, *arguments],
        cwd=WEB,
        check=True,
        stdout=subprocess.DEVNULL,
    )


if __name__ == "__main__":
    write(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else WEB)
