"""Analysis: the queue, this process's runner and streams, and the requests of people."""

from __future__ import annotations

from app.analysis.queue import AnalysisQueue
from app.analysis.runner import AnalysisRunner
from app.analysis.service import Analyses
from app.analysis.stream import AnalysisStreams
from app.bus.base import Bus
from app.history.replay import Replays
from app.infra.database import Database
from app.infra.settings import Settings
from app.matches.room_cache import RoomCache
from app.rate_limits.limits import RateLimits


class Analysis:
    """Builds the parts of analysis."""

    def __init__(
        self,
        database: Database,
        rooms: RoomCache,
        replays: Replays,
        bus: Bus,
        limits: RateLimits,
        settings: Settings,
    ) -> None:
        self.queue = AnalysisQueue(database)
        self.runner = AnalysisRunner(
            *(self.queue, database, rooms, replays, bus, settings), background=settings.background
        )
        self.streams = AnalysisStreams(bus, self.queue, self.runner.wake)
        self.requests = Analyses(self.queue, rooms, bus, limits, quotas=settings, storage=settings)
