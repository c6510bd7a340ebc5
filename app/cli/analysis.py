"""`analyse`: explains a finished match, from its export."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.markup import escape
from rich.table import Table

from app.cli.lab import console, progress
from engine.bots.hint import ChosenAnswer
from engine.core.registry import games
from engine.lab.explain import Effort, ExplainedMove, Explanation, explain

MAX_TURNING_POINTS = 10
"""The moves with the greatest losses that are printed."""


def analyse(
    file: Annotated[Path, typer.Argument(help="An exported match.")],
    seconds: Annotated[float, typer.Option(min=0, help="Time to search each move.")] = 0.3,
    iterations: Annotated[
        int | None,
        typer.Option(min=1, help="Playouts per search instead of a time, for repeatable results."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the sampled worlds.")] = 1,
    json: Annotated[Path | None, typer.Option(help="Write the analysis as JSON.")] = None,
) -> None:
    """Explain a finished match: what each move cost, and how lucky each seat was."""
    from app.history.verify import NotVerified, verify_mainline

    try:
        export = msgspec.json.decode(file.read_bytes())
        game = games()[export["game"]]
        line = verify_mainline(game, export)
    except (OSError, msgspec.DecodeError, NotVerified, KeyError) as error:
        typer.echo(f"Not analysed: {error}", err=True)
        raise typer.Exit(1) from None
    effort = _effort(seconds) if iterations is None else Effort.of(iterations)
    players = export["players"]
    winners = export["outcome"]["ranks"][0]
    total = sum(len(step.answers) for step in line.steps) - line.inherited
    with progress(total, "answers") as step:
        explanation = explain(
            game, line, winners, players, effort, seed=seed, on_answer=lambda _: step()
        )
    _show_moves(explanation, players)
    _show_accounts(explanation, players)
    if json:
        json.write_bytes(msgspec.json.format(msgspec.json.encode(explanation)) + b"\n")


def _effort(seconds: float) -> Effort:
    from app.analysis.worker import SECOND_PASS_FACTOR
    from app.bots.worker import TimeBudget

    return Effort(partial(TimeBudget, seconds), partial(TimeBudget, SECOND_PASS_FACTOR * seconds))


def _show_moves(explanation: Explanation, players: list[str]) -> None:
    """Print the moves that cost most."""
    costly = sorted(
        (move for move in explanation.moves if move.judged.loss), key=_loss, reverse=True
    )
    table = Table(box=None, pad_edge=False)
    for heading in ("entry", "player", "loss (±)", "mark", "played", "best"):
        table.add_column(heading, justify="right" if heading in ("entry", "loss (±)") else "left")
    for move in costly[:MAX_TURNING_POINTS]:
        judged = move.judged
        loss = f"{100 * judged.loss:.1f} ({100 * judged.error:.1f})"
        words = (in_words(move.played), in_words(move.best))
        row = (str(move.ply), players[move.seat], loss, judged.mark or "", *words)
        table.add_row(*map(escape, row))
    console.print("Turning points, in points of 100:")
    console.print(table)


def _loss(move: ExplainedMove) -> float:
    return move.judged.loss


def in_words(move: list[ChosenAnswer]) -> str:
    """A move as the texts of its options."""
    return ", ".join(text for chosen in move if (text := _answer_in_words(chosen)))


def _answer_in_words(chosen: ChosenAnswer) -> str:
    if chosen.options:
        return " + ".join(option["text"] for option in chosen.options)
    answer: Any = chosen.answer
    if isinstance(answer, dict):
        return " + ".join(f"{count} {name}" for name, count in answer.items() if count)
    return "" if answer == [] else str(answer)


def _show_accounts(explanation: Explanation, players: list[str]) -> None:
    """Print how each seat's chance changed."""
    table = Table(box=None, pad_edge=False)
    headings = ("accuracy", "moves", "marks", "start", "answers", "luck", "unexplained", "result")
    table.add_column("player")
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=heading != "marks")
    for account in explanation.accounts:
        table.add_row(
            escape(players[account.seat]),
            "–" if account.accuracy is None else f"{account.accuracy:.0f} %",
            str(account.moves),
            ", ".join(f"{count} {mark}" for mark, count in account.marks.items()) or "none",
            f"{100 * account.start:.1f}",
            *(f"{100 * part:+.1f}" for part in (account.gains, account.luck, account.unexplained)),
            f"{100 * account.result:.1f}",
        )
    console.print(table)
