"""Socket commands: parses and validates the commands sent over a websocket."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from app.http.request_bodies import read_json
from app.infra.problems import Problem, invalid

KEY = re.compile(r"[!-~]{1,100}")

Short = Annotated[str, Meta(max_length=100)]
Ref = Annotated[int, Meta(ge=-(2**53), le=2**53)]


class Said(Struct, forbid_unknown_fields=True):
    """A command; `key` is its idempotency key."""

    t: Literal["answer", "undo", "show", "chat", "offer", "resync", "ping"]
    ref: Ref | None = None
    decision: Short = ""
    answer: Any = None
    card: Short = ""
    key: Short | None = None
    text: str = ""
    to: Annotated[list[int], Meta(max_length=16)] | None = None
    kind: Literal["undo", "pause", "resume", "abort", "draw", "substitute"] | None = None
    seat: Annotated[int, Meta(ge=0, lt=16)] | None = None
    open: bool = False
    id: Short = ""
    accept: bool | None = None


class _Numbered(Struct):
    ref: Any = None


def read_command(raw: str | bytes) -> Said:
    """Parse a command. Raises Problem, or Refused if the command had a ref."""
    try:
        return _command(raw)
    except Problem as problem:
        raise with_ref(problem, ref_of(raw)) from None


def _command(raw: str | bytes) -> Said:
    value = read_json(raw)
    if not isinstance(value, dict):
        raise Problem("invalid-request", "A command must be a JSON object.")
    try:
        said = msgspec.convert(value, Said)
    except msgspec.ValidationError as error:
        raise Problem("invalid-request", str(error)) from None
    if said.ref is None and said.t in ("answer", "undo", "show", "chat", "offer"):
        raise Problem("invalid-request", "A command needs a ref.")
    if said.t == "show" and said.to is None:
        raise invalid("Name the seats that are to see it.", "to")
    if said.t == "offer" and (said.kind is None) == (said.accept is None or not said.id):
        raise Problem("invalid-request", "An offer needs a kind, or an id and accept.")
    check_key(said.key)
    return said


def ref_of(raw: str | bytes) -> Any:
    """The ref of a message that is refused for another reason, if it can be read."""
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


def check_key(key: str | None) -> str | None:
    """An idempotency key: up to 100 printable ASCII characters. Raises Problem invalid-request."""
    if key is not None and not KEY.fullmatch(key):
        raise Problem("invalid-request", "A key is 1 to 100 printable ASCII characters.")
    return key
