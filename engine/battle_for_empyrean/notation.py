"""Notation: positions as text, for tests, lessons and bug reports.

    phase deploy round 4 token p0 order p0 | p1
    b1 bounty_gorge p0:bounty
    b2 altar_of_war p0:offerings=2
    b3 weary_harbour p1:stop1
    p0 vikings essence 3 next 1 raids 2
    p0 b1 u1:berserker/6/r1 u4:longship/2/r2/move
    p0 b2 u7:shield_maiden/down/paid2
    p0 hand jarl thrall
    p1 samurai
    p1 b1 u2:ninja/2/r1/stun2 u5:oni/4/r3

The first line names the phase and, in First Player order, the seats that act in it; those before
the bar are done. `revealing u7` is the card whose Reveal Resolves next.

A battlefield has its card; it may be `gone`, `claimed` or `reached`, and have on a player's side
Stop Tokens, what it has counted (`p0:offerings=2`), what counts once a game (`p0:bounty`) or once a
Round (`p0:windfall@`, in this one).

A player has a game deck, Essence, what is Added for the `next` Round (`next -1`), and Viking Raid
Tokens. Further lines: the row on a battlefield from Zone 1 up, and the piles `hand`, `deck`,
`bottom` (put below the deck, in this order), `drafted`, `discarded`, `destroyed`, `banished`
(`oni/prisoner`: the one that Darkwall Prison took). A unit has a number, the order of Deployment,
a card, and its Might and the Round of its Reveal, or it lies face-`down` and was `paid`. It may
carry tokens (`stun2`, `shield`, `anchor`, `move`, `captive`); have `moved`, been `used` or `bitten`
or `bit` in this Round; have been Deployed to the last Open Zone (`fills`) or `from_discard`; and
remember what has happened to it once (`*met`).

`options decks_by=mash_up round_limit=5` are those that differ from the usual. `units 12` have been
Deployed so far, if the last of them has left. `undrawn` battlefields matter while they may be
redrawn.

Positions are at rest, between two steps. Everything omitted is as at set-up or at the beginning of
a Round: Round 1, Draft Phase, p0 with the token, Round + 1 Essence, printed Might, Revealed in the
Round before, units numbered as they are written; the cards of the game deck that are nowhere else
are in the draw pile, which has no order. A mash-up deck consists of the cards that are written. For
a viewer, `?3` are cards that they do not know and `u7:?/down` is a unit; these can be written, not
read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.battle_for_empyrean.deploy import public_essence
from engine.battle_for_empyrean.table import EmpyreanTable, Field, Player, Unit
from engine.core.event import Viewer

TOKENS: Final = ("stun", "shield", "anchor", "move", "captive")
THIS_ROUND: Final = ("moved", "used", "bit", "bitten")
PILES: Final = ("hand", "drafted", "bottom", "discarded", "destroyed", "banished")
PRISONER: Final = "/prisoner"


def write(table: EmpyreanTable, viewer: Viewer | None = None) -> str:
    """The position, whole or as a viewer knows it."""
    lines = [*_game(table, viewer), *(_field(table, field) for field in table.fields)]
    for player in table.players:
        lines += [[f"p{player.seat}", *words] for words in _player(table, player, viewer)]
    return "\n".join(" ".join(words) for words in lines)


def _game(table: EmpyreanTable, viewer: Viewer | None) -> Iterator[list[str]]:
    words = ["phase", table.phase, "round", str(table.round), "token", f"p{table.token}"]
    if table.order:
        order = [f"p{seat}" for seat in table.order]
        if table.turn:
            order.insert(table.turn, "|")
        words += ["order", *order]
    if table.revealing:
        words += ["revealing", f"u{table.revealing}"]
    numbers = [unit.number for player in table.players for row in player.rows for unit in row]
    if table.units > max(numbers, default=0):
        words += ["units", str(table.units)]
    yield words
    options = {"decks_by": table.decks_by} if table.decks_by != "choice" else {}
    options |= {} if table.distinct_decks else {"distinct_decks": "no"}
    options |= {"redraw": "yes"} if table.redraws else {}
    options |= {"round_limit": str(table.limit)} if table.limit else {}
    if options:
        yield ["options", *(f"{name}={value}" for name, value in options.items())]
    if viewer is None and table.phase == "battlefields" and table.undrawn:
        yield ["undrawn", *table.undrawn]


def _field(table: EmpyreanTable, field: Field) -> list[str]:
    flags = {
        "gone": field.place not in table.present,
        "claimed": field.claimed,
        "reached": field.reached,
    }
    words = [field.id, field.card, *(word for word, holds in flags.items() if holds)]
    for seat, stops in enumerate(field.stops):
        words += [f"p{seat}:stop{stops}"] if stops else []
        words += [f"p{seat}:{mark}={count}" for mark, count in field.counts[seat].items()]
        words += [f"p{seat}:{mark}" for mark in field.firsts[seat]]
        this_round = [mark for mark, round in field.rounds[seat].items() if round == table.round]
        words += [f"p{seat}:{mark}@" for mark in this_round]
    return words


# Players


def _player(table: EmpyreanTable, player: Player, viewer: Viewer | None) -> Iterator[list[str]]:
    is_known = viewer in (None, player.seat)
    essence = player.essence if is_known else public_essence(player)
    words = [player.deck_id or "-"]
    words += ["essence", str(essence)] if essence != table.round + 1 else []
    words += ["next", str(player.next_essence)] if player.next_essence else []
    words += ["raids", str(player.raids)] if player.raids else []
    yield words
    for field, row in zip(table.fields, player.rows, strict=True):
        if row:
            yield [field.id, *(_unit(table, unit, is_known) for unit in row)]
    for pile in PILES:
        cards = getattr(player, pile)
        if cards and (viewer is None or pile != "bottom"):
            yield [pile, *_pile(player, pile, viewer)]
    if viewer is not None and player.deck + player.bottom:
        yield ["deck", f"?{len(player.deck + player.bottom)}"]
    elif viewer is None and player.deck and not _is_usual(player):
        yield ["deck", *player.deck]


def _is_usual(player: Player) -> bool:
    """Whether the draw pile follows from the other cards."""
    return player.deck_id != "mash_up" and player.deck == sorted(player.deck)


def _pile(player: Player, pile: str, viewer: Viewer | None) -> list[str]:
    cards: list[str] = list(getattr(player, pile))
    own = viewer == player.seat and pile in ("hand", "drafted", "discarded")
    if viewer is not None and not own and pile != "destroyed":
        return [f"?{len(cards)}"]
    if pile == "banished" and player.prisoner >= 0:
        cards[player.prisoner] += PRISONER
    return cards


def _unit(table: EmpyreanTable, unit: Unit, is_known: bool) -> str:
    parts = [f"{unit.id}:{unit.card if unit.revealed or is_known else '?'}"]
    if unit.revealed:
        parts += [str(unit.might), f"r{unit.revealed}"]
    else:
        parts.append("down")
    if unit.paid and is_known and (not unit.revealed or unit.number == table.revealing):
        parts.append(f"paid{unit.paid}")
    for token in TOKENS:
        count = getattr(unit, token)
        parts += [token if count == 1 else f"{token}{count}"] if count else []
    parts += [word for word in THIS_ROUND if getattr(unit, word) == table.round]
    parts += [word for word in ("fills", "from_discard") if getattr(unit, word)]
    return "/".join([*parts, *(f"*{mark}" for mark in unit.marks)])
