"""The Begin Phase and the Draft Phase."""

from __future__ import annotations

from engine.battle_for_empyrean.battlefield import BEGIN, DRAFT, EXISTS, effects_at
from engine.battle_for_empyrean.piles import take_from_deck
from engine.battle_for_empyrean.table import EmpyreanTable, Player
from engine.battle_for_empyrean.trigger import resolve_effect
from engine.core.event import event
from engine.core.script import Option, at_once, choose

CARDS_DRAFTED = 2


async def begin(table: EmpyreanTable) -> None:
    """Round + 1 Essence, plus last Round's gains and losses; never below 0 (ruling 33)."""
    table.round += 1
    table.tell("round", n=table.round)
    for field, exists in effects_at(table, EXISTS):
        if not exists(table, field):
            table.present.remove(field.place)
    for player in table.players:
        player.essence = max(0, table.round + 1 + player.next_essence)
        player.next_essence = 0
        table.tell("essence", affects=(player.seat,), seat=player.seat, n=player.essence)
    table.phase = "draft"
    for field, effect in effects_at(table, BEGIN):
        for seat in table.token_order():
            await resolve_effect(table, field, effect, seat)


async def draft(table: EmpyreanTable) -> None:
    """Draw 2 cards, keep 1, put the other below the game deck; all at once (ruling 32)."""
    for player in table.players:
        player.drafted = take_from_deck(table, player, _draw_count(table, player.seat))
        if player.drafted:
            table.whisper(
                player.seat,
                "drafted",
                others=event("drafted_some", seat=player.seat, n=len(player.drafted)),
                seat=player.seat,
                cards=list(player.drafted),
            )
    orders = await at_once(
        {
            player.seat: _sort(player.seat, player.drafted)
            for player in table.players
            if len(player.drafted) > 1
        }
    )
    for player in table.players:
        if player.drafted:
            _keep(table, player, orders.get(player.seat, [0]))
    table.phase = "command"
    table.order = []


def _draw_count(table: EmpyreanTable, seat: int) -> int:
    counts = [int(count(table, field, seat)) for field, count in effects_at(table, DRAFT)]
    return max(counts, default=CARDS_DRAFTED)


async def _sort(seat: int, drafted: list[str]) -> list[int]:
    """The order of the drafted cards, by their places: the kept one, then those below the deck."""
    remaining = list(range(len(drafted)))
    order = [await choose(seat, "keep", _cards(drafted, remaining, "keep"))]
    remaining.remove(order[0])
    while len(remaining) > 1:
        first = await choose(seat, "below", _cards(drafted, remaining, "below"))
        remaining.remove(first)
        order.append(first)
    return order + remaining


def _cards(drafted: list[str], places: list[int], word: str) -> list[Option[int]]:
    first = {drafted[n]: n for n in reversed(places)}
    return [
        Option(f"{word}:{card}", n, (f"card:{card}",), args={"card": card})
        for card, n in sorted(first.items(), key=lambda pair: pair[1])
    ]


def _keep(table: EmpyreanTable, player: Player, order: list[int]) -> None:
    card, *below = [player.drafted[n] for n in order]
    player.drafted = []
    player.hand.append(card)
    player.bottom += below
    table.whisper(
        player.seat,
        "kept",
        others=event("kept_one", (player.seat,), seat=player.seat),
        affects=(player.seat,),
        seat=player.seat,
        card=card,
    )
