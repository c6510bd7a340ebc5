"""Seats across processes: the cost of an answer when the seats of a match are at several processes.

    python -m bench.seats_across_processes --rounds 5 --seconds 10

measures every layout once a round, on fresh servers, PostgreSQL and Redis: answers at a fixed rate
over many matches of Res Arcana, some of them also against built-in bots. Rounds run forwards and
backwards in turn, since machines change their speed.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

import psutil

from bench.generator import Order
from bench.server import Databases, Measured, databases, generate, server, stages, tables
from devtools.caddy import caddy
from devtools.services import PrivateServer

Figures = dict[str, Any]
ANSWERS_PER_S = 300.0
MATCHES = 200
BOTS = {"BOT_DELAY": "0.05", "UNDO_GRACE": "0"}
"""Bots answer soon, so the matches against them take part in the load."""


@dataclass(frozen=True)
class Layout:
    """Where the seats of a match are: each at another process unless `affine` or `proxied`.

    `proxied`: the deployed proxy selects the process. `bots`: half of the matches are against a
    bot, which plays in a background process. `saturated`: seats answer as soon as they are asked.
    """

    name: str
    processes: int
    affine: bool = False
    proxied: bool = False
    bots: bool = False
    saturated: bool = False

    def pace(self, rate: float) -> float:
        """Answers of people a second, 0 for as many as possible: bots give about as many again in
        half of the matches.
        """
        if self.saturated:
            return 0.0
        return rate / 2 if self.bots else rate

    def load(self, rate: float, matches: int) -> str:
        """The load by people, as text."""
        pace = "saturation" if self.saturated else f"{self.pace(rate):.0f} answers/s"
        return f"{pace} over {matches} matches"


BASE = Layout("two affine processes", 2, affine=True)
BASE_WITH_BOTS = Layout("two affine processes, with bots", 2, affine=True, bots=True)
BASE_OF_THREE = Layout("three affine processes", 3, affine=True)
TWO = Layout("two processes", 2)
THREE = Layout("three processes", 3)
PACED = {replace(layout, saturated=True): layout for layout in (TWO, THREE)}
"""Saturated layouts, and those with as many processes that they are compared with."""
LAYOUTS = (
    Layout("one process", 1),
    TWO,
    THREE,
    *PACED,
    BASE,
    BASE_OF_THREE,
    Layout("two processes behind the proxy", 2, proxied=True),
    Layout("one process, with bots", 1, bots=True),
    Layout("two processes, with bots", 2, bots=True),
    BASE_WITH_BOTS,
)


class Usage(NamedTuple):
    """Processor seconds up to a moment, and answers committed, those of bots among them."""

    servers: float
    postgres: float
    redis: float
    proxy: float
    answers: float

    def since(self, before: Self) -> Usage:
        return Usage(*(now - then for now, then in zip(self, before, strict=True)))


class Sample(NamedTuple):
    """One round of a layout: microseconds of processor an answer, and milliseconds until acks."""

    servers: float
    postgres: float
    redis: float
    proxy: float
    ack_p50: float
    ack_p95: float
    rate: float

    @classmethod
    def of(cls, usage: Usage, report: dict[str, Any]) -> Self:
        """The sample from the usage during a measurement and the generator's report."""
        *seconds, answers = usage
        costs = [used_seconds / max(1.0, answers) * 1e6 for used_seconds in seconds]
        ack = report["ack"]
        return cls(*costs, ack["p50"], ack["p95"], report["answers per second"])


@dataclass
class Site:
    """The running processes of a layout; `urls` are those that viewers use."""

    urls: list[str]
    servers: list[Measured]
    databases: Databases
    proxy: PrivateServer | None

    def usage(self) -> Usage:
        return Usage(
            servers=sum(processor_seconds(measured.process) for measured in self.servers),
            postgres=processor_seconds(psutil.Process(self.databases.postgres.pid)),
            redis=processor_seconds(psutil.Process(self.databases.redis.pid)),
            proxy=processor_seconds(psutil.Process(self.proxy.pid)) if self.proxy else 0.0,
            answers=sum(stages(measured.url)["taken"] for measured in self.servers),
        )


def processor_seconds(process: psutil.Process) -> float:
    """Processor seconds of a process and its children, whether these still run or not."""
    while True:
        times = process.cpu_times()
        seconds = float(times.user + times.system + times.children_user + times.children_system)
        try:
            seconds += sum(processor_seconds(child) for child in process.children())
        except psutil.NoSuchProcess:
            continue
        if process.cpu_times()[2:4] == times[2:4]:
            return (
                seconds  # no child ended meanwhile: it would have been counted not at all, or twice
            )


@contextmanager
def running(layout: Layout) -> Iterator[Site]:
    """Servers of their own; the first of them migrates the database."""
    addresses = [f"127.0.0.{2 + number}" for number in range(layout.processes)]
    with ExitStack() as stack:
        both = stack.enter_context(databases())
        proxy = stack.enter_context(caddy(*addresses)) if layout.proxied else None
        settings = {**both.settings, **BOTS}
        places = [{"HOST": host, **({"PORT": proxy.port} if proxy else {})} for host in addresses]
        site = [
            stack.enter_context(server(**settings, **place, BACKGROUND="false")) for place in places
        ]
        urls = [proxy.url] if proxy else [measured.url for measured in site]
        if layout.bots:
            site.append(stack.enter_context(server(**settings, BACKGROUND="true")))
        yield Site(urls, site, both, proxy.server if proxy else None)


def turns(rounds: int, layouts: Sequence[Layout] = LAYOUTS) -> Iterator[Layout]:
    """Each layout once a round, forwards and backwards in turn."""
    for number in range(rounds):
        yield from layouts if number % 2 == 0 else reversed(layouts)


def sample(layout: Layout, seconds: float, rate: float, matches: int) -> Sample:
    with running(layout) as site:
        against_bots = matches // 2 if layout.bots else 0
        order = Order(
            urls=site.urls,
            tables=tables(site.urls[0], "res_arcana", matches, against_bots),
            affine=layout.affine,
            rate=layout.pace(rate),
            seconds=seconds,
        )
        usages: list[Usage] = []

        def record_usage() -> None:
            usages.append(site.usage())

        report = generate(order, on_begin=record_usage, on_end=record_usage)
    before, after = usages
    return Sample.of(after.since(before), report)


def measure(
    rounds: int = 3, seconds: float = 10.0, rate: float = ANSWERS_PER_S, matches: int = MATCHES
) -> dict[str, Figures]:
    """The figures of each layout."""
    samples_by_layout: dict[Layout, list[Sample]] = {layout: [] for layout in LAYOUTS}
    for layout in turns(rounds):
        samples_by_layout[layout].append(new_sample := sample(layout, seconds, rate, matches))
        title = f"{layout.load(rate, matches)}, {layout.name}"
        print(f"{title}: {new_sample.servers:.0f} µs of servers an answer", file=sys.stderr)
    return {
        f"{layout.load(rate, matches)}, {layout.name}": figures(
            samples, samples_by_layout[base_of(layout)], base_of(layout).name
        )
        for layout, samples in samples_by_layout.items()
    }


def base_of(layout: Layout) -> Layout:
    """The layout to compare with: its paced form, or affine processes: three with three, any
    other with two.
    """
    if layout in PACED:
        return PACED[layout]
    if layout.bots:
        return BASE_WITH_BOTS
    return BASE_OF_THREE if layout.processes == BASE_OF_THREE.processes else BASE


def figures(samples: Sequence[Sample], base: Sequence[Sample], to: str) -> Figures:
    """Medians, with the least and the most; ratios to another layout, round by round."""
    pairs = list(zip(samples, base, strict=True))
    servers = statistics.median(
        sample.servers / base_sample.servers for sample, base_sample in pairs
    )
    database = statistics.median(
        sample.postgres / base_sample.postgres for sample, base_sample in pairs
    )
    members = {
        "processor of all servers, µs per answer": spread_of(sample.servers for sample in samples),
        f"ratio to {to}": f"{servers:.2f}",
        "processor of PostgreSQL, µs per answer": spread_of(sample.postgres for sample in samples),
        f"ratio to {to}, PostgreSQL": f"{database:.2f}",
        "processor of Redis, µs per answer": spread_of(sample.redis for sample in samples),
        "ack p50, ms": spread_of((sample.ack_p50 for sample in samples), digits=1),
        "ack p95, ms": spread_of((sample.ack_p95 for sample in samples), digits=1),
        "answers per second": spread_of(sample.rate for sample in samples),
    }
    if any(sample.proxy for sample in samples):
        members["processor of the proxy, µs per answer"] = spread_of(
            sample.proxy for sample in samples
        )
    return members


def spread_of(values: Iterable[float], digits: int = 0) -> str:
    """The median, and the least and the most."""
    ordered = sorted(values)
    middle, least, greatest = statistics.median(ordered), ordered[0], ordered[-1]
    return f"{middle:,.{digits}f} ({least:,.{digits}f}-{greatest:,.{digits}f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rate", type=float, default=ANSWERS_PER_S)
    parser.add_argument("--matches", type=int, default=MATCHES)
    arguments = parser.parse_args()
    for name, layout_figures in measure(
        arguments.rounds, arguments.seconds, arguments.rate, arguments.matches
    ).items():
        print(name)
        for figure, value in layout_figures.items():
            print(f"    {figure}: {value}")


if __name__ == "__main__":
    main()
