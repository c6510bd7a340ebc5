"""Setup: battlefields, decks, the first hands."""

from __future__ import annotations

from typing import Any

from engine.battle_for_empyrean.battlefield import (
    BATTLEFIELDS,
    SET_UP,
    SETTLED,
    effects_of,
    moments_of,
)
from engine.battle_for_empyrean.card import CARDS, DECKS, TEMPLATE
from engine.battle_for_empyrean.options import EmpyreanOptions, available, battlefields_for
from engine.battle_for_empyrean.piles import take_from_deck
from engine.battle_for_empyrean.table import Contest, EmpyreanTable, Field, Player
from engine.battle_for_empyrean.trigger import resolve_effects_at
from engine.core.chance import draw, shuffle
from engine.core.event import event
from engine.core.run import Run
from engine.core.script import Option, at_once, choose, may, mix

START_HAND = 4
START_ESSENCE = 2
LAST_ROUNDS = {2: 10, 3: 9}


def new_table(options: EmpyreanOptions, seats: int, run: Run) -> EmpyreanTable:
    """The table with its battlefields; decks that are already known are assigned."""
    table = EmpyreanTable(
        players=[Player(seat) for seat in range(seats)],
        decks_by=options.decks_by,
        distinct_decks=options.distinct_decks,
        redraws=options.redraw and not options.battlefields,
        last_round=LAST_ROUNDS[seats],
        limit=options.round_limit,
        phase="battlefields" if options.redraw and not options.battlefields else "decks",
    )
    table.run = run
    table.cause = None
    if options.battlefields:
        _lay_out(table, options.battlefields)
    else:
        table.undrawn = list(BATTLEFIELDS)
        shuffle(table, table.undrawn)
        draw_battlefields(table)
    _give_decks(table, options)
    return table


def draw_battlefields(table: EmpyreanTable) -> None:
    """Lay out battlefields that have not been drawn yet."""
    _lay_out(table, [table.undrawn.pop() for _ in range(battlefields_for(len(table.players)))])


def _lay_out(table: EmpyreanTable, cards: list[str]) -> None:
    seats = len(table.players)
    table.fields = [Field.of(card, place, seats) for place, card in enumerate(cards)]
    table.present = list(range(len(cards)))
    table.moments = moments_of(table.fields)
    table.races = [field.place for field in table.fields if effects_of(field, SETTLED)]
    for player in table.players:
        player.rows = [[] for _ in cards]
    table.tell("battlefields", places=cards)


def _give_decks(table: EmpyreanTable, options: EmpyreanOptions) -> None:
    for player in table.players:
        if options.decks:
            take_deck(player, options.decks[player.seat])
        elif options.decks_by == "random":
            decks = on_offer(table)
            take_deck(player, decks[draw(table, len(decks))])
        elif options.mash_ups and options.mash_ups[player.seat]:
            take_cards(player, options.mash_ups[player.seat])


def on_offer(table: EmpyreanTable) -> list[str]:
    """The decks that a player may still take: all, or those that no other player has."""
    assigned = {player.deck_id for player in table.players if table.distinct_decks}
    return [deck for deck in DECKS if deck not in assigned]


def take_deck(player: Player, deck_id: str) -> None:
    """Give the player a deck of the box."""
    take_cards(player, DECKS[deck_id].cards(), deck_id)


def take_cards(player: Player, cards: dict[str, int], deck_id: str = "mash_up") -> None:
    """Give the player these cards as the game deck."""
    player.deck_id = deck_id
    player.cards = {card: count for card, count in sorted(cards.items()) if count}
    player.moments = sorted({moment for card in player.cards for moment in CARDS[card].moments()})
    player.deck = [card for card, count in player.cards.items() for _ in range(count)]


# -- steps


async def agree_on_battlefields(table: EmpyreanTable) -> None:
    """Redraw the battlefields if all players want others and enough are left."""
    seats = range(len(table.players))
    wishes = await at_once({seat: may(seat, "redraw") for seat in seats})
    enough = len(table.undrawn) >= len(table.fields)
    if all(wishes.values()) and enough:
        table.seal()
        draw_battlefields(table)
    else:
        table.tell("battlefields_kept")
    if not all(wishes.values()) or len(table.undrawn) < len(table.fields):
        table.phase = "decks"


async def choose_decks(table: EmpyreanTable) -> None:
    """Players without a deck choose or build one, secretly and at once; those whose choice another
    player got choose again.
    """
    without = [player.seat for player in table.players if not player.deck_id]
    if table.decks_by == "mash_up":
        built = await at_once({seat: build(seat) for seat in without})
        for seat, cards in built.items():
            take_cards(table.players[seat], cards)
    else:
        options = _decks(on_offer(table))
        questions = {
            seat: choose(seat, "deck", options, **_contest_args(table, seat)) for seat in without
        }
        _hand_out(table, await at_once(questions))
    if all(player.deck_id for player in table.players):
        await _begin_play(table)


def _decks(decks: list[str]) -> list[Option[str]]:
    return [Option(f"deck:{deck}", deck, (f"deck:{deck}",), args={"deck": deck}) for deck in decks]


def _contest_args(table: EmpyreanTable, seat: int) -> dict[str, Any]:
    """The arguments of the question to a player who chooses again: the contested deck, the other
    players who chose it, and the one who keeps it.
    """
    if table.contest is None:
        return {}
    deck, seats, keeper = table.contest.deck, table.contest.seats, table.contest.keeper
    return {"deck": deck, "others": [other for other in seats if other != seat], "keeper": keeper}


def _hand_out(table: EmpyreanTable, choices: dict[int, str]) -> None:
    """Assign the chosen decks; if decks must be distinct and several players chose the same one,
    chance picks who keeps it.
    """
    table.contest = None
    for deck in DECKS:
        seats = [seat for seat, choice in choices.items() if choice == deck]
        if table.distinct_decks and len(seats) > 1:
            keeper = seats[draw(table, len(seats))]
            table.tell("deck_contested", affects=tuple(seats), seats=seats, deck=deck, seat=keeper)
            table.contest = Contest(deck, seats, keeper)
            seats = [keeper]
        for seat in seats:
            take_deck(table.players[seat], deck)


async def build(seat: int) -> dict[str, int]:
    """A mash-up deck, asked for Essence cost by Essence cost (ruling D2)."""
    cards: dict[str, int] = {}
    for cost, count in TEMPLATE.items():
        cards |= await mix(seat, "mash_up", available(cost), count, cost=cost)
    return cards


async def _begin_play(table: EmpyreanTable) -> None:
    """Show the decks, draw the first hands, toss for the First Player Token."""
    table.seal()
    for player in table.players:
        table.tell("deck", affects=(player.seat,), seat=player.seat, deck=player.deck_id)
        player.essence = START_ESSENCE
    table.phase = "draft"
    for place in table.present:
        await resolve_effects_at(table, place, SET_UP)
    for player in table.players:
        player.hand = take_from_deck(table, player, START_HAND)
        table.whisper(
            player.seat,
            "first_hand",
            others=event("first_hand_some", seat=player.seat, n=START_HAND),
            seat=player.seat,
            cards=list(player.hand),
        )
    table.token = draw(table, len(table.players))
    table.tell("first_player", affects=(table.token,), seat=table.token)
    table.tell("round", n=1)
