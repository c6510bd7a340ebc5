"""Resampling: redeals what is hidden from a viewer, for searching bots and for tests that views
leak nothing.
"""

from __future__ import annotations

from random import Random

from engine.ascended_kings.box import RULERS
from engine.ascended_kings.card import CARDS
from engine.ascended_kings.knowledge import hidden_cards, knowers, knowers_of_own, knows
from engine.ascended_kings.table import Character, KingsTable
from engine.core.event import Viewer
from engine.core.memory import forget_unknown


def resample(table: KingsTable, viewer: Viewer, rng: Random) -> None:
    """Deal each deck's hidden cards among the places where they may be.

    Cards of others that the viewer has seen stay where they are (`knowledge`). The fact that a
    reshuffled draw pile holds exactly the former discard pile is not kept: it tells little, and
    only of one deck.
    """
    for revenant in (False, True):
        _redeal(table, viewer, rng, revenant)
    table.known = _knowledge(table, viewer)
    forget_unknown(table, viewer)


def _knowledge(table: KingsTable, viewer: Viewer) -> dict[str, list[int]]:
    """The viewer's knowledge, with the other seats that the viewer knows to share it."""
    known_cards = [card for card in sorted(table.known) if knows(table, viewer, card)]
    knowledge = {card: knowers(table, viewer, card) for card in known_cards}
    if isinstance(viewer, int):
        own = sorted(table.known.keys() & hidden_cards(table.characters[viewer]))
        knowledge |= {card: knowers_of_own(table, viewer, card) for card in own}
    return knowledge


def _redeal(table: KingsTable, viewer: Viewer, rng: Random, revenant: bool) -> None:
    deck = table.deck(revenant)
    others = [
        character
        for character in table.characters
        if character.revenant == revenant and character.seat != viewer
    ]
    face_down = [
        character for character in others if _is_hidden(table, viewer, character.inscription)
    ]
    looked = table.me.revenant == revenant and viewer != table.active
    hidden_cards = [*deck.draw]
    hidden_cards += [
        card for character in others for card in character.hand if not knows(table, viewer, card)
    ]
    hidden_cards += [character.inscription for character in face_down]
    hidden_cards += table.looked_at if looked else []
    hidden_cards.sort()
    rng.shuffle(hidden_cards)
    for character in face_down:
        character.inscription = _deal_inscription(character, hidden_cards)
    if looked:
        table.looked_at = [hidden_cards.pop() for _ in table.looked_at]
    for character in others:
        hand = [
            card if knows(table, viewer, card) else hidden_cards.pop() for card in character.hand
        ]
        character.hand = sorted(hand)  # the order in which it was drawn is hidden
    deck.draw = hidden_cards


def _is_hidden(table: KingsTable, viewer: Viewer, inscription: str) -> bool:
    """Whether a card that the viewer does not know lies face down in the slot."""
    if not inscription or CARDS[inscription].prismatic:
        return False
    return not knows(table, viewer, inscription)


def _deal_inscription(character: Character, hidden_cards: list[str]) -> str:
    """A card that may lie face down there: its focus is publicly known to be legal (R28)."""
    fits = [
        card
        for card in hidden_cards
        if CARDS[card].focus
        and (character.revenant or CARDS[card].focus == RULERS[character.king].focus)
    ]
    hidden_cards.remove(fits[-1])
    return fits[-1]
