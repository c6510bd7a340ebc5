"""Strength table: writes the results of contests between bots into docs/bots.md.

    conclave arena res_arcana hard greedy --games 400 --json /tmp/hard.json
    python -m scripts.strength_table /tmp/hard.json

Results are kept in docs/strength.json; a new one replaces the last one of the same contest.
`tests/lab/test_docs.py` fails while the document differs.
"""

from __future__ import annotations

import platform
import sys
from datetime import date
from pathlib import Path

import msgspec
from msgspec import Struct

from devtools.marked_section import with_section
from engine.bots.bot import installed_bots
from engine.core.registry import games
from engine.lab.arena import ContestResult
from scripts.chance_tables import BOTS

STRENGTH = BOTS.parent / "strength.json"
HEAD = (
    "| game | players | iterations | games | score, % | Elo | ms per decision "
    "| date | processor |\n"
    "|---|---|---|---|---|---|---|---|---|"
)
CPUINFO = Path("/proc/cpuinfo")


class Record(Struct):
    """The result of a contest, with the date and the processor."""

    result: ContestResult
    date: str
    processor: str


def strength_table() -> str:
    """A row for each contest: its first player against the others at the table."""
    rows = [_row(record) for record in recorded_contests()]
    return "\n".join([HEAD, *rows]) if rows else "No contest has been recorded."


def recorded_contests() -> list[Record]:
    """The contests on record."""
    return msgspec.json.decode(STRENGTH.read_bytes(), type=list[Record])


def _row(record: Record) -> str:
    result = record.result
    first, *others = result.entries
    title = games()[result.contest.game].title
    against = ", ".join(
        f"{entry.seats} × {entry.player}" if entry.seats > 1 else entry.player for entry in others
    )
    options = "".join(f", {key}={value}" for key, value in result.contest.options.items())
    score = f"{100 * first.score:.1f} ({100 * first.low:.1f} to {100 * first.high:.1f})"
    elo = f"{_elo(first.elo)} ({_elo(first.elo_low)} to {_elo(first.elo_high)})"
    times = " / ".join(f"{1000 * entry.seconds:.1f}" for entry in result.entries)
    names = f"`{first.player}` against `{against}`{options}"
    budgets = " / ".join(_budget(result, entry.player) for entry in result.entries)
    cells = (
        *(title, names, budgets, result.games, score, elo, times),
        *(record.date, record.processor),
    )
    return f"| {' | '.join(map(str, cells))} |"


def _budget(result: ContestResult, spec: str) -> str:
    """The iterations of a player's search; a dash for a bot that has none."""
    player = next(candidate for candidate in result.contest.players if candidate.spec == spec)
    share = getattr(installed_bots()[player.bot], "share", None)
    usual = share and round(games()[result.contest.game].playouts * share)
    return str(player.iterations or usual or "–")


def _elo(difference: float | None) -> str:
    return "–" if difference is None else f"{round(difference):+d}"


def _is_same_contest(first: ContestResult, second: ContestResult) -> bool:
    return msgspec.structs.replace(first.contest, seed=0) == msgspec.structs.replace(
        second.contest, seed=0
    )


def _processor() -> str:
    """The name of this machine's processor."""
    lines = CPUINFO.read_text().splitlines() if CPUINFO.exists() else []
    model_names = (
        line.partition(":")[2].strip() for line in lines if line.startswith("model name")
    )
    return next(model_names, platform.machine())


def main() -> None:
    """Record the results in the named files and write the section."""
    records = recorded_contests()
    for name in sys.argv[1:]:
        new = msgspec.json.decode(Path(name).read_bytes(), type=ContestResult)
        records = [record for record in records if not _is_same_contest(record.result, new)]
        result = msgspec.structs.replace(new, course=[])
        records.append(Record(result, date.today().isoformat(), _processor()))
    records.sort(
        key=lambda record: (record.result.contest.game, len(record.result.contest.players))
    )
    STRENGTH.write_bytes(msgspec.json.format(msgspec.json.encode(records)) + b"\n")
    text = BOTS.read_text(encoding="utf-8")
    BOTS.write_text(with_section(text, "strength", strength_table()), encoding="utf-8")


if __name__ == "__main__":
    main()
