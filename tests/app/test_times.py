"""Times under any course of a match: nobody wins time by what he does, nobody loses any."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.matches.clocks import clock_of
from app.matches.times import entered, first_times, go_on, halt, read_times, write_times

SEATS = [0, 1, 2]
CLOCKS = [
    clock_of({"kind": "move", "seconds": 30, "on_timeout": "default"}),
    clock_of({"kind": "bank", "seconds": 60, "increment": 0, "on_timeout": "default"}),
    clock_of({"kind": "bank", "seconds": 60, "increment": 7, "cap": 70, "on_timeout": "bot"}),
    clock_of({"kind": "days", "days": 1, "on_timeout": "forfeit"}),
]
waiting = st.sets(st.sampled_from(SEATS)).map(sorted)
steps = st.lists(
    st.tuples(
        st.sampled_from(["answer", "answer", "undo", "timeout", "pause"]),
        st.sampled_from(SEATS),
        waiting,
        st.integers(0, 5_000),
    ),
    max_size=25,
)


def has(times, seat, now):
    """What a seat has left, running or not."""
    return times.until[seat] - now if seat in times.until else times.left.get(seat)


@given(st.sampled_from(CLOCKS), waiting, steps)
def test_whatever_happens_clocks_run_for_those_waited_for_and_for_nobody_else(clock, first, course):
    now = 1_000_000
    times = first_times(clock, SEATS, first, now)
    for kind, seat, waited, passed in course:
        now += passed
        if kind == "pause":
            halt(times, now)
            assert times.until == {}
            go_on(clock, times, SEATS, first, now + 10**6)
            now += 10**6
            continue
        entered(clock, times, kind, seat, SEATS, waited, now)
        assert sorted(times.until) == waited
        assert all(ms >= 0 for ms in times.left.values())
        assert all(until - now <= (clock.cap or 10**9) for until in times.until.values())
        assert read_times(write_times(times)) == times
        first = waited


@given(st.sampled_from(CLOCKS), st.lists(st.integers(0, 2_000), min_size=2, max_size=20))
def test_taking_back_and_answering_again_wins_nothing(clock, pauses):
    """In turn an answer that ends the turn and its undo, each after a while."""
    now = 0
    times = first_times(clock, SEATS, [0], now)
    before = has(times, 0, now)
    for number, passed in enumerate(pauses):
        now += passed
        if number % 2 == 0:
            entered(clock, times, "answer", 0, SEATS, [1], now)
        else:
            entered(clock, times, "undo", 0, SEATS, [0], now)
            assert has(times, 0, now) <= before
            before = has(times, 0, now)


@given(st.sampled_from(CLOCKS[:2]), st.lists(st.integers(0, 500), min_size=2, max_size=20))
def test_nor_does_it_within_a_turn(clock, pauses):
    now = 0
    times = first_times(clock, SEATS, [0], now)
    before = has(times, 0, now)
    for number, passed in enumerate(pauses):
        now += passed
        entered(clock, times, "answer" if number % 2 == 0 else "undo", 0, SEATS, [0], now)
        if number % 2:
            assert has(times, 0, now) <= before
            before = has(times, 0, now)
