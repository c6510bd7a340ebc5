"""Catalogue: every component of the box as the gallery shows it."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins

from engine.ascended_kings import box
from engine.ascended_kings.box import RULERS, TRANSMUTATIONS, Transmutation
from engine.ascended_kings.card import (
    CARDS,
    Card,
    DrawCards,
    Gain,
    Instant,
    RemoveDire,
    RollDice,
)
from engine.ascended_kings.gems import NAMES, by_name
from engine.core.game import Component
from engine.core.language import Translate

GEM_TEXTS = {
    "aria": "One Aria moves your piece one tile.",
    "egis": "One Egis blocks one Pyre of an attack, or pays for one opponent when you escape.",
    "pyre": "One Pyre attacks for one wound.",
    "dire": "A wound. As many as two more than your level kill you.",
    "ylem": "Levels, cards, Focus Abilities and Ylem Abilities are paid with it.",
}
TRANSMUTATION_TEXTS = {
    "diagonal_movement": "Aria Movement may go to any surrounding tile.",
    "narrow_escape": "You never pay the Escape Cost.",
    "diagonal_attack": "You may attack any surrounding tile.",
    "ylem_abilities": "Ylem Bridge (1 Ylem, 1 Aria): move to any free tile with Ylem. Heal Wound "
    "(1 Ylem, 1 Egis): remove 1 Dire. Pyrokinesis (1 Ylem, 1 Pyre): push back by a line a Fire "
    "Wall that you stand in or beside. Ylem Shield: in the turn of an opponent, give up the 3 Ylem "
    "of this Transmutation; that opponent's cards cannot target you this turn, but attacks can.",
    "ylem_prism": "Ylem Prism: empty it in your Active State for 1 Ylem to any Revenant on the "
    "board with room. A King's, on Prismatic Inscription, gives its Ylem to that King alone, and "
    "the card is discarded.",
}
EVENT_TEXTS = {
    "flame": "Every piece in a Fire Wall or beside one takes 1 wound.",
    "ylem": "1 Ylem appears on a random tile.",
    "pyre": "1 Pyre appears on a random tile.",
    "pyre_pyre": "2 Pyre appear on a random tile.",
    "ylem_dire": "1 Ylem and 1 Dire appear on a random tile.",
}

DIE_TEXTS = {
    "focus_die": "A die, or the sum of several, gives a Core gem, or Ylem from the threshold on.",
    "ascended_die": "Its holder, at first the Last King, rolls it along. At the beginning of each "
    "turn the holder may absorb it: it leaves the game, with all Dire of the holder.",
    "immolation_die": "Says which Fire Wall advances and how far the event dial turns.",
}
STONE_TEXTS = {
    "bloodstone": "All four begin the Omega War; one is needed to claim the Omega Stone.",
    "omega_stone": "Whoever enters its tile with a Bloodstone ends the game.",
}


def catalogue(translate: Translate) -> list[Component]:
    """Cards, Kings, gems, Transmutations, dice, events, dials and stones."""
    return [
        *(_card(card, translate) for card in CARDS.values()),
        *_kings(translate),
        *_gems(translate),
        *_transmutations(translate),
        *_dice(translate),
        *_events(translate),
        *_stones(translate),
    ]


def _card(card: Card, translate: Translate) -> Component:
    facts: dict[str, Any] = {
        "deck": "revenant" if card.revenant else "ascendant",
        "provenance": card.provenance,
    }
    if card.focus:
        facts |= {"focus": card.focus, "level": card.level}
    if card.ability:
        facts["price"] = card.price
        if card.ability.reach:
            facts["reach"] = to_builtins(card.ability.reach)
    if card.instant:
        facts["instant"] = _instant(card.instant)
    kind = "focus_card" if card.focus else "special_card"
    text = translate(
        f"component.{card.id.partition('_')[2]}", card.text
    )  # the same text in both decks
    return Component(id=card.id, name=card.name, kind=kind, text=text, facts=facts)


def _instant(power: Instant) -> dict[str, Any]:
    match power:
        case Gain(counts):
            return {"gain": by_name(counts)}
        case RemoveDire(limit):
            return {"remove_dire": limit}
        case RollDice(count):
            return {"dice": count}
        case DrawCards(count):
            return {"draw": count}


def _kings(translate: Translate) -> list[Component]:
    return [
        Component(
            id=ruler.id,
            name=ruler.king_name,
            kind="king",
            text=translate(f"component.{ruler.id}", ruler.play_style),
            facts={"revenant": ruler.revenant_name, "focus": ruler.focus, "realm": ruler.realm},
        )
        for ruler in RULERS.values()
    ]


def _transmutations(translate: Translate) -> list[Component]:
    return [
        Component(
            id=f"socket_{transmutation.id}",
            name=translate(
                f"name.socket_{transmutation.id}", f"{_kind(transmutation)} Transmutation"
            ),
            kind="transmutation",
            text=translate(
                f"component.socket_{transmutation.id}", TRANSMUTATION_TEXTS[transmutation.grants]
            ),
            facts={
                "cost": by_name(transmutation.cost),
                "generates": [NAMES[kind] for kind in transmutation.generates],
                "grants": transmutation.grants,
            },
        )
        for transmutation in TRANSMUTATIONS.values()
    ]


def _kind(transmutation: Transmutation) -> str:
    is_prismatic = len(transmutation.generates) > 1
    return "Prismatic" if is_prismatic else transmutation.id.capitalize()


def _translated_component(
    translate: Translate, id: str, name: str, kind: str, text: str, facts: dict[str, Any]
) -> Component:
    """A component whose name is a word of the language, not its publisher's."""
    name, text = translate(f"name.{id}", name), translate(f"component.{id}", text)
    return Component(id=id, name=name, kind=kind, text=text, facts=facts)


def _gems(translate: Translate) -> list[Component]:
    return [
        _translated_component(
            translate,
            name,
            name.capitalize(),
            "gem",
            GEM_TEXTS[name],
            {"colour": box.COLOURS.value[kind], "copies": box.SUPPLY.value[kind]},
        )
        for kind, name in enumerate(NAMES)
    ]


def _dice(translate: Translate) -> list[Component]:
    faces = {f"face_{n}": [NAMES[k] for k in face.value] for n, face in box.FACES.items()}
    facts: dict[str, dict[str, Any]] = {
        "focus_die": {"sides": 6, **faces, "thresholds": list(box.THRESHOLDS.value[:-1])},
        "ascended_die": {"sides": len(box.ASCENDED_FACES.value)},
        "immolation_die": {"sides": 4, "edges": list(box.IMMOLATION_NUMBERS.value)},
    }
    return [
        _translated_component(translate, id, id.replace("_", " ").title(), "die", text, facts[id])
        for id, text in DIE_TEXTS.items()
    ]


def _events(translate: Translate) -> list[Component]:
    dials = {"front": box.FRONT.value, "back": box.BACK.value}
    return [
        _translated_component(
            translate,
            f"event_{icon}",
            text.rstrip("."),
            "event",
            text,
            {side: icons.count(icon) for side, icons in dials.items()},
        )
        for icon, text in EVENT_TEXTS.items()
    ]


def _stones(translate: Translate) -> list[Component]:
    copies = {"bloodstone": box.BLOODSTONES.value, "omega_stone": 1}
    return [
        _translated_component(
            translate, id, id.replace("_", " ").title(), "stone", text, {"copies": copies[id]}
        )
        for id, text in STONE_TEXTS.items()
    ]
