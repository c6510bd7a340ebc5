"""Notations: random matches at rest, played on from a table and from its text read again."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.bots.random_bot import random_answer
from engine.core.event import PUBLIC
from engine.core.game import Game
from engine.core.run import Run
from engine.core.running_table import RunningTable
from engine.core.step import Step, decode_table, encode_table
from engine.core.table import Table
from engine.testing.play import options_of, seed_of
from engine.testing.views import view_of


def tables_at_rest(game: Game[Any, Any], seats: int, number: int) -> Iterator[Table]:
    """The tables between the steps of a random match, and the last one."""
    rng = Random(number)
    run = Run(seed_of(number))
    table = game.new(game.read_options(options_of(game, seats, number), seats), seats, run)
    current = RunningTable(game, table, run, Step(encode_table(table), rules=game.rules))
    reported = 0
    while not current.over:
        question = rng.choice(current.open)
        current.answer(question, random_answer(question, rng))
        for step in current.ended_steps[reported:]:
            yield decode_table(game, step.checkpoint, game.rules)
        reported = len(current.ended_steps)
    yield current.table


def open_questions(current: RunningTable) -> list[tuple[Any, ...]]:
    """The open questions, with all their possible answers."""
    return [
        (
            question.seat,
            question.kind,
            question.prompt,
            question.args,
            [option.key for option in question.options],
            question.limits,
        )
        for question in current.open
    ]


def assert_same_play(game: Game[Any, Any], table: Table, again: Table) -> None:
    """Assert that both tables look the same to every viewer, and play on alike for some answers."""
    again.drawn = table.drawn
    seats = len(getattr(table, "players", None) or table.characters)  # type: ignore[attr-defined]
    tables = [
        RunningTable(game, decode_table(game, encode_table(each), game.rules), Run(seed_of(0)))
        for each in (table, again)
    ]
    for viewer in (*range(seats), PUBLIC):
        assert view_of(game, table, viewer) == view_of(game, again, viewer)
    rng = Random(table.drawn)
    for _ in range(4):
        first, second = tables
        assert open_questions(first) == open_questions(second)
        assert first.run.events == second.run.events
        if first.over:
            break
        place = rng.randrange(len(first.open))
        raw = random_answer(first.open[place], rng)
        for current in tables:
            current.answer(current.open[place], raw)


def corrupted(text: str, rng: Random) -> str:
    """The position with some words changed, dropped, duplicated or swapped."""
    lines = [line.split() for line in text.splitlines()]
    words = [word for line in lines for word in line]
    for _ in range(rng.randint(1, 3)):
        line = rng.choice([line for line in lines if line] or [["p0"]])
        place = rng.randrange(len(line))
        match rng.randrange(6):
            case 0:
                del line[place]
            case 1:
                line.insert(place, rng.choice(words))
            case 2:
                line[place] = rng.choice(words)
            case 3:
                letters = list(line[place])
                letters[rng.randrange(len(letters))] = rng.choice("0123456789abp|/:?+-=@")
                line[place] = "".join(letters)
            case 4:
                lines.remove(line)
            case _:
                lines.insert(rng.randrange(len(lines)), rng.choice(lines))
    return "\n".join(" ".join(line) for line in lines)
