"""Setting types: numbers with units, and groups of settings."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from pydantic import BeforeValidator
from pydantic_settings import BaseSettings, SettingsConfigDict


class Unit(NamedTuple):
    """The unit of a setting's number, as the list of settings shows it."""

    name: str


Seconds = Annotated[float, Unit("s")]
WholeSeconds = Annotated[int, Unit("s")]
Bytes = Annotated[int, Unit("B")]
Kibibytes = Annotated[int, Unit("KiB")]
LogLevel = Annotated[
    Literal["debug", "info", "warning", "error"],
    BeforeValidator(lambda level: level.lower() if isinstance(level, str) else level),
]


class SettingsGroup(BaseSettings):
    """Settings of one subject. Their docstrings are their descriptions in `docs/operations.md`."""

    model_config = SettingsConfigDict(
        env_file=".env", env_ignore_empty=True, extra="ignore", use_attribute_docstrings=True
    )
