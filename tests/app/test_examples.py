"""The examples run."""

import asyncio
import random
import sys
from pathlib import Path

from tests.app.wire import arrive, play_to_the_end, tiny

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


async def test_the_example_bot_plays_a_match(url):
    ann = await arrive(url, "Ann")
    bot = await ann.post("/bots", {"name": f"Ten {ann.account[-6:]}"}, 201)
    match = await tiny(ann, 2, visibility="private")
    code = (await ann.get(f"/matches/{match}"))["invite"]["code"]
    wire = await ann.wire(match)
    command = [sys.executable, str(BOT), url, bot["token"], match, code]
    process = await asyncio.create_subprocess_exec(*command)
    try:
        await wire.until(lambda: wire.view["status"] == "playing", 30)
        await play_to_the_end([wire], random.Random(0))
        assert await asyncio.wait_for(process.wait(), 15) == 0
    finally:
        if process.returncode is None:
            process.kill()
    assert wire.view["players"][1]["kind"] == "bot"
