"""Dire Wounds: windows, placing them, and the moment of death."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.ascended_kings.box import TRANSMUTATIONS
from engine.ascended_kings.card import CARDS
from engine.ascended_kings.decks import discard, draw_cards
from engine.ascended_kings.gems import CORE, DIRE, YLEM, move_gems
from engine.ascended_kings.instants import ask_window, ask_windows, cause
from engine.ascended_kings.pools import take_dire, take_ylem
from engine.ascended_kings.table import OFF_BOARD, Character, KingsTable, Window


async def wound(
    table: KingsTable,
    victim: Character,
    count: int,
    source: str,
    *,
    killer: Character | None = None,
    stones_to: Character | None = None,
) -> None:
    """Wounds for one victim from anything but an attack; the victim may cancel them first."""
    if count and victim.on_board:
        by = killer.seat if killer else -1
        count -= await ask_window(table, Window("incoming", victim.seat, count, source, by))
        await suffer(table, victim, count, source, killer=killer, stones_to=stones_to)


async def wound_all(table: KingsTable, wounds: Mapping[int, int], source: str) -> None:
    """Wounds of one batch, by seat: all may cancel them at once, then take them in order (R54)."""
    order = [
        character
        for character in table.in_player_order()
        if character.seat in wounds and character.on_board
    ]
    windows = [
        Window("incoming", character.seat, wounds[character.seat], source) for character in order
    ]
    cancelled = await ask_windows(table, windows)
    for character in order:
        await suffer(table, character, wounds[character.seat] - cancelled[character.seat], source)


async def suffer(
    table: KingsTable,
    victim: Character,
    count: int,
    source: str,
    *,
    killer: Character | None = None,
    stones_to: Character | None = None,
) -> None:
    """Place wounds, or die of them. A wound that finds no Dire does not happen (R23)."""
    count = min(count, table.supply[DIRE])
    if count <= 0:
        return
    wounds_to_die = victim.wounds_to_death
    table.tell(
        "wounded", affects=(victim.seat,), seat=victim.seat, n=count, source=cause(table, source)
    )
    if count < wounds_to_die:
        await take_dire(table, victim, count)
    else:
        die(table, victim, killer=killer, overkill=count > wounds_to_die, stones_to=stones_to)


def die(
    table: KingsTable,
    victim: Character,
    *,
    killer: Character | None = None,
    overkill: bool = False,
    stones_to: Character | None = None,
) -> None:
    """The steps at the moment of death, in their order."""
    tile, victim.tile = victim.tile, OFF_BOARD
    victim.killed += 1
    table.dead.append(victim.seat)
    credit: dict[str, Any] = {"by": killer.seat} if killer and killer is not victim else {}
    table.tell("died", affects=(victim.seat,), seat=victim.seat, tile=tile, **credit)
    _drop_stones(table, victim, tile, stones_to)
    _drop_ascended_die(table, victim, tile)
    if killer and killer is not victim and killer.on_board:  # R49
        _reward(table, killer, overkill)
    _lose_cards(table, victim)
    _lose_gems(table, victim)


def _drop_stones(
    table: KingsTable, victim: Character, tile: int, stones_to: Character | None
) -> None:
    stones, victim.bloodstones = victim.bloodstones, 0
    if not stones:
        return
    if stones_to and stones_to.on_board:
        stones_to.bloodstones += stones
        table.tell("took_stones", affects=(stones_to.seat,), seat=stones_to.seat, n=stones)
        return
    fell, tile = tile, table.ground.nearest[tile]
    table.fallen[tile] = table.fallen.get(tile, 0) + stones
    table.tell("dropped_stones", tile=tile, n=stones, **_moved_by_fire(fell, tile))
    _land(table, tile)


def _moved_by_fire(fell: int, tile: int) -> dict[str, Any]:
    """Where a thing fell, if the fire has moved it."""
    return {} if fell == tile else {"start": fell}


def _drop_ascended_die(table: KingsTable, victim: Character, tile: int) -> None:
    if victim.ascended_die:
        victim.ascended_die = False
        table.die_tile = table.ground.nearest[tile]
        table.tell("dropped_die", tile=table.die_tile, **_moved_by_fire(tile, table.die_tile))
        _land(table, table.die_tile)


def _land(table: KingsTable, tile: int) -> None:
    """A piece takes at once what lands on its tile (R61)."""
    occupant = table.standing_on(tile)
    if occupant:
        pick_up(table, occupant)


def pick_up(table: KingsTable, character: Character) -> None:
    """Take Bloodstones and the Ascended Die from one's own tile."""
    stones = table.fallen.pop(character.tile, 0)
    if stones:
        character.bloodstones += stones
        table.tell("took_stones", affects=(character.seat,), seat=character.seat, n=stones)
    if table.die_tile == character.tile:
        table.die_tile = OFF_BOARD
        character.ascended_die = True
        table.tell("took_die", affects=(character.seat,), seat=character.seat)


def _reward(table: KingsTable, killer: Character, overkill: bool) -> None:
    """Echo of Ylem: the Kill Bonus, lost without room (R50), and the Overkill Bonus."""
    key = "overkilled" if overkill else "killed"
    table.tell(key, affects=(killer.seat,), seat=killer.seat)
    take_ylem(table, killer, 1, table.supply)
    if overkill:
        draw_cards(table, killer, 1)


def _lose_cards(table: KingsTable, victim: Character) -> None:
    cards = [*victim.hand, *([victim.inscription] if victim.inscription else [])]
    if not cards:
        return
    table.seal()
    if is_prismatic(victim):
        return_prismatic_gems(table)
    victim.hand, victim.inscription = [], ""
    for card in cards:
        discard(table, card)
    table.tell("lost_cards", affects=(victim.seat,), seat=victim.seat, cards=cards)


def _lose_gems(table: KingsTable, victim: Character) -> None:
    """Set aside Ylem and gems in Transmutations; the rest goes to the supply."""
    for id in victim.transmuted:
        for kind, count in enumerate(TRANSMUTATIONS[id].cost):
            victim.gems_on_return[kind] += count
    victim.transmuted = []
    victim.gems_on_return[YLEM] += victim.pool[YLEM]
    victim.pool[YLEM] = 0
    move_gems(tuple(victim.pool), victim.pool, table.supply)


def is_prismatic(character: Character) -> bool:
    """Whether a filled Prismatic Inscription lies in the slot."""
    return bool(character.inscription) and CARDS[character.inscription].prismatic


def return_prismatic_gems(table: KingsTable) -> None:
    """The three gems on a Prismatic Inscription go to the supply."""
    for kind in CORE:
        table.supply[kind] += 1
