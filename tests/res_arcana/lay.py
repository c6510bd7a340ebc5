"""Builds and inspects a table of Res Arcana."""

from __future__ import annotations

from typing import Any

from engine.core.match import begin_match
from engine.res_arcana import GAME
from engine.res_arcana.card import CARDS, of_kind
from engine.res_arcana.essences import KINDS
from engine.res_arcana.setup import TILES
from engine.res_arcana.table import InPlay, ResArcanaOptions, ResArcanaTable
from engine.res_arcana.table import Player as TablePlayer
from engine.res_arcana.victory import points
from engine.testing.scenario import SEED, Player, Scenario

NOBODY: dict[str, Any] = {}


class Seat(Player):
    """A player under test, and the cards in front of them."""

    @property
    def table(self) -> ResArcanaTable:
        return self.scenario.table

    @property
    def own(self) -> TablePlayer:
        return self.table.players[self.seat]

    @property
    def pool(self) -> dict[str, int]:
        """The essences of the pool, without kinds of count 0."""
        return {kind: n for kind, n in self.own.pool.items() if n}

    @property
    def play(self) -> set[str]:
        return set(self.own.cards)

    @property
    def turned(self) -> set[str]:
        return {card.id for card in self.own.cards.values() if card.turned}

    @property
    def hand(self) -> set[str]:
        return set(self.own.hand)

    @property
    def points(self) -> int:
        return points(self.table, self.own)

    def on(self, id: str) -> dict[str, int]:
        """The essences on a component."""
        return self.own.cards[id].essences

    @property
    def limits(self) -> dict[str, int]:
        """The limits of a mix, without kinds of limit 0."""
        return {kind: n for kind, n in (self.question.limits or {}).items() if n}


def turned(id: str, **essences: int) -> InPlay:
    """A turned component."""
    return InPlay(id, turned=True, essences=essences)


def laden(id: str, **essences: int) -> InPlay:
    """A component with essences on it."""
    return InPlay(id, essences=essences)


def lay(
    ann: dict[str, Any] = NOBODY,
    bob: dict[str, Any] = NOBODY,
    cid: dict[str, Any] | None = None,
    dot: dict[str, Any] | None = None,
    **table: Any,
) -> tuple[Seat, ...]:
    """Players with the given components: `play`, `pool`, `hand`, `deck` (top first), `discards`,
    `passed`, `item`, `mage`. Ann acts first and has the token, unless the table says otherwise.
    The centre has the rest: sun sides, the first monuments on display.
    """
    options = ResArcanaOptions(**table.pop("options", {}))
    specs = [spec for spec in (ann, bob, cid, dot) if spec is not None]
    players = [_player(seat, spec) for seat, spec in enumerate(specs)]
    out = {id for player in players for id in player.cards}
    monuments = [id for id in of_kind("monument") if id not in out]
    display = table.pop("display", monuments[:2])
    top = table.pop("monuments", [])
    rest = [id for id in monuments if id not in display and id not in top]
    laid = ResArcanaTable(
        options=options,
        players=players,
        stage=table.pop("stage", "actions"),
        round=table.pop("round", 1),
        places=table.pop("places", None) or _places(out),
        display=display,
        monuments=rest + top[::-1],
        items=[id for id in of_kind("magic_item") if id not in out],
        temporary_points=[0] * len(players),
        scores=table.pop("scores", [0] * len(players)),
        **table,
    )
    return _seats(laid)


def lay_text(text: str) -> tuple[Seat, ...]:
    """Players before a position in its notation."""
    return _seats(GAME.read_position(text))


def _seats(laid: ResArcanaTable) -> tuple[Seat, ...]:
    seats = len(laid.players)
    scenario = Scenario(GAME, begin_match(GAME, laid, seats, SEED))
    return tuple(Seat(scenario, seat) for seat in range(seats))


def _player(seat: int, spec: dict[str, Any]) -> TablePlayer:
    spec = dict(spec)
    cards = [card if isinstance(card, InPlay) else InPlay(card) for card in spec.pop("play", [])]
    player = TablePlayer(
        seat,
        {**dict.fromkeys(KINDS, 0), **spec.pop("pool", {})},
        {card.id: card for card in cards},
        deck=spec.pop("deck", [])[::-1],
        **spec,
    )
    for id in (player.mage, player.item):
        if id:
            player.cards.setdefault(id, InPlay(id))
    return player


def _places(out: set[str]) -> list[str]:
    taken = {CARDS[id].tile for id in out}
    suns = {card.tile: card.id for card in CARDS.values() if card.side == "sun"}
    return [suns[tile] for tile in TILES if tile not in taken]
