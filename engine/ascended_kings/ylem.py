"""Ylem Abilities of a completed Ylem Transmutation, and Ylem Prism."""

from __future__ import annotations

from functools import cache

from engine.ascended_kings import arena
from engine.ascended_kings.arena import ADJACENT, EDGES
from engine.ascended_kings.box import PRISMATIC, TRANSMUTATIONS
from engine.ascended_kings.decks import discard
from engine.ascended_kings.gems import ARIA, DIRE, EGIS, PYRE, YLEM
from engine.ascended_kings.instants import Move, remove_dire
from engine.ascended_kings.pieces import move_piece
from engine.ascended_kings.pools import expend, take_ylem
from engine.ascended_kings.table import Character, KingsTable
from engine.ascended_kings.wounds import is_prismatic, return_prismatic_gems
from engine.core.script import Option


def ylem_abilities(table: KingsTable, me: Character) -> list[Move]:
    """The Ylem Abilities open to the owner of a completed Ylem Transmutation."""
    if "ylem" not in me.transmuted or not me.pool[YLEM]:
        return []
    options: list[Move] = []
    if me.pool[ARIA]:
        options += [_bridge(tile) for tile in bridge_tiles(table, me)]
    if me.pool[EGIS] and me.pool[DIRE]:
        options.append(_HEAL)
    if me.pool[PYRE]:
        options += [_PYROKINESIS[edge] for edge in slidable_walls(table, me)]
    return options


@cache
def _bridge(tile: int) -> Move:
    costs = {"tile": tile, "ylem": 1, "aria": 1}
    return Option(f"bridge:{tile}", (bridge, tile), (arena.NAMES[tile],), args=costs)


def bridge_tiles(table: KingsTable, me: Character) -> list[int]:
    """The tiles with Ylem that a piece may be set down on (R43)."""
    return sorted(
        tile for tile, heap in table.heaps.items() if heap[YLEM] and table.may_enter(me, tile)
    )


async def bridge(table: KingsTable, me: Character, tile: int) -> None:
    """Ylem Bridge: 1 Ylem and 1 Aria lead to any tile with Ylem."""
    expend(table, me, YLEM)
    expend(table, me, ARIA)
    await move_piece(table, me, tile, "bridge")


async def heal(table: KingsTable, me: Character, _: None) -> None:
    """Heal Wound: 1 Ylem and 1 Egis remove 1 Dire."""
    expend(table, me, YLEM)
    expend(table, me, EGIS)
    remove_dire(table, me, 1)


_HEAL: Move = Option("heal", (heal, None))


def slidable_walls(table: KingsTable, me: Character) -> list[int]:
    """The edges whose walls touch the piece and are not on the outermost line (R45)."""
    near = (me.tile, *ADJACENT[me.tile])
    return [
        edge
        for edge, index in enumerate(table.walls)
        if index >= 1 and any(tile in arena.strip(edge, index) for tile in near)
    ]


async def pyrokinesis(table: KingsTable, me: Character, edge: int) -> None:
    """Pyrokinesis: 1 Ylem and 1 Pyre slide a wall one line toward its own edge."""
    expend(table, me, YLEM)
    expend(table, me, PYRE)
    table.walls[edge] -= 1
    table.tell("wall_slid", seat=me.seat, edge=EDGES[edge], index=table.walls[edge])


_PYROKINESIS: list[Move] = [
    Option(f"pyrokinesis:{name}", (pyrokinesis, edge), (f"w_{name}",))
    for edge, name in enumerate(EDGES)
]


def prisms(table: KingsTable, me: Character) -> list[Move]:
    """Ylem Prism for each player who may get the Ylem: any Revenant, or the King alone."""
    if not table.supply[YLEM] or not filled_prism(me):
        return []
    fed = (
        [me]
        if not me.revenant
        else [character for character in table.characters if character.revenant]
    )
    return [
        _prism(character.seat) for character in fed if character.on_board and character.ylem_room
    ]  # R48


@cache
def _prism(seat: int) -> Move:
    return Option(f"prism:p{seat}", (prism, seat), (f"p{seat}",), args={"seat": seat})


def filled_prism(me: Character) -> str:
    """A completed Prismatic Transmutation, if any; "inscription" for that of a King."""
    if is_prismatic(me):
        return "inscription"
    return next((id for id in PRISMATIC.value if id in me.transmuted), "")


async def prism(table: KingsTable, me: Character, seat: int) -> None:
    """Ylem Prism: empty a Prismatic Transmutation for 1 Ylem."""
    other = {} if seat == me.seat else {"target": seat}
    table.tell("prism", affects=(seat,), seat=me.seat, **other)
    empty(table, me, filled_prism(me))
    take_ylem(table, table.characters[seat], 1, table.supply)


def empty(table: KingsTable, character: Character, id: str) -> None:
    """All gems of a completed Transmutation go to the supply, an inscription's card with them."""
    if id == "inscription":
        return_prismatic_gems(table)
        discard(table, character.inscription)
        character.inscription = ""
        return
    character.transmuted.remove(id)
    for kind, count in enumerate(TRANSMUTATIONS[id].cost):
        table.supply[kind] += count


def break_transmutation(table: KingsTable, target: Character, id: str) -> None:
    """Empty an opponent's completed Transmutation, if it is still there."""
    if id in target.transmuted or (id == "inscription" and is_prismatic(target)):
        empty(table, target, id)
        table.tell("broken", affects=(target.seat,), seat=target.seat, what=id)


def shield(table: KingsTable, character: Character) -> None:
    """Ylem Shield: the Ylem in the sockets protects until the turn ends (R46, R47)."""
    empty(table, character, "ylem")
    character.shielded = True
    table.tell("shielded", affects=(character.seat,), seat=character.seat)
