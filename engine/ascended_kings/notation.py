"""Notation: positions as text, for tests, bug reports and play in a terminal.

    phase action p0 began p1
    index 17 event 4 played 3
    walls top1 right2
    p0 apsu @72 A3 E1 D1 Y2 *1 [aria] (asc_projection_1) asc_albedo_1
    p1 zhoth revenant L2 @57 P4 Y1 *1 x1 ?3
    tiles 35:Y1 46:D1P2 77:*2 12:die 09:omega

A player has a King, and may have: `revenant`, a level `L2`, a tile `@57`, gems of the pools (A, E,
P, D, Y), gems set aside `+A3`, Bloodstones `*1`, times killed `x1`, filled sockets in brackets, the
inscription in parentheses, `die` (the Ascended Die), `shielded`, `used` (the inscription, this
turn), and the cards in hand by id; `?3` and `(?)` are cards that a viewer does not know
(they can be written, not read).

More lines: `dead p1 p0` (in the order of their return), `dice p0 3 5 6 >=7 die` (a roll),
`added 2` (dice to come), `spare 1`, `draw …` (the next cards of a deck, the first one on top),
`discard …`, `limit 30`. After the index may stand `turns 1` (taken in this round), `endless` (no
countdown), `unanswered` (targets do not respond), `awarded` (the Ascended Die has been), `ending`
(the round is), `omega` (the war has begun). Everything omitted is as in a fresh box, in its Active
State, p0 to act; the remaining gems are the supply, the remaining cards the draw piles.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.ascended_kings.arena import EDGES
from engine.ascended_kings.gems import Gems
from engine.ascended_kings.table import OFF_BOARD, Character, KingsTable, Roll
from engine.core.event import Viewer

LETTERS = "AEPDY"


def write(table: KingsTable, viewer: Viewer | None = None) -> str:
    """The position, whole or as a viewer knows it; the draw piles are not part of it."""
    return "\n".join(" ".join(words) for words in _lines(table, viewer) if len(words) > 1)


def _lines(table: KingsTable, viewer: Viewer | None) -> Iterator[list[str]]:
    yield ["phase", table.phase, f"p{table.active}", "began", f"p{table.starting}"]
    yield _index(table)
    yield ["walls", *(f"{EDGES[e]}{k}" for e, k in enumerate(table.walls) if k >= 0)]
    for character in table.characters:
        yield _player(character, viewer is None or viewer == character.seat)
    yield ["tiles", *_tiles(table)]
    yield ["dead", *(f"p{seat}" for seat in table.dead)]
    for roll in table.rolls:
        yield _roll(roll)
    yield ["added", str(table.added_dice)] if table.added_dice else []
    yield ["spare", str(table.spare)]
    for deck in (table.ascendant, table.revenant):
        yield ["discard", *deck.discard]
    yield ["limit", str(table.round_limit)] if table.round_limit else []


def _index(table: KingsTable) -> list[str]:
    words = ["index", str(table.round), "event", str(table.event)]
    words += ["played", str(table.rounds_played), "turns", str(table.turns)]
    flags = {
        "endless": not table.countdown,
        "unanswered": not table.respond,
        "omega": table.omega_war,
        "ending": table.round_over,
        "awarded": table.die_awarded,
    }
    return words + [word for word, holds in flags.items() if holds]


def _player(character: Character, is_known: bool) -> list[str]:
    words = [f"p{character.seat}", character.king or "-"]
    words += ["revenant"] if character.revenant else []
    words += [f"L{character.level}"] if character.level > 1 else []
    words += [f"@{character.tile:02d}"] if character.on_board else []
    words += [f"{letter}{n}" for letter, n in zip(LETTERS, character.pool, strict=True) if n]
    words += [
        f"+{letter}{n}" for letter, n in zip(LETTERS, character.gems_on_return, strict=True) if n
    ]
    words.append(f"*{character.bloodstones}")
    words += [f"x{character.killed}"] if character.killed else []
    words += [f"[{' '.join(character.transmuted)}]"] if character.transmuted else []
    if character.inscription:
        words.append(f"({character.inscription if is_known else '?'})")
    flags = {
        "die": character.ascended_die,
        "shielded": character.shielded,
        "used": character.activated,
    }
    words += [word for word, holds in flags.items() if holds]
    return words + (character.hand if is_known else [f"?{len(character.hand)}"])


def _tiles(table: KingsTable) -> Iterator[str]:
    for tile, heap in sorted(table.heaps.items()):
        yield f"{tile:02d}:{_gems(heap)}"
    for tile, stones in sorted(table.fallen.items()):
        yield f"{tile:02d}:*{stones}"
    if table.die_tile != OFF_BOARD:
        yield f"{table.die_tile:02d}:die"
    if table.omega != OFF_BOARD:
        yield f"{table.omega:02d}:omega"


def _gems(heap: Gems) -> str:
    return "".join(f"{letter}{n}" for letter, n in zip(LETTERS, heap, strict=True) if n)


def _roll(roll: Roll) -> list[str]:
    words = ["dice", f"p{roll.seat}", *map(str, roll.dice), f">={roll.at_least}"]
    return [*words, "die"] if roll.ascended else words
