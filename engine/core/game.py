"""Game: the interface between a game's rules and the rest of Conclave.

A package adds a game by subclassing `Game` and registering an instance under the entry point group
`conclave.games`; nothing else in this repository needs to know about it.
"""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Annotated, Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec import Meta, Struct

from engine.core.errors import InvalidOptions
from engine.core.event import Public, Viewer
from engine.core.language import Translate, in_english
from engine.core.messages import Messages
from engine.core.outcome import Outcome, Score
from engine.core.page_parts import PageParts
from engine.core.run import Run
from engine.core.script import Script
from engine.core.table import Table
from engine.core.threat import Threat
from engine.core.view_schema import view_schema


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a creator may choose. The form is built from each option's default, title and
    description.
    """

    round_limit: Annotated[
        int,
        Meta(
            ge=0,
            le=1000,
            title="Round limit",
            description="End after this many rounds; 0 for never.",
        ),
    ] = 0


class Turn(Struct):
    """Where the match stands; public."""

    round: int
    phase: str  # message "phase.<phase>"
    seats: list[int]  # whose turn it is


class Component(Struct, omit_defaults=True, kw_only=True):
    """A component of the box as the gallery shows it; `facts` holds its numbers as plain JSON."""

    id: str
    name: str
    kind: str
    text: str = ""
    facts: dict[str, Any] = {}


Predicate = Callable[..., bool]
"""Takes an attempt at a lesson and named arguments (`engine.core.goals`)."""
T = TypeVar("T", bound=Table)
O = TypeVar("O", bound=Options)  # noqa: E741 - T and O are the two types a game supplies


class Game(ABC, Generic[T, O]):
    """A game's rules behind one interface. Instances hold no state."""

    id: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[range]
    rules: ClassVar[int]
    """Version of the rules; incremented when a saved table changes shape or meaning (see
    `upgrade`).
    """
    table_type: type[T]
    options_type: type[O]
    view_type: ClassVar[type | None] = None
    """The TypedDict that describes what `view` returns; None for a game that leaves that out."""
    added_options: ClassVar[Mapping[str, Any]] = {}
    """Options added since the first rules, with the value that applied before they existed."""
    retired_options: ClassVar[frozenset[str]] = frozenset()
    """Options that no longer exist."""
    retired_answers: ClassVar[Mapping[str, str]] = {}
    """By prompt, an answer of older rules that did nothing; a replay under today's rules skips it
    and leaves the question open.
    """
    added_questions: ClassVar[frozenset[str]] = frozenset()
    """Prompts that older rules answered unasked, with today's default."""
    messages: Messages
    option_keys: ClassVar[Mapping[str, tuple[Any, ...]]] = {}
    """Maps the first word of an option key to the types of its colon-separated parts; `T | None`
    for a last part that may be missing (`engine.core.grammar`).
    """
    argument_types: ClassVar[Mapping[str, Any]] = {}
    """The types of the arguments of messages, by name, or by message and name ("event.moved n")."""
    how_to_play: ClassVar[str]
    """Short rules in our own words: paragraphs separated by blank lines, headings begin with
    "# ".
    """
    negotiation: ClassVar[bool] = False
    """Whether seats may talk in private channels."""
    shows: ClassVar[bool] = False
    """Whether seats may show one another cards at any time: `showable` lists them, `view` includes
    `memory.memories`, and `resample` respects them (`record_show`, `memory.forget_unknown`)."""
    playouts: ClassVar[int] = 100
    """Playouts that the bot `hard` spends on an answer: about 0.2 s of one core."""
    horizon: ClassVar[int] = 1
    """Rounds that a playout lasts, the present one included."""
    goals: ClassVar[Mapping[str, Predicate]] = {}
    """The game's own predicates for the goals of its lessons, by name (`engine.core.goals`)."""
    page: ClassVar[PageParts | None] = None
    """What the game's package adds to the page: a board, pictures, sounds."""
    for_tests: ClassVar[bool] = False
    """Whether the game is for tests only: a server offers it only if its settings name it."""

    # -- the rules

    @abstractmethod
    def new(self, options: O, seats: int, run: Run) -> T:
        """The table before its first step. It may draw (`table.run = run` first), not ask."""

    @abstractmethod
    def step(self, table: T) -> Script[None] | None:
        """The script of the next step from a table at rest; None when the game is over."""

    @abstractmethod
    def outcome(self, table: T) -> Outcome | None:
        """How the game ended; None while it is running."""

    # -- what viewers see

    @abstractmethod
    def view(self, table: T, viewer: Viewer) -> Mapping[str, Any]:
        """The projection for one viewer, built up from nothing.

        Plain JSON: no null, no floats, no all-digit or non-ASCII keys; things are objects keyed by
        their public ids, arrays only where order means something.
        """

    def views(self, table: T) -> Callable[[Viewer], Mapping[str, Any]]:
        """`view` for several viewers of one table; a game may compute the shared parts once."""
        return partial(self.view, table)

    @abstractmethod
    def resample(self, table: T, viewer: Viewer, rng: Random) -> None:
        """Redeal everything hidden from the viewer, in place; the viewer's view stays the same."""

    @abstractmethod
    def turn(self, table: T) -> Turn:
        """Round, phase and the seats whose turn it is; public."""

    @abstractmethod
    def catalogue(self, translate: Translate = in_english) -> list[Component]:
        """Every component of the box, each text passed through `translate` in its own context."""

    # -- what may be overridden

    def reshuffle(self, table: T) -> None:
        """Shuffle every hidden order that no seat knows any part of, in place, without an event.

        Called after an agreed undo has crossed a draw or a reveal, so cards seen in a pile do not
        come up again. No view changes; seats keep what they knew at that point.
        """

    def showable(self, table: T, seat: int) -> list[str]:
        """Public ids of the hidden cards that the seat may show to others now."""
        return []

    def record_show(self, table: T, seat: int, card: str, to: Sequence[int]) -> None:
        """Record that the others now know where the shown card lies.

        An agreed undo keeps what was shown, so on replay the card may lie elsewhere.
        """

    def check_options(self, options: O, seats: int) -> None:
        """Raise InvalidOptions if these options can't be played with this many seats."""

    def appraise(self, table: T, seat: int) -> int:
        """How good a table looks to a seat, in the game's own units; `greedy` maximises it.

        It gets the table as a move's step left it, before the next step begins, so automatic
        effects such as the end of a round do not distort it.
        """
        return 0

    def take_spendable(self, table: T, seat: int) -> list[int]:
        """Remove from a table, in place, all that the seat can spend, and sort what has no order;
        returns the amount of each resource. Bots avoid moves between tables that differ in these
        amounts alone and only lose by them.
        """
        return []

    def features(self, table: T) -> list[dict[str, float]]:
        """By seat, named numbers that predict its chance of winning a match in progress
        (`engine.bots.chance` weighs them), from public facts and its own hidden cards alone. A
        number that is left out counts as 0. Empty for games without a model.
        """
        return []

    def score_sheet(self, table: T) -> list[Score]:
        """The score sheet if the match ended now, from public facts; for matches that their
        players end early. Empty for games without scores.
        """
        return []

    def threats(self, table: T) -> list[Threat]:
        """What may decide the match soon, the most pressing first; from public facts alone, so
        every viewer gets the same. `can` marks what the rules let a player do with the cards and
        pieces that lie open.
        """
        return []

    def laws(self, table: T) -> None:
        """Raise AssertionError if a conservation law is broken; called throughout the tests."""

    def notation(self, table: T) -> str:
        """The whole position as text, for lessons, bug reports and tests; empty if the game has
        none.
        """
        return ""

    def read_position(self, text: str) -> T:
        """The table at rest that a `notation` describes. Raises ValueError if it can't be read."""
        raise ValueError(f"{self.title} has no notation.")

    def upgrade(self, raw: Any, rules: int) -> Any:
        """Migrate the plain data of a table saved under older rules to today's shape."""
        return raw

    # -- shared

    def is_retired_answer(self, prompt: str, answer: Any) -> bool:
        """Whether `answer` is one that did nothing under older rules."""
        return prompt in self.retired_answers and self.retired_answers[prompt] == answer

    def read_options(self, raw: dict[str, Any] | None, seats: int) -> O:
        """Options from JSON. Raises InvalidOptions with a sentence for people."""
        if seats not in self.seats:
            raise InvalidOptions(
                f"{self.title} is for {self.seats[0]} to {self.seats[-1]} players."
            )
        try:
            options = msgspec.convert(raw or {}, self.options_type)
        except msgspec.ValidationError as error:
            raise InvalidOptions(str(error)) from None
        self.check_options(options, seats)
        return options

    def stored_options(self, stored: Mapping[str, Any]) -> dict[str, Any]:
        """The options of an existing match, created under any rules, as today's.

        A match stores its options in full: one that is missing was added since.
        """
        current = {
            name: value for name, value in stored.items() if name not in self.retired_options
        }
        return {**self.added_options, **current}

    @classmethod
    def folder(cls) -> Path:
        """Where the game's sources are, with its `locale` folder."""
        return Path(inspect.getfile(cls)).parent

    @classmethod
    def view_schema(cls, viewer: Viewer) -> dict[str, Any] | None:
        """The JSON schema of the views that a seat, or PUBLIC, gets; None without a `view_type`."""
        if cls.view_type is None:
            return None
        return view_schema(cls.view_type, public=isinstance(viewer, Public))

    def options_schema(self) -> dict[str, Any]:
        """The JSON schema of the options, with defaults and help; references resolved."""
        _, components = msgspec.json.schema_components([self.options_type])
        own = components[self.options_type.__name__]
        others = {name: part for name, part in components.items() if part is not own}
        return {**own, "$defs": others} if others else own
