"""The decks, every Instant Power, and the special cards."""

from collections import Counter

import pytest

from engine.ascended_kings import GAME
from engine.ascended_kings.card import CARDS, DrawCards, Gain, RemoveDire, RollDice
from engine.ascended_kings.cards.decklist import deck as cards_of
from engine.ascended_kings.read_notation import read
from tests.ascended_kings.positions import cast, happened, keys, lay, mat, table_of

# The decks


def test_both_decks_have_45_focus_cards_and_7_specials():
    """Rulebook, Cards: 52 each; nine of each focus."""
    for revenant in (False, True):
        cards = cards_of(revenant)
        assert len(cards) == 52
        assert Counter(card.focus for card in cards) == {
            "aria": 9, "egis": 9, "pyre": 9, "dire": 9, "ylem": 9, "": 7
        }  # fmt: skip
        levels = Counter((card.name, card.level) for card in cards if card.focus)
        assert set(levels.values()) == {1}
        assert Counter(level for _, level in levels) == {1: 15, 2: 15, 3: 15}


def test_every_card_has_its_text_and_its_provenance_in_the_catalogue():
    components = {component.id: component for component in GAME.catalogue()}
    assert len(components) == len(GAME.catalogue())
    for id, card in CARDS.items():
        assert components[id].text == card.text
        assert card.text.endswith(".")
        assert components[id].facts["provenance"] in ("rulebook", "site", "reconstructed")


def test_the_price_is_the_power_level():
    """Rulebook, Anatomy of a Focus Card; specials cost nothing."""
    assert all(card.price == card.level for card in CARDS.values())
    assert all(card.price == 0 for card in CARDS.values() if not card.focus)


RICH = "@{} A2 E2 P2 Y1 [aria ylem] (asc_sun_and_sky_1) asc_pneuma_mundus_a"
SHAPES = {
    "adjacent": lambda down, right: down + right == 1,
    "surrounding": lambda down, right: max(down, right) == 1,
    "cardinal": lambda down, right: down == 0 or right == 0,
    "any": lambda down, right: True,
}
AIMED = [id for id, card in CARDS.items() if card.ability and card.ability.aim]


@pytest.mark.parametrize("id", AIMED)
def test_range_in_the_catalogue_is_the_cards_range(id):
    """An opponent who lacks nothing is a legal target within the printed range."""
    shape = next(
        component.facts["reach"]["shape"] for component in GAME.catalogue() if component.id == id
    )
    for tile in (tile for tile in range(100) if tile != 44):
        table = read(f"p0 apsu @44\np1 vara {RICH.format(f'{tile:02}')}")
        row, column = divmod(tile, 10)
        down, right = abs(row - 4), abs(column - 4)
        reached = SHAPES[shape](down, right)
        if "conjunction" in id:
            reached &= down + right > 1  # an adjacent target is not pulled
        if "separation" in id:
            reached &= not {row, column} & {0, 9}  # no target is pushed off the board
        assert bool(CARDS[id].ability.aim(table, table.me)) == reached, tile


def test_ranges_in_sight_and_of_walks_are_in_the_catalogue():
    reach = {component.id: component.facts.get("reach") for component in GAME.catalogue()}
    assert reach["asc_rubedo_3"] == {"shape": "cardinal", "sight": True}
    assert reach["asc_albedo_2"] == {"shape": "near", "distance": 4}
    assert reach["rev_sublimation_3"] == {"shape": "any"}
    assert reach["asc_dire_transfer_1"] == {"shape": "adjacent"}
    assert reach["rev_nigredo_1"] == {"shape": "surrounding"}
    assert reach["asc_projection_1"] is None


INSTANTS = {
    "sun_and_sky": ("A1", "A2", "2 dice"),
    "separation": ("1 dice", "A1E1", "A2E1"),
    "albedo": ("A2", "-1", "Y1"),
    "sublimation": ("A2", "-1", "Y1"),
    "egis_bound": ("E2", "-1", "E3"),
    "conjunction": ("1 dice", "E1P1", "2 dice"),
    "coagulation": ("E1", "-1", "-2"),
    "calcination": ("P1", "P2", ""),
    "rubedo": ("P1", "1 dice", ""),
    "fermentation": ("1 dice", "A1P1", "P3"),
    "dire_transfer": ("-1", "A1P1", "2 dice"),
    "nigredo": ("P1", "-1", ""),
    "dissolution": ("1 dice", "A1E1", "-2"),
    "citrinitas": ("Y1", "2 dice", ""),
    "distillation": ("1 dice", "Y1", "2 dice"),
    "projection": ("A1E1", "Y1", ""),
}


def notation_of(power):
    match power:
        case Gain(counts):
            return "".join(f"{k}{n}" for k, n in zip("AEPDY", counts, strict=True) if n)
        case RemoveDire(limit):
            return f"-{limit}"
        case RollDice(count):
            return f"{count} dice"
        case DrawCards(count):
            return f"{count} card"
    return ""


@pytest.mark.parametrize(
    "card", [card for card in CARDS.values() if card.focus], ids=lambda c: c.id
)
def test_every_instant_power_gives_its_printed_gems(card):
    stem = card.id[4:].rsplit("_", 1)[0]
    printed = INSTANTS[stem][card.level - 1]
    assert notation_of(card.instant) == printed
    form = "revenant" if card.revenant else ""
    ann, _ = lay(f"p0 vara @44\np1 apsu {form} @00 D2 {card.id}")[::-1]
    before = list(mat(ann).pool)
    if not printed:
        assert keys(ann, "instant") == set()
        return
    ann(f"instant:{card.id}")
    if ann.asked == "remove_dire":
        ann("cancel:0:remove:2")
    if ann.asked == "allocate":
        ann(ann.question.default())
    gained = [now - then for now, then in zip(mat(ann).pool, before, strict=True)]
    if "dice" in printed:
        assert sum(gained) >= 1
        assert len(happened(ann, "rolled")[0]["dice"]) == int(printed[0])
    elif printed[0] == "-":
        assert gained == [0, 0, 0, -int(printed[1]), 0]
    else:
        assert gained == list(card.instant.counts)
    assert mat(ann).hand == []
    assert table_of(ann).deck(card.revenant).discard == [card.id]


# Specials


def test_pneuma_mundus_gives_one_gem_of_each_colour():
    for letter in "abc":
        ann, _ = lay(f"p0 apsu @44 asc_pneuma_mundus_{letter}\np1 vara @99")
        assert ann.options == {f"instant:asc_pneuma_mundus_{letter}", "done"}
        ann(f"instant:asc_pneuma_mundus_{letter}")
        assert mat(ann).pool == [1, 1, 1, 0, 1]


@pytest.mark.parametrize(
    ("card", "form", "wounds"),
    [("asc_lancea_of_aeterna", "", 4), ("rev_revenant_curse", "revenant", 3)],
)
def test_the_slaying_cards_need_sight_and_take_the_stones(card, form, wounds):
    """Rulebook, Card Index: stones go to the caster, for nothing."""
    _, bob, cid = cast(card, f"{form} @44", "p1 vara L3 @66 *2\np2 zhoth @99 *1", "spare 0")
    assert (mat(bob).pool[3], mat(cid).pool[3]) == (wounds, 0)  # bob hides cid, who is not asked
    ann, bob = cast(card, f"{form} @44", "p1 vara @66 *2", "spare 1")
    assert mat(ann).bloodstones == 3
    assert mat(ann).pool[4] == 1
    assert table_of(ann).fallen == {}


@pytest.mark.parametrize(("level", "tile", "far"), [(1, 99, None), (2, 49, 55), (3, 55, 49)])
def test_the_traverse_removes_ylem_at_no_cost(level, tile, far):
    ann, bob = cast(f"rev_the_traverse_{level}", "revenant @44", f"p1 vara @{tile} Y5")
    assert mat(bob).pool[4] == 5 - level
    assert mat(ann).pool[4] == 0
    if far:
        ann, _ = lay(f"p0 apsu revenant @44 rev_the_traverse_{level}\np1 vara @{far} Y5")
        assert keys(ann, "cast") == set()


def test_lost_ylem_is_replaced_from_the_pieces_tile_at_once():
    """Digest 7.5: whenever the Ylem Pool gains room."""
    _, bob = cast("rev_the_traverse_1", "revenant @44", "p1 vara @99 Y5", "tiles 99:Y1")
    assert mat(bob).pool[4] == 5


@pytest.mark.parametrize("letter", "abc")
def test_break_transmutation_breaks_any_kind(letter):
    """Rulebook, Break Transmutation: Core, Ylem, and Prismatic Inscription with its card."""
    card = f"rev_break_transmutation_{letter}"
    other = "p1 vara @49 [aria ylem] (asc_prismatic_inscription_a)"
    ann, bob = cast(card, "revenant @44", other)
    assert {option.key: option.targets for option in ann.question.options} == {
        "socket:aria": ("socket:aria:p1",),
        "socket:ylem": ("socket:ylem:p1",),
        "socket:inscription": ("socket:inscription:p1",),
    }
    ann("socket:ylem")
    assert mat(bob).transmuted == ["aria"]
    ann, bob = cast(card, "revenant @44", other)
    ann("socket:inscription")
    assert mat(bob).inscription == ""
    assert table_of(ann).ascendant.discard == ["asc_prismatic_inscription_a"]


def test_break_transmutation_breaks_one_of_several_prisms():
    _ann, bob = cast(
        "rev_break_transmutation_a", "revenant @44", "p1 vara revenant @49 [prism_1 prism_2]"
    )
    assert mat(bob).transmuted == ["prism_1"]


def test_any_character_may_cast_any_focus():
    """Rulebook, Casting: the own focus matters for inscriptions only."""
    ann, bob = lay("p0 vara @44 Y1 asc_rubedo_1\np1 apsu @45")
    ann("cast:asc_rubedo_1")
    assert mat(bob).pool[3] == 1
