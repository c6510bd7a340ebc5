"""The moment of death and the return, in their exact order."""

from tests.ascended_kings.positions import happened, keys, lay, mat, table_of


def kinds(player):
    return [event.key for event in player.events]


def test_the_steps_at_death_in_their_order():
    """Digest 14.2; R53: hand, pool and inscription go at once."""
    ann, bob = lay(
        """
        p0 apsu @44 P4
        p1 vara @45 A1 Y2 [aria ylem] (asc_albedo_1) asc_nigredo_1
        draw asc_projection_1
        """,
        throws=[(100, 0)],
    )
    ann("attack:p1", 4)
    bob("pass")
    order = ["died", "dropped_stones", "overkilled", "acquired", "drew", "lost_cards"]
    assert [key for key in kinds(ann) if key in order] == order
    character = mat(bob)
    assert character.gems_on_return == [3, 0, 0, 0, 5]
    assert character.pool == [0] * 5
    assert (character.hand, character.inscription, character.transmuted) == ([], "", [])
    assert table_of(ann).ascendant.discard == ["asc_nigredo_1", "asc_albedo_1"]
    assert table_of(ann).heaps == {}


def test_the_dead_can_use_no_instants_and_are_not_targets():
    """R11; rulebook, On the board."""
    ann, bob, _ = lay("p0 apsu @44 P3 Y3 asc_citrinitas_1\np1 vara @45\np2 zhoth @00")
    ann("attack:p1", 3)
    assert bob.options == set()
    assert keys(ann, "cast") == set()
    assert keys(ann, "attack") == set()


def test_a_prismatic_inscription_is_lost_with_its_gems():
    """Rulebook, The Return, exception."""
    ann, bob = lay("p0 apsu @44 P3\np1 vara @45 (asc_prismatic_inscription_a)")
    ann("attack:p1", 3)
    assert mat(bob).gems_on_return == [0] * 5
    assert table_of(ann).ascendant.discard == ["asc_prismatic_inscription_a"]
    assert table_of(ann).supply[:3] == [40, 40, 40]


def test_stones_that_land_under_a_piece_are_taken_at_once():
    """R61; rulebook, Death, note."""
    ann, _ = lay("walls right2\np0 apsu @56 P3\np1 vara @57")
    ann("attack:p1", 3)
    assert mat(ann).bloodstones == 2
    assert table_of(ann).fallen == {}


def test_the_ascended_die_falls_like_the_stones():
    """Digest 14.2.3, 18."""
    ann, bob, _ = lay(
        "index 15 event 0 awarded\np0 apsu revenant @44 P3\np1 vara @45 die\np2 zhoth revenant @00"
    )
    ann("attack:p1", 3)
    assert table_of(ann).die_tile == 45
    assert not mat(bob).ascended_die
    assert table_of(ann).die_awarded


def test_a_revenant_returns_in_the_order_of_the_rulebook():
    """Rulebook, The Return, steps 1-8; R59: the spare stone comes before the deployment."""
    ann, bob = lay(
        """
        p0 apsu @44 P3
        p1 vara L2 @45 D1 Y3 A2 [egis]
        draw rev_nigredo_1 rev_nigredo_2 rev_nigredo_3
        """,
        throws=[(100, 90)],
    )
    ann("attack:p1", 3, "done")
    character = mat(bob)
    assert character.revenant
    assert character.level == 2
    assert character.pool == [0, 3, 0, 0, 3]
    assert character.hand == ["rev_nigredo_1", "rev_nigredo_2", "rev_nigredo_3"]
    assert character.bloodstones == 1
    assert table_of(ann).spare == 1
    assert bob.asked == "deploy"
    assert keys(bob, "tile") == {"90", "80", "81", "91"}
    assert bob.question.default() == "tile:90"
    bob("tile:81")
    assert bob.asked == "return_core"
    bob({"pyre": 2, "aria": 1})
    assert character.transmuted == []
    assert mat(bob).pool == [1, 3, 2, 0, 3]
    assert "yes" in ann.options  # the Last King may absorb the die
    order = ["returned", "drew", "took_stones", "rolled_tile", "deployed"]
    assert [key for key in kinds(bob) if key in order] == order


def test_set_aside_ylem_beyond_five_is_lost_and_none_goes_to_sockets():
    """Rulebook, The Return, step 5; R21."""
    ann, bob = lay("p0 apsu @44 P3\np1 vara @45 Y4 [ylem]", throws=[(100, 90)])
    ann("attack:p1", 3)
    assert mat(bob).gems_on_return[4] == 7
    ann("done")
    assert mat(bob).pool[4] == 5
    assert mat(bob).transmuted == []


def test_an_overfull_pool_on_return_leaves_the_owner_a_choice():
    """R58."""
    ann, bob = lay(
        "p0 apsu @44 P3\np1 vara revenant x1 @45 [prism_1 prism_2 prism_3 ylem]",
        throws=[(100, 90)],
    )
    ann("attack:p1", 3, "done")
    assert mat(bob).pool == [3, 3, 3, 0, 3]
    bob("tile:90", {"pyre": 3})
    assert bob.asked == "give_up"
    bob({"aria": 3})
    assert mat(bob).pool == [0, 3, 6, 0, 3]


def test_death_in_ones_own_turn_ends_the_turn():
    """R52."""
    ann, _ = lay("p0 apsu @44 A2 D2 Y3\np1 vara @99\ntiles 45:D1", throws=[(100, 0)])
    ann("move:45")
    assert ann.asked == "deploy"
    ann("tile:0", {"aria": 3})
    assert table_of(ann).active == 1


def test_a_piece_that_dies_on_its_landing_tile_returns_again():
    """Digest 14.4."""
    ann, bob = lay(
        "p0 apsu @44 P3\np1 vara @45\ntiles 90:D3",
        throws=[(100, 90)],
    )
    ann("attack:p1", 3, "done")
    bob("tile:90")
    bob("pass")
    assert mat(bob).killed == 2
    assert table_of(ann).fallen[90] == 1
    assert bob.asked == "deploy"
    assert table_of(ann).dead == [1]


def test_spare_stones_enter_with_the_first_returns():
    """Digest 15; rulebook: two players, even the same one twice; three players, one."""
    two = lay("p0 apsu @44 P3\np1 vara revenant @45 x1 *2\nspare 1", throws=[(100, 90)])
    two[0]("attack:p1", 3, "done")
    assert mat(two[1]).bloodstones == 1
    assert table_of(two[0]).spare == 0
    three = lay("p0 apsu @44 P3\np1 vara @45\np2 zhoth @00", throws=[(100, 90)])
    assert table_of(three[0]).spare == 1
    four = lay("p0 apsu @44 P3\np1 vara @45\np2 zhoth @00\np3 eloden @99", throws=[(100, 90)])
    four[0]("attack:p1", 3, "done")
    assert mat(four[1]).bloodstones == 0


def test_stones_on_the_landing_tile_are_collected_and_may_complete_the_set():
    """R56: the Omega War begins with a return; R67: whichever player's turn it was."""
    ann, bob = lay(
        "p0 apsu @44 P3 *0\np1 vara revenant @45 x1 *2\nspare 1\ntiles 90:*1",
        throws=[(100, 45)],
    )
    ann("attack:p1", 3)
    assert table_of(ann).fallen == {45: 2, 90: 1}
    ann("done")
    bob("tile:45", {"aria": 3})
    assert mat(bob).bloodstones == 3
    assert not table_of(ann).omega_war


def test_a_return_can_complete_the_set_of_four():
    """R56, R67."""
    ann, bob = lay(
        "p0 apsu @44 P3 *0\np1 vara revenant @45 x1 *3\nspare 1",
        throws=[(100, 45)],
    )
    ann("attack:p1", 3, "done")
    bob("tile:45", {"aria": 3})
    assert mat(bob).bloodstones == 4
    assert table_of(ann).omega_war


def test_two_dead_pieces_return_in_the_order_of_their_deaths():
    """Rulebook, The Return; R54."""
    ann, bob, cid = lay("p0 apsu L2 @44 P6\np1 vara @45\np2 zhoth @43")
    ann("attack:p2", 3, "attack:p1", 3)
    assert table_of(ann).dead == [2, 1]
    ann("done")
    assert (bob.asked, cid.asked) == (None, "deploy")


def test_own_death_earns_no_bonus():
    """R49."""
    ann, *_ = lay("walls right2\np0 apsu @57 A1 D2\np1 vara @56\np2 zhoth @00")
    ann("move:47")
    assert mat(ann).pool[4] == 0
    assert happened(ann, "died") == [{"seat": 0, "tile": 47}]
    assert happened(ann, "killed") == []
