"""Batteries: functions that play any game and check the invariants of all games."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

from engine.bots.random_bot import random_answer
from engine.core import view
from engine.core.errors import IllegalAnswer, UndoRefused
from engine.core.event import PUBLIC
from engine.core.game import Game
from engine.core.match import (
    Match,
    Transition,
    answer,
    name_decisions,
    new_match,
    replay,
    running_table,
)
from engine.core.outcome import Outcome
from engine.core.question import Question
from engine.core.registry import games
from engine.core.resample import resampled
from engine.core.run import Run
from engine.core.running_table import RunningTable, begin
from engine.core.shows import show
from engine.core.step import Step, decode_table, encode_table
from engine.core.undo import same_apart_from_ids, undo
from tests.scenario import NAMES, events_for, frame
from tests.views import view_of

MAX_ROUNDS = 30
"""The round limit of random play."""
SCORE_INTERVAL = 20
"""Interval, in answers, at which the score sheet is checked."""
FORCED_INTERVAL = 5
"""Interval, in answers, at which it is tried whether a question has one answer alone."""
RANDOM_TRIES = 40
"""Random answers that tell whether a question has more than one."""
MAX_ANSWERS = 20_000
"""Far more answers than any random match needs."""


def seed_of(number: int) -> bytes:
    return hashlib.sha256(str(number).encode()).digest()


def options_of(game: Game[Any, Any], seats: int, number: int) -> dict[str, Any]:
    """Random options of the game's schema, with limited rounds."""
    options: dict[str, Any] = {"round_limit": MAX_ROUNDS}
    properties = game.options_schema()["properties"]
    rng = Random(number)
    for option in sorted(properties):
        choices = properties[option].get("enum") or (
            [False, True] if properties[option].get("type") == "boolean" else None
        )
        if choices:
            extended = {**options, option: rng.choice(choices)}
            try:
                game.read_options(extended, seats)
            except Exception:  # a choice that is invalid for this number of seats
                continue
            options = extended
    return options


def play_to_the_end(game: Game[Any, Any], seats: int, number: int) -> int:
    """A whole random match, its laws checked at every question; the number of answers."""
    rng = Random(number)
    current = begin(game, options_of(game, seats, number), seats, seed_of(number))
    for count in range(MAX_ANSWERS):
        game.laws(current.table)
        if count % SCORE_INTERVAL == 0 or current.over:
            sheet = view.result(game, Outcome([], game.score_sheet(current.table)), NAMES)["sheet"]
            assert [score["seat"] for score in sheet] in ([], list(range(seats)))
            view.check_view(sheet)
            for viewer in (*range(seats), PUBLIC):
                view_of(game, current.table, viewer)
        if current.over:
            outcome = current.outcome
            assert outcome is not None
            assert sorted(seat for rank in outcome.ranks for seat in rank) == list(range(seats))
            return count
        assert current.open, "no question is open and the game is not over"
        question = rng.choice(current.open)
        raw = random_answer(question, rng)
        question.read(question.default())
        if count % FORCED_INTERVAL == 0:
            assert question.forced == has_one_answer(question), question
        current.answer(question, raw)
    raise AssertionError(f"{game.id} did not end within {MAX_ANSWERS} answers")


def has_one_answer(question: Question) -> bool:
    """Whether random answers are always the same; a player may have such a question answered."""
    return len({str(random_answer(question, Random(n))) for n in range(RANDOM_TRIES)}) == 1


def save_and_undo_everything(game: Game[Any, Any], seats: int, number: int) -> int:
    """A random match by the server's path: saved, loaded and undone at every answer."""
    rng = Random(number)
    match = new_match(game, options_of(game, seats, number), seats, seed_of(number)).match
    ids: set[str] = set()
    undo_count = 0
    while not match.over:
        position = rng.randrange(len(match.decisions))
        decision = match.decisions[position]
        raw = random_answer(running_table(game, match).open[position], rng)
        transition = answer(game, match, decision.seat, decision.id, raw)
        try:
            back = undo(game, transition.match, decision.seat, decision.id).match
        except UndoRefused:
            assert decision.seat not in transition.match.undoable
        else:
            undo_count += 1
            assert decision.seat in transition.match.undoable
            assert same_apart_from_ids(back, match), "undo left something behind"
        new_ids = {decision.id for decision in transition.match.decisions} - {
            decision.id for decision in match.decisions
        }
        assert not new_ids & ids, "an id was used twice"
        ids |= new_ids
        assert Match.from_bytes(transition.match.to_bytes()) == transition.match
        assert Match.from_json(transition.match.to_json()) == transition.match
        match = (show_something(game, transition.match, rng) or transition).match
        check_announced_undo(game, match, match.ply % seats)
        match.past = match.past[-3:]
        match.undo_depth = len(match.past)
    return undo_count


SHOW_CHANCE = 0.15
"""How often, between two answers, a player shows a card in a game that allows it."""


def show_something(
    game: Game[Any, Any], match: Match, rng: Random, cached: RunningTable | None = None
) -> Transition | None:
    """Now and then, let a seat show one of its cards to some others."""
    if not game.shows or match.over or rng.random() >= SHOW_CHANCE:
        return None
    table = running_table(game, match).table
    showable = [(seat, card) for seat in range(match.seats) for card in game.showable(table, seat)]
    if not showable:
        return None
    seat, card = rng.choice(showable)
    others = [other for other in range(match.seats) if other != seat]
    to = rng.sample(others, rng.randint(1, len(others)))
    transition = show(game, match, seat, card, to, cached)
    assert transition.match.decisions == match.decisions, "a show changed what is asked"
    assert not transition.ended_steps
    return transition


def check_announced_undo(game: Game[Any, Any], match: Match, seat: int) -> None:
    """The match announces correctly whether the seat's last answer can be undone freely."""
    last_answer = match.last_answers[seat]
    if not last_answer.decision or last_answer.steps_since > match.undo_depth:
        assert not last_answer.free
        return
    try:
        undo(game, match, seat, last_answer.decision)
    except UndoRefused:
        assert not last_answer.free
    else:
        assert last_answer.free


def play_with_cached_scripts(game: Game[Any, Any], seats: int, number: int) -> int:
    """A random match with its script cached between answers equals one with its script re-run for
    each: the same match and the same frames; returns the number of answers.
    """
    rng = Random(number)
    first = new_match(game, options_of(game, seats, number), seats, seed_of(number))
    match, cached = first.match, first.running
    while not match.over:
        position = rng.randrange(len(match.decisions))
        decision = match.decisions[position]
        raw = random_answer(cached.open[position], rng)
        before = match.to_bytes()
        again = answer(game, match, decision.seat, decision.id, raw)
        transition = answer(game, match, decision.seat, decision.id, raw, cached)
        assert match.to_bytes() == before, "the earlier match was changed"
        assert transition.match == again.match
        assert (transition.events, transition.ended_steps) == (again.events, again.ended_steps)
        seen = frames_of(game, transition.match, transition.running)
        assert seen == frames_of(game, again.match, again.running)
        match, cached = transition.match, transition.running
        rng_state = rng.getstate()
        if (again := show_something(game, match, rng)) is not None:
            rng.setstate(rng_state)
            transition = show_something(game, match, rng, cached)
            assert transition is not None
            assert (transition.match, transition.running.table) == (
                again.match,
                again.running.table,
            )
            match, cached = transition.match, transition.running
    return match.ply


def frames_of(game: Game[Any, Any], match: Match, current: RunningTable) -> list[dict[str, Any]]:
    """What every seat and the public receive."""
    return [frame_of(game, match, current, viewer) for viewer in [*range(match.seats), PUBLIC]]


def resample_everything(game: Game[Any, Any], seats: int, number: int, stride: int = 1) -> None:
    """At every `stride`th question of a random match, redeal hidden things in two ways.

    In place, at the open questions: a viewer's view stays the same, and the resampled table depends
    only on the viewer's knowledge and on chance. At the step's checkpoint, before it runs: the
    viewer's questions and events and the seats waited for stay the same too, as far as the step
    goes without chance or a reveal.
    """
    rng = Random(number)
    match = new_match(game, options_of(game, seats, number), seats, seed_of(number)).match
    while not match.over:
        if (after_show := show_something(game, match, rng)) is not None:
            match = after_show.match
        is_checked = match.ply % stride == 0
        for viewer in [*range(seats), PUBLIC] if is_checked else ():
            current = running_table(game, match, viewer)
            before = frame_of(game, match, current, viewer)
            current.run.seed = rng.randbytes(32)
            game.resample(current.table, viewer, rng)
            game.laws(current.table)
            assert frame_of(game, match, current, viewer) == before, f"{viewer} sees hidden state"
            check_resampling_ignores_hidden_state(game, match, viewer, current, rng.random())
            if viewer is not PUBLIC:
                world = resampled(game, match, viewer, Random(rng.random()))
                assert frame_of(game, match, world, viewer) == before, "another question"
        if is_checked and not match.step.answers:
            check_questions_from_checkpoint(game, match, rng)
        position = rng.randrange(len(match.decisions))
        decision = match.decisions[position]
        raw = random_answer(running_table(game, match).open[position], rng)
        match = answer(game, match, decision.seat, decision.id, raw).match


def check_resampling_ignores_hidden_state(
    game: Game[Any, Any], match: Match, viewer: Any, other: RunningTable, chance: float
) -> None:
    """The true table and one that differs only in what is hidden from the viewer become the same
    bytes when resampled with the same seed, so nothing done on them reveals the truth.
    """
    truth = running_table(game, match, viewer)
    for current in (truth, other):
        game.resample(current.table, viewer, Random(chance))
    assert encode_table(truth.table) == encode_table(other.table), "hidden state affects resampling"


def frame_of(
    game: Game[Any, Any], match: Match, current: RunningTable, viewer: Any
) -> dict[str, Any]:
    """What the viewer receives: questions under the ids that they have or would get."""
    asked = zip(name_decisions(match, current.open, match.ply), current.open, strict=True)
    return {
        "table": view_of(game, current.table, viewer),
        "decisions": [
            view.decision(game, question, decision.id, viewer in match.undoable, NAMES)
            for decision, question in asked
            if decision.seat == viewer
        ],
        "waiting": sorted({q.seat for q in current.open if not q.optional}),
        "turn": repr(game.turn(current.table)),
        "score_sheet": repr(game.score_sheet(current.table)),
        "threats": [
            view.threat(game, threat, viewer, NAMES, dict) for threat in game.threats(current.table)
        ],
    }


def check_questions_from_checkpoint(game: Game[Any, Any], match: Match, rng: Random) -> None:
    """Begin the step from a resampled checkpoint: viewers get the same questions and events."""
    for viewer in [*range(match.seats), PUBLIC]:
        truth = replay(game, match, [])
        if truth.run.counters or truth.run.sealed_at >= 0:
            return
        other = begin_resampled(game, match, viewer, rng)
        assert other.run.counters == [], "hidden state decides whether chance is drawn"
        assert frame_of(game, match, other, viewer) == frame_of(game, match, truth, viewer)
        assert events_of(other, viewer) == events_of(truth, viewer)


def begin_resampled(game: Game[Any, Any], match: Match, viewer: Any, rng: Random) -> RunningTable:
    table = decode_table(game, match.step.checkpoint, match.rules)
    table.run = Run(rng.randbytes(32), match.chance_floor)
    game.resample(table, viewer, rng)
    return RunningTable(game, table, table.run, Step(encode_table(table)))


def events_of(current: RunningTable, viewer: Any) -> list[tuple[str, dict[str, Any]]]:
    return [(event.key, event.args) for event in events_for(current.run.events, viewer)]


def digest(game: Game[Any, Any], seats: int, number: int) -> str:
    """A hash over every state of a random match, and the view of each viewer in turn."""
    rng = Random(number)
    match = new_match(game, options_of(game, seats, number), seats, seed_of(number)).match
    states = hashlib.sha256()
    viewers = [*range(seats), PUBLIC]
    while not match.over:
        states.update(match.to_bytes())
        current = running_table(game, match)
        viewer = viewers[match.ply % len(viewers)]
        states.update(repr(frame(game, match, current.table, current.open, viewer)).encode())
        position = rng.randrange(len(match.decisions))
        decision = match.decisions[position]
        raw = random_answer(current.open[position], rng)
        try:
            match = answer(game, match, decision.seat, decision.id, raw).match
        except IllegalAnswer as error:
            raise AssertionError("an answer of random play was refused") from error
    return states.hexdigest()


if __name__ == "__main__":
    for game in games().values():
        for count in game.seats:
            print(game.id, count, digest(game, count, 1))
