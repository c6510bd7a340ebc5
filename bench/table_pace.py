"""Table pace: a person's waiting time at a table of `hard` bots: `python -m bench.table_pace`.

A real server on SQLite; the person answers as the server's hints say, and
at once in the turns of others. It prints the time from the end of each of their turns to the next
one, and that of each turn of a bot.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import AsyncIterator, Sequence
from statistics import median
from typing import Annotated, Any

import httpx
import typer

from bench.server import server
from engine.core.registry import games

GAMES = ("res_arcana", "battle_for_empyrean", "ascended_kings")
HINTS = {"HINT_SECONDS": "0.1", "HINTS_PER_MINUTE": "100000"}
"""The person thinks quickly."""


class Watch:
    """The turns of a match, as seat 0 sees them."""

    def __init__(self) -> None:
        self.waits: list[tuple[float, int]] = []  # seconds, and turns of bots among them
        self.turns: list[float] = []  # of bots
        self.begin()

    def begin(self) -> None:
        """A new match."""
        self._seats: list[int] | None = None
        self._since = 0.0
        self._turn_end: tuple[float, int] | None = None

    def see(self, seats: list[int]) -> None:
        """The seats whose turn it is, after each answer."""
        if seats == self._seats:
            return
        now = time.monotonic()
        if self._seats is not None:
            self._end(self._seats, now)
        if 0 in seats and self._turn_end is not None:
            wait_began, before = self._turn_end
            self.waits.append((now - wait_began, len(self.turns) - before))
            self._turn_end = None
        self._seats, self._since = seats, now

    def _end(self, seats: list[int], now: float) -> None:
        if 0 not in seats:
            self.turns.append(now - self._since)
        elif self._turn_end is None:
            self._turn_end = now, len(self.turns)


async def become_guest(ann: httpx.AsyncClient) -> None:
    response = await ann.post("/guests", json={"name": "Ann"})
    ann.cookies.clear()
    ann.headers["Authorization"] = f"Bearer {response.raise_for_status().json()['token']}"


async def frames(ann: httpx.AsyncClient, match: str) -> AsyncIterator[Any]:
    async with ann.stream("GET", f"/matches/{match}/stream") as stream:
        async for line in stream.aiter_lines():
            if line:
                yield json.loads(line)


async def answer(ann: httpx.AsyncClient, match: str, decision: Any, *, is_own_turn: bool) -> None:
    """In turns of bots the person takes the default, so no hint is part of the measurement."""
    path = f"/matches/{match}/decisions/{decision['id']}"
    best = decision["default"]
    if is_own_turn:
        hint = await ann.post(f"{path}/hint")
        best = hint.json()["answers"][0]["answer"] if hint.status_code == 200 else best
    await ann.post(path, json={"answer": best})


async def play(ann: httpx.AsyncClient, game: str, watch: Watch, turns: int) -> None:
    """Play a match until the person has had `turns` turns or it ends."""
    bots = [{"kind": "bot", "bot": "hard"}] * (games()[game].seats[-1] - 1)
    seats = [{"kind": "me"}, *bots]
    made = await ann.post("/matches", json={"game": game, "seats": seats})
    match = made.raise_for_status().json()["id"]
    answered = ""
    async for frame in frames(ann, match):
        if "view" not in frame:
            continue
        seats_in_turn = frame["view"]["turn"]["seats"]
        watch.see(seats_in_turn)
        if len(watch.waits) >= turns or frame["view"]["status"] != "playing":
            break
        for decision in frame["decisions"]:
            if not decision["optional"] and decision["id"] != answered:
                answered = decision["id"]
                await answer(ann, match, decision, is_own_turn=0 in seats_in_turn)
                break
    await ann.post(f"/matches/{match}/resign")


async def measured(url: str, game: str, turns: int) -> Watch:
    watch = Watch()
    async with httpx.AsyncClient(base_url=f"{url}/api/v1", timeout=60) as ann:
        await become_guest(ann)
        while len(watch.waits) < turns:
            watch.begin()
            await play(ann, game, watch, turns)
    return watch


def summary(numbers: Sequence[float]) -> str:
    if not numbers:
        return "none"
    return f"median {median(numbers):.1f} s, longest {max(numbers):.1f} s, {len(numbers)} in all"


def main(
    turns: Annotated[int, typer.Option(help="Turns of the person in each game.")] = 12,
    only: Annotated[str, typer.Option(help="One game's id; all games if empty.")] = "",
    workers: Annotated[int, typer.Option(help="Worker processes of the bots.")] = 1,
) -> None:
    """Measure and print."""
    with server(**HINTS, BOT_WORKERS=str(workers)) as running:
        for game in [name for name in GAMES if only in ("", name)]:
            before = os.getloadavg()[0]
            watch = asyncio.run(measured(running.url, game, turns))
            print(f"{game}, load {before:.1f} to {os.getloadavg()[0]:.1f}", flush=True)
            bots = games()[game].seats[-1] - 1
            one_turn_each = [wait for wait, count in watch.waits if count <= bots]
            print(f"  to the next own turn: {summary([wait for wait, _ in watch.waits])}")
            print(f"  … with one turn of each bot: {summary(one_turn_each)}")
            print(f"  a bot's turn: {summary(watch.turns)}", flush=True)
        trouble = [line for line in running.log.read_text().splitlines() if "warning" in line]
        print(*trouble, sep="\n")


if __name__ == "__main__":
    typer.run(main)
