"""`make bench`: the project's own figures, beside those of the last run.

They are written to docs/figures.json and to the first section of docs/benchmarks.md, unless
`make bench ARGS="--no-write"` only prints them. Ratios to the yardstick compare better than
seconds, since the same machine runs at more than one speed.

`make bench ARGS=page` measures the page in a browser instead, `make bench ARGS=scenes` the frames
of its animations, and `make bench ARGS=presence` friends who sign in; each writes a section of its
own.
"""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from bench import engine, page, presence, scenarios, scenes
from bench.measure import YARDSTICK, Rate
from bench.report import part_report, report
from devtools import services
from devtools.marked_section import with_section
from engine.core.registry import games

FIGURES = Path(__file__).parents[1] / "docs" / "figures.json"
BENCHMARKS = FIGURES.parent / "benchmarks.md"


class Part(StrEnum):
    """A part that can be measured alone."""

    PAGE = "page"
    SCENES = "scenes"
    PRESENCE = "presence"


MEASURES = {
    Part.PAGE: page.measure,
    Part.SCENES: scenes.measure,
    Part.PRESENCE: presence.measure,
}


def main(
    part: Annotated[Part | None, typer.Argument(help="Measure this instead.")] = None,
    rounds: Annotated[int, typer.Option(help="Rounds of play and of load, interleaved.")] = 3,
    seconds: Annotated[float, typer.Option(help="Processor seconds a round and game.")] = 2.0,
    write: Annotated[bool, typer.Option(help="Write a whole run's figures to docs/.")] = True,
    load_seconds: Annotated[float, typer.Option(help="Seconds a load lasts.")] = 10.0,
    server: Annotated[bool, typer.Option(help="Measure the server too.")] = True,
) -> None:
    """Measure and print."""
    console = Console()
    last = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    if part:
        _measure_part(console, part, last, write)
        return
    figures: dict[str, Any] = {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": machine(),
        **{name: last[name] for name in Part if name in last},
    }
    rates = engine.random_play_rates(rounds, seconds)
    figures["random play"] = {name: round(rate.median) for name, rate in rates.items()}
    console.print(_play_table(rates, last))
    search = engine.search_rates(rounds, seconds)
    figures["search"] = {name: round(rate.median) for name, rate in search.items()}
    title = "Search, copies of worlds and playouts a second of one core"
    console.print(_figures_table(title, figures["search"], last.get("search", {})))
    figures["answers"] = {}
    for game in games().values():
        for seats in sorted({game.seats[0], game.seats[-1]}):
            name = f"{game.id} {seats} players"
            cost = engine.cost_of_an_answer(game, seats)
            cost["memory of a match, bytes"] = engine.memory_of_a_match(game, seats)
            figures["answers"][name] = cost
            console.print(_figures_table(name, cost, last.get("answers", {}).get(name, {})))
    if server:
        figures["server"] = scenarios.measure(load_seconds, rounds)
        for name, scenario_figures in figures["server"].items():
            console.print(
                _figures_table(name, scenario_figures, last.get("server", {}).get(name, {}))
            )
    if write and server:
        FIGURES.write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n")
        BENCHMARKS.write_text(with_section(BENCHMARKS.read_text(), "figures", report(figures)))


def _measure_part(console: Console, part: Part, last: dict[str, Any], write: bool) -> None:
    measured = {"machine": machine(), **MEASURES[part]()}
    before = last.get(part, {}).get("found", {})
    for name, part_figures in measured["found"].items():
        console.print(_figures_table(name, part_figures, before.get(name, {})))
    if write:
        figures = {**last, part: measured}
        FIGURES.write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n")
        section = part_report(part, measured)
        BENCHMARKS.write_text(with_section(BENCHMARKS.read_text(), part, section))


def machine() -> str:
    """The machine of the measurements: cores and versions."""
    cores = len(os.sched_getaffinity(0))
    programs = (
        f"{services.postgres_binaries()}/postgres",
        services.find_binary("redis-server", "valkey-server", chosen_by="REDIS_SERVER"),
    )
    python = f"Python {platform.python_version()}"
    return ", ".join([f"{cores} cores", platform.machine(), python, *map(version, programs)])


def version(program: str) -> str:
    """`PostgreSQL 15.18`, from the program's `--version`."""
    output = subprocess.run(
        [program, "--version"], capture_output=True, text=True, check=True
    ).stdout
    number = re.search(r"\d+(\.\d+)+", output)
    name = "PostgreSQL" if "postgres" in output else "Redis"
    return f"{name} {number[0]}" if number else name


def _play_table(rates: dict[str, Rate], last: dict[str, Any]) -> Table:
    table = Table(title="Random play with the live script, decisions per second of one core")
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


def _figures_table(name: str, figures: dict[str, Any], before: dict[str, Any]) -> Table:
    table = Table(title=name)
    for heading in ("", "now", "last run"):
        table.add_column(heading)
    for figure, value in figures.items():
        table.add_row(figure, f"{value}", f"{before.get(figure, '-')}")
    return table


if __name__ == "__main__":
    typer.run(main)
