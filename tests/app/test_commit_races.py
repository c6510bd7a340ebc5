"""Commit races: two processes answer the same question; one wins, the loser gets stale-decision."""

from __future__ import annotations

import asyncio
import os
import random

import pytest

from tests.app.wire import Person, two_at_tiny

RACES = int(os.environ.get("RACES", "96"))
"""The number of questions raced for; the soak has more."""
MATCHES = 8


@pytest.mark.soak
@pytest.mark.redis
async def test_exactly_one_process_wins_each_race(postgres_redis_server, second_process):
    """The same seat gives two answers to the same question, at both processes at once."""
    per_table = -(-RACES // MATCHES)
    tables = [
        await two_at_tiny(postgres_redis_server.url, turns=per_table + 1) for _ in range(MATCHES)
    ]
    won = await asyncio.gather(
        *(
            race(second_process.url, *table, per_table, random.Random(n))
            for n, table in enumerate(tables)
        )
    )
    first, second = (sum(places) for places in zip(*won, strict=True))
    assert first + second == per_table * MATCHES >= RACES
    assert min(first, second) > (first + second) // 20, "one process hardly ever wins"


async def race(
    other: str, ann: Person, bob: Person, match: str, races: int, rng: random.Random
) -> tuple[int, int]:
    """Runs that many races at one match; returns how many each process won."""
    pairs = [(ann, await ann.at(other)), (bob, await bob.at(other))]
    won, acknowledged = [0, 0], []
    for _ in range(races):
        pair, decision = await open_question(pairs, match)
        keys = rng.sample([option["key"] for option in decision["options"]], 2)
        winner = await answer_both(pair, match, decision["id"], keys)
        won[winner] += 1
        acknowledged.append(keys[winner])
    plies, played = await whole_log(ann, match)
    assert plies == list(range(races + 1))
    assert played == acknowledged[2:], "the log does not say what was acknowledged"
    return won[0], won[1]


async def open_question(pairs: list[tuple[Person, Person]], match: str):
    """A seat with an open question, at both processes, and the question."""
    for pair in pairs:
        decisions = (await pair[0].view(match))["decisions"]
        if decisions:
            return pair, decisions[0]
    raise AssertionError("no seat has an open question")


async def answer_both(pair: tuple[Person, Person], match: str, decision: str, keys: list[str]):
    """Answer at both processes at once; returns the winner, after checking the loser's reply."""
    path = f"/matches/{match}/decisions/{decision}"
    replies = await asyncio.gather(
        *(
            person.call("POST", path, {"answer": key})
            for person, key in zip(pair, keys, strict=True)
        )
    )
    codes = [reply.status_code for reply in replies]
    assert sorted(codes) == [200, 409], [reply.text for reply in replies]
    winner = codes.index(200)
    ack, problem = replies[winner].json(), replies[1 - winner].json()
    assert problem["type"] == "/problems/stale-decision"
    assert problem["decisions"] == ack["decisions"] == (await pair[0].view(match))["decisions"]
    return winner


async def whole_log(person: Person, match: str) -> tuple[list[int], list[str]]:
    """The plies of all entries, and the cards played."""
    plies, played, after = [], [], -1
    while after is not None:
        log = await person.get(f"/matches/{match}/log?after={after}")
        plies += [entry["ply"] for entry in log["entries"]]
        events = [event for event in log["events"] if event["key"] == "tiny.played"]
        played += [f"card:{event['args']['card']}" for event in events]
        after = log.get("next")
    return plies, played
