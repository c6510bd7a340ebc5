"""Setting names: finds misspelt names of settings.

The environment and `.env` belong to other programs too, so a name that resembles no setting is
taken for theirs.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from app.infra.read_providers import PROVIDER_SETTING
from app.infra.settings import Settings

MIN_SIMILARITY = 0.86
"""The difflib ratio from which a name is taken for a misspelt setting."""

OTHERS_IN_ENV_FILE = {
    "FORWARDED_ALLOW_IPS",
    "POSTGRES_MEMORY",
    "SERVER_MEMORY",
    "SITE",
    "TLS_PORT",
}
"""Names in `.env.example` and `docker-compose.yml` that uvicorn and compose read."""


def unknown(names: Iterable[str]) -> list[str]:
    """Names in `.env` that neither the server nor compose reads, sorted."""
    known = {name.upper() for name in Settings.model_fields} | OTHERS_IN_ENV_FILE
    return sorted(
        name
        for name in names
        if name.upper() not in known
        and not name.upper().startswith("COMPOSE_")
        and not PROVIDER_SETTING.fullmatch(name.upper())
    )


def misspelt(names: Iterable[str]) -> dict[str, str]:
    """Names that are no setting but resemble one, each with the setting it resembles most."""
    ours = [name.upper() for name in Settings.model_fields]
    strangers = sorted(
        name
        for name in names
        if name.upper() not in ours and not PROVIDER_SETTING.fullmatch(name.upper())
    )
    matches = {name: get_close_matches(name.upper(), ours, 1, MIN_SIMILARITY) for name in strangers}
    return {name: close[0] for name, close in matches.items() if close}
