"""Outcome: ranks and score sheet of a match."""

from __future__ import annotations

from engine.core.outcome import Outcome, Reason, Score, ScoreLine, by_total
from engine.res_arcana.card import CARDS
from engine.res_arcana.match_play import POINTS_OF_SHARED_WIN, POINTS_OF_WIN
from engine.res_arcana.table import Player, ResArcanaTable
from engine.res_arcana.victory import TOKEN, points, points_of, tie_break


def outcome(table: ResArcanaTable) -> Outcome | None:
    """Ranks by points, then essences; in match play by games."""
    if table.stage != "over":
        return None
    reason: Reason = "limit" if table.ended == "limit" else "finished"
    if table.options.mode == "match":
        return by_total(score_sheet(table), reason=reason)
    return by_total(score_sheet(table), [tie_break(player) for player in table.players], reason)


def score_sheet(table: ResArcanaTable) -> list[Score]:
    """Each player's current sheet."""
    player_sheet = _match_sheet if table.options.mode == "match" else _game_sheet
    return [player_sheet(table, player) for player in table.players]


def _game_sheet(table: ResArcanaTable, player: Player) -> Score:
    """A player's points by source."""
    lines = [
        ScoreLine(kind, total)
        for kind in ("artifact", "monument", "place_of_power")
        if (total := _points_of_kind(player, kind))
    ]
    if table.first == player.seat:
        lines.append(ScoreLine("token", TOKEN))
    if table.temporary_points[player.seat]:
        lines.append(ScoreLine("temporary", table.temporary_points[player.seat]))
    return Score(player.seat, points(table, player), lines)


def _points_of_kind(player: Player, kind: str) -> int:
    return sum(
        points_of(player, component)
        for component in player.cards.values()
        if CARDS[component.id].kind == kind
    )


def _match_sheet(table: ResArcanaTable, player: Player) -> Score:
    """R61: a win counts two half wins, a shared game one."""
    lines = [
        ScoreLine(
            "game", POINTS_OF_WIN if len(winners) == 1 else POINTS_OF_SHARED_WIN, {"n": number}
        )
        for number, winners in enumerate(table.winners, start=1)
        if player.seat in winners
    ]
    return Score(player.seat, table.scores[player.seat], lines)
