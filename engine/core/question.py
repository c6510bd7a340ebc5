"""Questions: open questions to seats, and the parsing of their answers.

Kinds of question and their answers on the wire:

==========  =============================================  ===================================
choose      `least`..`most` of `options`                   a key; a list of keys if `most` > 1
                                                           (none chosen: an empty list)
amount      an integer `least`..`most`                     the integer
mix         a multiset within `limits`, `least`..`most`    {"elan": 2, "life": 1}
order       all `options` in an order                      the list of keys
==========  =============================================  ===================================
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from engine.core.errors import IllegalAnswer

T = TypeVar("T")
Kind = Literal["choose", "amount", "mix", "order"]
Costly = Literal["discard", "destroy", "pass", "decline", "waste"]
OptionKind = Costly | Literal[""]
"""Marks options that an accidental press would make costly; see `Option`."""


class Option(Struct, Generic[T]):
    """One way to answer: a stable readable `key` and the `value` that the rule gets.

    `targets` name things in the view ("card:hawk") for a board to highlight. The text is
    the message "option.<message>" (by default the key up to its first colon) with `args`, to which
    "it", the part of the key after that colon, is added.

    `kind` marks answers that must not be given by accident:

    ========  ==================================================================
    discard   a card of one's own hand goes away (Discard, Banish) for its loss alone
    destroy   a card in play goes away (Destroy, Sacrifice)
    pass      ends one's turn, phase or round although more actions are possible
    waste     costs something and has no effect now
    decline   forgoes an opportunity; harmless, but not to be pressed by mistake
    ========  ==================================================================
    """

    key: str
    value: T
    targets: tuple[str, ...] = ()
    message: str = ""
    args: dict[str, Any] | None = None
    kind: OptionKind = ""


Unavailable = Literal["dear", "used"]
BlockedKind = Unavailable | Literal[""]
"""Too expensive, already used, or "" if it is not the moment."""


class Blocked(Struct):
    """An option that players expect but can't choose now, with the message "why.<why>" that gives
    the reason in a whole sentence; `kind` classifies it.
    """

    key: str
    why: str
    args: dict[str, Any] = {}
    kind: BlockedKind = ""


def plain(*keys: str) -> list[Option[str]]:
    """Options that stand for their own keys."""
    return [Option(key, key) for key in keys]


class Question(Struct, kw_only=True):
    """An open question to one seat; see the table above for what the fields mean for each kind.

    The match does not wait for an answer to an `optional` question, and silence is not an answer:
    none of its options stands for doing nothing, because others would see that as an entry.
    `blocked` and `idle` are only called when the question is shown.
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
    passable: bool = False  # the default does nothing; auto-pass gives it in the turns of others
    fallback: Any = None
    blocked: Callable[[], Sequence[Blocked]] | None = None
    idle: Callable[[], Mapping[str, str]] | None = None  # messages of options without effect now

    def read(self, answer: Any) -> Any:
        """The value that the rule gets for an answer from the wire. Raises IllegalAnswer."""
        if self.kind == "choose" and not self.many:
            for option in self.options:
                if option.key == answer:
                    return option.value
            raise IllegalAnswer("That is not one of the options.")
        return _READERS[self.kind](self, answer)

    def allows(self, answer: Any) -> bool:
        """Whether the answer, in its wire form, is legal."""
        try:
            self.read(answer)
        except IllegalAnswer:
            return False
        return True

    @property
    def forced(self) -> bool:
        """Whether the default is the only legal answer."""
        return _FORCED[self.kind](self)

    def default(self) -> Any:
        """The answer given on a timeout, in its wire form."""
        if self.kind == "choose":
            return self._default_choice()
        if self.fallback is not None:
            return self.fallback
        if self.kind == "order":
            return [option.key for option in self.options]
        return self.least if self.kind == "amount" else _first_mix(self)

    def _default_choice(self) -> Any:
        """A key if at most one option may be chosen (an empty list for none), else a list."""
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


def _forced_choice(question: Question) -> bool:
    return question.least == len(question.options) or question.most == 0


def _forced_mix(question: Question) -> bool:
    limits = [limit for limit in (question.limits or {}).values() if limit > 0]
    if question.most == 0 or sum(limits) == question.least:
        return True
    return question.least == question.most and len(limits) == 1


_FORCED: dict[str, Callable[[Question], bool]] = {
    "choose": _forced_choice,
    "order": lambda question: len(question.options) < 2,
    "amount": lambda question: question.least == question.most,
    "mix": _forced_mix,
}
_READERS: dict[str, Callable[[Question, Any], Any]] = {
    "choose": _read_choose,
    "order": _read_order,
    "amount": _read_amount,
    "mix": _read_mix,
}
