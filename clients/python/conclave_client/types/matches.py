"""Types of games, and of matches as the lobby shows them."""

from __future__ import annotations

from typing import Any

from conclave_client.types.shape import Shape


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
    """The player who declined an invitation to a seat, and their reason, if given."""

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


class Progress(Shape):
    """How far a running match is: its round, and the points by seat if the game counts any."""

    round: int
    totals: list[int] | None = None


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
    host: str | None = None
    host_gone: bool | None = None
    barred: bool | None = None
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
    started_at: str | None = None
    progress: Progress | None = None

    @property
    def hosted_by(self) -> str:
        """The account that hosts the table, or created it."""
        return self.host or self.creator

    @property
    def own_seat(self) -> int | None:
        """The caller's seat."""
        return next((seat.seat for seat in self.seats if seat.you), None)


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
