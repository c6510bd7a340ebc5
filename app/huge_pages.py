"""Huge pages: the memory of this process in pages of 2 MB, where the kernel has them for who asks.

An answer touches a little of all that a process holds. To look up where its small pages are takes a
sixth of the time of an answer on a virtual machine (docs/operations.md), and Python asks for no
larger ones. The switch of the system is respected: `never` in SWITCH means never.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import re
from collections.abc import Iterator
from pathlib import Path

SWITCH = Path("/sys/kernel/mm/transparent_hugepage/enabled")
MAPS = Path("/proc/self/maps")
HUGE = 2 << 20
"""Bytes of a huge page."""
COLLAPSE = 25
"""MADV_COLLAPSE: make one huge page of the small ones of a place, now…"""
SINCE = (6, 1)
"""… and the first Linux that has it."""
DENSE = 0.75
"""The share of a place that must be in use already, since all of it will be."""
PAUSE = 10.0
"""Seconds from one look at what has come to the next."""


async def keep_collapsing() -> None:
    """Memory that has come is put into huge pages, a while later."""
    while is_offered():
        await asyncio.to_thread(collapse)
        await asyncio.sleep(PAUSE)


def is_offered() -> bool:
    """Whether the kernel has huge pages for who asks."""
    try:
        is_never = "[never]" in SWITCH.read_text()
    except OSError:
        return False
    return not is_never and _version() >= SINCE


def _version() -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", os.uname().release)[:2])


def collapse() -> int:
    """Put what is dense into huge pages; returns how many there are. Not for the loop's thread."""
    return sum(_is_dense(place) and _advise(place, HUGE, COLLAPSE) == 0 for place in _places())


def _places() -> Iterator[int]:
    """Where a huge page could be: aligned, private, writable, of no file."""
    for line in MAPS.read_text().splitlines():
        fields = line.split()
        if fields[1] == "rw-p" and fields[4] == "0":
            begin, end = (int(address, 16) for address in fields[0].split("-"))
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
