"""First match: a guided match of a game against a scripted rival, as data beside its rules.

The learner sits at seat 0. A frame is a question to the learner with the events since the last
one. Each note has a condition, and explains what the learner sees at the first frame that meets it.
The page evaluates the same rule (`web/src/table/guide/first_match.ts`); the cases in
`tests/vectors/first_match.json` test both.
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
from engine.core.language import Translate
from engine.core.script import Question

FILE = "first_match.json"
LEARNER = 0
"""The learner's seat; the guide holds all others."""


class ScriptedAnswer(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An answer, in its wire form, to a question with that prompt; used where it is legal."""

    prompt: str
    answer: Any
    until: int = 0  # the last round in which it is given; 0: any


class Condition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a frame must contain to meet a note; `where` lists arguments of the event or, if the
    condition names none, of the prompt.
    """

    prompt: str = ""  # the open question
    option: str = ""  # how the key of one of its options begins
    event: str = ""  # told since the learner's last question
    where: dict[str, Any] = field(default_factory=dict)
    mine: bool | None = None  # whether the event's `seat` is the learner's
    round: int = 0  # from this round on
    after: str = ""  # a note that an earlier frame has met


class Note(Struct, frozen=True, forbid_unknown_fields=True):
    """A note. `points_at` names a target as options do ("card:hawk"), or a region of the page
    ("question"); "{card}" in it stands for an argument of the event or prompt that met the note.
    """

    id: str
    on: Condition
    points_at: str
    text: str

    def translated(self, translate: Translate) -> str:
        """Its text in a language."""
        return translate(f"note.{self.id}", self.text)


class FirstMatch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The contents of a first match's file; its texts are in English."""

    options: dict[str, Any]
    seed: str
    proposals: list[ScriptedAnswer]
    proposed: int = 6  # the number of the learner's decisions that may have a proposed answer
    proposed_until: str = ""  # the note that ends the proposals once it is met
    rival: list[ScriptedAnswer]
    notes: list[Note]
    learned: list[str]  # what to take away

    def learned_in(self, translate: Translate) -> list[str]:
        """What to take away, in a language."""
        return [translate("learned", line) for line in self.learned]

    @property
    def seed_bytes(self) -> bytes:
        """The seed of the match."""
        return hashlib.sha256(self.seed.encode()).digest()


class FrameEvent(Struct, frozen=True):
    """An event in the form that the learner sees."""

    key: str
    args: dict[str, Any]


class Frame(Struct, frozen=True, kw_only=True):
    """A question to the learner, and the events since the last one."""

    seat: int = LEARNER
    round: int
    prompt: str
    args: dict[str, Any] = {}
    options: list[str] = []  # keys
    events: list[FrameEvent] = []


class MetNote(Struct, frozen=True):
    """A note that was met, and its target."""

    id: str
    target: str


def met_notes(notes: Sequence[Note], frame: Frame, before: Collection[str]) -> list[MetNote]:
    """The notes that the frame meets and that were not met before, in their order."""
    matches = []
    for note in notes:
        if note.id in before or (note.on.after and note.on.after not in before):
            continue
        args = _matching_args(note.on, frame)
        if args is not None:
            matches.append(MetNote(note.id, _fill_target(note.points_at, args)))
    return matches


def _matching_args(condition: Condition, frame: Frame) -> Mapping[str, Any] | None:
    """The arguments of the event or prompt that meets the condition; None if neither does."""
    if frame.round < condition.round or (condition.prompt and condition.prompt != frame.prompt):
        return None
    if condition.option and not any(key.startswith(condition.option) for key in frame.options):
        return None
    if not condition.event:
        return frame.args if _has_args(condition, frame.args, frame.seat) else None
    arguments = (event.args for event in frame.events if event.key == condition.event)
    return next((args for args in arguments if _has_args(condition, args, frame.seat)), None)


def _has_args(condition: Condition, args: Mapping[str, Any], seat: int) -> bool:
    is_mine = condition.mine is None or (args.get("seat") == seat) is condition.mine
    return is_mine and all(args.get(name) == value for name, value in condition.where.items())


def _fill_target(target: str, args: Mapping[str, Any]) -> str:
    for name, value in args.items():
        target = target.replace(f"{{{name}}}", str(value))
    return target


def scripted_answer(
    answers: Sequence[ScriptedAnswer], question: Question, round: int
) -> ScriptedAnswer | None:
    """The first of the answers that fits the question."""
    for answer in answers:
        is_due = not answer.until or round <= answer.until
        if answer.prompt == question.prompt and is_due and question.allows(answer.answer):
            return answer
    return None


def frame_of(question: Question, events: Sequence[Event], round: int) -> Frame:
    """The frame at a question to the learner, with the events that preceded it."""
    visible = [event.for_viewer(question.seat) for event in events]
    return Frame(
        seat=question.seat,
        round=round,
        prompt=question.prompt,
        args=question.args,
        options=[option.key for option in question.options],
        events=[FrameEvent(event.key, event.args) for event in visible if event is not None],
    )


def first_match_of(game: Game[Any, Any]) -> FirstMatch | None:
    """The first match of a game; None if it has none."""
    return _read(type(game))


@cache
def _read(kind: type[Game[Any, Any]]) -> FirstMatch | None:
    spec = find_spec(kind.__module__)
    if spec is None or not spec.parent:
        return None
    file = files(spec.parent) / FILE
    return msgspec.json.decode(file.read_bytes(), type=FirstMatch) if file.is_file() else None
