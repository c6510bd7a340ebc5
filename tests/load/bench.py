"""`make bench`: the project's own figures, beside those of the last run that was kept.

`make bench ARGS="--keep"` writes this run's figures to docs/figures.json; ratios to the yardstick
compare better than seconds, since the same machine runs at more than one speed.
"""

from __future__ import annotations

import json
import platform
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from engine.core.registry import games
from tests.load import engine, scenarios
from tests.load.measure import Rate

FIGURES = Path(__file__).parents[2] / "docs" / "figures.json"
YARDSTICK = "catanatron 4 players"


def main(
    rounds: Annotated[int, typer.Option(help="Rounds of random play, interleaved.")] = 3,
    seconds: Annotated[float, typer.Option(help="Processor seconds a round and game.")] = 2.0,
    keep: Annotated[bool, typer.Option(help="Keep this run's figures.")] = False,
    load_seconds: Annotated[float, typer.Option(help="Seconds a load lasts.")] = 10.0,
    server: Annotated[bool, typer.Option(help="Measure the server too.")] = True,
) -> None:
    """Measure and print."""
    console = Console()
    last = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    figures: dict[str, Any] = {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"Python {platform.python_version()}, {platform.machine()}",
    }
    rates = engine.random_play_rates(rounds, seconds)
    figures["random play"] = {name: round(rate.median) for name, rate in rates.items()}
    console.print(_play_table(rates, last))
    figures["answers"] = {}
    for game in games().values():
        for seats in sorted({game.seats[0], game.seats[-1]}):
            name = f"{game.id} {seats} players"
            cost = engine.cost_of_an_answer(game, seats)
            cost["memory of a match, bytes"] = engine.memory_of_a_match(game, seats)
            figures["answers"][name] = cost
            console.print(_figures_table(name, cost, last.get("answers", {}).get(name, {})))
    if server:
        figures["server"] = scenarios.measure(load_seconds)
        for name, found in figures["server"].items():
            console.print(_figures_table(name, found, last.get("server", {}).get(name, {})))
    if keep:
        FIGURES.write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n")


def _play_table(rates: dict[str, Rate], last: dict[str, Any]) -> Table:
    table = Table(title="Random play with the live script, decisions a second of one core")
    for heading in ("", "median", "least", "most", "to the yardstick", "last run's ratio"):
        table.add_column(heading, justify="left" if not heading else "right")
    before = last.get("random play", {})
    for name, rate in rates.items():
        ratio = rate.median / rates[YARDSTICK].median
        then = before[name] / before[YARDSTICK] if name in before and YARDSTICK in before else None
        table.add_row(
            name,
            f"{rate.median:,.0f}",
            f"{rate.least:,.0f}",
            f"{rate.most:,.0f}",
            f"{ratio:.2f}",
            f"{then:.2f}" if then else "-",
        )
    return table


def _figures_table(name: str, found: dict[str, Any], before: dict[str, Any]) -> Table:
    table = Table(title=name)
    for heading in ("", "now", "last run"):
        table.add_column(heading)
    for figure, value in found.items():
        table.add_row(figure, f"{value}", f"{before.get(figure, '-')}")
    return table


if __name__ == "__main__":
    typer.run(main)
