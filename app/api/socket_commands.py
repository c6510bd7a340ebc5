"""Socket commands: decodes commands sent over a websocket; refusals carry the ref."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec import Struct

from app.api.parameters import KEY_PATTERN
from app.http.request_bodies import read_as
from app.infra.problems import Problem
from app.wire.commands import SocketCommand

_DECODER: msgspec.json.Decoder[SocketCommand] = msgspec.json.Decoder(SocketCommand)


class _Numbered(Struct):
    ref: Any = None


def read_command(raw: bytes) -> SocketCommand:
    """Decode a command. Raises Problem, or Refused if the command had a ref."""
    try:
        command = read_as(_DECODER, raw)
        _check_key(getattr(command, "key", None))
    except Problem as problem:
        raise with_ref(problem, ref_of(raw)) from None
    return command


def ref_of(raw: bytes) -> Any:
    """The ref of a refused message, if it can be read."""
    try:
        return msgspec.json.decode(raw, type=_Numbered).ref
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


class Refused(Problem):
    """A problem with the command that has this ref."""

    def __init__(self, problem: Problem, ref: int) -> None:
        super().__init__(problem.name, problem.sentence, problem.wait, **problem.members)
        self.ref = ref


def with_ref(problem: Problem, ref: Any) -> Problem:
    return Refused(problem, ref) if type(ref) is int and abs(ref) < 2**53 else problem


def _check_key(key: str | None) -> None:
    """Raises Problem invalid-request."""
    if key is not None and not re.fullmatch(KEY_PATTERN, key):
        raise Problem("invalid-request", "A key is 1 to 100 printable ASCII characters.")
