"""Resampling redeals what a viewer can't know and keeps what the viewer knows."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core.event import PUBLIC, Viewer
from engine.core.match import running_table
from engine.core.step import encode_table
from engine.res_arcana import GAME
from engine.res_arcana.paying import leave_hand
from engine.res_arcana.table import ResArcanaTable
from engine.testing.scenario import Player, new_players
from tests.res_arcana.lay import Seat, lay, lay_text

PASSED = {"passed": True}
WORLDS = 30


def worlds(seat: Seat, viewer: Viewer) -> list[ResArcanaTable]:
    """The table as it might be for all that the viewer knows."""
    tables = []
    for number in range(WORLDS):
        table = running_table(GAME, seat.scenario.match).table
        GAME.resample(table, viewer, Random(number))
        GAME.laws(table)
        tables.append(table)
    return tables


def different(values: list[Any]) -> int:
    return len({repr(value) for value in values})


def test_rivals_hidden_cards_may_be_any_outside_the_viewers_knowledge() -> None:
    ann, _bob = lay(
        ann={"hand": ["hawk"], "deck": ["prism", "vault"]},
        bob={"hand": ["crypt", "treant"], "deck": ["mermaid", "athanor"]},
    )
    possible = worlds(ann, 0)
    assert {world.players[0].hand[0] for world in possible} == {"hawk"}
    assert {frozenset(world.players[0].deck) for world in possible} == {
        frozenset(["prism", "vault"])
    }
    assert different([world.players[0].deck for world in possible]) == 2
    bobs = {id for world in possible for id in [*world.players[1].hand, *world.players[1].deck]}
    assert len(bobs) > 20
    assert not bobs & {"hawk", "prism", "vault"}


def test_open_cards_are_not_resampled() -> None:
    ann, _bob = lay(
        ann={"hand": ["hawk"], "discards": ["prism"]},
        bob={"play": ["crypt"], "discards": ["treant"], "hand": ["vault"]},
    )
    for viewer in (0, 1, PUBLIC):
        for world in worlds(ann, viewer):
            assert world.players[0].discards == ["prism"]
            assert list(world.players[1].cards) == ["crypt"]
            assert not {"prism", "crypt", "treant"} & {*world.players[0].hand}


def test_reshuffled_discards_stay_known_to_belong_to_their_owner() -> None:
    ann, bob = lay(
        ann={"hand": ["hawk", "mermaid"]},
        bob={"play": ["library"], "discards": ["prism", "vault", "crypt"], "hand": ["treant"]},
        turn=1,
    )
    bob("use:library:p1")
    possible = worlds(ann, 0)
    for world in possible:
        rival = world.players[1]
        assert set(rival.deck) < {"prism", "vault", "crypt"}
        assert {"prism", "vault", "crypt"} < {*rival.deck, *rival.hand}
    assert different([world.players[1].deck for world in possible]) > 3
    assert different([world.players[1].hand[0] for world in possible]) > 3  # the old one


def test_cards_that_stayed_in_hand_through_another_reshuffle_are_not_in_the_deck() -> None:
    ann, bob = lay(
        ann={"hand": ["hawk"]},
        bob={"play": ["library"], "hand": ["treant"], "discards": ["prism", "vault"]}
        | {"known": ["treant"]},
        turn=1,
    )
    bob("use:library:p1")
    assert all("treant" in world.players[1].hand for world in worlds(ann, 0))


def test_reshuffle_under_a_remaining_deck_hides_which_known_cards_are_in_hand() -> None:
    ann, bob = lay_text("""
        phase actions p1
        p0 druid research
        p0 hand hawk
        p1 seer alchemy
        p1 hand treant prism
        p1 deck crypt vault
        p1 discards athanor
        p1 known prism vault crypt
        p1 loose prism vault crypt""")
    bob("use:seer:p1", "deck:own")
    in_hand = {id for world in worlds(ann, 0) for id in world.players[1].hand}
    assert in_hand >= {"prism", "vault", "crypt"}


def test_looked_at_deck_keeps_its_known_top() -> None:
    ann, _ = lay(
        ann={"play": ["hawk"], "deck": ["prism", "vault", "crypt", "treant", "athanor", "mermaid"]},
        bob=PASSED,
    )
    ann("use:hawk:p1", "deck:own", ["card:crypt", "card:prism", "card:vault"])
    possible = worlds(ann, 0)
    assert {tuple(world.players[0].deck[::-1][:3]) for world in possible} == {
        ("crypt", "prism", "vault")
    }
    assert different([world.players[0].deck for world in possible]) > 3
    others = worlds(ann, 1)
    assert different([world.players[0].deck[-1] for world in others]) > 5


def test_looked_at_monuments_stay_known_to_their_viewer_only() -> None:
    top = ["library", "obelisk", "mausoleum"]
    ann, _bob = lay(ann={"mage": "seer", "hand": ["hawk"]}, bob={"hand": ["vault"]}, monuments=top)
    ann("use:seer:p1", [f"card:{id}" for id in top])
    assert {tuple(world.monuments[::-1][:3]) for world in worlds(ann, 0)} == {tuple(top)}
    for viewer in (1, PUBLIC):
        assert different([world.monuments[-1] for world in worlds(ann, viewer)]) > 3


def test_unchosen_mages_are_unknown_to_rivals() -> None:
    players = new_players(GAME, 2)
    ann = Seat(players[0].scenario, 0)
    own = ann.own.mages
    possible = worlds(ann, 0)
    assert all(world.players[0].mages == own for world in possible)
    assert len({id for world in possible for id in world.players[1].mages}) == 8


def test_the_unseen_deck_of_a_first_game_is_unknown_to_its_owner_too() -> None:
    players = new_players(GAME, 2, {"mode": "first_game"})
    ann = Seat(players[0].scenario, 0)
    possible = worlds(ann, 0)
    assert len({id for world in possible for id in world.players[0].deck}) > 20
    assert all(set(world.players[0].never_seen) == set(world.players[0].deck) for world in possible)
    assert {tuple(world.players[0].hand) for world in possible} == {tuple(ann.own.hand)}


def test_resampled_worlds_draw_with_another_seed() -> None:
    ann, _ = lay(ann={"play": ["library"], "discards": ["prism", "vault", "crypt"]}, bob=PASSED)
    drawn = set()
    for number in range(WORLDS):
        current = running_table(GAME, ann.scenario.match, 0)
        current.resample(0, Random(number))
        current.answer(current.open[0], "use:library:p1")
        drawn |= set(current.table.players[0].hand)
    assert drawn == {"prism", "vault", "crypt"}


def test_order_in_which_a_rival_drew_the_hand_is_resampled() -> None:
    """A card that the viewer knows there may have been drawn first or last."""
    hands = (["crypt", "treant"], ["treant", "crypt"])
    seats = [lay(bob={"hand": hand, "known": ["treant"]})[0] for hand in hands]
    first, second = ([world.players[1].hand for world in worlds(ann, 0)] for ann in seats)
    assert first == second


def truths(*texts: str) -> list[list[bytes]]:
    """The bytes that p0 gets for each of these positions, which p0 cannot distinguish."""
    return [[encode_table(world) for world in worlds(lay_text(text)[0], 0)] for text in texts]


RESHUFFLED = """
    phase actions p0
    p0 druid research
    p0 hand hawk
    p1 seer alchemy
    p1 deck crypt vault
    p1 known vault"""


@pytest.mark.parametrize(
    "hands",
    [
        ("hand treant prism|loose prism crypt vault", "hand prism treant|loose prism crypt vault"),
        (
            "hand treant prism|loose prism crypt vault",
            "hand treant mermaid|loose treant crypt vault",
        ),
    ],
)
def test_unknown_cards_that_never_left_the_hand_are_resampled(hands) -> None:
    """The order of the hand is hidden, and so is which of its cards was drawn last."""
    first, second = truths(
        *(
            "".join([RESHUFFLED, *(f"\n    p1 {line}" for line in hand.split("|"))])
            for hand in hands
        )
    )
    assert first == second


def test_card_played_unseen_may_have_been_drawn_before_or_after_a_reshuffle() -> None:
    """Rivals see prism leave the hand; whether it was loose decides nothing they can tell."""
    tables = []
    for loose in ("prism", "treant"):
        text = RESHUFFLED + f"\n    p1 hand treant prism\n    p1 loose {loose} crypt vault"
        ann, _ = lay_text(text)
        table = running_table(GAME, ann.scenario.match).table
        leave_hand(table.players[1], "prism")
        table.players[1].discards.append("prism")
        GAME.resample(table, 0, Random(1))
        tables.append(encode_table(table))
    assert tables[0] == tables[1]


def test_unseen_draft_pack_of_a_rivals_open_card_is_resampled() -> None:
    """In both deals of a draft for two, the first card of a pack is never seen by the other."""
    ann, _ = new_players(GAME, 2, {"mode": "draft"})
    all_players = [ann, Player(ann.scenario, 1)]
    while ann.scenario.table.stage == "draft":
        player = next(player for player in all_players if player.questions)
        player(player.question.default())
    tables = []
    for exchanged in (False, True):
        table = running_table(GAME, ann.scenario.match).table
        packs = [table.draft.earlier[1], table.draft.kept[1]]
        open_card = packs[0][0]
        if exchanged:
            packs[0][0], packs[1][0] = packs[1][0], packs[0][0]
        rival = table.players[1]
        (rival.hand if open_card in rival.hand else rival.deck).remove(open_card)
        rival.discards.append(open_card)
        GAME.resample(table, 0, Random(1))
        assert open_card in (packs[0][0], packs[1][0])
        tables.append(encode_table(table))
    assert tables[0] == tables[1]


def reordered(seat: Seat) -> ResArcanaTable:
    """The table after an agreed undo has come back to it."""
    seat.scenario.match.step.redraws.append(0)
    return running_table(GAME, seat.scenario.match).table


def test_agreed_undo_keeps_deck_tops_that_were_seen() -> None:
    deck = ["prism", "vault", "mermaid", "athanor", "crypt", "treant", "hawk"]
    ann, bob = lay(ann={"deck": deck, "seen_from_top": 2}, bob={"seen_monuments": 3})
    before, table = ann.table, reordered(ann)
    GAME.laws(table)
    assert table.players[0].deck[-2:] == before.players[0].deck[-2:]
    assert sorted(table.players[0].deck) == sorted(before.players[0].deck)
    assert table.players[0].deck != before.players[0].deck
    assert table.monuments[-3:] == before.monuments[-3:]
    assert table.monuments != before.monuments
    for seat in (ann, bob):
        assert GAME.view(table, seat.seat) == seat.view
