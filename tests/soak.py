"""Long runs, by hand: `make soak`, or one part: `make soak ARGS="matches --count 2000"`.

`make test` runs a smaller sample of each. docs/benchmarks.md lists the results of full runs by
date.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from typing import Annotated

import typer

from engine.core.first_match import first_match_of
from engine.core.lessons import lessons_of
from engine.core.registry import games
from engine.testing.first_matches import (
    MIN_TEACHING_SHARE,
    PlayedFirstMatch,
    by_chance,
    play,
    teaching_share,
)
from engine.testing.laws import play_to_the_end
from engine.testing.lessons import MAX_LUCK, SearchResult, search
from engine.testing.play import Line
from engine.testing.secrets import resample_everything
from engine.testing.undoing import save_and_undo_everything

app = typer.Typer(help=__doc__, no_args_is_help=False)
Count = Annotated[int, typer.Option(help="Matches of each game and number of players.")]
Chosen = Annotated[str, typer.Option(help="One game's id; all games if empty.")]


Job = tuple[str, int, int]
Play = Callable[[Job], int]
"""Plays one match of (game, seats, number); returns its answers."""


def _play(job: Job) -> int:
    return play_to_the_end(Line(games()[job[0]], job[1], job[2]))


def _save(job: Job) -> int:
    return save_and_undo_everything(Line(games()[job[0]], job[1], job[2]))


def _resample(job: Job) -> int:
    resample_everything(Line(games()[job[0]], job[1], job[2]))
    return 0


def _learn(game: str, number: int) -> PlayedFirstMatch:
    return play(games()[game], by_chance(number))


def _try(lesson: tuple[str, str], max_positions: int) -> SearchResult:
    game, id = lesson
    return search(games()[game], lessons_of(games()[game])[id], max_positions)


def _battery(title: str, play: Play, count: int, chosen: str) -> None:
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for game in games().values():
            for seats in game.seats if chosen in ("", game.id) else ():
                started = time.monotonic()
                jobs = [(game.id, seats, number) for number in range(count)]
                answers = sum(pool.map(play, jobs, chunksize=max(1, count // 50)))
                passed = time.monotonic() - started
                print(
                    f"{title}: {game.id}, {seats} players: {count} matches, "
                    f"{answers} answers, {passed:.0f} s, no failure",
                    flush=True,
                )


@app.command()
def matches(count: Count = 2000, game: Chosen = "") -> None:
    """Whole random matches, every law checked at every question."""
    _battery("random matches", _play, count, game)


@app.command()
def undo(count: Count = 50, game: Chosen = "") -> None:
    """Random matches by the server's path: every answer saved, loaded and undone."""
    _battery("saved and taken back", _save, count, game)


@app.command()
def secrets(count: Count = 50, game: Chosen = "") -> None:
    """Redeal everything hidden from a viewer at every question of random matches."""
    _battery("dealt anew", _resample, count, game)


@app.command()
def first_matches(count: Count = 200, game: Chosen = "") -> None:
    """Random lines of each first match: each ends, and 95 % of them meet enough notes."""
    for id in (
        game_id for game_id in games() if first_match_of(games()[game_id]) and game in ("", game_id)
    ):
        with ProcessPoolExecutor(os.cpu_count()) as pool:
            lines = list(pool.map(_learn, [id] * count, range(count), chunksize=5))
        share = teaching_share(lines)
        lost = [note for line in lines for note in line.dangling_notes]
        longest = max(line.decisions for line in lines)
        print(f"first match: {id}: {count} lines, {share:.1%} teach, {longest} decisions at most")
        assert all(line.outcome for line in lines)
        assert not lost, lost
        assert share >= MIN_TEACHING_SHARE


@app.command()
def lessons(positions: int = 20_000, game: Chosen = "") -> None:
    """All answers to all questions of each lesson, up to a number of positions."""
    every = [
        (game_id, id)
        for game_id in games()
        for id in lessons_of(games()[game_id])
        if game in ("", game_id)
    ]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for (of, id), result in zip(every, pool.map(_try, every, repeat(positions)), strict=True):
            extent = "all" if result.complete else "the first"
            print(
                f"lessons: {of}: {id}: {extent} {result.positions} positions; "
                f"random answers solve {result.chance:.1%}"
            )
            assert result.failed
            assert result.solved or not result.complete
            assert result.chance <= MAX_LUCK


@app.command()
def server(
    crashes: int = 50,
    leak_matches: int = 200,
    races: int = 10_000,
    nonsense: int = 100_000,
    chaos_seconds: int = 600,
    chaos_matches: int = 300,
    chaos_breath: int = 3,
    chaos_silence: int = 12,
    chaos_wrong: int = 10,
    chaos_moves: int = 200,
    chaos_calm: int = 10,
    chaos_bypassed: int = 0,
    affinity_later: int = 30,
    owner_ends: int = 50,
    owner_ends_wait: float = 2.0,
    owner_ends_absence: float = 3.0,
    properties: int = 200,
    bot_matches: int = 100,
    client_matches: int = 100,
    pool_bots: int = 200,
    pool_ends: int = 20,
    deletion_kills: int = 30,
) -> None:
    """The server's crash, leak, healing, race, nonsense, property, bot and chaos tests in full."""
    sizes = {name.upper(): str(size) for name, size in locals().items()}
    _pytest(["-s", "--timeout=3600", "tests/app", "tests/client"], sizes)


@app.command()
def every_case() -> None:
    """Every case of the products that `make test` samples (tests/sampling.py)."""
    _pytest(["-n", "auto", "tests/e2e", "tests/lab"], {"EVERY_CASE": "true"})


def _pytest(arguments: list[str], environment: dict[str, str]) -> None:
    """Run the marked tests there in full. Raises Exit if one fails."""
    command = [sys.executable, "-m", "pytest", "-q", "-m", "soak", *arguments]
    if status := subprocess.run(command, env={**os.environ, **environment}).returncode:
        raise typer.Exit(status)


@app.callback(invoke_without_command=True)
def everything(context: typer.Context) -> None:
    """Without a command: all of them."""
    if context.invoked_subcommand is None:
        matches()
        first_matches()
        lessons()
        undo()
        secrets()
        every_case()
        server()


if __name__ == "__main__":
    app()
