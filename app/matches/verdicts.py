"""Verdicts: the outcome of a change at the database.

Taken, lost (its ply was no longer the next one), refused or unknown. The last two are the problem
`unavailable`, with a `why` if certainly nothing was written.
"""

from __future__ import annotations

from typing import NamedTuple

from app.infra.problems import Problem


class Refusal(Exception):
    """The database certainly did not take the batch; `reason` is a sentence."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Written(NamedTuple):
    """The matches whose change was taken, and those whose row was locked. The others have lost."""

    taken: set[str]
    busy: set[str] = set()  # noqa: RUF012 - never changed


class NotWritten(Problem):
    """Nothing was written."""

    def __init__(self, reason: str) -> None:
        super().__init__("unavailable", f"{reason} Nothing was written.", why=reason)


class Unknown(Problem):
    """The change may have been committed."""

    def __init__(self) -> None:
        super().__init__(
            "unavailable",
            "The database did not say whether it took this: send it again under the same key, or "
            "look at the match.",
        )
