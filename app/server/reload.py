"""Reload: a server for authors on their own machine. It starts again after a change of a game, and
shows what exceptions say.

Their messages may hold cards, so it serves the author alone: it refuses a database or an address
that others could share. What runs is checked again at each start, since `.env` may have changed.
"""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import uvicorn
from uvicorn.supervisors import ChangeReload

from app.infra.fault_reports import show_messages
from app.infra.own_address import is_loopback
from app.infra.read_settings import read_settings
from app.infra.settings import Settings, WrongSetting
from app.server.run import configure, create_tuned_app

FACTORY = "app.server.reload:create_reloaded_app"
DRAIN_S = "0.3"
"""How long a server that starts again lets clients leave."""


def require_own_machine(settings: Settings) -> None:
    """Raises WrongSetting if others could reach what exceptions say."""
    if not settings.embedded:
        raise WrongSetting("--reload is for SQLite: exceptions may hold cards of others' matches.")
    if not is_loopback(settings.host):
        raise WrongSetting(
            f"--reload is for this machine alone, and HOST is {settings.host}: exceptions may hold "
            "hidden cards."
        )
    if settings.public_url:
        raise WrongSetting(
            "--reload is for this machine alone, and PUBLIC_URL is set: exceptions may hold hidden "
            "cards."
        )


def run_reloading(
    settings: Settings, sockets: list[socket.socket], folders: Iterable[Path]
) -> None:
    """Serve on these sockets until a signal ends it, and start again when a file in the folders
    changes.
    """
    config = configure(settings, FACTORY, reload_dirs=[str(folder) for folder in folders])
    ChangeReload(config, target=uvicorn.Server(config).run, sockets=sockets).run()


def create_reloaded_app() -> Any:
    """The application, with the messages of exceptions. Raises WrongSetting."""
    require_own_machine(read_settings())
    show_messages()
    return create_tuned_app()


def package_folder(thing: object) -> Path:
    """The folder of the outermost package that the thing's class is in."""
    package = sys.modules[type(thing).__module__.partition(".")[0]]
    return Path(str(package.__file__)).parent
