"""All text of the game. Arguments: see `engine.core.messages`."""

from __future__ import annotations

from engine.battle_for_empyrean.battlefield import BATTLEFIELDS
from engine.battle_for_empyrean.card import CARDS, DECKS
from engine.core.messages import Messages, Text, text

TOKENS = {
    "stop": "Stop",
    "stun": "Stun",
    "shield": "Shield",
    "anchor": "Anchor",
    "move": "Move",
    "captive": "Captive",
}

PHASES: dict[str, Text | str] = {
    "phase.battlefields": "Battlefields",
    "phase.decks": "Game decks",
    "phase.begin": "Begin Phase",
    "phase.draft": "Draft Phase",
    "phase.command": "Command Phase",
    "phase.deploy": "Deploy Phase",
    "phase.reveal": "Reveal Phase",
    "phase.end": "End Phase",
    "phase.end_of_game": "End of the Game",
    "phase.over": "The game is over",
}

PROMPTS: dict[str, Text | str] = {
    "prompt.redraw": "Draw other battlefields? It happens if everybody wants it",
    "prompt.deck": "Choose your game deck; all are shown at once",
    "prompt.mash_up": text("cost", "Choose your cards with an Essence cost of {cost}"),
    "prompt.keep": "Keep one of the cards you drew",
    "prompt.below": "Which card goes below your game deck first?",
    "prompt.command": "Command your cards",
    "prompt.deploy": text("n", "Deploy cards; you have {n} Essence"),
    "prompt.deploy_free": text("by", "{by:name}: you may Deploy a card from your hand for free"),
    "prompt.deploy_from_discard_pile": (
        text("by", "{by:name}: you may Deploy a card from your Discard pile for free")
    ),
    "prompt.discard": text("by", "{by:name}: Discard a card"),
    "prompt.banish": text("by", "{by:name}: Banish a card from your hand"),
    "prompt.bargain": text(
        "place", "{place:name}: take 2 Might now for 1 Essence of the next Round?"
    ),
    "prompt.stop": text("by", "{by:name}: whose side gets the Stop Token?"),
    "prompt.stun": text("by", "{by:name}: which card gets the Stun Token?"),
    "prompt.shield": text("by", "{by:name}: which card gets the Shield Token?"),
    "prompt.anchor": text("by", "{by:name}: which card gets the Anchor Token?"),
    "prompt.strengthen": text("by", "{by:name}: which card gains Might?"),
    "prompt.weaken": text("by", "{by:name}: which card loses Might?"),
    "prompt.destroy": text("by", "{by:name}: Destroy a card of an opponent"),
    "prompt.destroy_ally": text("by", "{by:name}: Destroy a card of your own"),
    "prompt.move": text("by", "{by:name}: which card Moves?"),
    "prompt.move_to": text("card", "Where does {card:name} Move?"),
    "prompt.call": text("by", "{by:name}: which card Moves here?"),
    "prompt.flee": text("by", "{by:name}: which card Moves next, and where?"),
    "prompt.last_flight": text(
        "by", "{by:name}: you may Move once more before the Might is counted"
    ),
    "prompt.take_along": text("by", "{by:name}: take a card along?"),
    "prompt.grant_move": text("by", "{by:name}: which card gets the Move Token?"),
    "prompt.sandals": text("card", "{card:name}: on which battlefield?"),
    "prompt.sandals_split": text("by", "{by:name}: split the Move Tokens"),
    "prompt.capture": text("by", "{by:name}: split the Captive Tokens"),
    "prompt.who_discards": text("by", "{by:name}: which opponent Discards a card?"),
    "prompt.who_loses_essence": text("by", "{by:name}: which opponent loses 1 Essence next Round?"),
    "prompt.acquire": text("by", "{by:name}: which card do you look for?"),
    "prompt.return": text("by", "{by:name}: which card Returns to your hand?"),
    "prompt.raise_the_dead": (
        "Which cards Return from your Destroy pile? Each costs 1 Essence of the next Round"
    ),
    "prompt.give_souls": text("by", "{by:name}: split the Might"),
    "prompt.turn": text("by", "{by:name}: which Human is turned?"),
    "prompt.turn_into": text("card", "Which Vampire does {card:name} become?"),
    "prompt.crew": text("ship", "{ship:name}: who sails?"),
}

OPTIONS: dict[str, Text | str] = {
    "option.unit": text("card place zone", "{card:name} ({place:name}, Zone {zone})"),
    "option.to": text("place", "{place:name}"),
    "option.player": text("seat", "{seat:player}"),
    "option.none": "None",
    "option.done": "Done",
    "option.deck": text("deck", "{deck:name}"),
    "option.keep": text("card", "Keep {card:name}"),
    "option.below": text("card", "{card:name}"),
    "option.move": text("card place", "Move {card:name} to {place:name}"),
    "option.cross": text("card place", "Move {card:name} to {place:name}; it loses 1 Might"),
    "option.sail": text("card place", "{card:name} sails to {place:name}"),
    "option.bite": text("card prey", "{card:name} Bites {prey:name} (1 Essence)"),
    "option.swap": text("card", "Swap Tlapilli for {card:name}"),
    "option.sacrifice": text("card on", "{card:name} Sacrifices {on:name}"),
    "option.ransom": text("card on", "{card:name} Sacrifices a Captive Token of {on:name}"),
    "option.use": text("card on", "{card:name}: strengthen {on:name}"),
    "option.essence": text("card", "{card:name}: Add 1 Essence"),
    "option.deploy": text("card place n", "{card:name} to {place:name} ({n} Essence)"),
    "option.deploy_free": text("card place", "{card:name} to {place:name} for free"),
    "option.offer": text("card place", "Offer {card:name} to {place:name}"),
    "option.discard": text("card", "{card:name}"),
    "option.discard_and_deploy": text(
        "card place", "{card:name}, and Deploy it to {place:name} for free"
    ),
    "option.banish": text("card", "{card:name}"),
    "option.acquire": text("card", "{card:name}"),
    "option.turn_into": text("card", "{card:name}"),
    "why.too_dear": text("card", "You can't pay for {card:name} anywhere"),
    "why.no_room": text("place", "You can't Deploy another card to {place:name} now"),
}

EVENTS: dict[str, Text | str] = {
    "event.battlefields": text("places", "The battlefields are {places:name}"),
    "event.battlefields_kept": "The battlefields stay",
    "event.deck": text("seat deck", "{seat:player} plays {deck:name}", you="You play {deck:name}"),
    "event.deck_contested": text(
        "seats deck seat",
        "{seats:player} chose {deck:name}; by chance {seat:player} keeps it",
        you="{seats:player} chose {deck:name}; by chance you keep it",
    ),
    "event.first_hand": text(
        "seat cards", "{seat:player} begins with {cards:name}", you="You begin with {cards:name}"
    ),
    "event.first_hand_some": text(
        "seat n",
        "{seat:player} begins with {n:s|card|cards}",
        you="You begin with {n:s|card|cards}",
    ),
    "event.first_player": text(
        "seat", "{seat:player} takes the First Player Token", you="You take the First Player Token"
    ),
    "event.token_passed": text(
        "seat", "The First Player Token goes to {seat:player}", you="You get the First Player Token"
    ),
    "event.round": text("n", "Round {n}"),
    "event.essence": text("seat n", "{seat:player} has {n} Essence", you="You have {n} Essence"),
    "event.drafted": text(
        "seat cards", "{seat:player} draws {cards:name}", you="You draw {cards:name}"
    ),
    "event.drafted_some": text(
        "seat n", "{seat:player} draws {n:s|card|cards}", you="You draw {n:s|card|cards}"
    ),
    "event.kept": text("seat card", "{seat:player} keeps {card:name}", you="You keep {card:name}"),
    "event.kept_one": text("seat", "{seat:player} keeps a card", you="You keep a card"),
    "event.deployed": text(
        "seat card place n at unit zone",
        "{seat:player} Deploys {card:name} to {place:name} for {n} Essence",
        you="You Deploy {card:name} to {place:name} for {n} Essence",
    ),
    "event.deployed_face_down": text(
        "seat place zone at unit",
        "{seat:player} Deploys a card to {place:name}, Zone {zone}",
        you="You Deploy a card to {place:name}, Zone {zone}",
    ),
    "event.deployed_all": text("seat", "{seat:player} has Deployed", you="You have Deployed"),
    "event.deployed_free": text(
        "by seat card place at source unit zone",
        "{by:name}: {seat:player} Deploys {card:name} to {place:name} for free",
        you="{by:name}: you Deploy {card:name} to {place:name} for free",
    ),
    "event.deployed_free_face_down": (
        text(
            "by seat place zone at source unit",
            "{by:name}: {seat:player} Deploys a card to {place:name}, Zone {zone}, for free",
            you="{by:name}: you Deploy a card to {place:name}, Zone {zone}, for free",
        )
    ),
    "event.revealed": text(
        "seat card place zone at n unit",
        "{seat:player} Reveals {card:name} on {place:name}, Zone {zone}",
        you="You Reveal {card:name} on {place:name}, Zone {zone}",
    ),
    "event.stopped": text("place card unit", "A Stop Token on {place:name} stops {card:name}"),
    "event.gained": text("card n by source unit", "{card:name} gains {n} Might ({by:name})"),
    "event.no_gain": text(
        "card n by source unit", "{card:name} can't gain {n} Might any more ({by:name})"
    ),
    "event.at_maximum": text(
        "card n most unit", "{card:name} can't have more than {most} Might; {n} more are lost"
    ),
    "event.no_echo": text(
        "card by source unit", "{by:name}: {card:name} has left, and nothing is repeated"
    ),
    "event.lost": text("card n by source unit", "{card:name} loses {n} Might ({by:name})"),
    "event.token": text(
        "card token by source unit", "{card:name} gets the Token {token:name} ({by:name})"
    ),
    "event.token_removed": text(
        "card token by source unit", "{card:name} loses the Token {token:name} ({by:name})"
    ),
    "event.stop_applied": text(
        "by seat place at source",
        "{by:name}: a Stop Token for {seat:player} on {place:name}",
        you="{by:name}: a Stop Token for you on {place:name}",
    ),
    "event.essence_added": text(
        "seat n by source",
        "{seat:player} gets {n} Essence next Round ({by:name})",
        you="You get {n} Essence next Round ({by:name})",
    ),
    "event.essence_subtracted": text(
        "seat n by source",
        "{seat:player} loses {n} Essence next Round ({by:name})",
        you="You lose {n} Essence next Round ({by:name})",
    ),
    "event.essence_now": text(
        "seat n by source",
        "{seat:player} gets {n} Essence ({by:name})",
        you="You get {n} Essence ({by:name})",
    ),
    "event.moved": text(
        "card left place zone by at source unit",
        "{card:name} Moves from {left:name} to {place:name}, Zone {zone} ({by:name})",
    ),
    "event.shifted": text("card zone by source unit", "{card:name} Shifts to Zone {zone}"),
    "event.destroyed": text("by card source unit", "{by:name} Destroys {card:name}"),
    "event.to_destroy_pile": text(
        "card seat unit",
        "{card:name} goes to the Destroy pile",
        you="Your {card:name} goes to the Destroy pile",
    ),
    "event.reborn": text(
        "card seat unit",
        "{card:name} goes back to the hand of {seat:player}",
        you="{card:name} goes back to your hand",
    ),
    "event.returned": text(
        "card seat by source unit",
        "{card:name} Returns to the hand of {seat:player} ({by:name})",
        you="{card:name} Returns to your hand ({by:name})",
    ),
    "event.reclaimed": text(
        "card seat by source",
        "{card:name} Returns from the Destroy pile of {seat:player} ({by:name})",
        you="{card:name} Returns from your Destroy pile ({by:name})",
    ),
    "event.swapped": text(
        "old card by gone source unit zone", "{old:name} becomes {card:name} ({by:name})"
    ),
    "event.drew": text(
        "seat cards by source",
        "{seat:player} Draws {cards:name} ({by:name})",
        you="You Draw {cards:name} ({by:name})",
    ),
    "event.drew_some": text(
        "seat n by source",
        "{seat:player} Draws {n:s|card|cards} ({by:name})",
        you="You Draw {n:s|card|cards} ({by:name})",
    ),
    "event.acquired": text(
        "seat card by source",
        "{seat:player} Acquires {card:name} ({by:name})",
        you="You Acquire {card:name} ({by:name})",
    ),
    "event.not_acquired": text(
        "seat name by source",
        "{seat:player} finds no {name} ({by:name})",
        you="You find no {name} ({by:name})",
    ),
    "event.discarded": text(
        "seat card by source",
        "{seat:player} Discards {card:name} ({by:name})",
        you="You Discard {card:name} ({by:name})",
    ),
    "event.discarded_one": text(
        "seat by source",
        "{seat:player} Discards a card ({by:name})",
        you="You Discard a card ({by:name})",
    ),
    "event.banished": text(
        "seat card by source",
        "{seat:player} Banishes {card:name} ({by:name})",
        you="You Banish {card:name} ({by:name})",
    ),
    "event.banished_one": text(
        "seat by source",
        "{seat:player} Banishes a card ({by:name})",
        you="You Banish a card ({by:name})",
    ),
    "event.released": text(
        "card seat by source",
        "{card:name} Returns to the hand of {seat:player} ({by:name})",
        you="{card:name} Returns to your hand ({by:name})",
    ),
    "event.released_one": text(
        "seat by source",
        "The imprisoned card of {seat:player} Returns to hand ({by:name})",
        you="Your imprisoned card Returns to hand ({by:name})",
    ),
    "event.round_table": text(
        "by seat source",
        "{by:name} fills the Round Table",
        you="Your {by:name} fills the Round Table",
    ),
    "event.bit": text(
        "card prey bitten seat unit",
        "{card:name} Bites {prey:name}",
        you="Your {card:name} Bites {prey:name}",
    ),
    "event.raid_token": text(
        "seat n by source",
        "{seat:player} has {n:s|Viking Raid Token|Viking Raid Tokens} ({by:name})",
        you="You have {n:s|Viking Raid Token|Viking Raid Tokens} ({by:name})",
    ),
    "event.end_of_game": "End of the Game",
    "score.battlefield": text("place", "{place:name}"),
}


def names() -> dict[str, str]:
    """What components and tokens are called."""
    cards = {card.id: card.name for card in CARDS.values()}
    decks = {deck.id: deck.name for deck in DECKS.values()}
    fields = {one.id: one.name for one in BATTLEFIELDS.values()}
    own = {"rules": "the rules", "mash_up": "a mash-up deck"}
    return {**TOKENS, **own, **decks, **fields, **cards}


def messages() -> Messages:
    """The table of messages."""
    return Messages({**PHASES, **PROMPTS, **OPTIONS, **EVENTS}, names())
