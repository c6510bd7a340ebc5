"""Notation: positions as text, for tests, lessons and bug reports.

    phase actions p1 round 3 token p0 began p1
    display obelisk temple
    p0 E2 L1 G4 duelist protection/turned dragon_teeth/E3 hawk/turned/L1
    p0 hand bone_dragon mermaid
    p0 deck crypt | prism vault
    p0 discards nightingale
    p1 - passed druid research
    p1 hand treant

The first line says whose turn it is and who holds the First Player token. A player has essences in
the pool (E Elan, L Life, C Calm, D Death, G Gold; `-` for none), may have `passed`, have points of
the running victory check (`+3`) and have seen the top monuments of the deck (`saw2`). The
components in play follow in their order, mage and magic item among them: turned, and with the
essences on them. Further lines of a player are lists of cards: `hand`, `deck` (the top card first;
before the bar those whose order the owner knows), `discards`, `mages` (dealt, not chosen yet) and
`drafted`; of hand and deck, `known` are the cards that all players know, `loose` those that may be
anywhere in both, and `unseen` those that not even the owner has seen.

Of the centre: `places`, `display`, `monuments` (the deck, the top card first; the others lie below
in the printed order), `items`. Of a draft: `pack treant hawk | crypt`, one line for each seat's
pack with the cards left and, in the order in which they were kept, the others; `earlier` for each
pack of the first deal. Of a match of several games: `offer`, and `won p0 p0+p1 p1` by finished
game. `ended limit` is how a game ended that did not end with enough points. `options mode=draft
sides=moon` are those that differ from the usual.

Positions are at rest, between two steps. Everything omitted is as at set-up, in the first round,
p0 to act: one essence of each kind, nothing in a list of cards, the sun sides, monuments and items
in their printed order. For a viewer, `?3` are cards that they do not know and `{crypt vault}`
cards whose order they do not know; these can be written, not read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from engine.core.event import Viewer
from engine.res_arcana.card import CARDS, of_kind
from engine.res_arcana.draft import pack_of
from engine.res_arcana.essences import KINDS, Essences
from engine.res_arcana.setup import DISPLAY_SIZE, TILES
from engine.res_arcana.table import InPlay, Player, ResArcanaOptions, ResArcanaTable

LETTERS: Final = dict(zip("ELCDG", KINDS, strict=True))
NONE: Final = "-"
"""An empty pool or list."""


def write(table: ResArcanaTable, viewer: Viewer | None = None) -> str:
    """The position, whole or as a viewer knows it."""
    lines = [*_game(table), *_centre(table, viewer), *_packs(table, viewer)]
    for player in table.players:
        lines.append([f"p{player.seat}", *_player(table, player, viewer)])
        for name, cards in _cards(table, player, viewer):
            if cards:
                lines.append([f"p{player.seat}", name, *cards])
    return "\n".join(" ".join(words) for words in lines)


def _game(table: ResArcanaTable) -> Iterator[list[str]]:
    words = ["phase", table.stage, f"p{table.turn}", "round", str(table.round)]
    yield [*words, "token", f"p{table.first}", "began", f"p{table.opened}"]
    options_as_json = msgspec.to_builtins(table.options)
    default_options = msgspec.to_builtins(ResArcanaOptions())
    options = {
        name: value for name, value in options_as_json.items() if value != default_options[name]
    }
    if options:
        yield ["options", *(f"{name}={_option(value)}" for name, value in options.items())]
    if table.winners:
        yield ["won", *("+".join(f"p{seat}" for seat in seats) for seats in table.winners)]
    if table.ended == "limit":
        yield ["ended", "limit"]


def _option(value: int | str | Sequence[str]) -> str:
    return ",".join(value) if isinstance(value, list) else str(value)


# The centre


def _centre(table: ResArcanaTable, viewer: Viewer | None) -> Iterator[list[str]]:
    in_play = {id for player in table.players for id in player.cards}
    if table.places != default_places(in_play):
        yield ["places", *(table.places or [NONE])]
    monuments = [id for id in of_kind("monument") if id not in in_play]
    if table.display != monuments[:DISPLAY_SIZE]:
        yield ["display", *(table.display or [NONE])]
    if viewer is None:
        below = [id for id in monuments if id not in table.display]
        if table.monuments[::-1] != below:
            yield ["monuments", *table.monuments[::-1]]
    elif table.monuments:
        known_top = table.players[viewer].seen_monuments if isinstance(viewer, int) else 0
        yield ["monuments", *_top(table.monuments, known_top, None)]
    if table.items != [id for id in of_kind("magic_item") if id not in in_play]:
        yield ["items", *(table.items or [NONE])]
    if table.offer:
        yield ["offer", *table.offer]


def default_places(in_play: set[str]) -> list[str]:
    """The sun sides of the unclaimed tiles."""
    claimed = {CARDS[id].tile for id in in_play}
    suns = {card.tile: card.id for card in CARDS.values() if card.side == "sun"}
    return [suns[tile] for tile in TILES if tile not in claimed]


def _packs(table: ResArcanaTable, viewer: Viewer | None) -> Iterator[list[str]]:
    draft = table.draft
    if draft is None or (viewer is not None and table.stage != "draft"):
        return
    own = pack_of(table, viewer) if isinstance(viewer, int) else None
    for pack, (remaining, picks) in enumerate(zip(draft.left, draft.kept, strict=True)):
        if viewer is None:
            yield ["pack", *remaining, "|", *picks]
        else:
            yield ["pack", *(remaining if pack == own else [f"?{len(remaining)}"])]
    for cards in draft.earlier if viewer is None else ():
        yield ["earlier", *cards]


# Players


def _player(table: ResArcanaTable, player: Player, viewer: Viewer | None) -> Iterator[str]:
    yield _essences(player.pool, " ") or NONE
    if player.passed:
        yield "passed"
    if table.temporary_points[player.seat]:
        yield f"+{table.temporary_points[player.seat]}"
    if player.seen_monuments and viewer in (None, player.seat):
        yield f"saw{player.seen_monuments}"
    for component in player.cards.values():
        yield _in_play(component)


def _essences(mix: Essences, between: str) -> str:
    return between.join(f"{letter}{mix[kind]}" for letter, kind in LETTERS.items() if mix.get(kind))


def _in_play(component: InPlay) -> str:
    parts = [component.id, "turned" if component.turned else "", _essences(component.essences, "")]
    return "/".join(part for part in parts if part)


def _cards(
    table: ResArcanaTable, player: Player, viewer: Viewer | None
) -> Iterator[tuple[str, Sequence[str]]]:
    """The lists of cards of a player, by their names."""
    is_known = viewer in (None, player.seat)
    yield "hand", _cards_or_count(player.hand, is_known)
    yield "deck", _deck(player, viewer)
    yield "discards", player.discards
    yield "mages", _cards_or_count(player.mages, is_known)
    yield "drafted", player.drafted if viewer is None else sorted(player.drafted)
    yield "known", sorted(player.known)
    if viewer is None:
        yield "loose", sorted(player.loose)
        yield "unseen", sorted(player.never_seen)


def _cards_or_count(cards: list[str], is_known: bool) -> list[str]:
    return cards if is_known or not cards else [f"?{len(cards)}"]


def _deck(player: Player, viewer: Viewer | None) -> list[str]:
    deck, seen_count = player.deck[::-1], player.seen_from_top
    if viewer is None:
        return [*deck[:seen_count], "|", *deck[seen_count:]] if seen_count else deck
    if viewer != player.seat:
        return _cards_or_count(deck, is_known=False)
    return _top(player.deck, seen_count, None if player.never_seen else sorted(deck[seen_count:]))


def _top(deck: list[str], seen_count: int, below: list[str] | None) -> list[str]:
    """A deck for a viewer who knows its top cards, and which cards lie below or only how many."""
    top, hidden_count = deck[::-1][:seen_count], len(deck) - seen_count
    bar = ["|"] if seen_count else []
    if not hidden_count:
        return [*top, *bar]
    return [*top, *bar, f"?{hidden_count}" if below is None else f"{{{' '.join(below)}}}"]
