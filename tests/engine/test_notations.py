"""Notations of all games: they round-trip, hide hidden state, and refuse nonsense."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine import ascended_kings, battle_for_empyrean, res_arcana
from engine.ascended_kings.notation import write as write_kings
from engine.battle_for_empyrean.notation import write as write_empyrean
from engine.bots.random_bot import random_answer
from engine.core.errors import NotationError
from engine.core.event import PUBLIC
from engine.core.game import Game
from engine.core.run import Run
from engine.core.running_table import RunningTable
from engine.core.step import decode_table, encode_table
from engine.res_arcana.notation import write as write_res_arcana
from engine.testing.play import seed_of
from tests.engine.notations import assert_same_play, corrupted, tables_at_rest

WRITERS = {
    "res_arcana": write_res_arcana,
    "battle_for_empyrean": write_empyrean,
    "ascended_kings": write_kings,
}
WITH_PILES = [res_arcana.GAME, battle_for_empyrean.GAME]
"""Games whose notation has the draw piles."""
GAMES = [*WITH_PILES, ascended_kings.GAME]


def tables(games: list[Game[Any, Any]]) -> Any:
    each = [(game, seats) for game in games for seats in game.seats]
    return pytest.mark.parametrize(
        ("game", "seats"), each, ids=[f"{game.id} {seats}" for game, seats in each]
    )


each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
each_table = tables(GAMES)
each_table_with_piles = tables(WITH_PILES)


@each_table_with_piles
def test_every_checkpoint_survives_a_notation_round_trip(game: Game[Any, Any], seats: int):
    count = 0
    for number in range(4):
        for table in tables_at_rest(game, seats, number):
            text = game.notation(table)
            reread = game.read_position(text)
            game.laws(reread)
            assert game.notation(reread) == text
            if count % 7 == 0:
                assert_same_play(game, table, reread)
            count += 1
    assert count > 250


@each_table
def test_viewers_notation_contains_nothing_hidden(game: Game[Any, Any], seats: int):
    write = WRITERS[game.id]
    rng = Random(seats)
    redealt = 0
    for count, table in enumerate(tables_at_rest(game, seats, 4)):
        if count % 5:
            continue
        whole = game.notation(table)
        for viewer in (*range(seats), PUBLIC):
            before = write(table, viewer)
            other = decode_table(game, encode_table(table), game.rules)
            game.resample(other, viewer, rng)
            assert write(other, viewer) == before
            redealt += game.notation(other) != whole
    assert redealt > 20


@each_game
def test_position_can_be_written_at_any_question(game: Game[Any, Any]):
    """A match is diagnosed wherever it stands, in the middle of a step too."""
    rng = Random(1)
    seats = game.seats[-1]
    run = Run(seed_of(1))
    current = RunningTable(game, game.new(game.read_options({}, seats), seats, run), run)
    for _ in range(400):
        if current.over:
            break
        for viewer in (None, *range(seats), PUBLIC):
            assert WRITERS[game.id](current.table, viewer)
        question = rng.choice(current.open)
        current.answer(question, random_answer(question, rng))


@each_table
def test_corrupted_positions_are_refused_or_playable(game: Game[Any, Any], seats: int):
    rng = Random(seats)
    refused = played = 0
    texts = [game.notation(table) for table in tables_at_rest(game, seats, 5)]
    for _ in range(600):
        try:
            table = game.read_position(corrupted(rng.choice(texts), rng))
        except NotationError:
            refused += 1
            continue
        current = RunningTable(game, table, Run(seed_of(0)))
        for _ in range(6):
            if current.over:
                break
            question = rng.choice(current.open)
            current.answer(question, random_answer(question, rng))
            game.laws(current.table)
        played += 1
    assert refused > 100
    assert played > 20


@each_game
@pytest.mark.parametrize("text", ["", "p0", "nonsense", "p1\np2", "p0\n" * 9, "\0", "p٣\np0"])
def test_invalid_notation_is_refused(game: Game[Any, Any], text: str):
    with pytest.raises(NotationError):
        game.read_position(text)
