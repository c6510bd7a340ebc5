"""Undo: free, by consent, and past a draw or a reveal only if all agree."""

from __future__ import annotations

import msgspec
import pytest

from engine.core.chance import draw, shuffle
from engine.core.errors import UndoRefused
from engine.core.match import Match, Transition, answer, begin_match, running_table
from engine.core.script import amount, at_once, choose, plain
from engine.core.undo import same_apart_from_ids, undo
from tests.engine.workshop import SEED, Bench, StepScript, Workshop, begun


async def ann_moves(table: Bench) -> None:
    table.notes.append(await choose(0, "move", plain("left", "right")))


async def bob_moves(table: Bench) -> None:
    table.notes.append(await choose(1, "move", plain("left", "right")))


async def ann_rolls(table: Bench) -> None:
    table.notes.append(await choose(0, "risk", plain("roll")))
    table.notes.append(draw(table, 1_000_000))
    table.notes.append(await choose(0, "keep", plain("keep", "drop")))


def go(game: Workshop, transition: Transition, *answers: str) -> list[Transition]:
    """Answer the first open decision repeatedly; returns every position in between."""
    line = [transition]
    for raw in answers:
        decision = line[-1].match.decisions[0]
        line.append(answer(game, line[-1].match, decision.seat, decision.id, raw))
    return line


def test_own_answers_are_undone_across_steps() -> None:
    game, transition = begun(ann_moves, ann_moves, ann_moves)
    first = transition.match.decisions[0].id
    line = go(game, transition, "left", "right")
    assert line[-1].match.undoable == [0]
    back = undo(game, line[-1].match, 0, first)
    assert same_apart_from_ids(back.match, line[0].match)
    assert back.match.ply == 3
    assert [event.key for event in back.events] == ["undone"]
    assert back.match.decisions[0].id not in {
        decision.id for moment in line for decision in moment.match.decisions
    }


def test_an_open_decision_stands_for_the_last_own_answer() -> None:
    game, transition = begun(ann_moves, ann_moves, ann_moves)
    line = go(game, transition, "left", "right")
    back = undo(game, line[-1].match, 0, line[-1].match.decisions[0].id)
    assert same_apart_from_ids(back.match, line[1].match)


def test_undo_across_another_seats_answer_needs_its_consent() -> None:
    game, transition = begun(ann_moves, bob_moves, ann_moves)
    first = transition.match.decisions[0].id
    line = go(game, transition, "left", "right")
    assert line[-1].match.undoable == [1]
    with pytest.raises(UndoRefused) as refused:
        undo(game, line[-1].match, 0, first)
    assert (refused.value.sealed, refused.value.consent) == (False, (1,))
    agreed = undo(game, line[-1].match, 0, first, agreed=True)
    assert same_apart_from_ids(agreed.match, line[0].match)


def test_draw_seals_earlier_answers_only() -> None:
    game, transition = begun(ann_rolls, ann_moves)
    line = go(game, transition, "roll")
    with pytest.raises(UndoRefused) as refused:
        undo(game, line[-1].match, 0, transition.match.decisions[0].id)
    assert refused.value.sealed
    assert line[-1].match.undoable == []
    after_keep = go(game, line[-1], "keep")[-1]
    back = undo(game, after_keep.match, 0, line[-1].match.decisions[0].id)
    assert same_apart_from_ids(back.match, line[-1].match)


def test_agreed_undo_past_a_draw_leads_to_a_new_draw() -> None:
    game, transition = begun(ann_rolls)
    line = go(game, transition, "roll")
    rolled = line[-1].running.table.notes[1]
    back = undo(game, line[-1].match, 0, transition.match.decisions[0].id, agreed=True)
    again = go(game, back, "roll")[-1]
    assert again.running.table.notes[1] != rolled
    assert go(game, again, "keep")[-1].running.table.notes[1] == again.running.table.notes[1]


async def all_bid(table: Bench) -> None:
    bids = await at_once({seat: amount(seat, "bid", 0, 9) for seat in range(3)})
    table.notes.append(list(bids.values()))


def test_seat_changes_only_its_own_answer_in_a_simultaneous_choice() -> None:
    game, transition = begun(all_bid)
    own = {decision.seat: decision.id for decision in transition.match.decisions}
    transition = answer(game, transition.match, 0, own[0], 4)
    transition = answer(game, transition.match, 1, own[1], 5)
    assert transition.match.undoable == [0, 1]
    back = undo(game, transition.match, 0, own[0])
    assert {decision.seat for decision in back.match.decisions} == {0, 2}
    assert [given.answer for given in back.match.step.answers] == [5]
    transition = answer(game, back.match, 2, own[2], 6)
    new = transition.match.decisions[0]
    assert new.id != own[0]
    transition = answer(game, transition.match, 0, new.id, 7)
    assert transition.running.table.notes == [[7, 5, 6]]
    with pytest.raises(UndoRefused):
        undo(game, transition.match, 0, own[0])


PILE = 30


class Piled(Workshop):
    """The first note is a pile in unknown order; its top card is the last."""

    def reshuffle(self, table: Bench) -> None:
        shuffle(table, table.notes[0])


async def ann_turns_up(table: Bench) -> None:
    await choose(0, "look", plain("look"))
    table.seal()
    table.notes.append(table.notes[0].pop())
    await choose(0, "keep", plain("keep"))


async def both_look_on(table: Bench) -> None:
    await at_once({seat: choose(seat, "ready", plain("yes", "no")) for seat in range(2)})
    await ann_turns_up(table)


def with_a_pile(*scripts: StepScript) -> tuple[Piled, Transition]:
    game = Piled(*scripts)
    return game, begin_match(game, Bench(notes=[list(range(PILE))]), 3, SEED)


def pile(transition: Transition) -> list[int]:
    """The pile after saving and loading the match."""
    match = Match.from_bytes(transition.match.to_bytes())
    return list(running_table(transition.running.game, match).table.notes[0])


def test_agreed_undo_past_a_reveal_reshuffles_hidden_orders() -> None:
    game, transition = with_a_pile(ann_turns_up)
    before = pile(transition)
    line = go(game, transition, "look")
    back = undo(game, line[-1].match, 0, transition.match.decisions[0].id, agreed=True)
    assert sorted(pile(back)) == before
    assert pile(back) != before
    assert back.match.undoable == []
    seen = go(game, back, "look")[-1]
    assert seen.running.table.notes == [pile(back)[:-1], pile(back)[-1]]
    again = undo(game, seen.match, 0, back.match.decisions[0].id, agreed=True)
    assert again.match.step.redraws == [0, 0]
    assert len({tuple(pile(position)) for position in (transition, back, again)}) == 3


def test_free_undo_keeps_every_order() -> None:
    game, transition = with_a_pile(ann_moves, ann_turns_up)
    line = go(game, transition, "left")
    back = undo(game, line[-1].match, 0, transition.match.decisions[0].id)
    assert same_apart_from_ids(back.match, transition.match)
    assert pile(back) == pile(transition)


def test_agreed_undo_into_a_simultaneous_choice_reshuffles_once() -> None:
    """The undo returns to the middle of the choice; then a seat freely changes its answer."""
    game, transition = with_a_pile(both_look_on)
    own = {decision.seat: decision.id for decision in transition.match.decisions}
    transition = answer(game, transition.match, 0, own[0], "yes")
    transition = answer(game, transition.match, 1, own[1], "yes")
    look = transition.match.decisions[0].id
    transition = answer(game, transition.match, 0, look, "look")
    back = undo(game, transition.match, 1, own[1], agreed=True)
    assert [given.seat for given in back.match.step.answers] == [0]
    assert (back.match.step.redraws, back.match.undoable) == ([0], [0])
    changed = undo(game, back.match, 0, own[0])
    assert pile(changed) == pile(back) != list(range(PILE))
    ids = {decision.seat: decision.id for decision in changed.match.decisions}
    transition = answer(game, changed.match, 1, ids[1], "yes")
    transition = answer(game, transition.match, 0, ids[0], "no")
    assert pile(transition) == pile(back)


def next_undos(transition: Transition) -> list[tuple[str, int, bool]]:
    """What each seat would undo next."""
    return [(last.decision, last.steps_since, last.free) for last in transition.match.last_answers]


NOTHING = ("", 0, False)


def test_match_names_the_answer_each_seat_would_undo_next() -> None:
    game, transition = begun(ann_moves, ann_moves, bob_moves, ann_rolls)
    assert next_undos(transition) == [NOTHING] * 3
    line = go(game, transition, "left", "right", "left", "roll")
    first, second, bobs, risk = (moment.match.decisions[0].id for moment in line[:4])
    assert next_undos(line[1]) == [(first, 1, True), NOTHING, NOTHING]
    assert next_undos(line[2]) == [(second, 1, True), NOTHING, NOTHING]
    assert next_undos(line[3]) == [(second, 2, False), (bobs, 1, True), NOTHING]
    assert next_undos(line[4]) == [(risk, 0, False), (bobs, 1, False), NOTHING]
    ended = [step for moment in line for step in moment.ended_steps]
    back = undo(game, line[4].match, 0, risk, agreed=True, earlier_steps=ended)
    assert next_undos(back) == [(second, 2, False), (bobs, 1, False), NOTHING]
    freely = undo(game, line[2].match, 0, second)
    assert next_undos(freely) == [(first, 1, True), NOTHING, NOTHING]


def test_automatic_answers_are_not_undone_next() -> None:
    game, transition = begun(ann_moves, ann_moves, ann_moves)
    first = transition.match.decisions[0].id
    transition = go(game, transition, "left")[-1]
    transition = answer(
        game, transition.match, 0, transition.match.decisions[0].id, "left", automatic=True
    )
    assert next_undos(transition)[0] == (first, 2, True)
    back = undo(game, transition.match, 0, first)
    assert (next_undos(back)[0], back.match.step.answers) == (NOTHING, [])


def test_stripped_steps_name_the_answers_before_an_undo() -> None:
    game, transition = begun(ann_moves, bob_moves, ann_moves, ann_moves)
    line = go(game, transition, "left", "left", "left")
    first, third = line[0].match.decisions[0].id, line[2].match.decisions[0].id
    steps = [step for transition in line for step in transition.ended_steps]
    match = msgspec.structs.replace(line[3].match, past=steps[2:], undo_depth=1)
    assert next_undos(undo(game, match, 0, third, earlier_steps=steps[:2]))[0] == (first, 2, False)
    assert next_undos(undo(game, match, 0, third))[0] == NOTHING
