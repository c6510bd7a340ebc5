"""The log names targets, sources, destinations, and why less was gained than rolled."""

from __future__ import annotations

import pytest

from engine.ascended_kings import GAME
from engine.core.view import visible_event
from engine.testing.scenario import NAMES, Player
from tests.ascended_kings.positions import cast, lay


def lines(reader: Player) -> list[str]:
    """Everything this player reads, line by line."""
    seen = [
        visible_event(GAME, event, reader.seat, 0, NAMES, dict) for event in reader.scenario.events
    ]
    return [line["text"] for line in seen if line is not None]


def test_every_event_with_a_seat_addresses_its_player_as_you():
    """Any player in the seat of an event."""
    ours = {
        key: template for key, template in GAME.messages.texts.items() if key.startswith("event.")
    }
    without = [
        key for key, template in ours.items() if "seat" in template.required and not template.you
    ]
    assert without == []


@pytest.mark.parametrize(
    ("card", "others", "line"),
    [
        ("asc_rubedo_1", "p1 vara @45", "Ann casts Rubedo 1 at Bob"),
        (
            "asc_citrinitas_3",
            "p1 vara @45 Y1\np2 zhoth @99 Y1",
            "Ann casts Citrinitas 3 at Bob and Cid",
        ),
        ("asc_projection_1", "p1 vara @45", "Ann casts Projection 1"),
    ],
)
def test_cast_names_its_targets(card, others, line):
    ann, bob, *_ = cast(card, "@44 Y3", others)
    assert line in lines(bob)
    assert line.replace("Ann casts", "You cast") in lines(ann)


def test_transferred_dire_names_its_target():
    ann, bob = cast("asc_dire_transfer_1", "@44 Y1 D1", "p1 vara @45")
    ann("target:p1")
    assert "Ann casts Dire Transfer 1 at Bob" in lines(bob)
    assert "You suffer 1 Dire Wound from Dire Transfer 1" in lines(bob)


def test_inscription_is_distinguished_from_a_hand_card():
    ann, bob = lay("p0 kynazarr @44 (asc_rubedo_1)\np1 vara @45")
    ann("activate")
    assert "Ann activates the inscribed Rubedo 1 at Bob" in lines(bob)


def test_wounds_name_their_source_before_and_after():
    ann, bob = lay("p0 apsu @44 Y1 asc_rubedo_1\np1 vara @45 asc_nigredo_3")
    ann("cast:asc_rubedo_1")
    assert bob.question.args["source"] == "asc_rubedo_1"
    bob("pass")
    assert "Bob suffers 1 Dire Wound from Rubedo 1" in lines(ann)


@pytest.mark.parametrize(
    ("text", "answers", "line"),
    [
        ("p0 apsu @44 A1\np1 vara @99", ["move:45"], "Ann moves from 44 to 45"),
        (
            "p0 apsu @44 Y1 asc_separation_1\np1 vara @45",
            ["cast:asc_separation_1", 1],
            "Ann pushes you from 45 to 46",
        ),
        (
            "p0 apsu @44 Y1 asc_conjunction_1\np1 vara @47",
            ["cast:asc_conjunction_1", 1],
            "Ann pulls you from 47 to 46",
        ),
        (
            "p0 apsu @44 Y1 asc_albedo_1\np1 vara @99",
            ["cast:asc_albedo_1", "tile:45", "stop"],
            "Ann walks from 44 to 45",
        ),
        (
            "p0 apsu revenant x1 @44 Y1 rev_sublimation_1\np1 vara @99",
            ["cast:rev_sublimation_1", "tile:46"],
            "Ann vanishes from 44 and reappears on 46",
        ),
        (
            "p0 apsu @44 Y1 A1 [ylem]\np1 vara @99\ntiles 11:Y1",
            ["bridge:11"],
            "Ann goes by Ylem Bridge from 44 to 11",
        ),
        (
            "p0 apsu @44 Y2 asc_sun_and_sky_1\np1 vara @45",
            ["cast:asc_sun_and_sky_1"],
            "Ann and Bob change places",
        ),
    ],
)
def test_move_names_its_manner(text, answers, line):
    ann, bob = lay(text)
    ann(*answers)
    assert line in lines(bob)


def test_discard_names_the_cards_owner():
    ann, bob = cast("asc_calcination_1", "@44 Y1", "p1 vara @45 asc_nigredo_1")
    bob("pass")
    assert "Bob discards Nigredo 1" in lines(ann)
    assert "You discard Nigredo 1" in lines(bob)


def test_card_without_a_remaining_target_has_no_effect():
    """R9: the only card in the hand was used in response."""
    ann, bob = cast("asc_calcination_1", "@44 Y1", "p1 vara @45 asc_nigredo_1")
    bob("instant:asc_nigredo_1")
    assert lines(ann)[-1] == "Calcination 1 has no effect"
    ann, bob = cast("asc_calcination_1", "@44 Y1", "p1 vara @45 asc_nigredo_1")
    bob("pass")
    assert "Calcination 1 has no effect" not in lines(ann)


def test_ylem_without_room_is_logged_as_lost():
    """R16, R21."""
    ann, bob = lay("phase allocate p0\np0 apsu @44 Y4\np1 vara @99\ndice p0 3 4 3 4 >=3")
    ann("take:4ylem")
    assert lines(bob)[:3] == [
        "Ann makes the dice into 4 Ylem",
        "Ann acquires 1 Ylem",
        "Ann has no room for 3 Ylem",
    ]
    assert "You have no room for 3 Ylem" in lines(ann)


def test_ylem_that_stays_on_the_tile_is_not_logged_as_lost():
    ann, bob = lay("p0 apsu @44 A1 Y4\np1 vara @99\ntiles 45:Y3")
    ann("move:45")
    assert not any("no room" in line for line in lines(bob))


def test_shortage_of_the_supply_is_logged():
    _, bob = lay(
        "phase turn p0\np0 apsu @72 [pyre]\np1 vara @27\ntiles 00:P9 01:P9 02:P9 03:P9 04:P1"
    )
    assert "The supply is short of 1 Pyre" in lines(bob)


def test_gift_moved_out_of_the_fire_is_logged():
    ann, bob = lay("phase state p0\nwalls right1\np0 apsu @72\np1 vara @27", throws=[(100, 29)])
    ann("state:active")
    assert "The percentile dice show 29; the nearest tile outside the fire is 27" in lines(bob)
    assert "Bob finds 1 Ylem on tile 27" in lines(ann)


def test_stones_that_fall_out_of_the_fire_name_their_origin():
    ann, bob = lay(
        "phase burn p1 began p0\nindex 8 event 0 played 3 ending\nwalls right2\n"
        "p0 apsu @07 D2\np1 vara @00"
    )
    assert "1 Bloodstone falls on tile 06, the nearest to 07 outside the fire" in lines(bob)
    assert "You are killed on tile 07" in lines(ann)


def test_a_kill_names_the_killer():
    ann, bob = lay("p0 apsu @44 P3\np1 vara @45")
    ann("attack:p1", 3)
    assert "Bob is killed by Ann on tile 45" in lines(ann)
    assert "You suffer 3 Dire Wounds from the attack" in lines(bob)


def test_reversed_transmutation_is_logged_before_its_gems():
    ann, bob = lay("phase latent p0\np0 apsu @72 Y4 [ylem]\np1 vara @27")
    ann("untransmute:ylem")
    assert lines(bob)[:3] == [
        "Ann takes the Ylem Transmutation back",
        "Ann acquires 1 Ylem",
        "Ann has no room for 2 Ylem",
    ]


def test_the_index_shows_omega_at_the_end_of_the_countdown():
    """Rulebook, End of the Round."""
    ann, _ = lay(
        "phase returns p1 began p0\nindex 1 event 0 turns 1\np0 apsu @44\np1 vara @55",
        throws=[(100, 50)],
    )
    assert "The round is over; the Omega Index shows Omega" in lines(ann)


def test_reshuffle_names_the_deck():
    ann, _ = lay("p0 apsu @44 Y2\np1 vara @99")
    text = " ".join(ann.scenario.table.ascendant.draw)
    ann, _ = lay(f"p0 apsu @44 Y2\np1 vara @99\ndiscard {text}")
    ann("draw")
    assert "The discard pile of the Ascendant Deck is shuffled into a new deck" in lines(ann)
