"""Cards of Egis, Pyre, Dire and Ylem that move no piece, at every level, in both decks."""

import pytest

from tests.ascended_kings.positions import cast, happened, keys, lay, mat, table_of, tiles

BOTH = pytest.mark.parametrize(("deck", "form"), [("asc", ""), ("rev", "revenant")])


# Egis


@BOTH
@pytest.mark.parametrize(("level", "most"), [(1, 2), (2, 4), (3, 6)])
def test_egis_bound_gives_egis_to_the_wounded(deck, form, level, most):
    ann, _ = cast(f"{deck}_egis_bound_{level}", f"{form} @44 D1 Y{level}", "p1 vara @99")
    assert (ann.question.least, ann.question.most) == (1, most)
    ann(most)
    assert mat(ann).pool == [0, most, 0, 1, 0]
    ann, _ = lay(f"p0 apsu {form} @44 Y3 {deck}_egis_bound_{level}\np1 vara @99")
    assert keys(ann, "cast") == set()


@BOTH
@pytest.mark.parametrize(("level", "dire", "egis"), [(1, 1, 1), (2, 2, 1), (3, 3, 2)])
def test_coagulation_returns_dire_and_gives_egis(deck, form, level, dire, egis):
    ann, _ = cast(f"{deck}_coagulation_{level}", f"{form} L2 @44 D3 Y{level}", "p1 vara @99")
    assert (ann.question.least, ann.question.most) == (0, dire)
    ann(dire)
    assert mat(ann).pool == [0, egis, 0, 3 - dire, 0]


@BOTH
def test_coagulation_works_without_wounds_too(deck, form):
    ann, _ = cast(f"{deck}_coagulation_1", f"{form} @44 Y1", "p1 vara @99")
    assert mat(ann).pool == [0, 1, 0, 0, 0]


# Pyre


@BOTH
def test_calcination_1_discards_a_card_of_an_adjacent_opponent(deck, form):
    ann, bob = cast(f"{deck}_calcination_1", f"{form} @44 Y1", "p1 vara @45 asc_rubedo_3")
    bob("pass")
    assert mat(bob).hand == []
    assert "asc_rubedo_3" in table_of(ann).ascendant.discard


@BOTH
def test_calcination_2_steals_a_card_or_discards_one_of_the_other_deck(deck, form):
    """R32."""
    ann, bob = cast(f"{deck}_calcination_2", f"{form} @44 Y2", "p1 vara @55 asc_rubedo_3")
    bob("pass")
    assert mat(bob).hand == []
    assert mat(ann).hand == (["asc_rubedo_3"] if deck == "asc" else [])
    if deck == "rev":
        assert table_of(ann).ascendant.discard == ["asc_rubedo_3"]


def test_card_taken_by_calcination_2_is_revealed_to_both_players_only():
    ann, bob, cid = cast("asc_calcination_2", "@44 Y2", "p1 vara @55 asc_rubedo_3\np2 zhoth @99")
    bob("pass")
    assert happened(ann, "took_card") == happened(bob, "took_card")
    assert happened(cid, "took_card") == []
    assert happened(cid, "took_one") == [{"seat": 0, "target": 1}]


def test_a_response_may_leave_calcination_nothing_to_take():
    """R9."""
    ann, bob = cast("asc_calcination_2", "@44 Y2", "p1 vara @55 asc_rubedo_1")
    bob("instant:asc_rubedo_1")
    assert mat(ann).hand == []


@BOTH
def test_calcination_3_steals_an_inscription_from_anywhere(deck, form):
    """Rulebook, Calcination, important exception; R32."""
    ann, bob = cast(f"{deck}_calcination_3", f"{form} @44 Y3", "p1 vara @99 (asc_albedo_3)")
    assert mat(bob).inscription == ""
    assert mat(ann).hand == (["asc_albedo_3"] if deck == "asc" else [])
    if deck == "rev":
        assert table_of(ann).ascendant.discard == ["asc_albedo_3"]


def test_calcination_3_takes_a_prismatic_inscription_without_its_gems():
    """Rulebook, Calcination."""
    ann, bob = cast("asc_calcination_3", "@44 Y3", "p1 vara @99 (asc_prismatic_inscription_a)")
    assert mat(ann).hand == ["asc_prismatic_inscription_a"]
    assert mat(bob).pool[:3] == [0, 0, 0]
    assert table_of(ann).supply[:3] == [40, 40, 40]


def test_calcination_needs_a_card_or_an_inscription():
    ann, _ = lay(
        "p0 apsu @44 Y3 asc_calcination_1 asc_calcination_2 asc_calcination_3\np1 vara @45"
    )
    assert keys(ann, "cast") == set()


@BOTH
@pytest.mark.parametrize(("level", "tile", "wounds"), [(1, 45, 1), (2, 55, 2), (3, 49, 2)])
def test_rubedo_wounds_past_egis(deck, form, level, tile, wounds):
    _ann, bob = cast(f"{deck}_rubedo_{level}", f"{form} @44 Y{level}", f"p1 vara @{tile} E3")
    assert mat(bob).pool == [0, 3, 0, wounds, 0]


def test_rubedo_reaches_its_printed_range():
    others = "p1 vara @55\np2 zhoth @47\np3 eloden @49"
    ann, *_ = lay(f"p0 apsu @44 Y3 asc_rubedo_1 asc_rubedo_2 asc_rubedo_3\n{others}")
    assert keys(ann, "cast") == {"asc_rubedo_2", "asc_rubedo_3"}
    ann("cast:asc_rubedo_3")
    assert happened(ann, "wounded") == [{"seat": 2, "n": 2, "source": "asc_rubedo_3"}]


def test_a_kill_by_an_ability_earns_the_bonuses():
    """Rulebook, Card Index, note."""
    ann, _ = cast("asc_rubedo_2", "@44 Y2", "p1 vara @55 D2", "draw asc_nigredo_1")
    assert mat(ann).pool[4] == 1
    assert mat(ann).hand == ["asc_nigredo_1"]


@BOTH
@pytest.mark.parametrize(("level", "most", "more"), [(1, 2, 1), (2, 3, 2), (3, 4, 4)])
def test_fermentation_converts_and_gives_pyre(deck, form, level, most, more):
    ann, _ = cast(f"{deck}_fermentation_{level}", f"{form} L2 @44 A2 E2 Y{level}", "p1 vara @99")
    assert ann.question.limits == {"aria": 2, "egis": 2}
    assert (ann.question.least, ann.question.most) == (0, most)
    ann({"aria": 1, "egis": 1})
    assert mat(ann).pool == [1, 1, 2 + more, 0, 0]


# Dire


@BOTH
@pytest.mark.parametrize(("level", "near", "far"), [(1, 45, 55), (2, 55, 66), (3, 99, None)])
def test_dire_transfer_passes_a_wound_to_an_opponent(deck, form, level, near, far):
    card = f"{deck}_dire_transfer_{level}"
    ann, bob = cast(card, f"{form} @44 D2 Y{level}", f"p1 vara @{near}")
    if far:
        assert far not in tiles(ann, "tile")
    ann("target:p1")
    assert mat(ann).pool[3] == 1
    assert mat(bob).pool[3] == 1


@BOTH
@pytest.mark.parametrize("level", [1, 2, 3])
def test_dire_transfer_puts_dire_on_a_tile(deck, form, level):
    """Rulebook, Dire Transfer: gems and Bloodstones there do not matter."""
    ann, _ = cast(
        f"{deck}_dire_transfer_{level}",
        f"{form} @44 D2 Y{level} *0",
        "p1 vara @99",
        "tiles 45:Y1 45:*1",
    )
    assert 44 not in tiles(ann, "tile")
    ann("tile:45")
    assert table_of(ann).heaps == {45: [0, 0, 0, 1, 1]}
    assert mat(ann).pool[3] == 1


def test_dire_transfer_cannot_put_dire_in_fire_or_on_the_omega_stone():
    """R35; rulebook, Dire Transfer."""
    ann, _ = cast("asc_dire_transfer_2", "@20 D2 Y2", "p1 vara @99", "walls top1")
    assert tiles(ann, "tile") == {21, 30, 31}
    ann, _ = cast("asc_dire_transfer_2", "@11 D2 Y2", "p1 vara @99", "tiles 00:omega")
    assert 0 not in tiles(ann, "tile")


def test_a_cancelled_transferred_dire_goes_to_the_supply():
    """R36."""
    ann, bob = cast("asc_dire_transfer_1", "@44 D2 Y1", "p1 vara @45 asc_coagulation_2")
    ann("target:p1")
    assert bob.asked == "incoming"
    bob("instant:asc_coagulation_2")
    assert (mat(ann).pool[3], mat(bob).pool[3]) == (1, 0)
    assert table_of(ann).supply[3] == 24


@BOTH
@pytest.mark.parametrize(("level", "most", "near"), [(1, 2, True), (2, 2, False), (3, 4, False)])
def test_nigredo_lays_traps(deck, form, level, most, near):
    ann, _ = cast(f"{deck}_nigredo_{level}", f"{form} @44 Y{level}", "p1 vara @45")
    assert (ann.question.least, ann.question.most) == (1, most)
    assert len(tiles(ann, "tile")) == (7 if near else 98)
    chosen = [34, 35, 43, 53][:most]
    ann([f"tile:{tile}" for tile in chosen])
    assert set(table_of(ann).heaps) == set(chosen)
    assert table_of(ann).supply[3] == 25 - most


@BOTH
@pytest.mark.parametrize(("level", "tile", "most"), [(1, 45, 2), (2, 55, 3), (3, 49, 5)])
def test_dissolution_takes_named_core_gems(deck, form, level, tile, most):
    ann, bob = cast(
        f"{deck}_dissolution_{level}", f"{form} @44 Y{level}", f"p1 vara @{tile} A3 E3 [pyre]"
    )
    assert (ann.question.least, ann.question.most) == (1, most)
    ann({"aria": 1, "egis": 1})
    assert mat(bob).pool == [2, 2, 0, 0, 0]
    assert mat(bob).transmuted == ["pyre"]


# Ylem


@BOTH
def test_citrinitas_1_takes_a_core_gem(deck, form):
    ann, bob = cast(f"{deck}_citrinitas_1", f"{form} @44 Y1", "p1 vara @99 A1 P1")
    assert keys(ann, "gem") == {"aria", "pyre"}
    ann("gem:pyre")
    assert (mat(ann).pool[2], mat(bob).pool) == (1, [1, 0, 0, 0, 0])


@BOTH
def test_citrinitas_2_takes_a_ylem(deck, form):
    ann, bob = cast(f"{deck}_citrinitas_2", f"{form} @44 Y2", "p1 vara @99 Y3")
    assert (mat(ann).pool[4], mat(bob).pool[4]) == (1, 2)


@BOTH
def test_citrinitas_3_drains_all_opponents_for_two_at_most(deck, form):
    ann, bob, cid, dot = cast(
        f"{deck}_citrinitas_3",
        f"{form} @44 Y3",
        "p1 vara @99 Y3\np2 zhoth @00 Y1\np3 eloden @09 Y1",
    )
    assert [mat(player).pool[4] for player in (ann, bob, cid, dot)] == [2, 2, 0, 0]


@BOTH
@pytest.mark.parametrize(("level", "look", "keep"), [(1, 3, 1), (2, 4, 2), (3, 5, 3)])
def test_distillation_keeps_some_of_the_cards_looked_at(deck, form, level, look, keep):
    """Others see only what is discarded."""
    top = [
        f"{deck}_{name}" for name in ("rubedo_1", "rubedo_2", "rubedo_3", "nigredo_1", "nigredo_2")
    ]
    ann, bob = cast(
        f"{deck}_distillation_{level}",
        f"{form} @44 Y{level}",
        "p1 vara @99",
        f"draw {' '.join(top)}",
    )
    assert keys(ann, "keep") == set(top[:look])
    assert set(ann.view["looking"]) == set(top[:look])
    assert "looking" not in bob.view
    ann([f"keep:{card}" for card in top[:keep]])
    assert mat(ann).hand == top[:keep]
    assert happened(bob, "discarded") == [{"seat": 0, "cards": top[keep:look]}]
    assert happened(bob, "drew") == []


@BOTH
@pytest.mark.parametrize(("level", "dice"), [(1, 2), (2, 3), (3, 5)])
def test_projection_rolls_dice(deck, form, level, dice):
    ann, _ = cast(f"{deck}_projection_{level}", f"{form} @44 Y{level}", "p1 vara @99")
    assert len(happened(ann, "rolled")[0]["dice"]) == dice
    if ann.asked == "allocate":
        ann(ann.question.default())
    assert sum(mat(ann).pool) >= 1
    assert table_of(ann).rolls == []
