"""Setup, the frame of a turn, open points and windows, hands and decks."""

import pytest

from engine.ascended_kings import GAME
from engine.ascended_kings.box import LEVELS, RULERS, SETUPS
from engine.core.errors import IllegalAnswer, InvalidOptions
from engine.core.view import decision
from engine.testing.scenario import NAMES, new_players
from tests.ascended_kings.positions import happened, keys, lay, mat, table_of

# Setting up


@pytest.mark.parametrize(("seats", "rounds", "spare"), [(2, 20, 2), (3, 15, 1), (4, 10, 0)])
def test_the_number_of_players_sets_rounds_and_spare_stones(seats, rounds, spare):
    """Rulebook, Game Setup."""
    table = table_of(new_players(GAME, seats)[0])
    assert (table.round, table.spare) == (rounds, spare)
    assert table.dial[table.event] == "flame"
    assert [len(deck.draw) for deck in (table.ascendant, table.revenant)] == [52, 52]


def test_kings_are_chosen_from_the_last_player_to_the_first():
    """Rulebook, Game Setup: starting with the last player."""
    seats = new_players(GAME, 4, {"first": "creator"})
    assert [player.asked for player in seats] == [None, None, None, "king"]
    seats[3]("king:apsu")
    assert keys(seats[2], "king") == set(RULERS) - {"apsu"}
    seats[2]("king:vara")
    seats[1]("king:zhoth")
    seats[0]("king:eloden")
    assert [mat(player).tile for player in seats] == [72, 22, 27, 77]
    assert [len(mat(player).hand) for player in seats] == [3] * 4
    assert [mat(player).bloodstones for player in seats] == [1] * 4


def test_starting_gems_are_chosen_in_secret_and_revealed_together():
    """R6: hands are seen before."""
    ann, bob = new_players(GAME, 2, {"kings": "random"})
    assert (ann.asked, bob.asked) == ("start_gems", "start_gems")
    ann({"pyre": 3})
    assert mat(ann).pool == [0] * 5
    assert bob.view["players"]["p0"]["pool"] == {}
    bob({"aria": 1, "egis": 2})
    assert mat(ann).pool == [0, 0, 3, 0, 0]
    assert [gems["gems"] for gems in happened(bob, "acquired")] == [
        {"pyre": 3},
        {"aria": 1, "egis": 2},
    ]
    assert sum(heap[4] for heap in table_of(ann).heaps.values()) == 1


def test_any_number_of_rounds_from_1_to_20_can_be_agreed():
    """R74."""
    assert table_of(new_players(GAME, 4, {"rounds": 20})[0]).round == 20
    assert table_of(new_players(GAME, 2, {"rounds": 1})[0]).round == 1
    with pytest.raises(InvalidOptions):
        GAME.read_options({"rounds": 21}, 2)


def test_ten_rounds_or_fewer_begin_on_the_back():
    """Rulebook, Omega Index."""
    ann = new_players(GAME, 4)[0]
    assert ann.view["index"]["side"] == "back"
    assert new_players(GAME, 3)[0].view["index"]["side"] == "front"


def test_without_countdown_the_dial_begins_at_20():
    """Digest 22."""
    assert table_of(new_players(GAME, 4, {"countdown": False})[0]).round == 20


def test_a_number_of_rounds_without_countdown_is_refused_but_dropped_from_stored_options():
    with pytest.raises(InvalidOptions, match="Rounds must be 0"):
        GAME.read_options({"rounds": 5, "countdown": False}, 2)
    stored = GAME.stored_options({"rounds": 5, "countdown": False})
    assert GAME.read_options(stored, 2).rounds == 0
    assert GAME.stored_options({"rounds": 5, "countdown": True})["rounds"] == 5


def test_seats_lie_clockwise():
    assert SETUPS[4].seats == ("south", "west", "north", "east")
    assert SETUPS[2].seats == ("south", "north")


# A turn


def test_every_turn_offers_both_states_and_begins_with_the_roll_for_ylem():
    ann, _ = lay("phase state p0\np0 apsu @72\np1 vara @27", throws=[(100, 50)])
    assert ann.options == {"state:latent", "state:active"}
    assert ann.question.default() == "state:latent"
    ann("state:active")
    assert table_of(ann).heaps == {50: [0, 0, 0, 0, 1]}


def test_ylem_rolled_under_a_piece_is_acquired_by_it():
    """Rulebook, Roll for Ylem."""
    ann, bob = lay("phase state p0\np0 apsu @72\np1 vara @27", throws=[(100, 27)])
    ann("state:active")
    assert mat(bob).pool[4] == 1


def test_from_level_1_to_3_takes_two_actions():
    """Rulebook, Level Up."""
    ann, _ = lay("p0 apsu @44 Y5\np1 vara @99")
    ann("level_up", "level_up")
    assert (mat(ann).level, mat(ann).pool[4]) == (3, 0)
    assert mat(ann).capacity == 15
    assert mat(ann).wounds_to_death == 5
    assert [level.capacity for level in LEVELS[1:]] == [9, 12, 15]


def test_hand_limit_applies_only_at_the_end_of_ones_own_turn():
    """R31; a card used there for its instant still works."""
    cards = "asc_nigredo_1 asc_nigredo_2 asc_nigredo_3 asc_rubedo_1 asc_rubedo_2 asc_rubedo_3"
    ann, bob = lay(f"p0 apsu @44 Y1 {cards}\np1 vara @99\ndraw asc_albedo_1")
    ann("draw")
    assert len(mat(ann).hand) == 7
    ann("done")
    assert ann.asked == "discard"
    assert ann.question.default() == "discard:asc_nigredo_1"
    ann("instant:asc_nigredo_1")
    assert mat(ann).pool[2] == 1
    ann("discard:asc_rubedo_3")
    assert len(mat(ann).hand) == 5
    assert bob.asked == "state"


def test_an_empty_deck_is_replaced_by_its_discard_pile():
    """R30."""
    ann, _ = lay("p0 apsu @44 Y2\np1 vara @99")
    table = table_of(ann)
    text = " ".join(card for card in table.ascendant.draw if card != "asc_nigredo_1")
    ann, _ = lay(f"p0 apsu @44 Y2\np1 vara @99\ndiscard {text}")
    ann("draw")
    assert mat(ann).hand == ["asc_nigredo_1"]
    ann("draw")
    assert len(mat(ann).hand) == 2
    assert len(table_of(ann).ascendant.draw) == 50
    assert table_of(ann).ascendant.discard == []


def test_default_answers_are_safe():
    """R12: never an instant."""
    ann, bob = lay("p0 apsu @44 P1 asc_rubedo_1\np1 vara @45 asc_rubedo_2")
    assert ann.question.default() == "done"
    asked = bob.scenario.match.decisions[1].id
    (question,) = bob.questions
    assert question.optional
    assert "default" not in decision(GAME, question, asked, False, NAMES)
    ann("attack:p1")
    assert bob.question.default() == "pass"


def test_blocked_options_state_their_reason():
    ann, _ = lay("p0 apsu @44 asc_rubedo_1 asc_citrinitas_1 (asc_citrinitas_2)\np1 vara @45")
    assert ann.blocked == {
        "level_up": "level",
        "draw": "draw",
        "move:34": "aria",
        "move:43": "aria",
        "move:54": "aria",
        "attack:p1": "pyre",
        "cast:asc_rubedo_1": "price",
        "cast:asc_citrinitas_1": "price",
        "activate": "inscription_idle",
    }


# Open points


def test_every_living_player_with_a_card_may_use_an_instant_at_an_open_point():
    """R7."""
    ann, bob, cid = lay(
        "phase state p0\np0 apsu @44 asc_rubedo_1\np1 vara @45 asc_rubedo_2\np2 zhoth @99"
    )
    assert bob.options == {"instant:asc_rubedo_2"}
    assert cid.options == set()
    assert ann.scenario.waiting == {0}
    bob("instant:asc_rubedo_2")
    assert ann.asked == "state"


def test_decisions_of_others_stay_valid_when_a_player_uses_an_instant():
    ann, bob = lay("phase state p0\np0 apsu @44\np1 vara @45 asc_rubedo_1")
    before = next(decision.id for decision in ann.scenario.match.decisions if decision.seat == 0)
    bob("instant:asc_rubedo_1")
    assert before in {decision.id for decision in ann.scenario.match.decisions}


def test_open_instant_question_keeps_its_id_while_others_act():
    """So a page that has put it aside knows it again."""
    ann, _ = lay("p0 apsu @44 Y1 A1\np1 vara @45 asc_rubedo_1 asc_rubedo_2")
    before = [decision.id for decision in ann.scenario.match.decisions if decision.seat == 1]
    ann("draw")
    assert [
        decision.id for decision in ann.scenario.match.decisions if decision.seat == 1
    ] == before


def test_every_menu_is_an_open_point():
    """R7: state, roll, allocate, latent, action, discard."""
    for phase in ("state", "roll", "latent", "action"):
        _, bob = lay(f"phase {phase} p0\np0 apsu @44\np1 vara @45 asc_rubedo_1")
        assert bob.options == {"instant:asc_rubedo_1"}
    _, bob = lay("phase allocate p0\np0 apsu @44\np1 vara @45 asc_rubedo_1\ndice p0 1 2 >=7")
    assert bob.options == {"instant:asc_rubedo_1"}


def test_instants_without_effect_are_not_offered():
    """R33."""
    ann, _ = lay("p0 apsu @44 Y5 asc_coagulation_2 asc_albedo_3 asc_rubedo_1\np1 vara @45")
    assert keys(ann, "instant") == {"asc_rubedo_1"}


def test_gems_of_an_instant_that_do_not_fit_are_substituted():
    """Rulebook, Cards that increase Focus Gemstones."""
    ann, _ = lay("p0 apsu @44 A9 asc_calcination_2\np1 vara @45")
    ann("instant:asc_calcination_2")
    assert ann.asked == "give_up"
    ann({"aria": 1, "pyre": 1})
    assert mat(ann).pool == [8, 0, 1, 0, 0]


def test_removing_dire_can_be_split_with_cancelling():
    """Rulebook, Cards that remove Dire Wounds: one of each."""
    ann, bob = lay("p0 kynazarr @44 Y1 asc_rubedo_1\np1 vara @45 D1 asc_coagulation_3")
    ann("cast:asc_rubedo_1")
    assert bob.asked == "incoming"
    bob("instant:asc_coagulation_3")
    assert keys(bob, "cancel") == {"1:remove:1", "1:remove:0", "0:remove:1"}
    bob("cancel:1:remove:1")
    assert mat(bob).pool[3] == 0


# Windows


def test_any_player_with_a_card_is_asked_even_if_it_does_not_help():
    """R10."""
    ann, bob = lay("p0 apsu @44 P1\np1 vara @45 asc_rubedo_3")
    ann("attack:p1")
    assert bob.asked == "defend"
    assert bob.options == {"pass"}
    ann, bob = lay("p0 apsu @44 P1\np1 vara @45")
    ann("attack:p1")
    assert mat(bob).pool[3] == 1


def test_targets_may_respond_before_an_ability_resolves():
    """R9: if the response removes what the effect needed, the rest does nothing."""
    ann, bob = lay("p0 apsu @44 Y1 asc_calcination_1\np1 vara @45 asc_rubedo_1")
    ann("cast:asc_calcination_1")
    assert bob.asked == "respond"
    assert ann.view["windows"] == {
        "p1": {"kind": "respond", "source": "asc_calcination_1", "by": "p0"}
    }
    bob("instant:asc_rubedo_1")
    assert mat(ann).pool[4] == 0
    assert table_of(ann).ascendant.discard == ["asc_rubedo_1", "asc_calcination_1"]


def test_the_switch_for_responding_can_be_turned_off():
    """R9: one switch."""
    ann, bob = lay("p0 apsu @44 Y1 asc_calcination_1\np1 vara @45 asc_rubedo_1")
    table_of(ann).respond = False
    from engine.testing.scenario import players

    ann, bob = players(GAME, table_of(ann), 2)
    ann("cast:asc_calcination_1")
    assert mat(bob).hand == []


def test_a_failed_announcement_is_refused_without_showing_the_card():
    """R29."""
    ann, bob = lay("p0 apsu @44 Y1 asc_rubedo_1\np1 vara @99")
    assert keys(ann, "cast") == set()
    with pytest.raises(IllegalAnswer):
        ann("cast:asc_rubedo_1")
    assert bob.events == []


def test_no_event_is_emitted_before_an_announcement_is_complete():
    ann, bob = lay("p0 apsu @44 Y1 P3 asc_separation_1\np1 vara @45")
    ann("cast:asc_separation_1")
    assert ann.asked == "push"
    assert bob.events == []
    ann(2)
    assert [event.key for event in bob.events] == ["cast", "pushed", "pushed"]
