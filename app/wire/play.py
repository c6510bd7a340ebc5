"""Wire types of play: views, decisions, events, clocks, offers, chat."""

from __future__ import annotations

from typing import Any

from app.wire import UNSET, Shape, UnsetType
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

    seat: int | UnsetType = UNSET
    public: Yes | UnsetType = UNSET


class Player(Shape):
    """`stands_in`: a bot has taken over from the person of that name; `resigned`: the seat has been
    given up.
    """

    seat: int
    name: str
    kind: SeatKind
    rating: int | UnsetType = UNSET
    stands_in: Yes | UnsetType = UNSET
    resigned: Yes | UnsetType = UNSET


class Turn(Shape):
    round: int
    phase: str
    seats: list[int]


class View(Shape):
    """What one viewer sees; `table` is the game's own."""

    match: str
    game: str
    rules: int
    status: MatchStatus
    players: list[Player]
    table: dict[str, Any]
    turn: Turn


class Prompt(Shape):
    key: str
    args: dict[str, Any]
    text: str


class Option(Shape):
    """`targets` are ids in the view; `kind` marks options that must not be chosen by accident.
    `text` is that of `message`, by default the key up to its first colon, with `args` and, as `it`,
    the rest of the key.
    """

    key: str
    text: str
    message: str | UnsetType = UNSET
    args: dict[str, Any] | UnsetType = UNSET
    targets: list[str] | UnsetType = UNSET
    kind: Costly | UnsetType = UNSET


class Blocked(Shape):
    """An option that is not possible now: unaffordable, already used, or (no kind) not available
    at this moment. `why` is the text of `message` with `args`.
    """

    key: str
    why: str
    message: str
    args: dict[str, Any] | UnsetType = UNSET
    kind: Unavailable | UnsetType = UNSET


class Decision(Shape):
    """A decision that one seat must make; its kind determines the form of the answer."""

    id: str
    seat: int
    kind: question.Kind
    prompt: Prompt
    optional: bool
    undo: bool
    default: Any = UNSET
    options: list[Option] | UnsetType = UNSET
    limits: dict[str, int] | UnsetType = UNSET
    min: int | UnsetType = UNSET
    max: int | UnsetType = UNSET
    blocked: list[Blocked] | UnsetType = UNSET
    deadline: str | UnsetType = UNSET


class Threat(Shape):
    """A fact of the open table that may decide the match; the same for every viewer but for "you"
    in `text`. `by` is the seat that gains by it; `can`: it could do so if it were its turn now.
    """

    key: str
    args: dict[str, Any]
    text: str
    by: int | UnsetType = UNSET
    can: Yes | UnsetType = UNSET


class Waiting(Shape):
    """A seat that the match waits for."""

    seat: int
    deadline: str | UnsetType = UNSET


class Event(Shape):
    """An event in the game; `id` numbers the events shown to this viewer. `text` says "you" to the
    seat in `args`, except about moves that another player made before taking over (`by_other`).
    """

    id: int
    key: str
    args: dict[str, Any]
    text: str
    affects: list[int]
    by_other: Yes | UnsetType = UNSET


class LoggedEvent(Event, kw_only=True):
    ply: int
    at: str


class Entry(Shape):
    """A committed entry: who acted, never what they chose."""

    ply: int
    kind: EntryKind
    at: str
    seat: int | UnsetType = UNSET


class Log(Shape):
    """`next` is the ply after which the next page begins."""

    entries: list[Entry]
    events: list[LoggedEvent]
    next: int | UnsetType = UNSET


class RoundScores(Shape):
    """The totals of all seats when that round had ended, with the entry `ply`; round 0 is the
    set-up.
    """

    round: int
    ply: int
    totals: list[int]


class Scores(Shape):
    """The score of a match by round; `rounds` is empty for games without scores."""

    rounds: list[RoundScores]


class SeatClock(Shape):
    left_ms: int
    running: Yes | UnsetType = UNSET


class Clock(Shape):
    """The time left at `now`, by the server's clock."""

    kind: ClockKind
    on_timeout: OnTimeout | UnsetType = UNSET
    now: str | UnsetType = UNSET
    seats: dict[str, SeatClock] | UnsetType = UNSET


class TakingBack(Shape):
    """What the viewer's seat may undo: `decision`, since which decision; `free`, whether that needs
    no consent and undoes no action of others and no draw. Empty: nothing.
    """

    decision: str | UnsetType = UNSET
    free: bool | UnsetType = UNSET


class Presence(Shape):
    """Presence by seat, and the number of spectators."""

    seats: dict[str, SeatPresence]
    spectators: int


class Offer(Shape):
    """An offer; `asked` are the seats whose consent it needs."""

    id: str
    kind: OfferKind
    by: int
    asked: list[int]
    answers: dict[str, bool]
    status: OfferStatus
    seat: int | UnsetType = UNSET


class Committed(Shape):
    """A committed answer, undo or show; `offer` if others must agree first."""

    ply: int
    decisions: list[Decision]
    offer: Offer | UnsetType = UNSET


class FollowUp(Shape):
    """An answer to a question that follows in the same move; `options` are those it names."""

    prompt: Prompt
    answer: Any
    options: list[Option]


class ExpectedEvent(Shape):
    """An event that may follow; unless `certain`, it depends on guesses about hidden things."""

    key: str
    args: dict[str, Any]
    text: str
    certain: bool


class Suggestion(Shape):
    """An answer with its estimated chance of winning (0 to 1), the standard error of the estimate,
    and the expected line of play.
    """

    answer: Any
    chance: float
    error: float
    follow_ups: list[FollowUp]
    line: list[ExpectedEvent]


class Hint(Shape):
    """The best answers to a decision, the best one first, as seen at `ply`."""

    decision: str
    ply: int
    answers: list[Suggestion]


class World(Shape):
    """A match that may be the true one by all that the seat knows, at `ply` and with the decision
    open. `state` is absent where the decision stands behind a draw or another seat's answer in the
    same step.
    """

    decision: str
    ply: int
    rules: int
    state: str | UnsetType = UNSET


class ChatLine(Shape, rename={"who": "from"}):
    """A chat line of a seat or spectator; `to`: only these seats see it; `account`: its author."""

    who: str
    account: str
    text: str
    at: str
    seat: int | UnsetType = UNSET
    to: list[int] | UnsetType = UNSET


class Chat(Shape):
    """A page of chat lines, oldest first; `channels` are the seats of each private channel; `next`
    is the cursor of the lines before, if there are any.
    """

    items: list[ChatLine]
    channels: list[list[int]] | UnsetType = UNSET
    next: str | UnsetType = UNSET


class Standstill(Shape):
    """The status of the match after a player has resigned."""

    status: MatchStatus


class AutoPass(Shape):
    until: PassUntil


class AutoAnswer(Shape):
    on: bool


class Wrong(Shape):
    """What is wrong with one part of a request."""

    loc: list[str | int]
    msg: str


class Problem(Shape):
    """RFC 9457; `type` is `/problems/<name>`; `report` names the entry of the server's log."""

    type: str
    title: str
    status: int
    detail: str | UnsetType = UNSET
    instance: str | UnsetType = UNSET
    why: str | UnsetType = UNSET
    decision: Decision | UnsetType = UNSET
    decisions: list[Decision] | UnsetType = UNSET
    consent: list[int] | UnsetType = UNSET
    errors: list[Wrong] | UnsetType = UNSET
    retry_after: int | UnsetType = UNSET
    report: str | UnsetType = UNSET
