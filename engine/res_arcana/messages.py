"""Messages: every sentence of the game."""

from __future__ import annotations

from engine.core.messages import Messages, Text, text
from engine.res_arcana.card import CARDS
from engine.res_arcana.essences import KINDS
from engine.res_arcana.reactions import REACTIONS

TEMPLATES: dict[str, Text | str] = {
    # questions
    "prompt.mage": "Choose your mage",
    "prompt.item": "Choose a magic item",
    "prompt.keep": "Keep one card, and pass the rest",
    "prompt.offer": text("n", "Take {n:s|artifact|artifacts}"),
    "prompt.first_player": "Choose who goes first in the next game",
    "prompt.take": "Take essences from your components: from each all or none",
    "prompt.collect_one": text("card", "Collect from {card:name}: choose one"),
    "prompt.collect_any": text("card n", "Collect from {card:name}: choose {n:s|essence|essences}"),
    "prompt.curse": text("card", "{card:name} wants 1 Death, or is turned"),
    "prompt.action": "Do an action, or pass",
    "prompt.discard_gain": text("card", "Gain 1 Gold or two others for {card:name}"),
    "prompt.gain_any": text("n card", "Gain {n:s|essence|essences} for {card:name}"),
    "prompt.gain_alike": text("n card", "Choose what to gain {n} of for {card:name}"),
    "prompt.pay_any": text("n card", "Pay {n:s|essence|essences} for {card:name}"),
    "prompt.pay_one": text("card", "Choose the essence to pay for {card:name}"),
    "prompt.pay_alike": text("card", "Choose the kind to pay for {card:name}"),
    "prompt.pay_x": text("kind card", "How many {kind:name} do you pay for {card:name}?"),
    "prompt.drop": text("n card", "Drop {n:s|essence|essences} from the cost of {card:name}"),
    "prompt.turn_another": text("card", "Choose what to turn for {card:name}"),
    "prompt.destroy": text("card", "Choose the artifact to destroy for {card:name}"),
    "prompt.discard": text("card", "Choose the card to discard for {card:name}"),
    "prompt.discard_some": text("n", "Discard {n:s|card|cards}"),
    "prompt.choose_rival": text(
        "kind card", "Choose the rival whose {kind:name} counts for {card:name}"
    ),
    "prompt.put_on": text("kind card", "Choose the component that the {kind:name} goes on"),
    "prompt.straighten": text("card", "Choose what to straighten"),
    "prompt.look": text("card", "Choose the deck to look at"),
    "prompt.reorder": text("deck", "Put these cards back, the first on top"),
    "prompt.place": text("card", "Choose the card to place for {card:name}"),
    "prompt.lose_others": text("n", "Choose {n:s|essence|essences} to lose instead of Life"),
    "prompt.swap_item": text("card", "Swap {card:name} for another magic item"),
    **{f"prompt.{reaction.prompt}": reaction.text for reaction in REACTIONS},
    # options
    "option.mage": "{it:name}",
    "option.item": "{it:name}",
    "option.keep": "Keep {it:name}",
    "option.take": text("pool", "Take from {it:name}: {pool:mix}"),
    "option.offer": "{it:name}",
    "option.card": "{it:name}",
    "option.kind": "{it:name}",
    "option.player": text("seat", "{seat:player}"),
    "option.place": text("pool", "Place {it:name} for {pool:mix}"),
    "option.place_less": text(
        "pool n", "Place {it:name} for {pool:mix}, less {n:s|essence|essences}"
    ),
    "option.claim": text("pool", "Claim {it:name} for {pool:mix}"),
    "option.claim_top": text("pool", "Claim the top card of the monument deck for {pool:mix}"),
    "option.discard": "Discard {it:name} for essences",
    "option.use": text("card does", "{card:name}: {does:said}"),
    "option.use_idle": text("card does", "{card:name}, for no effect: {does:said}"),
    "option.react": text("card does", "{card:name}: {does:said}"),
    "option.pass": "Pass",
    "option.suffer": "Suffer the loss",
    "option.ignore": text("pool", "Pay {pool:mix} to ignore it"),
    "option.ignore_by_discard": "Discard a card to ignore it",
    "option.ignore_by_destroying": "Destroy one of your artifacts to ignore it",
    "option.decline": "No",
    "option.gold": "1 Gold",
    "option.others": "Two others",
    "option.none": "Pay none",
    "option.nothing": "Place nothing",
    "option.straighten_nothing": "Straighten nothing",
    "option.turn": "Turn it",
    "option.pay": "Pay 1 Death",
    "option.deck_own": "Your deck",
    "option.deck_monument": "The monument deck",
    # why not
    "why.turned": text("card", "{card:name} is turned", you="Your {card:name} is turned"),
    "why.straight": text("card", "{card:name} works only while it is turned"),
    "why.essences": text("card", "You can't pay the essences that {card:name} takes"),
    "why.essences_on_it": text("card", "There are too few essences on {card:name}"),
    "why.no_dragon": text("card", "{card:name} takes another straightened Dragon"),
    "why.no_creature": text("card", "{card:name} takes another straightened Creature"),
    "why.nothing_to_destroy": text("card", "You have no artifact that {card:name} could destroy"),
    "why.no_card": text("card", "You have no card to discard for {card:name}"),
    "why.placement": text("card pool", "{card:name} costs {pool:mix}"),
    # events
    "event.laid_out": text(
        "n places display",
        "Game {n}: the Places of Power are {places:name}; on display are {display:name}",
    ),
    "event.goes_first": text("seat", "{seat:player} is First Player", you="You are First Player"),
    "event.dealt_mages": text(
        "seat cards", "{seat:player} is dealt {cards:name}", you="You are dealt {cards:name}"
    ),
    "event.packs_dealt": text("n", "The packs of deal {n} are handed out"),
    "event.kept": text("seat card", "{seat:player} keeps {card:name}", you="You keep {card:name}"),
    "event.drafted": text(
        "seat cards", "{seat:player} takes {cards:name}", you="You take {cards:name}"
    ),
    "event.mage": text("seat card", "{seat:player} plays {card:name}", you="You play {card:name}"),
    "event.took_item": text(
        "seat card", "{seat:player} takes {card:name}", you="You take {card:name}"
    ),
    "event.round_began": text(
        "n seat",
        "Round {n} begins; {seat:player} goes first",
        you="Round {n} begins; you go first",
    ),
    "event.took": text(
        "seat pool card",
        "{seat:player} takes {pool:mix} from {card:name}",
        you="You take {pool:mix} from {card:name}",
    ),
    "event.collected": text(
        "seat pool card",
        "{seat:player} collects {pool:mix} from {card:name}",
        you="You collect {pool:mix} from {card:name}",
    ),
    "event.placed": text(
        "seat card", "{seat:player} places {card:name}", you="You place {card:name}"
    ),
    "event.claimed": text(
        "seat card", "{seat:player} claims {card:name}", you="You claim {card:name}"
    ),
    "event.refilled": text("card", "{card:name} comes on display"),
    "event.discarded": text(
        "seat card", "{seat:player} discards {card:name}", you="You discard {card:name}"
    ),
    "event.used": text(
        "seat card power", "{seat:player} uses {card:name}", you="You use {card:name}"
    ),
    "event.reacted": text(
        "seat card power", "{seat:player} reacts with {card:name}", you="You react with {card:name}"
    ),
    "event.paid": text(
        "seat pool card",
        "{seat:player} pays {pool:mix} for {card:name}",
        you="You pay {pool:mix} for {card:name}",
    ),
    "event.gained": text(
        "seat pool card",
        "{seat:player} gains {pool:mix} ({card:name})",
        you="You gain {pool:mix} ({card:name})",
    ),
    "event.lost": text(
        "seat pool card?",
        "{seat:player} loses {pool:mix}[ ({card:name})]",
        you="You lose {pool:mix}[ ({card:name})]",
    ),
    "event.counted": text(
        "seat target kind n card",
        "{seat:player} counts the {kind:name} of {target:player}: {n} ({card:name})",
        you="You count the {kind:name} of {target:player}: {n} ({card:name})",
    ),
    "event.no_effect": text("card", "{card:name} has no effect"),
    "event.put": text(
        "pool card seat",
        "{pool:mix} is put on {seat:player}'s {card:name}",
        you="{pool:mix} is put on your {card:name}",
    ),
    "event.removed": text(
        "pool card seat",
        "{pool:mix} is removed from {seat:player}'s {card:name}",
        you="{pool:mix} is removed from your {card:name}",
    ),
    "event.turned": text(
        "card seat", "{seat:player}'s {card:name} is turned", you="Your {card:name} is turned"
    ),
    "event.straightened": text(
        "card seat",
        "{seat:player}'s {card:name} is straightened",
        you="Your {card:name} is straightened",
    ),
    "event.all_straightened": "All components are straightened",
    "event.destroyed": text(
        "card seat", "{seat:player}'s {card:name} is destroyed", you="Your {card:name} is destroyed"
    ),
    "event.ignored": text(
        "seat card", "{seat:player} ignores {card:name}", you="You ignore {card:name}"
    ),
    "event.drew": text("seat card", "{seat:player} draws {card:name}", you="You draw {card:name}"),
    "event.drew_one": text("seat", "{seat:player} draws a card", you="You draw a card"),
    "event.reshuffled": text(
        "seat n",
        "{seat:player} shuffles {n:s|discard|discards} into the deck",
        you="You shuffle {n:s|discard|discards} into the deck",
    ),
    "event.looked": text(
        "seat cards deck",
        "{seat:player} looks at {cards:name} on top of the {deck:name}",
        you="You look at {cards:name} on top of the {deck:name}",
    ),
    "event.looked_at": text(
        "seat n deck",
        "{seat:player} looks at {n:s|card|cards} on top of the {deck:name}",
        you="You look at {n:s|card|cards} on top of the {deck:name}",
    ),
    "event.put_back": text(
        "seat n deck",
        "{seat:player} puts {n:s|card|cards} back on top of the {deck:name}",
        you="You put {n:s|card|cards} back on top of the {deck:name}",
    ),
    "event.took_token": text(
        "seat", "{seat:player} takes the First Player token", you="You take the First Player token"
    ),
    "event.passed": text("seat", "{seat:player} passes", you="You pass"),
    "event.swapped_item": text(
        "seat old card",
        "{seat:player} swaps {old:name} for {card:name}",
        you="You swap {old:name} for {card:name}",
    ),
    "event.temporary_points": text(
        "seat n",
        "{seat:player} has {n} more points for this check",
        you="You have {n} more points for this check",
    ),
    "event.victory_checked": text("totals", "Victory is checked"),
    "event.game_won": text("seats n", "{seats:player} won game {n}"),
    # score sheet
    "score.artifact": "Artifacts",
    "score.monument": "Monuments",
    "score.place_of_power": "Places of Power",
    "score.token": "First Player token",
    "score.temporary": "For this check",
    "score.game": text("n", "Game {n}, in half wins"),
    # what lies open and may decide the game
    "threat.last_round": "This is the last round",
    "threat.points": text(
        "seat n goal", "{seat:player} has {n} of {goal} points", you="You have {n} of {goal} points"
    ),
    "threat.enough": text(
        "seat n",
        "{seat:player} leads with {n} points: enough to win the next victory check",
        you="You lead with {n} points: enough to win the next victory check",
    ),
    "threat.check": text(
        "seat card",
        "{seat:player} can check victory at once with {card:name}",
        you="You can check victory at once with {card:name}",
    ),
    "threat.claim": text(
        "seat card n",
        "{seat:player} can claim {card:name} and have {n} points",
        you="You can claim {card:name} and have {n} points",
    ),
    "threat.temporary": text(
        "seat card n",
        "{seat:player} can have {n} points at a victory check with {card:name}",
        you="You can have {n} points at a victory check with {card:name}",
    ),
    "threat.attack": text(
        "seat card n",
        "{seat:player} can make each rival lose {n} Life with {card:name}",
        you="You can make each rival lose {n} Life with {card:name}",
    ),
    # phases
    "phase.draft": "Draft",
    "phase.setup": "Setup",
    "phase.collect": "Collect",
    "phase.actions": "Actions",
    "phase.victory": "Victory",
    "phase.over": "Over",
}

NAMES = {
    **{kind: kind.capitalize() for kind in KINDS},
    "any": "of any kind",
    "top": "The top card of the monument deck",
    "own": "artifact deck",
    "monument": "monument deck",
}


def messages() -> Messages:
    """The sentences, with the names of all components."""
    return Messages(TEMPLATES, NAMES, proper={card.id: card.name for card in CARDS.values()})
