"""Check: runs a battery on a case, and looks for the smallest match that shows a failure."""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from engine.core.game import Game
from engine.testing.batteries import BATTERIES
from engine.testing.battery import Battery, Case, NotApplicable
from engine.testing.play import Line
from engine.testing.reference import reference_of

Result = Literal["pass", "fail", "not applicable"]
SMALL_ROUNDS = (1, 2, 4)
"""Round limits of the smaller matches that are tried after a failure."""
SMALL_MATCHES = 8
"""Matches that are tried with each of them."""
SHOWN_ANSWERS = 12
"""Answers of a failing match that are listed, the last ones."""


@dataclass
class Verdict:
    """What a battery found in a case."""

    battery: Battery
    case: Case
    result: Result = "pass"
    reason: str = ""  # why it fails, or does not apply
    line: Line | None = None  # the smallest match that fails, up to its failure
    error: Exception | None = None

    @property
    def title(self) -> str:
        """The battery and the number of players."""
        seats = self.case.seats
        return f"{self.battery.name}, {seats} players" if seats else self.battery.name

    def describe(self) -> str:
        """The failure: what failed where, the match, and how to see it again."""
        return "\n".join([self.reason, *self._location(), *self._match()])

    def _location(self) -> Iterator[str]:
        """The innermost line of the game's own, or else of the battery."""
        if self.error is not None:
            trace = traceback.extract_tb(self.error.__traceback__)
            folder = str(self.case.game.folder())
            frame = ([frame for frame in trace if frame.filename.startswith(folder)] or trace)[-1]
            yield f"at {frame.filename}:{frame.lineno}"

    def _match(self) -> Iterator[str]:
        if (line := self.line) is None:
            return
        yield (
            f"after {len(line.answers)} answers of match {line.number}, "
            f"options {line.options}, seed {line.seed.hex()}"
        )
        hidden = len(line.answers) - SHOWN_ANSWERS
        if hidden > 0:
            yield f"    … {hidden} more"
        for given in line.answers[-SHOWN_ANSWERS:]:
            yield f"    seat {given.seat}, {given.prompt}: {given.answer}"
        yield (
            f"again: conclave check-game {reference_of(line.game)} --only {self.battery.name} "
            f"--seats {line.seats} --match {line.number} --rounds {line.rounds}"
        )


def cases_of(
    game: Game[Any, Any],
    files: Path | None = None,
    effort: int = 3,
    stride: int = 4,
    batteries: Sequence[Battery] = BATTERIES,
) -> Iterator[tuple[Battery, Case]]:
    """Every battery, for each number of players that it wants."""
    for battery in batteries:
        for seats in battery.seats(game):
            yield battery, Case(game, seats, files, effort=effort, stride=stride)


def check(battery: Battery, case: Case) -> Verdict:
    """Run a battery."""
    try:
        battery.run(case)
    except NotApplicable as reason:
        return Verdict(battery, case, "not applicable", str(reason))
    except Exception as error:
        failed = _failed(battery, case, error)
        is_one_of_many = case.is_whole and failed.line is not None
        return (_smaller(failed, error) if is_one_of_many else None) or failed
    return Verdict(battery, case)


def _failed(battery: Battery, case: Case, error: Exception) -> Verdict:
    text = str(error).strip()
    name = "" if isinstance(error, AssertionError) and text else f"{type(error).__name__}: "
    reason = (name + text.partition("\n")[0]).removesuffix(": ")
    return Verdict(battery, case, "fail", reason, case.line, error)


def _smaller(failed: Verdict, error: Exception) -> Verdict | None:
    """The match with the fewest answers before the same kind of failure, among small ones."""
    best: Verdict | None = None
    for rounds in SMALL_ROUNDS:
        for number in range(SMALL_MATCHES):
            case = replace(failed.case, number=number, rounds=rounds)
            try:
                failed.battery.run(case)
            except NotApplicable:
                continue
            except Exception as failure:
                verdict = _failed(failed.battery, case, failure)
                is_alike = type(failure) is type(error) and verdict.line is not None
                if is_alike and _size(verdict) < _size(best or failed):
                    best = verdict
        if best is not None:
            return best
    return best


def _size(verdict: Verdict) -> tuple[int, int]:
    """How many answers were given before the failure, and the round limit."""
    line = verdict.line
    return (len(line.answers), line.rounds) if line is not None else (0, 0)
