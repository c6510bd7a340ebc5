"""Drawings that a page may request: those its viewer can see, and those of decks in play."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from engine.core.registry import games


def asked_in(addresses: Iterable[str]) -> list[set[str]]:
    """Names of the drawings requested, a set per request."""
    urls = [urlsplit(address) for address in addresses if "-drawings-" in address]
    return [set(parse_qs(url.query).get("only", ["all"])[0].split(",")) for url in urls]


def shown_by(frame: dict[str, Any]) -> set[str]:
    """Every word of a frame, plus the cards of the decks of Battle for Empyrean that it names."""
    words = set(_words(frame))
    catalogue = games()["battle_for_empyrean"].catalogue()
    decks = [deck for deck in catalogue if deck.kind == "deck" and deck.id in words]
    return words.union(*(json.loads(json.dumps(deck.facts))["cards"] for deck in decks))


def _words(value: Any) -> Iterable[str]:
    """Every string in a JSON value, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        yield from _words(list(value.values()))
    elif isinstance(value, list):
        for element in value:
            yield from _words(element)
