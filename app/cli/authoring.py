"""Commands for authors of games: `new-game`, `check-game`, `messages`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from engine.core.game import Game
from engine.core.registry import games

if TYPE_CHECKING:
    from engine.testing.battery import Battery
    from engine.testing.check import Verdict

NEXT = """\
{folder}/ is a game that runs. Next:

    cd {folder}
    pip install -e ".[test]"
    conclave serve --reload
    playwright install chromium  # unless the system has Chromium
    pytest
"""
EXTRA = 'This needs {}: pip install "conclave-engine[test]".'
MATCHES = Path("tests/matches")
COLOURS = {"pass": "green", "fail": "red", "not applicable": "yellow"}

GameId = Annotated[str, typer.Argument(help="The id of an installed game.")]


def new_game(
    name: Annotated[str, typer.Argument(help="The game's name, such as high_tide.")],
    players: Annotated[str, typer.Option(help="How many may play, such as 2-4 or 3.")] = "2-4",
) -> None:
    """Write a new game, a package that runs, into a folder of its own."""
    from app.authoring.new_game import WrongGame
    from app.authoring.new_game import new_game as write_game

    try:
        folder = write_game(name, players, Path(), games())
    except WrongGame as error:
        _refuse(error)
    typer.echo(NEXT.format(folder=folder))


def check_game(
    game: GameId,
    only: Annotated[
        list[str] | None, typer.Option(help="A battery to run, instead of all; repeatable.")
    ] = None,
    seats: Annotated[int, typer.Option(help="A number of players, instead of all.")] = 0,
    match: Annotated[int | None, typer.Option(help="The only match to play, by number.")] = None,
    rounds: Annotated[int, typer.Option(help="The round limit of random matches.")] = 30,
    files: Annotated[
        Path | None, typer.Option(help="Matches that must go on unchanged; tests/matches.")
    ] = None,
    write: Annotated[
        bool, typer.Option(help="Write the golden matches again, and missing saved ones.")
    ] = False,
) -> None:
    """Check what must hold of any game: rules, secrets, undo, bots, texts."""
    try:
        from engine.core.messages import Messages
        from engine.testing.check import check
    except ModuleNotFoundError as error:
        _refuse(EXTRA.format(error.name))
    Messages.strict = True
    rules, batteries = _game(game), _batteries(only or [])
    folder = files or (MATCHES if write or MATCHES.is_dir() else None)
    failures = 0
    for battery, case in _cases(rules, batteries, seats):
        case.files, case.writes, case.number, case.rounds = folder, write, match, rounds
        verdict = check(battery, case)
        failures += verdict.result == "fail"
        _show(verdict)
    if failures:
        typer.echo(f"{failures} failed.", err=True)
        raise typer.Exit(1)


def messages(
    game: GameId,
    languages: Annotated[
        list[str] | None, typer.Argument(help="Languages to add, such as fr or pt-BR.")
    ] = None,
) -> None:
    """Bring a game's translations up to date with its English texts, and compile them."""
    try:
        from app.authoring.catalogues import UnknownLanguage, compile_catalogue, update
    except ModuleNotFoundError as error:
        _refuse(EXTRA.format(error.name))
    from engine.core.translation import texts

    rules = _game(game)
    try:
        catalogues = update(rules.folder() / "locale", texts(rules), languages or [])
    except UnknownLanguage as error:
        _refuse(error)
    for file in catalogues:
        compile_catalogue(file)
        typer.echo(file)


def _cases(rules: Game[Any, Any], batteries: Sequence[Battery], seats: int) -> Any:
    """The cases, of one number of players if it is given. Exits if the game is not for it."""
    from engine.testing.check import cases_of

    if seats and seats not in rules.seats:
        _refuse(f"{rules.title} is for {rules.seats[0]} to {rules.seats[-1]} players.")
    every = cases_of(rules, batteries=batteries)
    return [(battery, case) for battery, case in every if seats in (0, case.seats)]


def _batteries(names: list[str]) -> Sequence[Battery]:
    """The batteries of these names, or all. Exits if there is none of that name."""
    from engine.testing.batteries import BATTERIES

    known = {battery.name: battery for battery in BATTERIES}
    for name in names:
        if name not in known:
            _refuse(f"{name} is not a battery; they are {', '.join(known)}.")
    return [known[name] for name in names] or BATTERIES


def _game(id: str) -> Game[Any, Any]:
    """The game of an id, or of a module and name. Exits if there is none."""
    from engine.testing.reference import UnknownGame, game_named

    try:
        return game_named(id)
    except UnknownGame as error:
        _refuse(error)


def _show(verdict: Verdict) -> None:
    """Print what a battery found."""
    result = typer.style(f"{verdict.result:<14}", fg=COLOURS[verdict.result])
    says = verdict.reason if verdict.result == "not applicable" else verdict.battery.says
    typer.echo(f"{result}  {verdict.title:<30}  {says}")
    if verdict.result == "fail":
        typer.echo("\n".join(f"    {line}" for line in verdict.describe().splitlines()))


def _refuse(error: object) -> NoReturn:
    typer.echo(str(error), err=True)
    raise typer.Exit(2)
