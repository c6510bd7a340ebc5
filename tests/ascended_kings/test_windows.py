"""Windows that ask several players: all at once, then in player order."""

from itertools import permutations

import pytest

from engine.ascended_kings import GAME, instants, latent
from engine.core.event import PUBLIC
from engine.testing.play import Line
from engine.testing.secrets import resample_everything
from tests.ascended_kings.positions import happened, lay, mat, table_of
from tests.ascended_kings.test_secrecy import received

BURNING = """
phase burn p3 began p0
index 8 event 0 played 3 ending
walls right2
p0 apsu @07 D2 asc_egis_bound_2 asc_rubedo_3
p1 vara @27 D2 asc_coagulation_2 asc_rubedo_1
p2 zhoth @47 D2
p3 eloden @67 D2 asc_rubedo_2
"""
"""Four in the fire with two wounds each: p0 and p1 can save themselves, p2 holds no card."""


def test_victims_of_one_batch_are_asked_simultaneously():
    """Digest 6.2: victims of the same batch are asked in parallel; an empty hand is not."""
    ann, bob, cid, dot = lay(BURNING)
    assert ann.scenario.waiting == {0, 1, 3}
    assert {player.asked for player in (ann, bob, dot)} == {"incoming"}
    assert cid.questions == []
    assert set(ann.view["windows"]) == {"p0", "p1", "p3"}


def test_no_event_is_emitted_before_the_last_answer():
    """A choice is not seen before all have chosen."""
    for order in permutations((0, 1)):
        all_players = lay(BURNING)
        before = received(all_players[3].scenario, PUBLIC)
        keys = ["instant:asc_egis_bound_2", "instant:asc_coagulation_2"]
        all_players[order[0]](keys[order[0]])
        seen = received(all_players[3].scenario, PUBLIC)
        assert seen == before.replace('"waiting": [0, 1, 3]', f'"waiting": [{order[1]}, 3]')
        assert happened(all_players[3], "instant") == []
        all_players[order[1]](keys[order[1]])
        all_players[3]("pass")
        assert happened(all_players[3], "instant") == [
            {"seat": 0, "card": "asc_egis_bound_2"},
            {"seat": 1, "card": "asc_coagulation_2"},
        ]


def test_cards_are_revealed_together_and_take_effect_in_player_order():
    """R54: at the end of a round from the starting player on; users of a card are asked again."""
    ann, bob, _, dot = lay(BURNING)
    dot("pass")
    bob("instant:asc_rubedo_1")  # gives 1 Pyre, saves no one
    ann("instant:asc_egis_bound_2")
    assert ann.asked == "remove_dire"
    assert mat(bob).hand == ["asc_coagulation_2"], "his card is on the table as well"
    assert mat(bob).pool[2] == 0, "but it waits its turn"
    ann("cancel:0:remove:1")
    assert mat(bob).pool[2] == 1
    assert ann.scenario.waiting == {0, 1}, "whoever passed is not asked again"


def test_all_wounds_are_decided_before_the_first_death():
    ann, bob, _, dot = lay(BURNING)
    ann("instant:asc_egis_bound_2")
    bob("pass")
    assert table_of(ann).dead == []
    dot("pass")
    ann("cancel:1:remove:0")
    assert [args["seat"] for args in happened(ann, "died")] == [1, 2, 3]
    assert mat(ann).on_board


def test_all_targets_of_a_card_may_respond_simultaneously():
    """R9, for a card that is aimed at all opponents."""
    ann, bob, cid, dot = lay(
        "p0 apsu @44 Y3 asc_citrinitas_3\np1 vara @45 Y1 asc_rubedo_1\n"
        "p2 zhoth @54 Y1\np3 eloden @00 Y1 asc_albedo_1"
    )
    ann("cast:asc_citrinitas_3")
    assert ann.scenario.waiting == {1, 3}
    assert set(cid.view["windows"]) == {"p1", "p3"}
    dot("instant:asc_albedo_1")
    assert mat(ann).pool[4] == 0
    bob("pass")
    assert dot.questions == [], "the hand is empty: the window is closed"
    assert mat(dot).pool[:3] == [2, 0, 0]
    assert mat(ann).pool[4] == 2


def test_answer_in_an_open_window_can_be_undone_only_by_its_seat():
    ann, bob, *_ = lay(BURNING)
    bob("instant:asc_coagulation_2")
    assert ann.scenario.match.undoable == [1]


SECRETS = (
    ["asc_rubedo_3 asc_nigredo_3", "asc_albedo_1 asc_pneuma_mundus_a"],
    ["asc_coagulation_2 asc_egis_bound_1", "asc_rubedo_3 asc_nigredo_3"],
    ["asc_albedo_1 asc_pneuma_mundus_a", "asc_coagulation_2 asc_egis_bound_1"],
)


def test_windows_of_several_players_do_not_depend_on_their_hands():
    """R10: prompts, order and waiting, for every player except the one whose hand differs."""
    seen = []
    for first, second in SECRETS:
        ann, bob, cid, _ = lay(
            "phase burn p3 began p0\nindex 8 event 0 played 3 ending\nwalls right2\n"
            f"p0 apsu @07 asc_rubedo_1\np1 vara @27 {first}\np2 zhoth @47 {second}\np3 eloden @00"
        )
        frames = [received(ann.scenario, viewer) for viewer in (0, 3, PUBLIC)]
        cid("pass")
        frames += [received(ann.scenario, viewer) for viewer in (0, 3, PUBLIC)]
        bob("pass")
        frames += [received(ann.scenario, viewer) for viewer in (0, 3, PUBLIC)]
        seen.append(frames)
    assert seen[0] == seen[1] == seen[2]


# Questions that are left out, where public facts say that there is one answer


def test_dice_are_rolled_without_a_question_when_all_hands_are_empty():
    ann, _ = lay("phase roll p0\np0 apsu @72\np1 vara @27")
    assert ann.asked == "allocate"


def test_empty_latent_menu_is_skipped_when_all_hands_are_empty():
    _, bob = lay("phase latent p0\np0 apsu @72 A2 P2\np1 vara @27")
    assert bob.asked == "state"


@pytest.mark.parametrize(
    ("phase", "more"),
    [
        ("roll", "asc_rubedo_3"),  # no card that helps, but that is hidden
        ("latent", "asc_nigredo_3"),
        ("latent", "A3"),
        ("latent", "[aria]"),
        ("latent", "(asc_projection_1)"),
    ],
)
def test_question_stays_open_for_any_possible_or_hidden_action(phase, more):
    ann, _ = lay(f"phase {phase} p0\np0 apsu @72 {more}\np1 vara @27")
    assert ann.asked == phase


@pytest.mark.parametrize("phase", ["roll", "latent"])
def test_question_stays_open_while_a_rival_may_use_a_card(phase):
    """R7. Whether the card would do something is hidden, so the point stays open either way."""
    for card, options in (("asc_nigredo_3", set()), ("asc_rubedo_1", {"instant:asc_rubedo_1"})):
        ann, bob = lay(f"phase {phase} p0\np0 apsu @72\np1 vara @27 {card}")
        assert ann.asked == phase
        assert bob.options == options


@pytest.mark.parametrize("hand", ["", "asc_nigredo_3"])
@pytest.mark.parametrize(
    ("kind", "answers"),
    [
        ("defend", ["attack:p1", 1]),
        ("incoming", ["cast:asc_rubedo_1"]),
        ("respond", ["cast:asc_dissolution_1", {"aria": 1}]),
    ],
)
def test_window_is_skipped_only_for_an_empty_hand(kind, answers, hand):
    """R10."""
    cards = "asc_rubedo_1 asc_dissolution_1"
    ann, bob = lay(f"p0 apsu @44 Y2 P2 {cards}\np1 vara @45 A3 (asc_egis_bound_1) {hand}")
    ann(*answers)
    assert bob.asked == (kind if hand else None)


def points_by_what_helps(monkeypatch):
    """Leave a menu out where no card in the hand would help."""

    async def careless(table, prompt, options, *, skip_if_forced=False, **more):
        if skip_if_forced and len(options) == 1 and not instants.instant_options(table, table.me):
            verb, argument = options[0].value
            await verb(table, table.me, argument)
        else:
            await open_point(table, prompt, options, skip_if_forced=skip_if_forced, **more)

    open_point = latent.open_point
    monkeypatch.setattr(latent, "open_point", careless)


def windows_by_what_helps(monkeypatch):
    """Leave a window out where no card in the hand would help."""

    def careless(table, coming):
        me = table.characters[coming.seat]
        return is_open(table, coming) and bool(instants.usable_instants(table, me, coming.n))

    is_open = instants._open
    monkeypatch.setattr(instants, "_open", careless)


@pytest.mark.parametrize("carelessly", [points_by_what_helps, windows_by_what_helps])
def test_battery_detects_questions_skipped_because_of_hidden_cards(carelessly, monkeypatch):
    """Everything left out must follow from public facts."""
    resampled(1)
    carelessly(monkeypatch)
    with pytest.raises(AssertionError):
        resampled(12)


def resampled(matches):
    for number in range(matches):
        resample_everything(Line(GAME, 4, number), stride=2)
