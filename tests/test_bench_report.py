"""Bench report: what `make bench` writes about a run."""

from __future__ import annotations

import json

import pytest

from bench.measure import EACH_ROUND, YARDSTICK, same_code_ratios
from bench.report import part_report, report
from bench.run import BENCHMARKS, FIGURES, Part, version
from bench.scenarios import median_round
from bench.tab import Heap, compiled_code
from devtools.marked_section import section, with_section

RUN = {
    "date": "2026-11-23",
    "machine": "2 cores, Python 3.11.7, PostgreSQL 15.18, Redis 7.0.15",
    "random play": {YARDSTICK: 20_000, "res_arcana 2 players": 50_000},
    "search": {"res_arcana 2 players, copies": 35_688, "res_arcana 2 players, playouts": 357},
    "answers": {
        "res_arcana 2 players": {
            "answers per match": 261,
            "engine part (median / p95)": "74 / 213 µs",
            "saved match, bytes": 1640,
        }
    },
    "server": {
        "counter, saturation, PostgreSQL + Redis": {
            "answers per second": 2211.3,
            "ack p50 / p95 / p99": "44.7 / 53.7 / 59.5 ms",
            "processor, µs per answer": 450,
            EACH_ROUND: [440, 462, 450],
        },
        "memory, PostgreSQL + Redis": {"a further socket": "44 kB"},
    },
}


def test_run_is_written_as_tables():
    """Ratios to the yardstick, the median round, the spread of the rounds, and memory."""
    lines = report(RUN).splitlines()
    assert lines[0] == f"2026-11-23, `make bench`: {RUN['machine']}."
    for row in (
        "| Catanatron 4 players | 20,000 | 1.00 |",
        "| Res Arcana 2 players | 50,000 | 2.50 |",
        "| Res Arcana 2 players | 35,688 | 357 |",
        "| Res Arcana 2 players | 261 | 74 / 213 µs | - | - | - | 1,640 | - |",
        "| Counter, saturation, PostgreSQL + Redis | 2,211.3 | 44.7 / 53.7 / 59.5 ms | - | 450 | 3 "
        "| 1.01 (0.97-1.05) |",
        "| Memory, PostgreSQL + Redis | a further socket | 44 kB |",
    ):
        assert row in lines, row
    without = report({name: part for name, part in RUN.items() if name != "server"})
    assert "### The server" not in without


def test_page_run_is_written_as_a_table():
    figures = {"lobby": {"requests": 18}, "res_arcana 4 players": {"kB received": 1216}}
    measured = {"date": "2026-11-25", "machine": "2 cores", "found": figures}
    text = part_report("page", measured)
    assert text.splitlines() == [
        "2026-11-25, `make bench ARGS=page`: 2 cores.",
        "",
        "|  | figure | value |",
        "|---|---|---|",
        "| Lobby | requests | 18 |",
        "| Res Arcana 4 players | kB received | 1,216 |",
    ]


def test_compiled_code_is_separated_from_the_retained_heap():
    meta = {
        "node_fields": ["type", "name", "self_size"],
        "node_types": [["object", "code"], "", ""],
    }
    nodes = [0, 7, 100, 1, 8, 30, 0, 9, 50, 1, 9, 4]
    assert compiled_code({"snapshot": {"meta": meta}, "nodes": nodes}) == 34
    assert Heap(used=184, code=34).data == 150


def test_document_contains_the_last_run():
    document, figures = BENCHMARKS.read_text(), json.loads(FIGURES.read_text())
    assert section(document, "figures").strip() == report(figures), "make bench writes both"
    for part in Part:
        part_section = section(document, part).strip()
        assert part_section == part_report(part, figures.get(part)), f"make bench ARGS={part}"


def test_rounds_of_the_same_code_are_compared_in_order():
    assert same_code_ratios([100, 110, 99]) == pytest.approx((1.0, 0.9, 1.1))
    assert same_code_ratios([100]) is None
    assert same_code_ratios([]) is None


def test_median_round_lists_the_others():
    rounds = [{"processor, µs per answer": time, "number": n} for n, time in enumerate((9, 7, 8))]
    assert median_round(rounds) == {
        "processor, µs per answer": 8,
        "number": 2,
        EACH_ROUND: [9, 7, 8],
    }


def test_only_the_marked_section_is_replaced():
    text = "before\n<!-- one: by a program -->\nold\n<!-- end of one -->\nafter\n"
    replaced = with_section(text, "one", "new\n")
    assert replaced == ("before\n<!-- one: by a program -->\n\nnew\n\n<!-- end of one -->\nafter\n")
    assert with_section(replaced, "one", "new") == replaced
    with pytest.raises(ValueError, match="no section two"):
        with_section(text, "two", "")


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("postgres (PostgreSQL) 15.18 (Debian 15.18-0)", "PostgreSQL 15.18"),
        ("Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc", "Redis 7.0.15"),
    ],
)
def test_version_is_read_from_the_programs_output(output, expected, tmp_path):
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\necho '{output}'\n")
    program.chmod(0o700)
    assert version(f"{program}") == expected
