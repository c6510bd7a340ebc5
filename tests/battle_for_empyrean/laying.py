"""Builds a table of Battle for Empyrean.

    ann, bob = lay(ann={"hand": ["eater_of_souls"], "b1": ["soul_of_the_living 1"]}, bob={})

A unit is written as its card, its Might and its tokens: "zombie_horde 7 shield stun". Units are
numbered in order: Ann's b1, b2, …, then Bob's. Cards of a game deck that are not named stay in the
deck; a quiet battlefield has no effects.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.battle_for_empyrean import GAME
from engine.battle_for_empyrean.battlefield import (
    BATTLEFIELDS,
    SETTLED,
    Battlefield,
    effects_of,
    moments_of,
)
from engine.battle_for_empyrean.card import CARDS, DECKS, TEMPLATE
from engine.battle_for_empyrean.options import available
from engine.battle_for_empyrean.setup import take_cards
from engine.battle_for_empyrean.table import EmpyreanTable, Field, Unit
from engine.battle_for_empyrean.table import Player as Side
from engine.testing.scenario import Player, players

QUIET = "quiet_field"
TOKENS = ("stun", "shield", "anchor", "move", "captive")
PILES = ("hand", "discarded", "destroyed", "banished", "bottom")
FIVE = ["oni 0", "ninja 1", "sohei 1", "itako 4", "ikko_ikki 6"]
"""A row that leaves one Zone open."""


@pytest.fixture
def quiet_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    """While it is used, there is a battlefield without effects."""
    monkeypatch.setitem(BATTLEFIELDS, QUIET, Battlefield(id=QUIET, name="Quiet Field"))


def lay(
    *fields: str,
    round: int = 3,
    phase: str = "deploy",
    token: int = 0,
    reached: bool = False,
    **sides: dict[str, Any],
) -> tuple[Player, ...]:
    """A scenario: sides in the order given, `fields` top to bottom (quiet where absent)."""
    seats = len(sides)
    cards = [*fields, *[QUIET] * (seats + 1 - len(fields))]
    table = EmpyreanTable(players=[], round=round, phase=phase, token=token)
    table.last_round = 10 if seats == 2 else 9
    table.fields = [Field.of(card, place, seats) for place, card in enumerate(cards)]
    for here in table.fields:
        here.reached = reached
    table.moments = moments_of(table.fields)
    table.races = [here.place for here in table.fields if effects_of(here, SETTLED)]
    table.present = [
        place
        for place, card in enumerate(cards)
        if card != "eldritch_rift" or round < table.last_round
    ]
    for seat, spec in enumerate(sides.values()):
        table.players.append(_side(table, seat, spec))
    return players(GAME, table, seats)


def lay_text(text: str) -> tuple[Player, ...]:
    """A scenario from a position in its notation."""
    table = GAME.read_position(text)
    return players(GAME, table, len(table.players))


def _side(table: EmpyreanTable, seat: int, spec: dict[str, Any]) -> Side:
    side = Side(seat, rows=[[] for _ in table.fields])
    side.essence = spec.get("essence", 20)
    side.next_essence = spec.get("next", 0)
    side.raids = spec.get("raids", 0)
    for pile in PILES:
        setattr(side, pile, list(spec.get(pile, [])))
    for place, row in enumerate(side.rows):
        row += [_unit(table, seat, place, text) for text in spec.get(f"b{place + 1}", [])]
        table.fields[place].stops[seat] = spec.get("stops", {}).get(f"b{place + 1}", 0)
        table.fields[place].counts[seat] = spec.get("counts", {}).get(f"b{place + 1}", {})
        table.fields[place].firsts[seat] = spec.get("firsts", {}).get(f"b{place + 1}", [])
    used = Counter(card for pile in PILES for card in getattr(side, pile))
    used.update(unit.card for row in side.rows for unit in row)
    named = used + Counter(spec.get("deck", []))
    deck_id, whole = deck_around(named)
    take_cards(side, whole, deck_id)
    side.deck = sorted((Counter(whole) - used).elements())
    if spec.get("no_deck"):
        side.discarded += side.deck
        side.deck = []
    return side


def _unit(table: EmpyreanTable, seat: int, place: int, text: str) -> Unit:
    card, *rest = text.split()
    table.units += 1
    unit = Unit(table.units, seat, card, place, revealed=max(1, table.round - 1))
    unit.might = int(rest.pop(0)) if rest and rest[0].isdigit() else CARDS[card].might
    for token in rest:
        setattr(unit, token, getattr(unit, token) + 1)
    return unit


def deck_around(named: Counter[str]) -> tuple[str, dict[str, int]]:
    """A deck with these cards: one of the nine decks, else a mash-up."""
    for deck in DECKS.values():
        if named <= Counter(deck.cards()):
            return deck.id, deck.cards()
    whole = Counter(named)
    for cost, wanted in TEMPLATE.items():
        for card, copies in reversed(available(cost).items()):
            there = sum(count for id, count in whole.items() if CARDS[id].cost == cost)
            whole[card] += max(0, min(copies - whole[card], wanted - there))
    return "mash_up", dict(whole)


# -- looking


def row(player: Player, place: str) -> list[str]:
    """The player's row as text, the way `lay` takes it; face-down cards end in "face-down"."""
    side = player.scenario.table.players[player.seat]
    return [_text_of(unit) for unit in side.rows[int(place[1:]) - 1]]


def _text_of(unit: Unit) -> str:
    if not unit.revealed:
        return f"{unit.card} face-down"
    tokens = [token for token in TOKENS for _ in range(getattr(unit, token))]
    return " ".join([unit.card, str(unit.might), *tokens])


def side(player: Player) -> Any:
    """The player's part of the table."""
    return player.scenario.table.players[player.seat]


def might(player: Player, place: str) -> int:
    """The player's Might on a battlefield."""
    return sum(unit.might for unit in side(player).rows[int(place[1:]) - 1])


def reveal(player: Player, card: str, place: str = "b1", *answers: Any) -> None:
    """Deploy a card from hand, end the phase, and answer its Reveal."""
    player(f"deploy:{card}:{place}")
    if player.asked == "deploy":
        player("done")
    player(*answers)


def play_on(*all_players: Player, until: str = "keep", player: int = 0) -> None:
    """Answer every question by default, at least one, until the player is asked `until`."""
    answered = False
    while True:
        asked = [each for each in all_players if each.asked]
        if answered and any(each.asked == until and each.seat == player for each in asked):
            return
        assert asked, f"{until} was never asked"
        asked[0](asked[0].question.default())
        answered = True


def keys(events: list[Any], *wanted: str) -> list[str]:
    """The keys of these events, limited to the wanted ones."""
    return [event.key for event in events if event.key in wanted]
