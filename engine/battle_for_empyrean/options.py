"""Options: the choices of a match's creator, and the checks of deck lists."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from engine.battle_for_empyrean.battlefield import BATTLEFIELDS
from engine.battle_for_empyrean.card import CARDS, DECKS, TEMPLATE
from engine.core.errors import InvalidOptions
from engine.core.game import Options
from engine.core.picks import picks

DecksBy = Literal["choice", "random", "mash_up"]


class EmpyreanOptions(Options, frozen=True, kw_only=True):
    """What a creator may choose."""

    decks_by: Annotated[
        DecksBy,
        Meta(
            title="Game decks",
            description="Everybody chooses one in secret and at once (choice), gets one at random "
            "(random), or builds one of 24 cards from all decks (mash_up).",
        ),
    ] = "choice"
    distinct_decks: Annotated[
        bool,
        Meta(
            title="Different decks",
            description="No deck is played by two players. Where several choose the same one, "
            "chance decides who keeps it and the others choose again.",
        ),
    ] = True
    decks: Annotated[
        list[str],
        Meta(
            title="Decks by seat",
            description="The deck that each seat plays; none to choose or draw them in the match.",
            extra_json_schema=picks("deck", by_seat=True, different="distinct_decks"),
        ),
    ] = field(default_factory=list)
    mash_ups: Annotated[
        list[dict[str, int]],
        Meta(
            title="Mash-up decks by seat",
            description="For each seat its 24 cards by id with their copies, or nothing to be "
            "asked in the match. The costs 1 to 8 take 5, 4, 4, 3, 3, 2, 2 and 1 cards.",
        ),
    ] = field(default_factory=list)
    battlefields: Annotated[
        list[str],
        Meta(
            title="Battlefields",
            description="One more than players, from top to bottom; none to draw them.",
            extra_json_schema=picks("battlefield", 1, more_by_seat=1, ordered=True),
        ),
    ] = field(default_factory=list)
    redraw: Annotated[
        bool,
        Meta(
            title="Redraw by agreement",
            description="Everybody is asked about the battlefields drawn; all may agree on others.",
        ),
    ] = False


def battlefields_for(seats: int) -> int:
    """Three battlefields for two players, four for three."""
    return seats + 1


def check_options(options: EmpyreanOptions, seats: int) -> None:
    """Raise InvalidOptions with a readable reason."""
    if options.decks and options.decks_by == "mash_up":
        raise InvalidOptions("A mash-up match takes mash-up decks, not decks by seat.")
    if options.decks and len(options.decks) != seats:
        raise InvalidOptions(f"Name a deck for each of the {seats} seats, or none.")
    for deck in options.decks:
        if deck not in DECKS:
            raise InvalidOptions(f"There is no deck {deck!r}.")
    if options.distinct_decks and len(set(options.decks)) < len(options.decks):
        raise InvalidOptions(
            'Name a different deck for each seat, or switch "Different decks" off.'
        )
    if options.mash_ups and options.decks_by != "mash_up":
        raise InvalidOptions('Mash-up decks want "decks_by": "mash_up".')
    if options.mash_ups and len(options.mash_ups) != seats:
        raise InvalidOptions(f"Give a mash-up deck (or an empty one) for each of {seats} seats.")
    for cards in options.mash_ups:
        if cards and (why := deck_error(cards)):
            raise InvalidOptions(why)
    _check_battlefields(options.battlefields, battlefields_for(seats))


def _check_battlefields(ids: list[str], count: int) -> None:
    if ids and not len(ids) == len(set(ids)) == count:
        raise InvalidOptions(f"Name {count} different battlefields, or none.")
    for id in ids:
        if id not in BATTLEFIELDS:
            raise InvalidOptions(f"There is no battlefield {id!r}.")


def deck_error(cards: dict[str, int]) -> str:
    """Why this is not a mash-up deck (ruling D2); empty if it is one."""
    for card, count in cards.items():
        if card not in CARDS:
            return f"There is no card {card!r}."
        if not 0 <= count <= CARDS[card].copies:
            return f"{CARDS[card].name}: {count} copies, but its deck holds {CARDS[card].copies}."
    for cost, expected in TEMPLATE.items():
        actual = sum(count for card, count in cards.items() if CARDS[card].cost == cost)
        if actual != expected:
            return f"{expected} cards with an Essence cost of {cost} are wanted, not {actual}."
    return ""


def available(cost: int) -> dict[str, int]:
    """Every card with that Essence cost and its copies."""
    return {card.id: card.copies for card in CARDS.values() if card.cost == cost}
