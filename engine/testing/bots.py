"""Bots: they answer from their seat's knowledge and chance alone, and search in worlds that are
like the true one.
"""

from __future__ import annotations

from random import Random
from typing import Any

from engine.bots import think
from engine.bots.bot import installed_bots
from engine.bots.budget import Iterations
from engine.bots.position import Position
from engine.bots.random_bot import random_answer
from engine.bots.search import search
from engine.core.game import Game
from engine.core.match import Match, Transition, answer, running_table
from engine.core.resample import match_for_seat
from engine.core.step import decode_table, encode_table
from engine.testing.battery import Case, battery, fewest, fewest_and_most
from engine.testing.play import Line
from engine.testing.worlds import worlds

ITERATIONS = 8
"""Playouts of searching bots; a level's own number would take too long."""
PLACES, SEARCHED = 12, 2
"""Checkpoints of a match at which bots, and searching bots, are asked in two worlds."""
INTERVAL = 5
"""Answers from one place to the next, in a match that is long enough."""
COPIED_ANSWERS = 15
"""Answers for which a copy of a world is compared with its original."""
PLAYOUTS = 40


def rests(line: Line, most: int = PLACES) -> list[Match]:
    """Some positions of a match at rest, with hidden cards."""
    matches = line_of_first_questions(line)
    every = [match for match in matches if not match.step.answers]
    return every[:: max(1, min(INTERVAL, len(every) // most))][:most]


def moments(line: Line) -> list[Match]:
    """Some positions of a match, also in mid-step."""
    matches = line_of_first_questions(line)
    return [match for match in matches if not match.decisions[0].optional][: 3 * PLACES]


def line_of_first_questions(line: Line) -> list[Match]:
    """A random match before each answer, always to the first open question."""
    game, match, matches = line.game, line.begin().match, list[Match]()
    while not match.over:
        matches.append(match)
        _, raw = line.pick(running_table(game, match).open[:1])
        decision = match.decisions[0]
        match = answer(game, match, decision.seat, decision.id, raw).match
        match.past, match.undo_depth = [], 0
    return matches


@battery("Bots answer alike in worlds that their seat cannot tell apart", fewest_and_most)
def honest_bots(case: Case) -> None:
    """The exact proof that bots do not cheat: only hidden state differs, and no answer does. `hard`
    is `normal` with more playouts.
    """
    line, asked = case.line_of(case.number or 3), 0
    matches = rests(line)
    for name, bot in installed_bots().items():
        if name == "hard":
            continue
        for match in matches[: SEARCHED if bot.seconds else PLACES]:
            for seat in range(case.seats):
                asked += answers_alike(case.game, match, seat, name)
    assert asked or not case.is_whole, "no bot was asked"


def answers_alike(game: Game[Any, Any], match: Match, seat: int, bot: str) -> int:
    """Ask a bot in two worlds; returns the number of questions that are open in both."""
    actual, other = worlds(game, match, seat, Random(1))
    common = open_ids(actual, seat) & open_ids(other, seat)
    here, there = (
        {id: choice(game, world.match, seat, id, bot) for id in common} for world in (actual, other)
    )
    assert here == there, f"{bot} answers by what is hidden from seat {seat}"
    return len(common)


def open_ids(world: Transition, seat: int) -> set[str]:
    return {decision.id for decision in world.match.decisions if decision.seat == seat}


def choice(game: Game[Any, Any], match: Match, seat: int, id: str, bot: str) -> Any:
    """The bot's answer to a decision, and its planned follow-ups."""
    thought = think(bot, game, match, seat, id, Random(7), Iterations(ITERATIONS))
    return thought.answer, thought.plan and thought.plan.follow_ups


@battery("A world for a bot has the seat's view, and depends on what it knows", fewest_and_most)
def worlds_for_bots(case: Case) -> None:
    game, compared = case.game, 0
    for match in rests(case.line_of(case.number or 4)):
        check_samples(game, match)
        for seat in range(case.seats):
            compared += is_sent_alike(game, match, seat)
    assert compared or not case.is_whole, "no position could be sent to a bot"


def check_samples(game: Game[Any, Any], match: Match) -> None:
    """A sampled world depends on its seed, asks the same and looks the same to the seat."""
    decision = match.decisions[0]
    position = Position(game, match, decision.seat, decision.id)
    first, again, other = (position.sample(Random(n)) for n in (1, 1, 2))
    assert encode_table(first.table) == encode_table(again.table), "a world is not reproducible"
    assert first.run.seed == again.run.seed != other.run.seed
    assert position.question_in(other).prompt == position.question.prompt == decision.prompt
    for world in (first, other):
        seen = game.view(world.table, decision.seat)
        assert seen == position.view(), "a bot's world looks different"


def is_sent_alike(game: Game[Any, Any], match: Match, seat: int) -> bool:
    """Whether the match can be sent to the seat: then as the same bytes in two worlds."""
    here, there = (
        match_for_seat(game, world.match, seat, Random(8))
        for world in worlds(game, match, seat, Random(5))
    )
    assert (here and here.to_bytes()) == (there and there.to_bytes()), "hidden state is sent"
    if here is None:
        return False
    table = decode_table(game, here.step.checkpoint, game.rules)
    assert table.drawn == table.steps == 0, "the number of draws is disclosed"
    return True


@battery("A bot plays alike from the true match and from what is sent to its seat", fewest_and_most)
def bots_in_mid_step(case: Case) -> None:
    game, asked = case.game, 0
    for match in moments(case.line_of(case.number or 7)):
        decision = match.decisions[0]
        reduced = match_for_seat(game, match, decision.seat, Random(1))
        if reduced is None or not match.step.answers:
            continue
        here, there = (
            think("greedy", game, source, decision.seat, decision.id, Random(2)).answer
            for source in (match, reduced)
        )
        assert here == there, f"greedy plays {here} in one and {there} in the other"
        asked += 1
    if case.is_whole:
        case.require(asked, "no position in mid-step can be sent to a seat")


@battery("Search ranks legal moves, in copies of worlds that go on like their originals", fewest)
def searching(case: Case) -> None:
    for number, match in enumerate(moments(case.line_of(case.number or 1))[::INTERVAL]):
        decision = match.decisions[0]
        position = Position(case.game, match, decision.seat, decision.id)
        check_copies(position, number)
        if len(position.question.options) > 2:
            check_ranking(position)


def check_copies(position: Position, number: int) -> None:
    """A copy of a world equals its original after each answer."""
    world, rng = position.world(Random(number)), Random(number)
    for _ in range(COPIED_ANSWERS):
        copy = world.copy()
        prompts = [question.prompt for question in world.running.open]
        assert [question.prompt for question in copy.running.open] == prompts, "a copy asks else"
        assert encode_table(copy.running.table) == encode_table(world.running.table), (
            "a copy of a world went on differently"
        )
        question = world.question
        if question is None:
            return
        world.answer(question, random_answer(question, rng))


def check_ranking(position: Position) -> None:
    """A search spends its playouts, and ranks legal moves by how often they were played."""
    moves = search(position, Iterations(PLAYOUTS), PLAYOUTS, Random(1))
    played = [len(move.chances) for move in moves]
    assert sum(played) <= PLAYOUTS
    assert played[0] == max(played)
    assert all(0 <= chance <= 1 for move in moves for chance in move.chances)
    assert all(position.question.allows(move.answer) for move in moves)
