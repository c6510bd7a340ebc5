"""Bus factory: creates the bus that the settings name."""

from __future__ import annotations

from app.bus.base import Bus, MemoryBus
from app.bus.redis import RedisBus
from app.bus.sharded import ShardedBus
from app.infra.settings import Settings


def make_bus(settings: Settings) -> Bus:
    """A bus inside the process, over one Redis, or over several."""
    match settings.redis_urls:
        case []:
            return MemoryBus()
        case [url]:
            return RedisBus(url)
        case several:
            return ShardedBus(several)
