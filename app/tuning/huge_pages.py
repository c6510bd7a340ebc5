"""Huge pages: puts this process's memory into pages of 2 MB, where the kernel grants them on
request (madvise). A server of a few tables does not need it.

Each answer belongs to another match and touches a little of everything in memory. Address
translation for small pages takes a good part of its time, on virtual machines above all, and Python
does not request larger ones (figures in docs/operations.md).
"""

from __future__ import annotations

import asyncio
import ctypes
import os
from collections.abc import Iterator
from pathlib import Path
from platform import release

import structlog

KERNEL_SETTINGS = Path("/sys/kernel/mm/transparent_hugepage")
MEMORY_MAPS = Path("/proc/self/maps")
HUGE_PAGE_BYTES = 2 << 20
"""Bytes of a huge page, if small ones have 4 kB; machines with other sizes go without."""
MADV_COLLAPSE = 25
"""The advice to merge the small pages of a range into one huge page now."""
MIN_LINUX = (6, 1)
"""The first Linux with MADV_COLLAPSE."""
MIN_RESIDENT_SHARE = 0.75
"""The share of a range that must be resident, since a huge page makes the whole range resident."""
PASS_PAUSE_S = 10.0
"""Pause between two passes."""
MAX_RANGES = 64
"""Maximum ranges per pass: each takes a millisecond."""
RESET_PASSES = 60
"""Passes after which all ranges are considered again, since memory is freed and reused."""
log = structlog.get_logger("conclave.huge_pages")

_libc = ctypes.CDLL(None)
_madvise = _libc.madvise
_madvise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
_mincore = _libc.mincore
_mincore.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p)


async def keep_collapsing() -> None:
    """Move newly allocated memory into huge pages, pass by pass."""
    collapsed: set[int] = set()
    passes = 0
    while is_offered():
        try:
            await asyncio.to_thread(collapse, collapsed)
        except OSError as error:
            log.warning("huge pages unavailable", error=type(error).__name__)
            return
        await asyncio.sleep(PASS_PAUSE_S)
        passes += 1
        if passes % RESET_PASSES == 0:
            collapsed.clear()


def is_offered() -> bool:
    """Whether the kernel grants huge pages on request; an operator's `never` is respected."""
    try:
        is_never = "[never]" in (KERNEL_SETTINGS / "enabled").read_text()
        size = int((KERNEL_SETTINGS / "hpage_pmd_size").read_text())
    except (OSError, ValueError):
        return False
    version = tuple(int(part) for part in release().split(".")[:2])
    return not is_never and size == HUGE_PAGE_BYTES and version >= MIN_LINUX


def collapse(collapsed: set[int]) -> None:
    """Collapse densely used ranges into huge pages and add them to `collapsed`; at most MAX_RANGES.

    Blocks: not for the event loop's thread.
    """
    remaining = MAX_RANGES
    for address in _candidates():
        if address not in collapsed and _is_dense(address):
            collapsed.add(address)
            _madvise(address, HUGE_PAGE_BYTES, MADV_COLLAPSE)
            remaining -= 1
            if not remaining:
                return


def _candidates() -> Iterator[int]:
    """Addresses where a huge page could lie: aligned, in private, writable, anonymous memory."""
    for line in MEMORY_MAPS.read_bytes().split(b"\n")[:-1]:
        addresses, rights, _, _, file, *_ = line.split(maxsplit=5)
        if rights == b"rw-p" and file == b"0":
            begin, end = (int(address, 16) for address in addresses.split(b"-"))
            yield from range(
                -(-begin // HUGE_PAGE_BYTES) * HUGE_PAGE_BYTES,
                end - HUGE_PAGE_BYTES + 1,
                HUGE_PAGE_BYTES,
            )


def _is_dense(address: int) -> bool:
    """Whether enough of its small pages are resident."""
    small_pages = HUGE_PAGE_BYTES // os.sysconf("SC_PAGE_SIZE")
    resident = ctypes.create_string_buffer(small_pages)
    return (
        _mincore(address, HUGE_PAGE_BYTES, resident) == 0
        and resident.raw.count(b"\1") >= MIN_RESIDENT_SHARE * small_pages
    )
