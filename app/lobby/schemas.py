"""Lobby schemas: request bodies."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.accounts.names import MAX_NAME_LENGTH
from app.clocks.kinds import ClockRequest, NoClock
from app.wire.literals import ResignPolicy, SpectatorPolicy, UndoPolicy, Visibility

MAX_SEATS = 16


class Body(BaseModel):
    """What a client sends; unknown members are refused."""

    model_config = ConfigDict(extra="forbid")


class SeatRequest(Body):
    """Who takes a seat."""

    kind: Literal["me", "open", "bot"]
    bot: str | None = Field(None, max_length=40)
    invite: str | None = Field(None, max_length=MAX_NAME_LENGTH)
    """Reserves an open seat for the person or bot of this name, or any account of this id."""


class SeatChange(Body):
    kind: Literal["open", "bot"]
    bot: str | None = Field(None, max_length=40)
    invite: str | None = Field(None, max_length=MAX_NAME_LENGTH)


class DelayRequest(Body):
    """An entry becomes public once it is this many plies and minutes old."""

    plies: int = Field(0, ge=0, le=100)
    minutes: int = Field(0, ge=0, le=24 * 60)


class NewMatch(Body):
    game: str = Field(max_length=64)
    options: dict[str, Any] = Field(default_factory=dict, max_length=100)
    seats: list[SeatRequest] = Field(min_length=1, max_length=MAX_SEATS)
    visibility: Visibility = "public"
    autostart: bool = True
    clock: ClockRequest = Field(default_factory=lambda: NoClock(kind="none"))
    resign: ResignPolicy | None = None
    """What happens to a resigned seat; by default `forfeit` with two seats, else `bot`."""
    undo: UndoPolicy | None = None
    """By default `ask` if all opponents are built-in bots, which agree at once, else `free`."""
    spectators: SpectatorPolicy = "live"
    spectator_delay: DelayRequest | None = None
    """How late delayed spectators see; by default 3 plies and 5 minutes."""
    rated: bool | None = None


class JoinRequest(Body):
    seat: Annotated[int, Field(ge=0, lt=MAX_SEATS)] | None = None
    code: str | None = Field(None, max_length=40)
