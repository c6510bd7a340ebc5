"""Shows: showing a card changes no open question, and shown cards stay known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from engine.core.chance import draw
from engine.core.errors import ShowRefused, UndoRefused
from engine.core.event import PUBLIC, Viewer
from engine.core.match import Match, Transition, answer, begin_match, running_table
from engine.core.memory import memories
from engine.core.script import amount, at_once, choose, plain
from engine.core.shows import MAX_SHOWS_PER_STEP, show
from engine.core.table import Memory
from engine.core.undo import same_apart_from_ids, undo
from engine.testing.scenario import events_for
from tests.engine.workshop import SEED, Bench, StepScript, Workshop


class Showing(Workshop):
    """Every seat has two hidden cards: a0 and b0 those of seat 0."""

    shows = True

    def showable(self, table: Bench, seat: int) -> list[str]:
        return [f"a{seat}", f"b{seat}"]

    def record_show(self, table: Bench, seat: int, card: str, to: Sequence[int]) -> None:
        table.notes.append([seat, card])

    def view(self, table: Bench, viewer: Viewer) -> dict[str, Any]:
        return {"shown": [memory.card for memory in memories(table, viewer)]}


def begun(*scripts: StepScript) -> tuple[Showing, Transition]:
    game = Showing(*scripts)
    return game, begin_match(game, Bench(), 3, SEED)


def first(game: Workshop, transition: Transition, raw: Any, seat: int | None = None) -> Transition:
    """Answer the first open decision, or the first one of a seat."""
    decision = next(
        decision for decision in transition.match.decisions if seat in (None, decision.seat)
    )
    return answer(game, transition.match, decision.seat, decision.id, raw)


def reopened(transition: Transition) -> Bench:
    """The table of the match after saving and loading."""
    match = Match.from_json(Match.from_bytes(transition.match.to_bytes()).to_json())
    return running_table(transition.running.game, match).table


async def ann_moves_twice(table: Bench) -> None:
    for _ in range(2):
        table.notes.append(await choose(0, "move", plain("left", "right")))


async def ann_rolls_between(table: Bench) -> None:
    await choose(0, "risk", plain("roll"))
    table.notes.append(draw(table, 1_000_000))
    await choose(0, "keep", plain("keep"))


async def all_bid(table: Bench) -> None:
    bids = await at_once({seat: amount(seat, "bid", 0, 9) for seat in range(3)})
    table.notes.append(list(bids.values()))


def test_show_keeps_open_questions_and_is_remembered_by_its_witnesses() -> None:
    game, transition = begun(ann_moves_twice)
    transition = first(game, transition, "left")
    after = show(game, transition.match, 1, "a1", [2])
    assert after.match.ply == 2
    assert after.match.decisions == transition.match.decisions
    memory = Memory(2, 1, "a1", [2])
    assert [memories(reopened(after), viewer) for viewer in (0, 1, 2, PUBLIC)] == [
        [], [memory], [memory], []
    ]  # fmt: skip
    ended = first(game, after, "right")
    assert ended.match.over
    assert reopened(ended).shown == [memory]


def test_other_viewers_learn_only_that_a_card_was_shown() -> None:
    game, transition = begun(ann_moves_twice)
    after = show(game, transition.match, 1, "a1", [2])
    args = {"seat": 1, "to": [2]}
    for viewer in (0, PUBLIC):
        assert [(event.key, event.args) for event in events_for(after.events, viewer)] == [
            ("showed_one", args)
        ]
    for viewer in (1, 2):
        assert [(event.key, event.args) for event in events_for(after.events, viewer)] == [
            ("showed", {**args, "card": "a1"})
        ]
    assert after.match.event_counts == [count + 1 for count in transition.match.event_counts]


def test_cached_script_and_rerun_give_the_same_match() -> None:
    game, transition = begun(ann_moves_twice, ann_rolls_between)
    for seat, raw in ((1, "left"), (2, "right"), (0, "roll"), (1, "keep")):
        cached, again = transition.running, running_table(game, transition.match)
        assert cached.table == again.table
        receiver = (seat + 1) % 3
        fresh = show(game, transition.match, seat, f"a{seat}", [receiver])
        transition = show(game, transition.match, seat, f"a{seat}", [receiver], cached)
        assert (transition.match, transition.running.table) == (fresh.match, fresh.running.table)
        fresh = first(game, transition, raw)
        decision = transition.match.decisions[0]
        transition = answer(
            game, transition.match, decision.seat, decision.id, raw, transition.running
        )
        assert (transition.match, transition.running.table) == (fresh.match, fresh.running.table)
    assert transition.match.over


def test_show_seals_earlier_answers_only() -> None:
    game, transition = begun(ann_moves_twice, ann_moves_twice)
    moved = first(game, transition, "left")
    assert moved.match.undoable == [0]
    after = show(game, moved.match, 1, "a1", [2])
    assert after.match.undoable == []
    for decision in (transition.match.decisions[0].id, after.match.decisions[0].id):
        with pytest.raises(UndoRefused) as refused:
            undo(game, after.match, 0, decision)
        assert refused.value.sealed
    later = first(game, after, "right")
    back = undo(game, later.match, 0, after.match.decisions[0].id)
    assert same_apart_from_ids(back.match, after.match)


def test_show_seals_earlier_steps() -> None:
    game, transition = begun(ann_moves_twice, ann_moves_twice)
    ended = first(game, first(game, transition, "left"), "left")
    assert ended.match.undo_depth == 1
    after = show(game, ended.match, 1, "a1", [2])
    assert (after.match.undo_depth, after.match.past, after.match.undoable) == (0, [], [])


def test_show_is_no_answer_to_undo() -> None:
    game, transition = begun(ann_moves_twice)
    after = show(game, first(game, transition, "left").match, 1, "a1", [2])
    for agreed in (False, True):
        with pytest.raises(UndoRefused):
            undo(game, after.match, 1, "", agreed=agreed)


def test_agreed_undo_across_a_show_keeps_the_memory() -> None:
    """Seen cards are not forgotten; the next undo across the show needs consent again."""
    game, transition = begun(ann_rolls_between, ann_moves_twice)
    start = transition.match.decisions[0].id
    rolled = first(game, transition, "roll")
    showed = show(game, rolled.match, 1, "a1", [0, 2])
    ended = first(game, showed, "keep")
    moved = first(game, show(game, ended.match, 0, "b0", [1]), "left")
    whole = msgspec.structs.replace(moved.match, past=ended.ended_steps, undo_depth=1)
    back = undo(game, whole, 0, start, agreed=True)
    expected = [Memory(2, 1, "a1", [0, 2]), Memory(4, 0, "b0", [1])]
    assert reopened(back).shown == expected
    assert back.match.decisions[0].prompt == "risk"
    again = first(game, back, "roll")
    assert again.running.table.notes[-1] != rolled.running.table.notes[-1]
    assert reopened(again).shown == expected
    assert first(game, again, "keep").match.decisions[0].prompt == "move"


def test_show_in_a_simultaneous_choice_keeps_answers_and_their_undo() -> None:
    game, transition = begun(all_bid)
    own = {decision.seat: decision.id for decision in transition.match.decisions}
    transition = answer(game, transition.match, 0, own[0], 4)
    transition = show(game, transition.match, 2, "b2", [0])
    transition = answer(game, transition.match, 1, own[1], 5)
    assert {decision.seat: decision.id for decision in transition.match.decisions} == {2: own[2]}
    assert transition.match.undoable == [0, 1]
    for viewer, open_seats in ((0, {1, 2}), (1, {0, 2}), (2, {0, 1, 2}), (PUBLIC, {0, 1, 2})):
        seen = running_table(game, transition.match, viewer)
        assert {question.seat for question in seen.open} == open_seats
        assert [memory.card for memory in seen.table.shown] == ["b2"]
    back = undo(game, transition.match, 0, own[0])
    assert [memory.card for memory in reopened(back).shown] == ["b2"]
    assert {decision.seat for decision in back.match.decisions} == {0, 2}
    new = {decision.seat: decision.id for decision in back.match.decisions}
    transition = answer(game, back.match, 0, new[0], 7)
    transition = answer(game, transition.match, 2, new[2], 6)
    assert transition.running.table.notes == [[2, "b2"], [7, 5, 6]]
    with pytest.raises(UndoRefused):
        undo(game, transition.match, 1, own[1])


def test_card_shown_again_to_the_same_seats_is_remembered_once() -> None:
    game, transition = begun(ann_moves_twice)
    for to in ([2], [0, 2], [2]):
        transition = show(game, transition.match, 1, "a1", to)
    assert reopened(transition).shown == [Memory(2, 1, "a1", [0, 2]), Memory(3, 1, "a1", [2])]


def test_shown_cards_survive_newer_rules_that_drop_answers() -> None:
    game, transition = begun(ann_moves_twice)
    transition = show(game, first(game, transition, "left").match, 1, "a1", [2])

    class Newer(Showing):
        rules = 2

    newer = Newer(ann_rolls_between)
    now = running_table(newer, transition.match)
    assert [question.prompt for question in now.open] == ["risk"]
    assert [memory.card for memory in now.table.shown] == ["a1"]


@pytest.mark.parametrize(
    ("seat", "card", "to", "part"),
    [
        (1, "a0", [2], "card"),
        (1, "nothing", [2], "card"),
        (1, "a1", [], "to"),
        (1, "a1", [3], "to"),
        (1, "a1", [-1], "to"),
        (1, "a1", [1], "to"),
        (1, "a1", [1, 2], "to"),
        (1, "a1", [2, 2], "to"),
    ],
)
def test_invalid_show_is_refused_and_changes_nothing(
    seat: int, card: str, to: list[int], part: str
) -> None:
    game, transition = begun(ann_moves_twice)
    before = transition.match.to_bytes()
    with pytest.raises(ShowRefused) as refused:
        show(game, transition.match, seat, card, to)
    assert refused.value.part == part
    assert transition.match.to_bytes() == before


def test_rivals_card_and_nonexistent_card_are_refused_alike() -> None:
    game, transition = begun(ann_moves_twice)
    sentences = set()
    for card in ("a0", "nothing", ""):
        with pytest.raises(ShowRefused) as refused:
            show(game, transition.match, 1, card, [2])
        sentences.add(str(refused.value))
    assert len(sentences) == 1


def test_show_is_refused_by_a_game_without_shows() -> None:
    game = Workshop(ann_moves_twice)
    transition = begin_match(game, Bench(), 3, SEED)
    with pytest.raises(ShowRefused):
        show(game, transition.match, 1, "a1", [2])


def test_shows_of_a_seat_are_limited_per_step() -> None:
    game, transition = begun(ann_moves_twice)
    for _ in range(MAX_SHOWS_PER_STEP):
        transition = show(game, transition.match, 1, "a1", [2])
    with pytest.raises(ShowRefused) as refused:
        show(game, transition.match, 1, "a1", [2])
    assert refused.value.part == ""
    transition = show(game, transition.match, 2, "a2", [1])
    ended = first(game, first(game, transition, "left"), "right")
    assert ended.match.over
    assert reopened(ended).shown == [
        Memory(MAX_SHOWS_PER_STEP, 1, "a1", [2]),
        Memory(MAX_SHOWS_PER_STEP + 1, 2, "a2", [1]),
    ]
