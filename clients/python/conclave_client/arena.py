"""Arena: bots of this package as players of `conclave arena`, in its process and without a server.

A word with a colon is a class, `vex:Vex`; one with a blank or a slash is a program, `node vex.mjs`;
`vex.toml` is the player of a config. The arena finds `read_player` by its entry point, and hands
over what a server would send to the seat. A fresh bot plays each match; `accepts` and `consents`
are not called.
"""

from __future__ import annotations

import asyncio
import atexit
import inspect
import shlex
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from conclave_client.bot import Bot
from conclave_client.config import Config, read_config
from conclave_client.loading import MakeBot, player
from conclave_client.types import (
    ClockRule,
    Decision,
    Event,
    Match,
    Outcome,
    Seat,
    View,
    World,
)

Json = dict[str, Any]


def read_player(spec: str) -> Callable[[Json, int, Random], ArenaPlayer] | None:
    """What makes the players of a word; None if it names a built-in bot. Raises ConclaveError,
    OSError.
    """
    config = _config(spec)
    if config is None:
        return None
    loop, stack = asyncio.new_event_loop(), AsyncExitStack()
    make_bot = loop.run_until_complete(stack.enter_async_context(player(config)))
    atexit.register(_close, loop, stack)
    return partial(ArenaPlayer, loop, make_bot)


def _config(spec: str) -> Config | None:
    if spec.endswith(".toml"):
        return read_config(Path(spec), needs_token=False)
    if " " in spec or "/" in spec:
        return Config(server="", program=shlex.split(spec), folder=Path.cwd())
    return Config(server="", bot=spec, folder=Path.cwd()) if ":" in spec else None


def _close(loop: asyncio.AbstractEventLoop, stack: AsyncExitStack) -> None:
    loop.run_until_complete(stack.aclose())
    loop.close()


class ArenaPlayer:
    """A bot in one match of the arena. An exception of the bot ends the match."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        make_bot: MakeBot,
        facts: Json,
        seat: int,
        rng: Random,
    ) -> None:
        self.loop = loop
        self.bot: Bot = make_bot()
        self.bot.rng = rng
        self._call(self.bot.begins, _match(facts, seat), seat)

    def choose(
        self, decision: Json, view: Json, events: list[Json], world: Callable[[], Json]
    ) -> Any:
        """The bot's answer, the default if it has none; None is silence at an optional question."""
        question, typed_view = msgspec.convert(decision, Decision), msgspec.convert(view, View)

        async def deal_world(_decision: str) -> World:
            return msgspec.convert(world(), World)

        self.bot.deal_world = deal_world
        self._pass_on(events, typed_view)
        if question.optional:
            return self._call(self.bot.consider, question, typed_view)
        answer = self._call(self.bot.choose, question, typed_view)
        return question.default if answer is None else answer

    def end(self, outcome: Json, view: Json, events: list[Json]) -> None:
        """The match is over."""
        self._pass_on(events, msgspec.convert(view, View))
        self._call(self.bot.ends, msgspec.convert(outcome, Outcome))

    def _pass_on(self, events: list[Json], view: View) -> None:
        if events:
            self._call(self.bot.notices, msgspec.convert(events, list[Event]), view)

    def _call(self, method: Callable[..., Any], *arguments: object) -> Any:
        result = method(*arguments)
        return self.loop.run_until_complete(result) if inspect.isawaitable(result) else result


def _match(facts: Json, own: int) -> Match:
    """The match as a server would describe it."""
    seats = [
        Seat(seat=seat, kind="bot", name=name, you=True if seat == own else None)
        for seat, name in enumerate(facts["players"])
    ]
    return Match(
        id=facts["id"],
        game=facts["game"],
        title=facts["title"],
        options=facts["options"],
        status="playing",
        seats=seats,
        visibility="private",
        ply=0,
        creator="",
        created_at="",
        undo="off",
        spectators="none",
        autostart=True,
        clock=ClockRule(kind="none"),
        resign="bot",
    )
