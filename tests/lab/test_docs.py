"""docs/bots.md agrees with the files of weights and results."""

from __future__ import annotations

import msgspec

from devtools.marked_section import section
from engine.lab.arena import measure
from scripts import strength_table as strengths
from scripts.chance_tables import BOTS, chance_tables
from scripts.strength_table import strength_table
from tests.lab.test_arena import contest


def test_chance_figures_match_the_weights():
    figures = section(BOTS.read_text(), "chances").strip()
    assert figures == chance_tables(), "python -m scripts.chance_tables writes it"


def test_documented_strengths_match_strength_json():
    figures = section(BOTS.read_text(), "strength").strip()
    assert figures == strength_table(), "python -m scripts.strength_table writes it"


def test_a_contest_is_recorded_once(tmp_path, monkeypatch):
    page, record = tmp_path / "bots.md", tmp_path / "strength.json"
    page.write_text("before\n<!-- strength: x -->\n<!-- end of strength -->\nafter\n")
    record.write_text("[]")
    monkeypatch.setattr(strengths, "BOTS", page)
    monkeypatch.setattr(strengths, "STRENGTH", record)
    for seed in (1, 2):
        result = measure(contest("greedy", "random", "random", seed=seed), 3)
        (tmp_path / "new.json").write_bytes(msgspec.json.encode(result))
        monkeypatch.setattr("sys.argv", ["", str(tmp_path / "new.json")])
        strengths.main()
    written = page.read_text()
    assert written.startswith("before\n")
    assert written.endswith("after\n")
    rows = [line for line in written.splitlines() if "Battle for Empyrean" in line]
    assert len(rows) == 1
    assert "`greedy` against `2 × random` | – / – | 3 |" in rows[0]
    [record] = strengths.recorded_contests()
    assert record.result.contest.seed == 2
    assert rows[0].endswith(f"| {record.date} | {record.processor} |")
    assert record.processor
