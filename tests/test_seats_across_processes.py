"""Bench of seats across processes: its schedules and figures are computed as they are named."""

import subprocess
import sys
from collections import Counter
from dataclasses import replace

import psutil
import pytest

from bench.generator import Order
from bench.seats_across_processes import (
    BASE,
    LAYOUTS,
    Layout,
    Sample,
    Usage,
    base_of,
    figures,
    processor_seconds,
    turns,
)

URLS = ["first", "second", "third"]
BURN = """
import time
while time.process_time() < 0.3:
    pass
print("burnt", flush=True)
input()
"""


def sample(servers: float, postgres: float = 100.0, proxy: float = 0.0) -> Sample:
    return Sample(servers, postgres, 20.0, proxy, ack_p50=2.0, ack_p95=5.25, rate=300.0)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_viewers_of_a_match_take_the_servers_in_turn(count):
    order = Order(urls=URLS[:count], tables=[])
    for table in range(6):
        seats = {order.url_of(table, seat) for seat in range(count)}
        assert seats == set(URLS[:count])
    seats = Counter(order.url_of(table, seat) for table in range(6) for seat in (0, 1))
    assert len(set(seats.values())) == 1, "no server has more than another"


def test_viewers_of_an_affine_match_are_at_one_server():
    order = Order(urls=URLS, tables=[], affine=True)
    homes = [{order.url_of(table, viewer) for viewer in range(5)} for table in range(6)]
    assert homes == 2 * [{"first"}, {"second"}, {"third"}]


def test_every_layout_has_a_name_and_a_place_for_its_viewers():
    assert BASE in LAYOUTS
    names = {f"{layout.load(300, 200)}, {layout.name}" for layout in LAYOUTS}
    assert len(names) == len(LAYOUTS)
    assert not any(layout.affine and layout.proxied for layout in LAYOUTS)


def test_people_leave_bots_their_share_of_the_answers():
    assert {layout.pace(300) for layout in LAYOUTS if layout.bots} == {150}
    paced = [layout for layout in LAYOUTS if not (layout.bots or layout.saturated)]
    assert {layout.pace(300) for layout in paced} == {300}


def test_saturated_layouts_are_compared_with_paced_and_paced_with_affine():
    saturated = [layout for layout in LAYOUTS if layout.saturated]
    assert {layout.processes for layout in saturated} == {2, 3}
    for layout in saturated:
        assert layout.pace(300) == 0
        assert base_of(layout) == replace(layout, saturated=False)
        assert base_of(base_of(layout)).affine
        assert base_of(base_of(layout)).processes == layout.processes
    assert all(base_of(layout).bots == layout.bots for layout in LAYOUTS)
    assert all(base_of(layout) in LAYOUTS for layout in LAYOUTS)


def test_rounds_run_forwards_and_backwards_in_turn():
    a, b, c = (Layout(f"{number}", number) for number in (1, 2, 3))
    assert [*turns(3, (a, b, c))] == [a, b, c, c, b, a, a, b, c]


def test_cost_of_an_answer_is_the_usage_divided_by_the_answers():
    before = Usage(servers=10.0, postgres=5.0, redis=1.0, proxy=0.5, answers=1000)
    after = Usage(servers=16.0, postgres=5.6, redis=1.06, proxy=1.1, answers=4000)
    report = {"ack": {"p50": 2.5, "p95": 6.0}, "answers per second": 299.0}
    measured = Sample.of(after.since(before), report)
    assert measured == pytest.approx((2000.0, 200.0, 20.0, 200.0, 2.5, 6.0, 299.0))


def test_ratios_are_taken_per_round_and_other_figures_are_medians():
    samples = [sample(2000, postgres=150), sample(3000, postgres=210), sample(1000, postgres=90)]
    base = [sample(1000), sample(2500), sample(1000)]
    row = figures(samples, base, "one process")
    assert row["processor of all servers, µs per answer"] == "2,000 (1,000-3,000)"
    assert row["ratio to one process"] == "1.20"
    assert row["processor of PostgreSQL, µs per answer"] == "150 (90-210)"
    assert row["ratio to one process, PostgreSQL"] == "1.50"
    assert row["ack p95, ms"] == "5.2 (5.2-5.2)"
    with pytest.raises(ValueError, match="shorter"):
        figures(samples, base[:2], "one process")


def test_proxy_has_a_figure_where_there_is_one():
    name = "processor of the proxy, µs per answer"
    assert name not in figures([sample(1)], [sample(1)], "two")
    assert figures([sample(1, proxy=40)], [sample(1)], "two")[name] == "40 (40-40)"


def test_process_is_charged_for_children_even_after_they_ended():
    own = psutil.Process()
    before = processor_seconds(own)
    child = subprocess.Popen(
        [sys.executable, "-c", BURN], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert child.stdout
    assert child.stdout.readline() == b"burnt\n"
    assert processor_seconds(own) - before >= 0.25
    child.communicate(b"\n")
    assert child.pid not in {process.pid for process in own.children()}
    assert processor_seconds(own) - before >= 0.25
