"""Pools: one for each game, number of players and pace, rated or casual.

Pools are declared here, not created: what a pool is follows from its id and the catalogue.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from msgspec import Struct

from app.games.catalogue import Catalogue
from app.infra.problems import not_found
from app.wire.literals import Pace

MIN_PLAYERS = 2
MAX_PLAYERS = 4
CLOCKS: dict[Pace, dict[str, Any]] = {
    "live": {"kind": "bank", "seconds": 1800, "increment": 30},
    "relaxed": {"kind": "bank", "seconds": 3600, "increment": 60},
    "days": {"kind": "days", "days": 2},
}
"""The clock of each pace; `live` has the clock that the page proposes for a new table."""


class Pool(Struct, frozen=True, kw_only=True):
    """A pool. Bots may stand in casual pools only."""

    id: str
    game: str
    title: str
    players: int
    pace: Pace
    rated: bool

    @property
    def admits_bots(self) -> bool:
        return not self.rated

    @property
    def is_live(self) -> bool:
        """Whether its players must be online: they confirm a match before it begins."""
        return self.pace != "days"

    @property
    def clock(self) -> dict[str, Any]:
        """The clock of its matches; a seat out of time is lost, or played on by a bot if other
        players depend on it.
        """
        return {**CLOCKS[self.pace], "on_timeout": "forfeit" if self.players == 2 else "bot"}


class Pools:
    """The pools of the games on offer, by id."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    @cached_property
    def by_id(self) -> dict[str, Pool]:
        pools = [
            _pool(game, self.catalogue.games[game].title, players, pace, rated=rated)
            for game in self.catalogue.offered
            for players in self._player_counts(game)
            for pace in CLOCKS
            for rated in (True, False)
        ]
        return {pool.id: pool for pool in pools}

    def get(self, id: str) -> Pool:
        """The pool of this id. Raises Problem not-found."""
        pool = self.by_id.get(id)
        if pool is None:
            raise not_found("pool")
        return pool

    def _player_counts(self, game: str) -> list[int]:
        counts = self.catalogue.games[game].seats
        return [count for count in counts if MIN_PLAYERS <= count <= MAX_PLAYERS]


def _pool(game: str, title: str, players: int, pace: Pace, *, rated: bool) -> Pool:
    id = f"{game}-{players}-{pace}-{'rated' if rated else 'casual'}"
    return Pool(id=id, game=game, title=title, players=players, pace=pace, rated=rated)
