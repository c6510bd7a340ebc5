"""An SQLite database with every table, for tests unrelated to migrations."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from app.infra.migrations import upgrade
from app.infra.read_settings import read_settings


def copy_migrated(file: Path) -> None:
    """Copying takes far less time than running all migrations."""
    shutil.copyfile(_migrated(), file)


@cache
def _migrated() -> Path:
    """Created once per process."""
    folder = Path(tempfile.mkdtemp(prefix="conclave-migrated-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    file = folder / "empty.db"
    settings = read_settings(secret_key="x" * 32, database_url=f"sqlite+aiosqlite:///{file}")
    with ThreadPoolExecutor(1) as thread:  # an event loop may be running here
        thread.submit(upgrade, settings).result()
    assert [path.name for path in folder.iterdir()] == [file.name], (
        "the database is not in one file yet"
    )
    return file
