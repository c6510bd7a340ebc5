"""The end of a game, and match play for two: up to three games, a face-up draft after the first."""

from __future__ import annotations

from typing import Final, Literal

from engine.core.chance import shuffle
from engine.core.script import Option, choose, choose_some
from engine.res_arcana.card import ARTIFACT, CARDS
from engine.res_arcana.decks import draw_hand
from engine.res_arcana.setup import choose_items_next, lay_out
from engine.res_arcana.table import InPlay, Player, ResArcanaTable
from engine.res_arcana.victory import leaders

MAX_GAMES: Final = 3
# Points of a match, in half wins.
POINTS_OF_WIN: Final = 2
POINTS_OF_SHARED_WIN: Final = 1


def end_game(table: ResArcanaTable, why: Literal["finished", "limit"]) -> None:
    """A game has ended; the match continues if it is not decided."""
    table.ended = why
    winners = leaders(table)
    table.winners.append(winners)
    table.tell("game_won", affects=tuple(winners), seats=winners, n=table.number)
    for seat in winners:
        table.scores[seat] += POINTS_OF_WIN if len(winners) == 1 else POINTS_OF_SHARED_WIN
    table.stage = "first_player" if undecided(table) else "over"


def undecided(table: ResArcanaTable) -> bool:
    """R61: more than one and a half wins end a match, and so do three games."""
    if table.options.mode != "match":
        return False
    return (
        len(table.winners) < MAX_GAMES and max(table.scores) <= POINTS_OF_WIN + POINTS_OF_SHARED_WIN
    )


def chooser(table: ResArcanaTable) -> int:
    """R61: the loser of the last game; a shared one has no loser, so its second player."""
    winners = table.winners[-1]
    return 1 - (winners[0] if len(winners) == 1 else table.opened)


async def choose_first_player(table: ResArcanaTable) -> None:
    """The First Player of the next game is chosen; the table is laid out for it."""
    options = [
        Option(f"player:{seat}", seat, (f"player:{seat}",), args={"seat": seat}) for seat in (0, 1)
    ]
    table.first = await choose(chooser(table), "first_player", options)
    table.number += 1
    table.ended = ""
    _clear(table)
    lay_out(table)
    if table.number == 2:
        table.offer = sorted(id for player in table.players for id in player.drafted)
        for player in table.players:
            player.drafted = []
        table.stage = "offer"
        table.turn = table.first
    else:
        _draw_hands(table)


def _clear(table: ResArcanaTable) -> None:
    """Players keep their mages and artifacts; all else goes back."""
    for player in table.players:
        if table.number == 2:
            player.drafted = _artifacts(player)
        fresh = Player(player.seat, {}, mage=player.mage, drafted=player.drafted)
        fresh.cards[player.mage] = InPlay(player.mage)
        table.players[player.seat] = fresh


def _artifacts(player: Player) -> list[str]:
    placed = [id for id in player.cards if CARDS[id].kind == ARTIFACT]
    return [*player.hand, *player.deck, *player.discards, *placed]


async def take_from_offer(table: ResArcanaTable) -> None:
    """R61: the First Player takes one, then each in turn two; the last goes to the First Player."""
    player = table.players[table.turn]
    number = min(2, len(table.offer)) if player.drafted or player.seat != table.first else 1
    options = [Option(f"take:{id}", id, (f"card:{id}",), "offer") for id in table.offer]
    cards = await choose_some(player.seat, "offer", options, number, number, public=True, n=number)
    table.offer = [id for id in table.offer if id not in cards]
    player.drafted += cards
    table.tell("drafted", affects=(player.seat,), seat=player.seat, cards=cards)
    table.turn = 1 - table.turn
    if not table.offer:
        _draw_hands(table)


def _draw_hands(table: ResArcanaTable) -> None:
    """Shuffle the drafted artifacts and draw, before magic items are chosen. R40: all know them."""
    for player in table.players:
        player.deck = sorted(player.drafted)
        shuffle(table, player.deck)
        player.known = sorted(player.drafted)
        player.loose = sorted(player.drafted)
        draw_hand(table, player)
    choose_items_next(table)
