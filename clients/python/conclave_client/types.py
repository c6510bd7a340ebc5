"""What the server says, as types. Members that a newer server adds are ignored.

Names and members are those of the server's `/openapi.json` and `/asyncapi.json`, which explain each
of them. A member that is absent on the wire is None. Kinds and statuses are plain strings, since a
newer server may have more of them.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

Answer = str | int | list[str] | dict[str, int]
"""An option's key, an amount, keys in an order or several of them, or a mix."""


class Shape(Struct, omit_defaults=True):
    """A type of the wire; what is None is left out when it is written."""


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
    """What a player would expect among the options but cannot have now."""

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
    """What one viewer sees; `table` is the game's own (`GET /games/{game}/grammar`)."""

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


class Line(Shape):
    key: str
    text: str
    points: int
    args: dict[str, Any] | None = None


class Score(Shape):
    seat: int
    total: int
    lines: list[Line]


class Outcome(Shape):
    """How a match ended: seats by rank, those that share a rank together."""

    ranks: list[list[int]]
    sheet: list[Score]
    reason: str


class QuietTime(Shape, rename={"since": "from"}):
    since: str
    to: str
    zone: str


class ClockRule(Shape):
    """The time control of a match; `kind` is `none`, `move`, `bank` or `days`."""

    kind: str
    seconds: int | None = None
    increment: int | None = None
    cap: int | None = None
    days: int | None = None
    quiet_hours: QuietTime | None = None
    on_timeout: str | None = None


class SpectatorDelay(Shape):
    plies: int
    minutes: int


class Origin(Shape):
    rematch: str | None = None
    fork: str | None = None
    ply: int | None = None


class Declined(Shape):
    """Who declined an invitation to a seat, and why if they said so."""

    name: str
    reason: str | None = None
    text: str | None = None


class Seat(Shape):
    seat: int
    kind: str
    name: str | None = None
    bot: str | None = None
    account: str | None = None
    rating: int | None = None
    rating_after: int | None = None
    resigned: bool | None = None
    stands_in: bool | None = None
    you: bool | None = None
    yours_to_take: bool | None = None
    invited: str | None = None
    declined: Declined | None = None
    for_you: bool | None = None


class Invite(Shape):
    url: str
    code: str


class Match(Shape):
    """A match as the lobby shows it, `status` is `open`, `playing`, `paused`, `finished` or
    `aborted`.
    """

    id: str
    game: str
    title: str
    options: dict[str, Any]
    status: str
    seats: list[Seat]
    visibility: str
    ply: int
    creator: str
    created_at: str
    undo: str
    spectators: str
    autostart: bool
    clock: ClockRule
    resign: str
    spectator_delay: SpectatorDelay | None = None
    origin: Origin | None = None
    rematch: str | None = None
    rated: bool | None = None
    unrated: str | None = None
    first_match: bool | None = None
    lesson: str | None = None
    paused_for: str | None = None
    seed_hash: str | None = None
    seed: str | None = None
    outcome: Outcome | None = None
    invite: Invite | None = None
    your_turn: bool | None = None
    auto_pass: str | None = None
    auto_answer: bool | None = None

    @property
    def own_seat(self) -> int | None:
        """The caller's seat."""
        return next((one.seat for one in self.seats if one.you), None)


class Matches(Shape):
    items: list[Match]
    next: str | None = None


class Players(Shape):
    min: int
    max: int


class Offered(Shape):
    id: str
    title: str
    players: Players
    version: str
    languages: list[str]
    first_match: bool | None = None
    lessons: int | None = None


class BotOnOffer(Shape):
    name: str
    level: int
    title: str
    text: str
    face: str


class Games(Shape):
    items: list[Offered]
    bots: list[BotOnOffer]


class Account(Shape):
    id: str
    name: str
    kind: str


class Accepts(Shape):
    """What a bot accepts; what is absent is not limited."""

    games: list[str] | None = None
    players: list[int] | None = None
    rated: bool | None = None
    unrated: bool | None = None
    clocks: list[str] | None = None
    text: str | None = None


class OnlineBot(Shape):
    id: str
    name: str
    accepts: Accepts


class OnlineBots(Shape):
    items: list[OnlineBot]
    next: str | None = None


class SignedIn(Shape):
    """An account and its secret, which is shown only this once."""

    account: Account
    token: str


class Me(Shape):
    account: Account
    preferences: dict[str, Any]
    email: str | None = None
    admin: bool | None = None


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


class ChatLine(Shape, rename={"who": "from"}):
    who: str
    account: str
    text: str
    at: str
    seat: int | None = None
    to: list[int] | None = None
