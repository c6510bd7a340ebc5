"""Huge pages: memory in use moves into them where the system has them; unused memory stays
unused.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest

from app.tuning import huge_pages

SCRIPT = """
import mmap
from app.tuning import huge_pages

def memory(kind):
    with open("/proc/self/smaps_rollup") as lines:
        return sum(int(line.split()[1]) >> 10 for line in lines if line.startswith(kind))

used = [[number] for number in range(1_000_000)]
mapped = mmap.mmap(-1, 64 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
for place in range(0, 64 << 20, 1 << 20):
    mapped[place] = 1
resident, done = memory("Rss"), set()
if huge_pages.is_offered():
    huge_pages.collapse(done)
print(memory("AnonHugePages"), memory("Rss") - resident, len(done))
assert used[777_777] == [777_777] and mapped[1 << 20] == 1
"""


def test_only_memory_in_use_moves_into_huge_pages():
    result = subprocess.run(
        [sys.executable, "-c", SCRIPT], check=True, capture_output=True, text=True, timeout=60
    )
    huge, growth, places = map(int, result.stdout.split())
    assert (huge >= 20) == (places >= 10) == huge_pages.is_offered()
    assert growth < 16
    assert places <= huge_pages.MAX_RANGES


@pytest.mark.parametrize(
    ("switch", "size", "release", "offered"),
    [
        ("always [madvise] never", huge_pages.HUGE_PAGE_BYTES, "6.1.0-18-amd64", True),
        ("[always] madvise never", huge_pages.HUGE_PAGE_BYTES, "6.18.4", True),
        ("always madvise [never]", huge_pages.HUGE_PAGE_BYTES, "6.1.0-18-amd64", False),
        ("always [madvise] never", 512 << 20, "6.1.0-18-arm64", False),
        ("always [madvise] never", huge_pages.HUGE_PAGE_BYTES, "5.10.0", False),
        (None, huge_pages.HUGE_PAGE_BYTES, "6.1.0", False),
    ],
)
def test_huge_pages_are_used_where_the_system_has_them(
    monkeypatch, tmp_path, switch, size, release, offered
):
    monkeypatch.setattr(huge_pages, "KERNEL_SETTINGS", tmp_path)
    monkeypatch.setattr(huge_pages, "release", lambda: release)
    if switch is not None:
        (tmp_path / "enabled").write_text(f"{switch}\n")
    (tmp_path / "hpage_pmd_size").write_text(f"{size}\n")
    assert huge_pages.is_offered() == offered


async def test_memory_allocated_later_is_collapsed_too(monkeypatch):
    passes = []
    monkeypatch.setattr(huge_pages, "PASS_PAUSE_S", 0.001)
    monkeypatch.setattr(huge_pages, "RESET_PASSES", 2)
    monkeypatch.setattr(huge_pages, "is_offered", lambda: len(passes) < 5)
    monkeypatch.setattr(
        huge_pages, "collapse", lambda done: passes.append(len(done)) or done.add(0)
    )
    async with asyncio.timeout(5):
        await huge_pages.keep_collapsing()
    assert passes == [0, 1, 0, 1, 0]
