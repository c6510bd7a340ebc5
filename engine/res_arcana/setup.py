"""Setup: the table before the first round of a game."""

from __future__ import annotations

from typing import Final

from engine.core.chance import draw, shuffle
from engine.core.errors import InvalidOptions
from engine.core.run import Run
from engine.core.script import Option, at_once, choose
from engine.res_arcana.card import ARTIFACT, CARDS, Card, of_kind
from engine.res_arcana.decks import draw_hand
from engine.res_arcana.draft import deal_packs
from engine.res_arcana.essences import KINDS
from engine.res_arcana.passing import item_options, take_item
from engine.res_arcana.table import DEFAULT_GOAL, InPlay, Player, ResArcanaOptions, ResArcanaTable

TILES: Final = (1, 2, 3, 4, 5)
DISPLAY_SIZE: Final = 2
MAGES_DEALT: Final = 2
DECK_SIZE: Final = 8
STARTER_DECK_SIZE: Final = 5
"""Artifacts dealt face down in a first game."""


def check_options(options: ResArcanaOptions, seats: int) -> None:
    """Raise InvalidOptions if these options can't be played with this many seats."""
    if options.mode == "match" and seats != 2:
        raise InvalidOptions("Match play is for two players.")
    if options.goal < DEFAULT_GOAL and options.mode != "first_game":
        raise InvalidOptions("Only a first game may be won with fewer than ten points.")
    if options.places:
        if options.mode == "first_game":
            raise InvalidOptions("A first game uses the sun sides.")
        places = [CARDS[id] for id in options.places if id in CARDS]
        if sorted(card.tile for card in places) != list(TILES) or len(options.places) != len(TILES):
            raise InvalidOptions("Choose five Places of Power, one side of each tile.")


def new_table(options: ResArcanaOptions, seats: int, run: Run) -> ResArcanaTable:
    """A table on which mages and artifacts have been dealt as the mode says."""
    players = [Player(seat, {}) for seat in range(seats)]
    table = ResArcanaTable(options=options, players=players, scores=[0] * seats)
    table.run = run
    table.first = draw(table, seats)
    lay_out(table)
    if options.mode == "first_game":
        deal_starters(table)
        choose_items_next(table)
        return table
    deal_mages(table)
    if options.mode == "draft":
        deal_packs(table)
    else:
        deal_artifacts(table)
    return table


def lay_out(table: ResArcanaTable) -> None:
    """Setup steps 1-4: magic items, Places of Power, monuments, essences. R60: at every count."""
    table.opened = table.first
    table.round = 0
    table.temporary_points = [0] * len(table.players)
    table.items = of_kind("magic_item")
    table.places = [_side(table, tile) for tile in TILES]
    table.monuments = of_kind("monument")
    shuffle(table, table.monuments)
    table.display = [table.monuments.pop() for _ in range(DISPLAY_SIZE)]
    for player in table.players:
        player.pool = dict.fromkeys(KINDS, 1)
    table.tell("laid_out", n=table.number, places=table.places, display=table.display)
    table.tell("goes_first", affects=(table.first,), seat=table.first)


def _side(table: ResArcanaTable, tile: int) -> str:
    """The side of a tile that faces up."""
    sides = [card for card in CARDS.values() if card.tile == tile]
    options = table.options
    if options.places:
        return next(card.id for card in sides if card.id in options.places)
    if options.sides == "random" and options.mode != "first_game":
        return sides[draw(table, 2)].id
    side = "moon" if options.sides == "moon" and options.mode != "first_game" else "sun"
    return next(card.id for card in sides if card.side == side)


# -- dealing


def deal_mages(table: ResArcanaTable) -> None:
    """Two mages each, of which one will be chosen."""
    mages = of_kind("mage")
    shuffle(table, mages)
    for player in table.players:
        player.mages = [mages.pop() for _ in range(MAGES_DEALT)]
        table.whisper(player.seat, "dealt_mages", seat=player.seat, cards=player.mages)


def deal_artifacts(table: ResArcanaTable) -> None:
    """Eight artifacts each, as a deck, and a hand of three."""
    artifacts = of_kind(ARTIFACT)
    shuffle(table, artifacts)
    for player in table.players:
        player.deck = [artifacts.pop() for _ in range(DECK_SIZE)]
        draw_hand(table, player)


def deal_starters(table: ResArcanaTable) -> None:
    """R59: a numbered hand with its mage for each; five unseen artifacts as a deck."""
    numbers = [1, 2, 3, 4]
    shuffle(table, numbers)
    starters = {n: [card for card in CARDS.values() if card.starter == n] for n in numbers}
    for player in table.players:
        _take_starter(table, player, starters.pop(numbers.pop()))
    dealt = {id for player in table.players for id in player.hand}
    artifacts = [id for id in of_kind(ARTIFACT) if id not in dealt]
    shuffle(table, artifacts)
    for player in table.players:
        player.deck = [artifacts.pop() for _ in range(STARTER_DECK_SIZE)]
        player.never_seen = list(player.deck)


def _take_starter(table: ResArcanaTable, player: Player, cards: list[Card]) -> None:
    player.hand = [card.id for card in cards if card.kind == ARTIFACT]
    reveal_mage(table, player, next(card.id for card in cards if card.kind == "mage"))


# -- mages and magic items


async def choose_mages(table: ResArcanaTable) -> None:
    """R58: all players choose after seeing their hands; then all mages are revealed."""
    choices = await at_once(
        {
            player.seat: choose(
                player.seat,
                "mage",
                [Option(f"mage:{id}", n, (f"card:{id}",)) for n, id in enumerate(player.mages)],
            )
            for player in table.players
        }
    )
    table.seal()
    for player in table.players:
        reveal_mage(table, player, player.mages[choices[player.seat]])
    choose_items_next(table)


def reveal_mage(table: ResArcanaTable, player: Player, id: str) -> None:
    """Put the mage in play."""
    player.mages = []
    player.mage = id
    player.cards[id] = InPlay(id)
    table.tell("mage", affects=(player.seat,), seat=player.seat, card=id)


def choose_items_next(table: ResArcanaTable) -> None:
    """R58: counter-clockwise, beginning at the First Player's right."""
    table.stage = "items"
    table.turn = (table.first - 1) % len(table.players)


async def choose_item(table: ResArcanaTable) -> None:
    """One player takes a magic item; the First Player is the last."""
    player = table.players[table.turn]
    id = await choose(player.seat, "item", item_options(table))
    take_item(table, player, id)
    table.tell("took_item", affects=(player.seat,), seat=player.seat, card=id)
    if player.seat == table.first:
        begin_round(table)
    else:
        table.turn = (table.turn - 1) % len(table.players)


def begin_round(table: ResArcanaTable) -> None:
    """The next round begins with its Collect step."""
    table.round += 1
    table.stage = "collect"
    table.turn = table.first
    table.tell("round_began", n=table.round, seat=table.first)
