"""Messages: all text of the game. Arguments: see `engine.core.messages`."""

from __future__ import annotations

from engine.battle_for_empyrean.battlefield import BATTLEFIELDS
from engine.battle_for_empyrean.card import CARDS, DECKS
from engine.battle_for_empyrean.phrases import (
    BY,
    CARD,
    CAUSE,
    MINE,
    NAMES,
    WHICH,
    YOURS,
    about_card,
    about_player,
)
from engine.core.messages import Messages, Text, text

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
    "prompt.deck": text(
        "others? deck? keeper?",
        "[You and {others:player} chose {deck:name}; by chance {keeper:player} keeps it, so you "
        "need another one. ]Choose your game deck; all are shown at once",
    ),
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
    "option.unit": text(
        "card place zone whose?", "{card:name}[ of {whose:player}] ({place:name}, Zone {zone})"
    ),
    "option.to": text("place", "{place:name}"),
    "option.player": text("seat", "{seat:player}"),
    "option.none": "None",
    "option.done": "Done",
    "option.deck": text("deck", "{deck:name}"),
    "option.keep": text("card", "Keep {card:name}"),
    "option.below": text("card", "{card:name}"),
    "option.move": text("card place nth? spot?", f"Move {WHICH} to {{place:name}}"),
    "option.cross": text(
        "card place nth? spot?", f"Move {WHICH} to {{place:name}}; it loses 1 Might"
    ),
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
    "event.acting_order": text(
        "by seats", "{by:name}: {seats:player} act in this order in this Round"
    ),
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
    "event.deployed_none": text("seat", "{seat:player} Deploys nothing", you="You Deploy nothing"),
    "event.deployed_free": text(
        f"seat card place at unit zone {CAUSE}",
        f"{{seat:player}} Deploys {{card:name}} to {{place:name}}, Zone {{zone}}, for free ({BY})",
        you=f"You Deploy {{card:name}} to {{place:name}}, Zone {{zone}}, for free ({BY})",
    ),
    "event.deployed_free_face_down": text(
        f"seat place zone at unit {CAUSE}",
        f"{{seat:player}} Deploys a card to {{place:name}}, Zone {{zone}}, for free ({BY})",
        you=f"You Deploy a card to {{place:name}}, Zone {{zone}}, for free ({BY})",
    ),
    "event.revealed": text(
        "seat card place zone at n unit",
        "{seat:player} Reveals {card:name} on {place:name}, Zone {zone}",
        you="You Reveal {card:name} on {place:name}, Zone {zone}",
    ),
    "event.no_effect": about_card(
        "",
        f"The ability of {CARD} finds nothing to act on",
        f"The ability of {YOURS} finds nothing to act on",
    ),
    "event.no_target": about_card("", f"{CARD} finds no target", f"{MINE} finds no target"),
    "event.no_move": about_card("", f"{CARD} can't Move anywhere", f"{MINE} can't Move anywhere"),
    "event.stopped": about_card(
        "place",
        f"A Stop Token on {{place:name}} stops the ability of {CARD}",
        f"A Stop Token on {{place:name}} stops the ability of {YOURS}",
    ),
    "event.gained": about_card(
        f"n {CAUSE}", f"{CARD} gains {{n}} Might ({BY})", f"{MINE} gains {{n}} Might ({BY})"
    ),
    "event.no_gain": about_card(
        f"n {CAUSE}",
        f"{CARD} can't gain {{n}} Might any more ({BY})",
        f"{MINE} can't gain {{n}} Might any more ({BY})",
    ),
    "event.at_maximum": about_card(
        "n most",
        f"{CARD} can't have more than {{most}} Might; {{n}} more are lost",
        f"{MINE} can't have more than {{most}} Might; {{n}} more are lost",
    ),
    "event.no_echo": about_card(
        CAUSE,
        f"{BY}: {CARD} has left, and nothing is repeated",
        f"{BY}: {YOURS} has left, and nothing is repeated",
    ),
    "event.lost": about_card(
        f"n {CAUSE}", f"{CARD} loses {{n}} Might ({BY})", f"{MINE} loses {{n}} Might ({BY})"
    ),
    "event.token": about_card(
        f"token named {CAUSE}",
        f"{CARD} gets {{named:name}} ({BY})",
        f"{MINE} gets {{named:name}} ({BY})",
    ),
    "event.token_removed": about_card(
        f"token named {CAUSE}",
        f"{CARD} loses {{named:name}} ({BY})",
        f"{MINE} loses {{named:name}} ({BY})",
    ),
    "event.stop_applied": text(
        f"seat place at {CAUSE}",
        f"{BY}: a Stop Token for {{seat:player}} on {{place:name}}",
        you=f"{BY}: a Stop Token for you on {{place:name}}",
    ),
    "event.essence_added": about_player(
        "n", "gets {n} Essence next Round", "get {n} Essence next Round"
    ),
    "event.essence_subtracted": about_player(
        "n", "loses {n} Essence next Round", "lose {n} Essence next Round"
    ),
    "event.essence_now": about_player("n", "gets {n} Essence", "get {n} Essence"),
    "event.moved": about_card(
        f"left place zone at {CAUSE}",
        f"{CARD} Moves from {{left:name}} to {{place:name}}, Zone {{zone}} ({BY})",
        f"{MINE} Moves from {{left:name}} to {{place:name}}, Zone {{zone}} ({BY})",
    ),
    "event.shifted": about_card(
        f"zone {CAUSE}", f"{CARD} Shifts to Zone {{zone}}", f"{MINE} Shifts to Zone {{zone}}"
    ),
    "event.destroyed": about_card(CAUSE, f"{BY} Destroys {CARD}", f"{BY} Destroys {YOURS}"),
    "event.to_destroy_pile": about_card(
        "", f"{CARD} goes to the Destroy pile", f"{MINE} goes to the Destroy pile"
    ),
    "event.reborn": about_card(
        "", f"{CARD} goes back to the hand of {{seat:player}}", f"{MINE} goes back to your hand"
    ),
    "event.returned": about_card(
        CAUSE,
        f"{CARD} Returns to the hand of {{seat:player}} ({BY})",
        f"{MINE} Returns to your hand ({BY})",
    ),
    "event.reclaimed": text(
        f"card seat {CAUSE}",
        f"{{card:name}} Returns from the Destroy pile of {{seat:player}} ({BY})",
        you=f"{{card:name}} Returns from your Destroy pile ({BY})",
    ),
    "event.swapped": text(
        f"seat old card gone unit zone {CAUSE}",
        f"{{old:name}} of {{seat:player}} in Zone {{zone}} becomes {{card:name}} ({BY})",
        you=f"Your {{old:name}} in Zone {{zone}} becomes {{card:name}} ({BY})",
    ),
    "event.drew": about_player("cards", "Draws {cards:name}", "Draw {cards:name}"),
    "event.drew_some": about_player("n", "Draws {n:s|card|cards}", "Draw {n:s|card|cards}"),
    "event.acquired": about_player("card", "Acquires {card:name}", "Acquire {card:name}"),
    "event.not_acquired": about_player("name", "finds no {name:name}", "find no {name:name}"),
    "event.discarded": about_player("card", "Discards {card:name}", "Discard {card:name}"),
    "event.discarded_one": about_player("", "Discards a card", "Discard a card"),
    "event.banished": about_player("card", "Banishes {card:name}", "Banish {card:name}"),
    "event.banished_one": about_player("", "Banishes a card", "Banish a card"),
    "event.released": text(
        f"card seat {CAUSE}",
        f"{{card:name}} Returns to the hand of {{seat:player}} ({BY})",
        you=f"{{card:name}} Returns to your hand ({BY})",
    ),
    "event.released_one": text(
        f"seat {CAUSE}",
        f"The imprisoned card of {{seat:player}} Returns to hand ({BY})",
        you=f"Your imprisoned card Returns to hand ({BY})",
    ),
    "event.round_table": text(
        f"seat {CAUSE}",
        "{by:name} fills the Round Table of {seat:player}",
        you="Your {by:name} fills the Round Table",
    ),
    "event.bit": about_card(
        "prey bitten prey_nth?",
        f"{CARD} Bites {{prey:name}}[ in Zone {{prey_nth}}]",
        f"{MINE} Bites {{prey:name}}[ in Zone {{prey_nth}}]",
    ),
    "event.raid_token": about_player(
        "n",
        "has {n:s|Viking Raid Token|Viking Raid Tokens}",
        "have {n:s|Viking Raid Token|Viking Raid Tokens}",
    ),
    "event.battlefield_won": text(
        "seat place at n",
        "{seat:player} wins {place:name} with {n} Might",
        you="You win {place:name} with {n} Might",
    ),
    "event.battlefield_tied": text(
        "seats place at n", "No player wins {place:name}: {seats:player} have {n} Might each"
    ),
    "event.end_of_game": "End of the Game",
    "score.battlefield": text("place", "{place:name}"),
}

THREATS: dict[str, Text | str] = {
    "threat.last_round": "This is the last round",
    "threat.leads": text(
        "seat places",
        "{seat:player} leads on {places:name}; two battlefields win",
        you="You lead on {places:name}; two battlefields win",
    ),
    "threat.close": text(
        "seat place n",
        "{seat:player} leads on {place:name} by {n} Might",
        you="You lead on {place:name} by {n} Might",
    ),
    "threat.tied": text("place", "Nobody leads on {place:name}"),
    "threat.move": text(
        "seat card place n",
        "{seat:player} can Move {card:name} with {n} Might to {place:name} and lead on two",
        you="You can Move {card:name} with {n} Might to {place:name} and lead on two",
    ),
}


def _components() -> dict[str, str]:
    """The names of decks, battlefields and cards; also by name, where any card of it will do."""
    cards = {card.id: card.name for card in CARDS.values()}
    decks = {deck.id: deck.name for deck in DECKS.values()}
    fields = {battlefield.id: battlefield.name for battlefield in BATTLEFIELDS.values()}
    return {**decks, **fields, **cards, **{name: name for name in cards.values()}}


def messages() -> Messages:
    """The table of messages."""
    return Messages({**PHASES, **PROMPTS, **OPTIONS, **EVENTS, **THREATS}, NAMES, _components())
