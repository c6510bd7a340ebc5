"""Game: what a game is to the rest of Conclave.

A package adds a game by subclassing `Game` and naming an instance of it under the entry point group
`conclave.games`; nothing else in this repository needs to know about it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Annotated, Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec import Meta, Struct

from engine.core.errors import InvalidOptions
from engine.core.event import Viewer
from engine.core.messages import Messages
from engine.core.outcome import Outcome, Score
from engine.core.run import Run
from engine.core.script import Script
from engine.core.table import Table


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a creator may choose. The form is made of it: default, title and description each."""

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
    """Where the match stands, for everybody: the round, the phase (message "phase.<phase>"), whose
    turn.
    """

    round: int
    phase: str
    seats: list[int]


class Component(Struct, omit_defaults=True, kw_only=True):
    """One thing of the box as the gallery shows it; `facts` are its numbers, plain JSON."""

    id: str
    name: str
    kind: str
    text: str = ""
    facts: dict[str, Any] = {}


T = TypeVar("T", bound=Table)
O = TypeVar("O", bound=Options)  # noqa: E741 - T and O are the two shapes a game brings


class Game(ABC, Generic[T, O]):
    """A game's rules behind one face. Instances hold no state."""

    id: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[range]
    rules: ClassVar[int]
    """Version of the rules; raised when a saved table changes shape or meaning (see `upgrade`)."""
    table_type: type[T]
    options_type: type[O]
    later_options: ClassVar[Mapping[str, Any]] = {}
    """Options added since the first rules: what held while there was no choice."""
    retired_options: ClassVar[frozenset[str]] = frozenset()
    """Options that there are no more."""
    retired_answers: ClassVar[Mapping[str, str]] = {}
    """By prompt, an answer of older rules that did nothing: where it was given, today's ask on."""
    later_questions: ClassVar[frozenset[str]] = frozenset()
    """Prompts that older rules answered unasked, with what is their default today."""
    messages: Messages
    how_to_play: ClassVar[str]
    """Short rules in our own words, paragraphs separated by blank lines, headings begin with "#
    ".
    """
    negotiation: ClassVar[bool] = False
    """Whether seats may talk in private channels."""
    shows: ClassVar[bool] = False
    """Whether seats may show one another cards at any time: `showable` says which, the view tells
    `memory.memories`, and `resample` keeps to them (`was_shown`, `memory.forget_unknown`)."""
    appraised_at_rest: ClassVar[bool] = False
    """Whether `appraise` is given the table at the end of a step, before the next one begins, so
    that whatever follows a move by itself (another turn, the end of a round) does not blur it."""
    resigned_is_out: ClassVar[bool] = False
    for_tests: ClassVar[bool] = False
    """Whether it is no game for people: a server has it only where its settings name it."""

    # -- the rules

    @abstractmethod
    def new(self, options: O, seats: int, run: Run) -> T:
        """The table before its first step. It may draw (`table.run = run` first), not ask."""

    @abstractmethod
    def step(self, table: T) -> Script[None] | None:
        """The script of the next step from a table at rest; None when the game is over."""

    @abstractmethod
    def outcome(self, table: T) -> Outcome | None:
        """How it ended; None while it goes on."""

    # -- what people see

    @abstractmethod
    def view(self, table: T, viewer: Viewer) -> dict[str, Any]:
        """What the viewer may see, built up from nothing.

        Plain JSON: no null, no floats, no object key of digits alone; things are objects keyed by
        their public ids, arrays only where order means something.
        """

    def views(self, table: T) -> Callable[[Viewer], dict[str, Any]]:
        """`view` for several viewers at one moment. Where they share much it is made once."""
        return partial(self.view, table)

    @abstractmethod
    def resample(self, table: T, viewer: Viewer, rng: Random) -> None:
        """Deal everything hidden from the viewer anew, in place; his view stays the same."""

    @abstractmethod
    def turn(self, table: T) -> Turn:
        """Round, phase and the seats whose turn it is; public."""

    @abstractmethod
    def catalogue(self) -> list[Component]:
        """Every component of the box."""

    # -- what may be overridden

    def reshuffle(self, table: T) -> None:
        """Shuffle every hidden order that no seat knows any part of, in place; tell nothing.

        Called where an agreed undo has gone back across a draw or a reveal, so that what was seen
        of a pile does not come again. Nobody's view changes; what a seat knew by then stays.
        """

    def showable(self, table: T, seat: int) -> list[str]:
        """The hidden cards that the seat may show to others now, by their public ids."""
        return []

    def was_shown(self, table: T, seat: int, card: str, to: Sequence[int]) -> None:
        """The seat has shown a card to others: note what they know now of where it lies.

        An undo by agreement keeps what was shown, so that the card may lie elsewhere by then.
        """

    def check(self, options: O, seats: int) -> None:
        """Raise InvalidOptions if these options can't be played with this many seats."""

    def appraise(self, table: T, seat: int) -> int:
        """How good a table looks to a seat, in the game's own units; `greedy` maximises it."""
        return 0

    def standing(self, table: T) -> list[Score]:
        """The score sheet as it would be if the match ended here, by what everybody can see; for
        matches that their players end. Empty for games without scores.
        """
        return []

    def laws(self, table: T) -> None:
        """Raise AssertionError where a conservation law is broken; tests call it all the time."""

    def notation(self, table: T) -> str:
        """The whole position as text, for bug reports and tests; empty where there is none."""
        return ""

    def upgrade(self, raw: Any, rules: int) -> Any:
        """Turn the plain data of a table saved under older rules into today's shape."""
        return raw

    # -- shared

    def has_retired(self, prompt: str, answer: Any) -> bool:
        """Whether it is an answer of older rules that did nothing."""
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
        self.check(options, seats)
        return options

    def stored_options(self, stored: Mapping[str, Any]) -> dict[str, Any]:
        """The options of a match that exists, whatever rules it was created under, as today's.

        A match stores its options in full: one that is missing was added since.
        """
        kept = {name: value for name, value in stored.items() if name not in self.retired_options}
        return {**self.later_options, **kept}

    def options_schema(self) -> dict[str, Any]:
        """The JSON schema of the options, with defaults and help; references resolved."""
        _, components = msgspec.json.schema_components([self.options_type])
        own = components[self.options_type.__name__]
        others = {name: part for name, part in components.items() if part is not own}
        return {**own, "$defs": others} if others else own
