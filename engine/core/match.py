"""Match: one play of a game as data; starting it, replaying it, answering.

A match is `(checkpoint, answers since)`. It never holds a running script: `running_table` re-runs
the current step from its checkpoint whenever the open questions are needed. `engine.core.undo`
takes answers back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct, field

from engine.core.errors import NotYourDecision, StaleDecision
from engine.core.event import PUBLIC, Event, Public, Viewer
from engine.core.game import Game
from engine.core.last_answers import LastAnswer, carry_over
from engine.core.messages import Messages
from engine.core.rests import Rests, rests_after
from engine.core.run import Run
from engine.core.running_table import RunningTable, options_of
from engine.core.script import Question
from engine.core.step import Answer, Step, decode_table, encode_table
from engine.core.table import Table
from engine.core.view import check_messages


class Decision(Struct, array_like=True):
    """An open question: its id, and the fields that identify it after others have answered."""

    id: str
    seat: int
    kind: str
    prompt: str
    args: dict[str, Any]
    optional: bool


class Match(Struct):
    """One play of a game."""

    game: str
    rules: int  # version of the game's rules
    seats: int
    options: dict[str, Any]
    seed: bytes
    step: Step  # the current one
    ply: int = 0  # committed answers, shows and undos
    chance_floor: int = field(default=0, name="floor")  # lowest counter that chance may still use
    undo_depth: int = field(default=0, name="reach")  # earlier steps that undo may go back into
    past: list[Step] = []  # these steps, or fewer if the caller stores them elsewhere
    decisions: list[Decision] = []
    undoable: list[int] = []  # seats that may take their last answer back freely
    event_counts: list[int] = field(default_factory=list, name="told")  # by seat, the public last
    over: bool = False
    last_answers: list[LastAnswer] = field(default_factory=list, name="latest")  # by seat, or empty
    rests: Rests = Rests()

    def to_bytes(self) -> bytes:
        """The match as MessagePack."""
        return _ENCODER.encode(self)

    @staticmethod
    def from_bytes(data: bytes) -> Match:
        """The match that `to_bytes` saved."""
        return _DECODER.decode(data)

    def to_json(self) -> bytes:
        """The match as JSON (bytes in base64)."""
        return msgspec.json.encode(self)

    @staticmethod
    def from_json(data: bytes) -> Match:
        """The match that `to_json` saved."""
        return msgspec.json.decode(data, type=Match)

    def event_count(self, viewer: Viewer) -> int:
        """The number of events that the viewer has received."""
        return self.event_counts[-1 if isinstance(viewer, Public) else viewer]


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Match)


class Transition(Struct):
    """The result of the start of a match, an answer, a show or an undo."""

    match: Match  # as it is now
    running: RunningTable  # the same, at its open questions
    events: list[Event]
    ended_steps: list[Step]


def new_match(
    game: Game[Any, Any], raw_options: dict[str, Any] | None, seats: int, seed: bytes
) -> Transition:
    """A match ready for its first answer. Raises InvalidOptions."""
    options = game.read_options(raw_options, seats)
    run = Run(seed)
    table = game.new(options, seats, run)
    return begin_match(game, table, seats, seed, options_of(options), run.events)


def begin_match(
    game: Game[Any, Any],
    table: Table,
    seats: int,
    seed: bytes,
    options: dict[str, Any] | None = None,
    events: Sequence[Event] = (),
) -> Transition:
    """A match that begins with a table at rest; `events` happened during set-up."""
    match = Match(
        game=game.id,
        rules=game.rules,
        seats=seats,
        options=options or {},
        seed=seed,
        step=Step(encode_table(table), rules=game.rules),
        event_counts=[0] * (seats + 1),
    )
    current = replay(game, match, [])
    return make_transition(match, current, [*events, *current.run.events], ply=0)


def running_table(game: Game[Any, Any], match: Match, viewer: Viewer | None = None) -> RunningTable:
    """The match at its open questions.

    With a viewer, answers that other seats gave inside an open `at_once` are left out: the viewer
    does not know them, so a resampled match must not contain them. Cards shown meanwhile stay.
    """
    answers = match.step.answers
    current = replay(game, match, answers)
    at_once_start = current.run.at_once_start
    if viewer is None or at_once_start is None or len(answers) == at_once_start:
        return current
    own = [answer for answer in answers[at_once_start:] if answer.seat == viewer or answer.is_show]
    return replay(game, match, [*answers[:at_once_start], *own])


def answer(
    game: Game[Any, Any],
    match: Match,
    seat: int,
    decision: str,
    raw: Any,
    running: RunningTable | None = None,
    *,
    automatic: bool = False,
) -> Transition:
    """Answer an open decision. The given match is not changed.

    `automatic` marks an automatic answer. `running` is the `Transition.running` of the last answer,
    or None; the call consumes it instead of re-running the step, with the same outcome.
    Raises StaleDecision, NotYourDecision or IllegalAnswer.
    """
    position = find_decision(match, seat, decision)
    if running is None:
        current = replay(game, match, match.step.answers)
    else:
        current = running
        current.resume_from(match.step)
    question = current.open[position]
    value = question.read(raw)
    assert current.step is not None
    current.step.answers.append(Answer(seat, decision, question.prompt, raw, automatic))
    before = len(current.run.events)
    current.feed(question, value)
    events = current.run.events[before:]
    transition = make_transition(match, current, events, ply=match.ply + 1, acted=seat)
    if not automatic:
        free = seat in transition.match.undoable
        transition.match.last_answers[seat] = LastAnswer(
            decision, len(transition.ended_steps), free
        )
    return transition


def find_decision(match: Match, seat: int, decision: str) -> int:
    """The index of a decision among the open ones. Raises StaleDecision, NotYourDecision.

    Another seat's optional question counts as not open: whether it is open is that seat's secret.
    """
    for position, candidate in enumerate(match.decisions):
        if candidate.id == decision and (candidate.seat == seat or not candidate.optional):
            if candidate.seat != seat:
                raise NotYourDecision("That question is for another seat.")
            return position
    raise StaleDecision("That question is no longer open.")


def replay(game: Game[Any, Any], match: Match, answers: list[Answer]) -> RunningTable:
    """Re-run the current step with these answers, all of which were legal when given.

    Under newer rules, retired answers do nothing, and answers from the first one that no longer
    fits are dropped. Shown cards stay.
    """
    step = match.step
    rules = step.rules or match.rules
    table = decode_table(game, step.checkpoint, rules)
    run = Run(match.seed, match.chance_floor, [counter for _, counter in step.draws])
    current = RunningTable(
        game, table, run, Step(step.checkpoint, [], rules=rules, redraws=list(step.redraws))
    )
    assert current.step is not None
    fits = True
    for answer in answers:
        if answer.is_show:
            current.show(answer)
            continue
        if game.is_retired_answer(answer.prompt, answer.answer):
            current.pass_over(answer)
            continue
        matching = [q for q in current.open if q.seat == answer.seat and q.prompt == answer.prompt]
        fits = fits and (bool(matching) or rules == game.rules)
        if fits:
            current.step.answers.append(answer)
            current.answer(matching[0], answer.answer)
    return current


def make_transition(
    match: Match, current: RunningTable, events: list[Event], *, ply: int, acted: int | None = None
) -> Transition:
    """The transition from `match` to `current`, which has reached its open questions."""
    if Messages.strict:
        check_messages(
            current.game,
            events,
            current.open,
            current.outcome,
            current.game.threats(current.table),
        )
    current.update_step()
    step, ended_steps = current.step, current.ended_steps
    assert step is not None
    undo_depth, past = match.undo_depth, list(match.past)
    for ended_step in [*ended_steps, step]:
        if ended_step.sealed_at >= 0:
            undo_depth = 0
        if ended_step is not step:
            past.append(ended_step)
            undo_depth = 0 if len(ended_step.answers) <= ended_step.sealed_at else undo_depth + 1
    past = past[len(past) - min(undo_depth, len(past)) :]
    game = current.game
    free = undoable([*past, step], current.run.at_once_start)
    after = Match(
        game=match.game,
        rules=game.rules,
        seats=match.seats,
        options=match.options if match.rules == game.rules else game.stored_options(match.options),
        seed=match.seed,
        step=step,
        ply=ply,
        chance_floor=match.chance_floor,
        undo_depth=undo_depth,
        past=past,
        decisions=name_decisions(match, current.open, ply, acted),
        undoable=free,
        event_counts=_event_counts(match, events),
        over=current.over,
        last_answers=carry_over(match.last_answers, match.seats, len(ended_steps), free),
        rests=rests_after(game, match.rests, current.table, ended_steps, match.rules),
    )
    return Transition(after, current, events, ended_steps)


def _event_counts(match: Match, events: list[Event]) -> list[int]:
    """The number of events that each seat and, last, the public have received."""
    private = [event for event in events if event.seats is not None]
    counts = [count + len(events) - len(private) for count in match.event_counts]
    for viewer in (*range(match.seats), PUBLIC) if private else ():
        index = -1 if isinstance(viewer, Public) else viewer
        counts[index] += sum(1 for event in private if event.for_viewer(viewer))
    return counts


def undoable(steps: list[Step], at_once_start: int | None) -> list[int]:
    """The seats that may take their last answer back without anyone's consent."""
    if at_once_start is not None:
        own = {answer.seat for answer in steps[-1].answers[at_once_start:] if not answer.is_show}
        if own:
            return sorted(own)
    for step in reversed(steps):
        if step.answers and len(step.answers) > step.sealed_at:
            return [step.answers[-1].seat]
        if step.answers or step.sealed_at >= 0:
            return []
    return []


def name_decisions(
    match: Match, questions: Sequence[Question], ply: int, acted: int | None = None
) -> list[Decision]:
    """Give the open questions ids; one that was already open to a seat that did not act keeps its
    id.

    Numbers of new ids run by seat, so no id reveals what other seats are asked. Arguments are
    copied, so the script may go on changing them without changing the match.
    """
    ids = {
        _identity(decision): decision.id for decision in match.decisions if decision.seat != acted
    }
    used_ids = {decision.id for decision in match.decisions}
    decisions = []
    for q in questions:
        args = msgspec.msgpack.decode(_ENCODER.encode(q.args)) if q.args else {}
        decision = Decision("", q.seat, q.kind, q.prompt, args, q.optional)
        kept_id = ids.pop(_identity(decision), "") if ids else ""
        decision.id = kept_id or _fresh(used_ids, ply, q.seat, match.seats)
        used_ids.add(decision.id)
        decisions.append(decision)
    return decisions


def _identity(decision: Decision) -> tuple[Any, ...]:
    """The fields by which two questions count as the same."""
    return (
        decision.seat,
        decision.kind,
        decision.prompt,
        decision.optional,
        _ENCODER.encode(decision.args),
    )


def _fresh(used_ids: set[str], ply: int, seat: int, seats: int) -> str:
    """An unused id: each seat has numbers of its own."""
    number = seat
    while (id := f"{ply}.{number}") in used_ids:
        number += seats
    return id
