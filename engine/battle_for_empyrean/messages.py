"""All text of the game. Arguments: see `engine.core.messages`."""

from __future__ import annotations

from engine.battle_for_empyrean.battlefield import BATTLEFIELDS
from engine.battle_for_empyrean.card import CARDS, DECKS
from engine.core.messages import Messages

TOKENS = {
    "stop": "Stop",
    "stun": "Stun",
    "shield": "Shield",
    "anchor": "Anchor",
    "move": "Move",
    "captive": "Captive",
}

PHASES = {
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

PROMPTS = {
    "prompt.redraw": "Draw other battlefields? It happens if everybody wants it",
    "prompt.deck": "Choose your game deck; all are shown at once",
    "prompt.mash_up": "Choose your cards with an Essence cost of {cost}",
    "prompt.keep": "Keep one of the cards you drew",
    "prompt.below": "Which card goes below your game deck first?",
    "prompt.command": "Command your cards",
    "prompt.deploy": "Deploy cards; you have {n} Essence",
    "prompt.deploy_free": "{by:name}: you may Deploy a card from your hand for free",
    "prompt.deploy_from_discard_pile": (
        "{by:name}: you may Deploy a card from your Discard pile for free"
    ),
    "prompt.discard": "{by:name}: Discard a card",
    "prompt.banish": "{by:name}: Banish a card from your hand",
    "prompt.bargain": "{place:name}: take 2 Might now for 1 Essence of the next Round?",
    "prompt.stop": "{by:name}: whose side gets the Stop Token?",
    "prompt.stun": "{by:name}: which card gets the Stun Token?",
    "prompt.shield": "{by:name}: which card gets the Shield Token?",
    "prompt.anchor": "{by:name}: which card gets the Anchor Token?",
    "prompt.strengthen": "{by:name}: which card gains Might?",
    "prompt.weaken": "{by:name}: which card loses Might?",
    "prompt.destroy": "{by:name}: Destroy a card of an opponent",
    "prompt.destroy_ally": "{by:name}: Destroy a card of your own",
    "prompt.move": "{by:name}: which card Moves?",
    "prompt.move_to": "Where does {card:name} Move?",
    "prompt.call": "{by:name}: which card Moves here?",
    "prompt.flee": "{by:name}: which card Moves next, and where?",
    "prompt.last_flight": "{by:name}: you may Move once more before the Might is counted",
    "prompt.take_along": "{by:name}: take a card along?",
    "prompt.grant_move": "{by:name}: which card gets the Move Token?",
    "prompt.sandals": "{card:name}: on which battlefield?",
    "prompt.sandals_split": "{by:name}: split the Move Tokens",
    "prompt.capture": "{by:name}: split the Captive Tokens",
    "prompt.who_discards": "{by:name}: which opponent Discards a card?",
    "prompt.who_loses_essence": "{by:name}: which opponent loses 1 Essence next Round?",
    "prompt.acquire": "{by:name}: which card do you look for?",
    "prompt.return": "{by:name}: which card Returns to your hand?",
    "prompt.raise_the_dead": "Which cards Return from your Destroy pile? Each costs 1 Essence",
    "prompt.give_souls": "{by:name}: split the Might",
    "prompt.turn": "{by:name}: which Human is turned?",
    "prompt.turn_into": "Which Vampire does {card:name} become?",
    "prompt.crew": "{ship:name}: who sails?",
}

OPTIONS = {
    "option.unit": "{card:name} ({place:name}, Zone {zone})",
    "option.to": "{place:name}",
    "option.player": "{seat:player}",
    "option.none": "None",
    "option.done": "Done",
    "option.deck": "{deck:name}",
    "option.keep": "Keep {card:name}",
    "option.below": "{card:name}",
    "option.move": "Move {card:name} to {place:name}",
    "option.cross": "Move {card:name} to {place:name}; it loses 1 Might",
    "option.sail": "{card:name} sails to {place:name}",
    "option.bite": "{card:name} Bites {prey:name} (1 Essence)",
    "option.swap": "Swap Tlapilli for {card:name}",
    "option.sacrifice": "{card:name} Sacrifices {on:name}",
    "option.ransom": "{card:name} Sacrifices a Captive Token of {on:name}",
    "option.use": "{card:name}: strengthen {on:name}",
    "option.essence": "{card:name}: Add 1 Essence",
    "option.deploy": "{card:name} to {place:name} ({n} Essence)",
    "option.deploy_free": "{card:name} to {place:name} for free",
    "option.offer": "Offer {card:name} to {place:name}",
    "option.discard": "{card:name}",
    "option.discard_and_deploy": "{card:name}, and Deploy it to {place:name} for free",
    "option.banish": "{card:name}",
    "option.acquire": "{card:name}",
    "option.turn_into": "{card:name}",
    "why.too_dear": "You can't pay for {card:name} anywhere",
    "why.no_room": "You can't Deploy another card to {place:name} now",
}

EVENTS = {
    "event.battlefields": "The battlefields are {places:name}",
    "event.battlefields_kept": "The battlefields stay",
    "event.deck": "{seat:player} plays {deck:name}",
    "event.first_hand": "{seat:player} begins with {cards:name}",
    "event.first_hand_some": "{seat:player} begins with {n:s|card|cards}",
    "event.first_player": "{seat:player} takes the First Player Token",
    "event.token_passed": "The First Player Token goes to {seat:player}",
    "event.round": "Round {n}",
    "event.essence": "{seat:player} has {n} Essence",
    "event.drafted": "{seat:player} draws {cards:name}",
    "event.drafted_some": "{seat:player} draws {n:s|card|cards}",
    "event.kept": "{seat:player} keeps {card:name}",
    "event.kept_one": "{seat:player} keeps a card",
    "event.deployed": "{seat:player} Deploys {card:name} to {place:name} for {n} Essence",
    "event.deployed_face_down": "{seat:player} Deploys a card to {place:name}, Zone {zone}",
    "event.deployed_all": "{seat:player} has Deployed",
    "event.deployed_free": "{by:name}: {seat:player} Deploys {card:name} to {place:name} for free",
    "event.deployed_free_face_down": (
        "{by:name}: {seat:player} Deploys a card to {place:name}, Zone {zone}, for free"
    ),
    "event.revealed": "{seat:player} Reveals {card:name} on {place:name}, Zone {zone}",
    "event.stopped": "A Stop Token on {place:name} stops {card:name}",
    "event.gained": "{card:name} gains {n} Might ({by:name})",
    "event.lost": "{card:name} loses {n} Might ({by:name})",
    "event.token": "{card:name} gets the Token {token:name} ({by:name})",
    "event.token_removed": "{card:name} loses the Token {token:name} ({by:name})",
    "event.stop_applied": "{by:name}: a Stop Token for {seat:player} on {place:name}",
    "event.essence_added": "{seat:player} gets {n} Essence next Round ({by:name})",
    "event.essence_subtracted": "{seat:player} loses {n} Essence next Round ({by:name})",
    "event.essence_now": "{seat:player} gets {n} Essence ({by:name})",
    "event.moved": "{card:name} Moves from {left:name} to {place:name}, Zone {zone} ({by:name})",
    "event.shifted": "{card:name} Shifts to Zone {zone}",
    "event.destroyed": "{by:name} Destroys {card:name}",
    "event.to_destroy_pile": "{card:name} goes to the Destroy pile",
    "event.reborn": "{card:name} goes back to the hand of {seat:player}",
    "event.returned": "{card:name} Returns to the hand of {seat:player} ({by:name})",
    "event.reclaimed": "{card:name} Returns from the Destroy pile of {seat:player} ({by:name})",
    "event.swapped": "{old:name} becomes {card:name} ({by:name})",
    "event.drew": "{seat:player} Draws {cards:name} ({by:name})",
    "event.drew_some": "{seat:player} Draws {n:s|card|cards} ({by:name})",
    "event.acquired": "{seat:player} Acquires {card:name} ({by:name})",
    "event.not_acquired": "{seat:player} finds no {name} ({by:name})",
    "event.discarded": "{seat:player} Discards {card:name} ({by:name})",
    "event.discarded_one": "{seat:player} Discards a card ({by:name})",
    "event.banished": "{seat:player} Banishes {card:name} ({by:name})",
    "event.banished_one": "{seat:player} Banishes a card ({by:name})",
    "event.released": "{card:name} Returns to the hand of {seat:player} ({by:name})",
    "event.released_one": "The imprisoned card of {seat:player} Returns to hand ({by:name})",
    "event.round_table": "{by:name} fills the Round Table",
    "event.bit": "{card:name} Bites {prey:name}",
    "event.raid_token": "{seat:player} has {n:s|Viking Raid Token|Viking Raid Tokens} ({by:name})",
    "event.end_of_game": "End of the Game",
    "score.battlefield": "{place:name}",
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
