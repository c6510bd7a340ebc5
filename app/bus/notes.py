"""Notes: a small replicated map; each process publishes notes about its matches and accounts.

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
    """This process's own notes, and those of the others by subject and process."""

    def __init__(self) -> None:
        self.on_note: OnNote = lambda subject, before, after: None
        self._own: dict[str, tuple[str, float]] = {}
        self._new: dict[str, None] = {}
        self._others: dict[str, dict[str, tuple[str, float]]] = {}

    def note(self, subject: str, note: str) -> bool:
        """Record a note; True if it is the first since the last `pop_unsent`."""
        is_first = not self._new
        self._own[subject] = note, time.monotonic()
        self._new[subject] = None
        return is_first

    def pop_unsent(self) -> Iterator[dict[str, str]]:
        """Notes not yet sent to the others, in batches."""
        new = [subject for subject in self._new if subject in self._own]
        self._new = {}
        for first in range(0, len(new), MAX_BATCH):
            yield {subject: self._own[subject][0] for subject in new[first : first + MAX_BATCH]}

    def mark_all_unsent(self) -> None:
        """Mark every note unsent, for a process that has just connected."""
        self._new = dict.fromkeys(self._own)

    def receive(self, process: str, notes: dict[str, str]) -> None:
        """Store notes of another process."""
        for subject, note in notes.items():
            known = self._others.setdefault(subject, {})
            before = known.get(process, ("", 0.0))[0]
            known[process] = note, time.monotonic()
            self.on_note(subject, before, note)

    def of_others(self, subject: str) -> list[str]:
        oldest = time.monotonic() - NOTE_TTL_S
        return [note for note, at in self._others.get(subject, {}).values() if at > oldest]

    def forget_old(self) -> None:
        """Drop notes that were not renewed; for those of other processes, `on_note` gets ""."""
        oldest = time.monotonic() - NOTE_TTL_S
        self._own = {subject: own for subject, own in self._own.items() if own[1] > oldest}
        for subject, known in list(self._others.items()):
            for process, (note, at) in list(known.items()):
                if at <= oldest:
                    del known[process]
                    self.on_note(subject, note, "")
            if not known:
                del self._others[subject]
