"""The gallery: every component with its numbers and words, and the short rules."""

from __future__ import annotations

from typing import Any, Final

from engine.core.game import Component
from engine.core.language import Translate, in_english
from engine.res_arcana.card import CARDS, Card, Collect, reverse

HOW_TO_PLAY: Final = """\
# The goal

You are a mage. Turn essences into artifacts, monuments and Places of Power. Once somebody has ten \
points, the most points win.

# What you have

One essence of each kind (Elan, Life, Calm, Death, Gold), a mage, a magic item, and your own eight \
artifacts: three in hand, five in your deck.

# A round

Collect: every Collect ability gives essences. From each of your components you may take all the \
essences on it, or leave them.

Actions: from the First Player clockwise, one action at a time, until everybody has passed. Place \
an artifact from hand; claim a monument (4 Gold) or a Place of Power; discard a card for 1 Gold or \
two other essences; use a power of a straightened component; or pass. Who passes takes another \
magic item and draws a card. The first to pass also takes the First Player token, worth a point \
while you hold it.

Victory: when all have passed, points are counted. With ten or more the most points win; ties go \
to the most essences, Gold counting twice. Otherwise all is straightened and a new round begins.

# Powers

A power has a cost and an effect. Most turn their component, which then rests until it is \
straightened. Reacts are used out of turn and are no action.

# Life loss

Dragons make every rival who has not passed lose Life. For each Life that you don't have you lose \
two other essences. You may instead pay what the Dragon names, or use one react power, and lose \
nothing.

# Discounts

They add up. You pick which essences of the cost you don't pay."""


def catalogue(translate: Translate) -> list[Component]:
    """Every component of the box."""
    return [component(card, translate) for card in CARDS.values()]


def component(card: Card, translate: Translate = in_english) -> Component:
    """A card for the gallery."""
    lines = _lines(card, translate)
    return Component(
        id=card.id,
        name=card.name,
        kind=card.kind,
        text=" ".join(line["text"] for line in lines),
        facts={**_numbers(card), "powers": lines},
    )


def _lines(card: Card, translate: Translate) -> list[dict[str, str]]:
    """Abilities and powers in printed order."""
    abilities = [
        (f"a{n}", "collect" if isinstance(ability, Collect) else "ability", ability.text)
        for n, ability in enumerate(card.abilities, start=1)
    ]
    powers = [(card.power_id(power), power.kind, power.text) for power in card.powers]
    return [
        {"id": id, "kind": kind, "text": translate(f"component.{card.id}.{id}", text)}
        for id, kind, text in (*abilities, *powers)
    ]


def _numbers(card: Card) -> dict[str, Any]:
    facts: dict[str, Any] = {"points": card.points, "tags": sorted(card.tags)}
    if card.kind not in ("mage", "magic_item"):
        facts["cost"] = dict(card.price)
    if card.tile:
        facts |= {"side": card.side, "tile": card.tile, "reverse": reverse(card).id}
    if card.starter:
        facts["starter"] = card.starter
    return facts
