"""Scripts: how rules ask players.

A rule that needs a player awaits `choose`, `choose_some`, `may`, `amount`, `mix`, `order`,
`at_once` or `first_of`. Nothing here runs anything: awaiting hands the question to whoever drives
the script (`engine.core.run`), and the answer comes back as the value of the `await`.

Kinds of question and their answers on the wire:

==========  =============================================  ===================================
choose      `least`..`most` of `options`                   a key; a list of keys if `most` > 1
                                                           (none of at most one: an empty list)
amount      an integer `least`..`most`                     the integer
mix         a multiset within `limits`, `least`..`most`    {"elan": 2, "life": 1}
order       all `options` in an order                      the list of keys
==========  =============================================  ===================================
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Mapping, Sequence
from typing import Any, Generic, Literal, TypeVar, cast

from msgspec import Struct

from engine.core.errors import IllegalAnswer

T = TypeVar("T")
Kind = Literal["choose", "amount", "mix", "order"]
Script = Coroutine[Any, Any, T]


class Option(Struct, Generic[T]):
    """One way to answer: a stable readable `key` and the `value` that the rule gets.

    `targets` name things in the view ("card:hawk"), so that a board can light them up. The text is
    the message "option.<message>" (by default the key up to its first colon) with `args`, to which
    "it", the part of the key after that colon, is added.
    """

    key: str
    value: T
    targets: tuple[str, ...] = ()
    message: str = ""
    args: dict[str, Any] | None = None


class Blocked(Struct):
    """An option that people expect but can't have now, and the message "why.<why>" that says
    why.
    """

    key: str
    why: str
    args: dict[str, Any] = {}


def plain(*keys: str) -> list[Option[str]]:
    """Options that stand for their own keys."""
    return [Option(key, key) for key in keys]


class Question(Struct, kw_only=True):
    """An open question to one seat; see the table above for what the fields mean for each kind.

    `blocked` and `says` are only called when somebody looks. `says` gives options, by key, another
    message than their own.
    """

    seat: int
    kind: Kind
    prompt: str
    args: dict[str, Any]
    options: Sequence[Option[Any]] = ()
    limits: Mapping[str, int] | None = None
    least: int = 1
    most: int = 1
    many: bool = False
    optional: bool = False
    fallback: Any = None
    blocked: Callable[[], Sequence[Blocked]] | None = None
    says: Callable[[], Mapping[str, str]] | None = None

    def read(self, answer: Any) -> Any:
        """The value that the rule gets for an answer from the wire. Raises IllegalAnswer."""
        if self.kind == "choose" and not self.many:
            for option in self.options:
                if option.key == answer:
                    return option.value
            raise IllegalAnswer("That is not one of the options.")
        return _READERS[self.kind](self, answer)

    def default(self) -> Any:
        """The answer that a time-out gives, in its wire form."""
        if self.kind == "choose":
            return self._default_choice()
        if self.fallback is not None:
            return self.fallback
        if self.kind == "order":
            return [option.key for option in self.options]
        return self.least if self.kind == "amount" else _first_mix(self)

    def _default_choice(self) -> Any:
        """A key where one option at most may be chosen (an empty list for none), else a list."""
        keys = self.fallback
        if keys is None:
            keys = [option.key for option in self.options[: self.least]]
        return keys[0] if self.most == 1 and isinstance(keys, list) and keys else keys


def _read_choose(question: Question, answer: Any) -> Any:
    if question.most == 1 and isinstance(answer, str):
        answer = [answer]
    values = _values(question, answer)
    if not question.least <= len(values) <= question.most:
        raise IllegalAnswer(f"Choose {question.least} to {question.most} of the options.")
    return values


def _read_order(question: Question, answer: Any) -> Any:
    values = _values(question, answer)
    if len(values) != len(question.options):
        raise IllegalAnswer("Every option must be named once.")
    return values


def _values(question: Question, answer: Any) -> list[Any]:
    if not isinstance(answer, list) or not all(isinstance(key, str) for key in answer):
        raise IllegalAnswer("A list of option keys is wanted.")
    if len(set(answer)) != len(answer):
        raise IllegalAnswer("No option may be named twice.")
    values = {option.key: option.value for option in question.options}
    if any(key not in values for key in answer):
        raise IllegalAnswer("That is not one of the options.")
    return [values[key] for key in answer]


def _read_amount(question: Question, answer: Any) -> int:
    if type(answer) is not int or not question.least <= answer <= question.most:
        raise IllegalAnswer(f"A whole number from {question.least} to {question.most} is wanted.")
    return answer


def _read_mix(question: Question, answer: Any) -> dict[str, int]:
    limits = question.limits or {}
    if not isinstance(answer, dict):
        raise IllegalAnswer("A mix is wanted: an object of names and whole numbers.")
    for name, count in answer.items():
        if type(count) is not int or not 0 <= count <= limits.get(name, -1):
            raise IllegalAnswer("The mix goes past what is there.")
    if not question.least <= sum(answer.values()) <= question.most:
        raise IllegalAnswer(f"The mix must come to {question.least}..{question.most}.")
    return {name: answer[name] for name in limits if answer.get(name)}


def _first_mix(question: Question) -> dict[str, int]:
    mix: dict[str, int] = {}
    missing = question.least
    for name, limit in (question.limits or {}).items():
        if missing and limit:
            mix[name] = min(limit, missing)
            missing -= mix[name]
    return mix


_READERS: dict[str, Callable[[Question, Any], Any]] = {
    "choose": _read_choose,
    "order": _read_order,
    "amount": _read_amount,
    "mix": _read_mix,
}


class Ask(Generic[T]):
    """Awaiting it asks its questions; the first answer ends it.

    `race` is false for a single question, whose value it returns, true for `first_of`.
    """

    __slots__ = ("questions", "race", "settled")

    def __init__(
        self, questions: list[Question], race: bool = False, settled: list[Any] | None = None
    ) -> None:
        self.questions = questions
        self.race = race
        self.settled = settled

    def __await__(self) -> Generator[Ask[T], Any, T]:
        if self.settled is not None:
            return cast(T, self.settled[0])
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
    says: Callable[[], Mapping[str, str]] | None = None,
    optional: bool = False,
    **args: Any,
) -> Ask[T]:
    """Ask a seat for one of the options; returns its value.

    `public` says that the options follow from public facts alone: then a single one is taken
    unasked. Where hidden facts have narrowed them the question must be asked all the same.
    """
    if public and len(options) == 1:
        return Ask([], settled=[options[0].value])
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
                says=says,
                optional=optional,
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
        return Ask([], settled=[[option.value for option in options]])
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
    """Ask a seat whether it wants to; a time-out says no."""
    return choose(seat, prompt, [Option("yes", True), Option("no", False)], default="no", **args)


def amount(
    seat: int, prompt: str, least: int, most: int, *, public: bool = False, **args: Any
) -> Ask[int]:
    """Ask a seat for an integer."""
    if public and least == most:
        return Ask([], settled=[least])
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

    With `public`, a mix that is forced (all there is, or one kind alone) is taken unasked.
    """
    most = least if most is None else most
    if public and least == most:
        there = {name: limit for name, limit in limits.items() if limit > 0}
        if least == 0 or len(there) == 1 or sum(there.values()) == least:
            forced = {name: min(limit, least) for name, limit in there.items()} if least else {}
            return Ask([], settled=[forced])
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
        return Ask([], settled=[[option.value for option in options]])
    question = Question(seat=seat, kind="order", prompt=prompt, args=args, options=options)
    return Ask([question])


def at_once(branches: Mapping[int, Script[T] | Ask[T]]) -> Fork[T]:
    """Let several seats answer in any order; nobody's result is used before the last one is in.

    A branch only asks and returns: it must not draw, tell or change the table.
    """
    return Fork(branches)


def first_of(main: Ask[Any], *meanwhile: Ask[Any]) -> Ask[tuple[int, Any]]:
    """Ask `main` while other questions stand open; returns (seat, value) of whoever answers first.

    The questions in `meanwhile` should be optional: nobody waits for them.
    """
    questions = [question for ask in (main, *meanwhile) for question in ask.questions]
    return Ask(questions, race=True)
