"""Ruling R61: match play for two."""

from __future__ import annotations

from engine.res_arcana.card import ARTIFACT, of_kind
from tests.res_arcana.lay import Seat, lay, lay_text

MATCH = {"mode": "match"}
TEN = ["great_pyramid", "temple", "oracle", "coral_castle"]  # ten points
CHECK = "use:coral_castle:p1"


def hands() -> tuple[list[str], list[str]]:
    """Seven artifacts for each, Ann's placed ones apart."""
    artifacts = of_kind(ARTIFACT)
    return artifacts[:8], artifacts[8:16]


def game(winner: int, won: str = "") -> tuple[Seat, Seat]:
    """A match in which the winner is about to end a game; `won` lists earlier winners."""
    lines = ["options mode=match", f"phase actions p{winner}", f"won {won}"]
    mages_and_items = ("druid research", "witch alchemy")
    for seat, (deal, cards) in enumerate(zip(hands(), mages_and_items, strict=True)):
        lines.append(" ".join([f"p{seat} -", cards, *(TEN if seat == winner else [])]))
        lines.append(" ".join([f"p{seat} hand", *deal[:3]]))
        lines.append(" ".join([f"p{seat} deck", *deal[3:]]))
    ann, bob = lay_text("\n".join(lines))
    return ann, bob


def test_r61_the_loser_chooses_the_first_player_of_the_next_game() -> None:
    ann, bob = game(winner=0)
    ann(CHECK)
    assert not ann.scenario.over
    assert ann.asked is None
    assert bob.options == {"player:0", "player:1"}
    assert bob.view["game"] == {"number": 1, "of": 3, "wins": {"p0": 1, "p1": 0}}
    bob("player:1")
    assert ann.table.first == 1
    assert ann.table.number == 2


def test_r61_the_sixteen_artifacts_of_game_1_are_drafted_face_up() -> None:
    ann, bob = game(winner=0)
    ann(CHECK)
    bob("player:1")
    sixteen = sorted(id for deal in hands() for id in deal)
    assert ann.view["draft"]["offer"] == sixteen
    assert ann.play == {"druid"}  # mages are kept, all else goes back
    assert len(ann.table.display + ann.table.monuments) == 10
    counts = []
    while bob.table.stage == "offer":
        (seat,) = [seat for seat in (ann, bob) if seat.asked]
        assert seat.options == {f"take:{id}" for id in seat.table.offer}
        counts.append((seat.seat, seat.question.least))
        seat(seat.question.default())
    assert counts == [(1, 1), (0, 2), (1, 2), (0, 2), (1, 2), (0, 2), (1, 2), (0, 2)]
    assert len(ann.own.drafted) == len(bob.own.drafted) == 8
    assert sorted(ann.own.drafted + bob.own.drafted) == sixteen


def drafted(first: int = 1) -> tuple[Seat, Seat]:
    """The second game of a match, its draft done."""
    ann, bob = game(winner=0)
    ann(CHECK)
    bob(f"player:{first}")
    while ann.table.stage == "offer":
        for seat in (ann, bob):
            if seat.asked:
                seat(seat.question.default())
    return ann, bob


def test_r61_hands_are_drawn_before_items_are_chosen() -> None:
    ann, bob = drafted()
    assert (len(ann.hand), len(ann.own.deck)) == (3, 5)
    assert (ann.asked, bob.asked) == ("item", None)  # Bob goes first, so chooses last


def test_r40_in_match_play_drafted_artifacts_are_public() -> None:
    ann, bob = drafted()
    seen = bob.view["players"]["p0"]
    assert seen["known"] == seen["drafted"] == sorted(ann.own.drafted)
    assert "hand" not in seen


def test_r61_two_wins_end_the_match() -> None:
    ann, _ = game(winner=0, won="p0")
    ann(CHECK)
    assert ann.scenario.over
    outcome = ann.scenario.running.outcome
    assert outcome.ranks == [[0], [1]]
    assert [score.total for score in outcome.sheet] == [4, 0]


def test_r61_game_3_is_played_at_one_win_each_with_the_same_artifacts() -> None:
    first_deal, second_deal = (" ".join(deal) for deal in hands())
    ann, bob = lay_text(f"""
        options mode=match
        phase actions p1
        won p0
        p0 - druid research
        p0 deck {first_deal}
        p0 drafted {first_deal}
        p1 - witch alchemy {" ".join(TEN)}
        p1 deck {second_deal}
        p1 drafted {second_deal}""")
    bob(CHECK)
    assert ann.options == {"player:0", "player:1"}
    ann("player:0")
    assert ann.table.number == 3
    assert ann.table.stage == "items"
    assert sorted([*ann.own.hand, *ann.own.deck]) == sorted(first_deal.split())
    assert (ann.play, bob.play) == ({"druid"}, {"witch"})
    assert bob.asked == "item"


def test_r61_level_after_three_games_is_a_draw() -> None:
    ann, _ = game(winner=0, won="p1 p0+p1")
    ann(CHECK)
    outcome = ann.scenario.running.outcome
    assert outcome.ranks == [[0, 1]]
    assert [score.total for score in outcome.sheet] == [3, 3]


def shared() -> tuple[Seat, Seat]:
    """Both have ten points and the same essences; Ann opened the game and holds no token."""
    other = ["colossus", "hanging_gardens", "library", "solomons_mine", "nightingale"]
    ann, bob = lay(
        ann={"play": TEN, "mage": "druid"},
        bob={"play": [*other, "sacred_grove", "dragon_egg"], "mage": "witch", "passed": True},
        options=MATCH,
        first=1,
        opened=0,
    )
    return ann, bob


def test_r61_a_shared_game_is_half_a_win_and_its_second_player_chooses() -> None:
    ann, bob = shared()
    ann(CHECK)
    assert (ann.points, bob.points) == (10, 10)
    assert ann.table.scores == [1, 1]
    assert ann.view["game"] == {"number": 1, "of": 3, "wins": {"p0": 0, "p1": 0}, "shared": 1}
    assert bob.options == {"player:0", "player:1"}


def test_r61_a_win_and_a_half_do_not_end_the_match() -> None:
    ann, bob = game(winner=0, won="p0+p1")
    ann(CHECK)
    assert ann.table.scores == [3, 1]
    assert bob.asked == "first_player"
