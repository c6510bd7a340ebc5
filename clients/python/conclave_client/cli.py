"""The command `conclave-bot`."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import signal
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from conclave_client import calls
from conclave_client.async_client import AsyncClient
from conclave_client.client import Client
from conclave_client.config import Config, read_config
from conclave_client.loading import player
from conclave_client.problems import ConclaveError
from conclave_client.runner import Runner
from conclave_client.trial import Trial

STARTER_BOT = '''"""A bot that answers at random. Make it better than that."""

from conclave_client import Answer, Bot, Decision, View, random_answer


class {name}(Bot):
    def choose(self, decision: Decision, view: View) -> Answer:
        return random_answer(decision, self.rng)
'''
STARTER_CONFIG = """server = "{server}"
token = "{token}" # keep it secret, or in CONCLAVE_TOKEN
bot = "{module}:{name}"
matches = 4 # at once
# pools = ["res_arcana-2-live-casual"] # where it waits for opponents

[accept]
# games = ["res_arcana", "battle_for_empyrean", "ascended_kings"]
# players = [2, 3]
"""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; ends the process with 1 if something is wrong."""
    parsed = _parser().parse_args(arguments)
    logging.basicConfig(format="%(asctime)s %(message)s", level=logging.INFO, stream=sys.stderr)
    logging.getLogger("httpx").setLevel(logging.WARNING)
    try:
        if parsed.command == "new":
            create(parsed.server, parsed.name, Path(parsed.folder))
        elif parsed.command == "run":
            config = read_config(Path(parsed.config))
            config.pools += parsed.pool
            asyncio.run(run(config))
        else:
            options = dict(map(_option, parsed.option))
            trial = Trial(parsed.game, parsed.against, parsed.games, parsed.at_once, options)
            asyncio.run(compete(read_config(Path(parsed.config)), trial))
    except (ConclaveError, OSError) as error:
        sys.exit(f"conclave-bot: {error}")


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
    trial = commands.add_parser("try", help="play against built-in bots, and count")
    trial.add_argument("config", help="the TOML file")
    trial.add_argument("--game", default="res_arcana")
    trial.add_argument("--against", nargs="+", default=["greedy"], help="one for each other seat")
    trial.add_argument("--games", type=int, default=10)
    trial.add_argument("--option", action="append", default=[], help="of the game: key=value")
    trial.add_argument("--at-once", type=int, default=2)
    return parser


def _option(text: str) -> tuple[str, Any]:
    """`round_limit=3` as a member of a match's options."""
    name, _, value = text.partition("=")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def create(server: str, name: str, folder: Path) -> None:
    """Create a guest, its bot, a config and a first program. Raises Problem, FileExistsError."""
    module = (
        "".join(letter for letter in name.lower() if letter.isalnum() or letter == "_") or "bot"
    )
    config, program = folder / f"{module}.toml", folder / f"{module}.py"
    for file in (config, program):
        if file.exists():
            raise FileExistsError(f"{file} is there already")
    folder.mkdir(parents=True, exist_ok=True)
    title = module.title().replace("_", "")
    values = {"server": server, "module": module, "name": title}
    # The file comes first: the server shows the token once, and it must not be lost.
    descriptor = os.open(config, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "w", encoding="utf-8") as text:
        try:
            token = _sign_up(server, name)
        except BaseException:
            config.unlink()
            raise
        text.write(STARTER_CONFIG.format(**values, token=token))
    program.write_text(STARTER_BOT.format(**values), encoding="utf-8")
    print(
        f"{config} and {program} are there.\n"
        f"conclave-bot try {config}   plays ten matches of Res Arcana against a built-in bot\n"
        f"conclave-bot run {config}   waits at {server} for somebody to invite {name}"
    )


def _sign_up(server: str, name: str) -> str:
    """Create a guest and its bot; the token of the bot. Raises Problem."""
    with Client(server) as anonymous:
        owner = anonymous.send(calls.create_guest(f"{name[:20]} owner"))
    with Client(server, owner.token) as client:
        return client.send(calls.create_bot(name)).token


async def run(config: Config) -> None:
    """Play until a signal comes, or the token is no longer accepted."""
    async with (
        AsyncClient(config.server, config.token) as client,
        player(config, client) as make_bot,
    ):
        runner = Runner(
            client,
            make_bot,
            accept=config.accept,
            matches=config.matches,
            seconds=config.seconds,
            pools=config.pools,
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
    """Play matches against built-in bots and print how they ended."""
    async with (
        AsyncClient(config.server, config.token) as client,
        player(config, client) as make_bot,
    ):
        print(await trial.play(client, make_bot, config.seconds))


if __name__ == "__main__":
    main()
