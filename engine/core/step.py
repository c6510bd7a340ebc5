"""Step: the unit in which a match is stored. Data only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from engine.core.errors import NewerRules
from engine.core.game import Game
from engine.core.table import Table

SHOW = "core.show"
"""Stored as the prompt of a shown card; no game has a prompt of that name."""


class Answer(Struct, array_like=True):
    """An answer to a decision; a card shown outside the script is stored as one too, see
    `show_record`.
    """

    seat: int
    decision: str  # id of the decision
    prompt: str
    answer: Any  # in its wire form
    automatic: bool = False  # given by a timeout or a standing preference of the seat

    @property
    def is_show(self) -> bool:
        """Whether it records a shown card instead of an answer to a question."""
        return self.prompt == SHOW


def show_record(seat: int, card: str, to: Sequence[int], ply: int) -> Answer:
    """The record of a card that a seat showed to others with the entry `ply`."""
    return Answer(seat, "", SHOW, {"card": card, "to": list(to), "ply": ply})


class Step(Struct, array_like=True):
    """A step: a table at rest, and the answers and draws since."""

    checkpoint: bytes  # the encoded table before the step
    answers: list[Answer] = []  # cards that were shown count as answers
    draws: list[tuple[int, int]] = []  # (answers before it, counter) of each draw
    sealed_at: int = -1  # answers that can't be taken back for free; -1: undo may go back further
    rules: int = 0  # version the checkpoint was encoded under; 0: that of the match
    redraws: list[int] = []  # answer counts at which an agreed undo redrew hidden orders


_ENCODER = msgspec.msgpack.Encoder()
_DECODERS: dict[type[Table], msgspec.msgpack.Decoder[Any]] = {}


def encode_table(table: Table) -> bytes:
    """A table as bytes, without the run on it."""
    return _ENCODER.encode(table)


def decode_table(game: Game[Any, Any], data: bytes, rules: int) -> Any:
    """The table that `encode_table` saved, upgraded if older rules saved it.

    Raises NewerRules.
    """
    if rules > game.rules:
        raise NewerRules(f"saved under rules {rules}, these are {game.rules}")
    if rules != game.rules:
        return msgspec.convert(game.upgrade(msgspec.msgpack.decode(data), rules), game.table_type)
    decoder = _DECODERS.get(game.table_type)
    if decoder is None:
        decoder = _DECODERS[game.table_type] = msgspec.msgpack.Decoder(game.table_type)
    return decoder.decode(data)
