"""The examples run."""

import asyncio
import random
import sys
from contextlib import asynccontextmanager
from pathlib import Path

from tests.app.wire import arrive, play_to_the_end, tiny

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


@asynccontextmanager
async def example_bot(url, token):
    """Run the example bot."""
    process = await asyncio.create_subprocess_exec(sys.executable, str(BOT), url, token)
    try:
        yield
    finally:
        process.kill()
        await process.wait()


async def test_example_bot_takes_its_seat_and_plays_two_matches(url):
    ann = await arrive(url, "Ann")
    bot = await ann.post("/bots", {"name": f"Ten {ann.account[-6:]}"}, 201)
    seats = [{"kind": "me"}, {"kind": "open", "invite": bot["account"]["name"]}]
    before = await tiny(ann, 2, seats, visibility="private")
    async with example_bot(url, bot["token"]):
        for match in (before, await tiny(ann, 2, seats, visibility="private")):
            wire = await ann.wire(match)
            await wire.until(lambda wire=wire: wire.view["status"] == "playing")
            await play_to_the_end([wire], random.Random(0))
            assert wire.view["players"][1]["kind"] == "bot"


async def test_example_bot_reconnects_after_a_server_crash(serve):
    """The bot needs no memory: the stream starts with the open decisions."""
    server = serve()
    ann = await arrive(server.url, "Ann")
    bot = await ann.post("/bots", {"name": "Steady"}, 201)
    seats = [{"kind": "me"}, {"kind": "open", "invite": "Steady"}]
    match = await tiny(ann, 2, seats)
    async with example_bot(server.url, bot["token"]):
        wire = await ann.wire(match)
        await wire.until(lambda: wire.view["status"] == "playing")
        server.kill()
        again = serve(PORT=server.url.rpartition(":")[2])
        ann = await ann.at(again.url)
        await play_to_the_end([await ann.wire(match)], random.Random(0))


async def test_example_bot_exits_if_its_token_is_wrong(url):
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(BOT), url, "cnc_wrong", stderr=asyncio.subprocess.PIPE
    )
    _, errors = await process.communicate()
    assert process.returncode != 0
    assert b"401" in errors
