"""Worlds: two matches that differ only in what is hidden from a viewer.

Both begin at the same checkpoint, with the same chance. They are played side by side, answer by
answer, through the middle of steps: everything sent to the viewer must be the same, ids of
decisions included, until something hidden is revealed. After the viewer's own answer that is a draw
or a reveal, which seals the answer; after another seat's answer also a card that it shows.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import msgspec

from engine.bots.random_bot import random_answer
from engine.core import view
from engine.core.errors import EngineError, IllegalAnswer
from engine.core.event import Public, Viewer
from engine.core.game import Game
from engine.core.match import (
    Match,
    Transition,
    answer,
    begin_match,
    find_decision,
)
from engine.core.question import Question
from engine.core.resample import match_for_seat, resampled
from engine.core.run import Run
from engine.core.running_table import RunningTable
from engine.core.step import decode_table, encode_table
from engine.testing.battery import Case, battery
from engine.testing.frames import difference, plain_events, viewers_of
from engine.testing.play import Line
from engine.testing.scenario import NAMES
from engine.testing.views import view_of

MAX_ANSWERS = 12
"""Answers for which two worlds are played on."""
MAX_TRIES = 6
"""Attempts to find an answer that is legal in both worlds."""
MIDDLE = "in the middle of a step"


class StepRecord(NamedTuple):
    """What the record alone says of a step: its draws, and where it was sealed."""

    draws: int
    sealed_at: int

    @classmethod
    def of(cls, match: Match) -> StepRecord:
        return cls(len(match.step.draws), match.step.sealed_at)


MAX_CHECKPOINTS = 40
"""Checkpoints of a match at which worlds are compared."""
MIN_COMPARED = 5
SHORT = 2
"""Answers of a seat to a step that is too short to be compared in its middle."""


@battery("A viewer receives the same in worlds that they cannot tell apart")
def worlds_alike(case: Case) -> None:
    compared, longest = Counter[str](), 0
    for line in case.lines(case.effort // 3):
        checkpoints, longest_turn = matches_at_rest(line)
        compared += compare_worlds(line, checkpoints)
        longest = max(longest, longest_turn)
    if case.is_whole:
        assert compared.total() > MIN_COMPARED, "hardly any worlds were compared"
        assert compared[MIDDLE] or longest <= SHORT, "no step was compared in its middle"


def compare_worlds(
    line: Line, checkpoints: list[Match], most: int = MAX_CHECKPOINTS
) -> Counter[str]:
    """At `most` of the checkpoints of a match, play two worlds on for the viewers in turn. Returns
    how often they were compared, by prompt and for the middle of steps.
    """
    rng, compared, viewers = Random(line.number), Counter[str](), viewers_of(line.seats)
    stride = -(-len(checkpoints) // most)
    for count, match in enumerate(checkpoints[::stride]):
        compared += play_both(line.game, match, viewers[count % len(viewers)], rng)
    return compared


def matches_at_rest(line: Line) -> tuple[list[Match], int]:
    """A random match at each of its checkpoints, and the most answers of a seat to a step."""
    match, checkpoints, longest_turn = line.begin().match, list[Match](), 0
    while not match.over:
        if not match.step.answers:
            checkpoints.append(match)
        transition = line.answer(match)
        for step in transition.ended_steps:
            answers = Counter(given.seat for given in step.answers)
            longest_turn = max(longest_turn, *answers.values(), 0)
        match = transition.match
    return checkpoints, longest_turn


def play_both(game: Game[Any, Any], match: Match, viewer: Viewer, rng: Random) -> Counter[str]:
    """Play on from the checkpoint in both worlds, with answers that are legal in both."""
    actual, other = worlds(game, match, viewer, rng)
    seen, seen_in_other = received(game, actual, viewer), received(game, other, viewer)
    compared: Counter[str] = Counter()
    if not is_same(
        seen, seen_in_other, viewer, is_revealed=draws_or_reveals(StepRecord(0, -1), actual)
    ):
        return compared
    check_same_world_for_bots(game, actual.match, other.match, viewer, rng)
    for _ in range(MAX_ANSWERS):
        choice = None if actual.match.over else next(answers_to_both(actual, other, rng), None)
        if choice is None:
            break
        place, other_place, raw = choice
        acting_seat, is_middle = actual.match.decisions[place].seat, bool(actual.match.step.answers)
        compared[actual.running.open[place].prompt] += 1
        steps = StepRecord.of(actual.match), StepRecord.of(other.match)
        actual, other = (
            answer_at(game, actual, place, raw),
            answer_at(game, other, other_place, raw),
        )
        seen, seen_in_other = received(game, actual, viewer), received(game, other, viewer)
        is_revealed = draws_or_reveals(steps[0], actual) or (
            acting_seat != viewer and draws_or_reveals(steps[1], other)
        )
        is_revealed |= acting_seat != viewer and named_components(game, seen) != named_components(
            game, seen_in_other
        )
        if not is_same(seen, seen_in_other, viewer, is_revealed=is_revealed):
            break
        check_same_world_for_bots(game, actual.match, other.match, viewer, rng)
        compared[MIDDLE] += is_middle
    return compared


def worlds(
    game: Game[Any, Any], match: Match, viewer: Viewer, rng: Random
) -> tuple[Transition, Transition]:
    """The match from its checkpoint, and another that is just as likely to the viewer."""
    tables = [decode_table(game, match.step.checkpoint, match.rules) for _ in range(2)]
    for table in tables:
        table.run = Run(match.seed, match.chance_floor)
    game.resample(tables[1], viewer, rng)
    actual, other = (
        begin_match(game, table, match.seats, match.seed, match.options) for table in tables
    )
    return actual, other


def check_same_world_for_bots(
    game: Game[Any, Any], actual: Match, other: Match, viewer: Viewer, rng: Random
) -> None:
    """A bot gets the same bytes in both worlds, its questions and chance included."""
    if isinstance(viewer, Public):
        return
    seed = rng.random()
    for make_world in (resampled, match_for_seat):
        worlds = [
            _world_bytes(make_world(game, match, viewer, Random(seed))) for match in (actual, other)
        ]
        assert worlds[0] == worlds[1], f"{viewer} is dealt hidden state"


def _world_bytes(world: RunningTable | Match | None) -> bytes | None:
    if isinstance(world, RunningTable):
        world.table.steps = 0  # nothing depends on it
        run = world.run
        return encode_table(world.table) + run.seed + bytes(run.chance_floor)
    if world is None:
        return None
    return msgspec.structs.replace(world, ply=0, decisions=[]).to_bytes()


def is_same(seen: Any, seen_in_other: Any, viewer: Viewer, *, is_revealed: bool) -> bool:
    """Whether the viewer receives the same, as it must if nothing hidden was revealed."""
    if not is_revealed:
        assert seen == seen_in_other, (
            f"{viewer} receives hidden state: {difference(seen, seen_in_other)}"
        )
    return bool(seen == seen_in_other)


def named_components(game: Game[Any, Any], seen: dict[str, Any]) -> set[str]:
    """The components named in the viewer's latest events."""
    words = set(re.findall(r"\w+", str(seen["events"])))
    return words & {component.id for component in game.catalogue()}


def received(game: Game[Any, Any], transition: Transition, viewer: Viewer) -> dict[str, Any]:
    """All that an answer sends to a viewer."""
    match, current = transition.match, transition.running
    undo = viewer in match.undoable
    return {
        "ply": match.ply,
        "over": match.over,
        "table": view_of(game, current.table, viewer),
        "decisions": [
            view.decision(game, question, decision.id, undo, NAMES)
            for decision, question in zip(match.decisions, current.open, strict=True)
            if decision.seat == viewer
        ],
        "waiting": sorted({decision.seat for decision in match.decisions if not decision.optional}),
        "turn": repr(game.turn(current.table)),
        "events": plain_events(transition.events, viewer),
        "told": match.event_count(viewer),
        "undo": None if isinstance(viewer, Public) else match.last_answers[viewer],
        "refusals": {} if isinstance(viewer, Public) else refusals(match, viewer),
    }


def refusals(match: Match, seat: int) -> dict[str, str]:
    """The errors that the seat gets when it answers decisions by guessed ids."""
    first = max(0, match.ply - MAX_ANSWERS)
    guesses = [f"{ply}.{n}" for ply in range(first, match.ply + 1) for n in range(2 * match.seats)]
    return {id: refusal(match, seat, id) for id in guesses}


def refusal(match: Match, seat: int, decision: str) -> str:
    try:
        find_decision(match, seat, decision)
    except EngineError as error:
        return type(error).__name__
    return ""


def draws_or_reveals(before: StepRecord, transition: Transition) -> bool:
    """Whether an answer has led to a draw or a reveal."""
    first, *later = [*transition.ended_steps, transition.match.step]
    if len(first.draws) > before.draws or first.sealed_at > before.sealed_at:
        return True
    return any(step.draws or step.sealed_at >= 0 for step in later)


def answers_to_both(
    actual: Transition, other: Transition, rng: Random
) -> Iterator[tuple[int, int, Any]]:
    """Answers to a question that is open in both worlds: its place in each, and the answer."""
    for _ in range(MAX_TRIES):
        place = rng.randrange(len(actual.running.open))
        raw = random_answer(actual.running.open[place], rng)
        other_place = place_of(
            other, actual.match.decisions[place].seat, actual.running.open[place], raw
        )
        if other_place is not None:
            yield place, other_place, raw


def place_of(transition: Transition, seat: int, asked: Question, raw: Any) -> int | None:
    """The place of the same question, if it takes the answer."""
    for place, question in enumerate(transition.running.open):
        if (question.seat, question.prompt) == (seat, asked.prompt):
            try:
                question.read(raw)
            except IllegalAnswer:
                return None
            return place
    return None


def answer_at(game: Game[Any, Any], before: Transition, place: int, raw: Any) -> Transition:
    decision = before.match.decisions[place]
    return answer(game, before.match, decision.seat, decision.id, raw)
