"""Settings of a command: read from the environment and `.env`, or one sentence and an exit."""

from __future__ import annotations

import os

import typer
from dotenv import dotenv_values

from app.infra.read_settings import ENV_FILE, read_settings
from app.infra.setting_names import misspelt, unknown
from app.infra.settings import Settings, WrongSetting


def settings_or_exit() -> Settings:
    """The settings; prints one sentence and exits if one is invalid."""
    for name, ours in misspelt(os.environ).items():
        typer.echo(f"The environment sets {name}, which is no setting; {ours} is one.", err=True)
    try:
        settings = read_settings()
    except WrongSetting as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None
    except OSError as error:
        typer.echo(f"The secret key can't be kept beside the database: {error.strerror}.", err=True)
        raise typer.Exit(2) from None
    for name in unknown(dotenv_values(ENV_FILE)):
        typer.echo(f"{ENV_FILE} sets {name}, which is no setting.", err=True)
    return settings
