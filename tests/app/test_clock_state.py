"""Clock state: over any course of a match, no action gains or loses a player time."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.clocks.kinds import clock_of
from app.clocks.state import ClockState, read_state, write_state
from app.clocks.timekeeping import (
    after_entry,
    hand_over,
    initial_state,
    pause_clocks,
    resume_clocks,
)

SEATS = [0, 1, 2]
CLOCKS = [
    clock_of({"kind": "move", "seconds": 30, "on_timeout": "default"}),
    clock_of({"kind": "bank", "seconds": 60, "increment": 0, "on_timeout": "default"}),
    clock_of({"kind": "bank", "seconds": 60, "increment": 7, "cap": 70, "on_timeout": "bot"}),
    clock_of({"kind": "days", "days": 1, "on_timeout": "forfeit"}),
]
BANK = clock_of({"kind": "bank", "seconds": 60, "increment": 10, "cap": 65, "on_timeout": "bot"})
MOVE = clock_of({"kind": "move", "seconds": 30, "on_timeout": "default"})
BOTH = [0, 1]


def record(clock, times, seat, waiting, at, kind="answer"):
    after_entry(clock, times, kind, seat, BOTH, waiting, at * 1000)


def test_bank_grows_by_its_increment_up_to_its_cap():
    times = initial_state(BANK, BOTH, [0], 0)
    assert (times.until, times.left) == ({0: 60_000}, {1: 60_000})
    record(BANK, times, 0, [0], 20)
    assert times.until == {0: 60_000}, "a turn of several answers earns once"
    record(BANK, times, 0, [1], 21)
    assert (times.until, times.left) == ({1: 81_000}, {0: 49_000})
    record(BANK, times, 1, [0], 22)
    assert times.left == {1: 65_000}


def test_undo_gains_no_time_with_a_bank_clock():
    times = initial_state(BANK, BOTH, [0], 0)
    record(BANK, times, 0, [1], 30)
    assert times.left[0] == 40_000
    record(BANK, times, 0, [0], 40, "undo")
    assert times.until == {0: 70_000}, "30 s of the seat's own were spent"
    record(BANK, times, 0, [1], 40)
    assert times.left[0] == 40_000


def test_undo_gains_no_time_with_a_move_clock():
    times = initial_state(MOVE, BOTH, [0], 0)
    record(MOVE, times, 0, [0], 20)
    assert times.until == {0: 50_000}
    record(MOVE, times, 0, [0], 25, "undo")
    assert times.until == {0: 30_000}
    record(MOVE, times, 0, [1], 29)
    record(MOVE, times, 0, [0], 35, "undo")
    assert times.until == {0: 36_000}


def test_answer_leaves_the_time_of_others_unchanged():
    times = initial_state(MOVE, BOTH, BOTH, 0)
    record(MOVE, times, 0, BOTH, 10)
    assert times.until == {0: 40_000, 1: 30_000}


def test_pause_stops_every_clock():
    for clock in (BANK, MOVE):
        times = initial_state(clock, BOTH, [0], 0)
        pause_clocks(times, 10_000)
        assert (times.until, times.left[0]) == ({}, clock.full - 10_000)
        resume_clocks(clock, times, BOTH, [0], 500_000)
        assert times.until == {0: 490_000 + clock.full}


def test_takeover_of_an_empty_bank_gets_a_tenth():
    times = ClockState(until={0: 5_000}, left={1: 60_000})
    hand_over(BANK, times, 0, True, 5_000)
    assert times.until == {0: 11_000}


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


def time_left(times, seat, now):
    """The time a seat has left, running or not."""
    return times.until[seat] - now if seat in times.until else times.left.get(seat)


@given(st.sampled_from(CLOCKS), waiting, steps)
def test_clocks_run_for_exactly_the_seats_waited_for(clock, first, course):
    now = 1_000_000
    times = initial_state(clock, SEATS, first, now)
    for kind, seat, waited, passed in course:
        now += passed
        if kind == "pause":
            pause_clocks(times, now)
            assert times.until == {}
            resume_clocks(clock, times, SEATS, first, now + 10**6)
            now += 10**6
            continue
        after_entry(clock, times, kind, seat, SEATS, waited, now)
        assert sorted(times.until) == waited
        assert all(ms >= 0 for ms in times.left.values())
        assert all(until - now <= (clock.cap or 10**9) for until in times.until.values())
        assert read_state(write_state(times)) == times
        first = waited


@given(st.sampled_from(CLOCKS), st.lists(st.integers(0, 2_000), min_size=2, max_size=20))
def test_undo_and_a_new_answer_gain_no_time(clock, pauses):
    """An answer that ends the turn and its undo alternate, each after a while."""
    now = 0
    times = initial_state(clock, SEATS, [0], now)
    before = time_left(times, 0, now)
    for number, passed in enumerate(pauses):
        now += passed
        if number % 2 == 0:
            after_entry(clock, times, "answer", 0, SEATS, [1], now)
        else:
            after_entry(clock, times, "undo", 0, SEATS, [0], now)
            assert time_left(times, 0, now) <= before
            before = time_left(times, 0, now)


@given(st.sampled_from(CLOCKS[:2]), st.lists(st.integers(0, 500), min_size=2, max_size=20))
def test_undo_within_a_turn_gains_no_time(clock, pauses):
    now = 0
    times = initial_state(clock, SEATS, [0], now)
    before = time_left(times, 0, now)
    for number, passed in enumerate(pauses):
        now += passed
        after_entry(clock, times, "answer" if number % 2 == 0 else "undo", 0, SEATS, [0], now)
        if number % 2:
            assert time_left(times, 0, now) <= before
            before = time_left(times, 0, now)
