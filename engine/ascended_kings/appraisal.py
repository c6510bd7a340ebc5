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
from engine.ascended_kings.table import Character, KingsTable, Window

DECIDED_WORTH = 1_000_000
GEM_WORTH = (0, 11, 22, 32, 40, 47, 53, 58, 62, 65, 67, 68, 69, 70, 71, 72)
"""Worth of several gems of one colour, by their number."""
CARD_WORTH, YLEM_WORTH, TRANSMUTATION_WORTH, LEVEL_WORTH = 13, 24, 65, 75
STONE_WORTH, DEATH_COST, WOUND_COST, LAST_WOUND_COST = 260, 130, 22, 90
STEP_WORTH = 9
"""Worth of being one step nearer to a Bloodstone."""


def appraise(table: KingsTable, seat: int) -> int:
    """The seat's standing, less a share of its opponents', plus pending effects."""
    if table.over:
        return _result(table, seat)
    me = table.characters[seat]
    worth = _holdings_worth(table, me) + _position_worth(table, me)
    others = [character for character in table.characters if character is not me]
    worth -= sum(_holdings_worth(table, character) for character in others) // (2 * len(others))
    worth += sum(_window_worth(table, seat, window) for window in table.windows)
    return worth + _turn_worth(table, me)


def _result(table: KingsTable, seat: int) -> int:
    result = outcome(table)
    won = result is not None and result.ranks[0] == [seat]
    return DECIDED_WORTH if won else -DECIDED_WORTH


# What a character has


def _holdings_worth(table: KingsTable, character: Character) -> int:
    aria, egis, pyre, *_ = map(add, character.pool, character.gems_on_return)
    worth = GEM_WORTH[aria] + GEM_WORTH[egis] + GEM_WORTH[pyre]
    worth += YLEM_WORTH * (character.pool[YLEM] + character.gems_on_return[YLEM])
    worth += CARD_WORTH * min(len(character.hand), 5) + 2 * max(0, len(character.hand) - 5)
    worth += TRANSMUTATION_WORTH * completed(character) + (CARD_WORTH + 9) * bool(
        character.inscription
    )
    worth += LEVEL_WORTH * (character.level - 1) + 40 * character.ascended_die
    worth += STONE_WORTH * character.bloodstones + 300 * (
        character.bloodstones == BLOODSTONES.value
    )
    worth -= DEATH_COST * character.killed + _wound_cost(character, character.pool[DIRE])
    if character.on_board and table.ground.burning[character.tile]:
        worth -= 60
    return worth


def _wound_cost(character: Character, dire: int) -> int:
    """The cost of that many wounds; if they kill, of gems and stones too."""
    remaining = character.wounds_to_death + character.pool[DIRE] - dire
    if remaining <= 0:
        return DEATH_COST + STONE_WORTH * max(1, character.bloodstones) + 100
    return WOUND_COST * dire + (LAST_WOUND_COST if remaining == 1 else 0)


# Where a character stands


def _position_worth(table: KingsTable, me: Character) -> int:
    """Nearness to Bloodstones, to Ylem, and to the Omega Stone if claiming it would win."""
    if not me.on_board:
        return 0
    worth = sum(
        STEP_WORTH * (10 - steps(me, tile)) * stones for tile, stones in table.fallen.items()
    )
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


def _window_worth(table: KingsTable, seat: int, window: Window) -> int:
    """Wounds and cards of an open window, as if they had happened."""
    if window.kind == "respond":
        return YLEM_WORTH * CARDS[window.source].level + CARD_WORTH if window.by == seat else 0
    victim = table.characters[window.seat]
    blocked = victim.pool[EGIS] if window.kind == "defend" else 0
    wounds = max(0, window.n - blocked)
    loss = _wound_cost(victim, victim.pool[DIRE] + wounds) - _wound_cost(victim, victim.pool[DIRE])
    loss += (
        GEM_WORTH[victim.pool[EGIS]] - GEM_WORTH[max(0, victim.pool[EGIS] - window.n)]
        if blocked
        else 0
    )
    return -loss if window.seat == seat else loss * 3 // 4


def _turn_worth(table: KingsTable, me: Character) -> int:
    """The expected roll in a Latent State, or the remaining chances of an Active State."""
    if table.active != me.seat:
        return 0
    if table.phase in ("roll", "allocate"):
        dice = len(table.rolls[0].dice) if table.rolls else latent_dice(me.level)
        dice += table.added_dice
        return min(6 * dice, 6 * me.room) + min(8 * dice, 4 * me.room)
    return _reach_worth(table, me) if table.phase == "action" and me.on_board else 0


def _reach_worth(table: KingsTable, me: Character) -> int:
    """The worth of what Aria and Pyre can still reach this turn."""
    aria = me.pool[ARIA]
    worth = 0
    for tile, stones in table.fallen.items():
        distance = steps(me, tile)
        worth += stones * (STONE_WORTH * 3 // 4 if distance <= aria else STEP_WORTH * aria)
    if table.omega >= 0 and me.bloodstones and would_win(table, me):
        worth += 5000 if steps(me, table.omega) <= aria else 30 * aria
    targets = [_attack_worth(me, target) for target in table.opponents(me)]
    return worth + max(targets, default=0)


def _attack_worth(me: Character, target: Character) -> int:
    """The damage of an attack on a target within reach."""
    wounds = me.pool[PYRE] - target.pool[EGIS]
    if wounds <= 0 or steps(me, target.tile) - 1 > me.pool[ARIA]:
        return 0
    return (
        _wound_cost(target, target.pool[DIRE] + wounds) - _wound_cost(target, target.pool[DIRE])
    ) // 3
