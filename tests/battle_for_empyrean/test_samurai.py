"""Samurai of the Sengoku, card by card."""

from __future__ import annotations

import pytest

from tests.battle_for_empyrean.cases import Case
from tests.battle_for_empyrean.laying import lay, reveal, row, side

pytestmark = pytest.mark.usefixtures("quiet_fields")

CASES = [
    *(
        Case(
            f"{card} makes its owner Discard a card",
            card,
            also_in_hand=["oni", "sohei"],
            answers=["discard:oni"],
            after=[f"{card} {might}"],
            hand=["sohei"],
        )
        for card, might in [("bushi_samurai", 2), ("onna_musha", 5)]
    ),
    *(
        Case(f"{card} with an empty hand", card, after=[f"{card} {might}"], hand=[])
        for card, might in [
            ("bushi_samurai", 2),
            ("onna_musha", 5),
            ("skilled_ronin", 4),
            ("daimyo_samurai", 9),
            ("ikko_ikki", 7),
            ("itako", 4),
            ("abe_no_seimei", 5),
            ("the_shogun", 9),
            ("ninja", 1),
        ]
    ),
    Case(
        "Ashigaru may be Deployed as it is Discarded, and is Revealed after the other cards",
        "bushi_samurai",
        also_in_hand=["ashigaru"],
        answers=["discard:ashigaru:b2"],
        after=["bushi_samurai 2"],
        b2_after=["ashigaru 1"],
        hand=[],
    ),
    Case(
        "Ashigaru need not be Deployed",
        "bushi_samurai",
        also_in_hand=["ashigaru"],
        answers=["discard:ashigaru"],
        after=["bushi_samurai 2"],
    ),
    Case(
        "Sohei gains 1 for each card its owner Discards",
        "daimyo_samurai",
        own=["sohei 1", "sohei 1 stun"],
        also_in_hand=["oni", "ninja"],
        answers=["discard:oni", "discard:ninja"],
        after=["sohei 3", "sohei 1 stun", "daimyo_samurai 9"],
    ),
    Case(
        "Sohei has at most 8 Might",
        "bushi_samurai",
        b2=["sohei 8"],
        also_in_hand=["oni"],
        answers=["discard:oni"],
        after=["bushi_samurai 2"],
    ),
    Case(
        "Ninja may Discard a card to Destroy an Opponent card Here of cost 6 or less",
        "ninja",
        also_in_hand=["oni"],
        theirs=["hermes 9", "ulfhedinn 6"],
        answers=["discard:oni"],
        after=["ninja 1"],
        theirs_after=["hermes 9"],
    ),
    Case(
        "Ninja need not",
        "ninja",
        also_in_hand=["oni"],
        theirs=["ulfhedinn 6"],
        answers=["none"],
        after=["ninja 1"],
    ),
    Case(
        "Ninja can't Destroy a shielded card, but the Discard is made",
        "ninja",
        also_in_hand=["oni"],
        theirs=["ulfhedinn 6 shield"],
        answers=["discard:oni"],
        after=["ninja 1"],
        hand=[],
    ),
    Case(
        "Ninja does nothing at all on the last Round",
        "ninja",
        also_in_hand=["oni"],
        theirs=["ulfhedinn 6"],
        after=["ninja 1"],
        hand=["oni"],
        round=10,
    ),
    Case(
        "Daimyo Samurai makes its owner Discard two cards, or all there are",
        "daimyo_samurai",
        also_in_hand=["oni"],
        answers=["discard:oni"],
        after=["daimyo_samurai 9"],
        hand=[],
    ),
    Case(
        "Ikko-Ikki gains 2 for each of any number of cards Discarded",
        "ikko_ikki",
        also_in_hand=["oni", "ninja", "sohei"],
        answers=["discard:oni", "discard:ninja", "none"],
        after=["ikko_ikki 11"],
        hand=["sohei"],
    ),
    Case(
        "Itako calls a card of cost 3 or less from the Discard pile",
        "itako",
        setting={"discarded": ["onna_musha", "oni"]},
        answers=["deploy:onna_musha:b2"],
        after=["itako 4"],
        b2_after=["onna_musha 5"],
    ),
    Case(
        "Abe no Seimei calls Ikko-Ikki or The Shogun",
        "abe_no_seimei",
        setting={"discarded": ["ikko_ikki", "oni"]},
        answers=["deploy:ikko_ikki:b1"],
        after=["abe_no_seimei 5", "ikko_ikki 7"],
    ),
    Case(
        "The Shogun calls a card of cost 4 or less",
        "the_shogun",
        setting={"discarded": ["metsubushi", "itako"]},
        answers=["deploy:metsubushi:b2"],
        after=["the_shogun 9"],
        b2_after=["metsubushi 4"],
    ),
    Case(
        "The Shogun called from the Discard pile gains 3 and may call in turn",
        "abe_no_seimei",
        setting={"discarded": ["the_shogun", "sohei"]},
        answers=["deploy:the_shogun:b2", "deploy:sohei:b2"],
        after=["abe_no_seimei 5"],
        b2_after=["the_shogun 12", "sohei 1"],
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.says)
def test_revealed_card_resolves_its_ability(case):
    case.play()


def test_itako_is_asked_even_when_no_card_in_the_pile_is_cheap_enough():
    """No other player may learn from a question what lies in the Discard pile."""
    ann, _ = lay(ann={"hand": ["itako"], "discarded": ["oni"]}, bob={})
    reveal(ann, "itako")
    assert ann.options == {"none"}


def test_skilled_ronin_makes_both_discard():
    ann, bob = lay(ann={"hand": ["skilled_ronin", "oni"]}, bob={"hand": ["bondi", "hirdmen"]})
    ann("deploy:skilled_ronin:b1", "done")
    bob("done")
    ann("discard:oni")
    assert bob.asked == "discard"
    bob("discard:hirdmen")
    assert side(bob).hand == ["bondi"]
    assert side(bob).discarded == ["hirdmen"]
    assert row(ann, "b1") == ["skilled_ronin 4"]


def test_renowned_ronin_makes_the_opponent_discard():
    ann, bob = lay(ann={"hand": ["renowned_ronin"]}, bob={"hand": ["bondi", "hirdmen"]})
    ann("deploy:renowned_ronin:b1")
    bob("done", "discard:bondi")
    assert side(bob).hand == ["hirdmen"]


def test_renowned_ronin_against_an_empty_hand():
    Case("", "renowned_ronin", after=["renowned_ronin 8"]).play()


def test_sohei_does_not_count_what_the_opponent_discards():
    ann, bob = lay(ann={"hand": ["renowned_ronin"], "b1": ["sohei 1"]}, bob={"hand": ["bondi"]})
    ann("deploy:renowned_ronin:b1")
    bob("done", "discard:bondi")
    assert row(ann, "b1") == ["sohei 1", "renowned_ronin 8"]


def test_hatamoto_samurai_draws_two_and_discards_one():
    ann, _ = lay(
        ann={"hand": ["hatamoto_samurai"], "bottom": ["oni", "ninja"], "no_deck": True}, bob={}
    )
    reveal(ann, "hatamoto_samurai")
    assert ann.options == {"discard:oni", "discard:ninja"}
    ann("discard:oni")
    assert side(ann).hand == ["ninja"]


# -- Oni, in the End of the Game Phase


def test_oni_gains_the_printed_might_of_a_discarded_card_and_1():
    ann, _ = lay(
        round=10,
        phase="end_of_game",
        ann={"hand": ["the_shogun", "ashigaru"], "b1": ["oni 2", "sohei 1"]},
        bob={},
    )
    assert ann.options == {"discard:the_shogun", "discard:ashigaru"}, "ruling 27: no Deployment"
    ann("discard:the_shogun")
    assert row(ann, "b1") == ["oni 12", "sohei 2"], "ruling 29: Sohei counts it too"
    assert ann.scenario.over


@pytest.mark.parametrize(
    ("hand", "unit"), [([], "oni 0"), (["the_shogun"], "oni 0 stun")], ids=["no card", "stunned"]
)
def test_oni_without_a_card_or_stunned_gains_nothing(hand, unit):
    ann, _ = lay(round=10, phase="end_of_game", ann={"hand": hand, "b1": [unit]}, bob={})
    assert row(ann, "b1") == [unit]
    assert ann.scenario.over
