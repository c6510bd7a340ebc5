"""Ylem Abilities, the Shield window, Ylem Prism."""

from tests.ascended_kings.positions import happened, keys, lay, mat, table_of, tiles


def test_ylem_actions_need_a_completed_ylem_transmutation():
    ann, _ = lay("walls right2\np0 apsu @56 A1 E1 P1 D1 Y5\np1 vara @00\ntiles 33:Y1")
    assert not {"heal", "bridge:33", "pyrokinesis:right"} & ann.options


def test_ylem_bridge_leads_to_any_tile_with_ylem():
    """Rulebook, Ylem Bridge; no Escape Cost, and everything there is taken."""
    ann, _ = lay("p0 apsu @44 A1 Y1 [ylem] *0\np1 vara @45\ntiles 99:Y1P1 99:*1\n")
    ann("bridge:99")
    assert mat(ann).tile == 99
    assert mat(ann).pool == [0, 0, 1, 0, 1]
    assert mat(ann).bloodstones == 1


def test_ylem_bridge_needs_a_free_tile():
    """R43: not the own, not an occupied one, not the Omega tile without a Bloodstone."""
    ann, _ = lay(
        "p0 apsu @44 A1 Y5 [ylem] *0\np1 vara @45 Y5 *4\nspare 0\n"
        "tiles 44:Y1 45:Y1 00:Y1 01:Y1 00:omega"
    )
    assert tiles(ann, "bridge") == {1}


def test_heal_wound_needs_a_wound():
    """R33; rulebook, Heal Wound."""
    ann, _ = lay("p0 apsu @44 E1 Y1 D1 [ylem]\np1 vara @99")
    ann("heal")
    assert mat(ann).pool == [0] * 5
    ann, _ = lay("p0 apsu @44 E1 Y1 [ylem]\np1 vara @99")
    assert "heal" not in ann.options


def test_pyrokinesis_slides_the_wall_one_line_out():
    """Rulebook, Pyrokinesis: from beside it."""
    ann, _ = lay("walls right2\np0 apsu @56 P1 Y1 [ylem]\np1 vara @00")
    ann("pyrokinesis:right")
    assert table_of(ann).walls == [-1, 1, -1, -1]
    assert mat(ann).pool == [0] * 5


def test_a_wall_on_the_outermost_line_cannot_be_pushed():
    ann, _ = lay("walls right0 top2\np0 apsu @58 P1 Y1 [ylem]\np1 vara @40")
    assert keys(ann, "pyrokinesis") == set()


def test_at_a_crossing_the_player_chooses_the_wall():
    """R45."""
    ann, _ = lay("walls right2 bottom3\np0 apsu @67 P1 Y1 [ylem]\np1 vara @00")
    assert keys(ann, "pyrokinesis") == {"right", "bottom"}
    ann, _ = lay("walls right2 bottom3\np0 apsu @56 P1 Y1 [ylem]\np1 vara @00")
    assert keys(ann, "pyrokinesis") == {"right", "bottom"}


# Ylem Shield


SHIELDS = """
phase turn p0
p0 apsu @44 P2 Y5 [ylem] asc_citrinitas_3 asc_citrinitas_1
p1 vara @45 A1 Y1 [ylem]
p2 zhoth @54 A1 Y1 [ylem]
"""


def test_shields_are_asked_simultaneously_after_generating_and_before_the_state():
    """R47: answers are revealed together."""
    ann, bob, cid = lay(SHIELDS)
    assert ann.asked is None
    assert (bob.asked, cid.asked) == ("shield", "shield")
    cid("no")
    assert happened(ann, "shielded") == []
    bob("yes")
    assert happened(ann, "shielded") == [{"seat": 1}]
    assert mat(bob).transmuted == []
    assert table_of(ann).supply[4] == 35 - 5 - 2 - 6
    assert ann.asked == "state"


def test_a_shield_stops_abilities_and_area_effects_but_not_attacks():
    """R46."""
    ann, bob, cid = lay(SHIELDS)
    bob("yes")
    cid("no")
    ann("state:active")
    ann("cast:asc_citrinitas_1")
    assert mat(cid).pool[0] == 0  # the only target left
    assert mat(bob).pool[0] == 1
    ann("cast:asc_citrinitas_3")
    assert mat(bob).pool[4] == 1
    assert mat(cid).pool[4] == 0
    assert keys(ann, "attack") == {"p1", "p2"}


def test_a_shield_does_not_stop_side_effects():
    """R46: a trap laid for all players."""
    ann, _ = lay("p0 apsu @44 Y1 asc_nigredo_1\np1 vara @45 shielded")
    assert keys(ann, "cast") == {"asc_nigredo_1"}
    ann("cast:asc_nigredo_1")
    assert "tile:45" not in ann.options
    ann(["tile:35"])
    assert table_of(ann).heaps == {35: [0, 0, 0, 1, 0]}


def test_a_shield_lasts_for_one_turn():
    """Rulebook, Ylem Shield, note."""
    ann, bob = lay("p0 apsu @44\np1 vara @45 shielded")
    ann("done")
    assert not mat(bob).shielded


# Ylem Prism


def test_ylem_prism_feeds_any_revenant_on_the_board():
    """R48; rulebook, Prismatic Transmutation."""
    ann, bob, _ = lay("p0 apsu revenant @44 [prism_1]\np1 vara revenant @45 Y4\np2 zhoth @99")
    assert keys(ann, "prism") == {"p0", "p1"}
    ann("prism:p1")
    assert mat(bob).pool[4] == 5
    assert mat(ann).transmuted == []
    assert keys(ann, "prism") == set()


def test_ylem_prism_needs_a_revenant_with_room():
    ann, *_ = lay("p0 apsu revenant @44 Y5 [prism_1]\np1 vara revenant @45 Y5\np2 zhoth @99")
    assert keys(ann, "prism") == set()


def test_the_dead_cannot_be_fed():
    """R48."""
    ann, *_ = lay("p0 apsu revenant @44 P3 Y5 [prism_1]\np1 vara revenant @45\np2 zhoth @99")
    ann("attack:p1", 3)
    assert keys(ann, "prism") == set()


def test_a_king_feeds_only_itself_and_discards_the_card():
    """Rulebook, Prismatic Transmutation, note."""
    ann, _ = lay("p0 apsu @44 (asc_prismatic_inscription_b)\np1 vara revenant @45")
    assert keys(ann, "prism") == {"p0"}
    ann("prism:p0")
    assert mat(ann).pool == [0, 0, 0, 0, 1]
    assert mat(ann).inscription == ""
    assert table_of(ann).ascendant.discard == ["asc_prismatic_inscription_b"]
