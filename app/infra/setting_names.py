"""Setting names: finds those that were meant to be one of ours and are misspelt.

The environment and `.env` belong to other programs too, so a name that resembles none of ours is
theirs.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from app.infra.settings import Settings

LIKENESS = 0.86
"""From this ratio of difflib on, a name is taken for a misspelt one of ours."""


def misspelt(names: Iterable[str]) -> dict[str, str]:
    """Names that are no setting but resemble one, each with the setting it resembles most."""
    ours = [name.upper() for name in Settings.model_fields]
    strangers = sorted(name for name in names if name.upper() not in ours)
    found = {name: get_close_matches(name.upper(), ours, 1, LIKENESS) for name in strangers}
    return {name: close[0] for name, close in found.items() if close}
