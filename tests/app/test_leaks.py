"""Hidden facts stay off the wire."""

import os
import random

import pytest
from conclave_tiny_game import GAME

from engine.core.event import PUBLIC
from tests.app.leaks import leaks
from tests.app.wire import anonymous, play_to_the_end, two_at_tiny


def hidden(table, viewer):
    """The cards of the deck, of other hands and those that others set aside."""
    cards = set(table.deck)
    for seat, hand in enumerate(table.hands):
        if seat != viewer:
            cards |= set(hand)
    if len(table.played) < table.turns * len(table.hands):
        cards |= {card for seat, card in enumerate(table.aside) if seat != viewer}
    return {f'"card:{card}"' for card in cards} | {f'"card":{card}' + "}" for card in cards}


MATCHES = int(os.environ.get("LEAK_MATCHES", "1"))
"""The number of matches searched; the soak has more."""


@pytest.mark.soak
@pytest.mark.parametrize("number", range(MATCHES))
async def test_hidden_cards_reach_no_viewer(url, number):
    ann, bob, match = await two_at_tiny(url, turns=5)
    cid = anonymous(url)
    wires = [await ann.wire(match), await bob.wire(match), await cid.wire(match)]
    await wires[0].answer("nonsense")
    decision = wires[0].decisions[0]
    await wires[0].answer(decision["default"])
    await wires[0].command("undo", decision=decision["id"])
    await wires[0].reaches(2)
    await play_to_the_end(wires[:2], random.Random(number))
    await wires[2].until(lambda: wires[2].end)
    export = await ann.get(f"/matches/{match}/export")
    for wire in wires:
        assert len(wire.recorded) > 10
        assert leaks(GAME, export, wire, hidden) == []


async def test_search_for_leaks_finds_a_leak(url):
    """A token that every viewer receives is found, so the test above means something."""
    ann, bob, match = await two_at_tiny(url, turns=2)
    wires = [await ann.wire(match), await bob.wire(match)]
    await play_to_the_end(wires, random.Random(4))
    export = await ann.get(f"/matches/{match}/export")

    def everything(table, viewer):
        assert viewer is not PUBLIC
        return {'"card":'}

    assert leaks(GAME, export, wires[0], everything)
