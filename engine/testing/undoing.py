"""Undoing: every answer is saved, loaded and taken back; a script that waits equals one re-run."""

from __future__ import annotations

from typing import Any

from engine.core.errors import UndoRefused
from engine.core.game import Game
from engine.core.match import Match, answer, running_table
from engine.core.undo import same_apart_from_ids, undo
from engine.testing.battery import Case, battery
from engine.testing.frames import frames_of
from engine.testing.play import Line


@battery("Every answer can be saved, loaded and taken back")
def saves_and_undo(case: Case) -> None:
    for line in case.lines(case.effort // 3):
        save_and_undo_everything(line)


@battery("A script that waits for an answer goes on like one that is run again")
def waiting_scripts(case: Case) -> None:
    for line in case.lines(case.effort // 3):
        play_with_cached_scripts(line)


def save_and_undo_everything(line: Line) -> int:
    """A random match by the server's path: saved, loaded and undone at every answer; returns how
    many were taken back.
    """
    game, match = line.game, line.begin().match
    ids: set[str] = set()
    undo_count = 0
    while not match.over:
        place, raw = line.pick(running_table(game, match).open)
        decision = match.decisions[place]
        seat = decision.seat
        transition = answer(game, match, seat, decision.id, raw)
        try:
            back = undo(game, transition.match, seat, decision.id).match
        except UndoRefused:
            assert seat not in transition.match.undoable
        else:
            undo_count += 1
            assert seat in transition.match.undoable
            assert same_apart_from_ids(back, match), "undo left something behind"
        new_ids = {decision.id for decision in transition.match.decisions} - {
            decision.id for decision in match.decisions
        }
        assert not new_ids & ids, "an id was used twice"
        ids |= new_ids
        check_saved(transition.match)
        match = (line.show(transition.match) or transition).match
        check_announced_undo(game, match, match.ply % line.seats)
        match.past = match.past[-3:]
        match.undo_depth = len(match.past)
    return undo_count


def check_saved(match: Match) -> None:
    """A saved match is loaded as it was."""
    for loaded in (Match.from_bytes(match.to_bytes()), Match.from_json(match.to_json())):
        assert loaded == match, "a saved match is loaded as another one"


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


def play_with_cached_scripts(line: Line) -> int:
    """A random match with its script cached between answers equals one with its script re-run for
    each: the same match and the same frames; returns the number of answers.
    """
    game, first = line.game, line.begin()
    match, cached = first.match, first.running
    while not match.over:
        place, raw = line.pick(cached.open)
        decision = match.decisions[place]
        before = match.to_bytes()
        again = answer(game, match, decision.seat, decision.id, raw)
        transition = answer(game, match, decision.seat, decision.id, raw, cached)
        assert match.to_bytes() == before, "the earlier match was changed"
        assert transition.match == again.match, "a script that waited went on differently"
        assert (transition.events, transition.ended_steps) == (again.events, again.ended_steps)
        seen = frames_of(game, transition.match, transition.running)
        assert seen == frames_of(game, again.match, again.running)
        match, cached = transition.match, transition.running
        rng_state = line.rng.getstate()
        if (again_shown := line.show(match)) is not None:
            line.rng.setstate(rng_state)
            shown = line.show(match, cached)
            assert shown is not None
            assert (shown.match, shown.running.table) == (
                again_shown.match,
                again_shown.running.table,
            )
            match, cached = shown.match, shown.running
    return match.ply
