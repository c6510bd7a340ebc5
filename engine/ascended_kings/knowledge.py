"""Knowledge: hidden cards of other seats that a seat has seen, on their way to a hand or by being
shown them there or in the slot of an inscription.

No view shows it; `resample` respects it. Knowledge that has become a guess is dropped: a card that
may have been inscribed since, or stolen unseen.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.ascended_kings.card import CARDS
from engine.ascended_kings.table import Character, KingsTable
from engine.core.event import Public, Viewer

_PUBLIC = -1


def hidden_cards(one: Character) -> list[str]:
    """A player's hidden cards: the hand, and an inscription that lies face down."""
    face_down = one.inscription and not CARDS[one.inscription].prismatic
    return [*one.hand, one.inscription] if face_down else list(one.hand)


def was_shown(table: KingsTable, one: Character, card: str, to: Iterable[int]) -> None:
    """Record that seats were shown a card; they know it as long as it stays where it is."""
    if card in hidden_cards(one):
        table.known[card] = sorted({*table.known.get(card, ()), *to})


def shown_to_all(table: KingsTable, card: str) -> None:
    """A card goes to a hand openly."""
    table.known[card] = [_PUBLIC, *range(len(table.characters))]


def shown_to(table: KingsTable, card: str, *seats: int) -> None:
    """A card goes to a hand: these seats have seen it, besides those that already knew it."""
    table.known[card] = sorted({*table.known.get(card, ()), *seats})


def left_unseen(table: KingsTable, hand: Iterable[str], *witnesses: int) -> None:
    """A card leaves a hand, and only the witnesses know which: others know no more of that hand."""
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
    shown = [one for one in table.shown if one.card == card]
    told = {seat for one in shown if one.known_to(viewer) for seat in (one.seat, *one.to)}
    untold = {seat for one in shown for seat in one.to} - told
    return [seat for seat in seats if seat not in untold]


def _number(viewer: Viewer) -> int:
    return _PUBLIC if isinstance(viewer, Public) else viewer
