"""Laws: invariants that hold at every question."""

from __future__ import annotations

from engine.res_arcana.card import ARTIFACT, CARDS, Kind, of_kind
from engine.res_arcana.essences import KINDS
from engine.res_arcana.resample import artifacts_of
from engine.res_arcana.setup import DECK_SIZE, TILES
from engine.res_arcana.table import Player, ResArcanaTable


def check_laws(table: ResArcanaTable) -> None:
    """Raise AssertionError if the table is impossible."""
    artifacts_are_in_one_place(table)
    centre_is_whole(table)
    for player in table.players:
        essences_are_counted(player)
        knowledge_is_true(table, player)


def artifacts_are_in_one_place(table: ResArcanaTable) -> None:
    """Every artifact is in one place at most, and no player's artifacts get lost."""
    placed = [id for player in table.players for id in artifacts_of(player)]
    if table.draft and table.stage == "draft":
        placed += [id for pack in table.draft.left for id in pack]
    placed += table.offer
    assert len(set(placed)) == len(placed), "a component is in two places"
    artifacts = [id for id in placed if CARDS[id].kind == ARTIFACT]
    if table.stage not in ("draft", "offer"):
        assert len(artifacts) <= DECK_SIZE * len(table.players), "an artifact too many"


def centre_is_whole(table: ResArcanaTable) -> None:
    """Five places, ten monuments, eight magic items, one token."""
    played = [CARDS[id] for player in table.players for id in player.cards]
    tiles = [CARDS[id].tile for id in table.places]
    tiles += [card.tile for card in played if card.kind == "place_of_power"]
    assert sorted(tiles) == list(TILES), "a Place of Power is lost"
    centres: dict[Kind, list[str]] = {
        "monument": table.monuments + table.display,
        "magic_item": table.items,
    }
    for kind, centre in centres.items():
        in_play = [card.id for card in played if card.kind == kind]
        assert sorted([*centre, *in_play]) == sorted(of_kind(kind)), f"a {kind} is lost"
    assert 0 <= table.first < len(table.players), "nobody has the First Player token"


def essences_are_counted(player: Player) -> None:
    """No count is negative; components hold only what exists."""
    assert set(player.pool) == set(KINDS), "a pool lacks a kind"
    assert min(player.pool.values()) >= 0, "a pool is overdrawn"
    for component in player.cards.values():
        on_it = component.essences.items()
        assert all(n > 0 and kind in KINDS for kind, n in on_it), f"odd essences on {component.id}"


def knowledge_is_true(table: ResArcanaTable, player: Player) -> None:
    """No player knows more cards than exist, and recorded knowledge is still true."""
    name = f"p{player.seat}"
    assert 0 <= player.seen_from_top <= len(player.deck), f"{name} has seen more than the deck"
    assert 0 <= player.seen_monuments <= len(table.monuments), f"{name} saw too many monuments"
    hidden_cards = {*player.hand, *player.deck}
    assert set(player.known) <= hidden_cards, f"a known card of {name} is not hidden"
    assert set(player.loose) <= hidden_cards, f"a loose card of {name} is not hidden"
    assert set(player.never_seen) <= set(player.deck), (
        f"an unseen card of {name} is not in the deck"
    )
    assert not player.mage or player.mage in player.cards, f"the mage of {name} is lost"
    assert not player.item or player.item in player.cards, f"the magic item of {name} is lost"
