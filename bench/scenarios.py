"""Scenarios of server benchmarks, each on a fresh server.

Server, database and generator share the machine's cores, so a rate at saturation is a lower bound;
processor time per answer gives the capacity of a core.
"""

from __future__ import annotations

import asyncio
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import asyncpg

from bench import flood, seats_across_processes
from bench.churn import churn
from bench.generator import Order, Table
from bench.measure import EACH_ROUND
from bench.server import Measured, databases, generate, server, tables

Figures = dict[str, Any]
Settings = dict[str, str]
SATURATED = ("counter", "res_arcana")
SATURATION_MATCHES = 100
PACED_MATCHES = 1000
ANSWERS_PER_S = 200.0
CROWD_SPECTATORS = 10_000
CROWD_ANSWERS_PER_S = 0.5
IDLE_MATCHES = 300
WHOLE_MATCHES_MAX_S = 180.0


@contextmanager
def postgresql_and_redis() -> Iterator[Settings]:
    """Settings for a durable PostgreSQL and a Redis of one's own."""
    with databases() as both:
        yield both.settings


def saturation(game: str, settings: Settings, seconds: float) -> Figures:
    """Every seat answers as soon as it is asked."""
    with server(**settings) as measured:
        order = Order(
            urls=[measured.url],
            tables=tables(measured.url, game, SATURATION_MATCHES),
            seconds=seconds,
        )
        figures = _run(measured, order)
        return {**figures, **_database_size(settings)}


def whole_matches(game: str, settings: Settings) -> Figures:
    """Matches of two random seats from their first answer to their last, over their sockets."""
    with server(**settings) as measured:
        order = Order(
            urls=[measured.url],
            tables=tables(measured.url, game, SATURATION_MATCHES),
            seconds=WHOLE_MATCHES_MAX_S,
            to_the_end=True,
        )
        figures = _run(measured, order)
        raw = figures["raw"]
        return {
            "matches": SATURATION_MATCHES,
            "ended": raw["ended"],
            "answers per match": round(figures["answers"] / SATURATION_MATCHES, 1),
            "seconds for all": round(raw["seconds"], 1),
            **figures,
        }


def paced(settings: Settings, seconds: float) -> Figures:
    """200 answers per second over 1,000 matches, from the moment each was due."""
    with server(**settings) as measured:
        order = Order(
            urls=[measured.url],
            tables=tables(measured.url, "res_arcana", PACED_MATCHES),
            seconds=seconds,
            rate=ANSWERS_PER_S,
        )
        return _run(measured, order)


def overload(settings: Settings, seconds: float) -> Figures:
    """1,000 matches, all at once: is any player starved?"""
    with server(**settings) as measured:
        order = Order(
            urls=[measured.url],
            tables=tables(measured.url, "res_arcana", PACED_MATCHES),
            seconds=seconds,
            warm_up=8,
        )
        figures = _run(measured, order)
        ack = figures["raw"]["ack"]
        return {**figures, "p99 to p50": round(ack["p99"] / ack["p50"], 2)}


def crowd(settings: Settings, seconds: float) -> Figures:
    """One match with many spectators, compared with the same match without."""
    figures = {}
    for spectators in (0, CROWD_SPECTATORS):
        with server(**settings) as measured:
            order = Order(
                urls=[measured.url],
                tables=tables(measured.url, "res_arcana", 1),
                spectators=spectators,
                seconds=seconds,
                rate=CROWD_ANSWERS_PER_S,
            )
            figures[spectators] = _run(measured, order)
    alone, watched = figures[0], figures[CROWD_SPECTATORS]
    per_answer = watched["processor, µs per answer"] - alone["processor, µs per answer"]
    return {
        "spectators": CROWD_SPECTATORS,
        "engine, mean": f"{alone['engine, mean']} alone, {watched['engine, mean']} watched",
        "publish, mean": f"{alone['publish, mean']} alone, {watched['publish, mean']} watched",
        "processor for one spectator's frame": f"{per_answer / CROWD_SPECTATORS:.1f} µs",
        "spectator's frame p50 / p95 / p99": watched["spectator's frame p50 / p95 / p99"],
        "frames per second": watched["frames per second"],
    }


def memory(settings: Settings) -> Figures:
    """A live match with two sockets, and a socket more; after a warm-up that fills the caches."""
    with server(**settings) as measured:
        url, sizes = measured.url, {}
        warm = tables(url, "res_arcana", 20)
        generate(Order(urls=[url], tables=warm, seconds=1, warm_up=3, rate=100))
        before = measured.memory
        matches = tables(url, "res_arcana", IDLE_MATCHES)

        def record_memory(name: str) -> Callable[[], None]:
            return lambda: sizes.__setitem__(name, measured.memory)

        watched_tables = [Table(table.match, []) for table in matches[:40]]
        order = Order(urls=[url], tables=matches, seconds=8, warm_up=1, rate=150, hold=1)
        generate(order, on_open=record_memory("connected"))
        sizes["played"] = measured.memory
        with server(**settings) as other:
            return {
                "a match with 2 sockets, just connected": _kb(
                    sizes["connected"] - before, IDLE_MATCHES
                ),
                "a match with 2 sockets, played": _kb(sizes["played"] - before, IDLE_MATCHES),
                "a further socket": _memory_of_another_socket(other, len(watched_tables)),
            }


def _memory_of_another_socket(measured: Measured, count: int, spectators: int = 40) -> str:
    """On a server of its own, where nothing has been freed that sockets could use again."""
    matches = tables(measured.url, "res_arcana", count)
    watched_tables = [Table(table.match, []) for table in matches]
    few = Order(
        urls=[measured.url], tables=watched_tables, spectators=1, seconds=1, warm_up=1, rate=1
    )
    generate(few)
    sizes = [measured.memory]
    many = Order(
        urls=[measured.url],
        tables=watched_tables,
        spectators=spectators,
        seconds=1,
        warm_up=1,
        rate=1,
        hold=2,
    )
    generate(many, on_open=lambda: sizes.append(measured.memory))
    return _kb(sizes[1] - sizes[0], count * spectators)


def idle(settings: Settings) -> Figures:
    """Matches without viewers: their cost, and how fast one is loaded again."""
    with server(**settings, ROOM_IDLE_SECONDS="1") as measured:
        matches = tables(measured.url, "res_arcana", IDLE_MATCHES)
        time.sleep(20)
        measured.mark("idle")
        time.sleep(5)
        cores = measured.since("idle", "cpu") / 5
        rooms = measured.marks["now"]["rooms"]
        times = sorted(_seconds_to_view(measured.url, table.match) for table in matches[:50])
        return {
            "idle matches": IDLE_MATCHES,
            "in memory": round(rooms),
            "server's cores meanwhile": round(cores, 3),
            "back in, median / most": f"{times[25] * 1e3:.1f} / {times[-1] * 1e3:.1f} ms",
        }


def _seconds_to_view(url: str, match: str) -> float:
    started_at = time.perf_counter()
    urllib.request.urlopen(f"{url}/api/v1/matches/{match}/view", timeout=10).read()
    return time.perf_counter() - started_at


def _run(measured: Measured, order: Order) -> Figures:
    report = generate(order, on_begin=lambda: measured.mark("begin"))
    answers = max(1, report["ack"].get("count", 1))
    cpu = measured.since("begin", "cpu")
    figures = {
        "answers per second": round(report["answers per second"], 1),
        "answers": answers,
        "ack p50 / p95 / p99": _percentiles(report["ack"]),
        "other seat's frame p50 / p95 / p99": _percentiles(report["other seat's frame"]),
        "spectator's frame p50 / p95 / p99": _percentiles(report["spectator's frame"]),
        **{f"{stage}, mean": _mean(measured, stage) for stage in ("engine", "commit", "publish")},
        "processor, µs per answer": round(cpu / answers * 1e6),
        "server's cores": round(cpu / report["seconds"], 2),
        "generator's cores": round(report["generator's cores"], 2),
        "frames per second": round(report["frames per second"]),
        "bytes per frame": round(report["bytes per frame"]),
        "written to disk by the server, bytes per answer": round(
            measured.since("begin", "written") / answers
        ),
        "sockets opened per second": round(report["sockets per second"]),
        "unanswered": report["unanswered"],
        "closed": report["closed"],
        "refused": report["refused"],
        "raw": report,
    }
    return {name: value for name, value in figures.items() if value not in ("", {})}


def _database_size(settings: Settings) -> Figures:
    """The database's size over all its answers, where that is PostgreSQL."""
    url = settings.get("DATABASE_URL", "").replace("+asyncpg", "")
    if not url:
        return {}
    return {"database, bytes per answer": round(asyncio.run(_size(url)))}


async def _size(url: str) -> float:
    connection = await asyncpg.connect(url)
    try:
        size = await connection.fetchval("SELECT pg_database_size(current_database())")
        return float(size / max(1, await connection.fetchval("SELECT count(*) FROM entries")))
    finally:
        await connection.close()


def _mean(measured: Measured, stage: str) -> str:
    count = measured.since("begin", f"{stage} count")
    return f"{measured.since('begin', f'{stage} sum') / max(1, count) * 1e3:.2f} ms"


def _percentiles(times: dict[str, float]) -> str:
    if not times:
        return ""
    return " / ".join(f"{times[name]:.1f}" for name in ("p50", "p95", "p99")) + " ms"


def _kb(size: int, count: int) -> str:
    return f"{size / count / 1000:.0f} kB"


def durable_rounds(seconds: float, rounds: int) -> dict[str, Figures]:
    """Saturation on PostgreSQL and Redis, game after game and round after round."""
    runs_by_game: dict[str, list[Figures]] = {game: [] for game in SATURATED}
    for _ in range(rounds):
        for game, runs in runs_by_game.items():
            with postgresql_and_redis() as settings:
                runs.append(saturation(game, settings, seconds))
    return {
        f"{game}, saturation, PostgreSQL + Redis": median_round(runs)
        for game, runs in runs_by_game.items()
    }


def median_round(runs: list[Figures]) -> Figures:
    """The round with the median processor time, and that time of each round."""
    times = [run["processor, µs per answer"] for run in runs]
    middle = sorted(range(len(runs)), key=times.__getitem__)[len(runs) // 2]
    return {**runs[middle], EACH_ROUND: times}


def measure(seconds: float, rounds: int) -> dict[str, Figures]:
    """Everything; each kind of database gets a fresh server a scenario."""
    by_scenario: dict[str, Figures] = {}
    for game in SATURATED:
        by_scenario[f"{game}, saturation, SQLite"] = saturation(game, {}, seconds)
    by_scenario |= durable_rounds(seconds, rounds)
    game = "battle_for_empyrean"
    with postgresql_and_redis() as settings:
        by_scenario[f"{game}, whole matches, PostgreSQL + Redis"] = whole_matches(game, settings)
    scenarios: dict[str, Callable[[Settings], Figures]] = {
        "200 answers/s over 1,000 matches": lambda settings: paced(settings, 2 * seconds),
        "1,000 matches at once": lambda settings: overload(settings, 2 * seconds),
        "a crowd": lambda settings: crowd(settings, 2 * seconds),
        "memory": memory,
        "idle": idle,
        "60 sockets of one account": lambda settings: flood.measure(settings, 5, seconds),
        "sockets that come and go": churn,
    }
    for name, scenario in scenarios.items():
        with postgresql_and_redis() as settings:
            by_scenario[f"{name}, PostgreSQL + Redis"] = scenario(settings)
    by_scenario |= seats_across_processes.measure(seconds=seconds)
    for figures in by_scenario.values():
        figures.pop("raw", None)
    return by_scenario
