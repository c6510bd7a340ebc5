"""Battlefields: their declarations, and the moments and base rules that their effects change.

A battlefield is declared by its name and its two effects; an effect is a small function with its
text as docstring. `here` is the battlefield in this game, `seat` the player for whom it Resolves.

    shrine_of_stillness = battlefield("shrine_of_stillness", "Shrine of Stillness")

    @shrine_of_stillness.effect(SET_UP)
    def hush(table: Table, here: Field) -> None:
        \"""When the game is set up, put 1 Stop Token on each player's side Here.\"""

=================  ====================================================  =======================
moment             when it Resolves, or which base rule it changes       given
=================  ====================================================  =======================
SET_UP             the game is set up                                    here
BEGIN              the Begin Phase                                       here, seat
DRAFT              gives the number of cards drawn                       here, seat
COMMAND            gives the options to use it in the Command Phase     here, seat
COMMANDED          one of these options was chosen                       here, seat, choice
COST               gives the Essence cost of a card                      here, seat, card, n
LIMIT              gives how many cards a Deploy Phase allows            here, seat
OFFER              gives whether a card may be Banished as an offering   here, seat
OFFERED            the offering was made                                 here, seat
DEPLOYED           a card was Deployed here                              here, seat
EXISTS             gives whether it exists in this Round                 here
ZONES              gives the number of Zones                             here, seat
CLOSED             gives whether nothing Moves to or from here           here
REVEALED           a card has been Revealed here                         here, seat, unit
COUNTED            the Reveal Phase begins, or a card has been Revealed  here
                   anywhere, after that battlefield's own effects
MOVED              a card has Moved here                                 here, unit
STUNNED            a card here was Stunned by a unit                     here, unit, by
REBIRTH            gives whether a Destroyed card goes to hand           here, unit, by
SETTLED            an ability, effect or Destroy has fully Resolved      here
END · END_OF_GAME  these phases                                          here, seat
=================  ====================================================  =======================
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import getdoc
from typing import Any, Literal

import msgspec
from msgspec import Struct

from engine.battle_for_empyrean.card import CARDS, Source
from engine.battle_for_empyrean.table import EmpyreanTable, Field

Effect = Callable[..., Any]

SET_UP, BEGIN, DRAFT = "set_up", "begin", "draft"
COMMAND, COMMANDED = "command", "commanded"
COST, LIMIT, OFFER, OFFERED, DEPLOYED = "cost", "limit", "offer", "offered", "deployed"
EXISTS, ZONES, CLOSED = "exists", "zones", "closed"
REVEALED, COUNTED, MOVED = "revealed", "counted", "moved"
STUNNED, REBIRTH, SETTLED = "stunned", "rebirth", "settled"
END, END_OF_GAME = "end", "end_of_game"

Icon = Literal["begin", "draft", "command", "deploy", "reveal", "end", "end_of_game", "all"]
_ICONS: dict[str, Icon] = {
    BEGIN: "begin",
    DRAFT: "draft",
    COMMAND: "command",
    COST: "deploy",
    LIMIT: "deploy",
    OFFER: "deploy",
    DEPLOYED: "deploy",
    REVEALED: "reveal",
    COUNTED: "reveal",
    END: "end",
    END_OF_GAME: "end_of_game",
}

ZONES_PER_BATTLEFIELD = 6


class EffectText(Struct):
    """An effect as it is printed: the phase of its icon and its text."""

    phase: Icon
    text: str


class Battlefield(Struct, kw_only=True):
    """A battlefield as it is printed."""

    id: str
    name: str
    name_from: Source = "reconstructed"
    effects_from: Source = "reconstructed"
    effects: list[EffectText] = msgspec.field(default_factory=list)
    on: dict[str, list[Effect]] = msgspec.field(default_factory=dict)

    def effect(self, moment: str, phase: Icon | None = None) -> Callable[[Effect], Effect]:
        """Declare the next of its two effects; `phase` if the icon is not the moment's."""

        def declare(effect: Effect) -> Effect:
            text = " ".join((getdoc(effect) or "").split())
            self.effects.append(EffectText(phase or _ICONS.get(moment, "all"), text))
            return self.also(moment)(effect)

        return declare

    def also(self, moment: str) -> Callable[[Effect], Effect]:
        """A further part of the effect declared last."""

        def add(effect: Effect) -> Effect:
            self.on.setdefault(moment, []).append(effect)
            return effect

        return add


BATTLEFIELDS: dict[str, Battlefield] = {}
"""Every battlefield by id, in the order of the printed list."""


def battlefield(
    id: str,
    name: str,
    *,
    name_from: Source = "reconstructed",
    effects_from: Source = "reconstructed",
) -> Battlefield:
    """Declare a battlefield; its effects follow."""
    BATTLEFIELDS[id] = Battlefield(id=id, name=name, name_from=name_from, effects_from=effects_from)
    return BATTLEFIELDS[id]


_NO_EFFECTS: list[Effect] = []


def effects_of(field: Field, moment: str) -> list[Effect]:
    """The battlefield's effects at that moment."""
    return BATTLEFIELDS[field.card].on.get(moment, _NO_EFFECTS)


def effects_at(table: EmpyreanTable, moment: str) -> list[tuple[Field, Effect]]:
    """The effects of this Round's battlefields at that moment, top to bottom."""
    if moment not in table.moments:
        return []
    return [
        (table.fields[place], effect)
        for place in table.present
        for effect in effects_of(table.fields[place], moment)
    ]


def moments_of(fields: list[Field]) -> list[str]:
    """The moments at which any of these battlefields has an effect."""
    return sorted({moment for field in fields for moment in BATTLEFIELDS[field.card].on})


# -- base rules that battlefields change


def zones(table: EmpyreanTable, seat: int, place: int) -> int:
    """How many Zones the player has there (ruling 23)."""
    if ZONES in table.moments:
        field = table.fields[place]
        for count in effects_of(field, ZONES):
            return int(count(table, field, seat))
    return ZONES_PER_BATTLEFIELD


def cost_of(table: EmpyreanTable, seat: int, card: str, place: int) -> int:
    """The Essence cost for a player to Deploy a card there."""
    cost = CARDS[card].cost
    if COST in table.moments:
        field = table.fields[place]
        for change in effects_of(field, COST):
            cost = change(table, field, seat, card, cost)
    return cost


def is_open(table: EmpyreanTable, seat: int, place: int) -> bool:
    """Whether the player has an Open Zone there."""
    return place in table.present and has_room(table, seat, place)


def has_room(table: EmpyreanTable, seat: int, place: int) -> bool:
    """Whether fewer cards lie there than the player has Zones."""
    return len(table.players[seat].rows[place]) < zones(table, seat, place)


def open_places(table: EmpyreanTable, seat: int) -> list[int]:
    """Where the player has an Open Zone."""
    return [place for place in table.present if has_room(table, seat, place)]


def is_closed(table: EmpyreanTable, place: int) -> bool:
    """Whether no card can Move to or from there in this Round."""
    field = table.fields[place]
    return any(bars(table, field) for bars in effects_of(field, CLOSED))
