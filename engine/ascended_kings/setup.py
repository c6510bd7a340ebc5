"""Setup: Kings are chosen, cards dealt, first gems taken."""

from __future__ import annotations

from functools import cache
from typing import Any

from engine.ascended_kings.box import RULERS, SETUPS, START_CORE, START_HAND
from engine.ascended_kings.cards.decklist import deck
from engine.ascended_kings.decks import draw_cards
from engine.ascended_kings.gems import NAMES, counts_of_mix, gems, move_gems
from engine.ascended_kings.pieces import put_gems
from engine.ascended_kings.table import Character, Deck, KingsTable, start_tile
from engine.core.chance import draw, shuffle
from engine.core.run import Run
from engine.core.script import Option, at_once, choose, mix

START_ROUND_WITHOUT_COUNTDOWN = 20
"""The round value at which a game without countdown begins; it stays at 10."""


def lay_out(seats: int, run: Run, *, rounds: int, countdown: bool, first: int | None) -> KingsTable:
    """The table before Kings are chosen: starting player, dials and decks by chance."""
    box = SETUPS[seats]
    table = KingsTable(
        countdown=countdown,
        round=(rounds or box.rounds) if countdown else START_ROUND_WITHOUT_COUNTDOWN,
        characters=[
            Character(seat=seat, pool=[0] * 5, gems_on_return=[0] * 5) for seat in range(seats)
        ],
        spare=box.spare_bloodstones,
    )
    table.run = run
    table.starting = draw(table, seats) if first is None else first
    table.active = table.starting
    flames = [place for place, icon in enumerate(table.dial) if icon == "flame"]
    table.event = flames[draw(table, len(flames))]
    table.ascendant, table.revenant = _shuffled(table, False), _shuffled(table, True)
    return table


def _shuffled(table: KingsTable, revenant: bool) -> Deck:
    cards = [card.id for card in deck(revenant)]
    shuffle(table, cards)
    return Deck(draw=cards)


def deal_kings(table: KingsTable) -> None:
    """Kings by chance."""
    kings = list(RULERS)
    shuffle(table, kings)
    for character in table.characters:
        _crown(table, character, kings.pop())
    table.phase = "deal"


async def choose_king(table: KingsTable) -> None:
    """Kings are chosen in reverse turn order, each at most once."""
    order = list(table.clockwise(table.starting))[::-1]
    me = next(character for character in order if not character.king)
    taken_kings = [character.king for character in table.characters]
    options = [_king(id) for id in RULERS if id not in taken_kings]
    _crown(table, me, await choose(me.seat, "king", options))
    if me is order[-1]:
        table.phase = "deal"


@cache
def _king(id: str) -> Option[str]:
    return Option(f"king:{id}", id, args={"does": RULERS[id].play_style})


def _crown(table: KingsTable, character: Character, king: str) -> None:
    character.king = king
    character.tile = start_tile(character.seat, len(table.characters))
    table.tell(
        "crowned", affects=(character.seat,), seat=character.seat, king=king, tile=character.tile
    )


async def deal(table: KingsTable) -> None:
    """Three cards each."""
    for character in table.clockwise(table.starting):
        draw_cards(table, character, START_HAND)
    table.phase = "gems"


async def choose_gems(table: KingsTable) -> None:
    """Three Core gems each, chosen in secret and shown together (R6); then the first Ylem."""
    limits = dict.fromkeys(NAMES[:3], START_CORE)
    default = dict.fromkeys(limits, 1)
    questions: dict[int, Any] = {
        character.seat: mix(character.seat, "start_gems", limits, START_CORE, default=default)
        for character in table.characters
    }
    for seat, choice in (await at_once(questions)).items():
        move_gems(counts_of_mix(choice), table.supply, table.characters[seat].pool)
        table.tell("acquired", affects=(seat,), seat=seat, gems=choice)
    await _first_ylem(table)
    table.phase = "turn"


async def _first_ylem(table: KingsTable) -> None:
    """Place it on a random tile without a piece."""
    while table.standing_on(tile := draw(table, 100)):
        pass
    table.tell("rolled_tile", tile=tile)
    await put_gems(table, tile, gems(ylem=1))
