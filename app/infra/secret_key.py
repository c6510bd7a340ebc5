"""Secret key: from the settings, or with SQLite generated once and kept in a file."""

from __future__ import annotations

import fcntl
import os
import secrets
from pathlib import Path

from app.infra.settings import StorageSettings, WrongSetting, database_file

MIN_CHARACTERS = 16


def secret_key_of(settings: StorageSettings) -> str:
    """The secret key; with SQLite it is generated if needed and kept beside the database.

    Raises WrongSetting; OSError if it can't be kept.
    """
    configured = settings.secret_key.get_secret_value()
    if configured:
        if len(configured) < MIN_CHARACTERS:
            raise WrongSetting(f"SECRET_KEY must have at least {MIN_CHARACTERS} characters.")
        return configured
    if not settings.embedded:
        raise WrongSetting("SECRET_KEY must be set: it keys the hashes of sessions and tokens.")
    file = database_file(settings).parent / "secret_key"
    file.parent.mkdir(parents=True, exist_ok=True)
    _make_once(file)
    key = file.read_text(errors="replace").strip()
    if len(key) < MIN_CHARACTERS:
        raise WrongSetting(
            f"The secret key in {file} is cut off: restore the file from a backup, or delete it to "
            "get a new key, by which everyone has to sign in again."
        )
    return key


def _make_once(file: Path) -> None:
    """Write a new key unless there is one. The file appears whole or not at all, even if the
    machine stops meanwhile, and only one of several processes writes it.
    """
    if file.exists():
        return
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        if not file.exists():
            _write_aside(file, secrets.token_urlsafe(48))
            os.fsync(folder)
    finally:
        os.close(folder)


def _write_aside(file: Path, text: str) -> None:
    aside = file.with_name(f"{file.name}.new")
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        with open(os.open(aside, flags, 0o600), "w") as written:
            written.write(text)
            written.flush()
            os.fsync(written.fileno())
        aside.replace(file)
    except OSError:
        aside.unlink(missing_ok=True)
        raise
