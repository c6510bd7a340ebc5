"""Resume: continues a parked match from the command line."""

from __future__ import annotations

from app.cli.context import operate
from app.infra.settings import Settings


def resume_match(settings: Settings, match: str) -> None:
    """Resume a parked match. Raises WrongSetting or Problem."""
    operate(settings, lambda container: container.parking.resume(match))
