"""Turn: from Generate Focus to the last action; its end is in `end_of_turn`."""

from __future__ import annotations

from functools import partial

from engine.ascended_kings.attack import attacks
from engine.ascended_kings.blocked_actions import blocked_actions
from engine.ascended_kings.box import LEVELS, TRANSMUTATIONS
from engine.ascended_kings.casting import cast_options
from engine.ascended_kings.decks import draw_cards, has_cards
from engine.ascended_kings.end_of_turn import end_actions, end_turn
from engine.ascended_kings.gems import CORE, DIRE, NAMES, YLEM, counts_of_mix, gems
from engine.ascended_kings.instants import Move, open_point
from engine.ascended_kings.latent import enter_latent
from engine.ascended_kings.movement import step_options
from engine.ascended_kings.pieces import put_gems, roll_tile
from engine.ascended_kings.pools import acquire, expend
from engine.ascended_kings.table import Character, KingsTable
from engine.ascended_kings.wounds import is_prismatic
from engine.ascended_kings.ylem import prisms, shield, ylem_abilities
from engine.core.script import Option, at_once, choose, may, mix

LIMIT_NOTICE_ROUNDS = 5
"""How many rounds before its limit the match announces its end."""


async def begin_turn(table: KingsTable) -> None:
    """Absorb, Generate Focus, Ylem Shields; but first, as a round begins, the round limit."""
    if table.turns == 0 and ends_at_limit(table):
        return
    me = table.me
    for character in table.characters:
        character.shielded = character.activated = False
    table.keeps_die = False
    table.tell("turn", affects=(me.seat,), seat=me.seat)
    await _offer_to_absorb(table)
    await _generate(table, me)
    await _offer_shields(table, me)
    table.phase = "state"


def ends_at_limit(table: KingsTable) -> bool:
    """Count Koru when the round limit is reached; announce it five rounds before."""
    remaining = table.rounds_left
    if remaining is None:
        return False
    if remaining == 0:
        table.phase = "over"
        table.tell("limit")
    elif remaining == LIMIT_NOTICE_ROUNDS or (
        remaining < LIMIT_NOTICE_ROUNDS and not table.rounds_played
    ):
        table.tell("limit_near", n=remaining)
    return table.over


async def _offer_to_absorb(table: KingsTable) -> None:
    """The holder of the Ascended Die may give it up to remove all Dire."""
    for character in _die_holders(table):
        if not character.pool[DIRE]:
            continue
        if await may(character.seat, "absorb", n=character.pool[DIRE]):
            await absorb(table, character, None)
        else:
            table.keeps_die = True


def _die_holders(table: KingsTable) -> list[Character]:
    """The holder of the Ascended Die, if any."""
    return [
        character for character in table.characters if character.ascended_die and character.on_board
    ]


async def absorb(table: KingsTable, me: Character, _: None) -> None:
    """Remove the Ascended Die from the game and all Dire from the pool."""
    me.ascended_die = False
    dire, me.pool[DIRE] = me.pool[DIRE], 0
    table.supply[DIRE] += dire
    table.tell("absorbed", affects=(me.seat,), seat=me.seat, **({"n": dire} if dire else {}))


async def _generate(table: KingsTable, me: Character) -> None:
    """One gem for each completed Transmutation; Prismatic ones give any Core colour."""
    gains = [0] * 5
    prismatic = int(is_prismatic(me))
    for id in me.transmuted:
        kinds = TRANSMUTATIONS[id].generates
        if len(kinds) > 1:
            prismatic += 1
        else:
            gains[kinds[0]] += 1
    if prismatic:
        await _add_prismatic(table, me, gains, prismatic)
    if any(gains):
        await acquire(table, me, gains)


async def _add_prismatic(table: KingsTable, me: Character, gains: list[int], count: int) -> None:
    available = {NAMES[kind]: min(count, max(0, table.supply[kind] - gains[kind])) for kind in CORE}
    count = min(count, sum(available.values()))
    scarce = min(CORE, key=lambda kind: (not available[NAMES[kind]], me.pool[kind]))
    default = {NAMES[scarce]: count} if available[NAMES[scarce]] == count else None
    choice = await mix(me.seat, "generate", available, count, public=True, default=default)
    for kind, n in enumerate(counts_of_mix(choice)):
        gains[kind] += n


async def _offer_shields(table: KingsTable, me: Character) -> None:
    """All others with a completed Ylem Transmutation, at once and revealed together (R47)."""
    shield_bearers = [
        character for character in table.opponents(me) if "ylem" in character.transmuted
    ]
    if not shield_bearers:
        return
    answers = await at_once(
        {character.seat: may(character.seat, "shield", by=me.seat) for character in shield_bearers}
    )
    for seat, raised in answers.items():
        if raised:
            shield(table, table.characters[seat])


async def enter_active(table: KingsTable, me: Character, _: None) -> None:
    """Declare the Active State and Roll for Ylem, except in the Omega War."""
    table.tell("state", seat=me.seat, state="active")
    table.phase = "action"
    if not table.omega_war:
        await put_gems(table, roll_tile(table), gems(ylem=1))


_ABSORB_UNHURT: list[Move] = [Option("yes", (absorb, None), kind="waste")]
_STATES: list[Move] = [
    Option("state:latent", (enter_latent, None), message="latent"),
    Option("state:active", (enter_active, None), message="active"),
]


async def choose_state(table: KingsTable) -> None:
    """Latent or Active. A holder of the Ascended Die without Dire to absorb is not waited for."""
    unhurt = [
        character
        for character in _die_holders(table)
        if not character.pool[DIRE] and not table.keeps_die
    ]
    absorbing = [
        choose(character.seat, "absorb_unhurt", _ABSORB_UNHURT, optional=True)
        for character in unhurt
    ]
    await open_point(table, "state", _STATES, default="state:latent", meanwhile=absorbing)


async def act(table: KingsTable) -> None:
    """One action; a player who dies in their own turn has none left (R52)."""
    me = table.me
    await open_point(
        table,
        "action",
        actions(table, me),
        default="done",
        blocked=partial(blocked_actions, table, me),
    )
    if not me.on_board and not table.over:
        end_turn(table)


async def level_up(table: KingsTable, me: Character, _: None) -> None:
    """Pay the value of the next level in Ylem."""
    expend(table, me, YLEM, LEVELS[me.level + 1].price)
    me.level += 1
    table.tell("levelled", affects=(me.seat,), seat=me.seat, level=me.level)


async def draw_one(table: KingsTable, me: Character, _: None) -> None:
    """Pay 1 Ylem and draw a card."""
    expend(table, me, YLEM)
    draw_cards(table, me, 1)


_LEVEL_UP: dict[int, Move] = {
    level: Option(
        "level_up", (level_up, None), args={"n": level + 1, "ylem": LEVELS[level + 1].price}
    )
    for level in (1, 2)
}
_DRAW: Move = Option("draw", (draw_one, None), args={"ylem": 1})
_DONE: Move = Option("done", (end_actions, None), kind="pass")


def actions(table: KingsTable, me: Character) -> list[Move]:
    """Every action that is possible and affordable now."""
    options: list[Move] = []
    ylem = me.pool[YLEM]
    if me.level < 3 and ylem >= LEVELS[me.level + 1].price:
        options.append(_LEVEL_UP[me.level])
    if ylem and has_cards(table.deck(me.revenant)):
        options.append(_DRAW)
    options += step_options(table, me)
    options += attacks(table, me)
    options += cast_options(table, me)
    options += ylem_abilities(table, me)
    options += prisms(table, me)
    options.append(_DONE)
    return options
