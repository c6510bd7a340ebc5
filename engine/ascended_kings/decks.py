"""Drawing and discarding cards."""

from __future__ import annotations

from engine.ascended_kings.card import CARDS
from engine.ascended_kings.table import Character, Deck, KingsTable
from engine.core.chance import shuffle
from engine.core.event import event


def draw_cards(table: KingsTable, me: Character, count: int) -> None:
    """Draw cards from one's own deck into the hand; an empty deck is reshuffled (R30)."""
    cards = take_cards(table, table.deck(me.revenant), count)
    me.hand += cards
    if cards:
        table.seal()
        table.whisper(
            me.seat,
            "drew",
            others=event("drew_some", seat=me.seat, n=len(cards)),
            seat=me.seat,
            cards=cards,
        )


def take_cards(table: KingsTable, deck: Deck, count: int) -> list[str]:
    """The top cards of a deck, or all of them if there are fewer."""
    cards: list[str] = []
    while len(cards) < count and has_cards(deck):
        if not deck.draw:
            deck.draw, deck.discard = deck.discard, []
            shuffle(table, deck.draw)
            revenant = deck is table.revenant
            table.tell(
                "reshuffled", revenant=revenant, deck="revenant" if revenant else "ascendant"
            )
        cards.append(deck.draw.pop())
    return cards


def has_cards(deck: Deck) -> bool:
    """Whether a card can be drawn."""
    return bool(deck.draw or deck.discard)


def discard(table: KingsTable, card: str) -> None:
    """Put a card on the discard pile of its deck."""
    table.known.pop(card, None)
    table.deck(CARDS[card].revenant).discard.append(card)


def discard_from_hand(table: KingsTable, character: Character, card: str) -> None:
    """Show a hand card and put it on its discard pile."""
    table.seal()
    character.hand.remove(card)
    discard(table, card)


def obtain(table: KingsTable, me: Character, card: str) -> bool:
    """Take a card into the hand; one of the other deck is discarded instead (R32)."""
    fits = CARDS[card].revenant == me.revenant
    if fits:
        me.hand.append(card)
    else:
        discard(table, card)
    return fits
