"""Server: its settings and queues, for operators."""

from __future__ import annotations

import re
from typing import Any

import sqlalchemy as sa
from pydantic import SecretStr
from sqlalchemy.ext.asyncio import AsyncSession

from app.infra.settings import Settings
from app.infra.wall_clock import now
from app.matches.match_info import RUNNING
from app.matches.models import MatchRow
from app.wire.admin import SettingLine

PASSWORD_IN_URL = re.compile(r"(?<=://)([^/@\s]*?):[^\s]*@")
PASSWORD_IN_QUERY = re.compile(r"((?:password|passwd|secret|token)=)[^&\s]*", re.IGNORECASE)


def setting_lines(settings: Settings) -> list[SettingLine]:
    """Every setting, in the order of the documentation."""
    return [
        _line(settings, name)
        for group in reversed(Settings.__bases__)
        for name in group.__annotations__
        if name in Settings.model_fields
    ]


def _line(settings: Settings, name: str) -> SettingLine:
    value, default = getattr(settings, name), Settings.model_fields[name].default
    if isinstance(value, SecretStr):
        is_set = bool(value.get_secret_value())
        return SettingLine(name=name.upper(), source="set" if is_set else "default", secret=True)
    is_default = value == default
    return SettingLine(
        name=name.upper(),
        source="default" if is_default else "set",
        value=without_password(_text(value)),
    )


def without_password(value: str) -> str:
    """A URL without the password in it; any other text as it is."""
    return PASSWORD_IN_QUERY.sub(r"\1***", PASSWORD_IN_URL.sub(r"\1:***@", value))


def _text(value: Any) -> str:
    """A value as one writes it into the environment."""
    return str(value).lower() if isinstance(value, bool) else str(value)


async def count_matches(session: AsyncSession) -> tuple[int, int, int]:
    """How many matches are due to be looked at, are open, and run."""
    counts = sa.select(
        sa.func.count().filter(MatchRow.due <= now()),
        sa.func.count().filter(MatchRow.status == "open"),
        sa.func.count().filter(MatchRow.status.in_(RUNNING)),
    ).where(sa.or_(MatchRow.due <= now(), MatchRow.status.in_(("open", *RUNNING))))
    due, open_tables, running = (await session.execute(counts)).one()
    return due, open_tables, running
