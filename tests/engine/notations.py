"""Notations: random matches at rest, played on from a table and from what was read of its text."""

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
from tests.engine.batteries import options_of, seed_of
from tests.views import view_of


def rests(game: Game[Any, Any], seats: int, number: int) -> Iterator[Table]:
    """The tables between the steps of a random match, and the last one."""
    rng = Random(number)
    run = Run(seed_of(number))
    table = game.new(game.read_options(options_of(game, seats, number), seats), seats, run)
    current = RunningTable(game, table, run, Step(encode_table(table), rules=game.rules))
    told = 0
    while not current.over:
        question = rng.choice(current.open)
        current.take(question, random_answer(question, rng))
        for step in current.settled[told:]:
            yield decode_table(game, step.checkpoint, game.rules)
        told = len(current.settled)
    yield current.table


def asked(current: RunningTable) -> list[tuple[Any, ...]]:
    """The open questions, with all that may be answered."""
    return [
        (one.seat, one.kind, one.prompt, one.args, [o.key for o in one.options], one.limits)
        for one in current.open
    ]


def same(game: Game[Any, Any], table: Table, again: Table) -> None:
    """Both look the same to every viewer, and play on the same for some answers."""
    again.drawn = table.drawn
    seats = len(getattr(table, "players", None) or table.characters)  # type: ignore[attr-defined]
    both = [
        RunningTable(game, decode_table(game, encode_table(one), game.rules), Run(seed_of(0)))
        for one in (table, again)
    ]
    for viewer in (*range(seats), PUBLIC):
        assert view_of(game, table, viewer) == view_of(game, again, viewer)
    rng = Random(table.drawn)
    for _ in range(4):
        first, second = both
        assert asked(first) == asked(second)
        assert first.run.events == second.run.events
        if first.over:
            break
        place = rng.randrange(len(first.open))
        raw = random_answer(first.open[place], rng)
        for current in both:
            current.take(current.open[place], raw)


def spoilt(text: str, rng: Random) -> str:
    """The position with some words changed, dropped, doubled or swapped."""
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
