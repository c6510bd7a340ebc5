"""Grammar types: arguments that the messages of all games have."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

Seat = Annotated[int, "A seat, from 0.", Meta(ge=0, le=15)]
Seats = Annotated[list[Annotated[int, Meta(ge=0, le=15)]], "Seats."]
