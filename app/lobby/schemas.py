"""Lobby schemas: request bodies, and the match as callers see it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.accounts.names import NAME_LENGTH
from app.clocks.config import ClockRequest, NoClock
from app.clocks.state import read_state
from app.matches import auto_pass_rules
from app.matches.models import MatchRow, SeatRow
from app.matches.public_horizon import Late
from app.matches.public_versions import Seated
from app.matches.room import OVER
from app.matches.rooms import undo_of
from app.wire.literals import ResignPolicy, SpectatorPolicy, UndoPolicy, Visibility
from engine.core.match import Match

SEATS_AT_MOST = 16


class Body(BaseModel):
    """What a client sends; unknown members are refused."""

    model_config = ConfigDict(extra="forbid")


class SeatRequest(Body):
    """Who takes a seat."""

    kind: Literal["me", "open", "bot"]
    bot: str | None = Field(None, max_length=40)
    invite: str | None = Field(None, max_length=NAME_LENGTH)
    """Reserves an open seat for the person or bot of this name."""


class SeatChange(Body):
    kind: Literal["open", "bot"]
    bot: str | None = Field(None, max_length=40)
    invite: str | None = Field(None, max_length=NAME_LENGTH)


class DelayRequest(Body):
    """An entry becomes public once it is this many plies and minutes old."""

    plies: int = Field(0, ge=0, le=100)
    minutes: int = Field(0, ge=0, le=24 * 60)


class NewMatch(Body):
    game: str = Field(max_length=64)
    options: dict[str, Any] = Field(default_factory=dict, max_length=100)
    seats: list[SeatRequest] = Field(min_length=1, max_length=SEATS_AT_MOST)
    visibility: Visibility = "public"
    autostart: bool = True
    clock: ClockRequest = NoClock(kind="none")
    resign: ResignPolicy | None = None
    """What happens to a resigned seat; by default `forfeit` with two seats, else `bot`."""
    undo: UndoPolicy | None = None
    """By default `ask` if all opponents are built-in bots, which agree at once, else `free`."""
    spectators: SpectatorPolicy = "live"
    spectator_delay: DelayRequest | None = None
    """How late delayed spectators see; by default 3 plies and 5 minutes."""
    rated: bool | None = None


class JoinRequest(Body):
    seat: Annotated[int, Field(ge=0, lt=SEATS_AT_MOST)] | None = None
    code: str | None = Field(None, max_length=40)


def match_view(
    row: MatchRow,
    seats: list[SeatRow],
    title: str,
    caller: str | None,
    address: str,
    late: Late | None = None,
) -> dict[str, Any]:
    """The match as the caller may see it."""
    shown = _common(row, seats, title, caller)
    own = {seat.seat for seat in seats if caller and seat.account == caller}
    if late is None:
        shown |= _end(row)
    else:
        shown |= _late(late)
    for number in own:
        times = read_state(row.times)
        shown["auto_pass"] = auto_pass_rules.shown(times, number)
        shown["auto_answer"] = times is not None and number in times.answering
    if own:
        shown["your_turn"] = row.status == "playing" and any(row.waiting >> n & 1 for n in own)
    if caller and (own or row.creator == caller):
        shown["invite"] = {"url": f"{address}/join/{row.code}", "code": row.code}
    return shown


def _common(row: MatchRow, seats: list[SeatRow], title: str, caller: str | None) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "id": row.id,
        "game": row.game,
        "title": title,
        "options": row.options,
        "status": row.status,
        "seats": [seat_view(seat, caller) for seat in seats],
        "visibility": row.visibility,
        "ply": row.ply,
        "creator": row.creator,
        "created_at": row.created_at.isoformat(),
        "undo": undo_of(row, seats),
        "spectators": row.spectators,
        "autostart": row.autostart,
        "clock": row.clock,
        "resign": row.resign,
    }
    if row.spectator_delay:
        shown["spectator_delay"] = row.spectator_delay
    if row.origin:
        shown["origin"] = row.origin
    if row.rated is not None:
        shown["rated"] = row.rated
    if row.unrated:
        shown["unrated"] = row.unrated
    if row.seed_hash:
        shown["seed_hash"] = row.seed_hash
    return shown


def _end(row: MatchRow) -> dict[str, Any]:
    """Fields about a pause or the end."""
    shown: dict[str, Any] = {}
    if row.rematch:
        shown["rematch"] = row.rematch
    if row.outcome is not None:
        shown["outcome"] = row.outcome
    if row.status == "paused" and row.paused_for:
        shown["paused_for"] = row.paused_for
    if row.status in OVER and row.state:
        shown["seed"] = Match.from_bytes(row.state).seed.hex()
    return shown


def _late(late: Late) -> dict[str, Any]:
    """Fields that replace the current state of a delayed match."""
    told = late.bulletin
    seats = [_sat(number, seat) for number, seat in enumerate(told.seats)]
    for number in late.returning:
        seats[number]["yours_to_take"] = True
    shown: dict[str, Any] = {"status": told.status, "ply": late.ply, "seats": seats}
    if told.paused_for:
        shown["paused_for"] = told.paused_for
    return shown


def _sat(number: int, seat: Seated | SeatRow) -> dict[str, Any]:
    """A seat as the public may see it; fields without a value are left out."""
    shown: dict[str, Any] = {"seat": number, "kind": seat.kind}
    for name in ("name", "bot", "account", "rating"):
        if value := getattr(seat, name):
            shown[name] = value
    for name in ("resigned", "stands_in"):
        if getattr(seat, name):
            shown[name] = True
    return shown


def seat_view(seat: SeatRow, caller: str | None) -> dict[str, Any]:
    """A seat as the caller sees it; fields without a value are left out."""
    if seat.invited:
        shown = {"seat": seat.seat, "kind": seat.kind, "invited": seat.name}
        if seat.invited == caller:
            shown["for_you"] = True
        return shown
    shown = _sat(seat.seat, seat)
    if caller and seat.account == caller:
        shown["you"] = True
    if caller and seat.former == caller and not (seat.resigned or seat.account):
        shown["yours_to_take"] = True
    return shown
