"""The engine: random play beside another Python engine, the cost of one answer, sizes.

The yardstick is catanatron, a Catan engine in Python, played in the same run by its own random
players.
"""

from __future__ import annotations

import hashlib
import time
import tracemalloc
from random import Random
from typing import Any

import catanatron

from app.wire.json_patch import canonical, merge_patch
from bench.measure import YARDSTICK, Rate, Work, measure_interleaved, median_microseconds
from engine.bots.budget import Iterations
from engine.bots.position import Position
from engine.bots.random_bot import random_answer
from engine.bots.search import Move, play_out
from engine.core.game import Game
from engine.core.match import Match, answer, new_match, running_table
from engine.core.registry import games
from engine.core.running_table import begin

ROUND_LIMIT = 30


def yardstick(players: int = 4) -> int:
    """One random game of catanatron; returns its decisions."""
    colours = list(catanatron.Color)[:players]
    game = catanatron.Game([catanatron.RandomPlayer(colour) for colour in colours])
    game.play()
    state = game.state
    return len(state.action_records if hasattr(state, "action_records") else state.actions)


def random_play(game: Game[Any, Any], seats: int) -> Work:
    """Whole random games with the live script, the way search rolls out."""
    rng = Random(1)

    def work() -> int:
        current = begin(game, {"round_limit": ROUND_LIMIT}, seats, rng.randbytes(32))
        decisions = 0
        while not current.over:
            question = current.open[0]
            current.answer(question, random_answer(question, rng))
            decisions += 1
        return decisions

    return work


def copies_of_worlds(game: Game[Any, Any], seats: int) -> Work:
    """Copies of worlds at the questions of a random match, as search makes them."""
    worlds = [position.world(Random(n)) for n, position in enumerate(_positions(game, seats))]

    def work() -> int:
        for world in worlds:
            world.copy()
        return len(worlds)

    return work


def playouts(game: Game[Any, Any], seats: int) -> Work:
    """Playouts of a search at the same questions, each from its answer to the end of the round."""
    positions = [position for position in _positions(game, seats) if not position.question.forced]
    rng, budget = Random(4), Iterations(None)
    moves = [Move(random_answer(position.question, rng), []) for position in positions]

    def work() -> int:
        for position, move in zip(positions, moves, strict=True):
            play_out(position.world(rng), position, move, budget, rng)
        return len(moves)

    return work


def _seed(number: int) -> bytes:
    return hashlib.sha256(str(number).encode()).digest()


def _positions(game: Game[Any, Any], seats: int) -> list[Position]:
    """Every tenth question of a random match."""
    rng, positions = Random(1), list[Position]()
    match = new_match(game, {"round_limit": ROUND_LIMIT}, seats, _seed(1)).match
    while not match.over:
        decision = next(decision for decision in match.decisions if not decision.optional)
        position = Position(game, match, decision.seat, decision.id)
        if match.ply % 10 == 0:
            positions.append(position)
        raw = random_answer(position.question, rng)
        match = answer(game, match, decision.seat, decision.id, raw).match
        match.past = []
    return positions


def search_rates(rounds: int, seconds: float) -> dict[str, Rate]:
    """Copies and playouts a second of one core, every game at its fewest and most players."""
    works: dict[str, Work] = {}
    for game in played_by_people():
        for seats in (game.seats[0], game.seats[-1]):
            works[f"{game.id} {seats} players, copies"] = copies_of_worlds(game, seats)
            works[f"{game.id} {seats} players, playouts"] = playouts(game, seats)
    return measure_interleaved(works, rounds, seconds)


def played_by_people() -> list[Game[Any, Any]]:
    return [game for game in games().values() if not game.for_tests]


def random_play_rates(rounds: int, seconds: float) -> dict[str, Rate]:
    """Decisions a second, every game at its fewest and most players, and the yardstick."""
    works: dict[str, Work] = {YARDSTICK: yardstick}
    for game in games().values():
        for seats in sorted({game.seats[0], game.seats[-1]}):
            works[f"{game.id} {seats} players"] = random_play(game, seats)
    return measure_interleaved(works, rounds, seconds)


def cost_of_an_answer(game: Game[Any, Any], seats: int, matches: int = 3) -> dict[str, Any]:
    """The cost of the engine's part of one answer, over whole random matches."""
    rng = Random(2)
    engine, encode, views = [], [], []
    sizes: list[int] = []
    patches: list[float] = []
    for number in range(matches):
        begun_match = new_match(game, {"round_limit": ROUND_LIMIT}, seats, _seed(number))
        match, view_before = begun_match.match, game.view(begun_match.running.table, 0)
        while not match.over:
            decision = match.decisions[0]
            raw = random_answer(running_table(game, match).open[0], rng)
            started_at = time.perf_counter()
            transition = answer(game, match, decision.seat, decision.id, raw)
            engine.append(time.perf_counter() - started_at)
            match = transition.match
            match.past = []
            started_at = time.perf_counter()
            sizes.append(len(match.to_bytes()))
            encode.append(time.perf_counter() - started_at)
            started_at = time.perf_counter()
            view = game.view(transition.running.table, 0)
            whole = canonical(view)
            views.append(time.perf_counter() - started_at)
            patches.append(len(canonical(merge_patch(view_before, view))) / len(whole))
            view_before = view
    return {
        "answers per match": len(engine) // matches,
        "engine part (median / p95)": median_microseconds(engine),
        "match to bytes": median_microseconds(encode),
        "one view, projected and encoded": median_microseconds(views),
        "patch to view, median": f"{sorted(patches)[len(patches) // 2]:.3f}",
        "saved match, bytes": sorted(sizes)[len(sizes) // 2],
    }


def memory_of_a_match(game: Game[Any, Any], seats: int, count: int = 50) -> int:
    """Bytes a match takes in memory half-way through, without its sockets."""
    rng = Random(3)
    tracemalloc.start()
    matches: list[Match] = []
    before, _ = tracemalloc.get_traced_memory()
    for number in range(count):
        match = new_match(game, {"round_limit": ROUND_LIMIT}, seats, _seed(number)).match
        for _ in range(100):
            if match.over:
                break
            decision = match.decisions[0]
            raw = random_answer(running_table(game, match).open[0], rng)
            match = answer(game, match, decision.seat, decision.id, raw).match
            match.past = []
        matches.append(match)
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) // len(matches)
