"""View: the projection for a viewer, built up from nothing. Hidden are the hands of others, cards
inscribed face down, the draw piles, and cards that another player looks at.

Ids: players "p0", tiles "t57", walls "w_top", rolls "r0", cards as in the catalogue.
"""

from __future__ import annotations

from engine.ascended_kings import arena
from engine.ascended_kings.arena import EDGES
from engine.ascended_kings.box import BACK_SIDE_ROUND
from engine.ascended_kings.card import CARDS
from engine.ascended_kings.dice import threshold
from engine.ascended_kings.end_of_round import deadlocked
from engine.ascended_kings.gems import DIRE, YLEM, by_name
from engine.ascended_kings.latent import sockets
from engine.ascended_kings.movement import destinations, escape_cost
from engine.ascended_kings.outcome import koru
from engine.ascended_kings.rolls import results
from engine.ascended_kings.table import Character, Deck, KingsTable, Roll, Window
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
    view: KingsView = {
        "phase": table.phase,
        "active": f"p{table.active}",
        "starting": f"p{table.starting}",
        "omega_war": table.omega_war,
        "arena": _arena(table),
        "players": {
            f"p{character.seat}": _mat(table, character, viewer) for character in table.characters
        },
        "decks": {"ascendant": _deck(table.ascendant), "revenant": _deck(table.revenant)},
        "supply": by_name(table.supply),
        "spare": table.spare,
        "returning": [f"p{seat}" for seat in table.dead],
        "rolls": {f"r{place}": _roll(roll) for place, roll in enumerate(table.rolls)},
    }
    if not table.omega_war:
        view["index"] = _index(table)
    if table.rounds_left is not None:
        view["limit"] = {"rounds": table.round_limit, "left": table.rounds_left}
    if table.claimed >= 0:
        view["claimed"] = f"p{table.claimed}"
    if table.resolving:
        view["resolving"] = table.resolving[-1]
    if table.windows:
        view["windows"] = {f"p{window.seat}": _window(window) for window in table.windows}
    if table.thrown:
        view["thrown"] = table.thrown
    if table.phase == "action" and table.me.on_board:
        _add_reach(view, table, viewer)
    if table.looked_at and viewer == table.active:
        view["looking"] = dict.fromkeys(table.looked_at, True)
    if shown_cards := memories(table, viewer):
        view["shown"] = {f"s{n}": _memory(memory) for n, memory in enumerate(shown_cards)}
    return view


def _memory(memory: Memory) -> ShownCard:
    return {
        "by": f"p{memory.seat}",
        "to": {f"p{seat}": True for seat in memory.to},
        "card": memory.card,
        "ply": memory.ply,
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
        tiles.setdefault(arena.NAMES[tile], {})["gems"] = by_name(heap)
    for tile, stones in sorted(table.fallen.items()):
        tiles.setdefault(arena.NAMES[tile], {})["bloodstones"] = stones
    if table.die_tile >= 0:
        tiles.setdefault(arena.NAMES[table.die_tile], {})["ascended_die"] = True
    if table.omega >= 0:
        tiles.setdefault(arena.NAMES[table.omega], {})["omega_stone"] = True
    return tiles


def _mat(table: KingsTable, character: Character, viewer: Viewer) -> Mat:
    mat: Mat = {
        "form": "revenant" if character.revenant else "king",
        "level": character.level,
        "wounds": character.pool[DIRE],
        "to_death": character.wounds_to_death,
        "capacity": character.capacity,
        "pool": by_name(character.pool[:3]),
        "ylem": character.pool[YLEM],
        "sockets": {id: id in character.transmuted for id in sockets(character)},
        "bloodstones": character.bloodstones,
        "ascended_die": character.ascended_die,
        "shielded": character.shielded,
        "activated": character.activated,
        "killed": character.killed,
        "cards": len(character.hand),
        "aside": by_name(character.gems_on_return),
        "passives": _passives(character),
        "koru": koru(table, character).total,
    }
    if character.king:
        mat["king"] = character.king
    if character.on_board:
        mat["tile"] = arena.NAMES[character.tile]
    if at_least := threshold(character.pool[YLEM]):
        mat["threshold"] = at_least
    if character.inscription:
        mat["inscription"] = _inscription(character, viewer)
    if viewer == character.seat:
        mat["hand"] = dict.fromkeys(character.hand, True)
    return mat


def _passives(character: Character) -> Passives:
    return {
        "diagonal_movement": character.moves_diagonally,
        "diagonal_attack": character.attacks_diagonally,
        "narrow_escape": character.escapes_narrowly,
        "ylem_abilities": "ylem" in character.transmuted,
    }


def _inscription(character: Character, viewer: Viewer) -> Prismatic | Inscribed:
    if CARDS[character.inscription].prismatic:
        return {"face_up": True, "card": character.inscription}
    if viewer == character.seat:
        return {"face_up": False, "card": character.inscription}
    return {"face_up": False}


def _deck(deck: Deck) -> Pile:
    return {"draw": len(deck.draw), "discard": list(deck.discard)}


def _roll(roll: Roll) -> RollState:
    takes = results(tuple(sorted(roll.dice)), roll.at_least)
    view: RollState = {
        "player": f"p{roll.seat}",
        "dice": list(roll.dice),
        "takes": {option.key: option.args["groups"] for option in takes if option.args},
    }
    if roll.at_least:
        view["threshold"] = roll.at_least
    if roll.ascended:
        view["ascended"] = True
    return view


def _add_reach(view: KingsView, table: KingsTable, viewer: Viewer) -> None:
    """Add the reach of the active piece from its tile: `steps`, `sight` and `aims`."""
    me = table.me
    view["steps"] = {arena.NAMES[tile]: _step(table, tile) for tile in destinations(table, me)}
    view["sight"] = {
        f"p{character.seat}": arena.in_sight(me.tile, character.tile, table.pieces())
        for character in table.opponents(me)
    }
    if viewer == table.active:
        aims = {card: ability.aim for card in me.hand if (ability := CARDS[card].ability)}
        view["aims"] = {
            card: [f"p{character.seat}" for character in aim(table, me)]
            for card, aim in aims.items()
            if aim
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
        "side": "front" if table.round > BACK_SIDE_ROUND else "back",
        "countdown": table.countdown,
        "event": table.event,
        "icons": list(table.dial),
    }


def _window(window: Window) -> Threat:
    view: Threat = {"kind": window.kind, "source": window.source}
    if window.n:
        view["n"] = window.n
    if window.by >= 0:
        view["by"] = f"p{window.by}"
    return view
