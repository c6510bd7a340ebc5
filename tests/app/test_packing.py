"""Packing: tables from the tickets of a pool, whatever waits there."""

from __future__ import annotations

import math
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from app.matchmaking.packing import (
    MAX_NEIGHBOURS,
    MEETING_GAP,
    UNLIMITED_AFTER_S,
    Waiting,
    pack,
)

RATINGS = st.floats(500, 2800, allow_nan=False)
WAITS = st.one_of(
    st.floats(0, 60), st.floats(UNLIMITED_AFTER_S, 4 * UNLIMITED_AFTER_S), st.just(0.0)
)


@st.composite
def waiting_rooms(draw):
    """Tickets, and what separates their people: blocks, and recent meetings."""
    count = draw(st.integers(0, 14))
    tickets = [
        Waiting(f"p{n}", draw(WAITS), draw(RATINGS), draw(st.booleans())) for n in range(count)
    ]
    people = [ticket.person for ticket in tickets]
    separations = {}
    for pair in combinations(people, 2):
        if draw(st.integers(0, 4)) == 0:
            separations[frozenset(pair)] = draw(st.sampled_from([math.inf, MEETING_GAP]))
    return tickets, separations


def separation_by(separations):
    return lambda person, other: separations.get(frozenset((person, other)), 0.0)


def may_meet(one, other, separation):
    gap = abs(one.rating - other.rating) + separation(one.person, other.person)
    return gap < math.inf and gap <= min(one.range, other.range)


@settings(max_examples=100, deadline=None)
@given(waiting_rooms(), st.sampled_from([2, 3, 4]))
def test_packing_fills_tables_and_seats_each_person_once(room, players):
    tickets, separations = room
    tables = pack(tickets, players, separation_by(separations))
    seated = [ticket.person for table in tables for ticket in table]
    assert len(seated) == len(set(seated))
    assert set(seated) <= {ticket.person for ticket in tickets}
    assert all(len(table) == players for table in tables)


@settings(max_examples=100, deadline=None)
@given(waiting_rooms(), st.sampled_from([2, 3, 4]))
def test_blocks_and_both_ranges_hold_for_every_two_at_a_table(room, players):
    tickets, separations = room
    separation = separation_by(separations)
    for table in pack(tickets, players, separation):
        assert all(may_meet(one, other, separation) for one, other in combinations(table, 2))


@settings(max_examples=100, deadline=None)
@given(waiting_rooms(), st.sampled_from([2, 3, 4]))
def test_no_table_that_could_be_made_is_left_waiting(room, players):
    """So a wait is bounded: after UNLIMITED_AFTER_S only blocks stand between two tickets."""
    tickets, separations = room
    separation = separation_by(separations)
    seated = {ticket.person for table in pack(tickets, players, separation) for ticket in table}
    left = [ticket for ticket in tickets if ticket.person not in seated]
    for table in combinations(left, players):
        assert not all(may_meet(one, other, separation) for one, other in combinations(table, 2))
    patient = [ticket for ticket in left if ticket.waited_s >= UNLIMITED_AFTER_S]
    if len(patient) >= players:
        assert any(
            separation(one.person, other.person) == math.inf
            for one, other in combinations(patient, 2)
        )


@settings(max_examples=60, deadline=None)
@given(waiting_rooms(), st.sampled_from([2, 3, 4]), st.randoms(use_true_random=False))
def test_order_of_the_rows_does_not_matter(room, players, rng):
    tickets, separations = room
    separation = separation_by(separations)
    shuffled = [*tickets]
    rng.shuffle(shuffled)
    assert pack(tickets, players, separation) == pack(shuffled, players, separation)


def no_separation(person, other):
    return 0.0


def test_longest_waiting_ticket_chooses_the_nearest_rating():
    tickets = [
        Waiting("long", 50, 1500),
        Waiting("near", 1, 1520),
        Waiting("nearer", 0, 1490),
        Waiting("far", 40, 1700),
    ]
    (table, _) = pack([*tickets, Waiting("other", 39, 1690)], 2, no_separation)
    assert [ticket.person for ticket in table] == ["long", "nearer"]


def test_range_widens_until_it_admits_the_other():
    strong = Waiting("strong", 400, 2300)
    assert pack([strong, Waiting("new", 10, 1500)], 2, no_separation) == []
    (table,) = pack([strong, Waiting("new", UNLIMITED_AFTER_S, 1500)], 2, no_separation)
    assert len(table) == 2


def test_two_who_have_just_met_are_paired_only_if_nobody_else_comes():
    met = {frozenset(("ann", "bob")): MEETING_GAP}
    separation = separation_by(met)
    ann, bob = Waiting("ann", 5, 1500), Waiting("bob", 5, 1500)
    cid = Waiting("cid", 1, 1560)
    ((first, second),) = pack([ann, bob, cid], 2, separation)
    assert {first.person, second.person} == {"ann", "cid"}
    assert pack([ann, bob], 2, separation) == []
    patient = [Waiting("ann", 60, 1500), Waiting("bob", 60, 1500)]
    assert len(pack(patient, 2, separation)) == 1


def test_full_pool_is_packed_by_near_ratings():
    """More tickets than one table tries."""
    tickets = [Waiting(f"p{n:03}", 20, 1000 + 3 * n) for n in range(4 * MAX_NEIGHBOURS)]
    tables = pack(tickets, 4, no_separation)
    assert len(tables) == MAX_NEIGHBOURS
    spans = [max(t.rating for t in table) - min(t.rating for t in table) for table in tables]
    assert max(spans) <= 24
