"""Types of play: questions, views, events, clocks, offers, chat."""

from __future__ import annotations

from typing import Any

from conclave_client.types.shape import Shape

Answer = str | int | list[str] | dict[str, int]
"""An option's key, an amount, keys in an order or several of them, or a mix."""


class Prompt(Shape):
    key: str
    args: dict[str, Any]
    text: str


class Option(Shape):
    """A possible answer; `targets` are ids in the view, `kind` marks what must not happen by
    accident.
    """

    key: str
    text: str
    message: str | None = None
    args: dict[str, Any] | None = None
    targets: list[str] | None = None
    kind: str | None = None


class Blocked(Shape):
    """An option that players expect but can't choose now."""

    key: str
    why: str
    message: str
    args: dict[str, Any] | None = None
    kind: str | None = None


class Decision(Shape):
    """An open question to one seat. `kind` is `choose`, `amount`, `mix` or `order`; see `answers`
    for what each takes.
    """

    id: str
    seat: int
    kind: str
    prompt: Prompt
    optional: bool
    undo: bool
    default: Any = None
    options: list[Option] | None = None
    limits: dict[str, int] | None = None
    min: int | None = None
    max: int | None = None
    blocked: list[Blocked] | None = None
    deadline: str | None = None


class Player(Shape):
    seat: int
    name: str
    kind: str
    rating: int | None = None
    stands_in: bool | None = None
    resigned: bool | None = None


class Turn(Shape):
    round: int
    phase: str
    seats: list[int]


class View(Shape):
    """A match as one viewer sees it; `table` is the game's own (`GET /games/{game}/grammar`)."""

    match: str
    game: str
    rules: int
    status: str
    players: list[Player]
    table: dict[str, Any]
    turn: Turn


class Event(Shape):
    """Something that happened; an `id` above the last one is new."""

    id: int
    key: str
    args: dict[str, Any]
    text: str
    affects: list[int]
    by_other: bool | None = None


class Waiting(Shape):
    seat: int
    deadline: str | None = None


class SeatClock(Shape):
    left_ms: int
    running: bool | None = None


class Clock(Shape):
    kind: str
    on_timeout: str | None = None
    now: str | None = None
    seats: dict[str, SeatClock] | None = None


class TakingBack(Shape):
    decision: str | None = None
    free: bool | None = None


class Threat(Shape):
    key: str
    args: dict[str, Any]
    text: str
    by: int | None = None
    can: bool | None = None


class Presence(Shape):
    seats: dict[str, str]
    spectators: int


class Offer(Shape):
    """An offer; `asked` are the seats whose consent it needs."""

    id: str
    kind: str
    by: int
    asked: list[int]
    answers: dict[str, bool]
    status: str
    seat: int | None = None


class Viewer(Shape):
    seat: int | None = None
    public: bool | None = None


class Committed(Shape):
    """The answer is committed; `decisions` are open now."""

    ply: int
    decisions: list[Decision]
    offer: Offer | None = None


class Standstill(Shape):
    status: str


class World(Shape):
    """A match that may be the true one by all that the seat knows, for the engine to search in."""

    decision: str
    ply: int
    rules: int
    state: str | None = None


class ChatLine(Shape, rename={"sender": "from"}):
    sender: str
    account: str
    text: str
    at: str
    seat: int | None = None
    to: list[int] | None = None
