"""Report: the figures of one bench run as the section of docs/benchmarks.md that it writes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bench.measure import EACH_ROUND, YARDSTICK, same_code_ratios
from engine.core.registry import games

Figures = Mapping[str, Any]
PROCESSOR = "processor, µs per answer"
ANSWERS = "answers per second"
ENGINE = {
    "answers per match": "answers per match",
    "engine part (median / p95)": "re-run and answer, median / p95",
    "match to bytes": "match to bytes",
    "one view, projected and encoded": "one view, projected and encoded",
    "patch to view, median": "patch to view, median",
    "saved match, bytes": "saved match, bytes",
    "memory of a match, bytes": "memory of a match, bytes",
}
SEARCH = ("copies", "playouts")
SERVER = {
    ANSWERS: "answers/s",
    "ack p50 / p95 / p99": "ack p50 / p95 / p99",
    "other seat's frame p50 / p95 / p99": "other seat's frame",
    PROCESSOR: "processor per answer, µs",
}
Table = tuple[Sequence[str], Sequence[Sequence[Any]]]
"""Headings, the first of which is that of the rows' names, and rows."""


def report(figures: Figures) -> str:
    """The section, from the figures that `bench.run` writes to docs/figures.json."""
    parts = [f"{figures['date']}, `make bench`: {figures['machine']}."]
    parts += ["### Random play with the live script", _markdown(_random_play(figures))]
    if search := figures.get("search"):
        parts += ["### Search", _markdown(_search(search))]
    parts += ["### The engine's part of one answer", _markdown(_engine(figures["answers"]))]
    if server := figures.get("server"):
        parts += ["### The server", _markdown(_server(server)), _markdown(_other_scenarios(server))]
    return "\n\n".join(filter(None, parts))


def part_report(part: str, measured: Figures | None) -> str:
    """The section on a part, from its figures; empty before the first run."""
    if not measured:
        return ""
    first = f"{measured['date']}, `make bench ARGS={part}`: {measured['machine']}."
    rows = [
        (_title(name), figure, value)
        for name, figures in measured["found"].items()
        for figure, value in figures.items()
    ]
    return f"{first}\n\n{_markdown((('', 'figure', 'value'), rows))}"


def _random_play(figures: Figures) -> Table:
    rates = figures["random play"]
    rows = [(_title(name), rate, f"{rate / rates[YARDSTICK]:.2f}") for name, rate in rates.items()]
    return ("", "decisions/s of one core", "to the yardstick"), rows


def _search(rates: Figures) -> Table:
    """Both figures of a game and a number of players in a row."""
    names = dict.fromkeys(name.rpartition(", ")[0] for name in rates)
    rows = [(_title(name), *(rates.get(f"{name}, {kind}") for kind in SEARCH)) for name in names]
    return ("", *(f"{kind}/s of one core" for kind in SEARCH)), rows


def _engine(answers: Figures) -> Table:
    rows = [
        (_title(name), *(cost.get(figure) for figure in ENGINE)) for name, cost in answers.items()
    ]
    return ("", *ENGINE.values()), rows


def _server(server: Figures) -> Table:
    """Scenarios in which seats answer; those measured in rounds say how alike their rounds are."""
    rows = [
        (
            _title(name),
            *(figures.get(figure) for figure in SERVER),
            _rounds(figures),
            _same_code(figures),
        )
        for name, figures in server.items()
        if ANSWERS in figures
    ]
    return ("", *SERVER.values(), "rounds", "A/A"), rows


def _other_scenarios(server: Figures) -> Table:
    """Each figure of the other scenarios in a row."""
    rows = [
        (_title(name), figure, value)
        for name, figures in server.items()
        if ANSWERS not in figures
        for figure, value in figures.items()
    ]
    return ("", "figure", "value"), rows


def _rounds(figures: Figures) -> int:
    return len(figures.get(EACH_ROUND, [0]))


def _same_code(figures: Figures) -> str | None:
    """Median, least and most ratio of a round to the one before it, both of the same code."""
    ratios = same_code_ratios(figures.get(EACH_ROUND, []))
    return f"{ratios.median:.2f} ({ratios.least:.2f}-{ratios.most:.2f})" if ratios else None


def _markdown(table: Table) -> str:
    headings, rows = table
    return "\n".join(_lines(headings, rows)) if rows else ""


def _lines(headings: Sequence[str], rows: Sequence[Sequence[Any]]) -> Iterator[str]:
    yield f"| {' | '.join(headings)} |"
    yield f"|{'---|' * len(headings)}"
    for row in rows:
        yield f"| {' | '.join(map(_cell, row))} |"


def _cell(value: Any) -> str:
    match value:
        case None:
            return "-"
        case int() | float():
            return f"{value:,}"
        case _:
            return str(value)


def _title(name: str) -> str:
    """`res_arcana 2 players` as people write it."""
    for game in games().values():
        name = name.replace(game.id, game.title)
    return name[0].upper() + name[1:]
