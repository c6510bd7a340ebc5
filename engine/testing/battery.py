"""Battery: a property of all games, checked for one; and the case it is checked in.

A battery passes, fails (any exception, mostly AssertionError), or does not apply to the game
(NotApplicable). What applies follows from what the game has, never from its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from engine.core.game import Game
from engine.testing.play import MAX_ROUNDS, Line

T = TypeVar("T")


class NotApplicable(Exception):
    """A battery does not apply to a game; `str(error)` is the reason."""


@dataclass
class Case:
    """A game, and how a battery plays it."""

    game: Game[Any, Any]
    seats: int  # 0: the battery looks at the game itself
    files: Path | None = None  # where the author keeps matches
    writes: bool = False  # whether golden matches are written again, and missing saved ones
    effort: int = 3  # how many matches are played, in proportion
    stride: int = 4  # interval, in questions, at which hidden things are dealt again
    number: int | None = None  # the only match to play
    rounds: int = MAX_ROUNDS  # the round limit of its matches
    line: Line | None = field(default=None, init=False)  # the match that is being played

    @property
    def is_whole(self) -> bool:
        """Whether all matches are played, so sums over them mean something."""
        return self.number is None

    def lines(self, count: int) -> Iterator[Line]:
        """Random matches, to be played one after another."""
        for number in range(max(1, count)) if self.number is None else (self.number,):
            yield self.line_of(number)
        self.line = None

    def line_of(self, number: int) -> Line:
        """The random match of that number, which is now being played."""
        self.line = Line(self.game, self.seats, number, self.rounds)
        return self.line

    def file(self, path: str) -> Path:
        """A file that the author keeps. Raises NotApplicable if there is no folder of them yet."""
        if self.files is None or not (self.writes or self.files.is_dir()):
            raise NotApplicable("no matches are kept yet: check-game --write begins to")
        return self.files / path

    def require(self, has_property: Any, reason: str) -> None:
        """Raises NotApplicable with the reason unless the game has what the battery is about."""
        if not has_property:
            raise NotApplicable(reason)


Seats = Callable[[Game[Any, Any]], Sequence[int]]
"""The numbers of players with which a battery is run."""


def every_number(game: Game[Any, Any]) -> Sequence[int]:
    return game.seats


def fewest_and_most(game: Game[Any, Any]) -> Sequence[int]:
    return sorted({game.seats[0], game.seats[-1]})


def fewest(game: Game[Any, Any]) -> Sequence[int]:
    return game.seats[:1]


def game_alone(game: Game[Any, Any]) -> Sequence[int]:
    return (0,)


@dataclass(frozen=True)
class Battery:
    """A property of all games, and how it is checked."""

    name: str
    says: str  # what holds, in a sentence without its full stop
    run: Callable[[Case], None]
    seats: Seats


def battery(says: str, seats: Seats = every_number) -> Callable[[Callable[[Case], None]], Battery]:
    """Makes a battery of a function, under its name."""

    def make(run: Callable[[Case], None]) -> Battery:
        return Battery(run.__name__, says, run, seats)

    return make
