"""Endurance: bots play on while their connections drop and the server is killed."""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
from contextlib import AsyncExitStack, suppress

import pytest

from conclave_client import AsyncClient, Bot, Match, calls
from tests.client.conftest import bot_of, person
from tests.client.test_runner import running
from tests.proxy import Proxy
from tests.server_process import Server, wait_until_ready

MATCHES = int(os.environ.get("CLIENT_MATCHES", "1"))
"""Of each game."""
AT_ONCE = 12
WATCHER_ATTEMPTS = 20
"""Attempts of the watching client while the server is away."""
CUT_S = 0.3
"""Least time between two cuts; a bot has answered in between, however slow the machine is."""
FIRST_KILL = 3
"""Cuts before the first kill."""
CUTS_PER_KILL = 60
OPPONENTS = ("greedy", "random", "easy", "normal")
SETTINGS = {
    "BOT_DELAY": "0.01",
    "BOT_EFFORT": "0.05",
    "MAX_OPEN_TABLES": "10000",
    "MAX_UNFINISHED_MATCHES": "10000",
    "MATCHES_PER_HOUR": "0",
    "COMMANDS_PER_SECOND": "10000",
    "COMMAND_BURST": "10000",
}
GAMES = {
    "res_arcana": (2, 3, 4),
    "battle_for_empyrean": (2, 3),
    "ascended_kings": (2, 3, 4),
}


def tables_of(names: list[str], count: int) -> list[tuple[str, list[calls.SeatWish]]]:
    """Tables of each game with one or both of the client's bots and opponents of every kind."""
    opponents = itertools.cycle(OPPONENTS)
    tables = []
    for number in range(count):
        for game, sizes in GAMES.items():
            seats = [calls.invited(name) for name in (names if number % 2 else names[:1])]
            while len(seats) < sizes[number % len(sizes)]:
                seats.append(calls.bot(next(opponents)))
            tables.append((game, seats[number % 2 :] + seats[: number % 2]))
    return tables


def table(game: str, seats: list[calls.SeatWish]) -> calls.Call[Match]:
    options = {} if game == "battle_for_empyrean" else {"round_limit": 4}
    return calls.create_match(game, seats, options=options)


class SignallingBot(Bot):
    """Signals when it answers."""

    answered = asyncio.Event()

    async def choose(self, decision, view):
        self.answered.set()
        return super().choose(decision, view)


class Accidents:
    """Connections are cut all the time; every now and then the server is killed."""

    def __init__(self, server: Server, proxy: Proxy, serve) -> None:
        self.server = server
        self.proxy = proxy
        self.serve = serve
        self.cuts = self.kills = 0

    async def happen(self) -> None:
        port, next_kill = self.server.url.rpartition(":")[2], FIRST_KILL
        while True:
            await self._answers()
            self.proxy.cut()
            self.cuts += 1
            if self.cuts == next_kill:
                await asyncio.to_thread(self.server.kill)
                self.server = await asyncio.to_thread(self.serve, **SETTINGS, PORT=port)
                await asyncio.to_thread(wait_until_ready, self.server)
                self.kills += 1
                next_kill += CUTS_PER_KILL

    async def _answers(self) -> None:
        """Wait until a bot has answered through the connections there are now."""
        await asyncio.sleep(CUT_S)
        SignallingBot.answered.clear()
        await SignallingBot.answered.wait()


@pytest.mark.soak
@pytest.mark.timeout(120 + 60 * MATCHES)
async def test_bots_play_on_while_connections_drop_and_the_server_is_killed(serve, caplog):
    caplog.set_level(logging.CRITICAL, "httpx")
    server = serve(**SETTINGS)
    with person(server.url) as ada, Proxy.to(server.url) as proxy:
        bots = [bot_of(ada) for _ in range(2)]
        accidents, free = Accidents(server, proxy, serve), asyncio.Semaphore(AT_ONCE)

        async def play(game: str, seats: list[calls.SeatWish]) -> None:
            async with free:
                match = await watcher.send(table(game, seats))
                while True:
                    details = await watcher.send(calls.match(match.id))
                    if details.status == "finished":
                        return
                    await asyncio.sleep(0.2)

        async with AsyncExitStack() as stack:
            own = AsyncClient(server.url, ada.token, attempts=WATCHER_ATTEMPTS)
            watcher = await stack.enter_async_context(own)
            for _, token in bots:
                client = AsyncClient(proxy.url.rstrip("/"), token)
                await stack.enter_async_context(client)
                await stack.enter_async_context(running(client, SignallingBot, matches=10_000))
            happening = asyncio.create_task(accidents.happen())
            tables = tables_of([name for name, _ in bots], MATCHES)
            await asyncio.gather(*(play(game, seats) for game, seats in tables))
            happening.cancel()
            with suppress(asyncio.CancelledError):
                await happening
    assert accidents.kills
    print(f"{len(tables)} matches, {accidents.cuts} cuts, {accidents.kills} kills")
    mistakes = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert not mistakes
