"""What is hidden stays hidden: hands, inscriptions face down, draw piles, and windows."""

import json
from random import Random

import pytest

from engine.ascended_kings import GAME
from engine.ascended_kings.knowledge import drop_knowledge, knows, record_seen_by_all
from engine.ascended_kings.read_notation import read
from engine.bots.random_bot import random_answer
from engine.core.errors import IllegalAnswer
from engine.core.event import PUBLIC
from engine.core.match import running_table
from engine.testing.scenario import Scenario, frame
from tests.ascended_kings.positions import lay, mat, table_of

SECRETS = (
    "asc_rubedo_3 asc_nigredo_3",  # no Instant Power at all
    "asc_coagulation_2 asc_egis_bound_1",  # would save
    "asc_albedo_1 asc_pneuma_mundus_a",
)
"""Hands of the same size that differ in everything else."""


def received(scenario: Scenario, viewer) -> str:
    """Everything that a viewer receives, ids of decisions included."""
    seen = frame(GAME, scenario.match, scenario.table, scenario.running.open, viewer)
    return json.dumps(seen, sort_keys=True)


POSITIONS = {
    "an attack is declared": ("p0 apsu @44 P3 A1\np1 vara @45 E1 D1 {}", ["attack:p1", 2]),
    "a wound is on the way": ("p0 apsu @44 Y1 asc_rubedo_1\np1 vara @45 {}", ["cast:asc_rubedo_1"]),
    "a card is cast": (
        "p0 apsu @44 Y1 A1 asc_dissolution_1\np1 vara @45 A3 {}",
        ["cast:asc_dissolution_1", {"aria": 1}],
    ),
    "a wall has come": (
        "phase returns p0 began p1\nindex 15 event 0 turns 1\nwalls right2\n"
        "p0 apsu @44\np1 vara L2 @56 {}",
        [],
    ),
    "an open point": ("phase state p0\np0 apsu @44 asc_rubedo_1\np1 vara @45 {}", []),
    "dice on the table": ("phase allocate p0\np0 apsu @44\np1 vara @45 D1 {}\ndice p0 1 2 >=7", []),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_windows_do_not_depend_on_a_rivals_hand(name):
    """R10: the same prompts, the same order, the same waiting, for all but the card's owner."""
    text, answers = POSITIONS[name]
    seen = []
    for hand in SECRETS:
        ann, _ = lay(text.format(hand))
        ann(*answers)
        seen.append([received(ann.scenario, viewer) for viewer in (0, PUBLIC)])
    assert seen[0] == seen[1] == seen[2]


def test_declining_to_use_a_card_is_no_answer():
    """A log entry, even an empty one, would reveal the seat and time of the decision."""
    ann, bob, _ = lay("p0 apsu @44 A1\np1 vara @55 asc_rubedo_1\np2 zhoth @99 asc_rubedo_2")
    assert bob.options == {"instant:asc_rubedo_1"}
    for nothing in ("pass", "", None, []):
        with pytest.raises(IllegalAnswer):
            bob(nothing)
    assert ann.scenario.match.ply == 0


def test_view_contains_no_card_hidden_from_its_viewer():
    rng = Random(4)
    current = Scenario(GAME, _begun(3))
    for _ in range(150):
        if current.over:
            break
        table = current.table
        for viewer in (0, 1, 2, PUBLIC):
            text = received(current, viewer)
            for card in _hidden(table, viewer):
                assert f'"{card}"' not in text, f"{viewer} sees {card}"
                assert f":{card}" not in text
        place = rng.randrange(len(current.match.decisions))
        decision = current.match.decisions[place]
        current.answer(decision.seat, decision.id, random_answer(current.running.open[place], rng))


def _begun(seats):
    from engine.core.match import new_match
    from engine.testing.scenario import SEED

    return new_match(GAME, {"round_limit": 6, "kings": "random"}, seats, SEED)


def _hidden(table, viewer):
    hidden = [*table.ascendant.draw, *table.revenant.draw]
    hidden += table.looked_at if viewer != table.active else []
    for character in table.characters:
        if character.seat != viewer:
            hidden += character.hand
            hidden += (
                [character.inscription]
                if character.inscription and "prismatic" not in character.inscription
                else []
            )
    return hidden


def test_face_down_inscriptions_are_resampled_within_the_focus():
    """It is public that a King's inscription has the King's focus (R28)."""
    table = read(
        "p0 apsu @44\np1 vara @45 (asc_albedo_1) asc_rubedo_1\np2 zhoth revenant @99 (rev_rubedo_1)"
    )
    seen = set()
    for number in range(40):
        GAME.resample(table, 0, Random(number))
        GAME.laws(table)
        seen.add(table.characters[1].inscription)
        assert table.characters[2].inscription.startswith("rev_")
    assert len(seen) > 5
    names = ("sun_and_sky", "separation", "albedo")
    assert all(card[4:].rsplit("_", 1)[0] in names for card in seen)


def dealt_anew(player, viewer):
    """The hands of p1 in a few tables that are as likely to the viewer."""
    hands = []
    for number in range(12):
        current = running_table(
            GAME, player.scenario.match, viewer if viewer is not PUBLIC else None
        )
        GAME.resample(current.table, viewer, Random(number))
        GAME.laws(current.table)
        hands.append(current.table.characters[1].hand)
    return hands


def test_card_revealed_on_its_way_to_a_hand_is_not_resampled():
    """Rulebook, Step 5: uninscribing reveals the card; all know that its owner holds it."""
    _, bob, *_ = lay(
        "phase latent p1\np0 apsu @44\np1 vara @45 (asc_albedo_1) asc_rubedo_1\np2 zhoth @99"
    )
    bob("uninscribe")
    for viewer in (0, 2, PUBLIC):
        hands = dealt_anew(bob, viewer)
        assert all("asc_albedo_1" in hand for hand in hands)
        assert all(hand == sorted(hand) for hand in hands), "in what order, nobody can tell"
        assert len({tuple(hand) for hand in hands}) > 3
    bob("inscribe:asc_albedo_1")
    assert not knows(table_of(bob), 0, "asc_albedo_1"), "it may be another one of his focus"


def test_stolen_card_is_known_only_to_thief_and_victim():
    _, bob, _ = lay(
        "phase action p1\np0 apsu @44 asc_nigredo_3\np1 vara @45 Y2 asc_calcination_2\np2 zhoth @99"
    )
    bob("cast:asc_calcination_2")
    assert bob.scenario.match.decisions[0].prompt == "respond"
    bob.scenario.answer(0, bob.scenario.match.decisions[0].id, "pass")
    assert mat(bob).hand == ["asc_nigredo_3"]
    assert all(hand == ["asc_nigredo_3"] for hand in dealt_anew(bob, 0))
    assert len({hand[0] for hand in dealt_anew(bob, 2)}) > 3
    assert len({hand[0] for hand in dealt_anew(bob, PUBLIC)}) > 3


def test_unseen_theft_blurs_the_others_knowledge_of_the_hand():
    table = read("p0 apsu @44\np1 vara @45 asc_albedo_1 asc_rubedo_1\np2 zhoth @54\np3 eloden @99")
    record_seen_by_all(table, "asc_albedo_1")
    drop_knowledge(table, table.characters[1].hand, 2, 1)
    assert [knows(table, viewer, "asc_albedo_1") for viewer in (0, 1, 2, 3, PUBLIC)] == [
        False, True, True, False, False
    ]  # fmt: skip


def test_looked_at_cards_are_known_only_to_their_viewer():
    ann, bob = lay(
        "p0 apsu @44 Y1 asc_distillation_1\np1 vara @45\ndraw asc_rubedo_1 asc_rubedo_2 "
        "asc_rubedo_3"
    )
    ann("cast:asc_distillation_1")
    looked = list(table_of(ann).looked_at)
    current = running_table(GAME, ann.scenario.match, 0)
    GAME.resample(current.table, 0, Random(1))
    assert current.table.looked_at == looked
    current = running_table(GAME, ann.scenario.match, 1)
    GAME.resample(current.table, 1, Random(1))
    assert current.table.looked_at != looked
    assert "looking" not in bob.view


def test_instants_of_a_resampled_hand_do_no_harm():
    """An open question may name a card that a resampled hand does not hold."""
    ann, _ = lay("p0 apsu @44\np1 vara @45 asc_rubedo_1")
    current = running_table(GAME, ann.scenario.match, 0)
    question = next(q for q in current.open if q.seat == 1)
    current.table.characters[1].hand = ["asc_nigredo_3"]
    current.answer(question, "instant:asc_rubedo_1")
    assert current.table.characters[1].hand == ["asc_nigredo_3"]


def test_drawn_cards_are_revealed_to_their_owner_only():
    ann, bob = lay("p0 apsu @44 Y1\np1 vara @45\ndraw asc_rubedo_1")
    ann("draw")
    assert [event.args for event in ann.events if event.key == "drew"] == [
        {"seat": 0, "cards": ["asc_rubedo_1"]}
    ]
    assert [event.key for event in bob.events] == ["drew_some"]


def test_a_draw_cannot_be_undone_freely():
    ann, _ = lay("p0 apsu @44 Y1\np1 vara @45\ndraw asc_rubedo_1")
    ann("draw")
    assert ann.scenario.match.undoable == []


def test_incomplete_announcement_can_be_undone():
    ann, _ = lay("p0 apsu @44 P3\np1 vara @45")
    ann("attack:p1")
    assert ann.scenario.match.undoable == [0]


def test_an_agreed_undo_shuffles_both_draw_piles_and_nothing_else():
    ann, bob = lay("phase state p0\np0 apsu @44 asc_rubedo_1\np1 vara L2 @45")
    scenario = ann.scenario
    scenario.match.step.redraws.append(0)
    table = running_table(GAME, scenario.match).table
    GAME.laws(table)
    for revenant in (False, True):
        before, after = (position.deck(revenant) for position in (scenario.table, table))
        assert sorted(after.draw) == sorted(before.draw)
        assert after.draw != before.draw
        assert after.discard == before.discard
    assert [character.hand for character in table.characters] == [
        character.hand for character in scenario.table.characters
    ]
    assert GAME.view(table, bob.seat) == bob.view
