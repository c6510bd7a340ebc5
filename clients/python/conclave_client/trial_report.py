"""Trial report: strength against each table, the score sheet, and the replays of lost matches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from conclave_client.scores import elo, score_of
from conclave_client.trial import Trial, TrialMatch

MAX_LOSSES = 20
"""Limit on the replays of lost matches in a report."""


def report(trial: Trial) -> str:
    """The report of a trial, as text for a terminal."""
    rows: list[tuple[str, ...]] = [("against", "games", "won", "score % (95 %)", "Elo (95 %)")]
    for rivals in trial.rivals:
        matches = [match for match in trial.matches if match.rivals == rivals]
        rows.append(_strength(rivals, matches))
    lines = [f"{trial.game}: {trial.failures.summary()}.", *_columns(rows)]
    if any(match.own_sheet for match in trial.matches):
        lines += ["", *_columns([("points a game", "own", "rival's"), *_sheet(trial.matches)])]
    lost = [match for match in trial.matches if not match.share]
    if lost:
        lines += ["", *(f"{match.line}, {match.url}" for match in lost[:MAX_LOSSES])]
    if len(lost) > MAX_LOSSES:
        lines.append(f"… and {len(lost) - MAX_LOSSES} more were lost")
    return "\n".join(lines)


def _strength(rivals: tuple[str, ...], matches: list[TrialMatch]) -> tuple[str, ...]:
    score, count = score_of([match.share for match in matches]), len(rivals)
    mean, low, high = (_elo(elo(part, count)) for part in (score.mean, score.low, score.high))
    return (
        ", ".join(rivals),
        str(len(matches)),
        f"{sum(match.share for match in matches):g}",
        f"{100 * score.mean:.1f} ({100 * score.low:.1f} to {100 * score.high:.1f})",
        f"{mean} ({low} to {high})",
    )


def _elo(difference: float | None) -> str:
    return "–" if difference is None else f"{difference:+.0f}"


def _sheet(matches: list[TrialMatch]) -> list[tuple[str, ...]]:
    """The mean points of each line of the score sheet, the bot's own and those of a rival."""
    own, rivals = defaultdict[str, float](float), defaultdict[str, float](float)
    for match in matches:
        for sum_of, sheet in ((own, match.own_sheet), (rivals, match.rival_sheet)):
            for line, points in sheet.items():
                sum_of[line] += points / len(matches)
    names = sorted({*own, *rivals}, key=lambda name: (name == "total", -own[name] - rivals[name]))
    return [(name, f"{own[name]:.2f}", f"{rivals[name]:.2f}") for name in names]


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines, the first column to the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            text.rjust(width) if number else text.ljust(width)
            for number, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
