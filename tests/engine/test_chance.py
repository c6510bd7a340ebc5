"""Chance: repeatable from the seed, even, never the same counter twice."""

from __future__ import annotations

import hashlib
from collections import Counter

from engine.core.chance import below, commitment, draw, permute, shuffle, words
from engine.core.match import Match, answer, running_table
from engine.core.script import choose, plain
from tests.engine.workshop import SEED, Bench, begun


def test_words_of_a_draw_are_its_keyed_hash() -> None:
    digest = hashlib.blake2b((7).to_bytes(8, "big") + (0).to_bytes(4, "big"), key=SEED).digest()
    stream = words(SEED, 7)
    assert [next(stream) for _ in range(8)] == [
        int.from_bytes(digest[start : start + 8], "big") for start in range(0, 64, 8)
    ]


def test_results_are_evenly_distributed() -> None:
    counts = Counter(below(words(SEED, counter), 6) for counter in range(12_000))
    assert sorted(counts) == list(range(6))
    assert all(1_800 < count < 2_200 for count in counts.values())


def test_every_permutation_occurs() -> None:
    seen = Counter()
    for counter in range(2_400):
        things = ["a", "b", "c", "d"]
        permute(words(SEED, counter), things)
        seen["".join(things)] += 1
    assert len(seen) == 24
    assert min(seen.values()) > 60


def test_words_beyond_the_even_range_are_skipped() -> None:
    top = (1 << 64) - 1
    assert below(iter([top, 5]), 3) == 2


async def roll_twice(table: Bench) -> None:
    table.notes.append(draw(table, 1_000_000))
    await choose(0, "go", plain("on"))
    table.notes.append(draw(table, 1_000_000))
    deck = list(range(30))
    shuffle(table, deck)
    table.notes.append(deck)
    await choose(0, "go", plain("on"))


def test_rerun_repeats_its_draws_and_reuses_no_counter() -> None:
    game, transition = begun(roll_twice)
    transition = answer(game, transition.match, 0, transition.match.decisions[0].id, "on")
    first, second, deck = transition.running.table.notes
    assert first != second
    assert sorted(deck) == list(range(30)) != deck
    assert running_table(game, Match.from_bytes(transition.match.to_bytes())).table.notes == [
        first,
        second,
        deck,
    ]
    assert [counter for _, counter in transition.match.step.draws] == [0, 1, 2]


def test_shuffling_fewer_than_two_things_draws_nothing() -> None:
    async def step(table: Bench) -> None:
        shuffle(table, [1])
        shuffle(table, [])

    _, transition = begun(step)
    assert transition.running.table.drawn == 0


def test_the_commitment_is_the_seeds_hash() -> None:
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()
