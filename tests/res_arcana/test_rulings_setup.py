"""Rulings R58-R61: setup and the modes of play."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import InvalidOptions
from engine.core.event import PUBLIC
from engine.res_arcana import GAME
from engine.res_arcana.card import CARDS, of_kind
from engine.testing.scenario import new_players
from tests.res_arcana.lay import Seat


def begun(seats: int = 2, seed: int = 0, **options: Any) -> tuple[Seat, ...]:
    """Seats of a match from its own set-up."""
    players = new_players(GAME, seats, options, bytes([seed] * 32))
    return tuple(Seat(player.scenario, player.seat) for player in players)


def choose_first(seats: tuple[Seat, ...]) -> None:
    """Every player with a question takes the first option."""
    for seat in seats:
        if seat.asked:
            seat(seat.question.default())


def test_r58_mages_are_chosen_with_the_hand_in_sight_and_revealed_together() -> None:
    ann, bob = begun()
    assert (ann.asked, bob.asked) == ("mage", "mage")
    assert len(ann.view["players"]["p0"]["hand"]) == 3
    mages = ann.view["players"]["p0"]["mages"]
    assert ann.options == {f"mage:{id}" for id in mages}
    ann(f"mage:{mages[0]}")
    assert "mages" not in bob.view["players"]["p0"]
    assert bob.view["players"]["p0"]["cards"] == {}  # not revealed yet
    bob(bob.question.default())
    assert mages[0] in bob.view["players"]["p0"]["cards"]
    assert mages[1] not in str(ann.view)  # back to the box


def test_r58_items_are_chosen_counter_clockwise_the_first_player_last() -> None:
    seats = begun(4)
    choose_first(seats)
    first = seats[0].table.first
    asked = []
    while seats[0].table.stage == "items":
        (seat,) = [seat for seat in seats if seat.asked]
        asked.append(seat.seat)
        assert seat.asked == "item"
        assert len(seat.options) == 8 - len(asked) + 1
        seat(seat.question.default())
    assert asked == [(first - n) % 4 for n in (1, 2, 3, 4)]
    assert seats[0].table.round == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r59_a_first_game_has_sun_sides_preset_hands_and_unseen_decks(seats: int) -> None:
    players = begun(seats, mode="first_game", sides="moon")
    table = players[0].table
    assert {CARDS[id].side for id in table.places} == {"sun"}
    assert table.stage == "items"
    for player in players:
        number = CARDS[player.own.mage].starter
        assert number
        assert {CARDS[id].starter for id in player.hand} == {number}
        assert len(player.hand) == 3
        assert len(player.own.deck) == 5
        assert set(player.own.never_seen) == set(player.own.deck)


def test_r59_unused_starter_cards_may_be_among_the_five() -> None:
    starters = set()
    for seed in range(20):
        for player in begun(2, seed=seed, mode="first_game"):
            starters |= {CARDS[id].starter for id in player.own.deck}
    assert starters == {0, 1, 2, 3, 4}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r60_all_places_and_monuments_at_every_player_count(seats: int) -> None:
    ann, *_ = begun(seats)
    table = ann.table
    assert sorted(CARDS[id].tile for id in table.places) == [1, 2, 3, 4, 5]
    assert sorted(table.display + table.monuments) == sorted(of_kind("monument"))
    assert len(table.display) == 2
    assert len(table.items) == 8
    assert ann.pool == {"elan": 1, "life": 1, "calm": 1, "death": 1, "gold": 1}


def test_sides_are_sun_moon_or_chosen() -> None:
    for side in ("sun", "moon"):
        ann, _ = begun(sides=side)
        assert {CARDS[id].side for id in ann.table.places} == {side}
    chosen = [
        "sacred_grove",
        "sacrificial_pit",
        "cursed_forge",
        "sunken_reef",
        "sorcerers_bestiary",
    ]
    ann, _ = begun(places=chosen)
    assert sorted(ann.table.places) == sorted(chosen)
    both = {tuple(sorted(begun(seed=seed)[0].table.places)) for seed in range(8)}
    assert len(both) > 1


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (3, {"mode": "match"}),
        (2, {"places": ["sacred_grove"]}),
        (2, {"places": ["sacred_grove", "alchemists_tower"] * 3}),
        (2, {"places": ["hawk"] * 5}),
        (2, {"mode": "first_game", "places": ["sacred_grove"]}),
        (2, {"mode": "solo"}),
        (1, {}),
        (5, {}),
    ],
)
def test_unplayable_options_are_refused(seats: int, options: dict[str, Any]) -> None:
    with pytest.raises(InvalidOptions):
        GAME.read_options(options, seats)


# -- the draft


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_draft_keeps_one_of_four_and_passes_left_then_right(seats: int) -> None:
    players = begun(seats, mode="draft")
    for direction in (1, -1):
        packs = {seat.seat: seat.view["draft"]["pack"] for seat in players}
        for left in (4, 3, 2):
            assert all(len(pack) == left for pack in packs.values())
            for seat in players:
                assert seat.options == {f"keep:{id}" for id in packs[seat.seat]}
            for seat in players:
                seat(f"keep:{packs[seat.seat][0]}")
            passed = {(n + direction) % seats: pack[1:] for n, pack in packs.items()}
            packs = {n: passed[n] for n in range(seats)}
            if left > 2:  # the last card of each pack is not chosen by any player
                assert {s.seat: s.view["draft"]["pack"] for s in players} == packs
    assert {seat.asked for seat in players} == {"mage"}
    for seat in players:
        assert len(seat.hand) == 3
        assert len(seat.own.deck) == 5


def test_a_draft_is_secret() -> None:
    ann, bob = begun(mode="draft")
    pack = ann.view["draft"]["pack"]
    assert ann.view["draft"]["sizes"] == {"p0": 4, "p1": 4}
    ann(f"keep:{pack[0]}")
    assert ann.view["draft"]["kept"] == []  # until all players have kept one
    bob(bob.question.default())
    assert ann.view["draft"]["kept"] == [pack[0]]
    assert pack[0] not in str(bob.view)
    assert pack[0] not in str(GAME.view(ann.table, PUBLIC))
    assert "pack" not in GAME.view(ann.table, PUBLIC)["draft"]
    assert bob.view["draft"]["pack"] == pack[1:]


def test_cards_seen_in_a_draft_stay_known() -> None:
    """With two players a pack comes back: the rival has kept the missing cards."""
    from random import Random

    from engine.core.match import running_table
    from engine.res_arcana.resample import resample

    ann, bob = begun(mode="draft")
    seen: list[list[str]] = []
    while ann.table.stage == "draft":
        seen.append(ann.view["draft"]["pack"])
        ann(ann.question.default())
        bob(bob.question.default())
    certain = {id for id in seen[0] if id not in [*seen[2], seen[0][0]]}
    certain |= {id for id in seen[3] if id not in [*seen[5], seen[3][0]]}
    others = set()
    for attempt in range(20):
        table = running_table(GAME, ann.scenario.match).table
        resample(table, 0, Random(attempt))
        cards = {*table.players[1].hand, *table.players[1].deck}
        assert certain <= cards
        others |= cards
        assert [*table.players[0].hand] == ann.view["players"]["p0"]["hand"]
    assert len(others) > 8
