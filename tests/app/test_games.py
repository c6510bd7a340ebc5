"""Every registered game is played over the real server."""

import random

import pytest

from engine.core.registry import games
from tests.app.wire import anonymous, arrive, play_to_the_end


@pytest.mark.parametrize("game", sorted(games()))
async def test_short_match_of_every_game_reaches_its_end(embedded, game):
    ann, bob = await arrive(embedded.url, "Ann"), await arrive(embedded.url, "Bob")
    seats = [{"kind": "me"}, {"kind": "open"}]
    body = {"game": game, "options": {"round_limit": 2}, "seats": seats}
    match = (await ann.post("/matches", body, 201))["id"]
    await bob.post(f"/matches/{match}/seats")
    wires = [
        await ann.wire(match),
        await bob.wire(match),
        await anonymous(embedded.url).wire(match),
    ]
    await play_to_the_end(wires[:2], random.Random(1))
    await wires[2].until(lambda: wires[2].end)
    assert wires[0].end == wires[2].end
    assert [wire.resyncs for wire in wires] == [0, 0, 0]
    log = await ann.get(f"/matches/{match}/log")
    logged = {event["id"] for event in log["events"]}
    assert set(wires[0].events) <= logged
