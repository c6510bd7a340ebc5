"""Config: the TOML file of a bot."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from conclave_client.problems import ConclaveError
from conclave_client.types import Accepts

TOKEN_VARIABLE = "CONCLAVE_TOKEN"
USUAL_CLOCK = {"kind": "bank", "seconds": 1800, "increment": 30}
"""The clock of the tables that a bot opens."""


class WrongConfig(ConclaveError):
    """A config file is not valid."""


class Accept(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Which invitations the bot accepts. Absent members do not restrict."""

    games: list[str] | None = None
    players: list[int] | None = None
    rated: bool = True
    unrated: bool = True
    clocks: list[str] | None = None
    people: list[str] | None = None  # accounts that may invite; absent: all
    never: list[str] = []  # accounts that may not
    listed: bool = True  # in the list of online bots, which any player may invite
    text: str | None = None  # a line about the bot on that list

    @property
    def public(self) -> Accepts:
        """The members that the list shows: all except the accounts."""
        return Accepts(
            games=self.games,
            players=self.players,
            rated=self.rated,
            unrated=self.unrated,
            clocks=self.clocks,
            text=self.text,
        )


class Matchmaking(Struct, forbid_unknown_fields=True):
    """How the bot finds opponents without an invitation. Absent members do not restrict."""

    games: list[str] | None = None
    players: list[int] | None = None
    pools: bool = True  # waits in the pools of these games that admit bots
    paces: list[str] | None = None  # of those pools: live, relaxed, days
    open_tables: bool = False  # keeps a public table of its own, at which anyone may sit down
    clocks: list[dict[str, Any]] = field(default_factory=lambda: [dict(USUAL_CLOCK)])
    rated: bool = False  # whether matches at its tables count
    per_hour: int = 12  # matches that it finds within an hour, at most


class Config(Struct, forbid_unknown_fields=True, kw_only=True):
    """A bot's config. Exactly one of `bot`, `program` and `engine` names the player."""

    server: str
    token: str | None = None
    bot: str | None = None  # "package.module:Class"
    program: list[str] | None = None  # a program that talks JSON lines
    engine: str | None = None  # a bot of conclave-engine, such as "hard"
    matches: int = 4  # at once
    pools: list[str] = []  # ids of pools in which the bot waits for opponents
    seconds: float = 60.0  # after which the default answer is given
    processes: int = 1  # that an engine's bot thinks in
    accept: Accept = field(default_factory=Accept)
    matchmaking: Matchmaking | None = None  # absent: the bot waits to be invited
    folder: Path = Path()  # of the file; the module and the program are looked for there


def read_config(path: Path, *, needs_token: bool = True) -> Config:
    """The config of a file; the token may be in the environment instead. Raises WrongConfig."""
    try:
        members = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise WrongConfig(f"{path}: {error.strerror}") from error
    except tomllib.TOMLDecodeError as error:
        raise WrongConfig(f"{path}: {error}") from error
    config = make_config(members, str(path), needs_token=needs_token)
    config.folder = path.resolve().parent
    return config


def make_config(members: dict[str, Any], name: str, *, needs_token: bool = True) -> Config:
    """The config of these members. Raises WrongConfig, which names the file."""
    try:
        config = msgspec.convert(members, Config, strict=True)
    except msgspec.ValidationError as error:
        raise WrongConfig(f"{name}: {error}") from error
    if config.token is None:
        config.token = os.environ.get(TOKEN_VARIABLE)
    if needs_token and not config.token:
        raise WrongConfig(f"{name}: there is no token, nor one in {TOKEN_VARIABLE}")
    if len([player for player in (config.bot, config.program, config.engine) if player]) != 1:
        raise WrongConfig(f"{name}: one of bot, program and engine is needed")
    if config.matches < 1 or config.processes < 1 or config.seconds <= 0:
        raise WrongConfig(f"{name}: matches, processes and seconds are at least one")
    terms = config.matchmaking
    if terms and (terms.per_hour < 1 or not terms.clocks or not (terms.pools or terms.open_tables)):
        raise WrongConfig(
            f"{name}: matchmaking has pools or open_tables, clocks, and at least one match per_hour"
        )
    return config
