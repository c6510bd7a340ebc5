"""Decks: drawing, reshuffling, looking, and knowledge of hidden cards.

A deck's top card is its last.
"""

from __future__ import annotations

from typing import Final

from engine.core.chance import shuffle
from engine.core.event import event
from engine.core.script import Option, choose, choose_some, order
from engine.res_arcana.costs import Cost
from engine.res_arcana.paying import discard
from engine.res_arcana.powers import may_be_idle
from engine.res_arcana.table import InPlay, Player, ResArcanaTable
from engine.res_arcana.types import Effect, Use

START_HAND: Final = 3
"""Cards of the initial hand."""


def draw(n: int = 1) -> Effect:
    """Draw n cards."""

    async def effect(table: ResArcanaTable, use: Use) -> None:
        if not draw_cards(table, use.player, n):
            table.tell("no_effect", card=use.component.id)

    return may_be_idle(effect, nothing_to_draw)


def draw_then_discard(n: int) -> Effect:
    """Draw n cards, then discard as many as were drawn. R38: from the whole hand, for no gain."""

    async def effect(table: ResArcanaTable, use: Use) -> None:
        player = use.player
        count = draw_cards(table, player, n)
        if not count:
            table.tell("no_effect", card=use.component.id)
            return
        options = [Option(f"card:{id}", id, (f"card:{id}",), kind="discard") for id in player.hand]
        for id in await choose_some(
            player.seat, "discard_some", options, count, count, public=True, n=count
        ):
            discard(table, player, id)

    return may_be_idle(effect, nothing_to_draw)


def nothing_to_draw(table: ResArcanaTable, player: Player, component: InPlay, cost: Cost) -> bool:
    """Whether both deck and discards are empty."""
    return not player.deck and not player.discards


def draw_cards(table: ResArcanaTable, player: Player, n: int) -> int:
    """Draw up to n cards; returns how many. R37: what is left, a reshuffle, the rest."""
    for count in range(n):
        if not player.deck:
            reshuffle(table, player)  # R36
        if not player.deck:
            return count
        table.seal()
        id = player.deck.pop()
        player.hand.append(id)
        player.seen_from_top = max(0, player.seen_from_top - 1)
        if id in player.never_seen:
            player.never_seen.remove(id)
        table.whisper(
            player.seat,
            "drew",
            others=event("drew_one", (player.seat,), seat=player.seat),
            affects=(player.seat,),
            seat=player.seat,
            card=id,
        )
    return n


def draw_hand(table: ResArcanaTable, player: Player) -> None:
    """Draw the initial hand."""
    draw_cards(table, player, START_HAND)


def reshuffle(table: ResArcanaTable, player: Player) -> None:
    """Shuffle the discards and put them under the rest of the deck.

    If the deck is empty, rivals know that a card not among the discards is in hand.
    """
    if not player.discards:
        return
    fresh, player.discards = player.discards, []
    player.known += fresh
    in_hand = [id for id in player.loose if id in player.hand] if player.deck else []
    player.loose = [*in_hand, *player.deck, *fresh]
    shuffle(table, fresh)
    player.deck = fresh + player.deck
    table.tell("reshuffled", affects=(player.seat,), seat=player.seat, n=len(fresh))


def shuffle_unseen(table: ResArcanaTable) -> None:
    """Shuffle all decks below the top cards whose order a player knows."""
    for player in table.players:
        _shuffle_below(table, player.deck, player.seen_from_top)
    seen_count = max(player.seen_monuments for player in table.players)
    _shuffle_below(table, table.monuments, seen_count)


def _shuffle_below(table: ResArcanaTable, deck: list[str], seen_count: int) -> None:
    below = deck[: len(deck) - seen_count]
    shuffle(table, below)
    deck[: len(below)] = below


# -- looking


def look(n: int) -> Effect:
    """Look at the top n cards of one's own or the monument deck; put them back in any order."""

    async def effect(table: ResArcanaTable, use: Use) -> None:
        player = use.player
        decks = {
            "own": player.deck or player.discards,
            "monument": table.monuments,
        }
        options = [
            Option(f"deck:{name}", name, (f"deck:{name}",), f"deck_{name}")
            for name, cards in decks.items()
            if cards
        ]
        if not options:
            table.tell("no_effect", card=use.component.id)
            return
        # R39: never a rival's
        if await choose(player.seat, "look", options, public=True, card=use.component.id) == "own":
            await look_at_own(table, player, n)
        else:
            await look_at_monuments(table, player, n)

    def idle(table: ResArcanaTable, player: Player, component: InPlay, cost: Cost) -> bool:
        return not table.monuments and nothing_to_draw(table, player, component, cost)

    return may_be_idle(effect, idle)


async def look_at_own(table: ResArcanaTable, player: Player, n: int) -> None:
    """R39: from a deck that is too small the rest is set aside, and topped up from the discards."""
    if len(player.deck) < n:
        reshuffle(table, player)
    top = player.deck[-n:]
    player.never_seen = [id for id in player.never_seen if id not in top]
    player.seen_from_top = max(player.seen_from_top, len(top))
    await _reorder(table, player, player.deck, len(top), "own")


async def look_at_monuments(table: ResArcanaTable, player: Player, n: int) -> None:
    """R39: only the deck, not the display. Rivals' knowledge of its order becomes stale."""
    top = min(n, len(table.monuments))
    if top > 1:
        for rival in table.rivals(player):
            rival.seen_monuments = 0
    player.seen_monuments = max(player.seen_monuments, top)
    await _reorder(table, player, table.monuments, top, "monument")


async def _reorder(
    table: ResArcanaTable, player: Player, deck: list[str], n: int, name: str
) -> None:
    """Show the top n cards to the player and put them back in their order, the first on top."""
    table.seal()
    top_cards = deck[-n:][::-1]
    table.whisper(
        player.seat,
        "looked",
        others=event("looked_at", (player.seat,), seat=player.seat, n=n, deck=name),
        affects=(player.seat,),
        seat=player.seat,
        cards=top_cards,
        deck=name,
    )
    places = [Option(f"card:{id}", place, (f"card:{id}",)) for place, id in enumerate(top_cards)]
    places_in_order = await order(player.seat, "reorder", places, public=True, deck=name)
    top = deck[-n:][::-1]
    deck[-n:] = [top[place] for place in places_in_order][::-1]
    table.tell("put_back", affects=(player.seat,), seat=player.seat, n=n, deck=name)


def pop_monument(table: ResArcanaTable) -> str:
    """Take the top card of the monument deck openly."""
    table.seal()
    for player in table.players:
        player.seen_monuments = max(0, player.seen_monuments - 1)
    return table.monuments.pop()
