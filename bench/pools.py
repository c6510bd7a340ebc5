"""A day of 10,000 people in the pools: how long they wait, and how far apart their ratings are.

    python -m bench.pools --write docs/matchmaking.md

simulates the day with the server's own packing, then again with maximum-weight matching in the
pools of two, and prints (and writes, with the picture beside it) what came out. The same seed gives
the same day; how people behave is assumed (`Day`), how tables are found is not.
"""

from __future__ import annotations

import argparse
import heapq
import math
import random
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import networkx  # a dependency of catanatron, another yardstick

from app.matchmaking.packing import MEETING_GAP, Separation, Waiting, pack
from bench.pools_report import picture, report
from devtools.marked_section import with_section

DAY_S = 24 * 3600
STEP_S = 2
"""A process looks at the pools this often."""
READY_S = 20
FATIGUE_S = 3600
Pack = Callable[[Sequence[Waiting], int, Separation], list[list[Waiting]]]
Pool = tuple[str, int, str, bool]
"""Game, players, pace, and whether it is rated."""


@dataclass(frozen=True)
class Day:
    """What is assumed of people."""

    people: int = 10_000
    seed: int = 1
    games: tuple[tuple[str, float, tuple[int, ...]], ...] = (
        ("res_arcana", 0.5, (2, 3, 4)),
        ("ascended_kings", 0.3, (2, 3, 4)),
        ("battle_for_empyrean", 0.2, (2,)),
    )
    of_two: float = 0.7  # of those who may choose, the others divide equally
    live: float = 0.7  # the others look for relaxed matches
    rated: float = 0.5
    spread: float = 250.0  # of ratings around 1500
    uncertain: float = 0.3  # the share of people with few rated matches
    patience_s: float = 300.0  # on average, at least 30 s
    silent: float = 0.04  # the share of ready checks that a person misses
    again: float = 0.45  # the share who look again after a match
    match_s: float = 2100.0  # the median length of a match
    bots: int = 30  # programs that stand in casual pools all day


@dataclass
class Ticket:
    person: str
    pool: Pool
    rating: float
    is_uncertain: bool
    since: float
    until: float  # patience ends
    is_bot: bool = False


@dataclass
class Result:
    """What a day's tickets came to."""

    waits: list[tuple[float, float]] = field(default_factory=list)  # rating, seconds
    gaps: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))  # by players
    given_up: list[tuple[float, float]] = field(default_factory=list)  # rating, seconds
    tables: int = 0
    with_bots: int = 0
    missed: int = 0
    largest_pool: int = 0
    pack_ms: list[float] = field(default_factory=list)


def matched(
    tickets: Sequence[Waiting], players: int, separation: Separation
) -> list[list[Waiting]]:
    """Maximum-weight matching for two: as many tables as can be, of the least gaps in all."""
    if players != 2:
        return pack(tickets, players, separation)
    graph = networkx.Graph()
    by_person = {ticket.person: ticket for ticket in tickets}
    ordered = sorted(tickets, key=lambda ticket: ticket.person)
    for place, one in enumerate(ordered):
        for other in ordered[place + 1 :]:
            gap = abs(one.rating - other.rating) + separation(one.person, other.person)
            if gap < math.inf and gap <= min(one.range, other.range):
                graph.add_edge(one.person, other.person, weight=10_000 - gap)
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return [[by_person[one], by_person[other]] for one, other in sorted(map(sorted, pairs))]


class Simulation:
    """One day."""

    def __init__(self, day: Day, packing: Pack) -> None:
        self.day = day
        self.packing = packing
        self.rng = random.Random(day.seed)
        self.result = Result()
        self.waiting: dict[Pool, dict[str, Ticket]] = defaultdict(dict)
        self.coming: list[tuple[float, int, Ticket]] = []
        self.met: dict[frozenset[str], float] = {}
        self._number = 0

    def run(self) -> Result:
        """The day, in steps of STEP_S."""
        for ticket in [*self._people(), *self._bots()]:
            self._come(ticket)
        for moment in range(0, DAY_S, STEP_S):
            self._arrive(moment)
            for pool, tickets in self.waiting.items():
                self._leave(tickets, moment)
                self.result.largest_pool = max(self.result.largest_pool, len(tickets))
                if len(tickets) >= pool[1]:
                    self._pair(pool, tickets, moment)
        return self.result

    def _people(self) -> list[Ticket]:
        day, tickets = self.day, []
        for number in range(day.people):
            at = self._arrival()
            rating = self.rng.gauss(1500, day.spread)
            is_uncertain = self.rng.random() < day.uncertain
            tickets.append(
                Ticket(f"p{number}", self._wish(), rating, is_uncertain, at, at + self._patience())
            )
        return tickets

    def _bots(self) -> list[Ticket]:
        """Programs stand in casual pools of two and three, of any strength."""
        tickets = []
        for number in range(self.day.bots):
            game = self.rng.choice([name for name, *_ in self.day.games])
            pool = game, 2, self.rng.choice(["live", "relaxed"]), False
            rating = self.rng.gauss(1450, 200)
            tickets.append(Ticket(f"b{number}", pool, rating, False, 0.0, math.inf, True))
        return tickets

    def _arrival(self) -> float:
        """A time of day: most come in the evening, few at night."""
        while True:
            hour = self.rng.random() * 24
            busy = (
                0.08
                + math.exp(-(((hour - 20.5) / 2.6) ** 2))
                + 0.45 * math.exp(-(((hour - 14) / 4) ** 2))
            )
            if self.rng.random() * 1.2 < busy:
                return hour * 3600

    def _wish(self) -> Pool:
        day = self.day
        games = [name for name, *_ in day.games]
        shares = [share for _, share, _ in day.games]
        game = self.rng.choices(games, shares)[0]
        counts = next(counts for name, _, counts in day.games if name == game)
        players = 2
        if len(counts) > 1 and self.rng.random() > day.of_two:
            players = self.rng.choice(counts[1:])
        pace = "live" if self.rng.random() < day.live else "relaxed"
        return game, players, pace, self.rng.random() < day.rated

    def _patience(self) -> float:
        return 30 + self.rng.expovariate(1 / (self.day.patience_s - 30))

    def _come(self, ticket: Ticket) -> None:
        self._number += 1
        heapq.heappush(self.coming, (ticket.since, self._number, ticket))

    def _arrive(self, moment: float) -> None:
        while self.coming and self.coming[0][0] <= moment:
            *_, ticket = heapq.heappop(self.coming)
            self.waiting[ticket.pool][ticket.person] = ticket

    def _leave(self, tickets: dict[str, Ticket], moment: float) -> None:
        for ticket in [ticket for ticket in tickets.values() if ticket.until <= moment]:
            del tickets[ticket.person]
            self.result.given_up.append((ticket.rating, moment - ticket.since))

    def _pair(self, pool: Pool, tickets: dict[str, Ticket], moment: float) -> None:
        waiting = [
            Waiting(ticket.person, moment - ticket.since, ticket.rating, ticket.is_uncertain)
            for ticket in tickets.values()
        ]

        def separation(one: str, other: str) -> float:
            at = self.met.get(frozenset((one, other)), -math.inf)
            both_bots = one.startswith("b") and other.startswith("b")
            return math.inf if both_bots else MEETING_GAP if moment - at < FATIGUE_S else 0.0

        began = time.process_time()
        tables = self.packing(waiting, pool[1], separation)
        self.result.pack_ms.append((time.process_time() - began) * 1000)
        for table in tables:
            self._check([tickets[ticket.person] for ticket in table], moment)

    def _check(self, table: list[Ticket], moment: float) -> None:
        """A ready check: those who miss it are gone, the others wait on."""
        silent = [
            ticket for ticket in table if not ticket.is_bot and self.rng.random() < self.day.silent
        ]
        for ticket in table:
            del self.waiting[ticket.pool][ticket.person]
        if silent:
            self.result.missed += 1
            for ticket in table:
                if ticket not in silent:
                    heapq.heappush(self.coming, (moment + READY_S, self._next(), ticket))
            return
        self._begin(table, moment)

    def _next(self) -> int:
        self._number += 1
        return self._number

    def _begin(self, table: list[Ticket], moment: float) -> None:
        result, day = self.result, self.day
        result.tables += 1
        result.with_bots += any(ticket.is_bot for ticket in table)
        ratings = [ticket.rating for ticket in table]
        result.gaps[len(table)].append(max(ratings) - min(ratings))
        length = day.match_s * self.rng.lognormvariate(0, 0.4)
        for place, ticket in enumerate(table):
            for other in table[place + 1 :]:
                self.met[frozenset((ticket.person, other.person))] = moment + length
            if not ticket.is_bot:
                result.waits.append((ticket.rating, moment - ticket.since))
            if ticket.is_bot or self.rng.random() < day.again:
                at = moment + length
                until = math.inf if ticket.is_bot else at + self._patience()
                self._come(
                    Ticket(
                        ticket.person,
                        ticket.pool,
                        ticket.rating,
                        ticket.is_uncertain,
                        at,
                        until,
                        ticket.is_bot,
                    )
                )


def main() -> None:
    parser = argparse.ArgumentParser(description="Simulate a day in the pools.")
    parser.add_argument("--people", type=int, default=Day.people)
    parser.add_argument("--seed", type=int, default=Day.seed)
    parser.add_argument("--write", type=Path, help="the document whose section to write")
    chosen = parser.parse_args()
    days = {
        people: Day(people=people, seed=chosen.seed)
        for people in (chosen.people, max(1, chosen.people // 10))
    }
    greedy = {people: Simulation(day, pack).run() for people, day in days.items()}
    other = Simulation(days[chosen.people], matched).run()
    text = report(days[chosen.people], greedy, other)
    print(text)
    if chosen.write:
        document = chosen.write.read_text()
        chosen.write.write_text(with_section(document, "day", text))
        svg = picture(greedy[chosen.people])
        chosen.write.with_suffix(".svg").write_text(svg)


if __name__ == "__main__":
    main()
