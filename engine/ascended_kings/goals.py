"""Goals: the predicates of lessons that are the game's own (`engine.core.goals`)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.ascended_kings.gems import NAMES
from engine.ascended_kings.table import Character, KingsTable
from engine.core.game import Predicate
from engine.core.goals import Attempt


def _me(so_far: Attempt) -> Character:
    learner: Character = so_far.table.characters[so_far.seat]
    return learner


def _deaths(table: KingsTable, seat: int) -> int:
    return table.characters[seat].killed


def alive(so_far: Attempt) -> bool:
    """The learner stands on the board and has not died."""
    seat = so_far.seat
    return _me(so_far).on_board and _deaths(so_far.table, seat) == _deaths(so_far.start, seat)


def kills(so_far: Attempt, least: int = 1) -> bool:
    """So many of the others have died since the start."""
    others = (
        character.seat for character in so_far.table.characters if character.seat != so_far.seat
    )
    new = sum(_deaths(so_far.table, seat) - _deaths(so_far.start, seat) for seat in others)
    return new >= least


def safe(so_far: Attempt) -> bool:
    """The learner stands where neither fire nor flame reaches."""
    me = _me(so_far)
    return me.on_board and not so_far.table.ground.scorched[me.tile]


def gems(so_far: Attempt, kind: str, least: int = 0, most: int = 99) -> bool:
    """The learner's pools hold that many gems of a kind, `dire` and `ylem` included."""
    return least <= _me(so_far).pool[NAMES.index(kind)] <= most


def level(so_far: Attempt, least: int) -> bool:
    """The learner has that level."""
    return _me(so_far).level >= least


def transmuted(so_far: Attempt, id: str) -> bool:
    """The learner has completed that Transmutation."""
    return id in _me(so_far).transmuted


def bloodstones(so_far: Attempt, least: int) -> bool:
    """The learner holds that many Bloodstones."""
    return _me(so_far).bloodstones >= least


def at(so_far: Attempt, tiles: list[int]) -> bool:
    """The learner stands on one of these tiles."""
    return _me(so_far).tile in tiles


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
