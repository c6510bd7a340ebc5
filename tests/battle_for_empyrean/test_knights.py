"""Knights of the Round Table, card by card."""

from __future__ import annotations

import pytest

from tests.battle_for_empyrean.cases import Case
from tests.battle_for_empyrean.laying import lay, reveal, row, side

pytestmark = pytest.mark.usefixtures("quiet_fields")

ROUND_TABLE = [
    "sir_lamorak",
    "sir_dinadan",
    "sir_marhaus",
    "sir_palamedes",
    "sir_gareth",
    "sir_kay",
    "sir_bors",
    "sir_percival",
    "sir_galahad",
    "sir_gawain",
    "sir_lancelot",
    "sir_tristan",
    "king_arthur",
]
FOUR = ["the_grail_sword 0", "merlin 8", "morgan_le_fay 4", "arondight 3"]

CASES = [
    *(
        Case(
            f"{knight} grows when another Knight is Revealed Here",
            "sir_dinadan",
            own=[f"{knight} 2"],
            after=[f"{knight} {2 + n}", "sir_dinadan 2"],
        )
        for knight, n in [("sir_lamorak", 1), ("sir_gareth", 1), ("sir_bors", 1), ("sir_gawain", 2)]
    ),
    *(
        Case(
            f"{knight} stunned, or elsewhere, does not grow",
            "sir_dinadan",
            own=[f"{knight} 2 stun"],
            after=[f"{knight} 2 stun", "sir_dinadan 2"],
        )
        for knight in ("sir_lamorak", "sir_gareth", "sir_bors", "sir_gawain", "guinevere")
    ),
    Case(
        "Sir Lamorak has at most 5 Might of his own, Sir Gareth 6",
        "sir_dinadan",
        own=["sir_lamorak 5", "sir_gareth 6"],
        after=["sir_lamorak 5", "sir_gareth 6", "sir_dinadan 2"],
    ),
    Case(
        "Sir Marhaus Adds 1 Essence beside a Knight",
        "sir_marhaus",
        own=["sir_dinadan 2"],
        after=["sir_dinadan 2", "sir_marhaus 1"],
        gains=1,
    ),
    Case("Sir Marhaus alone Adds nothing", "sir_marhaus", after=["sir_marhaus 1"]),
    Case(
        "Sir Palamedes beside a Knight Draws nothing",
        "sir_palamedes",
        own=["sir_dinadan 2"],
        after=["sir_dinadan 2", "sir_palamedes 1"],
        hand=[],
    ),
    Case(
        "the Fail-not Bow Destroys a card of at most 2 Might",
        "fail_not_bow",
        theirs=["hermes 2", "bondi 3"],
        after=["fail_not_bow 1"],
        theirs_after=["bondi 3"],
    ),
    Case(
        "the Fail-not Bow reaches 4 Might beside Sir Tristan",
        "fail_not_bow",
        own=["sir_tristan 4"],
        theirs=["hermes 5", "bondi 4"],
        after=["sir_tristan 4", "fail_not_bow 1"],
        theirs_after=["hermes 5"],
    ),
    Case(
        "the Fail-not Bow can't Destroy a shielded card",
        "fail_not_bow",
        theirs=["bondi 1 shield"],
        after=["fail_not_bow 1"],
    ),
    Case(
        "the Green and Gold Sash also gives Sir Gawain 1 Might",
        "green_and_gold_sash",
        own=["sir_gawain 6"],
        after=["sir_gawain 7 shield", "green_and_gold_sash 2"],
    ),
    Case(
        "Sir Kay gains 3 when he is Revealed beside King Arthur",
        "sir_kay",
        own=["king_arthur 7"],
        after=["king_arthur 7", "sir_kay 5"],
    ),
    Case(
        "Sir Kay gains 3 when King Arthur is Revealed beside him",
        "king_arthur",
        own=["sir_kay 2"],
        after=["sir_kay 5", "king_arthur 7"],
    ),
    Case(
        "a stunned Sir Kay gains nothing from King Arthur",
        "king_arthur",
        own=["sir_kay 2 stun"],
        after=["sir_kay 2 stun", "king_arthur 7"],
    ),
    Case(
        "King Arthur gains 4 when Guinevere is Revealed beside him",
        "guinevere",
        own=["king_arthur 7"],
        after=["king_arthur 11", "guinevere 4"],
    ),
    Case(
        "King Arthur gains 4 when he is Revealed beside Guinevere; he is no Knight",
        "king_arthur",
        own=["guinevere 4"],
        after=["guinevere 4", "king_arthur 11"],
    ),
    Case(
        "King Arthur and Guinevere on different battlefields gain nothing",
        "king_arthur",
        b2=["guinevere 4"],
        after=["king_arthur 7"],
    ),
    Case(
        "Guinevere gives 1 Might to each Knight Revealed Here",
        "sir_dinadan",
        own=["guinevere 4"],
        after=["guinevere 4", "sir_dinadan 3"],
    ),
    Case(
        "the Sword with the Red Hilt reaches a cost of 6 beside Sir Galahad",
        "sword_with_the_red_hilt",
        own=["sir_galahad 6"],
        theirs=["ulfhedinn 6"],
        after=["sir_galahad 6", "sword_with_the_red_hilt 1"],
        theirs_after=[],
    ),
    Case(
        "the Lady of the Lake Acquires the chosen gift",
        "the_lady_of_the_lake",
        answers=["acquire:excalibur"],
        after=["the_lady_of_the_lake 3"],
        hand=["excalibur"],
    ),
    Case(
        "the Lady of the Lake finds nothing when the gift has left the deck",
        "the_lady_of_the_lake",
        own=["excalibur 5"],
        answers=["acquire:excalibur"],
        after=["excalibur 5", "the_lady_of_the_lake 3"],
        hand=[],
    ),
    Case(
        "Sir Tristan gains 1 for each Ally Knight Here",
        "sir_tristan",
        own=["sir_dinadan 2", "king_arthur 7", "sir_kay 2"],
        after=["sir_dinadan 2", "king_arthur 7", "sir_kay 2", "sir_tristan 6"],
    ),
    Case(
        "Sir Lancelot gains 1 for each Ally Knight Here",
        "sir_lancelot",
        own=["sir_dinadan 2"],
        b2=["sir_kay 2"],
        after=["sir_dinadan 2", "sir_lancelot 8"],
    ),
    Case(
        "Sir Galahad gives 1 Might to each Ally Knight Here",
        "sir_galahad",
        own=["sir_dinadan 2", "king_arthur 7"],
        after=["sir_dinadan 3", "king_arthur 7", "sir_galahad 6"],
    ),
    Case(
        "Sir Percival gains 2 when the Holy Grail is in play",
        "sir_percival",
        b2=["the_holy_grail 2"],
        after=["sir_percival 7"],
    ),
    Case(
        "Sir Percival Acquires the Holy Grail when it is not",
        "sir_percival",
        after=["sir_percival 5"],
        hand=["the_holy_grail"],
    ),
    Case(
        "Excalibur stuns the strongest card with a conditional ability and strengthens King Arthur",
        "excalibur",
        own=["king_arthur 7"],
        theirs=["hermes 9", "bondi 5", "hirdmen 3", "bondi 6 stun"],
        after=["king_arthur 9", "excalibur 5"],
        theirs_after=["hermes 9", "bondi 5 stun", "hirdmen 3", "bondi 6 stun"],
    ),
    Case(
        "Excalibur stuns nobody without such a card",
        "excalibur",
        theirs=["hermes 9"],
        after=["excalibur 5"],
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.says)
def test_revealed_card_resolves_its_ability(case):
    case.play()


@pytest.mark.parametrize("knight", ROUND_TABLE)
def test_the_round_table_gives_2_might_to_each_knight_here(knight):
    witness = "sir_dinadan" if knight == "sir_palamedes" else "sir_palamedes"
    gift = 1 if knight == "sir_galahad" else 0
    ann, _ = lay(ann={"hand": [knight], "b1": [f"{witness} 3 stun", *FOUR]}, bob={})
    reveal(ann, knight)
    assert row(ann, "b1")[:5] == [f"{witness} {5 + gift} stun", *FOUR], "ruling 22"


def test_sir_palamedes_alone_draws_a_card():
    ann, _ = lay(ann={"hand": ["sir_palamedes"]}, bob={})
    reveal(ann, "sir_palamedes")
    assert len(side(ann).hand) == 1


# -- Command Phase


def test_the_grail_sword_strengthens_the_weakest_knight_beside_a_seeker():
    ann, _ = lay(
        phase="command",
        ann={"b1": ["the_grail_sword 0", "sir_bors 3", "sir_dinadan 2", "sir_kay 2"]},
        bob={},
    )
    assert ann.options == {"use:u1:u3", "use:u1:u4"}, "it has to be carried out"
    ann("use:u1:u4")
    assert row(ann, "b1")[3] == "sir_kay 3"


@pytest.mark.parametrize("seeker", ["sir_bors", "sir_percival", "sir_galahad"])
def test_each_seeker_gains_from_the_grail_sword(seeker):
    ann, _ = lay(phase="command", ann={"b1": ["the_grail_sword 0", f"{seeker} 3"]}, bob={})
    assert row(ann, "b1") == ["the_grail_sword 0", f"{seeker} 4"]


def test_the_grail_sword_without_a_seeker_does_nothing():
    ann, _ = lay(phase="command", ann={"b1": ["the_grail_sword 0", "sir_kay 2"]}, bob={})
    assert row(ann, "b1") == ["the_grail_sword 0", "sir_kay 2"]


def test_arondight_strengthens_sir_lancelot_here():
    ann, _ = lay(phase="command", ann={"b1": ["arondight 3", "sir_lancelot 7"]}, bob={})
    assert row(ann, "b1") == ["arondight 3", "sir_lancelot 9"]


def test_arondight_does_nothing_without_sir_lancelot():
    ann, _ = lay(phase="command", ann={"b1": ["arondight 3"], "b2": ["sir_lancelot 7"]}, bob={})
    assert row(ann, "b2") == ["sir_lancelot 7"]


def test_the_holy_grail_blesses_a_knight_anywhere_or_adds_essence_now():
    ann, _ = lay(
        phase="command",
        ann={"b1": ["the_holy_grail 2"], "b2": ["sir_kay 2"], "essence": 4, "hand": ["merlin"]},
        bob={},
    )
    assert ann.options == {"use:u1:u2", "essence:u1"}
    ann("essence:u1")
    assert side(ann).essence == 5
    assert ann.asked == "deploy"


def test_the_holy_grail_strengthens_the_knight():
    ann, _ = lay(phase="command", ann={"b1": ["the_holy_grail 2"], "b2": ["sir_kay 2"]}, bob={})
    ann("use:u1:u2")
    assert row(ann, "b2") == ["sir_kay 3"]


def test_without_a_knight_the_holy_grail_adds_essence():
    ann, _ = lay(
        phase="command", ann={"b1": ["the_holy_grail 2"], "essence": 4, "hand": ["merlin"]}, bob={}
    )
    assert side(ann).essence == 5
