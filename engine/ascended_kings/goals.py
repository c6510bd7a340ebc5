"""Goals: the predicates of lessons that are the game's own (`engine.core.goals`)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.ascended_kings.gems import NAMES
from engine.ascended_kings.table import Character, KingsTable
from engine.core.game import Predicate
from engine.core.goals import Attempt


def _me(attempt: Attempt) -> Character:
    learner: Character = attempt.table.characters[attempt.seat]
    return learner


def _deaths(table: KingsTable, seat: int) -> int:
    return table.characters[seat].killed


def alive(attempt: Attempt) -> bool:
    """The learner stands on the board and has not died."""
    seat = attempt.seat
    return _me(attempt).on_board and _deaths(attempt.table, seat) == _deaths(attempt.start, seat)


def kills(attempt: Attempt, least: int = 1) -> bool:
    """So many of the others have died since the start."""
    others = (
        character.seat for character in attempt.table.characters if character.seat != attempt.seat
    )
    new = sum(_deaths(attempt.table, seat) - _deaths(attempt.start, seat) for seat in others)
    return new >= least


def safe(attempt: Attempt) -> bool:
    """The learner stands where neither fire nor flame reaches."""
    me = _me(attempt)
    return me.on_board and not attempt.table.ground.scorched[me.tile]


def gems(attempt: Attempt, kind: str, least: int = 0, most: int = 99) -> bool:
    """The learner's pools hold that many gems of a kind, `dire` and `ylem` included."""
    return least <= _me(attempt).pool[NAMES.index(kind)] <= most


def level(attempt: Attempt, least: int) -> bool:
    """The learner has that level."""
    return _me(attempt).level >= least


def transmuted(attempt: Attempt, id: str) -> bool:
    """The learner has completed that Transmutation."""
    return id in _me(attempt).transmuted


def bloodstones(attempt: Attempt, least: int) -> bool:
    """The learner holds that many Bloodstones."""
    return _me(attempt).bloodstones >= least


def at(attempt: Attempt, tiles: list[int]) -> bool:
    """The learner stands on one of these tiles."""
    return _me(attempt).tile in tiles


GOALS: Mapping[str, Predicate] = {
    "alive": alive,
    "kills": kills,
    "safe": safe,
    "gems": gems,
    "level": level,
    "transmuted": transmuted,
    "bloodstones": bloodstones,
    "at": at,
}
