"""Phrases shared by the sentences of the log."""

from __future__ import annotations

from engine.core.messages import Text, text

TOKENS = {
    "stop": "Stop",
    "stun": "Stun",
    "shield": "Shield",
    "anchor": "Anchor",
    "move": "Move",
    "captive": "Captive",
}

NAMED = {
    "stun_token": "a Stun Token",
    "shield_token": "a Shield Token",
    "anchor_token": "an Anchor Token",
    "move_token": "a Move Token",
    "captive_token": "a Captive Token",
    "permanent_move": "permanent Move Token",
    "spent_move": "Move Token",
    "viking_raid": "Viking Raid",
    "reveal_might": "reveal Might",
    "mustering": "as it is Discarded",
}
"""The names of tokens in sentences, and of causes that are neither card nor battlefield."""

NAMES = {**TOKENS, **NAMED, "rules": "the rules", "mash_up": "a mash-up deck"}

CARD = "{card:name}[ of {whose:player}][ in Zone {nth}][ on {spot:name}]"
"""A card on a battlefield; where another one has the same name, which of them."""
WHICH = "{card:name}[ in Zone {nth}][ on {spot:name}]"
MINE, YOURS = f"Your {WHICH}", f"your {WHICH}"
BY = "{by:name}[ of {of:player}]"
CAUSE = "by source of?"


def about_card(arguments: str, template: str, you: str) -> Text:
    """A sentence about a card on a battlefield."""
    return text(f"card unit seat whose? nth? spot? {arguments}", template, you)


def about_player(arguments: str, does: str, do: str) -> Text:
    """A sentence about an action that a card or battlefield allows a player."""
    you = f"You {do} ({BY})"
    return text(f"seat {arguments} {CAUSE}", f"{{seat:player}} {does} ({BY})", you)
