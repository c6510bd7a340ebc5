"""Types: replies and frames of the server, written by `python -m scripts.client_types`.

Members that a newer server adds are ignored. A member that is absent on the wire is None. Kinds
and statuses are plain strings, since a newer server may have more of them.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Shape(Struct, kw_only=True, omit_defaults=True):
    """A wire type; members that are None are omitted."""


class Players(Shape):
    min: int
    """At least."""
    max: int
    """At most."""


class Headline(Shape):
    """A game on offer."""

    id: str
    """By which addresses and `game` members name the game."""
    title: str
    """The game's title."""
    players: Players
    """How many may play."""


class Minutes(Shape):
    min: int
    """Of the shortest match."""
    max: int
    """Of the longest."""


class PackagedBoard(Shape):
    """A board of a game's package, which the page shows in place of its generic table."""

    address: str
    """The path of an ES module, from the root of the site; its default export is the class of a
    custom element."""
    contract: int
    """The version of the contract between page and board that the board is written for."""


class PageParts(Shape):
    """What a game's package adds to the page; addresses are paths from the root of the site."""

    gist: dict[str, str] | None = None
    """The game in a sentence, by language."""
    minutes: Minutes | None = None
    """How long a match takes, with players who know the game."""
    weight: str | None = None
    """How much there is to learn."""
    board: PackagedBoard | None = None
    """The game's board."""
    emblem: str | None = None
    """The address of a square picture, the game's sign."""
    cover: str | None = None
    """The address of a wide picture."""
    light: str | None = None
    """The lighter colour behind the emblem, as `#rrggbb`."""
    dark: str | None = None
    """The darker one."""
    sounds: dict[str, str] | None = None
    """Addresses of recordings, by the last part of the key of an event."""


class Offered(Headline):
    """A game on offer, with what it takes to read about it and to learn it."""

    version: str
    """Identifies the description: the reply of `/games/{game}?version=` never changes."""
    languages: list[str]
    """The languages of the texts, English first."""
    first_match: bool | None = None
    """Whether `/games/{game}/first-match` teaches the game."""
    lessons: int | None = None
    """How many lessons `/games/{game}/lessons` has."""
    page: PageParts | None = None
    """What the game's package adds to the page."""


class BotTexts(Shape):
    title: str
    """What players call the bot."""
    text: str
    """A sentence about the bot."""


class BotOnOffer(Shape):
    """A built-in opponent."""

    name: str
    """By which seats ask for the bot."""
    level: int
    """Higher plays better."""
    title: str
    """What players call the bot."""
    text: str
    """A sentence about the bot."""
    face: str
    """The name of the bot's picture."""
    outline: str | None = None
    """The bot's picture: an SVG path in a square of 24, filled by the even-odd rule."""
    recommended: bool | None = None
    """Whether the bot is a level that players are offered before all other bots."""
    translation: BotTexts | None = None
    """`title` and `text` in the language of the request, unless that is English."""


class Games(Shape):
    """The games on offer, and the bots that play all of them."""

    items: list[Offered]
    """The games on offer."""
    bots: list[BotOnOffer]
    """Built-in opponents, from the weakest."""
    teachers: list[BotOnOffer] | None = None
    """Built-in bots that play in first matches and lessons alone."""


class Declined(Shape):
    """Who declined an invitation to a seat, and why if they said so."""

    name: str
    """The name of the account that declined."""
    reason: str | None = None
    """For programs."""
    text: str | None = None
    """Why, for people."""


class Seat(Shape):
    """A seat and its player."""

    seat: int
    """Seats count from 0."""
    kind: str
    """Whether a person or a bot plays, or the seat is open."""
    name: str | None = None
    """The player's name at this table."""
    bot: str | None = None
    """A built-in bot, by its name in `GET /games`."""
    account: str | None = None
    """The id of the account that plays the seat."""
    crest: str | None = None
    """The player's chosen crest, as in the account when the match began."""
    rating: int | None = None
    """Elo at the start of the match, among matches with this number of players."""
    rating_after: int | None = None
    """Elo after a rated match."""
    resigned: bool | None = None
    """Whether the player gave up the seat."""
    stands_in: bool | None = None
    """Whether a bot has taken over from the person of that name."""
    you: bool | None = None
    """Whether it is the caller's seat."""
    yours_to_take: bool | None = None
    """Whether the caller may take the seat back."""
    invited: str | None = None
    """The name of the account that the seat is reserved for."""
    declined: Declined | None = None
    """Who declined an invitation to the seat last; only for the table."""
    for_you: bool | None = None
    """Whether the seat is reserved for the caller."""
    confirm: bool | None = None
    """Whether the player has yet to confirm terms that the host has changed; only for the table,
    which does not start before."""
    swap: int | None = None
    """The seat with which the player asks to swap; only for the table."""


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

    kind: str
    """Names the time control."""
    seconds: int | None = None
    """Time for every answer (`move`) or for the whole match (`bank`)."""
    increment: int | None = None
    """Seconds added after every turn."""
    cap: int | None = None
    """The most that increments fill the bank up to, in seconds."""
    days: int | None = None
    """Time for every answer."""
    quiet_hours: QuietTime | None = None
    """Hours in which no deadline falls."""
    on_timeout: str | None = None
    """When time is up: the default is answered, a bot takes over, or a forfeit."""


class SpectatorDelay(Shape):
    """How old an entry must be to become public, in plies and in minutes."""

    plies: int
    """How many plies old an entry is when it becomes public."""
    minutes: int
    """How many minutes old an entry is when it becomes public."""


class Origin(Shape):
    """The match that this one is a rematch of, or a fork of at its entry `ply`, or whose deal it
    repeats."""

    rematch: str | None = None
    """The match that this one repeats."""
    fork: str | None = None
    """The match that this one continues."""
    ply: int | None = None
    """The entry from which the fork continues."""
    deal: str | None = None
    """The match whose seed this one has, so its players may know the deal; it counts nowhere."""


class Line(Shape):
    key: str
    """Names the message for programs."""
    text: str
    """What the points are for."""
    points: int
    """What the line adds to the total."""
    args: dict[str, Any] | None = None
    """The arguments of the message."""


class Score(Shape):
    seat: int
    """Seats count from 0."""
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
    totals: list[int] | None = None
    """Points by seat, as the game counts them; absent where it counts none."""


class Match(Shape):
    """A match as the caller may see it."""

    id: str
    """Opaque."""
    game: str
    """The id of the game, as in `GET /games`."""
    title: str
    """The game's title."""
    options: dict[str, Any]
    """Chosen options of the game, by name."""
    status: str
    """The status of the match."""
    seats: list[Seat]
    """From seat 0."""
    visibility: str
    """`private` matches are unlisted; only their code admits players."""
    ply: int
    """How many entries are committed; the newest entry has the same number."""
    creator: str
    """The id of the account that created it."""
    created_at: str
    """When the table was opened."""
    undo: str
    """`free`: one's own answers; `ask`: if the others agree; `off`: never."""
    spectators: str
    """Whether anybody may watch: live, delayed or not at all."""
    autostart: bool
    """Whether the match starts once every seat is taken."""
    clock: ClockRule
    """The time control."""
    resign: str
    """What becomes of a seat that resigns: a `bot` plays on, or it is a `forfeit`."""
    host: str | None = None
    """The id of the account that may change, start and close the open table: at first the
    creator."""
    host_gone: bool | None = None
    """Whether the host has been away for a while, so a seated player may act instead and becomes
    the host."""
    terms: int | None = None
    """How often the host of the open table has changed the terms, if ever: the number that players
    confirm."""
    seat_freed: bool | None = None
    """Whether the host has freed the caller's seat at the open table: the caller may come back only
    if they are invited."""
    barred: bool | None = None
    """Whether a block between the caller and the host or a player bars the caller from a seat."""
    spectator_delay: SpectatorDelay | None = None
    """How late delayed spectators see."""
    origin: Origin | None = None
    """The match that this one follows."""
    rematch: str | None = None
    """The id of the rematch."""
    rated: bool | None = None
    """Whether the result counts for ratings."""
    unrated: str | None = None
    """Why a match meant to be rated is not."""
    first_match: bool | None = None
    """Whether the match teaches its game."""
    lesson: str | None = None
    """The id of the lesson attempted; the outcome's reason is then `solved` or `failed`."""
    paused_for: str | None = None
    """Why it is paused: by agreement, by the staff, or because its rules failed."""
    seed_hash: str | None = None
    """The SHA-256 of the seed, in hex; shown from the start."""
    seed: str | None = None
    """The seed of all chance, in hex; shown after the end."""
    outcome: Outcome | None = None
    """Ranks, scores and reason, once it has ended."""
    invite: Invite | None = None
    """The link and code that admit players."""
    your_turn: bool | None = None
    """Whether the match waits for the caller."""
    your_consent: bool | None = None
    """Whether an offer waits for the caller's consent."""
    waiting_since: str | None = None
    """Since when the match waits for the caller: the time of its last change."""
    deadline: str | None = None
    """When the caller's time to answer is up, if it runs."""
    auto_pass: str | None = None
    """In whose turns the seat passes automatically."""
    auto_answer: bool | None = None
    """Whether decisions with a single answer are answered automatically."""
    started_at: str | None = None
    """When a running match began."""
    progress: Progress | None = None
    """How far a running match is, for those who may see it without delay."""


class Matches(Shape):
    """A page of matches; `next` is the cursor of the next one."""

    items: list[Match]
    """Matches of this page."""
    next: str | None = None
    """Pass it as `cursor` for the next page; absent on the last one."""


class Account(Shape):
    """An account as others see it."""

    id: str
    """Opaque."""
    name: str
    """The account's name."""
    kind: str
    """A `person` signs in, a `guest` can't, a `bot` is played by a program."""
    crest: str | None = None
    """The chosen crest: the numbers of its field, charge and two tinctures, a hex digit each."""


class Privacy(Shape):
    """What others may do to an account."""

    ask: str
    """Who may ask to be a friend; of `friends`, their friends may."""
    invite: str
    """Who may reserve a seat for the account."""
    write: str
    """Who may send direct messages."""
    see_online: str
    """Who sees whether the account is online, and where it plays."""
    last_seen: bool
    """Whether they also see when it was last online."""


class Me(Shape):
    """The caller's own account; `email` to `role` are for sessions only."""

    account: Account
    """The account, as others see it."""
    preferences: dict[str, Any]
    """What the page remembers for the account; unknown members are passed on."""
    privacy: Privacy
    """What others may do to the account."""
    email: str | None = None
    """An address for mail from the server, which only the operator sees."""
    email_verified: bool | None = None
    """Whether its owner has opened a link that was mailed to it; given with `email`."""
    admin: bool | None = None
    """Whether the account belongs to the staff, in either role."""
    role: str | None = None
    """Its role among the staff."""
    deletes_at: str | None = None
    """When the account will be deleted. Until then its owner may only look at it, keep it or sign
    out."""


class Accepts(Shape):
    """What a bot accepts; an absent member is no limit. The bot holds itself to it and declines
    what it does not accept; the server does not enforce it."""

    games: list[str] | None = None
    """Ids of accepted games."""
    players: list[int] | None = None
    """Accepted numbers of players."""
    rated: bool | None = None
    """Whether rated matches are accepted."""
    unrated: bool | None = None
    """Whether unrated matches are accepted."""
    clocks: list[str] | None = None
    """Accepted kinds of clocks."""
    text: str | None = None
    """A sentence about the bot."""


class OnlineBot(Shape):
    """A bot that is online and accepts invitations."""

    id: str
    """Opaque."""
    name: str
    """The account's name."""
    accepts: Accepts
    """What the bot accepts."""


class OnlineBots(Shape):
    """A page of bots that are online."""

    items: list[OnlineBot]
    """Bots of this page, by name."""
    next: str | None = None
    """Pass it as `cursor` for the next page; absent on the last one."""


class SignedIn(Shape):
    """An account and a secret that acts for it, shown only this once."""

    account: Account
    """The account, as others see it."""
    token: str
    """A secret that acts for the account, as `Authorization: Bearer …`; shown once."""


class FriendTable(Shape):
    """A table at which a friend sits."""

    match: str
    """The id of the match."""
    title: str
    """The game's title."""
    status: str
    """`open`, `playing` or `paused`."""


class Friend(Shape):
    """A friend of the caller."""

    account: Account
    """The friend's account."""
    since: str
    """When the friendship began."""
    online: bool | None = None
    """Whether the friend is online; absent if they do not show it."""
    last_seen_at: str | None = None
    """When a friend who is away was last online, to five minutes; absent if they do not show it."""
    unread: int | None = None
    """How many unread messages the caller has of this friend; absent: none."""
    table: FriendTable | None = None
    """A public table at which a friend who is online sits, unless spectators are delayed."""


class FriendRequest(Shape):
    """A request to be friends that awaits an answer."""

    account: Account
    """Who asks, or is asked."""
    at: str
    """When the request was made."""


class Friends(Shape):
    """The caller's friends, and requests to and by the caller."""

    items: list[Friend]
    """The friends, by name."""
    incoming: list[FriendRequest]
    """Who asks to be the caller's friend, newest first."""
    outgoing: list[FriendRequest]
    """Whose friend the caller asks to be, newest first."""


class Friendship(Shape):
    """How the caller stands with an account."""

    status: str
    """`asked` until the other account agrees, then `friends`."""


class FriendLink(Shape):
    """The caller's link: it makes its readers friends at once."""

    code: str
    """The code in the link."""
    url: str
    """The link, to pass on."""


class DirectMessage(Shape):
    """A message between two friends."""

    id: str
    """Later messages have greater numbers."""
    other: str
    """The id of the other account of the conversation."""
    own: bool
    """Whether the caller wrote it."""
    text: str
    """What was written."""
    at: str
    """When it was written."""


class DirectMessages(Shape):
    """A page of a conversation; the next page has the messages before."""

    items: list[DirectMessage]
    """Messages, oldest first."""
    next: str | None = None
    """Pass it as `cursor` for the next page; absent on the last one."""


class ChatLine(Shape, rename={"sender": "from"}):
    """A chat line of a seat or spectator."""

    sender: str
    """The author's name."""
    account: str
    """The id of the author's account."""
    text: str
    """What was said; of a set phrase its English."""
    at: str
    """When the line was written."""
    crest: str | None = None
    """The author's chosen crest when the line was written."""
    seat: int | None = None
    """The author's seat; absent for spectators."""
    to: list[int] | None = None
    """Only these seats see it; absent: all viewers."""
    phrase: str | None = None
    """The set phrase that the line is, to be shown in the reader's language."""


class Chat(Shape):
    """A page of chat lines; the next page has the lines before."""

    items: list[ChatLine]
    """Chat lines, oldest first."""
    channels: list[list[int]] | None = None
    """The seats of each private channel that the caller may read."""
    next: str | None = None
    """Pass it as `cursor` for the next page; absent on the last one."""


class World(Shape):
    """A match that may be the true one by all that the seat knows, at `ply` and with the decision
    open. `state` is absent where the decision stands behind a draw or another seat's answer in the
    same step."""

    decision: str
    """The decision that is open."""
    ply: int
    """How many entries are committed; the newest entry has the same number."""
    rules: int
    """The version of the game's rules."""
    state: str | None = None
    """The world as `engine.core.match.Match.to_bytes` saves it, in base64."""


class Prompt(Shape):
    key: str
    """Names the message for programs."""
    args: dict[str, Any]
    """The arguments of the message."""
    text: str
    """The question as a sentence."""


class Option(Shape):
    """An option of a decision. `text` is that of `message`, by default the key up to its first
    colon, with `args` and, as `it`, the rest of the key."""

    key: str
    """Names the option for programs; a legal answer, or a part of one."""
    text: str
    """What the option does."""
    message: str | None = None
    """The key of the message that `text` or `why` renders."""
    args: dict[str, Any] | None = None
    """The arguments of the message."""
    targets: list[str] | None = None
    """The things in the view that it is about."""
    kind: str | None = None
    """Marks answers that must not be given by accident."""


class Blocked(Shape):
    """An option that is not possible now; `why` is the text of `message` with `args`."""

    key: str
    """Names the option for programs."""
    why: str
    """Why not, in a sentence."""
    message: str
    """The key of the message that `text` or `why` renders."""
    args: dict[str, Any] | None = None
    """The arguments of the message."""
    kind: str | None = None
    """`dear`: too expensive; `used`: already used; absent: not the moment."""


class Decision(Shape):
    """A decision that one seat must make; its kind determines the form of the answer."""

    id: str
    """Opaque; names the decision in answers."""
    seat: int
    """Seats count from 0."""
    kind: str
    """`choose`, `amount`, `mix` or `order`; determines the form of the answer."""
    prompt: Prompt
    """What is asked."""
    optional: bool
    """Whether the match goes on without an answer."""
    undo: bool
    """Whether the answer can be undone for free."""
    default: Any = None
    """What a timeout answers; always legal. Optional decisions have none."""
    options: list[Option] | None = None
    """The options; every key is a legal answer, alone or in a list."""
    limits: dict[str, int] | None = None
    """The most of each kind in a mix."""
    min: int | None = None
    """The least options, the lowest number, or the least in all."""
    max: int | None = None
    """The most options, the highest number, or the most in all."""
    blocked: list[Blocked] | None = None
    """Options that are not possible now, and why."""
    deadline: str | None = None
    """When the default is answered, or the seat is lost; absent: never."""


class Offer(Shape):
    """An offer to the other players."""

    id: str
    """Opaque."""
    kind: str
    """What is offered."""
    by: int
    """The seat that made the offer."""
    asked: list[int]
    """The seats whose consent is needed."""
    answers: dict[str, bool]
    """Who has consented so far, by seat."""
    status: str
    """Whether it still waits for consent, and how it ended."""
    seat: int | None = None
    """The seat that a substitute would take."""


class Committed(Shape):
    """A committed answer, undo or show."""

    ply: int
    """How many entries are committed; the newest entry has the same number."""
    decisions: list[Decision]
    """The open decisions of the viewer's seat."""
    offer: Offer | None = None
    """The offer that asks the others to agree, if they must."""


class Standstill(Shape):
    """The status of the match after a player has resigned."""

    status: str
    """The status of the match."""


class Player(Shape):
    """A seat's player."""

    seat: int
    """Seats count from 0."""
    name: str
    """The player's name at this table."""
    kind: str
    """Whether a person or a bot plays, or the seat is open."""
    rating: int | None = None
    """Elo at the start of the match, among matches with this number of players."""
    stands_in: bool | None = None
    """Whether a bot has taken over from the person of that name."""
    resigned: bool | None = None
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

    match: str
    """The id of the match."""
    game: str
    """The id of the game, as in `GET /games`."""
    rules: int
    """The version of the game's rules."""
    status: str
    """The status of the match."""
    players: list[Player]
    """Who plays, by seat."""
    table: dict[str, Any]
    """The game's own part, see `GET /games/{game}/grammar`."""
    turn: Turn
    """Where the match stands."""


class Pool(Shape):
    """A pool in which opponents are found."""

    id: str
    """Made of the game, the number of players, the pace, and `rated` or `casual`."""
    game: str
    """The id of the game, as in `GET /games`."""
    title: str
    """The game's title."""
    players: int
    """How many play at a table."""
    pace: str
    """`live` and `relaxed` take players who are online; `days` begins without a ready check."""
    rated: bool
    """Whether the results count for ratings; such a pool takes people with a password."""
    bots: bool
    """Whether bots of accounts may stand in it."""
    clock: ClockRule
    """The time control of its matches."""
    median_wait_s: int | None = None
    """The median wait of the last twenty tables, in seconds; absent where there were fewer."""


class PoolTicket(Shape):
    """A place in a pool."""

    pool: Pool
    """The pool in which the account waits."""
    since: str
    """When the account joined it."""
    held_back_s: int | None = None
    """Seconds that the account waits before it is paired, since it has missed ready checks or left
    matches early."""


class ReadyCheck(Shape):
    """A table that a pool has found. It says how many have confirmed, never who sits there."""

    id: str
    """Opaque."""
    pool: Pool
    """The pool that has found the table."""
    players: int
    """How many play at the table, the account included."""
    deadline: str
    """Until when the players may answer."""
    seconds_left: int
    """The seconds until then when this was sent."""
    accepted: int
    """How many players have confirmed; 0 once it is dissolved."""
    status: str
    """`open` until all have confirmed (`begun`), or one has not (`dissolved`)."""
    accept: bool | None = None
    """What the account has answered; absent once it is dissolved."""
    fewer: bool | None = None
    """Whether the pool proposes a smaller table than usual; to decline it costs nothing."""
    match: str | None = None
    """The match, once it has begun."""


class MyPools(Shape):
    """Where the account waits."""

    items: list[PoolTicket]
    """The pools in which the account waits."""
    held_back_s: int | None = None
    """Seconds for which the account's next place in a pool of live matches is held back, since it
    has missed ready checks, or left matches that pools had found: before its third answer, on time
    or to a substitute. Forgotten after a day; a match played takes one off."""
    ready_check: ReadyCheck | None = None
    """The ready check that the account has to answer, or has answered."""


class Pools(Shape):
    items: list[Pool]
    """Every pool of the games on offer."""


class Viewer(Shape):
    """The viewer of a frame: a seat, or the public."""

    seat: int | None = None
    """Seats count from 0."""
    public: bool | None = None
    """True for those without a seat."""


class HelloFrame(Shape, tag_field="t", tag="hello"):
    """The first frame."""

    protocol: int
    """The version of the protocol."""
    match: str
    """The id of the match."""
    viewer: Viewer
    """Whose view it is."""
    heartbeat: int
    """Seconds between two `ping`s by which a client learns that the connection lives."""
    delayed: SpectatorDelay | None = None
    """The spectator delay that applies to the viewer."""


class Event(Shape):
    """An event in the game. `text` says "you" to the seat in `args`, except about moves that
    another player made before the viewer took over (`by_other`)."""

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
    by_other: bool | None = None
    """Whether another player of the seat did it, before the viewer took over."""


class Waiting(Shape):
    """A seat that the match waits for."""

    seat: int
    """Seats count from 0."""
    deadline: str | None = None
    """When the default is answered, or the seat is lost; absent: never."""


class SeatClock(Shape):
    left_ms: int
    """Milliseconds left at `now`."""
    running: bool | None = None
    """Whether the clock runs."""


class Clock(Shape):
    """The time left at `now`, by the server's clock."""

    kind: str
    """Names the time control."""
    on_timeout: str | None = None
    """When time is up: the default is answered, a bot takes over, or a forfeit."""
    now: str | None = None
    """The server's time."""
    seats: dict[str, SeatClock] | None = None
    """The time left, by seat."""


class Presence(Shape):
    """Who is connected."""

    seats: dict[str, str]
    """`here`, `away` or `gone`, by seat."""
    spectators: int
    """How many watch."""


class TakingBack(Shape):
    """What the viewer's seat may undo; empty: nothing."""

    decision: str | None = None
    """The first decision to take back."""
    free: bool | None = None
    """Whether it needs no consent, since it undoes no draw and no action of another seat."""


class Threat(Shape):
    """A fact of the open table that may decide the match; the same for every viewer but for "you"
    in `text`."""

    key: str
    """Names the message for programs."""
    args: dict[str, Any]
    """The arguments of the message."""
    text: str
    """The threat as a sentence."""
    by: int | None = None
    """The seat that gains by it."""
    can: bool | None = None
    """Whether the seat could do so if it were its turn now."""


class FullFrame(Shape, tag_field="t", tag="full"):
    """The whole state, enough to play without earlier frames."""

    viewer: Viewer
    """Whose view it is."""
    ply: int
    """How many entries are committed; the newest entry has the same number."""
    view: dict[str, Any]
    """The table, as the viewer may see it."""
    events: list[Event]
    """What happened, as the viewer may know it."""
    decisions: list[Decision]
    """The open decisions of the viewer's seat."""
    waiting: list[Waiting]
    """The seats that the match waits for, and their deadlines."""
    clock: Clock
    """The time left by seat."""
    presence: Presence
    """Who is connected."""
    offers: list[Offer]
    """The open offers."""
    hash: str
    """The first 16 hex digits of the SHA-256 of the view as canonical JSON (RFC 8785)."""
    at: str | None = None
    """When the entry was committed; in replays only."""
    auto_pass: str | None = None
    """In whose turns the viewer's seat passes automatically."""
    auto_answer: bool | None = None
    """Whether decisions with a single answer are answered automatically."""
    undo: TakingBack | None = None
    """What the viewer's seat may undo."""
    threats: list[Threat] | None = None
    """What may decide the match soon; absent if nothing does."""


class DeltaFrame(Shape, tag_field="t", tag="delta"):
    """`patch` (RFC 7396) turns the view at `base` into the one with this `hash`; decisions,
    waiting, clock, undo and threats are present only if they changed."""

    ply: int
    """How many entries are committed; the newest entry has the same number."""
    base: int
    """The ply of the view that the patch applies to."""
    patch: dict[str, Any]
    """An RFC 7396 merge patch."""
    events: list[Event]
    """What happened, as the viewer may know it."""
    hash: str
    """The first 16 hex digits of the SHA-256 of the view as canonical JSON (RFC 8785)."""
    decisions: list[Decision] | None = None
    """The open decisions of the viewer's seat."""
    waiting: list[Waiting] | None = None
    """The seats that the match waits for, and their deadlines."""
    clock: Clock | None = None
    """The time left by seat."""
    auto_pass: str | None = None
    """In whose turns the seat passes automatically."""
    undo: TakingBack | None = None
    """What the viewer's seat may undo."""
    threats: list[Threat] | None = None
    """What may decide the match soon."""


class AckFrame(Shape, tag_field="t", tag="ack"):
    """The command `ref` was committed."""

    ref: int
    """The client's number of the command."""
    ply: int
    """How many entries are committed; the newest entry has the same number."""
    offer: str | None = None
    """The id of the offer that was made or answered."""


class NackFrame(Shape, tag_field="t", tag="nack"):
    """The command `ref` was refused; without a ref if it could not be read."""

    problem: dict[str, Any]
    """Why the command was refused."""
    ref: int | None = None
    """The client's number of the command."""


class PongFrame(Shape, tag_field="t", tag="pong"):
    ply: int
    """How many entries are committed; the newest entry has the same number."""


class PresenceFrame(Presence, tag_field="t", tag="presence"):
    """Presence has changed: a player or spectator has arrived or left."""


class ChatFrame(ChatLine, tag_field="t", tag="chat"):
    """A new chat line."""


class ChannelFrame(Shape, tag_field="t", tag="channel"):
    """These seats have begun to talk in private."""

    seats: list[int]
    """The seats that talk in private."""


class OfferFrame(Offer, tag_field="t", tag="offer"):
    """An offer was made, answered or closed."""


class RestartFrame(Shape, tag_field="t", tag="restart"):
    """The server restarts; reconnect."""

    after: float
    """Seconds after which to reconnect."""


class EndFrame(Shape, tag_field="t", tag="end"):
    """The match is over. Sent again, with `unrated`, once it turns out not to be rated."""

    outcome: Outcome
    """Ranks, scores and reason."""
    seed: str
    """The seed of all chance, in hex; shown after the end."""
    unrated: str | None = None
    """Why a match meant to be rated is not."""


class RematchFrame(Shape, tag_field="t", tag="rematch"):
    """The match has a rematch, `match`; a full frame without a following rematch frame means that
    there is no rematch, or no longer one."""

    match: str
    """The rematch."""


class MatchLine(Shape, tag_field="t", tag="match"):
    """One of the account's matches, in its current state."""

    match: Match
    """The match, in its current state."""


class DecisionLine(Shape, tag_field="t", tag="decision"):
    """The account is to move; `decisions` is complete."""

    match: str
    """The id of the match."""
    seat: int
    """The account's seat."""
    ply: int
    """How many entries are committed; the newest entry has the same number."""
    decisions: list[Decision]
    """Open decisions of the viewer's seat; complete."""


class OfferLine(Shape, tag_field="t", tag="offer"):
    """An offer needs the account's consent."""

    match: str
    """The id of the match."""
    seat: int
    """The account's seat."""
    offer: Offer
    """The offer to answer."""


class InviteLine(Shape, tag_field="t", tag="invite"):
    """A seat is reserved for the account."""

    match: Match
    """The match, in its current state."""
    seat: int
    """The reserved seat."""


class EndLine(Shape, tag_field="t", tag="end"):
    """One of the account's matches is over."""

    match: str
    """The id of the match."""
    status: str
    """The status of the match."""
    outcome: Outcome | None = None
    """Ranks, scores and reason; absent if the match was aborted."""
    seed: str | None = None
    """The seed of all chance, in hex; shown after the end."""
    unrated: str | None = None
    """Why a match meant to be rated is not."""


class FriendLine(Shape, tag_field="t", tag="friend"):
    """One friend has come or gone, or sits elsewhere."""

    friend: Friend
    """The friend, as in `GET /me/friends`."""


class FriendsLine(Shape, tag_field="t", tag="friends"):
    """The account's list of friends has changed; sent first unless it is empty."""

    friends: Friends
    """The list, as in `GET /me/friends`."""


class MessageLine(Shape, tag_field="t", tag="message"):
    """A direct message was written, by the account or to it."""

    message: DirectMessage
    """As in `GET /me/messages/{name}`."""


class PoolLine(Shape, tag_field="t", tag="pool"):
    """The account's places in pools have changed; replaces all the client knew of them."""

    tickets: list[PoolTicket]
    """The pools in which the account waits."""


class ReadyCheckLine(ReadyCheck, tag_field="t", tag="ready_check"):
    """A table is found for the account, a player has confirmed it, or it is decided."""


class AccountWarning(Shape):
    """A warning that the account has not acknowledged."""

    id: str
    """Opaque."""
    at: str
    """When the account was warned."""
    text: str
    """What the staff has to say."""


class WarningsLine(Shape, tag_field="t", tag="warnings"):
    """The warnings of the staff that the account has not acknowledged; sent first unless there are
    none."""

    warnings: list[AccountWarning]
    """The warnings, oldest first."""


Frame = (
    HelloFrame
    | FullFrame
    | DeltaFrame
    | AckFrame
    | NackFrame
    | PongFrame
    | PresenceFrame
    | ChatFrame
    | ChannelFrame
    | OfferFrame
    | RestartFrame
    | EndFrame
    | RematchFrame
)
AccountLine = (
    MatchLine
    | DecisionLine
    | OfferLine
    | InviteLine
    | EndLine
    | FriendLine
    | FriendsLine
    | MessageLine
    | PoolLine
    | ReadyCheckLine
    | WarningsLine
    | RestartFrame
)
