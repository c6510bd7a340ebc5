"""View: the projection for a viewer, built up from nothing. Hidden are the hands of others, cards
inscribed face down, the draw piles, and cards that another player looks at.

Ids: players "p0", tiles "t57", walls "w_top", rolls "r0", cards as in the catalogue.
"""

from __future__ import annotations

from engine.ascended_kings import arena
from engine.ascended_kings.arena import EDGES
from engine.ascended_kings.box import BACK_FROM
from engine.ascended_kings.card import CARDS
from engine.ascended_kings.dice import threshold
from engine.ascended_kings.end_of_round import deadlocked
from engine.ascended_kings.gems import DIRE, YLEM, said
from engine.ascended_kings.latent import sockets
from engine.ascended_kings.movement import destinations, escape_cost
from engine.ascended_kings.outcome import koru
from engine.ascended_kings.rolls import results
from engine.ascended_kings.table import Character, Coming, Deck, KingsTable, Roll
from engine.ascended_kings.view_types import (
    ArenaState,
    Heap,
    Index,
    Inscribed,
    KingsView,
    Mat,
    Passives,
    Pile,
    Prismatic,
    RollState,
    ShownCard,
    Step,
    Threat,
)
from engine.core.event import Viewer
from engine.core.memory import memories
from engine.core.table import Memory


def view(table: KingsTable, viewer: Viewer) -> KingsView:
    """The table as the viewer sees it."""
    seen: KingsView = {
        "phase": table.phase,
        "active": f"p{table.active}",
        "starting": f"p{table.starting}",
        "omega_war": table.omega_war,
        "arena": _arena(table),
        "players": {f"p{one.seat}": _mat(table, one, viewer) for one in table.characters},
        "decks": {"ascendant": _deck(table.ascendant), "revenant": _deck(table.revenant)},
        "supply": said(table.supply),
        "spare": table.spare,
        "returning": [f"p{seat}" for seat in table.dead],
        "rolls": {f"r{place}": _roll(roll) for place, roll in enumerate(table.rolls)},
    }
    if not table.omega_war:
        seen["index"] = _index(table)
    if table.rounds_left is not None:
        seen["limit"] = {"rounds": table.round_limit, "left": table.rounds_left}
    if table.claimed >= 0:
        seen["claimed"] = f"p{table.claimed}"
    if table.resolving:
        seen["resolving"] = table.resolving[-1]
    if table.windows:
        seen["windows"] = {f"p{one.seat}": _window(one) for one in table.windows}
    if table.thrown:
        seen["thrown"] = table.thrown
    if table.phase == "action" and table.me.on_board:
        _add_reach(seen, table, viewer)
    if table.looked_at and viewer == table.active:
        seen["looking"] = dict.fromkeys(table.looked_at, True)
    if shown := memories(table, viewer):
        seen["shown"] = {f"s{n}": _memory(one) for n, one in enumerate(shown)}
    return seen


def _memory(shown: Memory) -> ShownCard:
    return {
        "by": f"p{shown.seat}",
        "to": {f"p{seat}": True for seat in shown.to},
        "card": shown.card,
        "ply": shown.ply,
    }


def _arena(table: KingsTable) -> ArenaState:
    ground = table.ground
    return {
        "top": ground.rows[0],
        "bottom": ground.rows[1],
        "left": ground.columns[0],
        "right": ground.columns[1],
        "walls": {
            f"w_{EDGES[edge]}": {
                "edge": EDGES[edge],
                "index": index,
                "deadlock": deadlocked(table, edge),
            }
            for edge, index in enumerate(table.walls)
            if index >= 0
        },
        "tiles": _tiles(table),
    }


def _tiles(table: KingsTable) -> dict[str, Heap]:
    """The tiles on which something lies."""
    tiles: dict[str, Heap] = {}
    for tile, heap in sorted(table.heaps.items()):
        tiles.setdefault(arena.NAMES[tile], {})["gems"] = said(heap)
    for tile, stones in sorted(table.fallen.items()):
        tiles.setdefault(arena.NAMES[tile], {})["bloodstones"] = stones
    if table.die_tile >= 0:
        tiles.setdefault(arena.NAMES[table.die_tile], {})["ascended_die"] = True
    if table.omega >= 0:
        tiles.setdefault(arena.NAMES[table.omega], {})["omega_stone"] = True
    return tiles


def _mat(table: KingsTable, one: Character, viewer: Viewer) -> Mat:
    mat: Mat = {
        "form": "revenant" if one.revenant else "king",
        "level": one.level,
        "wounds": one.pool[DIRE],
        "to_death": one.to_death,
        "capacity": one.capacity,
        "pool": said(one.pool[:3]),
        "ylem": one.pool[YLEM],
        "sockets": {id: id in one.transmuted for id in sockets(one)},
        "bloodstones": one.bloodstones,
        "ascended_die": one.ascended_die,
        "shielded": one.shielded,
        "activated": one.activated,
        "killed": one.killed,
        "cards": len(one.hand),
        "aside": said(one.aside),
        "passives": _passives(one),
        "koru": koru(table, one).total,
    }
    if one.king:
        mat["king"] = one.king
    if one.on_board:
        mat["tile"] = arena.NAMES[one.tile]
    if at_least := threshold(one.pool[YLEM]):
        mat["threshold"] = at_least
    if one.inscription:
        mat["inscription"] = _inscription(one, viewer)
    if viewer == one.seat:
        mat["hand"] = dict.fromkeys(one.hand, True)
    return mat


def _passives(one: Character) -> Passives:
    return {
        "diagonal_movement": one.moves_diagonally,
        "diagonal_attack": one.attacks_diagonally,
        "narrow_escape": one.escapes_narrowly,
        "ylem_abilities": "ylem" in one.transmuted,
    }


def _inscription(one: Character, viewer: Viewer) -> Prismatic | Inscribed:
    if CARDS[one.inscription].prismatic:
        return {"face_up": True, "card": one.inscription}
    if viewer == one.seat:
        return {"face_up": False, "card": one.inscription}
    return {"face_up": False}


def _deck(deck: Deck) -> Pile:
    return {"draw": len(deck.draw), "discard": list(deck.discard)}


def _roll(roll: Roll) -> RollState:
    takes = results(tuple(sorted(roll.dice)), roll.at_least)
    seen: RollState = {
        "player": f"p{roll.seat}",
        "dice": list(roll.dice),
        "takes": {one.key: one.args["groups"] for one in takes if one.args},
    }
    if roll.at_least:
        seen["threshold"] = roll.at_least
    if roll.ascended:
        seen["ascended"] = True
    return seen


def _add_reach(seen: KingsView, table: KingsTable, viewer: Viewer) -> None:
    """What the active piece can reach from its tile: `steps`, `sight` and `aims`."""
    me = table.me
    seen["steps"] = {arena.NAMES[tile]: _step(table, tile) for tile in destinations(table, me)}
    seen["sight"] = {
        f"p{one.seat}": arena.in_sight(me.tile, one.tile, table.pieces())
        for one in table.opponents(me)
    }
    if viewer == table.active:
        aims = {card: ability.aim for card in me.hand if (ability := CARDS[card].ability)}
        seen["aims"] = {
            card: [f"p{one.seat}" for one in aim(table, me)] for card, aim in aims.items() if aim
        }


def _step(table: KingsTable, tile: int) -> Step:
    dire = table.heaps[tile][DIRE] if tile in table.heaps else 0
    return {
        "egis": escape_cost(table, table.me, tile),
        "wounds": int(table.ground.burning[tile]) + dire,
    }


def _index(table: KingsTable) -> Index:
    return {
        "round": table.round,
        "side": "front" if table.round > BACK_FROM else "back",
        "countdown": table.countdown,
        "event": table.event,
        "icons": list(table.dial),
    }


def _window(coming: Coming) -> Threat:
    seen: Threat = {"kind": coming.kind, "source": coming.source}
    if coming.n:
        seen["n"] = coming.n
    if coming.by >= 0:
        seen["by"] = f"p{coming.by}"
    return seen
