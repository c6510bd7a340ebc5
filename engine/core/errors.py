"""Errors: the exceptions that the engine raises to its callers.

EngineError
├── IllegalAnswer   the question does not allow the answer; nothing changed
├── StaleDecision   the question is no longer open
├── NotYourDecision the question is open, but to another seat
├── UndoRefused     the answer can't be taken back
├── ShowRefused     the card can't be shown, or not to these seats; nothing changed
├── InvalidOptions  a match can't be created with these options or seats
├── NotationError   a text describes no position of the game
├── NewerRules      the match was saved under newer rules than the installed ones
└── StepTooLong     a step exceeded the operation limit: a bug in the game

WrongArguments      a message gets other arguments than it declares: a bug in the game
"""

from __future__ import annotations


class EngineError(Exception):
    """Anything the engine refuses."""


class IllegalAnswer(EngineError):
    """The answer is not among those the question allows; `str(error)` says why."""


class StaleDecision(EngineError):
    """The decision is not open, or no longer open."""


class NotYourDecision(EngineError):
    """The decision is open to another seat."""


class UndoRefused(EngineError):
    """The answer can't be taken back; `consent` lists the seats that would have to agree.

    `sealed` is true when a draw or a reveal lies in between.
    """

    def __init__(self, why: str, *, sealed: bool, consent: tuple[int, ...] = ()) -> None:
        super().__init__(why)
        self.sealed = sealed
        self.consent = consent


class ShowRefused(EngineError):
    """A card can't be shown; `str(error)` says why, `part` which field of the command is wrong.

    `part` is "card" or "to"; empty if the seat has reached its limit of shows.
    """

    def __init__(self, why: str, part: str = "") -> None:
        super().__init__(why)
        self.part = part


class InvalidOptions(EngineError):
    """A match can't be created this way; `str(error)` says why."""


class NotationError(EngineError, ValueError):
    """A text describes no position; `str(error)` says why and, where known, in which line and at
    which word.
    """


class NewerRules(EngineError):
    """Newer rules saved the table, so it may hold data that these rules do not know."""


class StepTooLong(EngineError):
    """A step had more questions, draws or events than any step of a correct game."""


class WrongArguments(Exception):
    """A template or a call does not match the arguments that the message declares."""
