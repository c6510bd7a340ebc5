"""Scripts: how rules ask players.

A rule that needs a player awaits `choose`, `choose_some`, `may`, `amount`, `mix`, `order`,
`at_once` or `first_of`. Nothing here runs anything: `await` hands the question to the driver of
the script (`engine.core.run`) and returns the answer's value. `engine.core.question` defines
questions and how their answers are parsed.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Mapping, Sequence
from typing import Any, Generic, TypeVar, cast

from engine.core.question import Blocked, BlockedKind, Kind, Option, OptionKind, Question, plain

__all__ = [
    "Ask",
    "Blocked",
    "BlockedKind",
    "Fork",
    "Kind",
    "Option",
    "OptionKind",
    "Question",
    "Script",
    "amount",
    "at_once",
    "choose",
    "choose_some",
    "first_of",
    "may",
    "mix",
    "order",
    "plain",
]

T = TypeVar("T")
Script = Coroutine[Any, Any, T]


class Ask(Generic[T]):
    """Awaiting it asks its questions; the first answer ends it.

    `race` is false for a single question, whose value it returns, and true for `first_of`.
    `forced_value` holds the only possible value of a question that is not asked.
    """

    __slots__ = ("forced_value", "questions", "race")

    def __init__(
        self, questions: list[Question], race: bool = False, forced_value: list[Any] | None = None
    ) -> None:
        self.questions = questions
        self.race = race
        self.forced_value = forced_value

    def __await__(self) -> Generator[Ask[T], Any, T]:
        if self.forced_value is not None:
            return cast(T, self.forced_value[0])
        return cast(T, (yield self))


class Fork(Generic[T]):
    """Awaiting it runs the branches side by side and returns their results in seat order."""

    __slots__ = ("branches",)

    def __init__(self, branches: Mapping[int, Script[T] | Ask[T]]) -> None:
        self.branches = branches

    def __await__(self) -> Generator[Fork[T], Any, dict[int, T]]:
        return cast("dict[int, T]", (yield self))


def choose(
    seat: int,
    prompt: str,
    options: Sequence[Option[T]],
    *,
    public: bool = False,
    default: str | None = None,
    blocked: Callable[[], Sequence[Blocked]] | None = None,
    idle: Callable[[], Mapping[str, str]] | None = None,
    optional: bool = False,
    passable: bool = False,
    **args: Any,
) -> Ask[T]:
    """Ask a seat for one of the options; returns its value.

    `public` means that the options follow from public facts alone: then a single one is taken
    without asking. If hidden facts have narrowed them, the question must be asked anyway.
    `passable` means that the default does nothing.
    """
    if public and len(options) == 1:
        return Ask([], forced_value=[options[0].value])
    return Ask(
        [
            Question(
                seat=seat,
                kind="choose",
                prompt=prompt,
                args=args,
                options=options,
                fallback=default,
                blocked=blocked,
                idle=idle,
                optional=optional,
                passable=passable,
            )
        ]
    )


def choose_some(
    seat: int,
    prompt: str,
    options: Sequence[Option[T]],
    least: int,
    most: int,
    *,
    public: bool = False,
    default: list[str] | None = None,
    blocked: Callable[[], Sequence[Blocked]] | None = None,
    **args: Any,
) -> Ask[list[T]]:
    """Ask a seat for `least`..`most` different options; returns their values in the order given."""
    if public and least == len(options):
        return Ask([], forced_value=[[option.value for option in options]])
    return Ask(
        [
            Question(
                seat=seat,
                kind="choose",
                prompt=prompt,
                args=args,
                options=options,
                least=least,
                most=most,
                many=True,
                fallback=default,
                blocked=blocked,
            )
        ]
    )


def may(seat: int, prompt: str, **args: Any) -> Ask[bool]:
    """Ask a seat whether it wants to; a timeout means no."""
    options = [Option("yes", True), Option("no", False)]
    return choose(seat, prompt, options, default="no", passable=True, **args)


def amount(
    seat: int, prompt: str, least: int, most: int, *, public: bool = False, **args: Any
) -> Ask[int]:
    """Ask a seat for an integer."""
    if public and least == most:
        return Ask([], forced_value=[least])
    question = Question(seat=seat, kind="amount", prompt=prompt, args=args, least=least, most=most)
    return Ask([question])


def mix(
    seat: int,
    prompt: str,
    limits: Mapping[str, int],
    least: int,
    most: int | None = None,
    *,
    public: bool = False,
    default: Mapping[str, int] | None = None,
    **args: Any,
) -> Ask[dict[str, int]]:
    """Ask a seat for a multiset of `least`..`most` (default: exactly `least`) within `limits`.

    With `public`, a forced mix (all there is, or one kind alone) is taken without asking.
    """
    most = least if most is None else most
    if public and least == most:
        available = {name: limit for name, limit in limits.items() if limit > 0}
        if least == 0 or len(available) == 1 or sum(available.values()) == least:
            forced = {name: min(limit, least) for name, limit in available.items()} if least else {}
            return Ask([], forced_value=[forced])
    question = Question(
        seat=seat,
        kind="mix",
        prompt=prompt,
        args=args,
        limits=limits,
        least=least,
        most=most,
        fallback=default,
    )
    return Ask([question])


def order(
    seat: int, prompt: str, options: Sequence[Option[T]], *, public: bool = False, **args: Any
) -> Ask[list[T]]:
    """Ask a seat to put all options in an order; returns their values."""
    if public and len(options) < 2:
        return Ask([], forced_value=[[option.value for option in options]])
    question = Question(seat=seat, kind="order", prompt=prompt, args=args, options=options)
    return Ask([question])


def at_once(branches: Mapping[int, Script[T] | Ask[T]]) -> Fork[T]:
    """Let several seats answer in any order; no result is used before the last one is in.

    A branch only asks and returns: it must not draw, tell or change the table.
    """
    return Fork(branches)


def first_of(main: Ask[Any], *meanwhile: Ask[Any]) -> Ask[tuple[int, Any]]:
    """Ask `main` while other questions are open; returns (seat, value) of the first answer.

    The questions in `meanwhile` should be optional: the match does not wait for them.
    """
    questions = [question for ask in (main, *meanwhile) for question in ask.questions]
    return Ask(questions, race=True)
