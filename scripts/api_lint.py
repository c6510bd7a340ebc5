"""API lint: redocly and spectral read the two API documents of this tree (`make check`).

Both need no network once they are installed. What they need not complain about stands, with the
reason, in `redocly.yaml` and `.spectral.yaml`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from app.infra.read_settings import read_settings
from app.infra.version import version
from app.main import create_app
from app.wire import asyncapi

ROOT = Path(__file__).resolve().parents[1]
PROGRAMS = ROOT / "web/node_modules/.bin"
QUIET = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}


def main() -> int:
    settings = read_settings(secret_key="never used at all")
    with tempfile.TemporaryDirectory() as folder:
        openapi, pushed = Path(folder) / "openapi.json", Path(folder) / "asyncapi.json"
        openapi.write_text(json.dumps(create_app(settings).openapi()))
        pushed.write_text(json.dumps(asyncapi.document(version())))
        return lint(openapi, pushed)


def lint(openapi: Path, pushed: Path) -> int:
    """The exit status; a warning counts as much as an error."""
    spectral = ["spectral", "lint", "-F", "hint", "-r", ".spectral.yaml"]
    commands = [
        ["redocly", "lint", str(openapi), "--config", "redocly.yaml", "--format", "stylish"],
        [*spectral, str(openapi), str(pushed)],
    ]
    for command in commands:
        process = subprocess.run(
            [PROGRAMS / command[0], *command[1:]],
            cwd=ROOT,
            env={**os.environ, **QUIET},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if process.returncode:
            print(process.stdout, file=sys.stderr)
            return process.returncode
    print("redocly and spectral: nothing found in the API documents.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
