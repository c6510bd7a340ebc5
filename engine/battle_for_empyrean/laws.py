"""Laws: invariants between any two answers."""

from __future__ import annotations

from collections import Counter

from engine.battle_for_empyrean.battlefield import zones
from engine.battle_for_empyrean.card import CARDS, DECK_SIZE
from engine.battle_for_empyrean.deploy import public_essence
from engine.battle_for_empyrean.options import deck_error
from engine.battle_for_empyrean.table import EmpyreanTable, Field, Player, Unit


def check_laws(table: EmpyreanTable) -> None:
    """Raise AssertionError if one is broken."""
    numbers = [unit.number for player in table.players for unit in _units(player)]
    assert len(set(numbers)) == len(numbers), "two units have the same number"
    assert all(number <= table.units for number in numbers), "a unit is not counted"
    for field in table.fields:
        _check_field(table, field)
    if table.distinct_decks:
        decks = [
            player.deck_id for player in table.players if player.deck_id not in ("", "mash_up")
        ]
        assert len(set(decks)) == len(decks), "two players have the same deck"
    for player in table.players:
        _check_cards(player)
        _check_numbers(player)
        for place, row in enumerate(player.rows):
            for unit in row:
                assert unit.place == place, "a unit stands elsewhere than it thinks"
                _check_unit(player, unit)


def _check_field(table: EmpyreanTable, field: Field) -> None:
    assert min(field.stops) >= 0, "less than no Stop Token"
    for seat, player in enumerate(table.players):
        assert len(set(field.firsts[seat])) == len(field.firsts[seat]), "a first time came twice"
        assert all(count > 0 for count in field.counts[seat].values()), "counted to nothing"
        assert all(1 <= round <= table.round for round in field.rounds[seat].values()), (
            "a coming Round"
        )
        if field.place in table.present:
            assert len(player.rows[field.place]) <= zones(table, seat, field.place), "no such Zone"


def _units(player: Player) -> list[Unit]:
    return [unit for row in player.rows for unit in row]


def _check_cards(player: Player) -> None:
    piles = [player.deck, player.bottom, player.hand, player.drafted]
    piles += [player.discarded, player.destroyed, player.banished]
    counts = Counter(card for pile in piles for card in pile)
    counts.update(unit.card for unit in _units(player))
    assert counts == Counter(player.cards), "cards are lost or made"
    if player.cards:
        assert counts.total() == DECK_SIZE, f"p{player.seat} has {counts.total()} cards, not 24"
        assert not deck_error(player.cards), deck_error(player.cards)
    assert player.prisoner < len(player.banished), "the prisoner has gone"


def _check_numbers(player: Player) -> None:
    assert player.essence >= 0, "less than no Essence"
    assert public_essence(player) >= player.essence, "less Essence is shown than there is"


def _check_unit(player: Player, unit: Unit) -> None:
    assert unit.owner == player.seat, "a unit stands in another player's row"
    assert unit.might >= 0, "less than no Might"
    assert min(unit.stun, unit.shield, unit.anchor, unit.move, unit.captive) >= 0, "token debt"
    assert not unit.leaving or unit.revealed, "a face-down card is Destroyed"
    assert unit.leaving != "gone", "a unit that has left stands in a row"
    assert unit.revealed or not unit.might, "a face-down card has Might"
    assert unit.card in CARDS, "there is no such card"
