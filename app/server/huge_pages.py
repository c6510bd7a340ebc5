"""Huge pages: the memory of this process in pages of 2 MB, where the kernel has them for who asks.

Every answer is of another match and touches a little of all that a process holds. To look up where
small pages are takes a good part of its time, on virtual machines above all, and Python asks for no
larger ones (figures in docs/operations.md).
"""

from __future__ import annotations

import asyncio
import ctypes
import os
from collections.abc import Iterator
from pathlib import Path
from platform import release

import structlog

SETTINGS = Path("/sys/kernel/mm/transparent_hugepage")
MAPS = Path("/proc/self/maps")
HUGE = 2 << 20
"""Bytes of a huge page, where small ones have 4 kB; other machines have others, and go without."""
COLLAPSE = 25
"""MADV_COLLAPSE: make one huge page of the small ones of a place, now…"""
SINCE = (6, 1)
"""… and the first Linux that has it."""
DENSE = 0.75
"""The share of a place that must be in use already, since all of it will be."""
PAUSE = 10.0
"""Seconds from one look at what has come to the next…"""
MOST = 64
"""… and the most places at once: each takes a millisecond."""
ANEW = 60
"""After so many looks places are asked for again, since memory comes and goes."""
log = structlog.get_logger("conclave.memory")


async def keep_collapsing() -> None:
    """Memory that has come is put into huge pages, a while later."""
    done: set[int] = set()
    looks = 0
    while is_offered():
        try:
            await asyncio.to_thread(collapse, done)
        except OSError as error:
            log.warning("no huge pages", error=type(error).__name__)
            return
        await asyncio.sleep(PAUSE)
        looks += 1
        if looks % ANEW == 0:
            done.clear()


def is_offered() -> bool:
    """Whether the kernel has huge pages for who asks; an operator's `never` is respected."""
    try:
        is_never = "[never]" in (SETTINGS / "enabled").read_text()
        size = int((SETTINGS / "hpage_pmd_size").read_text())
    except (OSError, ValueError):
        return False
    version = tuple(int(part) for part in release().split(".")[:2])
    return not is_never and size == HUGE and version >= SINCE


def collapse(done: set[int]) -> None:
    """Put what is dense into huge pages and note it, some places at a time.

    Not for the loop's thread.
    """
    left = MOST
    for place in _places():
        if place not in done and _is_dense(place):
            done.add(place)
            _advise(place, HUGE, COLLAPSE)
            left -= 1
            if not left:
                return


def _places() -> Iterator[int]:
    """Where a huge page could be: aligned, private, writable, of no file."""
    for line in MAPS.read_bytes().split(b"\n")[:-1]:
        addresses, rights, _, _, file, *_ = line.split(maxsplit=5)
        if rights == b"rw-p" and file == b"0":
            begin, end = (int(address, 16) for address in addresses.split(b"-"))
            yield from range(-(-begin // HUGE) * HUGE, end - HUGE + 1, HUGE)


def _is_dense(place: int) -> bool:
    """Whether enough of its small pages are in memory."""
    small = HUGE // os.sysconf("SC_PAGE_SIZE")
    resident = ctypes.create_string_buffer(small)
    return _resident(place, HUGE, resident) == 0 and resident.raw.count(b"\1") >= DENSE * small


_libc = ctypes.CDLL(None)
_advise = _libc.madvise
_advise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
_resident = _libc.mincore
_resident.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p)
