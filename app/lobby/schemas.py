"""Lobby schemas: request bodies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import Field

from app.accounts.names import MAX_NAME_LENGTH
from app.clocks.kinds import ClockRequest, NoClock
from app.wire.bodies import Body
from app.wire.literals import ResignPolicy, SpectatorPolicy, UndoPolicy, Visibility

MAX_SEATS = 16


class SeatRequest(Body):
    """Who takes a seat."""

    kind: Literal["me", "open", "bot"]
    """`me` for the caller's seat, `open`, or `bot`."""
    bot: str | None = Field(None, max_length=40)
    """A built-in bot, by its name in `GET /games`."""
    invite: str | None = Field(None, max_length=MAX_NAME_LENGTH)
    """Reserves an open seat for the person or bot of this name, or any account of this id."""


def count_invited(seats: Iterable[SeatRequest]) -> int:
    """How many of the seats are to be reserved for others."""
    return sum(seat.invite is not None for seat in seats)


class SeatChange(Body):
    kind: Literal["open", "bot"]
    """`open`, or `bot`."""
    bot: str | None = Field(None, max_length=40)
    """A built-in bot, by its name in `GET /games`."""
    invite: str | None = Field(None, max_length=MAX_NAME_LENGTH)
    """Reserves the open seat for the person or bot of this name."""


class DelayRequest(Body):
    """An entry becomes public once it is this many plies and minutes old."""

    plies: int = Field(0, ge=0, le=100)
    """How many plies old an entry is when it becomes public."""
    minutes: int = Field(0, ge=0, le=24 * 60)
    """How many minutes old an entry is when it becomes public."""


class NewMatch(Body):
    game: str = Field(max_length=64)
    """The game, by its id."""
    options: dict[str, Any] = Field(default_factory=dict, max_length=100)
    """Chosen options of the game, by name."""
    seats: list[SeatRequest] = Field(min_length=1, max_length=MAX_SEATS)
    """Who takes which seat, from seat 0."""
    visibility: Visibility = "public"
    """`private` matches are unlisted; only their code admits players."""
    autostart: bool = True
    """Whether the match starts once every seat is taken."""
    clock: ClockRequest = Field(default_factory=lambda: NoClock(kind="none"))
    """The time control."""
    resign: ResignPolicy | None = None
    """What happens to a resigned seat; by default `forfeit` with two seats, else `bot`."""
    undo: UndoPolicy | None = None
    """By default `ask` if all opponents are built-in bots, which agree at once, else `free`."""
    spectators: SpectatorPolicy = "live"
    """Whether anybody may watch: live, delayed or not at all."""
    spectator_delay: DelayRequest | None = None
    """How late delayed spectators see; by default 3 plies and 5 minutes."""
    rated: bool | None = None
    """Whether the result counts for ratings."""


class JoinRequest(Body):
    seat: Annotated[int, Field(ge=0, lt=MAX_SEATS)] | None = None
    """The seat to take; by default the first that is open."""
    code: str | None = Field(None, max_length=40)
    """The invite code, of 8 letters and digits."""
    terms: int | None = Field(None, ge=0, le=2**31 - 1)
    """The number of the terms that the caller has seen (`terms` of the match, or 0): later ones
    stay to be confirmed. By default the present ones."""


class TermsChange(Body):
    """The terms to change; absent ones stay as they are."""

    options: dict[str, Any] = Field(default_factory=dict, max_length=100)
    """Chosen options of the game, by name; replaces all earlier ones."""
    clock: ClockRequest = Field(default_factory=lambda: NoClock(kind="none"))
    """The time control."""
    undo: UndoPolicy | None = None
    """By default `ask` if all opponents are built-in bots, which agree at once, else `free`."""
    resign: ResignPolicy | None = None
    """What happens to a resigned seat; by default `forfeit` with two seats, else `bot`."""
    rated: bool | None = None
    """Whether the result counts for ratings."""
    autostart: bool = True
    """Whether the match starts once every seat is taken; needs no confirmation."""


class SeatOrder(Body):
    order: list[Annotated[int, Field(ge=0, lt=MAX_SEATS)] | None] = Field(
        min_length=1, max_length=MAX_SEATS
    )
    """For each seat, from seat 0, the present number of the seat whose player moves there; null is
    a new open seat. Every player keeps a seat."""


class NewHost(Body):
    seat: Annotated[int, Field(ge=0, lt=MAX_SEATS)]
    """The seat of the person who is to host the table."""


class SwapRequest(Body):
    seat: Annotated[int, Field(ge=0, lt=MAX_SEATS)]
    """The seat to swap with."""


class Confirmation(Body):
    terms: int = Field(ge=0, le=2**31 - 1)
    """The number of the terms that the caller has seen: `terms` of the match."""
