"""Verbs: effects shared by several cards. Relocations are in `pieces`, wounds in `wounds`."""

from __future__ import annotations

from collections.abc import Sequence

from engine.ascended_kings.card import CARDS
from engine.ascended_kings.decks import discard, obtain, take_cards
from engine.ascended_kings.gems import (
    DIRE,
    PYRE,
    YLEM,
    by_name,
    count_core,
    counts_of_mix,
    move_gems,
)
from engine.ascended_kings.knowledge import drop_knowledge, record_seen_by, record_seen_by_all
from engine.ascended_kings.pieces import is_in_play, move_piece
from engine.ascended_kings.pools import acquire, expend, take_ylem
from engine.ascended_kings.table import Character, KingsTable
from engine.ascended_kings.wounds import is_prismatic, return_prismatic_gems, wound
from engine.core.chance import draw
from engine.core.event import event
from engine.core.script import Option, choose_some

# Own gems


async def gain(table: KingsTable, me: Character, kind: int, count: int) -> None:
    """Acquire gems of one colour from the supply."""
    counts = [0] * 5
    counts[kind] = count
    await acquire(table, me, counts)


def convert(table: KingsTable, me: Character, mix: dict[str, int]) -> None:
    """Replace Aria and Egis by Pyre, one for one."""
    counts = counts_of_mix(mix)
    total = count_core(counts)
    move_gems(counts, me.pool, table.supply)
    table.supply[PYRE] -= total
    me.pool[PYRE] += total
    if total:
        table.tell("converted", affects=(me.seat,), seat=me.seat, gems=by_name(counts), n=total)


# Dire


async def give_dire(table: KingsTable, me: Character, recipient: Character | int) -> None:
    """Hand 1 Dire to an opponent, or lay it on a tile; a cancelled one goes to the supply (R36)."""
    me.pool[DIRE] -= 1
    if isinstance(recipient, int):
        table.heaps.setdefault(recipient, [0] * 5)[DIRE] += 1
        table.tell("put", tile=recipient, gems={"dire": 1})
    else:
        table.supply[DIRE] += 1
        await wound(table, recipient, 1, "card", killer=me)


def lay_dire(table: KingsTable, tiles: Sequence[int]) -> None:
    """Lay 1 Dire on each tile while there is any."""
    for tile in tiles[: table.supply[DIRE]]:
        table.supply[DIRE] -= 1
        table.heaps.setdefault(tile, [0] * 5)[DIRE] += 1
        table.tell("put", tile=tile, gems={"dire": 1})


def bare_tiles(table: KingsTable) -> list[int]:
    """The tiles that may get Dire: in the arena, without a piece or the Omega Stone (R35)."""
    occupied = [*table.pieces(), table.omega]
    return [tile for tile in table.ground.arena if tile not in occupied]


# Opponents' gems


def lose_core(table: KingsTable, target: Character, mix: dict[str, int]) -> None:
    """Return the named Core gems to the supply, as far as they are still there."""
    counts = [min(n, target.pool[kind]) for kind, n in enumerate(counts_of_mix(mix))]
    move_gems(counts, target.pool, table.supply)
    if any(counts):
        table.tell("lost", affects=(target.seat,), seat=target.seat, gems=by_name(counts))


async def steal_core(table: KingsTable, me: Character, target: Character, kind: int) -> None:
    """Take one Core gem of that colour out of a pool, if it is still there."""
    counts = [0] * 5
    counts[kind] = min(1, target.pool[kind])
    if counts[kind]:
        table.tell(
            "stolen", affects=(target.seat,), seat=me.seat, target=target.seat, gems=by_name(counts)
        )
        await acquire(table, me, counts, target.pool)


def lose_ylem(table: KingsTable, target: Character, count: int) -> int:
    """Return up to that much Ylem from the Ylem Pool to the supply; returns how much."""
    amount = min(count, target.pool[YLEM])
    if amount:
        expend(table, target, YLEM, amount)
        table.tell("lost", affects=(target.seat,), seat=target.seat, gems={"ylem": amount})
    return amount


def steal_ylem(table: KingsTable, me: Character, target: Character, count: int) -> None:
    """Take Ylem from a Ylem Pool; what does not fit goes to the supply."""
    take_ylem(table, me, lose_ylem(table, target, count), table.supply)


# Cards


def random_card(table: KingsTable, target: Character) -> str:
    """Remove and return a random card of a hand."""
    return target.hand.pop(draw(table, len(target.hand)))


def discard_at_random(table: KingsTable, target: Character) -> None:
    """An opponent loses a card at random."""
    if target.hand:
        card = random_card(table, target)
        discard(table, card)
        table.tell("discarded", affects=(target.seat,), seat=target.seat, cards=[card])


def steal_at_random(table: KingsTable, me: Character, target: Character) -> None:
    """Take a card at random; one of the other deck is discarded (R32)."""
    if target.hand:
        drop_knowledge(table, target.hand, me.seat, target.seat)
        card = random_card(table, target)
        _take(table, me, target, card)


def steal_inscription(table: KingsTable, me: Character, target: Character) -> None:
    """Take the inscribed card; gems on it go to the supply."""
    card = target.inscription
    if not card:
        return
    face_up = is_prismatic(target)
    if face_up:
        return_prismatic_gems(table)
    target.inscription = ""
    table.seal()
    _take(table, me, target, card)
    if face_up and card in me.hand:
        record_seen_by_all(table, card)


def _take(table: KingsTable, me: Character, target: Character, card: str) -> None:
    affects = (target.seat,)
    if obtain(table, me, card):
        record_seen_by(table, card, me.seat, target.seat)
        table.whisper(
            (me.seat, target.seat),
            "took_card",
            others=event("took_one", affects, seat=me.seat, target=target.seat),
            affects=affects,
            seat=me.seat,
            target=target.seat,
            card=card,
        )
    else:
        table.tell("wasted_card", affects=affects, seat=me.seat, target=target.seat, card=card)


async def look_and_keep(table: KingsTable, me: Character, look: int, keep: int) -> None:
    """Look at the top cards of one's own deck, keep some, discard the others face up."""
    table.looked_at = take_cards(table, table.deck(me.revenant), look)
    keep = min(keep, len(table.looked_at))
    table.seal()
    table.tell("looked", seat=me.seat, n=len(table.looked_at))
    options = [
        Option(f"keep:{card}", place, (f"card:{card}",))
        for place, card in enumerate(table.looked_at)
    ]
    best = sorted(table.looked_at, key=lambda card: -CARDS[card].level)[:keep]
    default = [f"keep:{card}" for card in best]
    places = await choose_some(
        me.seat, "keep", options, keep, keep, public=True, default=default, n=keep
    )
    _keep(table, me, places)


def _keep(table: KingsTable, me: Character, places: Sequence[int]) -> None:
    cards, table.looked_at = table.looked_at, []
    kept_cards = [cards[place] for place in places]
    others = [card for place, card in enumerate(cards) if place not in places]
    me.hand += kept_cards
    for card in others:
        discard(table, card)
    table.whisper(
        me.seat, "drew", others=event("drew_some", seat=me.seat, n=len(kept_cards)), seat=me.seat,
        cards=kept_cards,
    )  # fmt: skip
    if others:
        table.tell("discarded", seat=me.seat, cards=others)


# Pieces


async def walk_path(table: KingsTable, me: Character, path: Sequence[int]) -> None:
    """Walk a path; tiles with another piece are only crossed."""
    for tile in path:
        if not is_in_play(table, me):
            return
        if table.standing_on(tile) is None:
            await move_piece(table, me, tile, "walk")
