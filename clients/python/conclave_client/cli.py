"""The command `conclave-bot`."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import signal
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from conclave_client.async_client import AsyncClient
from conclave_client.config import Config, read_config
from conclave_client.loading import player
from conclave_client.matchmaking import Matchmaker
from conclave_client.problems import ConclaveError
from conclave_client.runner import Runner
from conclave_client.starter import create
from conclave_client.trial import Trial
from conclave_client.trial_report import report


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; ends the process with 1 if something is wrong."""
    parsed = _parser().parse_args(arguments)
    logging.basicConfig(format="%(asctime)s %(message)s", level=logging.INFO, stream=sys.stderr)
    logging.getLogger("httpx").setLevel(logging.WARNING)
    try:
        match parsed.command:
            case "new":
                create(parsed.server, parsed.name, Path(parsed.folder))
            case "run":
                config = read_config(Path(parsed.config))
                config.pools += parsed.pool
                asyncio.run(run(config))
            case "try":
                asyncio.run(compete(read_config(Path(parsed.config)), _trial(parsed)))
    except (ConclaveError, OSError) as error:
        sys.exit(f"conclave-bot: {error}")
    except KeyboardInterrupt:
        sys.exit(130)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="conclave-bot", description="Runs a bot at a server.")
    parser.add_argument("--version", action="version", version=version("conclave-client"))
    commands = parser.add_subparsers(dest="command", required=True)
    new = commands.add_parser("new", help="create a bot's account, its config and a first program")
    new.add_argument("server", help="such as https://play.example.org")
    new.add_argument("name")
    new.add_argument("--folder", default=".", help="where the files go")
    run = commands.add_parser("run", help="accept invitations and play until stopped")
    run.add_argument("config", help="the TOML file")
    run.add_argument("--pool", action="append", default=[], help="wait there: its id; several")
    trial = commands.add_parser("try", help="measure strength against built-in bots")
    trial.add_argument("config", help="the TOML file")
    trial.add_argument("--game", default="res_arcana")
    rivals = "a bot for each other seat (greedy); repeat it for further tables"
    trial.add_argument("--against", nargs="+", action="append", metavar="BOT", help=rivals)
    trial.add_argument("--games", type=_count, default=10, help="against each of these tables")
    trial.add_argument("--option", action="append", default=[], help="of the game: key=value")
    trial.add_argument("--at-once", type=_count, default=2, help="games that are played at once")
    return parser


def _count(text: str) -> int:
    """A number of at least one. Raises ValueError."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("it is at least 1")
    return number


def _trial(parsed: argparse.Namespace) -> Trial:
    options, rivals = dict(map(_option, parsed.option)), parsed.against or [["greedy"]]
    return Trial(parsed.game, rivals, parsed.games, parsed.at_once, options)


def _option(text: str) -> tuple[str, Any]:
    """`round_limit=3` as a member of a match's options."""
    name, _, value = text.partition("=")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


async def run(config: Config) -> None:
    """Play until a signal comes, or the token is no longer accepted."""
    async with (
        AsyncClient(config.server, config.token) as client,
        player(config) as make_bot,
    ):
        terms = config.matchmaking
        runner = Runner(
            client,
            make_bot,
            accept=config.accept,
            matches=config.matches,
            seconds=config.seconds,
            pools=config.pools,
            matchmaker=Matchmaker(client, terms) if terms else None,
        )
        await _until_stopped(runner)


async def _until_stopped(runner: Runner) -> None:
    """Run until a signal comes. The server keeps the matches; the next start continues them."""
    playing = asyncio.ensure_future(runner.run())
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, playing.cancel)
    try:
        await playing
    except asyncio.CancelledError:
        if not playing.cancelled():
            raise


async def compete(config: Config, trial: Trial) -> None:
    """Play matches against built-in bots and print a report, also of a trial that breaks off. Ends
    the process with 1 if an answer failed.
    """
    async with (
        AsyncClient(config.server, config.token) as client,
        player(config) as make_bot,
    ):
        try:
            await trial.play(client, make_bot, config.seconds)
        finally:
            if trial.matches:
                print(report(trial))
    if trial.failures:
        sys.exit(1)


if __name__ == "__main__":
    main()
