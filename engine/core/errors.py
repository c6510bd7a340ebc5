"""What can go wrong between a caller and the engine.

EngineError
├── IllegalAnswer   the answer is not one of those the question allows; nothing changed
├── StaleDecision   that question is no longer open
├── NotYourDecision the question is open, but to somebody else
├── UndoRefused     the answer can't be taken back
├── ShowRefused     the card can't be shown, or not to these seats; nothing changed
├── InvalidOptions  a match can't be made with these options or seats
├── NewerRules      the match was saved under newer rules than these
└── StepTooLong     a step passed the bound on operations: a fault of the game

WrongArguments      a message is given other arguments than it declares: a fault of the game
"""

from __future__ import annotations


class EngineError(Exception):
    """Anything the engine refuses."""


class IllegalAnswer(EngineError):
    """The answer is not among those the question allows; `str(error)` says why."""


class StaleDecision(EngineError):
    """The decision is not open (any more)."""


class NotYourDecision(EngineError):
    """The decision is open to another seat."""


class UndoRefused(EngineError):
    """The answer can't be taken back; `consent` are the seats that would have to agree.

    `sealed` is true when chance or a reveal stands in between.
    """

    def __init__(self, why: str, *, sealed: bool, consent: tuple[int, ...] = ()) -> None:
        super().__init__(why)
        self.sealed = sealed
        self.consent = consent


class ShowRefused(EngineError):
    """A card can't be shown; `str(error)` says why, `part` what of the command is wrong.

    `part` is "card" or "to"; empty where it is not what is shown, but how often.
    """

    def __init__(self, why: str, part: str = "") -> None:
        super().__init__(why)
        self.part = part


class InvalidOptions(EngineError):
    """A match can't be made this way; `str(error)` says why."""


class NewerRules(EngineError):
    """A table that newer rules have saved may hold what these do not know of."""


class StepTooLong(EngineError):
    """A step asked, drew or told more often than any step of a sound game does."""


class WrongArguments(Exception):
    """A message's template or a call does not match the arguments that the message declares."""
