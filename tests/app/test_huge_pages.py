"""Huge pages: memory in use moves into them where the system has them; unused memory stays
unused.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest

from app.server import huge_pages

MUCH = """
import mmap
from app.server import huge_pages

def memory(kind):
    with open("/proc/self/smaps_rollup") as lines:
        return sum(int(line.split()[1]) >> 10 for line in lines if line.startswith(kind))

used = [[number] for number in range(1_000_000)]
kept = mmap.mmap(-1, 64 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
for place in range(0, 64 << 20, 1 << 20):
    kept[place] = 1
resident, done = memory("Rss"), set()
if huge_pages.is_offered():
    huge_pages.collapse(done)
print(memory("AnonHugePages"), memory("Rss") - resident, len(done))
assert used[777_777] == [777_777] and kept[1 << 20] == 1
"""


def test_what_is_in_use_is_put_into_huge_pages_and_nothing_else():
    done = subprocess.run(
        [sys.executable, "-c", MUCH], check=True, capture_output=True, text=True, timeout=60
    )
    huge, postgres_redis_server, places = map(int, done.stdout.split())
    assert (huge >= 20) == (places >= 10) == huge_pages.is_offered()
    assert postgres_redis_server < 16
    assert places <= huge_pages.MAX_RANGES


@pytest.mark.parametrize(
    ("switch", "size", "release", "offered"),
    [
        ("always [madvise] never", huge_pages.HUGE, "6.1.0-18-amd64", True),
        ("[always] madvise never", huge_pages.HUGE, "6.18.4", True),
        ("always madvise [never]", huge_pages.HUGE, "6.1.0-18-amd64", False),
        ("always [madvise] never", 512 << 20, "6.1.0-18-arm64", False),
        ("always [madvise] never", huge_pages.HUGE, "5.10.0", False),
        (None, huge_pages.HUGE, "6.1.0", False),
    ],
)
def test_they_are_asked_for_where_the_system_has_them(
    monkeypatch, tmp_path, switch, size, release, offered
):
    monkeypatch.setattr(huge_pages, "SETTINGS", tmp_path)
    monkeypatch.setattr(huge_pages, "release", lambda: release)
    if switch is not None:
        (tmp_path / "enabled").write_text(f"{switch}\n")
    (tmp_path / "hpage_pmd_size").write_text(f"{size}\n")
    assert huge_pages.is_offered() == offered


async def test_what_comes_later_is_seen_to_as_well(monkeypatch):
    looks = []
    monkeypatch.setattr(huge_pages, "PASS_PAUSE_S", 0.001)
    monkeypatch.setattr(huge_pages, "RESET_PASSES", 2)
    monkeypatch.setattr(huge_pages, "is_offered", lambda: len(looks) < 5)
    monkeypatch.setattr(huge_pages, "collapse", lambda done: looks.append(len(done)) or done.add(0))
    async with asyncio.timeout(5):
        await huge_pages.keep_collapsing()
    assert looks == [0, 1, 0, 1, 0]
