"""Forks: a new match that begins at a moment of a finished one.

The rules resume from the checkpoint of the step under way. Hidden information is dealt again, with
a new seed. The step's answers before its first draw or reveal are repeated as far as they fit the
new deal. Seats remember the cards they had been shown, as if shown before the match began.
"""

from __future__ import annotations

import base64
import secrets
from random import Random
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

from app.matches.models import MatchRow, SnapshotRow
from engine.core import match as engine
from engine.core.chance import SEED_BYTES
from engine.core.errors import EngineError
from engine.core.event import Viewer
from engine.core.game import Game
from engine.core.match import Match, Transition
from engine.core.memory import remember
from engine.core.step import Answer, Step, decode_table
from engine.core.table import Memory

WAITING = -1
"""The ply of the snapshot that stores a beginning until the match begins."""


class Beginning(Struct, array_like=True):
    """The position from which a forked match begins."""

    seed: bytes
    step: Step


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Beginning)


def fork_at(game: Game[Any, Any], match: Match, rules: int, viewer: Viewer) -> Beginning:
    """The beginning of a fork at a moment of another match, whose step began under `rules`. Cards
    that the viewer does not see are dealt again.
    """
    table = decode_table(game, match.step.checkpoint, rules)
    _recall(game, table, match.step.answers)
    game.resample(table, viewer, Random(secrets.randbits(256)))
    seed = secrets.token_bytes(SEED_BYTES)
    transition = engine.begin_match(
        game, table, match.seats, seed, game.stored_options(match.options)
    )
    for answer in match.step.answers:
        if answer.is_show:
            continue
        if transition.running.run.at_once_start is not None and answer.seat != viewer:
            continue
        after = _replay_answer(game, transition, answer)
        if after is None:
            break
        transition = after
    return Beginning(seed, _renamed(transition.match.step))


def _recall(game: Game[Any, Any], table: Any, answers: list[Answer]) -> None:
    """Add the cards shown before and after the checkpoint to every seat's memory, at ply 0: the
    plies of the other match mean nothing here.
    """
    for answer in answers:
        if answer.is_show:
            card, to = answer.answer["card"], answer.answer["to"]
            remember(table, Memory(0, answer.seat, card, list(to)))
            game.record_show(table, answer.seat, card, to)
    for memory in table.shown:
        memory.ply = 0


def _replay_answer(
    game: Game[Any, Any], transition: Transition, answer: Answer
) -> Transition | None:
    """Repeat an answer; None if it does not fit, or leads to a draw or reveal."""
    for known in transition.match.decisions:
        if (known.seat, known.prompt) == (answer.seat, answer.prompt):
            try:
                after = engine.answer(game, transition.match, answer.seat, known.id, answer.answer)
            except EngineError:
                return None
            is_quiet = not after.ended_steps and after.match.step.sealed_at < 0
            return after if is_quiet else None
    return None


def _renamed(step: Step) -> Step:
    """The step with its answers under ids that no question of the new match will have."""
    answers = [
        msgspec.structs.replace(answer, decision=f"0.0.{number}")
        for number, answer in enumerate(step.answers)
    ]
    return msgspec.structs.replace(step, answers=answers)


def begin_from(
    game: Game[Any, Any], beginning: Beginning, options: dict[str, Any], seats: int
) -> Transition:
    """The match at its first open questions."""
    match = Match(
        game=game.id,
        rules=game.rules,
        seats=seats,
        options=options,
        seed=beginning.seed,
        step=beginning.step,
        event_counts=[0] * (seats + 1),
    )
    return engine.make_transition(
        match, engine.replay(game, match, beginning.step.answers), [], ply=0
    )


def write_start(step: Step) -> str:
    """The step from which a fork began, for an export."""
    return base64.b64encode(msgspec.msgpack.encode(step)).decode()


def read_start(text: str, seed: bytes) -> Beginning:
    """What `write_start` wrote. Raises ValueError."""
    return Beginning(seed, msgspec.msgpack.decode(base64.b64decode(text), type=Step))


async def store_beginning(session: AsyncSession, row: MatchRow, beginning: Beginning) -> None:
    """Store a beginning until the match, which is in the database, begins."""
    step = _ENCODER.encode(beginning)
    session.add(SnapshotRow(match=row.id, ply=WAITING, number=0, step=step))
    await session.flush()


async def take_stored_beginning(session: AsyncSession, row: MatchRow) -> Beginning | None:
    """Take the stored beginning of a match out of the database, if there is one."""
    if "fork" not in (row.origin or {}):
        return None
    snapshot = await session.get(SnapshotRow, (row.id, WAITING, 0))
    if snapshot is None:
        return None
    await session.delete(snapshot)
    return _DECODER.decode(snapshot.step)
