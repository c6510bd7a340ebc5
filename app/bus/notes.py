"""Notes: what each process says of its matches for the others to know, in memory on both sides.

A process notes what it knows; a moment later the others have heard it. Whoever begins to listen
asks, and everybody says everything once more.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from app.bus.base import Noted

LASTS = 90.0
"""Seconds after which a note is forgotten unless it is made again."""
AT_ONCE = 500
"""Notes in one message."""


class Notes:
    """This process's own, and those of the others by match and process."""

    def __init__(self) -> None:
        self.noted: Noted = lambda match, before, after: None
        self._own: dict[str, tuple[str, float]] = {}
        self._new: dict[str, None] = {}
        self._others: dict[str, dict[str, tuple[str, float]]] = {}

    def note(self, match: str, note: str) -> bool:
        """Whether this is the first one since the others were told of any."""
        is_first = not self._new
        self._own[match] = note, time.monotonic()
        self._new[match] = None
        return is_first

    def to_tell(self) -> Iterator[dict[str, str]]:
        """What the others have not been told yet, some at once."""
        new = [match for match in self._new if match in self._own]
        self._new = {}
        for first in range(0, len(new), AT_ONCE):
            yield {match: self._own[match][0] for match in new[first : first + AT_ONCE]}

    def tell_again(self) -> None:
        """Somebody does not know any of them."""
        self._new = dict.fromkeys(self._own)

    def hear(self, process: str, notes: dict[str, str]) -> None:
        """What another process notes."""
        for match, note in notes.items():
            known = self._others.setdefault(match, {})
            before = known.get(process, ("", 0.0))[0]
            known[process] = note, time.monotonic()
            self.noted(match, before, note)

    def of_others(self, match: str) -> list[str]:
        oldest = time.monotonic() - LASTS
        return [note for note, at in self._others.get(match, {}).values() if at > oldest]

    def forget_old(self) -> None:
        oldest = time.monotonic() - LASTS
        self._own = {match: own for match, own in self._own.items() if own[1] > oldest}
        for match, known in list(self._others.items()):
            for process in [name for name, (_, at) in known.items() if at <= oldest]:
                del known[process]
            if not known:
                del self._others[match]
