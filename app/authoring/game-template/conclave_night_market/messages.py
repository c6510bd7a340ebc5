"""Messages: every text of the game, in English."""

from __future__ import annotations

from conclave_night_market.box import NAMES
from engine.core.messages import Messages, text

HOW_TO_PLAY = """\
Buy the best wares of the market with the cards of your hand.

# A round

All players choose a card from their hand, in secret and at the same time. Then the cards are \
turned face up. The highest takes one of the wares on the stall.

The cards played are discarded, everyone draws a card, and another ware comes onto the stall.

# The end

After the last round, the wares are worth their points: a lantern 1, tea 2, silk 3, spice 4 and \
jade 5. The most points win."""

MESSAGES = Messages(
    {
        "prompt.bid": "Play a card, face down",
        "prompt.take": "Take a ware",
        "option.card": "{it}",
        "option.ware": "{it:name}",
        "event.round_began": text("n", "Round {n}"),
        "event.played": text("seat card", "{seat:player} plays {card}", you="You play {card}"),
        "event.took": text(
            "seat ware", "{seat:player} takes {ware:name}", you="You take {ware:name}"
        ),
        "event.drew": text("seat card", "{seat:player} draws {card}", you="You draw {card}"),
        "event.drew_one": text("seat", "{seat:player} draws a card", you="You draw a card"),
        "event.reshuffled": "The discards are shuffled into a new pile",
        "score.wares": "Wares",
        "phase.bid": "Bidding",
        "phase.take": "Taking a ware",
    },
    names=NAMES,
)
