"""The Latent State: roll, transmute, inscribe; Generate Focus."""

from tests.ascended_kings.positions import happened, keys, lay, mat, table_of


def test_the_first_steps_are_forced_and_in_order():
    """Rulebook, Latent State, steps 1-3."""
    ann, _ = lay(
        "phase state p0\np0 apsu @72\np1 vara @27\ndraw asc_albedo_1", throws=[(6, 3), (6, 4)]
    )
    ann("state:latent")
    assert mat(ann).hand == ["asc_albedo_1"]
    assert ann.options == {"roll", "instant:asc_albedo_1"}
    ann("roll")
    assert keys(ann, "take") == {"2pyre", "1ylem"}
    ann("take:2pyre")
    assert ann.asked == "latent"


def test_a_king_completes_as_many_core_transmutations_as_its_level():
    """Rulebook, Step 4, and its example at level 2."""
    ann, _ = lay("phase latent p0\np0 apsu L2 @72 A3 P4 Y3 [egis]\np1 vara @27")
    assert keys(ann, "transmute") == {"aria", "pyre", "ylem"}
    ann("transmute:ylem", "transmute:pyre")
    assert keys(ann, "transmute") == set()
    assert mat(ann).pool == [3, 0, 1, 0, 0]


def test_all_three_gems_move_at_once():
    ann, _ = lay("phase latent p0\np0 apsu @72 A2 Y2\np1 vara @27")
    assert keys(ann, "transmute") == set()


def test_a_revenant_has_three_prismatic_transmutations_without_limit():
    """R24."""
    ann, _ = lay("phase latent p0\np0 apsu revenant @72 A3 E3 P3\np1 vara @27")
    ann("transmute:prism_1", "transmute:prism_2", "transmute:prism_3")
    assert mat(ann).transmuted == ["prism_1", "prism_2", "prism_3"]
    assert keys(ann, "untransmute") == {"prism_3"}


def test_transmuting_ylem_refills_the_pool_from_the_pieces_tile():
    """Rulebook, Claiming Gemstones: at any point a Gemstone on the own tile is acquired at once."""
    ann, bob = lay("phase latent p0\np0 apsu @44 Y5\np1 vara @00\ntiles 44:Y4")
    ann("transmute:ylem")
    assert mat(ann).pool[4] == 5
    assert table_of(ann).heaps == {44: [0, 0, 0, 0, 1]}
    assert happened(bob, "acquired") == [{"seat": 0, "gems": {"ylem": 3}}]


def test_untransmuted_gems_return_with_substitution():
    """Rulebook, Step 4."""
    ann, _ = lay("phase latent p0\np0 apsu @72 A8 [pyre]\np1 vara @27")
    ann("untransmute:pyre")
    assert ann.asked == "give_up"
    ann({"aria": 2})
    assert mat(ann).pool == [6, 0, 3, 0, 0]


def test_untransmuted_ylem_beyond_five_is_lost():
    """R21."""
    ann, _ = lay("phase latent p0\np0 apsu @72 Y4 [ylem]\np1 vara @27")
    ann("untransmute:ylem")
    assert mat(ann).pool[4] == 5


def test_back_and_forth_is_legal_up_to_twenty_times():
    """R27."""
    ann, _ = lay("phase latent p0\np0 apsu @72 A3\np1 vara @27 asc_nigredo_3")
    for _ in range(10):
        ann("transmute:aria", "untransmute:aria")
    assert ann.options == {"done"}


# Generate Focus


def test_every_completed_transmutation_gives_its_gem():
    """Rulebook, Generate Focus, example."""
    ann, _ = lay("phase turn p0\np0 apsu @72 [ylem pyre]\np1 vara @27")
    assert mat(ann).pool == [0, 0, 1, 0, 1]


def test_prismatic_transmutations_give_any_core_gem():
    ann, _ = lay("phase turn p0\np0 apsu revenant @72 [prism_1 prism_2]\np1 vara @27")
    assert ann.asked == "generate"
    assert (ann.question.least, ann.question.most) == (2, 2)
    ann({"aria": 1, "pyre": 1})
    assert mat(ann).pool == [1, 0, 1, 0, 0]


def test_batch_of_generated_gems_is_substituted_in_one_question():
    """R19."""
    ann, _ = lay("phase turn p0\np0 apsu L3 @72 A8 E7 [aria pyre]\np1 vara @27")
    assert ann.asked == "give_up"
    assert ann.question.limits == {"aria": 9, "egis": 7, "pyre": 1}
    assert ann.question.least == 2


def test_exhausted_colour_cannot_be_acquired():
    """Rulebook, Limited Supply."""
    ann, _ = lay(
        "phase turn p0\np0 apsu @72 [pyre]\np1 vara @27\ntiles 00:P9 01:P9 02:P9 03:P9 04:P1"
    )
    assert mat(ann).pool[2] == 0


# Inscription


def test_a_king_inscribes_cards_of_its_own_focus_alone():
    """R28; rulebook, Requirements for Kings."""
    ann, _ = lay(
        "phase latent p0\np0 apsu @72 asc_projection_1 asc_albedo_1 asc_lancea_of_aeterna\n"
        "p1 vara @27"
    )
    assert keys(ann, "inscribe") == {"asc_projection_1"}


def test_a_revenant_inscribes_any_focus_card():
    """Rulebook, Requirements for Revenants: the Omega Glyph."""
    ann, _ = lay(
        "phase latent p0\np0 apsu revenant @72 rev_nigredo_1 rev_rubedo_2 rev_the_traverse_1\n"
        "p1 vara @27"
    )
    assert keys(ann, "inscribe") == {"rev_nigredo_1", "rev_rubedo_2"}


def test_an_inscription_lies_face_down_and_only_one_at_a_time():
    ann, bob = lay("phase latent p0\np0 apsu @72 asc_projection_1 asc_projection_2\np1 vara @27")
    ann("inscribe:asc_projection_1")
    assert keys(ann, "inscribe") == set()
    assert ann.view["players"]["p0"]["inscription"] == {
        "face_up": False,
        "card": "asc_projection_1",
    }
    assert bob.view["players"]["p0"]["inscription"] == {"face_up": False}
    assert happened(bob, "inscribed") == []
    assert happened(bob, "inscribed_one") == [{"seat": 0}]


def test_uninscribing_shows_the_card_and_the_slot_is_free_again():
    """R28; rulebook, Step 5: both on the same turn."""
    ann, bob = lay("phase latent p0\np0 apsu @72 (asc_projection_1) asc_projection_2\np1 vara @27")
    ann("uninscribe")
    assert happened(bob, "uninscribed") == [{"seat": 0, "card": "asc_projection_1"}]
    ann("inscribe:asc_projection_2")
    assert mat(ann).hand == ["asc_projection_1"]


def test_activating_casts_at_no_cost_once_per_turn():
    """Rulebook, Activating an Inscription."""
    ann, bob = lay("p0 kynazarr @44 (asc_rubedo_1)\np1 vara @45")
    assert "activate" in ann.options
    ann("activate")
    assert mat(bob).pool[3] == 1
    assert mat(ann).inscription == ""
    assert table_of(ann).ascendant.discard == ["asc_rubedo_1"]
    assert "activate" not in ann.options


def test_an_inscription_gives_no_instant_power():
    """Rulebook, Instant Powers, important note."""
    ann, bob = lay("p0 apsu @44\np1 kynazarr @45 (asc_rubedo_1)")
    assert bob.options == set()
    assert ann.options == {"done"}


def test_prismatic_inscription_lies_face_up_with_three_gems():
    """R25; rulebook, Prismatic Inscription Card."""
    ann, bob = lay(
        "phase latent p0\np0 apsu @72 A1 E1 P1 [aria] asc_prismatic_inscription_a\np1 vara @27"
    )
    ann("inscribe:asc_prismatic_inscription_a")
    assert mat(ann).pool == [0] * 5
    assert bob.view["players"]["p0"]["inscription"] == {
        "face_up": True,
        "card": "asc_prismatic_inscription_a",
    }
    assert bob.view["players"]["p0"]["koru"] == 15 + 10 + 5 + 5


def test_prismatic_inscription_generates_any_core_gem():
    """R25."""
    ann, _ = lay("phase turn p0\np0 apsu @72 (asc_prismatic_inscription_a)\np1 vara @27")
    ann({"egis": 1})
    assert mat(ann).pool == [0, 1, 0, 0, 0]


def test_prismatic_inscription_is_discarded_when_uninscribed_and_never_activated():
    """R25: it cannot be refilled."""
    ann, _ = lay("phase latent p0\np0 apsu @72 (asc_prismatic_inscription_a)\np1 vara @27")
    ann("uninscribe")
    assert mat(ann).pool == [1, 1, 1, 0, 0]
    assert table_of(ann).ascendant.discard == ["asc_prismatic_inscription_a"]
    ann, _ = lay("p0 apsu @72 (asc_prismatic_inscription_a)\np1 vara @27")
    assert "activate" not in ann.options


def test_prismatic_inscription_cannot_be_inscribed_without_its_gems():
    ann, _ = lay("phase latent p0\np0 apsu @72 A3 asc_prismatic_inscription_a\np1 vara @27")
    assert keys(ann, "inscribe") == set()


def test_prismatic_inscription_in_hand_draws_a_card_at_any_time():
    """R26."""
    _, bob = lay("p0 apsu @72\np1 vara @27 asc_prismatic_inscription_a\ndraw asc_nigredo_3")
    bob("instant:asc_prismatic_inscription_a")
    assert mat(bob).hand == ["asc_nigredo_3"]
