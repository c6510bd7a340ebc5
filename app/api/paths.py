"""Path parameters that several routes have."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path

Id = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
DecisionId = Annotated[str, Path(pattern=r"^[0-9.]{1,40}$")]
ABOUT_NAMES = "The name of a person or bot, or the id of any account; guests have only an id."
AccountName = Annotated[str, Path(max_length=100, description=ABOUT_NAMES)]
