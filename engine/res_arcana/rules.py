"""The order of play, as on the last page of the rulebook."""

from __future__ import annotations

from engine.core.script import Script
from engine.res_arcana.actions import take_turn
from engine.res_arcana.collect import collect
from engine.res_arcana.draft import keep_one
from engine.res_arcana.match_play import choose_first_player, end_game, take_from_offer
from engine.res_arcana.setup import begin_round, choose_item, choose_mages
from engine.res_arcana.table import ResArcanaTable
from engine.res_arcana.victory import check_victory


def next_step(table: ResArcanaTable) -> Script[None] | None:
    """The next step from a table at rest; None when the match is over."""
    match table.stage:
        case "draft":
            return keep_one(table)
        case "mages":
            return choose_mages(table)
        case "items":
            return choose_item(table)
        case "collect":
            return collect(table)
        case "actions":
            return act(table)
        case "victory":
            return end_round(table)
        case "first_player":
            return choose_first_player(table)
        case "offer":
            return take_from_offer(table)
        case "over":
            return None


async def act(table: ResArcanaTable) -> None:
    """An action; it may check victory and end the game."""
    await take_turn(table)
    if table.ended:
        end_game(table, table.ended)


async def end_round(table: ResArcanaTable) -> None:
    """All have passed: check victory; straighten everything; begin the next round."""
    if await check_victory(table):
        end_game(table, "finished")
    elif table.round == table.options.round_limit:
        end_game(table, "limit")
    else:
        straighten_all(table)
        begin_round(table)


def straighten_all(table: ResArcanaTable) -> None:
    """Straighten all turned components and reset the passed players."""
    turned = [card for player in table.players for card in player.cards.values() if card.turned]
    for player in table.players:
        player.passed = False
    for component in turned:
        component.turned = False
    if turned:
        table.tell("all_straightened")
