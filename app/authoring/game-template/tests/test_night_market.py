"""The rules of Night Market, one scenario each."""

from __future__ import annotations

from conclave_night_market import GAME
from conclave_night_market.box import CARDS, COPIES, HAND, VALUES
from conclave_night_market.table import NightMarketTable

from engine.testing.scenario import Player, players

SEATS = GAME.seats[-1]


def lay(stall: tuple[str, ...] = ("jade", "tea"), rounds: int = 2) -> NightMarketTable:
    """A table at rest: the first seat holds 1 to 5, the next 6 to 10 and so on."""
    cards, stock = list(range(1, CARDS + 1)), sorted(list(VALUES) * COPIES)
    return NightMarketTable(
        rounds=rounds,
        hands=[[cards.pop(0) for _ in range(HAND)] for _ in range(SEATS)],
        pile=cards,
        stall=[stock.pop(stock.index(ware)) for ware in stall],
        stock=stock,
        bought=[[] for _ in range(SEATS)],
    )


def bid_lowest(seats: tuple[Player, ...]) -> None:
    for seat, player in enumerate(seats):
        player(f"card:{HAND * seat + 1}")


def test_highest_card_takes_the_ware_of_its_choice() -> None:
    seats = players(GAME, lay(), SEATS)
    bid_lowest(seats)
    seats[-1]("ware:jade")
    assert [len(player.view["hand"]) for player in seats] == [HAND] * SEATS
    assert seats[0].view["players"][f"p{SEATS - 1}"]["points"] == VALUES["jade"]


def test_bid_is_hidden_until_all_have_bid() -> None:
    seats = players(GAME, lay(), SEATS)
    for seat, player in enumerate(seats):
        assert all("bid" not in seen for seen in seats[0].view["players"].values())
        player(f"card:{HAND * seat + 1}")
    assert seats[0].view["players"]["p0"]["bid"] == 1


def test_equal_wares_leave_nothing_to_choose() -> None:
    seats = players(GAME, lay(stall=("tea", "tea")), SEATS)
    bid_lowest(seats)
    assert seats[-1].asked == "bid"
    assert seats[0].view["players"][f"p{SEATS - 1}"]["bought"] == ["tea"]


def test_discards_make_a_new_pile() -> None:
    table = lay()
    table.pile, table.discards = [], table.pile
    seats = players(GAME, table, SEATS)
    bid_lowest(seats)
    seats[-1]("ware:tea")
    assert seats[0].view["discards"] == []
    assert [event.key for event in seats[0].events].count("reshuffled") == 1


def test_match_ends_after_its_rounds() -> None:
    seats = players(GAME, lay(rounds=1), SEATS)
    bid_lowest(seats)
    seats[-1]("ware:tea")
    assert seats[0].scenario.over
