"""Worlds: possible states of a match, dealt for bots that search on their own machines."""

from __future__ import annotations

import asyncio
import secrets
from base64 import b64encode
from random import Random

from app.accounts.caller import Caller
from app.bots.open_decisions import OpenDecisions
from app.infra.problems import Problem
from app.wire import given
from app.wire.hints import World
from engine.core.resample import match_for_seat


class Worlds:
    """Worlds for bots' accounts. A world reveals nothing hidden: it is built from the seat's
    knowledge and from chance alone (`engine.core.resample`).
    """

    def __init__(self, open_decisions: OpenDecisions) -> None:
        self.open_decisions = open_decisions

    async def give(self, match: str, decision: str, caller: Caller) -> World:
        """A world in which one of the open decisions of the caller's seat is open. Raises Problem;
        `forbidden` to people, for whom it would be a hint.
        """
        if caller.kind != "bot":
            raise Problem("forbidden", "Only bots may have worlds to search in.")
        room, seat = await self.open_decisions.get(match, decision, caller)
        playing, rng = room.started_match, Random(secrets.randbits(64))
        world = await asyncio.to_thread(match_for_seat, room.game, playing, seat, rng)
        state = b64encode(world.to_bytes()).decode() if world else None
        return World(decision=decision, ply=playing.ply, rules=playing.rules, state=given(state))
