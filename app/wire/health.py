"""Wire types of health checks."""

from __future__ import annotations

from typing import Literal

from app.wire import Shape


class Health(Shape):
    """The process runs."""

    status: Literal["ok"]
    """Always `ok`; other conditions are problems."""


class Readiness(Health, kw_only=True):
    """The process can serve."""

    bus: Literal["ok", "away"]
    """Whether the bus between the processes is there."""
