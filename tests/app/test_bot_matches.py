"""Built-in bots of all levels play whole matches against one another on a real server."""

from __future__ import annotations

import asyncio
import os
import random

import pytest

from tests.app.conftest import QUICK
from tests.app.wire import arrive

MATCHES = int(os.environ.get("BOT_MATCHES", "3"))
"""The soak plays a hundred."""
MAX_CONCURRENT = 6
SETTINGS = QUICK | {"BOT_DELAY": "0", "BOT_EFFORT": "0.1", "BOT_WORKERS": "2"}
GAMES = [
    ("res_arcana", {"round_limit": 2}, (2, 4)),
    ("battle_for_empyrean", {"round_limit": 2}, (2, 3)),
    ("ascended_kings", {"round_limit": 2}, (2, 4)),
]


@pytest.mark.soak
@pytest.mark.timeout(120 + 30 * MATCHES)
async def test_matches_between_all_bot_levels_finish(serve):
    """No bot fails, and none takes too long."""
    server = serve(**SETTINGS)
    ann, gate = await arrive(server.url, "Ann"), asyncio.Semaphore(MAX_CONCURRENT)
    levels = [bot["name"] for bot in (await ann.get("/games/tiny"))["bots"]]

    async def play(number):
        rng = random.Random(number)
        game, options, seats = GAMES[number % len(GAMES)]
        table = ["hard", *rng.choices(levels, k=rng.randint(*seats) - 1)]
        body = {"game": game, "options": options, "visibility": "public"}
        async with gate:
            bots = [{"kind": "bot", "bot": bot} for bot in table]
            match = (await ann.post("/matches", {**body, "seats": bots}, 201))["id"]
            wire = await ann.wire(match)
            await wire.until(lambda: wire.end, 110)
            await wire.close()
        return (await ann.get(f"/matches/{match}"))["status"]

    assert await asyncio.gather(*(play(n) for n in range(MATCHES))) == ["finished"] * MATCHES
    log = server.log.read_text()
    for complaint in ("bot failed to answer", "bot gives up", '"event": "fault"'):
        assert complaint not in log
    metrics = await thoughts(ann)
    assert {result for _, result in metrics} == {"answered"}
    assert "hard" in {bot for bot, _ in metrics}


async def thoughts(person):
    """The pairs of bot and result in the metrics."""
    text = (await person.http.get(f"{person.url}/metrics")).text
    lines = [line for line in text.splitlines() if line.startswith("conclave_bot_thoughts_total{")]
    return {tuple(line.split('"')[1::2]) for line in lines}
