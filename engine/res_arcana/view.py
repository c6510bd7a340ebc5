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
from engine.res_arcana.match_play import MAX_GAMES, chooser
from engine.res_arcana.table import InPlay, Player, ResArcanaTable, Stage
from engine.res_arcana.victory import points_of, points_outside_components
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

    def view_for(viewer: Viewer) -> ResArcanaView:
        return public if isinstance(viewer, Public) else _seat_view(table, viewer, public)

    return view_for


def _public(table: ResArcanaTable) -> ResArcanaView:
    view: ResArcanaView = {
        "game": _game(table),
        "goal": table.options.goal,
        "round": table.round,
        "phase": PHASES[table.stage],
        "first": table.first,
        "places": {id: _unclaimed(id) for id in table.places},
        "monuments": {"display": list(table.display), "deck": len(table.monuments)},
        "items": list(table.items),
        "players": {f"p{player.seat}": _player(table, player) for player in table.players},
    }
    if table.stage == "draft":
        view["draft"] = _pack_sizes(table)
    elif table.stage == "offer":
        view["draft"] = {"offer": list(table.offer)}
    return view


def _seat_view(table: ResArcanaTable, seat: int, public: ResArcanaView) -> ResArcanaView:
    """The public view and the private part of this seat."""
    player, players = table.players[seat], public["players"]
    seen_monuments = table.monuments[::-1][: player.seen_monuments]
    view: ResArcanaView = {
        **public,
        "monuments": {**public["monuments"], "seen": seen_monuments},
        "players": {**players, f"p{seat}": _own(player, players[f"p{seat}"])},
    }
    if table.stage == "draft":
        view["draft"] = _pack(table, player)
    return view


def _game(table: ResArcanaTable) -> GameOfMatch:
    wins = [table.winners.count([seat]) for seat in _seats(table)]
    view: GameOfMatch = {
        "number": table.number,
        "of": MAX_GAMES if table.options.mode == "match" else 1,
        "wins": {f"p{seat}": count for seat, count in enumerate(wins)},
    }
    if shared := sum(len(winners) > 1 for winners in table.winners):
        view["shared"] = shared
    return view


def _seats(table: ResArcanaTable) -> range:
    return range(len(table.players))


def _pack_sizes(table: ResArcanaTable) -> Packs:
    assert table.draft is not None
    packs = {seat: table.draft.left[pack_of(table, seat)] for seat in _seats(table)}
    return {"sizes": {f"p{seat}": len(pack) for seat, pack in packs.items()}}


def _pack(table: ResArcanaTable, player: Player) -> Packs:
    assert table.draft is not None
    pack = table.draft.left[pack_of(table, player.seat)]
    return {**_pack_sizes(table), "pack": list(pack), "kept": sorted(player.deck)}


def _player(table: ResArcanaTable, player: Player) -> PlayerState:
    score = {component.id: points_of(player, component) for component in player.cards.values()}
    view: PlayerState = {
        "seat": player.seat,
        "pool": player.pool,
        "passed": player.passed,
        "token": table.first == player.seat,
        "points": points_outside_components(table, player) + sum(score.values()),
        "score": {id: n for id, n in score.items() if n},
        "order": list(player.cards),
        "cards": {id: _in_play(component, score[id]) for id, component in player.cards.items()},
        "hand_size": len(player.hand),
        "deck_size": len(player.deck),
        "discard": list(player.discards),
    }
    if table.temporary_points[player.seat]:
        view["temporary"] = table.temporary_points[player.seat]
    if player.known:
        view["known"] = sorted(player.known)
    if player.drafted:
        view["drafted"] = sorted(player.drafted)
    return view


def _own(player: Player, public: PlayerState) -> PlayerState:
    """R40: the owner may list the rest of the deck, unordered, except cards never seen."""
    seen_cards = player.deck[::-1][: player.seen_from_top]
    view: PlayerState = {**public, "hand": list(player.hand), "seen": seen_cards}
    if not player.never_seen:
        view["deck"] = sorted(player.deck)
    if player.mages:
        view["mages"] = list(player.mages)
    return view


def _in_play(component: InPlay, points: int) -> Placed:
    return {
        "id": component.id,
        "kind": CARDS[component.id].kind,
        "turned": component.turned,
        "essences": component.essences,
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
