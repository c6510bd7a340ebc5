"""Backup commands: backup, restore, migrate-to-postgres."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.settings import settings_or_exit
from app.infra.settings import WrongSetting

if TYPE_CHECKING:
    from app.backups.digest import Digests

OTHER_KEY = (
    "SECRET_KEY is not the one of the backup: people sign in again, guests' accounts are lost, and "
    "owners renew the tokens of their bots."
)


def backup(file: Annotated[Path, typer.Argument(help="The new file.")]) -> None:
    """Write a backup of the database, while servers run; keep the secret key apart."""
    from app.backups.operations import back_up

    with _one_sentence():
        digests = back_up(settings_or_exit(), file)
    typer.echo(f"{file} has {_counts(digests)}. The secret key is not in it.")


def restore(file: Annotated[Path, typer.Argument(help="A backup.")]) -> None:
    """Fill an empty database from a backup, and compare every match."""
    from app.backups import operations

    with _one_sentence():
        restored = operations.restore(settings_or_exit(), file)
    typer.echo(f"Restored and compared: {_counts(restored.digests)}.")
    if not restored.keeps_secrets:
        typer.echo(OTHER_KEY, err=True)


def migrate_to_postgres(
    url: Annotated[str, typer.Argument(help="postgresql+asyncpg://… of an empty database.")],
) -> None:
    """Copy the SQLite database into PostgreSQL, and compare every match. Stop the server first."""
    from app.backups.operations import copy_to_postgres

    with _one_sentence():
        copied = copy_to_postgres(settings_or_exit(), url)
    typer.echo(
        f"Copied and compared: {_counts(copied.digests)}. Now set DATABASE_URL to the new "
        "database, and SECRET_KEY to what var/secret_key holds, unless it is set."
    )


def _counts(digests: Digests) -> str:
    return f"{len(digests.matches)} matches, {digests.rows.get('accounts', 0)} accounts"


@contextmanager
def _one_sentence() -> Iterator[None]:
    try:
        yield
    except WrongSetting as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None
