"""The examples run."""

import asyncio
import random
import sys
from pathlib import Path

from tests.app.wire import arrive, play_to_the_end, tiny

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


async def test_the_example_bot_takes_its_seat_and_plays_two_matches(url):
    ann = await arrive(url, "Ann")
    bot = await ann.post("/bots", {"name": f"Ten {ann.account[-6:]}"}, 201)
    seats = [{"kind": "me"}, {"kind": "open", "invite": bot["account"]["name"]}]
    before = await tiny(ann, 2, seats, visibility="private")
    command = [sys.executable, str(BOT), url, bot["token"]]
    process = await asyncio.create_subprocess_exec(*command)
    try:
        for match in (before, await tiny(ann, 2, seats, visibility="private")):
            wire = await ann.wire(match)
            await wire.until(lambda wire=wire: wire.view["status"] == "playing")
            await play_to_the_end([wire], random.Random(0))
            assert wire.view["players"][1]["kind"] == "bot"
    finally:
        process.kill()
        await process.wait()
