"""The page's generated wire types match this server."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_page_knows_the_schemas_of_this_server(tmp_path: Path) -> None:
    fresh = tmp_path / "openapi.ts"
    subprocess.run(
        [sys.executable, "-m", "scripts.web_types", str(fresh)], cwd=ROOT, check=True, timeout=90
    )
    kept = ROOT / "web/src/api/schema.gen.ts"
    assert fresh.read_text() == kept.read_text(), "make web-types writes them anew"
