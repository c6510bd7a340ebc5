"""Types of the abilities and powers of cards, below `engine.res_arcana.card`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from engine.core.messages import Text
from engine.core.script import Option, Script
from engine.res_arcana.costs import Payment
from engine.res_arcana.essences import Essences, add
from engine.res_arcana.table import InPlay, Player, ResArcanaTable


@dataclass(slots=True)
class CollectChoices:
    """A player's choices in this Collect step, not applied yet.

    `emptied` are the components whose essences are taken, `gains` what each component gives to the
    pool, `growth` what it puts on itself, `curses` whether its Death is paid.
    """

    player: Player
    emptied: list[str] = field(default_factory=list)
    gains: dict[str, Essences] = field(default_factory=dict)
    growth: dict[str, Essences] = field(default_factory=dict)
    curses: dict[str, bool] = field(default_factory=dict)

    def gain(self, component: InPlay, mix: Essences) -> None:
        """Record essences for the pool."""
        add(self.gains.setdefault(component.id, {}), mix)

    def expected_in_pool(self, kind: str) -> int:
        """How many of a kind the pool will hold after collecting."""
        emptied = sum(self.player.cards[id].essences.get(kind, 0) for id in self.emptied)
        return (
            self.player.pool[kind] + emptied + sum(mix.get(kind, 0) for mix in self.gains.values())
        )


CollectScript = Callable[[CollectChoices, InPlay], Script[None]]


@dataclass(slots=True)
class Use:
    """A use of a power: its player, its component and its payment."""

    player: Player
    component: InPlay
    payment: Payment


Effect = Callable[[ResArcanaTable, Use], Script[None]]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Reaction:
    """A kind of reaction: a moment at which react powers may be used out of turn.

    prompt         the question, whose message "prompt.<prompt>" is `text`
    players_asked  the players who are asked in turn, from the seat where it begins
    refusal        the answer that uses no power, and the default
    passable       whether refusing does nothing, so auto-pass may answer
    only_by        the tag of the components that cause it; "" for any
    """

    prompt: str
    text: Text
    players_asked: Callable[[ResArcanaTable, int], list[Player]]
    refusal: Option[Any]
    passable: bool = False
    only_by: str = ""
