"""Drawings that a page may request: those its viewer can see, and those of decks in play."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from engine.core.registry import games


def asked_in(addresses: Iterable[str]) -> list[set[str]]:
    """The names of the drawings that each of the requests for some asks for."""
    parts = [urlsplit(address) for address in addresses if "-drawings-" in address]
    return [set(parse_qs(one.query).get("only", ["all"])[0].split(",")) for one in parts]


def shown_by(frame: dict[str, Any]) -> set[str]:
    """Every word of a frame, and the cards of the decks of Battle for Empyrean among them."""
    words = set(_words(frame))
    catalogue = games()["battle_for_empyrean"].catalogue()
    decks = [one for one in catalogue if one.kind == "deck" and one.id in words]
    return words.union(*(json.loads(json.dumps(deck.facts))["cards"] for deck in decks))


def _words(value: Any) -> Iterable[str]:
    """Every text in a JSON, keys as well."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        yield from _words(list(value.values()))
    elif isinstance(value, list):
        for one in value:
            yield from _words(one)
