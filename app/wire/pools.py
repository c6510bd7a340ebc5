"""Wire types of matchmaking: pools, places in them, and ready checks."""

from __future__ import annotations

from app.wire import UNSET, Shape, UnsetType
from app.wire.ids import GameId, Time
from app.wire.literals import Pace, ReadyStatus
from app.wire.matches import ClockRule, Yes


class Pool(Shape):
    """A pool in which opponents are found."""

    id: str
    """Made of the game, the number of players, the pace, and `rated` or `casual`."""
    game: GameId
    title: str
    """The game's title."""
    players: int
    """How many play at a table."""
    pace: Pace
    """`live` and `relaxed` take players who are online; `days` begins without a ready check."""
    rated: bool
    """Whether the results count for ratings; such a pool takes people with a password."""
    bots: bool
    """Whether bots of accounts may stand in it."""
    clock: ClockRule
    """The time control of its matches."""
    median_wait_s: int | UnsetType = UNSET
    """The median wait of the last twenty tables, in seconds; absent where there were fewer."""


class Pools(Shape):
    items: list[Pool]
    """Every pool of the games on offer."""


class PoolTicket(Shape):
    """A place in a pool."""

    pool: Pool
    """The pool in which the account waits."""
    since: Time
    """When the account joined it."""
    held_back_s: int | UnsetType = UNSET
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
    deadline: Time
    """Until when the players may answer."""
    seconds_left: int
    """The seconds until then when this was sent."""
    accepted: int
    """How many players have confirmed; 0 once it is dissolved."""
    status: ReadyStatus
    """`open` until all have confirmed (`begun`), or one has not (`dissolved`)."""
    accept: bool | UnsetType = UNSET
    """What the account has answered; absent once it is dissolved."""
    fewer: Yes | UnsetType = UNSET
    """Whether the pool proposes a smaller table than usual; to decline it costs nothing."""
    match: str | UnsetType = UNSET
    """The match, once it has begun."""


class MyPools(Shape):
    """Where the account waits."""

    items: list[PoolTicket]
    """The pools in which the account waits."""
    held_back_s: int | UnsetType = UNSET
    """Seconds for which the account's next place in a pool of live matches is held back, since it
    has missed ready checks, or left matches that pools had found: before its third answer, on time
    or to a substitute. Forgotten after a day; a match played takes one off."""
    ready_check: ReadyCheck | UnsetType = UNSET
    """The ready check that the account has to answer, or has answered."""
