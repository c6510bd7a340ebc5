"""Memory in use goes into huge pages where the system has them; what is not in use stays unused."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest

from app import huge_pages

MUCH = """
import mmap
from app.huge_pages import collapse

def memory(kind):
    with open("/proc/self/smaps_rollup") as lines:
        return sum(int(line.split()[1]) << 10 for line in lines if line.startswith(kind))

used = [[number] for number in range(1_000_000)]
kept = mmap.mmap(-1, 64 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
for place in range(0, 64 << 20, 1 << 20):
    kept[place] = 1
huge, resident = memory("AnonHugePages"), memory("Rss")
pages = collapse()
print(pages, memory("AnonHugePages") - huge, memory("Rss") - resident, collapse() - pages)
assert used[777_777] == [777_777] and kept[1 << 20] == 1
"""


def test_what_is_in_use_is_put_into_huge_pages_and_nothing_else():
    done = subprocess.run(
        [sys.executable, "-c", MUCH], check=True, capture_output=True, text=True, timeout=60
    )
    pages, huge, grown, more = map(int, done.stdout.split())
    assert (pages >= 10) == huge_pages.is_offered()
    assert huge == pages * huge_pages.HUGE
    assert grown < 8 << 20
    assert more == 0


async def test_where_the_system_says_never_it_is_never(monkeypatch, tmp_path):
    switch = tmp_path / "enabled"
    switch.write_text("always madvise [never]\n")
    monkeypatch.setattr(huge_pages, "SWITCH", switch)
    monkeypatch.setattr(huge_pages, "collapse", pytest.fail)
    async with asyncio.timeout(5):
        await huge_pages.keep_collapsing()
    switch.unlink()
    async with asyncio.timeout(5):
        await huge_pages.keep_collapsing()


async def test_what_comes_later_is_seen_to_as_well(monkeypatch):
    looks = []
    monkeypatch.setattr(huge_pages, "PAUSE", 0.01)
    monkeypatch.setattr(huge_pages, "is_offered", lambda: len(looks) < 3)
    monkeypatch.setattr(huge_pages, "collapse", lambda: looks.append(1))
    async with asyncio.timeout(5):
        await huge_pages.keep_collapsing()
    assert len(looks) == 3
