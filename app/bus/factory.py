"""Bus factory: creates the bus that the settings name."""

from __future__ import annotations

from app.bus.base import Bus, MemoryBus
from app.bus.redis import RedisBus
from app.infra.settings import StorageSettings


def make_bus(settings: StorageSettings) -> Bus:
    """A bus over Redis, or inside the only process."""
    return RedisBus(settings.redis_url) if settings.redis_url else MemoryBus()
