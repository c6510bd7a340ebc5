"""Analysis service: who may request and read analyses of finished matches."""

from __future__ import annotations

import zlib

from msgspec.structs import asdict

from app.accounts.caller import Caller
from app.analysis.queue import QUEUE, AnalysisQueue, Requester, channel_of
from app.bus.base import Bus
from app.infra.problems import Problem
from app.infra.security import hash_secret
from app.infra.settings import LimitSettings, StorageSettings
from app.matches.horizon.access import viewers_as
from app.matches.room import Room
from app.matches.room_cache import RoomCache
from app.rate_limits.limits import RateLimits
from app.wire import encoded
from app.wire.analysis import AnalysisInfo


class Analyses:
    """The analyses of finished matches. All callers get the same bytes."""

    def __init__(
        self,
        queue: AnalysisQueue,
        rooms: RoomCache,
        bus: Bus,
        limits: RateLimits,
        quotas: LimitSettings,
        storage: StorageSettings,
    ) -> None:
        self.queue = queue
        self.rooms = rooms
        self.bus = bus
        self.limits = limits
        self.quotas = quotas
        self.storage = storage

    async def require(self, match: str, caller: Caller | None) -> Room:
        """The match, if the caller may see its whole replay. Raises Problem."""
        room = await self.rooms.fresh(match)
        viewers_as(room, caller, "all")
        return room

    async def info(self, match: str) -> AnalysisInfo:
        """The analysis, or how far it is."""
        progress = await self.queue.progress(match)
        stored = await self.stored(match) if progress.status == "done" else None
        analysis = encoded(stored) if stored else None
        return AnalysisInfo(**asdict(progress), analysis=analysis)

    async def stored(self, match: str) -> bytes | None:
        """The analysis as JSON, if it is done."""
        result = await self.queue.result(match)
        return zlib.decompress(result) if result else None

    async def request_analysis(self, match: str, caller: Caller, address: str = "") -> AnalysisInfo:
        """Queue the analysis unless it is queued or done already; the address is the caller's, ""
        on the server's own machine. Raises Problem.
        """
        room = await self.require(match, caller)
        known = await self.info(match)
        if known.status not in ("none", "failed"):
            return known
        _require_explicable(room)
        await self.limits.analysis(caller.account, address)
        fairness_group = hash_secret(self.storage, f"household {address}") if address else ""
        requester = Requester(caller.account, fairness_group)
        if await self.queue.add(
            match, room.game.rules, requester, self.quotas.max_waiting_analyses
        ):
            self.bus.publish(QUEUE, b"")
            self.bus.publish(channel_of(match), b"")
        return await self.info(match)


def _require_explicable(room: Room) -> None:
    """Raises Problem forbidden or match-not-started if the match can't be analysed."""
    if room.started_match.rules != room.game.rules:
        raise Problem("forbidden", "This match was played under older rules.")
    if not room.info.outcome or not room.info.outcome["ranks"]:
        raise Problem("forbidden", "This match has no result that an analysis could explain.")
