"""Modes: choice of decks, mash-up, redraw, round limit, three players."""

from __future__ import annotations

import pytest

from engine.battle_for_empyrean import GAME
from engine.battle_for_empyrean.battlefield import BATTLEFIELDS
from engine.battle_for_empyrean.card import CARDS, DECK_SIZE, DECKS, TEMPLATE
from engine.battle_for_empyrean.options import available, deck_error
from engine.core.errors import InvalidOptions
from engine.core.match import answer, new_match
from engine.core.running_table import begin, options_of
from engine.testing.play import seed_of
from engine.testing.scenario import new_players
from tests.battle_for_empyrean.laying import lay, reveal, row, side

VIKINGS = "vikings_of_valhalla"
SPECTRES = "spectres_of_the_necropolis"


def test_there_are_nine_decks_of_24_cards_on_one_template():
    assert len(DECKS) == 9
    assert len(CARDS) == 167
    for deck in DECKS.values():
        assert sum(deck.cards().values()) == DECK_SIZE
        assert deck_error(deck.cards()) == ""


def decks_logged(player):
    return [event.args["deck"] for event in player.events if event.key == "deck"]


def test_all_players_choose_a_deck_in_secret_at_the_same_time():
    ann, bob = new_players(GAME, 2)
    assert ann.options == bob.options == {f"deck:{deck}" for deck in DECKS}
    ann(f"deck:{VIKINGS}")
    assert "deck" not in bob.view["players"]["p0"]
    assert decks_logged(bob) == []
    bob(f"deck:{SPECTRES}")
    assert decks_logged(bob) == [VIKINGS, SPECTRES]
    assert ann.asked == bob.asked == "keep"


def test_without_distinct_decks_players_keep_the_same_choice():
    ann, bob = new_players(GAME, 2, {"distinct_decks": False})
    ann(f"deck:{VIKINGS}")
    bob(f"deck:{VIKINGS}")
    assert decks_logged(bob) == [VIKINGS] * 2
    assert ann.asked == bob.asked == "keep"


def test_chance_decides_which_of_two_players_keeps_a_contested_deck():
    ann, bob, cid = new_players(GAME, 3)
    ann(f"deck:{VIKINGS}")
    cid(f"deck:{SPECTRES}")
    bob(f"deck:{VIKINGS}")
    (contest,) = [event for event in cid.events if event.key == "deck_contested"]
    assert contest.args["seats"] == [0, 1]
    assert decks_logged(cid) == []
    keeper, other = (ann, bob) if contest.args["seat"] == 0 else (bob, ann)
    assert (keeper.asked, cid.asked) == (None, None)
    assert other.options == {f"deck:{deck}" for deck in DECKS if deck not in (VIKINGS, SPECTRES)}
    assert other.question.args == {
        "deck": VIKINGS,
        "others": [keeper.seat],
        "keeper": keeper.seat,
    }
    other("deck:samurai_of_the_sengoku")
    playing = {side(keeper).deck_id, side(other).deck_id, side(cid).deck_id}
    assert playing == {VIKINGS, SPECTRES, "samurai_of_the_sengoku"}
    assert len(decks_logged(ann)) == 3


def test_either_player_may_keep_a_contested_deck():
    keepers = set()
    for number in range(12):
        match = new_match(GAME, {}, 2, seed_of(number)).match
        for seat in (0, 1):
            decision = next(decision for decision in match.decisions if decision.seat == seat)
            transition = answer(GAME, match, seat, decision.id, f"deck:{VIKINGS}")
            match = transition.match
        keepers |= {
            event.args["seat"] for event in transition.events if event.key == "deck_contested"
        }
    assert keepers == {0, 1}


def test_three_players_may_contest_a_deck_and_two_of_them_another():
    all_players = new_players(GAME, 3)
    for deck in (VIKINGS, SPECTRES, "samurai_of_the_sengoku"):
        for player in all_players:
            if player.asked == "deck":
                player(f"deck:{deck}")
    assert all(player.asked == "keep" for player in all_players)
    assert len({side(player).deck_id for player in all_players}) == 3


@pytest.mark.parametrize("seats", [2, 3])
def test_random_decks_are_all_different(seats):
    for number in range(40):
        table = begin(GAME, {"decks_by": "random"}, seats, seed_of(number)).table
        assert len({player.deck_id for player in table.players}) == seats
    alike = {"decks_by": "random", "distinct_decks": False}
    tables = [begin(GAME, alike, seats, seed_of(number)).table for number in range(40)]
    assert any(len({player.deck_id for player in table.players}) < seats for table in tables)


def test_mash_ups_may_be_alike():
    built = dict.fromkeys(CARDS, 0)
    for cost, wanted in TEMPLATE.items():
        for card, copies in available(cost).items():
            built[card] = min(copies, wanted)
            wanted -= built[card]
    built = {card: count for card, count in built.items() if count}
    ann, bob = new_players(GAME, 2, {"decks_by": "mash_up", "mash_ups": [built, built]})
    assert side(ann).cards == side(bob).cards


def test_a_stored_match_from_before_the_choice_may_have_the_same_deck_twice():
    stored = GAME.read_options({"decks": [VIKINGS, SPECTRES], "distinct_decks": False}, 2)
    before = {**options_of(stored), "decks": [VIKINGS, VIKINGS]}
    del before["distinct_decks"]
    again = GAME.read_options(GAME.stored_options(before), 2)
    assert (again.distinct_decks, again.decks) == (False, [VIKINGS, VIKINGS])


def test_the_first_round_begins_with_4_cards_and_2_essence():
    ann, bob = new_players(GAME, 2, {"decks": [VIKINGS, SPECTRES]})
    for player in (ann, bob):
        seen = player.view["players"][f"p{player.seat}"]
        assert sum(seen["hand"].values()) == 4
        assert (seen["essence"], seen["deck_size"], len(seen["drafted"])) == (2, 18, 2)
    ann(ann.question.default())
    bob(bob.question.default())
    assert len(side(ann).hand) == 5
    assert len(side(ann).bottom) == 1


def test_decks_may_be_dealt_at_random():
    ann, _ = new_players(GAME, 2, {"decks_by": "random"})
    assert ann.asked == "keep"
    assert ann.view["players"]["p1"]["deck"] in DECKS


def test_the_creator_may_name_decks_and_battlefields():
    fields = ["the_hollow_keep", "river_of_rebirth", "eldritch_rift"]
    ann, _ = new_players(GAME, 2, {"decks": [VIKINGS, SPECTRES], "battlefields": fields})
    seen = ann.view
    assert [seen["battlefields"][f"b{n}"]["card"] for n in (1, 2, 3)] == fields
    assert [seen["players"][f"p{n}"]["deck"] for n in (0, 1)] == [VIKINGS, SPECTRES]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"decks": [VIKINGS]}, "Name a deck for each of the 2 seats, or none."),
        ({"decks": [VIKINGS, "pirates"]}, "There is no deck 'pirates'."),
        (
            {"decks": [VIKINGS, VIKINGS]},
            'Name a different deck for each seat, or switch "Different decks" off.',
        ),
        ({"battlefields": ["eldritch_rift"]}, "Name 3 different battlefields, or none."),
        ({"battlefields": ["a", "b", "c"]}, "There is no battlefield 'a'."),
        (
            {"decks_by": "mash_up", "mash_ups": [{"bondi": 3}, {}]},
            "Bondi: 3 copies, but its deck holds 2.",
        ),
        (
            {"decks_by": "mash_up", "mash_ups": [{"bondi": 2}, {}]},
            "5 cards with an Essence cost of 1 are wanted, not 2.",
        ),
        ({"decks_by": "mash_up", "mash_ups": [{"pawn": 1}, {}]}, "There is no card 'pawn'."),
        ({"mash_ups": [{}, {}]}, 'Mash-up decks want "decks_by": "mash_up".'),
        (
            {"decks_by": "mash_up", "decks": [VIKINGS, VIKINGS]},
            "A mash-up match takes mash-up decks, not decks by seat.",
        ),
    ],
)
def test_wrong_options_are_refused_with_the_reason(options, why):
    with pytest.raises(InvalidOptions) as refused:
        GAME.read_options(options, 2)
    assert str(refused.value) == why


# -- Redraw


def redrawn(*answers: str) -> bool:
    ann, bob = new_players(GAME, 2, {"redraw": True})
    before = ann.view["battlefields"]
    ann(answers[0])
    assert ann.view["battlefields"] == before, "nothing happens before all have answered"
    bob(answers[1])
    return ann.view["battlefields"] != before


def test_battlefields_are_redrawn_when_all_players_agree():
    assert redrawn("yes", "yes")
    assert not redrawn("yes", "no")
    assert not redrawn("no", "yes")


def test_redrawn_battlefields_never_return_until_none_are_left():
    ann, bob = new_players(GAME, 2, {"redraw": True})
    seen = []
    while ann.asked == "redraw":
        seen += [field["card"] for field in ann.view["battlefields"].values()]
        ann("yes")
        bob("yes")
    seen += [field["card"] for field in ann.view["battlefields"].values()]
    assert len(seen) == len(set(seen)) == len(BATTLEFIELDS)
    assert ann.asked == "deck"


# -- Mash-up


def test_a_mash_up_deck_is_built_cost_by_cost():
    ann, bob = new_players(GAME, 2, {"decks_by": "mash_up"})
    for cost, count in TEMPLATE.items():
        for player in (ann, bob):
            question = player.question
            assert question.args == {"cost": cost}
            assert question.limits == available(cost)
            assert (question.least, question.most) == (count, count)
            player(question.default())
    assert ann.asked == "keep"
    cards = ann.view["players"]["p0"]["cards"]
    assert sum(cards.values()) == DECK_SIZE
    assert deck_error(cards) == ""


def test_a_mash_up_deck_may_come_with_the_options():
    deck = DECKS[VIKINGS].cards()
    ann, bob = new_players(GAME, 2, {"decks_by": "mash_up", "mash_ups": [deck, {}]})
    assert ann.asked is None
    assert bob.asked == "mash_up"


@pytest.mark.usefixtures("quiet_fields")
def test_types_work_across_decks_by_exact_word():
    ann, _ = lay(
        ann={"hand": ["gates_of_hades"], "b1": ["bondi 1"], "b2": ["hercules 2"]},
        bob={},
    )
    reveal(ann, "gates_of_hades", "b1", "to:b2")
    assert row(ann, "b2") == ["hercules 4", "bondi 1"]


# -- Round limit


def test_a_round_limit_ends_the_game_early():
    ann, bob = new_players(GAME, 2, {"decks": [VIKINGS, SPECTRES], "round_limit": 1})
    while not ann.scenario.over:
        for player in (ann, bob):
            if player.asked:
                player(player.question.default())
    assert ann.scenario.running.outcome.reason == "limit"
    assert ann.scenario.table.round == 1


# -- Three players (D1)


def test_three_players_have_4_battlefields_and_9_rounds():
    ann, _, _ = new_players(GAME, 3, {"decks_by": "random"})
    assert len(ann.view["battlefields"]) == 4
    assert ann.view["last_round"] == 9


@pytest.mark.usefixtures("quiet_fields")
def test_a_stop_hits_one_chosen_opponent():
    ann, _, _ = lay(ann={"hand": ["ambush"]}, bob={}, cid={})
    reveal(ann, "ambush")
    assert ann.options == {"player:p1", "player:p2"}
    ann("player:p2")
    assert ann.view["battlefields"]["b1"]["stops"] == {"p2": 1}


@pytest.mark.usefixtures("quiet_fields")
def test_a_stun_may_hit_either_opponent():
    ann, _, cid = lay(ann={"hand": ["bojutsu"]}, bob={"b1": ["bondi 1"]}, cid={"b1": ["bondi 1"]})
    reveal(ann, "bojutsu", "b1", "unit:u2")
    assert row(cid, "b1") == ["bondi 1 stun"]


@pytest.mark.usefixtures("quiet_fields")
def test_the_eye_of_power_counts_both_opponents_cards_together():
    ann, _, _ = lay(
        "the_eye_of_power",
        ann={"hand": ["metsubushi"], "b1": ["oni 0"]},
        bob={"b1": ["oni 1", "sohei 1"]},
        cid={"b1": ["oni 1"]},
    )
    reveal(ann, "metsubushi", "b1", "player:p1")
    assert row(ann, "b1") == ["oni 0", "metsubushi 5"]


@pytest.mark.usefixtures("quiet_fields")
def test_more_might_than_every_opponent_is_checked_against_each():
    ann, bob, cid = lay(
        "palace_of_the_empty_throne",
        phase="end",
        ann={"b1": ["itako 4"]},
        bob={"b1": ["itako 3"]},
        cid={"b1": ["itako 4"]},
    )
    assert [side(player).essence for player in (ann, bob, cid)] == [5, 5, 5]


@pytest.mark.usefixtures("quiet_fields")
@pytest.mark.parametrize(
    ("rows", "ranks"),
    [
        (([9, 1, 0, 0], [0, 0, 5, 6], [0, 0, 0, 99]), [[0], [2], [1]]),
        (([9, 0, 0, 0], [0, 0, 5, 6], [0, 0, 0, 99]), [[2], [1], [0]]),
        (([1, 1, 0, 0], [0, 0, 2, 2], [0, 0, 1, 3]), [[0], [1, 2]]),
        (([1, 1, 0, 0], [0, 0, 2, 2], [0, 0, 1, 1]), [[1], [0], [2]]),
        (([5, 0, 0, 0], [0, 0, 2, 0], [5, 1, 0, 0]), [[2], [0], [1]]),
    ],
    ids=["two win", "nobody has two", "equal losers", "two have two", "a tie has no winner"],
)
def test_two_battlefields_win_and_totals_break_ties(rows, ranks):
    """Ruling 38 and D1: two battlefields win; where two players have two, their totals decide."""
    sides = [{f"b{place}": [f"itako {n}"] for place, n in enumerate(row, 1) if n} for row in rows]
    ann, _, _ = lay(round=9, phase="end_of_game", ann=sides[0], bob=sides[1], cid=sides[2])
    assert ann.scenario.running.outcome.ranks == ranks


@pytest.mark.usefixtures("quiet_fields")
def test_the_token_passes_clockwise():
    ann, bob, cid = lay(phase="end", token=2, ann={}, bob={}, cid={})
    assert ann.scenario.table.token == 0
    assert bob.view["token"] == cid.view["token"] == "p0"
