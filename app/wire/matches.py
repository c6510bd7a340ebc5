"""Wire types of games, and of matches as the lobby shows them."""

from __future__ import annotations

from typing import Any, Literal

from app.wire import UNSET, Shape, UnsetType
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


class Players(Shape):
    min: int
    max: int


class Headline(Shape):
    """A game on offer."""

    id: str
    title: str
    players: Players


class Offered(Headline):
    """`version` identifies the description: the reply of `/games/{game}?version=` never changes.
    `first_match`: the game has one, see `/games/{game}/first-match`. `lessons`: how many there are,
    see `/games/{game}/lessons`. `languages`: those of its texts, English first.
    """

    version: str
    languages: list[str]
    first_match: Yes | UnsetType = UNSET
    lessons: int | UnsetType = UNSET


class BotOnOffer(Shape):
    """A built-in opponent. Bots are listed from the weakest, and a higher `level` plays better;
    `text` is one sentence about it, `face` the name of its picture.
    """

    name: str
    level: int
    title: str
    text: str
    face: str


class Games(Shape):
    """The games on offer, and the bots that play all of them."""

    items: list[Offered]
    bots: list[BotOnOffer]


class Component(Shape):
    """One component of the game's box; `facts` are its numbers."""

    id: str
    name: str
    kind: str
    text: str | UnsetType = UNSET
    facts: dict[str, Any] | UnsetType = UNSET


class Game(Headline):
    """Everything about a game. `options` is a JSON schema in which `picks`, on a list of ids, gives
    the kind and number of components it names. The texts of the catalogue, the short rules and
    `messages`, the templates of all sentences, with the `names` in them, are in `language`. There
    `plural[n]` is the form of a noun for the count n (from 200 on, that of 100 + n % 100), and
    `said` translates the English texts that are arguments of sentences. With `negotiation` seats
    may talk in private, with `shows` they may show one another cards.
    """

    options: dict[str, Any]
    bots: list[BotOnOffer]
    catalogue: list[Component]
    rules: int
    how_to_play: str
    language: str
    messages: dict[str, str]
    names: dict[str, str]
    plural: list[int]
    negotiation: bool
    shows: bool
    said: dict[str, str] | UnsetType = UNSET


class ProposedAnswer(Shape):
    """An answer to a question of this prompt, to be proposed where it is legal, up to a round."""

    prompt: str
    answer: Any
    until: int | UnsetType = UNSET


class NoteCondition(Shape):
    """What a learner's question must fit for a note: its prompt; how the key of an option begins;
    an event told since the question before; arguments of that event, or of the prompt; whether the
    event's `seat` is the learner's; a round that has come; a note that was met before.
    """

    prompt: str | UnsetType = UNSET
    option: str | UnsetType = UNSET
    event: str | UnsetType = UNSET
    where: dict[str, Any] | UnsetType = UNSET
    mine: bool | UnsetType = UNSET
    round: int | UnsetType = UNSET
    after: str | UnsetType = UNSET


class LessonNote(Shape):
    """A note of a first match; `points_at` is a target of options, or a region of the page, and
    {names} in it stand for arguments of what met it. `text` is by language.
    """

    id: str
    on: NoteCondition
    points_at: str
    text: dict[str, str]


class FirstMatch(Shape):
    """What teaches a game in its first match. Of the learner's decisions the first `proposed` may
    have a proposed answer, the first of `proposals` that is legal, until the note `proposed_until`
    is met; `learned` sums up.
    """

    game: str
    proposed: int
    proposals: list[ProposedAnswer]
    notes: list[LessonNote]
    learned: dict[str, list[str]]
    proposed_until: str | UnsetType = UNSET


class Lesson(Shape):
    """A one-minute task of a game. Its texts are by language; `if_solved` and `if_failed` explain
    the end. `done`: the caller has solved it.
    """

    id: str
    title: dict[str, str]
    task: dict[str, str]
    if_solved: dict[str, str]
    if_failed: dict[str, str]
    done: bool


class Lessons(Shape):
    """The lessons of a game, in their order."""

    game: str
    items: list[Lesson]


class Line(Shape):
    key: str
    text: str
    points: int
    args: dict[str, Any] | UnsetType = UNSET


class Score(Shape):
    seat: int
    total: int
    lines: list[Line]


class Outcome(Shape):
    """How a match ended: seats by rank, the score sheet if there is one, and the reason."""

    ranks: list[list[int]]
    sheet: list[Score]
    reason: str


class QuietTime(Shape, rename={"since": "from"}):
    """Quiet hours, in which no deadline falls."""

    since: str
    to: str
    zone: str


class ClockRule(Shape):
    """The time control of a match (see the clocks of `NewMatch`)."""

    kind: ClockKind
    seconds: int | UnsetType = UNSET
    increment: int | UnsetType = UNSET
    cap: int | UnsetType = UNSET
    days: int | UnsetType = UNSET
    quiet_hours: QuietTime | UnsetType = UNSET
    on_timeout: OnTimeout | UnsetType = UNSET


class SpectatorDelay(Shape):
    """An entry becomes public when it is `plies` plies and `minutes` minutes old."""

    plies: int
    minutes: int


class Origin(Shape):
    """The match that this one is a rematch of, or a fork of at its entry `ply`."""

    rematch: str | UnsetType = UNSET
    fork: str | UnsetType = UNSET
    ply: int | UnsetType = UNSET


class Declined(Shape):
    """Who declined an invitation to a seat, and why if they said so."""

    name: str
    reason: DeclineReason | UnsetType = UNSET
    text: str | UnsetType = UNSET


class Seat(Shape):
    """A seat and its player. `invited`: the name of the person an open seat is reserved for;
    `declined`: who declined it last, told to the creator and to those who sit at the table;
    `stands_in`: a bot has taken over from the person of that name; `yours_to_take`: the caller may
    take the seat back; `rating_after`: the `rating` after a rated match.
    """

    seat: int
    kind: SeatKind
    name: str | UnsetType = UNSET
    bot: str | UnsetType = UNSET
    account: str | UnsetType = UNSET
    rating: int | UnsetType = UNSET
    rating_after: int | UnsetType = UNSET
    resigned: Yes | UnsetType = UNSET
    stands_in: Yes | UnsetType = UNSET
    you: Yes | UnsetType = UNSET
    yours_to_take: Yes | UnsetType = UNSET
    invited: str | UnsetType = UNSET
    declined: Declined | UnsetType = UNSET
    for_you: Yes | UnsetType = UNSET


class Invite(Shape):
    """The link and code that admit a player to a private match."""

    url: str
    code: str


class Progress(Shape):
    """How far a running match was when its table was last at rest; `totals` are points by seat, as
    the game counts them, left out where it counts none.
    """

    round: int
    totals: list[int] | UnsetType = UNSET


class Match(Shape):
    """A match as the caller may see it; `host`: the account that may change, start and close the
    table before the start, at first the creator; `host_gone`: the host has not been connected for
    a while, and a player at the table may act instead and becomes the host; `barred`:
    a block between the caller and the host or a player keeps the caller from sitting down;
    `rematch` is the id of its rematch; `unrated`: why a match meant to be rated is not;
    `first_match`: it teaches its game; `lesson`: the id of the lesson that it is an attempt at,
    whose outcome has the reason `solved` or `failed`; `started_at` and `progress`
    say for how long a running match has been played and how far it is, `progress` only to those who
    see it without delay.
    """

    id: str
    game: str
    title: str
    options: dict[str, Any]
    status: MatchStatus
    seats: list[Seat]
    visibility: Visibility
    ply: int
    creator: str
    created_at: str
    undo: UndoPolicy
    spectators: SpectatorPolicy
    autostart: bool
    clock: ClockRule
    resign: ResignPolicy
    host: str | UnsetType = UNSET
    host_gone: Yes | UnsetType = UNSET
    barred: Yes | UnsetType = UNSET
    spectator_delay: SpectatorDelay | UnsetType = UNSET
    origin: Origin | UnsetType = UNSET
    rematch: str | UnsetType = UNSET
    rated: bool | UnsetType = UNSET
    unrated: Unrated | UnsetType = UNSET
    first_match: Yes | UnsetType = UNSET
    lesson: str | UnsetType = UNSET
    paused_for: PauseReason | UnsetType = UNSET
    seed_hash: str | UnsetType = UNSET
    seed: str | UnsetType = UNSET
    outcome: Outcome | UnsetType = UNSET
    invite: Invite | UnsetType = UNSET
    your_turn: bool | UnsetType = UNSET
    auto_pass: PassUntil | UnsetType = UNSET
    auto_answer: bool | UnsetType = UNSET
    started_at: str | UnsetType = UNSET
    progress: Progress | UnsetType = UNSET


class Matches(Shape):
    """A page of matches; `next` is the cursor of the next one."""

    items: list[Match]
    next: str | UnsetType = UNSET
