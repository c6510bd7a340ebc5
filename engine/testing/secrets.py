"""Secrets: whatever is hidden from a viewer is dealt again, and nothing they receive changes."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.core.event import PUBLIC, Viewer
from engine.core.game import Game
from engine.core.match import Match, replay, running_table
from engine.core.resample import resampled
from engine.core.run import Run
from engine.core.running_table import RunningTable
from engine.core.step import Step, decode_table, encode_table
from engine.testing.battery import Case, battery
from engine.testing.frames import difference, frame_of, plain_events, viewers_of
from engine.testing.play import Line


@battery("What is hidden from a viewer changes nothing that they receive")
def secrets(case: Case) -> None:
    for line in case.lines(case.effort):
        resample_everything(line, case.stride)


def resample_everything(line: Line, stride: int = 1) -> None:
    """At every `stride`th question of a random match, redeal hidden things in two ways.

    In place, at the open questions: a viewer's view stays the same, and the resampled table depends
    only on the viewer's knowledge and on chance. At the step's checkpoint, before it runs: the
    viewer's questions and events and the seats waited for stay the same too, as far as the step
    goes without chance or a reveal.
    """
    game, match = line.game, line.begin().match
    while not match.over:
        if (after_show := line.show(match)) is not None:
            match = after_show.match
        if match.ply % stride == 0:
            for viewer in viewers_of(line.seats):
                check_resampled(game, match, viewer, line.rng)
            if not match.step.answers:
                check_questions_from_checkpoint(game, match, line.rng)
        match = line.answer(match).match


def check_resampled(game: Game[Any, Any], match: Match, viewer: Viewer, rng: Random) -> None:
    """At the open questions, a viewer receives the same after everything hidden is dealt again."""
    current = running_table(game, match, viewer)
    before = frame_of(game, match, current, viewer)
    current.run.seed = rng.randbytes(32)
    game.resample(current.table, viewer, rng)
    game.laws(current.table)
    after = frame_of(game, match, current, viewer)
    assert after == before, f"{viewer} sees hidden state: {difference(before, after)}"
    check_resampling_ignores_hidden_state(game, match, viewer, current, rng.random())
    if isinstance(viewer, int):
        world = resampled(game, match, viewer, Random(rng.random()))
        assert frame_of(game, match, world, viewer) == before, "another question"


def check_resampling_ignores_hidden_state(
    game: Game[Any, Any], match: Match, viewer: Viewer, other: RunningTable, chance: float
) -> None:
    """The true table and one that differs only in what is hidden from the viewer become the same
    bytes when resampled with the same seed, so nothing done on them reveals the truth.
    """
    truth = running_table(game, match, viewer)
    for current in (truth, other):
        game.resample(current.table, viewer, Random(chance))
    assert encode_table(truth.table) == encode_table(other.table), "hidden state affects resampling"


def check_questions_from_checkpoint(game: Game[Any, Any], match: Match, rng: Random) -> None:
    """Begin the step from a resampled checkpoint: viewers get the same questions and events."""
    for viewer in [*range(match.seats), PUBLIC]:
        truth = replay(game, match, [])
        if truth.run.counters or truth.run.sealed_at >= 0:
            return
        other = begin_resampled(game, match, viewer, rng)
        assert other.run.counters == [], "hidden state decides whether chance is drawn"
        assert frame_of(game, match, other, viewer) == frame_of(game, match, truth, viewer)
        assert plain_events(other.run.events, viewer) == plain_events(truth.run.events, viewer)


def begin_resampled(
    game: Game[Any, Any], match: Match, viewer: Viewer, rng: Random
) -> RunningTable:
    table = decode_table(game, match.step.checkpoint, match.rules)
    table.run = Run(rng.randbytes(32), match.chance_floor)
    game.resample(table, viewer, rng)
    return RunningTable(game, table, table.run, Step(encode_table(table)))
