"""What seats know of hidden cards in the hands of others, because they saw them on their way there.

No view shows it; `resample` keeps to it. Knowledge that cannot be told from a guess any more is
given up: a card that may have been inscribed since, or stolen unseen.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.ascended_kings.table import KingsTable
from engine.core.event import PUBLIC, Viewer

_PUBLIC = -1


def shown_to_all(table: KingsTable, card: str) -> None:
    """A card goes to a hand before everybody's eyes."""
    table.known[card] = [_PUBLIC, *range(len(table.characters))]


def shown_to(table: KingsTable, card: str, *seats: int) -> None:
    """A card goes to a hand, and only these seats have seen it."""
    table.known[card] = list(seats)


def left_unseen(table: KingsTable, hand: Iterable[str], *witnesses: int) -> None:
    """A card leaves a hand, and only the witnesses know which: others know no more of that hand."""
    for card in hand:
        seats = [seat for seat in table.known.pop(card, ()) if seat in witnesses]
        if seats:
            table.known[card] = seats


def knows(table: KingsTable, viewer: Viewer, card: str) -> bool:
    """Whether a viewer knows that a card lies in the hand of another one."""
    return (_PUBLIC if viewer is PUBLIC else viewer) in table.known.get(card, ())
