"""Lab commands: `arena` measures the strength of bots, `train` fits the model of chances."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Annotated, Any, NoReturn

import msgspec
import typer
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeElapsedColumn
from rich.table import Table

from engine.bots.chance import Model
from engine.core.errors import InvalidOptions
from engine.core.game import Game
from engine.core.registry import games
from engine.lab import arena as lab
from engine.lab import train as lab_train
from engine.lab.contest import Contest, play_game
from engine.lab.play import MatchFailed
from engine.lab.player import UnknownPlayer, read_player
from engine.lab.plot import score_plot
from engine.lab.results_file import OtherContest
from engine.lab.samples import TrainingConfig
from engine.lab.statistics import Sprt
from engine.lab.weights import weights_path

console = Console(highlight=False, soft_wrap=True)

GameId = Annotated[str, typer.Argument(help="The id of a game.")]


def arena(
    game: GameId,
    players: Annotated[
        list[str], typer.Argument(help="One for each seat: random, greedy, hard@200, greedy~20 …")
    ],
    number: Annotated[int, typer.Option("--games", help="Games, in whole rotations.")] = 100,
    seed: Annotated[int, typer.Option(help="Seed of the deals and of the bots.")] = 1,
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the game, key=value; repeatable.")
    ] = None,
    processes: Annotated[int, typer.Option(help="Worker processes; 0 for all cores.")] = 0,
    keep: Annotated[Path | None, typer.Option(help="A file of results, to resume from.")] = None,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(help="Stop once the Elo difference is found to be LOW or HIGH."),
    ] = None,
    json: Annotated[Path | None, typer.Option(help="Write the result as JSON.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Write the score over games as SVG.")] = None,
    only: Annotated[
        int | None, typer.Option(help="Play one game by number; shows the traceback of a bot.")
    ] = None,
) -> None:
    """Measure the strength of bots: paired deals, rotated seats, 95 % intervals."""
    try:
        contest = _contest(game, players, _options(option or []), seed)
        if only is not None:
            console.print_json(data=msgspec.to_builtins(play_game(contest, only)))
            return
        result = _measure(contest, number, processes, keep, Sprt(*sprt) if sprt else None)
    except (UnknownPlayer, InvalidOptions, OtherContest) as error:
        _refuse(error, 2)
    except MatchFailed as error:
        if only is not None:
            raise
        _refuse(error, 1)
    _show(result)
    if json:
        json.write_bytes(msgspec.json.format(msgspec.json.encode(result)) + b"\n")
    if plot:
        plot.write_text(score_plot(result), encoding="utf-8")


def _measure(
    contest: Contest, number: int, processes: int, keep: Path | None, sprt: Sprt | None
) -> lab.ContestResult:
    """Play `number` matches with a progress bar; returns the result. `processes` 0: one per core.
    Raises OtherContest, MatchFailed.
    """
    with progress(number) as step:
        return lab.measure(
            contest,
            number,
            processes=processes or os.cpu_count() or 1,
            file=keep,
            sprt=sprt,
            on_game=lambda _: step(),
        )


def train(
    game: GameId,
    number: Annotated[int, typer.Option("--games", help="Matches to play and learn from.")] = 600,
    seed: Annotated[int, typer.Option(help="Seed of the matches and of the bots.")] = 1,
    player: Annotated[
        list[str] | None,
        typer.Option(help="A bot to draw from, as in arena; repeatable."),
    ] = None,
    processes: Annotated[int, typer.Option(help="Worker processes; 0 for all cores.")] = 0,
    write: Annotated[
        Path | None, typer.Option(help="The file of weights; the game's own by default.")
    ] = None,
) -> None:
    """Fit the model of winning chances to matches between bots of equal strength."""
    game_rules = known_game(game)
    specs = player or list(lab_train.DEFAULT_PLAYERS)
    words = ["conclave", "train", game, "--games", str(number), "--seed", str(seed)]
    words += [word for spec in player or () for word in ("--player", spec)]
    try:
        with progress(number) as step:
            model = lab_train.train(
                TrainingConfig(
                    game=game,
                    rules=game_rules.rules,
                    players=[read_player(spec) for spec in specs],
                    seed=seed,
                ),
                number,
                command=" ".join(words),
                date=date.today().isoformat(),
                processes=processes or os.cpu_count() or 1,
                on_match=step,
            )
    except UnknownPlayer as error:
        _refuse(error, 2)
    except (MatchFailed, ValueError) as error:
        _refuse(error, 1)
    path = write or weights_path(type(game_rules))
    path.write_bytes(msgspec.json.format(msgspec.json.encode(model)) + b"\n")
    _show_model(model, path)


def _contest(id: str, players: list[str], options: dict[str, Any], seed: int) -> Contest:
    """The contest. Raises UnknownPlayer, InvalidOptions."""
    game = known_game(id)
    game.read_options(options, len(players))
    return Contest(
        game=game.id,
        rules=game.rules,
        players=[read_player(spec) for spec in players],
        options=options,
        seed=seed,
    )


def known_game(id: str) -> Game[Any, Any]:
    """The game of that id; a usage error lists all ids if there is none."""
    game = games().get(id)
    if game is None:
        raise typer.BadParameter(f"{id} is not a game; the games are {', '.join(games())}.")
    return game


def _options(pairs: list[str]) -> dict[str, Any]:
    """Options of the game; a value that is not valid JSON is a string."""
    options: dict[str, Any] = {}
    for pair in pairs:
        key, _, value = pair.partition("=")
        try:
            options[key] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            options[key] = value
    return options


def _refuse(error: Exception, status: int) -> NoReturn:
    typer.echo(str(error), err=True)
    raise typer.Exit(status) from None


@contextmanager
def progress(total: int, what: str = "games") -> Iterator[Callable[[], None]]:
    """A progress bar on standard error; the function advances it by one."""
    columns = (*Progress.get_default_columns(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)


def _show(result: lab.ContestResult) -> None:
    """Print the result as tables."""
    table = Table(box=None, pad_edge=False)
    table.add_column("player", min_width=8, overflow="fold")
    for heading in ("seats", "score % (95 %)", "Elo (95 %)", "ms each", "decisions"):
        table.add_column(heading, justify="right", no_wrap=True)
    for entry in result.entries:
        table.add_row(
            entry.player,
            str(entry.seats),
            f"{100 * entry.score:.1f} ({100 * entry.low:.1f} to {100 * entry.high:.1f})",
            f"{_elo(entry.elo)} ({_elo(entry.elo_low)} to {_elo(entry.elo_high)})",
            f"{1000 * entry.seconds:.2f}",
            f"{entry.decisions:.1f}",
        )
    console.print(table)
    methods = {"blocks": "from the spread of whole rotations", "Wilson": "by Wilson, on games"}
    method = methods[result.entries[0].method]
    seats = ", ".join(f"{100 * share:.1f}" for share in result.by_seat)
    console.print(
        f"{result.games} games of {result.answers:.0f} answers and {result.rounds:.1f} rounds; "
        f"95 % intervals {method}; score by seat: {seats} %"
    )
    if result.sprt is not None:
        verdict = {"": "no verdict yet", "low": "the low one holds", "high": "the high one holds"}
        console.print(
            f"Elo {result.sprt.low:g} or {result.sprt.high:g}: {verdict[result.verdict]} "
            f"(logarithm of the likelihood ratio {result.ratio:.2f})"
        )


def _elo(difference: float | None) -> str:
    return "–" if difference is None else f"{round(difference):+d}"


def _show_model(model: Model, path: Path) -> None:
    """Print the quality of the model on held-out matches."""
    about = model.about
    table = Table("seats", "positions", "Brier", "appraise alone", "equal chances", box=None)
    for size in about["by_seats"]:
        each = size["brier"]
        row = (size["seats"], size["positions"], each["model"], each["appraise"], each["equal"])
        table.add_row(*map(str, row))
    console.print(table)
    console.print(
        f"{path}: {len(model.weights)} weights from {about['matches']} matches, "
        f"{about['positions']} positions, {about['held_out']} of them held out"
    )
