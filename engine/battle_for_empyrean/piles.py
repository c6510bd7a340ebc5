"""Piles: verbs that move cards between them: Draw, Acquire, Discard, Banish, Return, Swap, free
Deployment.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.battle_for_empyrean.battlefield import DEPLOYED, open_places, zones
from engine.battle_for_empyrean.card import CARDS
from engine.battle_for_empyrean.might import apply_reveal_might, cause_args, unit_args
from engine.battle_for_empyrean.table import EmpyreanTable, Player, Unit
from engine.battle_for_empyrean.trigger import (
    awake,
    resolve,
    resolve_effects_at,
    resolve_own_powers,
    watchers,
)
from engine.core.chance import draw
from engine.core.event import event
from engine.core.script import Option, choose


def take_from_deck(table: EmpyreanTable, player: Player, count: int) -> list[str]:
    """Take cards from the top of a game deck, or what is left of it."""
    count = min(count, len(player.deck) + len(player.bottom))
    shuffled = min(count, len(player.deck))
    outcomes = 1
    for size in range(len(player.deck), len(player.deck) - shuffled, -1):
        outcomes *= size
    number = draw(table, outcomes) if shuffled else 0
    cards = []
    for _ in range(shuffled):
        number, pick = divmod(number, len(player.deck))
        cards.append(player.deck.pop(pick))
    for _ in range(count - shuffled):
        cards.append(player.bottom.pop(0))
    table.seal()
    return cards


def shuffle_into_deck(player: Player, cards: Sequence[str] = ()) -> None:
    """Shuffle a game deck: cards from the bottom may now be anywhere."""
    player.deck = sorted([*player.deck, *player.bottom, *cards])
    player.bottom = []


def draw_cards(table: EmpyreanTable, seat: int, count: int) -> None:
    """Draw cards, or as many as are left (ruling 32)."""
    player = table.players[seat]
    cards = take_from_deck(table, player, count)
    if not cards:
        return
    player.hand += cards
    others = event("drew_some", (seat,), seat=seat, n=len(cards), **cause_args(table, seat))
    table.whisper(
        seat,
        "drew",
        others=others,
        affects=(seat,),
        seat=seat,
        cards=cards,
        **cause_args(table, seat),
    )


def acquire(table: EmpyreanTable, seat: int, name: str) -> None:
    """Take a card by its name (or type) from the game deck and shuffle; nothing if it is not
    there.
    """
    player = table.players[seat]
    cards = [card for card in [*player.deck, *player.bottom] if CARDS[card].is_a(name)]
    if not cards:
        table.tell("not_acquired", seat=seat, name=name, **cause_args(table, seat))
        return
    pile = player.deck if cards[0] in player.deck else player.bottom
    pile.remove(cards[0])
    player.hand.append(cards[0])
    shuffle_into_deck(player)
    table.seal()
    table.tell("acquired", affects=(seat,), seat=seat, card=cards[0], **cause_args(table, seat))


# -- Discard and Banish


async def discard(table: EmpyreanTable, seat: int, *, optional: bool = False) -> str | None:
    """Discard a card of the seat's choice; returns it, or None if there is none (or none is
    wanted).

    A card that may be Deployed as it is Discarded offers that in the same question, so a second
    one does not reveal which card it was.
    """
    player = table.players[seat]
    if not player.hand:
        return None
    options: list[Option[tuple[str, int | None] | None]] = []
    if optional:
        options.append(Option("none", None, kind="decline"))
    options += _discard_options(table, seat)
    choice = await choose(seat, "discard", options, passable=optional, by=cause_args(table)["by"])
    if choice is None:
        return None
    card, place = choice
    player.hand.remove(card)
    player.discarded.append(card)
    others = event("discarded_one", (seat,), seat=seat, **cause_args(table, seat))
    table.whisper(
        seat,
        "discarded",
        others=others,
        affects=(seat,),
        seat=seat,
        card=card,
        **cause_args(table, seat),
    )
    if place is not None:
        await deploy_free(table, seat, card, place, from_discard=True, by="mustering")
    for unit, watch in watchers(table, seat, "you_discard", table.present[0]):
        if awake(unit):
            await resolve(table, unit, watch.power)
    return card


def _discard_options(
    table: EmpyreanTable, seat: int
) -> list[Option[tuple[str, int | None] | None]]:
    places = open_places(table, seat) if can_deploy_free(table) else []
    options: list[Option[tuple[str, int | None] | None]] = []
    for card in dict.fromkeys(table.players[seat].hand):
        options.append(
            Option(
                f"discard:{card}",
                (card, None),
                (f"card:{card}",),
                args={"card": card},
                kind="discard",
            )
        )
        for place in places if CARDS[card].musters else ():
            field = table.fields[place]
            options.append(
                Option(
                    f"discard:{card}:{field.id}",
                    (card, place),
                    (f"card:{card}", f"battlefield:{field.id}"),
                    "discard_and_deploy",
                    {"card": card, "place": field.card},
                    "discard",
                )
            )
    return options


def banish_from_hand(table: EmpyreanTable, seat: int, card: str) -> None:
    """Put a card from the hand face-down into the Banish pile."""
    player = table.players[seat]
    player.hand.remove(card)
    player.banished.append(card)
    others = event("banished_one", (seat,), seat=seat, **cause_args(table, seat))
    table.whisper(
        seat,
        "banished",
        others=others,
        affects=(seat,),
        seat=seat,
        card=card,
        **cause_args(table, seat),
    )


def return_from_banish_pile(table: EmpyreanTable, seat: int) -> None:
    """Return the card that a battlefield imprisoned, if it still holds one."""
    player = table.players[seat]
    if player.prisoner < 0:
        return
    card = player.banished.pop(player.prisoner)
    player.prisoner = -1
    player.hand.append(card)
    others = event("released_one", (seat,), seat=seat, **cause_args(table, seat))
    table.whisper(
        seat,
        "released",
        others=others,
        affects=(seat,),
        seat=seat,
        card=card,
        **cause_args(table, seat),
    )


# -- Return and Swap


def return_to_hand(table: EmpyreanTable, unit: Unit) -> bool:
    """Return a unit to its owner's hand; returns whether it could (ruling 12)."""
    if unit.anchor or unit.leaving:
        return False
    args = {**unit_args(table, unit), **cause_args(table, unit.owner)}
    table.tell("returned", affects=(unit.owner,), **args)
    table.row(unit).remove(unit)
    unit.leaving = "gone"
    table.players[unit.owner].hand.append(unit.card)
    return True


def return_from_destroy_pile(table: EmpyreanTable, seat: int, card: str) -> None:
    """Return a card from the Destroy pile to the hand."""
    player = table.players[seat]
    player.destroyed.remove(card)
    player.hand.append(card)
    table.tell("reclaimed", affects=(seat,), seat=seat, card=card, **cause_args(table, seat))


async def swap(table: EmpyreanTable, old: Unit, card: str, pile: list[str]) -> None:
    """Swap a unit with a card of that pile, which takes the same Zone as if Revealed there.

    Ruling 20: it is no Deploy, Reveal, Move or Return and triggers nothing that reacts to these.
    """
    row = table.row(old)
    zone = row.index(old)
    pile.remove(card)
    pile.append(old.card)
    old.leaving = "gone"
    table.units += 1
    new = Unit(table.units, old.owner, card, old.place, revealed=table.round)
    row[zone] = new
    table.seal()
    table.tell(
        "swapped",
        affects=(old.owner,),
        seat=old.owner,
        unit=new.id,
        card=card,
        gone=old.id,
        old=old.card,
        zone=zone + 1,
        **cause_args(table, old.owner),
    )
    table.cause = new
    apply_reveal_might(table, new)
    await resolve_own_powers(table, new, "revealed")


# -- Deployment


def put_down(
    table: EmpyreanTable,
    seat: int,
    card: str,
    place: int,
    *,
    paid: int = 0,
    from_discard: bool = False,
) -> Unit:
    """Put a card face-down into the lowest Open Zone there."""
    row = table.players[seat].rows[place]
    table.units += 1
    unit = Unit(table.units, seat, card, place, paid=paid, from_discard=from_discard)
    row.append(unit)
    unit.fills = len(row) == zones(table, seat, place)
    return unit


def can_deploy_free(table: EmpyreanTable) -> bool:
    """Ruling 27: in the End Phases nothing can be Deployed."""
    return table.phase not in ("end", "end_of_game")


async def deploy_free(
    table: EmpyreanTable,
    seat: int,
    card: str,
    place: int,
    *,
    from_discard: bool = False,
    by: str = "",
) -> None:
    """Deploy a card for free from the hand or the Discard pile (rulings 27 and 28).

    The battlefield's effect for a Deployed card happens at once, in the Reveal Phase too. `by` is
    announced as the cause if it is not the card that acts.
    """
    put_down_free(table, seat, card, place, from_discard=from_discard, by=by)
    await resolve_effects_at(table, place, DEPLOYED, seat)


def put_down_free(
    table: EmpyreanTable,
    seat: int,
    card: str,
    place: int,
    *,
    from_discard: bool = False,
    by: str = "",
) -> None:
    """Put a card face-down as a free Deployment, without further effects."""
    player = table.players[seat]
    (player.discarded if from_discard else player.hand).remove(card)
    unit = put_down(table, seat, card, place, from_discard=from_discard)
    field = table.fields[place]
    args = {"seat": seat, "unit": unit.id, "place": field.card, "at": field.id}
    args |= {"zone": len(player.rows[place]), **cause_args(table, seat)}
    args |= {"by": by} if by else {}
    others = event("deployed_free_face_down", (seat,), **args)
    table.whisper(seat, "deployed_free", others=others, affects=(seat,), card=card, **args)


def free_options(
    table: EmpyreanTable, seat: int, cards: Sequence[str], places: Sequence[int]
) -> list[Option[tuple[str, int] | None]]:
    """None, or one of the cards to one of the places."""
    options: list[Option[tuple[str, int] | None]] = [Option("none", None, kind="decline")]
    for card in dict.fromkeys(cards):
        for place in places:
            field = table.fields[place]
            options.append(
                Option(
                    f"deploy:{card}:{field.id}",
                    (card, place),
                    (f"card:{card}", f"battlefield:{field.id}"),
                    "deploy_free",
                    {"card": card, "place": field.card},
                )
            )
    return options


async def deploy_from_discard_pile(table: EmpyreanTable, me: Unit, cards: Sequence[str]) -> None:
    """You may Deploy one of these cards from your Discard pile for free.

    Asked whenever the pile holds any card, because the other players do not know which.
    """
    seat = me.owner
    places = open_places(table, seat)
    if not table.players[seat].discarded or not places or not can_deploy_free(table):
        return
    options = free_options(table, seat, cards, places)
    choice = await choose(seat, "deploy_from_discard_pile", options, passable=True, by=me.card)
    if choice:
        await deploy_free(table, seat, *choice, from_discard=True)


def discarded(table: EmpyreanTable, me: Unit, *, cost: int) -> list[str]:
    """The cards of at most that Essence cost in the owner's Discard pile."""
    return [card for card in table.players[me.owner].discarded if CARDS[card].cost <= cost]
