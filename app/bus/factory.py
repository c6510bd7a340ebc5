"""Bus factory: creates the bus that the settings name."""

from __future__ import annotations

from app.bus.base import Bus, MemoryBus
from app.infra.settings import StorageSettings


def make_bus(settings: StorageSettings) -> Bus:
    """A bus over Redis, or inside the only process."""
    if not settings.redis_url:
        return MemoryBus()
    from app.bus.redis import RedisBus

    return RedisBus(settings.redis_url)
