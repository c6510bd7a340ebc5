"""Worlds: for bots that search where they run, a match that may be the true one."""

from __future__ import annotations

import asyncio
import secrets
from base64 import b64encode
from random import Random

from app.accounts.caller import Caller
from app.bots.asked import AskedRooms
from app.infra.problems import Problem
from app.wire import given
from app.wire.play import World
from engine.core.resample import match_for_seat


class Worlds:
    """Worlds for bots' accounts. A world says no more than the seat may know: it is made of that
    and of chance alone (`engine.core.resample`).
    """

    def __init__(self, asked: AskedRooms) -> None:
        self.asked = asked

    async def give(self, match: str, decision: str, caller: Caller) -> World:
        """A world in which one of the open decisions of the caller's seat is open. Raises Problem;
        `forbidden` to people, for whom it would be a hint.
        """
        if caller.kind != "bot":
            raise Problem("forbidden", "Only bots may have worlds to search in.")
        room, seat = await self.asked.get(match, decision, caller)
        playing, rng = room.playing, Random(secrets.randbits(64))
        told = await asyncio.to_thread(match_for_seat, room.game, playing, seat, rng)
        state = b64encode(told.to_bytes()).decode() if told else None
        return World(decision=decision, ply=playing.ply, rules=playing.rules, state=given(state))
