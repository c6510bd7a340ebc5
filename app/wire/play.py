"""Wire types of play: views, decisions, events, clocks, offers."""

from __future__ import annotations

from typing import Any

from app.wire import UNSET, Shape, UnsetType
from app.wire.ids import GameId, MatchId, Ply, SeatNumber, Time
from app.wire.literals import (
    ClockKind,
    EntryKind,
    MatchStatus,
    OfferKind,
    OfferStatus,
    OnTimeout,
    PassUntil,
    SeatKind,
    SeatPresence,
)
from app.wire.matches import Yes
from engine.core import question
from engine.core.question import Costly, Unavailable


class Viewer(Shape):
    """The viewer of a frame: a seat, or the public."""

    seat: SeatNumber | UnsetType = UNSET
    public: Yes | UnsetType = UNSET
    """True for those without a seat."""


class Player(Shape):
    """A seat's player."""

    seat: SeatNumber
    name: str
    """The player's name at this table."""
    kind: SeatKind
    """Whether a person or a bot plays, or the seat is open."""
    rating: int | UnsetType = UNSET
    """Elo at the start of the match, among matches with this number of players."""
    stands_in: Yes | UnsetType = UNSET
    """Whether a bot has taken over from the person of that name."""
    resigned: Yes | UnsetType = UNSET
    """Whether the player gave up the seat."""


class Turn(Shape):
    round: int
    """From 1; 0 is the set-up."""
    phase: str
    """The phase of the game, by its key."""
    seats: list[int]
    """Whose turn it is."""


class View(Shape):
    """What one viewer sees of a match."""

    match: MatchId
    game: GameId
    rules: int
    """The version of the game's rules."""
    status: MatchStatus
    """The status of the match."""
    players: list[Player]
    """Who plays, by seat."""
    table: dict[str, Any]
    """The game's own part, see `GET /games/{game}/grammar`."""
    turn: Turn
    """Where the match stands."""


class Prompt(Shape):
    key: str
    """Names the message for programs."""
    args: dict[str, Any]
    """The arguments of the message."""
    text: str
    """The question as a sentence."""


class Option(Shape):
    """An option of a decision. `text` is that of `message`, by default the key up to its first
    colon, with `args` and, as `it`, the rest of the key.
    """

    key: str
    """Names the option for programs; a legal answer, or a part of one."""
    text: str
    """What the option does."""
    message: str | UnsetType = UNSET
    """The key of the message that `text` or `why` renders."""
    args: dict[str, Any] | UnsetType = UNSET
    """The arguments of the message."""
    targets: list[str] | UnsetType = UNSET
    """The things in the view that it is about."""
    kind: Costly | UnsetType = UNSET
    """Marks answers that must not be given by accident."""


class Blocked(Shape):
    """An option that is not possible now; `why` is the text of `message` with `args`."""

    key: str
    """Names the option for programs."""
    why: str
    """Why not, in a sentence."""
    message: str
    """The key of the message that `text` or `why` renders."""
    args: dict[str, Any] | UnsetType = UNSET
    """The arguments of the message."""
    kind: Unavailable | UnsetType = UNSET
    """`dear`: too expensive; `used`: already used; absent: not the moment."""


class Decision(Shape):
    """A decision that one seat must make; its kind determines the form of the answer."""

    id: str
    """Opaque; names the decision in answers."""
    seat: SeatNumber
    kind: question.Kind
    """`choose`, `amount`, `mix` or `order`; determines the form of the answer."""
    prompt: Prompt
    """What is asked."""
    optional: bool
    """Whether the match goes on without an answer."""
    undo: bool
    """Whether the answer can be undone for free."""
    default: Any = UNSET
    """What a timeout answers; always legal. Optional decisions have none."""
    options: list[Option] | UnsetType = UNSET
    """The options; every key is a legal answer, alone or in a list."""
    limits: dict[str, int] | UnsetType = UNSET
    """The most of each kind in a mix."""
    min: int | UnsetType = UNSET
    """The least options, the lowest number, or the least in all."""
    max: int | UnsetType = UNSET
    """The most options, the highest number, or the most in all."""
    blocked: list[Blocked] | UnsetType = UNSET
    """Options that are not possible now, and why."""
    deadline: Time | UnsetType = UNSET
    """When the default is answered, or the seat is lost; absent: never."""


class Threat(Shape):
    """A fact of the open table that may decide the match; the same for every viewer but for "you"
    in `text`.
    """

    key: str
    """Names the message for programs."""
    args: dict[str, Any]
    """The arguments of the message."""
    text: str
    """The threat as a sentence."""
    by: int | UnsetType = UNSET
    """The seat that gains by it."""
    can: Yes | UnsetType = UNSET
    """Whether the seat could do so if it were its turn now."""


class Waiting(Shape):
    """A seat that the match waits for."""

    seat: SeatNumber
    deadline: Time | UnsetType = UNSET
    """When the default is answered, or the seat is lost; absent: never."""


class Event(Shape):
    """An event in the game. `text` says "you" to the seat in `args`, except about moves that
    another player made before the viewer took over (`by_other`).
    """

    id: int
    """Number of the event among those sent to this viewer, counted up by one."""
    key: str
    """Names the message for programs."""
    args: dict[str, Any]
    """The arguments of the message."""
    text: str
    """The event as a sentence."""
    affects: list[int]
    """The seats that it happened to."""
    by_other: Yes | UnsetType = UNSET
    """Whether another player of the seat did it, before the viewer took over."""


class LoggedEvent(Event, kw_only=True):
    ply: Ply
    at: Time
    """When the entry was committed."""


class Entry(Shape):
    """A committed entry: who acted, never what they chose."""

    ply: Ply
    kind: EntryKind
    """What the entry records."""
    at: Time
    """When the entry was committed."""
    seat: SeatNumber | UnsetType = UNSET


class Log(Shape):
    """A page of the log."""

    entries: list[Entry]
    """Committed entries, in order; an undo is an entry of its own."""
    events: list[LoggedEvent]
    """What happened, as the viewer may know it."""
    next: int | UnsetType = UNSET
    """Pass it as `cursor` for the next page; absent on the last one."""


class RoundScores(Shape):
    """The totals of all seats when a round had ended."""

    round: int
    """From 1; 0 is the set-up."""
    ply: int
    """The entry with which the round ended."""
    totals: list[int]
    """Points by seat."""


class Scores(Shape):
    """The score of a match by round; `rounds` is empty for games without scores."""

    rounds: list[RoundScores]
    """In order; the set-up is round 0."""


class SeatClock(Shape):
    left_ms: int
    """Milliseconds left at `now`."""
    running: Yes | UnsetType = UNSET
    """Whether the clock runs."""


class Clock(Shape):
    """The time left at `now`, by the server's clock."""

    kind: ClockKind
    """Names the time control."""
    on_timeout: OnTimeout | UnsetType = UNSET
    """When time is up: the default is answered, a bot takes over, or a forfeit."""
    now: Time | UnsetType = UNSET
    """The server's time."""
    seats: dict[str, SeatClock] | UnsetType = UNSET
    """The time left, by seat."""


class TakingBack(Shape):
    """What the viewer's seat may undo; empty: nothing."""

    decision: str | UnsetType = UNSET
    """The first decision to take back."""
    free: bool | UnsetType = UNSET
    """Whether it needs no consent, since it undoes no draw and no action of another seat."""


class Presence(Shape):
    """Who is connected."""

    seats: dict[str, SeatPresence]
    """`here`, `away` or `gone`, by seat."""
    spectators: int
    """How many watch."""


class Offer(Shape):
    """An offer to the other players."""

    id: str
    """Opaque."""
    kind: OfferKind
    """What is offered."""
    by: int
    """The seat that made the offer."""
    asked: list[int]
    """The seats whose consent is needed."""
    answers: dict[str, bool]
    """Who has consented so far, by seat."""
    status: OfferStatus
    """Whether it still waits for consent, and how it ended."""
    seat: int | UnsetType = UNSET
    """The seat that a substitute would take."""


class Committed(Shape):
    """A committed answer, undo or show."""

    ply: Ply
    decisions: list[Decision]
    """The open decisions of the viewer's seat."""
    offer: Offer | UnsetType = UNSET
    """The offer that asks the others to agree, if they must."""


class Standstill(Shape):
    """The status of the match after a player has resigned."""

    status: MatchStatus
    """The status of the match."""


class AutoPass(Shape):
    until: PassUntil
    """In whose turns to pass."""


class AutoAnswer(Shape):
    on: bool
    """Whether decisions with a single answer are answered automatically."""
