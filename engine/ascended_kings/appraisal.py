"""Appraisal: how good a table looks to a seat; the `greedy` bot maximises it. A core gem is worth
about ten.

Pending effects count as if they had happened: wounds in an open window, a card that is being cast,
dice in hand, and what the Active State still allows.
"""

from __future__ import annotations

from operator import add

from engine.ascended_kings import arena
from engine.ascended_kings.box import BLOODSTONES, KORU
from engine.ascended_kings.card import CARDS
from engine.ascended_kings.dice import latent_dice
from engine.ascended_kings.gems import ARIA, DIRE, EGIS, PYRE, YLEM
from engine.ascended_kings.outcome import completed, koru, outcome
from engine.ascended_kings.table import Character, Coming, KingsTable

DECIDED = 1_000_000
GEM = (0, 11, 22, 32, 40, 47, 53, 58, 62, 65, 67, 68, 69, 70, 71, 72)
"""Worth of several gems of one colour, by their number."""
CARD, YLEM_WORTH, TRANSMUTATION, LEVEL = 13, 24, 65, 75
STONE, KILLED, WOUND, DYING = 260, 130, 22, 90
NEAR = 9
"""Worth of being one step nearer to a Bloodstone."""


def appraise(table: KingsTable, seat: int) -> int:
    """The seat's standing, less a share of its opponents', plus pending effects."""
    if table.over:
        return _result(table, seat)
    me = table.characters[seat]
    worth = _standing(table, me) + _prospects(table, me)
    others = [character for character in table.characters if character is not me]
    worth -= sum(_standing(table, character) for character in others) // (2 * len(others))
    worth += sum(_coming(table, seat, coming) for coming in table.windows)
    return worth + _next(table, me)


def _result(table: KingsTable, seat: int) -> int:
    result = outcome(table)
    first = result is not None and result.ranks[0] == [seat]
    return DECIDED if first else -DECIDED


# What a character has


def _standing(table: KingsTable, character: Character) -> int:
    aria, egis, pyre, *_ = map(add, character.pool, character.aside)
    worth = GEM[aria] + GEM[egis] + GEM[pyre]
    worth += YLEM_WORTH * (character.pool[YLEM] + character.aside[YLEM])
    worth += CARD * min(len(character.hand), 5) + 2 * max(0, len(character.hand) - 5)
    worth += TRANSMUTATION * completed(character) + (CARD + 9) * bool(character.inscription)
    worth += LEVEL * (character.level - 1) + 40 * character.ascended_die
    worth += STONE * character.bloodstones + 300 * (character.bloodstones == BLOODSTONES.value)
    worth -= KILLED * character.killed + _wounds(character, character.pool[DIRE])
    if character.on_board and table.ground.burning[character.tile]:
        worth -= 60
    return worth


def _wounds(character: Character, dire: int) -> int:
    """The cost of that many wounds; if they kill, of gems and stones too."""
    remaining = character.to_death + character.pool[DIRE] - dire
    if remaining <= 0:
        return KILLED + STONE * max(1, character.bloodstones) + 100
    return WOUND * dire + (DYING if remaining == 1 else 0)


# Where a character stands


def _prospects(table: KingsTable, me: Character) -> int:
    """Nearness to Bloodstones, to Ylem, and to the Omega Stone if claiming it would win."""
    if not me.on_board:
        return 0
    worth = sum(NEAR * (10 - steps(me, tile)) * stones for tile, stones in table.fallen.items())
    worth += max(
        (6 - steps(me, tile) for tile, heap in table.heaps.items() if heap[YLEM]), default=0
    )
    if table.omega >= 0 and me.bloodstones and would_win(table, me):
        worth += 40 * (12 - steps(me, table.omega))
    if table.ground.scorched[me.tile]:
        worth -= 15
    return worth


def steps(me: Character, tile: int) -> int:
    """Steps of Aria Movement to get there if nothing is in the way."""
    measure = arena.distance if me.moves_diagonally else arena.walk
    return measure(me.tile, tile)


def would_win(table: KingsTable, me: Character) -> bool:
    """Whether claiming the Omega Stone now would put the seat first."""
    if me.bloodstones == BLOODSTONES.value:
        return True
    best = max(
        koru(table, character).total for character in table.characters if character is not me
    )
    return koru(table, me).total + KORU["omega"] > best


# What is about to happen


def _coming(table: KingsTable, seat: int, coming: Coming) -> int:
    """Wounds and cards of an open window, as if they had happened."""
    if coming.kind == "respond":
        return YLEM_WORTH * CARDS[coming.source].level + CARD if coming.by == seat else 0
    victim = table.characters[coming.seat]
    blocked = victim.pool[EGIS] if coming.kind == "defend" else 0
    wounds = max(0, coming.n - blocked)
    loss = _wounds(victim, victim.pool[DIRE] + wounds) - _wounds(victim, victim.pool[DIRE])
    loss += GEM[victim.pool[EGIS]] - GEM[max(0, victim.pool[EGIS] - coming.n)] if blocked else 0
    return -loss if coming.seat == seat else loss * 3 // 4


def _next(table: KingsTable, me: Character) -> int:
    """The expected roll in a Latent State, or the remaining chances of an Active State."""
    if table.active != me.seat:
        return 0
    if table.phase in ("roll", "allocate"):
        dice = len(table.rolls[0].dice) if table.rolls else latent_dice(me.level)
        dice += table.added_dice
        return min(6 * dice, 6 * me.room) + min(8 * dice, 4 * me.room)
    return _chances(table, me) if table.phase == "action" and me.on_board else 0


def _chances(table: KingsTable, me: Character) -> int:
    """The worth of what Aria and Pyre can still reach this turn."""
    aria = me.pool[ARIA]
    worth = 0
    for tile, stones in table.fallen.items():
        far = steps(me, tile)
        worth += stones * (STONE * 3 // 4 if far <= aria else NEAR * aria)
    if table.omega >= 0 and me.bloodstones and would_win(table, me):
        worth += 5000 if steps(me, table.omega) <= aria else 30 * aria
    targets = [_attack(me, target) for target in table.opponents(me)]
    return worth + max(targets, default=0)


def _attack(me: Character, target: Character) -> int:
    """The damage of an attack on a target within reach."""
    wounds = me.pool[PYRE] - target.pool[EGIS]
    if wounds <= 0 or steps(me, target.tile) - 1 > me.pool[ARIA]:
        return 0
    return (_wounds(target, target.pool[DIRE] + wounds) - _wounds(target, target.pool[DIRE])) // 3
