"""Balance of Battle for Empyrean: every deck against every other, both led by `greedy`.

    python -m bench.balance --matches 200 --keep /tmp/balance.jsonl --write docs/balance.md

prints (and writes) the share of matches that each deck wins, a draw counting as half, and the
average Might by battlefield. Seats and first hands change from match to match; the same numbers
come out for the same count. With `--keep` each result is a line of that file, and a run that was
interrupted continues where it stopped; `--again DECK` replays the pairs of a tuned deck.
"""

from __future__ import annotations

import argparse
import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path

import msgspec

from engine.battle_for_empyrean import GAME
from engine.battle_for_empyrean.battlefield import BATTLEFIELDS
from engine.battle_for_empyrean.card import DECKS
from engine.core.outcome import Outcome
from engine.lab.play import play_match
from engine.lab.player import read_player
from engine.lab.pool import in_order

TARGET = (35, 65)
"""A deck outside of this share of wins against the field is tuned."""


Job = tuple[str, str, int]
"""Two decks and the number of their match."""


class Result(msgspec.Struct):
    """One match: the share of the first deck, Might by battlefield and deck."""

    job: Job
    share: float
    might: list[tuple[str, str, int]]


def play(job: Job) -> Result:
    """One match between two decks; the number decides seats, draws and battlefields."""
    first, second, number = job
    decks = [first, second] if number % 2 else [second, first]
    name = f"{first}/{second}/{number}"
    match_result = play_match(
        GAME,
        [read_player("greedy")] * 2,
        hashlib.sha256(name.encode()).digest(),
        options={"decks": decks, "distinct_decks": False},
        thoughts=name,
    )
    return Result(job, match_result.share(decks.index(first)), _might(match_result.outcome, decks))


def _might(outcome: Outcome, decks: list[str]) -> list[tuple[str, str, int]]:
    return [
        (line.args["place"], decks[score.seat], line.points)
        for score in outcome.sheet
        for line in score.lines
    ]


class Table:
    """The results, added up."""

    def __init__(self, results: Iterable[Result]) -> None:
        self.won: dict[tuple[str, str], float] = defaultdict(float)
        self.played: dict[tuple[str, str], int] = defaultdict(int)
        self.fields: dict[str, list[int]] = defaultdict(list)
        self.totals: dict[str, list[int]] = defaultdict(list)
        for result in results:
            self._add(result)

    def _add(self, result: Result) -> None:
        first, second, _ = result.job
        self.won[first, second] += result.share
        self.won[second, first] += 1 - result.share
        for pair in ((first, second), (second, first)):
            self.played[pair] += 1
        for place, deck, might in result.might:
            self.fields[place].append(might)
            self.totals[deck].append(might)

    def share(self, deck: str, other: str) -> float:
        """How many of a hundred matches the deck wins against the other."""
        return 100 * self.won[deck, other] / max(1, self.played[deck, other])

    def against_the_field(self, deck: str) -> float:
        """The average over all other decks."""
        shares = [self.share(deck, other) for other in DECKS if other != deck]
        return sum(shares) / len(shares)

    def text(self, matches: int) -> str:
        """The report in Markdown."""
        uncertainty = 50 / (matches * (len(DECKS) - 1)) ** 0.5
        short = {deck: entry.name.split()[0] for deck, entry in DECKS.items()}
        lines = [
            "# Balance of the decks",
            "",
            f"{matches} matches for each pair of decks, both led by the `greedy` opponent, two "
            "players, random battlefields.",
            "`python -m bench.balance` generates this page. Each cell is the win rate, in "
            "percent, of the deck on the left; a draw counts as half a win.",
            f"A deck below {TARGET[0]} or above {TARGET[1]} against the field has its "
            f"reconstructed numbers tuned; the sampling error is {uncertainty:.1f} points.",
            "",
            f"| | {' | '.join(short.values())} | **field** |",
            f"|---|{'---|' * (len(short) + 1)}",
        ]
        for deck in DECKS:
            cells = ["–" if deck == other else f"{self.share(deck, other):.0f}" for other in DECKS]
            field_share = f"**{self.against_the_field(deck):.0f}**"
            lines.append(f"| {DECKS[deck].name} | {' | '.join([*cells, field_share])} |")
        lines += ["", "## Might", "", "Average Might at the end, on one battlefield.", ""]
        lines += ["| deck | Might | | battlefield | Might |", "|---|---|---|---|---|"]
        lines += self._might_rows()
        return "\n".join(lines) + "\n"

    def _might_rows(self) -> list[str]:
        decks = [f"{entry.name} | {_average(self.totals[deck])}" for deck, entry in DECKS.items()]
        rows = []
        for number, (place, battlefield) in enumerate(BATTLEFIELDS.items()):
            deck_cells = decks[number] if number < len(decks) else " | "
            rows.append(f"| {deck_cells} | | {battlefield.name} | {_average(self.fields[place])} |")
        return rows


def _average(numbers: list[int]) -> str:
    return f"{sum(numbers) / len(numbers):.1f}" if numbers else "–"


def results(matches: int, processes: int, keep: Path | None, again: list[str]) -> Iterator[Result]:
    """Every match once: first those on file, then the missing ones, all pairs equally often."""
    results_by_job = {
        result.job: result for result in _read_results(keep) if not set(result.job) & set(again)
    }
    if keep:
        keep.write_bytes(b"".join(map(_line, results_by_job.values())))
    jobs = [
        (first, second, number)
        for number in range(matches)
        for first, second in combinations(DECKS, 2)
    ]
    yield from (results_by_job[job] for job in jobs if job in results_by_job)
    missing = [job for job in jobs if job not in results_by_job]
    for result in in_order(play, missing, processes):
        if keep:
            with keep.open("ab") as lines:
                lines.write(_line(result))
        yield result


def _read_results(keep: Path | None) -> list[Result]:
    if keep is None or not keep.exists():
        return []
    return [msgspec.json.decode(line, type=Result) for line in keep.read_bytes().splitlines()]


def _line(result: Result) -> bytes:
    return msgspec.json.encode(result) + b"\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20, help="matches for each pair of decks")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a file of results, to go on with")
    parser.add_argument("--again", nargs="*", default=[], choices=DECKS, metavar="DECK")
    parser.add_argument("--write", type=Path, help="the page to write")
    arguments = parser.parse_args()
    match_results = results(arguments.matches, arguments.processes, arguments.keep, arguments.again)
    report = Table(match_results).text(arguments.matches)
    print(report)
    if arguments.write:
        arguments.write.write_text(report)


if __name__ == "__main__":
    main()
