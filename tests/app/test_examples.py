"""The examples run."""

import asyncio
import random
import sys
from contextlib import asynccontextmanager
from pathlib import Path

from tests.app.wire import arrive, play_to_the_end, tiny

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


@asynccontextmanager
async def playing(url, token):
    """The bot, for as long as it is needed."""
    process = await asyncio.create_subprocess_exec(sys.executable, str(BOT), url, token)
    try:
        yield
    finally:
        process.kill()
        await process.wait()


async def test_the_example_bot_takes_its_seat_and_plays_two_matches(url):
    ann = await arrive(url, "Ann")
    bot = await ann.post("/bots", {"name": f"Ten {ann.account[-6:]}"}, 201)
    seats = [{"kind": "me"}, {"kind": "open", "invite": bot["account"]["name"]}]
    before = await tiny(ann, 2, seats, visibility="private")
    async with playing(url, bot["token"]):
        for match in (before, await tiny(ann, 2, seats, visibility="private")):
            wire = await ann.wire(match)
            await wire.until(lambda wire=wire: wire.view["status"] == "playing")
            await play_to_the_end([wire], random.Random(0))
            assert wire.view["players"][1]["kind"] == "bot"


async def test_the_example_bot_comes_back_when_the_server_does(serve):
    """It was asked nothing that it could remember: the stream begins with what is open."""
    server = serve()
    ann = await arrive(server.url, "Ann")
    bot = await ann.post("/bots", {"name": "Steady"}, 201)
    seats = [{"kind": "me"}, {"kind": "open", "invite": "Steady"}]
    match = await tiny(ann, 2, seats)
    async with playing(server.url, bot["token"]):
        wire = await ann.wire(match)
        await wire.until(lambda: wire.view["status"] == "playing")
        server.kill()
        again = serve(PORT=server.url.rpartition(":")[2])
        ann = await ann.at(again.url)
        await play_to_the_end([await ann.wire(match)], random.Random(0))


async def test_the_example_bot_ends_where_its_token_is_wrong(url):
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(BOT), url, "cnc_wrong", stderr=asyncio.subprocess.PIPE
    )
    _, errors = await process.communicate()
    assert process.returncode != 0
    assert b"401" in errors
