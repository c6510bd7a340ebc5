"""View: the projection for a viewer, built up from nothing.

It never contains other hands, the order of any deck, the monument deck, mages that were not chosen,
packs and kept cards of others, or artifacts that were not dealt.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.core.event import Public, Viewer
from engine.res_arcana.card import CARDS
from engine.res_arcana.draft import pack_of
from engine.res_arcana.match_play import GAMES, chooser
from engine.res_arcana.table import InPlay, Player, ResArcanaTable, Stage
from engine.res_arcana.victory import beyond_components, points_of
from engine.res_arcana.view_types import (
    GameOfMatch,
    Packs,
    Phase,
    Placed,
    PlayerState,
    ResArcanaView,
)

PHASES: Final[dict[Stage, Phase]] = {
    "draft": "draft",
    "offer": "draft",
    "mages": "setup",
    "items": "setup",
    "first_player": "setup",
    "collect": "collect",
    "actions": "actions",
    "victory": "victory",
    "over": "over",
}
"""The phase shown to players for each stage of the table."""


def views(table: ResArcanaTable) -> Callable[[Viewer], ResArcanaView]:
    """The table as each viewer may see it (R40): the public part, plus the private part of a
    seat.
    """
    public = _public(table)

    def seen(viewer: Viewer) -> ResArcanaView:
        return public if isinstance(viewer, Public) else _seen_by(table, viewer, public)

    return seen


def _public(table: ResArcanaTable) -> ResArcanaView:
    shown: ResArcanaView = {
        "game": _game(table),
        "goal": table.options.goal,
        "round": table.round,
        "phase": PHASES[table.stage],
        "first": table.first,
        "places": {id: _unclaimed(id) for id in table.places},
        "monuments": {"display": list(table.display), "deck": len(table.monuments)},
        "items": list(table.items),
        "players": {f"p{one.seat}": _player(table, one) for one in table.players},
    }
    if table.stage == "draft":
        shown["draft"] = _packs(table)
    elif table.stage == "offer":
        shown["draft"] = {"offer": list(table.offer)}
    return shown


def _seen_by(table: ResArcanaTable, seat: int, public: ResArcanaView) -> ResArcanaView:
    """The public view with what this seat sees besides."""
    player, players = table.players[seat], public["players"]
    seen = table.monuments[::-1][: player.seen_monuments]
    shown: ResArcanaView = {
        **public,
        "monuments": {**public["monuments"], "seen": seen},
        "players": {**players, f"p{seat}": _own(player, players[f"p{seat}"])},
    }
    if table.stage == "draft":
        shown["draft"] = _pack(table, player)
    return shown


def _game(table: ResArcanaTable) -> GameOfMatch:
    wins = [table.winners.count([seat]) for seat in _seats(table)]
    shown: GameOfMatch = {
        "number": table.number,
        "of": GAMES if table.options.mode == "match" else 1,
        "wins": {f"p{seat}": won for seat, won in enumerate(wins)},
    }
    if shared := sum(len(won) > 1 for won in table.winners):
        shown["shared"] = shared
    return shown


def _seats(table: ResArcanaTable) -> range:
    return range(len(table.players))


def _packs(table: ResArcanaTable) -> Packs:
    assert table.draft is not None
    left = {seat: table.draft.left[pack_of(table, seat)] for seat in _seats(table)}
    return {"sizes": {f"p{seat}": len(pack) for seat, pack in left.items()}}


def _pack(table: ResArcanaTable, player: Player) -> Packs:
    assert table.draft is not None
    pack = table.draft.left[pack_of(table, player.seat)]
    return {**_packs(table), "pack": list(pack), "kept": sorted(player.deck)}


def _player(table: ResArcanaTable, player: Player) -> PlayerState:
    score = {held.id: points_of(player, held) for held in player.cards.values()}
    shown: PlayerState = {
        "seat": player.seat,
        "pool": player.pool,
        "passed": player.passed,
        "token": table.first == player.seat,
        "points": beyond_components(table, player) + sum(score.values()),
        "score": {id: n for id, n in score.items() if n},
        "order": list(player.cards),
        "cards": {id: _in_play(held, score[id]) for id, held in player.cards.items()},
        "hand_size": len(player.hand),
        "deck_size": len(player.deck),
        "discard": list(player.discards),
    }
    if table.points[player.seat]:
        shown["temporary"] = table.points[player.seat]
    if player.known:
        shown["known"] = sorted(player.known)
    if player.drafted:
        shown["drafted"] = sorted(player.drafted)
    return shown


def _own(player: Player, public: PlayerState) -> PlayerState:
    """R40: the owner may list the rest of the deck, unordered, except cards never seen."""
    seen = player.deck[::-1][: player.seen]
    shown: PlayerState = {**public, "hand": list(player.hand), "seen": seen}
    if not player.unseen:
        shown["deck"] = sorted(player.deck)
    if player.mages:
        shown["mages"] = list(player.mages)
    return shown


def _in_play(held: InPlay, points: int) -> Placed:
    return {
        "id": held.id,
        "kind": CARDS[held.id].kind,
        "turned": held.turned,
        "essences": held.essences,
        "points": points,
    }


def _unclaimed(id: str) -> Placed:
    return _in_play(InPlay(id), CARDS[id].points)


def whose_turn(table: ResArcanaTable) -> list[int]:
    """The seats whose turn it is."""
    if table.stage in ("actions", "items", "offer"):
        return [table.turn]
    if table.stage in ("draft", "mages", "collect"):
        return list(_seats(table))
    return [chooser(table)] if table.stage == "first_player" else []
