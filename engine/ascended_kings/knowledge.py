"""Knowledge: hidden cards of other seats that a seat knows: it saw them on their way to a hand, or
their owner showed them from the hand or the Inscription slot.

No view contains it; `resample` respects it. Knowledge that has become a guess is dropped: a card
that may have been inscribed or stolen unseen since.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.ascended_kings.card import CARDS
from engine.ascended_kings.table import Character, KingsTable
from engine.core.event import Public, Viewer

_PUBLIC = -1


def hidden_cards(character: Character) -> list[str]:
    """A player's hidden cards: the hand, and an inscription that lies face down."""
    face_down = character.inscription and not CARDS[character.inscription].prismatic
    return [*character.hand, character.inscription] if face_down else list(character.hand)


def record_show(table: KingsTable, character: Character, card: str, to: Iterable[int]) -> None:
    """Record that seats were shown a card; they know it as long as it stays where it is."""
    if card in hidden_cards(character):
        table.known[card] = sorted({*table.known.get(card, ()), *to})


def record_seen_by_all(table: KingsTable, card: str) -> None:
    """A card goes to a hand openly."""
    table.known[card] = [_PUBLIC, *range(len(table.characters))]


def record_seen_by(table: KingsTable, card: str, *seats: int) -> None:
    """A card goes to a hand: these seats have seen it, besides those that already knew it."""
    table.known[card] = sorted({*table.known.get(card, ()), *seats})


def drop_knowledge(table: KingsTable, hand: Iterable[str], *witnesses: int) -> None:
    """A card leaves a hand, and only the witnesses know which: the others' knowledge of that hand
    is dropped.
    """
    for card in hand:
        seats = [seat for seat in table.known.pop(card, ()) if seat in witnesses]
        if seats:
            table.known[card] = seats


def knows(table: KingsTable, viewer: Viewer, card: str) -> bool:
    """Whether a viewer knows the place of a card that another player hides."""
    return _number(viewer) in table.known.get(card, ())


def knowers(table: KingsTable, viewer: Viewer, card: str) -> list[int]:
    """The seats that know another's card, as far as a seat that knows it can tell."""
    seats = table.known[card]
    return seats if _PUBLIC in seats else [_number(viewer)]


def knowers_of_own(table: KingsTable, viewer: int, card: str) -> list[int]:
    """The seats that know a card of the viewer's, as far as the viewer can tell: a former owner may
    have shown it to others, and the viewer did not see that.
    """
    seats = table.known[card]
    if _PUBLIC in seats:
        return seats
    memories = [memory for memory in table.shown if memory.card == card]
    witnesses = {
        seat for memory in memories if memory.known_to(viewer) for seat in (memory.seat, *memory.to)
    }
    others = {seat for memory in memories for seat in memory.to} - witnesses
    return [seat for seat in seats if seat not in others]


def _number(viewer: Viewer) -> int:
    return _PUBLIC if isinstance(viewer, Public) else viewer
