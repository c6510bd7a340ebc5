"""Instant Powers: open points at which any player may use one, and windows that ask a player.

At an open point the active player decides, and every other living player may use a card meanwhile;
the game does not wait for them, and silence is not an answer. A window asks every player with a
card, even if no card helps (R10): windows follow from public facts alone. An answer is a verb and
its object.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from operator import and_
from typing import Any

from engine.ascended_kings.card import (
    CARDS,
    DrawCards,
    Gain,
    Instant,
    RemoveDire,
    RollDice,
)
from engine.ascended_kings.decks import discard_from_hand, draw_cards, has_cards
from engine.ascended_kings.gems import DIRE, EGIS
from engine.ascended_kings.pools import acquire, gainable
from engine.ascended_kings.rolls import roll_and_allocate, throw
from engine.ascended_kings.table import Character, KingsTable, Window
from engine.core.script import Ask, Blocked, Option, Script, at_once, choose, first_of

Verb = Callable[[KingsTable, Character, Any], Script[None]]
Move = Option[tuple[Verb, Any]]


# Open points


async def open_point(
    table: KingsTable,
    prompt: str,
    options: Sequence[Move],
    *,
    default: str,
    blocked: Callable[[], Sequence[Blocked]] | None = None,
    meanwhile: Sequence[Ask[Any]] = (),
    skip_if_forced: bool = False,
    **args: Any,
) -> None:
    """Ask the active player while all may use an Instant Power; act on the first answer.

    With `skip_if_forced` a single option is taken at once if no living player holds a card. The
    options of an active player without cards must then follow from public facts.
    """
    me = table.me
    if (
        skip_if_forced
        and len(options) == 1
        and not any(character.hand for character in table.characters)
    ):
        seat, (verb, argument) = me.seat, options[0].value
    else:
        main = choose(
            me.seat,
            prompt,
            [*options, *instant_options(table, me)],
            default=default,
            blocked=blocked,
            **args,
        )
        seat, (verb, argument) = await first_of(main, *meanwhile, *_meanwhile(table))
    await verb(table, table.characters[seat], argument)


def _meanwhile(table: KingsTable) -> list[Ask[Any]]:
    """An optional question to every other living player with a card that would do something (R7).

    Other players cannot tell that it is open: the game does not wait for it, and not using a card
    is not an answer.
    """
    rivals = [
        character
        for character in table.characters
        if character.tile >= 0 and character.seat != table.active
    ]
    return [
        choose(character.seat, "instant", options, optional=True)
        for character in rivals
        if (options := instant_options(table, character))
    ]


def instant_options(table: KingsTable, me: Character) -> list[Move]:
    """The hand cards whose Instant Power would do something now."""
    return [_move(card) for card in usable_instants(table, me)]


@cache
def _move(card: str) -> Move:
    return Option(_key(card), (use_instant, card), (f"card:{card}",))


async def use_instant(table: KingsTable, me: Character, card: str) -> None:
    """Use an Instant Power at an open point."""
    if _holds(table, me.seat, card):
        show(table, me, card)
        await take_effect(table, me, card, 0)


# Windows


async def ask_window(table: KingsTable, window: Window) -> int:
    """Let a player use Instant Powers until they pass; returns how many wounds they cancel."""
    return (await ask_windows(table, [window]))[window.seat]


async def ask_windows(table: KingsTable, windows: Sequence[Window]) -> dict[int, int]:
    """Let all players under the same threat use Instant Powers; returns wounds cancelled by seat.

    All are asked at once, for one card each. The chosen cards are shown together, then take effect
    in the given order; players who used one are asked again. Players without cards are not asked.
    """
    cancelled = dict.fromkeys((window.seat for window in windows), 0)
    table.windows = [window for window in windows if _open(table, window)]
    while table.windows:
        answers = await at_once({window.seat: _ask(table, window) for window in table.windows})
        table.windows = [
            window for window in table.windows if _holds(table, window.seat, answers[window.seat])
        ]
        for window in table.windows:
            show(table, table.characters[window.seat], answers[window.seat])
        for window in table.windows:
            me = table.characters[window.seat]
            cancelled_count = await take_effect(
                table, me, answers[window.seat], wounds_of(table, window)
            )
            cancelled[window.seat] += cancelled_count
            window.n -= cancelled_count
        table.windows = [window for window in table.windows if _open(table, window)]
    return cancelled


def _open(table: KingsTable, window: Window) -> bool:
    return bool(table.characters[window.seat].hand) and (window.kind == "respond" or window.n > 0)


def wounds_of(table: KingsTable, window: Window) -> int:
    """The wounds that a player is about to take, and may cancel (p. 31): Pyre that Egis must block
    (p. 21) is none.
    """
    if window.kind != "defend" or table.cancels_blocked:
        return window.n
    return max(0, window.n - table.characters[window.seat].pool[EGIS])


def _holds(table: KingsTable, seat: int, card: str) -> bool:
    """Whether a card was chosen and is still in hand: the table may have been resampled."""
    return card in table.characters[seat].hand


def _ask(table: KingsTable, window: Window) -> Ask[str]:
    me = table.characters[window.seat]
    cards = usable_instants(table, me, window.n)
    return choose(
        me.seat,
        window.kind,
        [*map(_answer, cards), _PASS],
        default="pass",
        idle=lambda: dict.fromkeys(map(_key, _idle(table, me, window, cards)), "instant_idle"),
        passable=True,
        n=window.n,
        source=cause(table, window.source),
        by=window.by,
    )


def cause(table: KingsTable, source: str) -> str:
    """The name of the source of wounds; for a card, the one that is being cast."""
    return table.resolving[-1] if source == "card" and table.resolving else source


def _idle(table: KingsTable, me: Character, window: Window, cards: Sequence[str]) -> Iterator[str]:
    """The cards that have no effect now: Egis blocks all that they could cancel."""
    effective_cards = usable_instants(table, me, wounds_of(table, window))
    return (card for card in cards if card not in effective_cards)


@cache
def _answer(card: str) -> Option[str]:
    return Option(_key(card), card, (f"card:{card}",))


def _key(card: str) -> str:
    return f"instant:{card}"


_PASS = Option("pass", "", kind="decline")


# Using one


def usable_instants(table: KingsTable, me: Character, incoming: int = 0) -> list[str]:
    """The hand cards whose Instant Power would do anything (R33)."""
    if not me.hand:
        return []
    gains = gainable(table, me)
    return [
        card for card in me.hand if _has_effect(table, me, CARDS[card].instant, gains, incoming)
    ]


def _has_effect(
    table: KingsTable, me: Character, power: Instant | None, gains: Sequence[bool], incoming: int
) -> bool:
    match power:
        case Gain(counts):
            return any(map(and_, map(bool, counts), gains))
        case RollDice():
            return True
        case RemoveDire():
            return me.pool[DIRE] > 0 or incoming > 0
        case DrawCards():
            return has_cards(table.deck(me.revenant))
    return False


def show(table: KingsTable, me: Character, card: str) -> None:
    """Discard a hand card for its Instant Power."""
    table.tell("instant", affects=(me.seat,), seat=me.seat, card=card)
    discard_from_hand(table, me, card)


async def take_effect(table: KingsTable, me: Character, card: str, incoming: int) -> int:
    """Apply a shown card's Instant Power; returns how many incoming wounds it cancels."""
    match CARDS[card].instant:
        case Gain(counts):
            await acquire(table, me, counts)
        case RollDice(count):
            await _add_dice(table, me, count)
        case RemoveDire(limit):
            return await _remove_or_cancel(table, me, limit, incoming)
        case DrawCards(count):
            draw_cards(table, me, count)
    return 0


async def _add_dice(table: KingsTable, me: Character, count: int) -> None:
    """The active player's dice join the Latent roll (R15); all others are a roll of their own."""
    joins_roll = me.seat == table.active
    if joins_roll and table.phase == "roll":
        table.added_dice += count
    elif joins_roll and table.phase == "allocate":
        throw(table, table.rolls[0], count)
    else:
        await roll_and_allocate(table, me, count)


async def _remove_or_cancel(table: KingsTable, me: Character, limit: int, incoming: int) -> int:
    """Split between incoming wounds and Dire in the pool; returns how many wounds it cancels."""
    dire = me.pool[DIRE]
    splits = [
        (cancelled, removed)
        for cancelled in range(min(limit, incoming) + 1)
        for removed in range(min(limit - cancelled, dire) + 1)
        if cancelled or removed
    ]
    if not splits:
        return 0
    options = [
        Option(
            f"cancel:{c}:remove:{r}", (c, r), message=_SPLIT[c > 0, r > 0], args={"c": c, "r": r}
        )
        for c, r in reversed(splits)
    ]
    cancelled, removed = await choose(me.seat, "remove_dire", options, public=True)
    remove_dire(table, me, removed)
    if cancelled:
        table.tell("cancelled", affects=(me.seat,), seat=me.seat, n=cancelled)
    return cancelled


_SPLIT = {
    (True, False): "cancel",
    (False, True): "remove",
    (True, True): "cancel_and_remove",
}


def remove_dire(table: KingsTable, me: Character, count: int) -> None:
    """Return Dire from one's own pool to the supply."""
    if count:
        me.pool[DIRE] -= count
        table.supply[DIRE] += count
        table.tell("healed", affects=(me.seat,), seat=me.seat, n=count)
