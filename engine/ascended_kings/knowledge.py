"""What seats know of hidden cards of others, because they saw them on their way to a hand, or were
shown them there or in the slot of an inscription.

No view shows it; `resample` keeps to it. Knowledge that cannot be told from a guess any more is
given up: a card that may have been inscribed since, or stolen unseen.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.ascended_kings.card import CARDS
from engine.ascended_kings.table import Character, KingsTable
from engine.core.event import Public, Viewer

_PUBLIC = -1


def hidden_cards(one: Character) -> list[str]:
    """What nobody else sees: the hand, and an inscription that lies face down."""
    face_down = one.inscription and not CARDS[one.inscription].prismatic
    return [*one.hand, one.inscription] if face_down else list(one.hand)


def was_shown(table: KingsTable, one: Character, card: str, to: Iterable[int]) -> None:
    """Seats have been shown a card, and know of it as long as it lies where it lies now."""
    if card in hidden_cards(one):
        table.known[card] = sorted({*table.known.get(card, ()), *to})


def shown_to_all(table: KingsTable, card: str) -> None:
    """A card goes to a hand before everybody's eyes."""
    table.known[card] = [_PUBLIC, *range(len(table.characters))]


def shown_to(table: KingsTable, card: str, *seats: int) -> None:
    """A card goes to a hand: these seats have seen it, beside those who knew it already."""
    table.known[card] = sorted({*table.known.get(card, ()), *seats})


def left_unseen(table: KingsTable, hand: Iterable[str], *witnesses: int) -> None:
    """A card leaves a hand, and only the witnesses know which: others know no more of that hand."""
    for card in hand:
        seats = [seat for seat in table.known.pop(card, ()) if seat in witnesses]
        if seats:
            table.known[card] = seats


def knows(table: KingsTable, viewer: Viewer, card: str) -> bool:
    """Whether a viewer knows that a card lies where it lies, though another one hides it."""
    return _number(viewer) in table.known.get(card, ())


def knowers(table: KingsTable, viewer: Viewer, card: str) -> list[int]:
    """Who knows a card of another one, as far as somebody who knows it can tell."""
    seats = table.known[card]
    return seats if _PUBLIC in seats else [_number(viewer)]


def _number(viewer: Viewer) -> int:
    return _PUBLIC if isinstance(viewer, Public) else viewer
