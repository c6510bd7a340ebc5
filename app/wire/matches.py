"""Wire types of matches as the lobby shows them, and of their outcomes."""

from __future__ import annotations

from typing import Any, Literal

from app.wire import UNSET, Shape, UnsetType
from app.wire.ids import GameId, Ply, SeatNumber, Time
from app.wire.literals import (
    ClockKind,
    DeclineReason,
    MatchStatus,
    OnTimeout,
    PassUntil,
    PauseReason,
    ResignPolicy,
    SeatKind,
    SpectatorPolicy,
    UndoPolicy,
    Unrated,
    Visibility,
)

Yes = Literal[True]


class Line(Shape):
    key: str
    """Names the message for programs."""
    text: str
    """What the points are for."""
    points: int
    """What the line adds to the total."""
    args: dict[str, Any] | UnsetType = UNSET
    """The arguments of the message."""


class Score(Shape):
    seat: SeatNumber
    total: int
    """The sum of the lines."""
    lines: list[Line]
    """Where the points come from."""


class Outcome(Shape):
    """How a match ended."""

    ranks: list[list[int]]
    """Seats by rank; those of one list share it."""
    sheet: list[Score]
    """The score sheet, by seat."""
    reason: str
    """Why the match ended, as a word for programs."""


class QuietTime(Shape, rename={"since": "from"}):
    """Quiet hours, in which no deadline falls."""

    since: str
    """When they begin, as `22:00`."""
    to: str
    """When they end, as `08:00`."""
    zone: str
    """A time zone of the IANA database."""


class ClockRule(Shape):
    """The time control of a match (see the clocks of `NewMatch`)."""

    kind: ClockKind
    """Names the time control."""
    seconds: int | UnsetType = UNSET
    """Time for every answer (`move`) or for the whole match (`bank`)."""
    increment: int | UnsetType = UNSET
    """Seconds added after every turn."""
    cap: int | UnsetType = UNSET
    """The most that increments fill the bank up to, in seconds."""
    days: int | UnsetType = UNSET
    """Time for every answer."""
    quiet_hours: QuietTime | UnsetType = UNSET
    """Hours in which no deadline falls."""
    on_timeout: OnTimeout | UnsetType = UNSET
    """When time is up: the default is answered, a bot takes over, or a forfeit."""


class SpectatorDelay(Shape):
    """How old an entry must be to become public, in plies and in minutes."""

    plies: int
    """How many plies old an entry is when it becomes public."""
    minutes: int
    """How many minutes old an entry is when it becomes public."""


class Origin(Shape):
    """The match that this one is a rematch of, or a fork of at its entry `ply`, or whose deal it
    repeats.
    """

    rematch: str | UnsetType = UNSET
    """The match that this one repeats."""
    fork: str | UnsetType = UNSET
    """The match that this one continues."""
    ply: int | UnsetType = UNSET
    """The entry from which the fork continues."""
    deal: str | UnsetType = UNSET
    """The match whose seed this one has, so its players may know the deal; it counts nowhere."""


class Declined(Shape):
    """Who declined an invitation to a seat, and why if they said so."""

    name: str
    """The name of the account that declined."""
    reason: DeclineReason | UnsetType = UNSET
    """For programs."""
    text: str | UnsetType = UNSET
    """Why, for people."""


class Seat(Shape):
    """A seat and its player."""

    seat: SeatNumber
    kind: SeatKind
    """Whether a person or a bot plays, or the seat is open."""
    name: str | UnsetType = UNSET
    """The player's name at this table."""
    bot: str | UnsetType = UNSET
    """A built-in bot, by its name in `GET /games`."""
    account: str | UnsetType = UNSET
    """The id of the account that plays the seat."""
    crest: str | UnsetType = UNSET
    """The player's chosen crest, as in the account when the match began."""
    rating: int | UnsetType = UNSET
    """Elo at the start of the match, among matches with this number of players."""
    rating_after: int | UnsetType = UNSET
    """Elo after a rated match."""
    resigned: Yes | UnsetType = UNSET
    """Whether the player gave up the seat."""
    stands_in: Yes | UnsetType = UNSET
    """Whether a bot has taken over from the person of that name."""
    you: Yes | UnsetType = UNSET
    """Whether it is the caller's seat."""
    yours_to_take: Yes | UnsetType = UNSET
    """Whether the caller may take the seat back."""
    invited: str | UnsetType = UNSET
    """The name of the account that the seat is reserved for."""
    declined: Declined | UnsetType = UNSET
    """Who declined an invitation to the seat last; only for the table."""
    for_you: Yes | UnsetType = UNSET
    """Whether the seat is reserved for the caller."""
    confirm: Yes | UnsetType = UNSET
    """Whether the player has yet to confirm terms that the host has changed; only for the table,
    which does not start before."""
    swap: int | UnsetType = UNSET
    """The seat with which the player asks to swap; only for the table."""


class Invite(Shape):
    """The link and code that admit a player to a private match."""

    url: str
    """The page that admits players."""
    code: str
    """The invite code, of 8 letters and digits."""


class Progress(Shape):
    """How far a running match was when its table was last at rest."""

    round: int
    """From 1; 0 is the set-up."""
    totals: list[int] | UnsetType = UNSET
    """Points by seat, as the game counts them; absent where it counts none."""


class Match(Shape):
    """A match as the caller may see it."""

    id: str
    """Opaque."""
    game: GameId
    title: str
    """The game's title."""
    options: dict[str, Any]
    """Chosen options of the game, by name."""
    status: MatchStatus
    """The status of the match."""
    seats: list[Seat]
    """From seat 0."""
    visibility: Visibility
    """`private` matches are unlisted; only their code admits players."""
    ply: Ply
    creator: str
    """The id of the account that created it."""
    created_at: Time
    """When the table was opened."""
    undo: UndoPolicy
    """`free`: one's own answers; `ask`: if the others agree; `off`: never."""
    spectators: SpectatorPolicy
    """Whether anybody may watch: live, delayed or not at all."""
    autostart: bool
    """Whether the match starts once every seat is taken."""
    clock: ClockRule
    """The time control."""
    resign: ResignPolicy
    """What becomes of a seat that resigns: a `bot` plays on, or it is a `forfeit`."""
    host: str | UnsetType = UNSET
    """The id of the account that may change, start and close the open table: at first the
    creator."""
    host_gone: Yes | UnsetType = UNSET
    """Whether the host has been away for a while, so a seated player may act instead and becomes
    the host."""
    terms: int | UnsetType = UNSET
    """How often the host of the open table has changed the terms, if ever: the number that players
    confirm."""
    seat_freed: Yes | UnsetType = UNSET
    """Whether the host has freed the caller's seat at the open table: the caller may come back only
    if they are invited."""
    barred: Yes | UnsetType = UNSET
    """Whether a block between the caller and the host or a player bars the caller from a seat."""
    spectator_delay: SpectatorDelay | UnsetType = UNSET
    """How late delayed spectators see."""
    origin: Origin | UnsetType = UNSET
    """The match that this one follows."""
    rematch: str | UnsetType = UNSET
    """The id of the rematch."""
    rated: bool | UnsetType = UNSET
    """Whether the result counts for ratings."""
    unrated: Unrated | UnsetType = UNSET
    """Why a match meant to be rated is not."""
    first_match: Yes | UnsetType = UNSET
    """Whether the match teaches its game."""
    lesson: str | UnsetType = UNSET
    """The id of the lesson attempted; the outcome's reason is then `solved` or `failed`."""
    paused_for: PauseReason | UnsetType = UNSET
    """Why it is paused: by agreement, by the staff, or because its rules failed."""
    seed_hash: str | UnsetType = UNSET
    """The SHA-256 of the seed, in hex; shown from the start."""
    seed: str | UnsetType = UNSET
    """The seed of all chance, in hex; shown after the end."""
    outcome: Outcome | UnsetType = UNSET
    """Ranks, scores and reason, once it has ended."""
    invite: Invite | UnsetType = UNSET
    """The link and code that admit players."""
    your_turn: bool | UnsetType = UNSET
    """Whether the match waits for the caller."""
    your_consent: Yes | UnsetType = UNSET
    """Whether an offer waits for the caller's consent."""
    waiting_since: Time | UnsetType = UNSET
    """Since when the match waits for the caller: the time of its last change."""
    deadline: Time | UnsetType = UNSET
    """When the caller's time to answer is up, if it runs."""
    auto_pass: PassUntil | UnsetType = UNSET
    """In whose turns the seat passes automatically."""
    auto_answer: bool | UnsetType = UNSET
    """Whether decisions with a single answer are answered automatically."""
    started_at: Time | UnsetType = UNSET
    """When a running match began."""
    progress: Progress | UnsetType = UNSET
    """How far a running match is, for those who may see it without delay."""


class Matches(Shape):
    """A page of matches; `next` is the cursor of the next one."""

    items: list[Match]
    """Matches of this page."""
    next: str | UnsetType = UNSET
    """Pass it as `cursor` for the next page; absent on the last one."""
