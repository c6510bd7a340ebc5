"""First match: a guided match of a game against a scripted rival, as data beside its rules.

The learner sits at seat 0. Notes explain what they see: a note is met by the first frame, a
question to the learner with the events since the last one, that fits its condition. The page
evaluates the same rule (`web/src/table/guide/rule.ts`); `tests/vectors/first_match.json` holds
both to it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

import msgspec
from msgspec import Struct, field

from engine.core.event import Event
from engine.core.game import Game
from engine.core.script import Question

FILE = "first_match.json"
LEARNER = 0
"""The learner's seat; the guide holds all others."""


class Scripted(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An answer to a question of that prompt, in its wire form, where it is legal."""

    prompt: str
    answer: Any
    until: int = 0  # the last round in which it is given; 0: any


class Condition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a frame must have; `where` are arguments of the event or, without one, the prompt."""

    prompt: str = ""  # the open question
    option: str = ""  # how the key of one of its options begins
    event: str = ""  # told since the learner's last question
    where: dict[str, Any] = field(default_factory=dict)
    mine: bool | None = None  # whether the event's `seat` is the learner's
    round: int = 0  # from this round on
    after: str = ""  # a note that an earlier frame has met


class Note(Struct, frozen=True, forbid_unknown_fields=True):
    """A note; `points_at` names a thing as options do ("card:hawk"), in which "{card}" stands for
    an argument of what met it, or a region of the page ("question").
    """

    id: str
    on: Condition
    points_at: str
    text: dict[str, str]  # by language


class FirstMatch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The contents of a first match's file."""

    options: dict[str, Any]
    seed: str
    proposals: list[Scripted]
    proposed: int = 6  # the number of the learner's decisions that may have a proposed answer
    proposed_until: str = ""  # the note that ends the proposals once it is met
    rival: list[Scripted]
    notes: list[Note]
    learned: dict[str, list[str]]  # what to take away, by language

    @property
    def seed_bytes(self) -> bytes:
        """The seed of the match."""
        return hashlib.sha256(self.seed.encode()).digest()


class Told(Struct, frozen=True):
    """An event as the learner is told it."""

    key: str
    args: dict[str, Any]


class Frame(Struct, frozen=True, kw_only=True):
    """A question to the learner, and the events since the last one."""

    seat: int = LEARNER
    round: int
    prompt: str
    args: dict[str, Any] = {}
    options: list[str] = []  # keys
    events: list[Told] = []


class Met(Struct, frozen=True):
    """A note that was met, and what it points at."""

    id: str
    target: str


def met(notes: Sequence[Note], frame: Frame, before: Collection[str]) -> list[Met]:
    """The notes that the frame meets and that were not met before, in their order."""
    found = []
    for note in notes:
        if note.id in before or (note.on.after and note.on.after not in before):
            continue
        args = _matched(note.on, frame)
        if args is not None:
            found.append(Met(note.id, _filled(note.points_at, args)))
    return found


def _matched(on: Condition, frame: Frame) -> Mapping[str, Any] | None:
    """The arguments of what meets the condition; None if nothing does."""
    if frame.round < on.round or (on.prompt and on.prompt != frame.prompt):
        return None
    if on.option and not any(key.startswith(on.option) for key in frame.options):
        return None
    if not on.event:
        return frame.args if _has(on, frame.args, frame.seat) else None
    told = (one.args for one in frame.events if one.key == on.event)
    return next((args for args in told if _has(on, args, frame.seat)), None)


def _has(on: Condition, args: Mapping[str, Any], seat: int) -> bool:
    is_mine = on.mine is None or (args.get("seat") == seat) is on.mine
    return is_mine and all(args.get(name) == value for name, value in on.where.items())


def _filled(target: str, args: Mapping[str, Any]) -> str:
    for name, value in args.items():
        target = target.replace(f"{{{name}}}", str(value))
    return target


def scripted(answers: Sequence[Scripted], question: Question, round: int) -> Scripted | None:
    """The first of the answers that fits the question."""
    for one in answers:
        is_due = not one.until or round <= one.until
        if one.prompt == question.prompt and is_due and question.allows(one.answer):
            return one
    return None


def frame_of(question: Question, events: Sequence[Event], round: int) -> Frame:
    """The frame at a question to the learner, before which these events were told."""
    seen = [event.seen_by(question.seat) for event in events]
    return Frame(
        seat=question.seat,
        round=round,
        prompt=question.prompt,
        args=question.args,
        options=[option.key for option in question.options],
        events=[Told(one.key, one.args) for one in seen if one is not None],
    )


def first_match_of(game: Game[Any, Any]) -> FirstMatch | None:
    """The first match of a game; None if it has none."""
    return _read(type(game))


@cache
def _read(kind: type[Game[Any, Any]]) -> FirstMatch | None:
    spec = find_spec(kind.__module__)
    if spec is None or not spec.parent:
        return None
    found = files(spec.parent) / FILE
    return msgspec.json.decode(found.read_bytes(), type=FirstMatch) if found.is_file() else None
