"""Start: seed, first state and entry 0 of a match."""

from __future__ import annotations

import secrets
from typing import Any

import sqlalchemy as sa
import structlog
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Account
from app.clocks.service_time import ServiceClock
from app.clocks.state import ClockState, write_state
from app.clocks.timekeeping import initial_state
from app.games.catalogue import Catalogue
from app.games.run_rules import run_rules
from app.games.time_limit import EngineTimeout
from app.infra.problems import Problem
from app.infra.settings import PlaySettings
from app.infra.wall_clock import now
from app.matches.automation import auto_answer_rules, auto_pass_rules
from app.matches.automation.deadlines import Deadlines
from app.matches.entry import bits, encode_events, encode_step, strip_history, waited_for
from app.matches.fork import Beginning, begin_from, take_stored_beginning
from app.matches.match_info import SeatInfo, info_of, is_first_match, lesson_in, undo_of
from app.matches.models import EntryRow, MatchRow, SeatRow, SnapshotRow
from app.matches.public_versions import post_start
from app.matches.replay_metadata import first_metadata
from app.wire.literals import PassUntil
from engine.core.chance import SEED_BYTES, commitment
from engine.core.errors import EngineError
from engine.core.game import Game
from engine.core.lessons import begin_lesson
from engine.core.match import Match, Transition, new_match

log = structlog.get_logger("conclave.start")


class MatchStarter:
    """Starts matches whose rows are locked."""

    def __init__(
        self,
        catalogue: Catalogue,
        service_clock: ServiceClock,
        deadlines: Deadlines,
        settings: PlaySettings,
    ) -> None:
        self.catalogue = catalogue
        self.service_clock = service_clock
        self.deadlines = deadlines
        self.settings = settings

    async def start(self, session: AsyncSession, row: MatchRow, seats: list[SeatRow]) -> None:
        """Start a match whose seats are taken and have their ratings. Lock its row first.

        Raises Problem.
        """
        game = self.catalogue.games[row.game]
        row.undo = undo_of(row, seats)
        beginning = await take_stored_beginning(session, row)
        row.options = game.stored_options(row.options)
        seed = await self._seed(session, row, seats)
        lesson = lesson_in(seats)
        transition = self._begin(game, row.options, len(seats), seed, beginning or lesson)
        moment = now()
        row.status = "playing"
        row.seed_hash = commitment(transition.match.seed)
        row.ply = 0
        row.changed_at = moment
        waiting = waited_for(transition.match)
        row.waiting = bits(waiting)
        times = await self._times(session, row, seats, transition)
        row.times = write_state(times)
        row.due = self.deadlines.due_at(info_of(row, seats), times, waiting)
        row.state = strip_history(transition)
        session.add(_entry(row, transition, info_of(row, seats).seats))
        post_start(session, row, seats)
        for number, step in enumerate(transition.ended_steps):
            session.add(SnapshotRow(match=row.id, ply=0, number=number, step=encode_step(step)))

    async def _times(
        self, session: AsyncSession, row: MatchRow, seats: list[SeatRow], transition: Transition
    ) -> ClockState | None:
        """The clock state at the start, with auto-pass and auto-answer as the players prefer; none
        in a lesson.
        """
        game, info = self.catalogue.games[row.game], info_of(row, seats)
        auto_passes, answering = await _preferences(session, [] if lesson_in(seats) else seats)
        if not (info.clock.runs or auto_passes or answering):
            return None
        moment = self.service_clock.now()
        times = initial_state(info.clock, info.timed, waited_for(transition.match), moment)
        auto_pass_rules.set_up(self.settings, game, times, auto_passes, transition)
        times.answering = answering
        auto_answer_rules.after_entry(
            self.settings, times, transition.match, transition.running.open
        )
        return times

    async def _seed(self, session: AsyncSession, row: MatchRow, seats: list[SeatRow]) -> bytes:
        """A new seed, or that of the game's first match, the lesson or the deal played again."""
        if deal := (row.origin or {}).get("deal"):
            state = (await session.get_one(MatchRow, deal)).state
            assert state is not None
            return Match.from_bytes(state).seed
        if is_first_match(seats):
            return self.catalogue.first_match(row.game).seed_bytes
        if lesson := lesson_in(seats):
            return self.catalogue.lesson(row.game, lesson).seed_bytes
        return secrets.token_bytes(SEED_BYTES)

    def _begin(
        self,
        game: Game[Any, Any],
        options: dict[str, Any],
        seats: int,
        seed: bytes,
        beginning: Beginning | str | None,
    ) -> Transition:
        """The first position: of a stored beginning, the lesson with this id, or a new match."""

        def begin() -> Transition:
            if isinstance(beginning, str):
                return begin_lesson(game, self.catalogue.lesson(game.id, beginning))
            if beginning is not None:
                return begin_from(game, beginning, options, seats)
            return new_match(game, options, seats, seed)

        try:
            return run_rules(begin, self.settings.engine_seconds, game=game.id)
        except EngineTimeout:
            raise Problem("engine-timeout", "This game could not be set up.") from None
        except EngineError as error:
            raise Problem("invalid-request", str(error)) from None


async def _preferences(
    session: AsyncSession, seats: list[SeatRow]
) -> tuple[dict[int, PassUntil], list[int]]:
    """The auto-pass terms of seats, and the seats with auto-answer, as their players prefer."""
    accounts = {seat.account: seat.seat for seat in seats if seat.kind == "human"}
    query = sa.select(Account.id, Account.preferences).where(Account.id.in_(accounts))
    by_seat = {
        accounts[id]: preferences for id, preferences in (await session.execute(query)).all()
    }
    passing = {
        seat: auto_pass_rules.preferred_auto_pass(preferences)
        for seat, preferences in sorted(by_seat.items())
    }
    answering = sorted(
        seat for seat, known in by_seat.items() if auto_answer_rules.preferred_auto_answer(known)
    )
    return {seat: until for seat, until in passing.items() if until != "off"}, answering


def _entry(row: MatchRow, transition: Transition, seats: list[SeatInfo]) -> EntryRow:
    metadata = first_metadata(transition, seats)
    events = encode_events([0] * (transition.match.seats + 1), transition.events, metadata)
    return EntryRow(match=row.id, ply=0, kind="start", told=events, receipt=0, at=row.changed_at)
