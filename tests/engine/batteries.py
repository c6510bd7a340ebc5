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
    Taken,
    answer,
    name,
    new_match,
    replay,
    running_table,
)
from engine.core.outcome import Outcome
from engine.core.registry import games
from engine.core.resample import resampled
from engine.core.run import Run
from engine.core.running_table import RunningTable, begin
from engine.core.shows import show
from engine.core.step import Step, decode_table, encode_table
from engine.core.undo import same_apart_from_ids, undo
from tests.scenario import NAMES, frame, told_to
from tests.views import view_of

ROUNDS = 30
"""The round limit of random play."""
STANDING = 20
"""Every which question the score sheet is made."""
BOUND = 20_000
"""No random match of any game comes near that many answers."""


def seed_of(number: int) -> bytes:
    return hashlib.sha256(str(number).encode()).digest()


def options_of(game: Game[Any, Any], seats: int, number: int) -> dict[str, Any]:
    """Options of random play: limited rounds, and every choice of the game's schema in its turn."""
    options: dict[str, Any] = {"round_limit": ROUNDS}
    properties = game.options_schema()["properties"]
    rng = Random(number)
    for option in sorted(properties):
        choices = properties[option].get("enum") or (
            [False, True] if properties[option].get("type") == "boolean" else None
        )
        if choices:
            tried = {**options, option: rng.choice(choices)}
            try:
                game.read_options(tried, seats)
            except Exception:  # a choice that this number of seats can't have
                continue
            options = tried
    return options


def play_to_the_end(game: Game[Any, Any], seats: int, number: int) -> int:
    """A whole random match, its laws checked at every question; the number of answers."""
    rng = Random(number)
    current = begin(game, options_of(game, seats, number), seats, seed_of(number))
    for count in range(BOUND):
        game.laws(current.table)
        if count % STANDING == 0 or current.over:
            sheet = view.result(game, Outcome([], game.standing(current.table)), NAMES)["sheet"]
            assert [score["seat"] for score in sheet] in ([], list(range(seats)))
            view.check_view(sheet)
            for viewer in (*range(seats), PUBLIC):
                view_of(game, current.table, viewer)
        if current.over:
            outcome = current.outcome
            assert outcome is not None
            assert sorted(seat for rank in outcome.ranks for seat in rank) == list(range(seats))
            return count
        assert current.open, "nobody is asked and the game is not over"
        question = rng.choice(current.open)
        raw = random_answer(question, rng)
        question.read(question.default())
        current.take(question, raw)
    raise AssertionError(f"{game.id} did not end within {BOUND} answers")


def save_and_undo_everything(game: Game[Any, Any], seats: int, number: int) -> int:
    """A random match by the server's path: saved, opened and taken back at every answer."""
    rng = Random(number)
    match = new_match(game, options_of(game, seats, number), seats, seed_of(number)).match
    ids: set[str] = set()
    undone = 0
    while not match.over:
        position = rng.randrange(len(match.decisions))
        known = match.decisions[position]
        raw = random_answer(running_table(game, match).open[position], rng)
        taken = answer(game, match, known.seat, known.id, raw)
        try:
            back = undo(game, taken.match, known.seat, known.id).match
        except UndoRefused:
            assert known.seat not in taken.match.undoable
        else:
            undone += 1
            assert known.seat in taken.match.undoable
            assert same_apart_from_ids(back, match), "undo left something behind"
        fresh = {one.id for one in taken.match.decisions} - {one.id for one in match.decisions}
        assert not fresh & ids, "an id was used twice"
        ids |= fresh
        assert Match.from_bytes(taken.match.to_bytes()) == taken.match
        assert Match.from_json(taken.match.to_json()) == taken.match
        match = (show_something(game, taken.match, rng) or taken).match
        say_what_may_be_taken_back(game, match, match.ply % seats)
        match.past = match.past[-3:]
        match.undo_depth = len(match.past)
    return undone


SHOWS = 0.15
"""How often, between two answers, a player shows a card in a game that allows it."""


def show_something(
    game: Game[Any, Any], match: Match, rng: Random, kept: RunningTable | None = None
) -> Taken | None:
    """Now and then a seat shows one of its cards to some others."""
    if not game.shows or match.over or rng.random() >= SHOWS:
        return None
    table = running_table(game, match).table
    held = [(seat, card) for seat in range(match.seats) for card in game.showable(table, seat)]
    if not held:
        return None
    seat, card = rng.choice(held)
    others = [other for other in range(match.seats) if other != seat]
    to = rng.sample(others, rng.randint(1, len(others)))
    taken = show(game, match, seat, card, to, kept)
    assert taken.match.decisions == match.decisions, "a show changed what is asked"
    assert not taken.settled
    return taken


def say_what_may_be_taken_back(game: Game[Any, Any], match: Match, seat: int) -> None:
    """What the match says of the seat's last answer is what an undo finds."""
    known = match.latest[seat]
    if not known.decision or known.ended > match.undo_depth:
        assert not known.free
        return
    try:
        undo(game, match, seat, known.decision)
    except UndoRefused:
        assert not known.free
    else:
        assert known.free


def go_on_with_kept_scripts(game: Game[Any, Any], seats: int, number: int) -> int:
    """A random match whose script is kept from answer to answer, beside one that is re-run for each
    of them: the same match and the same frames; how many answers went to a kept one.
    """
    rng = Random(number)
    first = new_match(game, options_of(game, seats, number), seats, seed_of(number))
    match, kept = first.match, first.running
    while not match.over:
        position = rng.randrange(len(match.decisions))
        known = match.decisions[position]
        raw = random_answer(kept.open[position], rng)
        before = match.to_bytes()
        again = answer(game, match, known.seat, known.id, raw)
        taken = answer(game, match, known.seat, known.id, raw, kept)
        assert match.to_bytes() == before, "the match before was changed"
        assert taken.match == again.match
        assert (taken.events, taken.settled) == (again.events, again.settled)
        seen = frames_of(game, taken.match, taken.running)
        assert seen == frames_of(game, again.match, again.running)
        match, kept = taken.match, taken.running
        moment = rng.getstate()
        if (again := show_something(game, match, rng)) is not None:
            rng.setstate(moment)
            taken = show_something(game, match, rng, kept)
            assert taken is not None
            assert (taken.match, taken.running.table) == (again.match, again.running.table)
            match, kept = taken.match, taken.running
    return match.ply


def frames_of(game: Game[Any, Any], match: Match, current: RunningTable) -> list[dict[str, Any]]:
    """What every seat and the public receive."""
    return [frame_of(game, match, current, viewer) for viewer in [*range(match.seats), PUBLIC]]


def resample_everything(game: Game[Any, Any], seats: int, number: int, stride: int = 1) -> None:
    """At every `stride`th question of a random match, redeal hidden things in two ways.

    In place, at the open questions: a viewer's view stays the same, and what becomes of the table
    depends on what the viewer knows and on chance alone. At the step's checkpoint,
    before it runs: the viewer's questions and events and the seats waited for stay the same too, as
    far as the step goes without chance or a reveal.
    """
    rng = Random(number)
    match = new_match(game, options_of(game, seats, number), seats, seed_of(number)).match
    while not match.over:
        if (shown := show_something(game, match, rng)) is not None:
            match = shown.match
        looked_at = match.ply % stride == 0
        for viewer in [*range(seats), PUBLIC] if looked_at else ():
            current = running_table(game, match, viewer)
            before = frame_of(game, match, current, viewer)
            current.run.seed = rng.randbytes(32)
            game.resample(current.table, viewer, rng)
            game.laws(current.table)
            assert frame_of(game, match, current, viewer) == before, f"{viewer} sees hidden things"
            resampled_by_knowledge_alone(game, match, viewer, current, rng.random())
            if viewer is not PUBLIC:
                world = resampled(game, match, viewer, Random(rng.random()))
                assert frame_of(game, match, world, viewer) == before, "another question"
        if looked_at and not match.step.answers:
            same_questions_from_rest(game, match, rng)
        position = rng.randrange(len(match.decisions))
        known = match.decisions[position]
        raw = random_answer(running_table(game, match).open[position], rng)
        match = answer(game, match, known.seat, known.id, raw).match


def resampled_by_knowledge_alone(
    game: Game[Any, Any], match: Match, viewer: Any, other: RunningTable, chance: float
) -> None:
    """Resampled by the same chance, the true table and one that differs in nothing but what is
    hidden from the viewer become the same bytes: so nothing that is done on them tells the truth.
    """
    truth = running_table(game, match, viewer)
    for current in (truth, other):
        game.resample(current.table, viewer, Random(chance))
    assert encode_table(truth.table) == encode_table(other.table), "the truth shines through"


def frame_of(
    game: Game[Any, Any], match: Match, current: RunningTable, viewer: Any
) -> dict[str, Any]:
    """What the viewer receives: questions under the ids that they have, or would be given."""
    asked = zip(name(match, current.open, match.ply), current.open, strict=True)
    return {
        "table": view_of(game, current.table, viewer),
        "decisions": [
            view.decision(game, question, known.id, viewer in match.undoable, NAMES)
            for known, question in asked
            if known.seat == viewer
        ],
        "waiting": sorted({q.seat for q in current.open if not q.optional}),
        "turn": repr(game.turn(current.table)),
        "standing": repr(game.standing(current.table)),
        "threats": [
            view.threat(game, one, viewer, NAMES, dict) for one in game.threats(current.table)
        ],
    }


def same_questions_from_rest(game: Game[Any, Any], match: Match, rng: Random) -> None:
    """Begin the step from a resampled rest: what this viewer is asked and told must not change."""
    for viewer in [*range(match.seats), PUBLIC]:
        truth = replay(game, match, [])
        if truth.run.counters or truth.run.sealed >= 0:
            return
        other = begin_resampled(game, match, viewer, rng)
        assert other.run.counters == [], "hidden things decide whether chance is asked"
        assert frame_of(game, match, other, viewer) == frame_of(game, match, truth, viewer)
        assert events_of(other, viewer) == events_of(truth, viewer)


def begin_resampled(game: Game[Any, Any], match: Match, viewer: Any, rng: Random) -> RunningTable:
    table = decode_table(game, match.step.checkpoint, match.rules)
    table.run = Run(rng.randbytes(32), match.chance_floor)
    game.resample(table, viewer, rng)
    return RunningTable(game, table, table.run, Step(encode_table(table)))


def events_of(current: RunningTable, viewer: Any) -> list[tuple[str, dict[str, Any]]]:
    return [(told.key, told.args) for told in told_to(current.run.events, viewer)]


def digest(game: Game[Any, Any], seats: int, number: int) -> str:
    """A hash over every state of a random match, and what each viewer in turn is shown of it."""
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
        known = match.decisions[position]
        raw = random_answer(current.open[position], rng)
        try:
            match = answer(game, match, known.seat, known.id, raw).match
        except IllegalAnswer as error:
            raise AssertionError("an answer of random play was refused") from error
    return states.hexdigest()


if __name__ == "__main__":
    for one in games().values():
        for count in one.seats:
            print(one.id, count, digest(one, count, 1))
