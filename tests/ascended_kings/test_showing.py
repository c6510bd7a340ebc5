"""Showing cards (rulebook p. 43): "Players may reveal … information to whomever … they wish"."""

from __future__ import annotations

from random import Random

import pytest

from engine.ascended_kings import GAME
from engine.ascended_kings.knowledge import knows
from engine.core.errors import ShowRefused
from engine.core.event import PUBLIC
from engine.core.match import running_table
from tests.ascended_kings.positions import lay, mat, table_of

ARENA = "p0 apsu @44\np1 vara @45 asc_rubedo_1 asc_calcination_2\np2 zhoth @99"
WORLDS = range(12)


def dealt_anew(player, viewer):
    """Tables that are as likely to the viewer as the true one."""
    for number in WORLDS:
        current = running_table(GAME, player.scenario.match, viewer)
        seen = GAME.view(current.table, viewer)
        GAME.resample(current.table, viewer, Random(number))
        GAME.laws(current.table)
        assert GAME.view(current.table, viewer) == seen
        yield current.table


def hands(player, viewer, seat):
    return [table.characters[seat].hand for table in dealt_anew(player, viewer)]


def memory(by, to, card, ply):
    return {"by": by, "to": dict.fromkeys(to, True), "card": card, "ply": ply}


def test_shown_card_is_remembered_by_its_owner_and_viewers():
    ann, bob, cid = lay(f"phase latent p0\n{ARENA}")
    bob.show("asc_rubedo_1", cid)
    seen = {"s0": memory("p1", ["p2"], "asc_rubedo_1", 1)}
    assert [player.view.get("shown") for player in (ann, bob, cid)] == [None, seen, seen]
    assert "shown" not in GAME.view(table_of(ann), PUBLIC)
    assert "asc_rubedo_1" not in str([ann.events, GAME.view(table_of(ann), PUBLIC)])


def test_memory_does_not_change_when_the_card_moves():
    _, bob, cid = lay(
        "phase action p1\np0 apsu @44\np1 vara @45 D2 asc_albedo_1 asc_rubedo_1\np2 zhoth @99"
    )
    bob.show("asc_albedo_1", cid)
    before = cid.view["shown"]
    key = next(key for key in bob.options if key.startswith("instant:asc_albedo_1"))
    bob(key)
    assert "asc_albedo_1" not in mat(bob).hand
    assert cid.view["shown"] == before
    bob.show("asc_rubedo_1", cid)
    assert cid.view["shown"] == {**before, "s1": memory("p1", ["p2"], "asc_rubedo_1", 3)}


def test_shown_card_is_not_resampled_for_its_viewers():
    _, bob, cid = lay(f"phase latent p0\n{ARENA}")
    bob.show("asc_rubedo_1", cid)
    assert all("asc_rubedo_1" in hand for hand in hands(bob, 2, 1))
    assert len({tuple(hand) for hand in hands(bob, 2, 1)}) > 3, "the other card is hidden"
    for viewer in (0, PUBLIC):
        assert not all("asc_rubedo_1" in hand for hand in hands(bob, viewer, 1))
    assert all(table.shown == [] for table in dealt_anew(bob, 0))
    assert all(len(table.shown) == 1 for table in dealt_anew(bob, 1))


def test_viewer_of_a_card_does_not_learn_of_later_viewers():
    ann, bob, cid = lay(f"phase latent p0\n{ARENA}")
    bob.show("asc_rubedo_1", cid).show("asc_rubedo_1", ann)
    for viewer, other in ((0, 2), (2, 0)):
        for table in dealt_anew(bob, viewer):
            assert knows(table, viewer, "asc_rubedo_1")
            assert not knows(table, other, "asc_rubedo_1")


def test_shown_card_that_left_the_hand_is_resampled_without_it():
    _, bob, cid = lay(
        "phase action p1\np0 apsu @44\np1 vara @45 D2 asc_albedo_1 asc_rubedo_1\np2 zhoth @99"
    )
    bob.show("asc_albedo_1", cid)
    bob(next(key for key in bob.options if key.startswith("instant:asc_albedo_1")))
    assert not knows(table_of(bob), 2, "asc_albedo_1")
    assert len({tuple(hand) for hand in hands(bob, 2, 1)}) > 3


def test_own_face_down_inscription_may_be_shown():
    ann, bob, _ = lay(
        "phase latent p1\np0 apsu @44\np1 vara @45 (asc_albedo_1) asc_rubedo_1\np2 zhoth @99"
    )
    bob.show("asc_albedo_1", ann)
    assert ann.view["players"]["p1"]["inscription"] == {"face_up": False}
    assert all(table.characters[1].inscription == "asc_albedo_1" for table in dealt_anew(bob, 0))
    others = {table.characters[1].inscription for table in dealt_anew(bob, 2)}
    assert len(others) > 3
    bob("uninscribe", "inscribe:asc_albedo_1")
    assert not knows(table_of(bob), 0, "asc_albedo_1"), "it may be another one of that focus"


def test_stolen_inscription_stays_known_to_its_earlier_viewers():
    ann, bob, cid = lay(
        "phase action p0\np0 apsu @44 Y3 asc_calcination_3 asc_nigredo_2\n"
        "p1 vara @45 (asc_albedo_1)\np2 zhoth @99\np3 eloden @11"
    )[:3]
    bob.show("asc_albedo_1", cid)
    ann("cast:asc_calcination_3")
    assert "asc_albedo_1" in mat(ann).hand
    assert [knows(table_of(ann), seat, "asc_albedo_1") for seat in (1, 2, 3)] == [True, True, False]
    assert all("asc_albedo_1" in hand for hand in hands(ann, 2, 0))
    for table in dealt_anew(ann, 0):
        assert not knows(table, 2, "asc_albedo_1"), "the thief did not see it shown"
        assert knows(table, 1, "asc_albedo_1"), "the victim held it"


def test_activated_inscription_is_public_from_then_on():
    ann, bob, _ = lay("phase action p1\np0 apsu @44\np1 vara @45 Y3 (asc_albedo_1)\np2 zhoth @99")
    bob.show("asc_albedo_1", ann)
    bob("activate")
    while mat(bob).inscription:
        bob(bob.question.default())
    assert not knows(table_of(bob), 0, "asc_albedo_1")
    assert len(ann.view["shown"]) == 1


def test_public_cards_and_rivals_cards_cannot_be_shown():
    _, bob, cid = lay(
        "phase latent p0\np0 apsu @44 asc_nigredo_1\n"
        "p1 vara @45 (asc_prismatic_inscription_a) asc_rubedo_1\np2 zhoth @99"
    )
    for card in ("asc_prismatic_inscription_a", "asc_nigredo_1", "asc_nigredo_9", ""):
        with pytest.raises(ShowRefused):
            bob.show(card, cid)


def test_revenant_that_has_not_returned_may_show_a_card():
    ann, bob, cid = lay(
        "phase latent p0\np0 apsu @44\np1 vara revenant x1 rev_rubedo_1\np2 zhoth @99"
    )
    assert not mat(bob).on_board
    bob.show("rev_rubedo_1", ann, cid)
    assert ann.view["shown"] == {"s0": memory("p1", ["p0", "p2"], "rev_rubedo_1", 1)}


def test_optional_questions_keep_their_ids_across_a_show():
    _, bob, cid = lay(f"phase latent p0\n{ARENA}")
    before = bob.scenario.match.decisions
    assert any(decision.optional for decision in before)
    bob.show("asc_rubedo_1", cid)
    assert bob.scenario.match.decisions == before
