"""Notes: a small replicated map; each process publishes notes about its matches to the others.

A new note reaches the other processes a moment later. A process that connects asks for all notes,
and every process sends its own again.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from app.bus.base import OnNote

NOTE_TTL_S = 90.0
"""How long a note is kept unless it is renewed."""
MAX_BATCH = 500
"""Notes in one message."""


class Notes:
    """This process's own notes, and those of the others by match and process."""

    def __init__(self) -> None:
        self.on_note: OnNote = lambda match, before, after: None
        self._own: dict[str, tuple[str, float]] = {}
        self._new: dict[str, None] = {}
        self._others: dict[str, dict[str, tuple[str, float]]] = {}

    def note(self, match: str, note: str) -> bool:
        """Record a note; True if it is the first since the last `pop_unsent`."""
        is_first = not self._new
        self._own[match] = note, time.monotonic()
        self._new[match] = None
        return is_first

    def pop_unsent(self) -> Iterator[dict[str, str]]:
        """Notes not yet sent to the others, in batches."""
        new = [match for match in self._new if match in self._own]
        self._new = {}
        for first in range(0, len(new), MAX_BATCH):
            yield {match: self._own[match][0] for match in new[first : first + MAX_BATCH]}

    def mark_all_unsent(self) -> None:
        """Mark every note unsent, for a process that has just connected."""
        self._new = dict.fromkeys(self._own)

    def receive(self, process: str, notes: dict[str, str]) -> None:
        """Store notes of another process."""
        for match, note in notes.items():
            known = self._others.setdefault(match, {})
            before = known.get(process, ("", 0.0))[0]
            known[process] = note, time.monotonic()
            self.on_note(match, before, note)

    def of_others(self, match: str) -> list[str]:
        oldest = time.monotonic() - NOTE_TTL_S
        return [note for note, at in self._others.get(match, {}).values() if at > oldest]

    def forget_old(self) -> None:
        oldest = time.monotonic() - NOTE_TTL_S
        self._own = {match: own for match, own in self._own.items() if own[1] > oldest}
        for match, known in list(self._others.items()):
            for process in [name for name, (_, at) in known.items() if at <= oldest]:
                del known[process]
            if not known:
                del self._others[match]
