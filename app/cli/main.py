"""Command line: serve, migrate, backup, restore, migrate-to-postgres, resume, admin, play, verify,
analyse, arena, train, new-game, check-game, messages.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from app.cli.admin import admin
from app.cli.analysis import analyse
from app.cli.authoring import check_game, messages, new_game
from app.cli.backup import backup, migrate_to_postgres, restore
from app.cli.lab import arena, train
from app.cli.packages import describe_packages
from app.cli.settings import settings_or_exit
from app.infra.own_address import is_everywhere
from app.infra.settings import WrongSetting
from app.infra.version import version
from app.server.listening import bind
from app.server.run import run

AHEAD = "A newer version has migrated the database, to {}; this version can serve it too."

cli = typer.Typer(no_args_is_help=True, add_completion=False)
cli.add_typer(admin, name="admin")
cli.command()(analyse)
cli.command()(arena)
cli.command()(backup)
cli.command()(check_game)
cli.command()(messages)
cli.command()(migrate_to_postgres)
cli.command()(new_game)
cli.command()(restore)
cli.command()(train)


def _show_version(is_wanted: bool) -> None:
    if is_wanted:
        typer.echo("\n".join([f"conclave {version()}", *describe_packages()]))
        raise typer.Exit


@cli.callback()
def options(
    _version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_show_version,
            is_eager=True,
            help="Show the version and the packages of games from elsewhere, and exit.",
        ),
    ] = False,
) -> None:
    """Conclave, an online table."""


@cli.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on, instead of HOST.")] = "",
    port: Annotated[int, typer.Option(help="The port to listen on, instead of PORT.")] = 0,
    reload: Annotated[
        bool,
        typer.Option(
            "--reload",
            help="Start again when a game changes, and show what exceptions say; for authors of "
            "games, on their own machine.",
        ),
    ] = False,
) -> None:
    """Serve the page and the games."""
    from app.games.catalogue import load_catalogue
    from app.infra.startup import prepare_database
    from app.operator.first_operator import greeting
    from app.server import reload as reloading
    from engine.core.registry import games

    given = {"HOST": host, "PORT": str(port or ""), "DRAIN_SECONDS": reloading.DRAIN_S * reload}
    os.environ.update({name: value for name, value in given.items() if value})  # for workers too
    settings = settings_or_exit()
    try:
        if reload:
            reloading.require_own_machine(settings)
        catalogue = load_catalogue(games(), settings.game_ids, settings.substitute_bot)
        sockets = bind(settings)
        ahead = prepare_database(settings)
        welcome = greeting(settings, shows_link=sys.stdout.isatty())
    except WrongSetting as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None
    if ahead:
        typer.echo(AHEAD.format(ahead), err=True)
    typer.echo(f"Conclave is at {settings.address}")
    if is_everywhere(settings.host) and not settings.public_url:
        typer.echo("PUBLIC_URL is not set, so invitations and messages link there.", err=True)
    if welcome:
        typer.echo(welcome)
    if reload:
        folders = {reloading.package_folder(game) for game in catalogue.games.values()}
        reloading.run_reloading(settings, sockets, sorted(folders))
    else:
        run(settings, sockets)


@cli.command()
def migrate(
    back_to: Annotated[
        str, typer.Option(help="Go back to this migration, and lose what later ones added.")
    ] = "",
) -> None:
    """Migrate the database to the newest schema."""
    from app.infra.startup import prepare_database, roll_back_migrations

    settings = settings_or_exit()
    ahead = None
    try:
        if back_to:
            roll_back_migrations(settings, back_to)
        else:
            ahead = prepare_database(settings)
    except WrongSetting as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None
    if back_to:
        typer.echo(f"The database is back at {back_to}.")
    else:
        typer.echo(AHEAD.format(ahead) if ahead else "The database is up to date.")


@cli.command()
def resume(match: Annotated[str, typer.Argument(help="The id of the match.")]) -> None:
    """Resume a match that was parked because its rules took too long."""
    from app.cli.context import OperationFailed, operate

    try:
        operate(settings_or_exit(), "resume", match)
    except (WrongSetting, OperationFailed) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None
    typer.echo("The match is resumed.")


@cli.command()
def play(
    game: Annotated[str | None, typer.Argument(help="The id of a game.")] = None,
    seats: Annotated[int, typer.Option(help="How many people play; 0 for the fewest.")] = 0,
    bots: Annotated[int, typer.Option(help="How many more seats greedy bots take.")] = 0,
) -> None:
    """Play in this terminal, all players at one keyboard."""
    from app.cli.hotseat import play_in_terminal

    play_in_terminal(game, seats, bots)


@cli.command()
def verify(file: Annotated[Path, typer.Argument(help="An exported match.")]) -> None:
    """Replay an exported match and check every shuffle, roll and answer."""
    from app.history.verify import NotVerified, describe_end
    from app.history.verify import verify as check
    from engine.core.registry import games

    export = msgspec.json.decode(file.read_bytes())
    try:
        entries = check(games()[export["game"]], export)
    except (NotVerified, KeyError) as error:
        typer.echo(f"Not verified: {error}", err=True)
        raise typer.Exit(1) from None
    typer.echo(
        f"Verified: {entries} entries lead to this result, with the seed announced at the start."
    )
    typer.echo(f"The match ended {describe_end(export)}.")


def main() -> None:
    """The entry point."""
    cli()


if __name__ == "__main__":
    main()
