"""Notation: the common parts of the games' text notations of positions.

A position is lines of words; the first word of a line says what the line is about, the rest is read
by a grammar: regular expressions for one or more words, each with what to do where it matches.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeVar

from msgspec import Struct

from engine.core.errors import NotationError

T = TypeVar("T")
Grammar = Sequence[tuple[str, Callable[[T, "re.Match[str]"], Any]]]
"""Patterns and what to do with a match; that raises ValueError to refuse it."""

SEAT = r"p\d"
"""The name of a seat."""


class Line(Struct, frozen=True):
    """A line of a position: its number from 1, its first word, and the others."""

    number: int
    head: str
    words: str

    def read(self, grammar: Grammar[T], target: T) -> None:
        """Apply the grammar's actions to the target. Raises NotationError with line and word."""
        at = 0
        while at < len(self.words):
            at = self._step(grammar, target, at)

    def fail(self, why: str, word: str = "") -> NotationError:
        """The error that refuses this line, or a word of it."""
        place = f"line {self.number}: {self.head}"
        return NotationError(f"{place}: {why}: {word}" if word else f"{place}: {why}")

    def _step(self, grammar: Grammar[T], target: T, at: int) -> int:
        for pattern, put in grammar:
            match = compiled(pattern).match(self.words, at)
            if match:
                try:
                    put(target, match)
                except ValueError as error:
                    raise self.fail(str(error), match[0]) from None
                return match.end() + 1
        raise self.fail("no such word", self.words[at:].partition(" ")[0])


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """The pattern for whole words."""
    return re.compile(rf"(?:{pattern})(?= |$)", re.ASCII)


def lines_of(text: str) -> list[Line]:
    """The lines that have words."""
    words = [line.split() for line in text.splitlines()]
    return [
        Line(number, line[0], " ".join(line[1:])) for number, line in enumerate(words, 1) if line
    ]


def seats_of(lines: Sequence[Line], possible: range) -> int:
    """How many seats the lines are about. Raises NotationError for seats that can't be."""
    names = {line.head for line in lines if compiled(SEAT).match(line.head)}
    seats = len(names)
    if seats not in possible:
        raise NotationError(f"{possible[0]} to {possible[-1]} seats are needed, not {seats}")
    for line in lines:
        if line.head in names and int(line.head[1:]) >= seats:
            raise line.fail("seats are counted from p0 without gaps")
    return seats


def seat_in(word: str, seats: int) -> int:
    """The seat of that name. Raises ValueError."""
    seat = int(word[1:])
    if seat >= seats:
        raise ValueError("no such seat")
    return seat


@contextmanager
def refuse_unlawful() -> Iterator[None]:
    """Around a check of a game's laws. Raises NotationError with the words of a law that is broken,
    without what pytest adds to them.
    """
    try:
        yield
    except AssertionError as broken:
        raise NotationError(str(broken).partition("\n")[0]) from None
