"""The page's generated types match this server and its games."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from scripts.web_types import GENERATED, WEB

ROOT = Path(__file__).parents[1]


def test_the_page_knows_the_schemas_of_this_server_and_its_games(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "scripts.web_types", str(tmp_path)], cwd=ROOT, check=True, timeout=90
    )
    fresh, kept = texts(tmp_path), texts(WEB)
    assert len(fresh) > 1
    assert fresh == kept, "make web-types writes them anew"


def texts(folder: Path) -> dict[str, str]:
    """Every generated file under a folder."""
    files = sorted(folder.glob(GENERATED))
    return {str(file.relative_to(folder)): file.read_text() for file in files}
