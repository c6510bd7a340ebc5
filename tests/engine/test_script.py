"""Scripts: the kinds of question, concurrent branches, races."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.bots.random_bot import random_answer
from engine.core.errors import IllegalAnswer, NotYourDecision, StaleDecision, StepTooLong
from engine.core.match import Transition, answer
from engine.core.script import (
    Ask,
    Option,
    amount,
    at_once,
    choose,
    choose_some,
    first_of,
    may,
    mix,
    order,
    plain,
)
from tests.engine.workshop import Bench, Workshop, begun


def asking(ask: Ask[Any]) -> tuple[Workshop, Transition]:
    """A match whose only step asks this and records the value."""

    async def step(table: Bench) -> None:
        table.notes.append(await ask)

    return begun(step)


def value_for(ask: Ask[Any], raw: Any) -> Any:
    """The value that the rule gets for an answer from the wire."""
    game, transition = asking(ask)
    decision = transition.match.decisions[0]
    return answer(game, transition.match, decision.seat, decision.id, raw).running.table.notes[0]


COLOURS = plain("red", "green", "blue")


@pytest.mark.parametrize(
    ("ask", "raw", "value"),
    [
        (choose(0, "colour", [Option("a", 1), Option("b", 2)]), "b", 2),
        (choose_some(0, "colours", COLOURS, 1, 2), ["blue", "red"], ["blue", "red"]),
        (choose_some(0, "colours", COLOURS, 0, 2), [], []),
        (choose_some(0, "colours", COLOURS, 0, 1), [], []),
        (choose_some(0, "colours", COLOURS, 0, 1), "red", ["red"]),
        (choose_some(0, "colours", COLOURS, 1, 1), "red", ["red"]),
        (may(0, "sure"), "no", False),
        (amount(0, "many", 2, 5), 5, 5),
        (mix(0, "pay", {"elan": 2, "life": 1}, 2), {"life": 1, "elan": 1}, {"elan": 1, "life": 1}),
        (mix(0, "pay", {"elan": 2, "life": 1}, 0, 3), {"elan": 0}, {}),
        (order(0, "stack", COLOURS), ["blue", "red", "green"], ["blue", "red", "green"]),
    ],
)
def test_rule_gets_the_value_of_the_answer(ask: Ask[Any], raw: Any, value: Any) -> None:
    assert value_for(ask, raw) == value


@pytest.mark.parametrize(
    ("ask", "raw"),
    [
        (choose(0, "colour", COLOURS), "pink"),
        (choose(0, "colour", COLOURS), ["red"]),
        (choose(0, "colour", COLOURS), None),
        (choose(0, "colour", COLOURS), {"red": 1}),
        (choose_some(0, "colours", COLOURS, 1, 2), []),
        (choose_some(0, "colours", COLOURS, 1, 2), ["red", "red"]),
        (choose_some(0, "colours", COLOURS, 1, 2), ["red", "green", "blue"]),
        (choose_some(0, "colours", COLOURS, 1, 2), "red"),
        (choose_some(0, "colours", COLOURS, 1, 2), [["red"]]),
        (amount(0, "many", 2, 5), 1),
        (amount(0, "many", 2, 5), 2.0),
        (amount(0, "many", 0, 5), True),
        (amount(0, "many", 2, 5), "3"),
        (mix(0, "pay", {"elan": 2, "life": 1}, 2), {"elan": 3}),
        (mix(0, "pay", {"elan": 2, "life": 1}, 2), {"elan": 2, "life": 1}),
        (mix(0, "pay", {"elan": 2, "life": 1}, 2), {"elan": 2, "gold": 0.0}),
        (mix(0, "pay", {"elan": 2, "life": 1}, 2), {"elan": 3, "life": -1}),
        (mix(0, "pay", {"elan": 2, "life": 1}, 2), ["elan", "elan"]),
        (order(0, "stack", COLOURS), ["blue", "red"]),
        (order(0, "stack", COLOURS), ["blue", "red", "red"]),
    ],
)
def test_illegal_answer_is_refused(ask: Ask[Any], raw: Any) -> None:
    game, transition = asking(ask)
    before = transition.match.to_bytes()
    with pytest.raises(IllegalAnswer):
        answer(game, transition.match, 0, transition.match.decisions[0].id, raw)
    assert transition.match.to_bytes() == before


@pytest.mark.parametrize(
    "ask",
    [
        choose(0, "colour", COLOURS),
        choose_some(0, "colours", COLOURS, 2, 3),
        choose_some(0, "colours", COLOURS, 0, 3),
        choose_some(0, "colours", COLOURS, 0, 1),
        choose_some(0, "colours", COLOURS, 1, 1, default=["blue"]),
        may(0, "sure"),
        amount(0, "many", 2, 5),
        mix(0, "pay", {"elan": 1, "life": 4}, 3),
        order(0, "stack", COLOURS),
    ],
)
def test_the_default_is_a_legal_answer(ask: Ask[Any]) -> None:
    question = ask.questions[0]
    question.read(question.default())


@pytest.mark.parametrize(
    ("ask", "value"),
    [
        (choose(0, "colour", plain("red"), public=True), "red"),
        (choose_some(0, "colours", COLOURS, 3, 3, public=True), ["red", "green", "blue"]),
        (amount(0, "many", 2, 2, public=True), 2),
        (mix(0, "pay", {"elan": 5, "life": 0}, 2, public=True), {"elan": 2}),
        (mix(0, "pay", {"elan": 1, "life": 2}, 3, public=True), {"elan": 1, "life": 2}),
        (mix(0, "pay", {"elan": 1, "life": 2}, 0, public=True), {}),
        (order(0, "stack", plain("red"), public=True), ["red"]),
    ],
)
def test_question_is_skipped_when_public_facts_leave_one_outcome(ask: Ask[Any], value: Any) -> None:
    _, transition = asking(ask)
    assert transition.match.over
    assert transition.running.table.notes == [value]


def test_question_is_asked_when_hidden_facts_leave_one_outcome() -> None:
    _, transition = asking(choose(0, "colour", plain("red")))
    assert [decision.prompt for decision in transition.match.decisions] == ["colour"]


def test_decision_is_answered_only_by_its_seat_and_while_open() -> None:
    game, transition = asking(choose(1, "colour", COLOURS))
    decision = transition.match.decisions[0]
    with pytest.raises(NotYourDecision):
        answer(game, transition.match, 0, decision.id, "red")
    with pytest.raises(StaleDecision):
        answer(game, transition.match, 1, "77.0", "red")
    after = answer(game, transition.match, 1, decision.id, "red").match
    with pytest.raises(StaleDecision):
        answer(game, after, 1, decision.id, "red")


async def bids(table: Bench) -> None:
    async def bid(seat: int) -> list[int]:
        first = await amount(seat, "bid", 0, 9)
        return [first, await amount(seat, "raise", 0, 9)] if first else [0]

    table.notes.append(list((await at_once({2: bid(2), 0: bid(0)})).items()))
    table.tell("bids")


def play(game: Workshop, transition: Transition, *answers: tuple[int, Any]) -> Transition:
    for seat, raw in answers:
        decision = next(
            decision for decision in transition.match.decisions if decision.seat == seat
        )
        transition = answer(game, transition.match, seat, decision.id, raw)
    return transition


@pytest.mark.parametrize(
    "answers",
    [
        [(0, 3), (0, 1), (2, 4), (2, 2)],
        [(2, 4), (0, 3), (2, 2), (0, 1)],
        [(2, 4), (2, 2), (0, 3), (0, 1)],
    ],
)
def test_branches_are_answered_in_any_order_and_joined_in_seat_order(
    answers: list[tuple[int, int]],
) -> None:
    game, transition = begun(bids)
    assert [decision.seat for decision in transition.match.decisions] == [0, 2]
    transition = play(game, transition, *answers[:-1])
    assert transition.events == []
    transition = play(game, transition, answers[-1])
    assert transition.running.table.notes == [[(0, [3, 1]), (2, [4, 2])]]
    assert [event.key for event in transition.events] == ["bids"]


def test_a_question_keeps_its_id_while_others_answer() -> None:
    game, transition = begun(bids)
    first = next(decision.id for decision in transition.match.decisions if decision.seat == 0)
    transition = play(game, transition, (2, 4), (2, 2))
    assert [decision.id for decision in transition.match.decisions] == [first]


async def act_or_interrupt(table: Bench) -> None:
    while True:
        seat, value = await first_of(
            choose(0, "act", plain("move", "pass")),
            choose(1, "instant", plain("shield"), optional=True),
        )
        table.notes.append((seat, value))
        if value == "pass":
            return


def test_first_answer_ends_a_race_and_the_other_question_stays_open() -> None:
    game, transition = begun(act_or_interrupt)
    act, instant = (decision.id for decision in transition.match.decisions)
    assert [decision.optional for decision in transition.match.decisions] == [False, True]
    transition = answer(game, transition.match, 1, instant, "shield")
    assert act in [decision.id for decision in transition.match.decisions]
    transition = answer(game, transition.match, 0, act, "pass")
    assert transition.running.table.notes == [(1, "shield"), (0, "pass")]
    assert transition.match.over


def test_an_optional_question_outlives_the_answers_of_others() -> None:
    game, transition = begun(act_or_interrupt)
    instant = transition.match.decisions[1].id
    transition = play(game, transition, (0, "move"), (0, "move"))
    assert transition.match.decisions[1].id == instant


async def endless(table: Bench) -> None:
    while True:
        table.tell("again")


def test_endless_step_is_stopped() -> None:
    with pytest.raises(StepTooLong):
        begun(endless)


FORCED = [
    choose(0, "colour", plain("red")),
    choose_some(0, "colours", COLOURS, 3, 3),
    choose_some(0, "colours", COLOURS, 0, 0),
    choose_some(0, "colours", [], 0, 2),
    amount(0, "many", 2, 2),
    mix(0, "pay", {"elan": 2, "life": 1}, 3, 4),
    mix(0, "pay", {"elan": 5, "life": 0}, 2),
    mix(0, "pay", {"elan": 2, "life": 1}, 0),
    mix(0, "pay", {}, 0, 3),
    order(0, "stack", plain("red")),
]
FREE = [
    choose(0, "colour", plain("red", "green")),
    choose_some(0, "colours", COLOURS, 2, 3),
    choose_some(0, "colours", plain("red"), 0, 1),
    may(0, "sure"),
    amount(0, "many", 2, 3),
    mix(0, "pay", {"elan": 2, "life": 1}, 1),
    mix(0, "pay", {"elan": 5}, 2, 3),
    mix(0, "pay", {"elan": 1}, 0, 1),
    order(0, "stack", plain("red", "green")),
]


@pytest.mark.parametrize("ask", FORCED)
def test_a_question_is_forced_if_its_default_is_the_only_answer(ask):
    question = ask.questions[0]
    assert question.forced
    question.read(question.default())
    answers = [random_answer(question, Random(seed)) for seed in range(20)]
    assert all(_unordered(raw) == _unordered(question.default()) for raw in answers)


def _unordered(raw: Any) -> Any:
    return sorted(raw) if isinstance(raw, list) else raw


@pytest.mark.parametrize("ask", FREE)
def test_a_question_with_another_answer_is_not_forced(ask):
    question = ask.questions[0]
    assert not question.forced
    answers = [random_answer(question, Random(seed)) for seed in range(20)]
    assert any(raw != question.default() for raw in answers)
