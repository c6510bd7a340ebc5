"""Lessons: the tasks of a game, and an account's attempts at them.

An attempt is a private, unrated match that no list shows. An account has at most one: the next one
ends it. The lessons that an account has solved are read from its attempts; aborted attempts with
few answers are deleted.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import aliased

from app.accounts.caller import Caller
from app.games.catalogue import Catalogue, read_options
from app.idempotency.service import StoreReply, store_nothing
from app.infra.database import Database
from app.infra.problems import Problem
from app.infra.settings import LimitSettings
from app.infra.wall_clock import now
from app.lobby.service import Lobby
from app.matches.end import MatchEnder
from app.matches.match_info import RUNNING
from app.matches.models import MatchRow, SeatRow
from app.matches.quotas import require_new_match_quota
from app.wire import games as wire_games
from app.wire import matches as wire
from engine.bots.tutor import PREFIX, TutorBot, lesson_named
from engine.core.game import Game
from engine.core.lessons import Lesson, TextName, lessons_of
from engine.core.translation import by_language

_RIVAL = aliased(SeatRow)
_ATTEMPTS = (
    sa.select(MatchRow.id, MatchRow.ply, MatchRow.status, MatchRow.outcome, _RIVAL.bot)
    .join(SeatRow, SeatRow.match == MatchRow.id)
    .join(_RIVAL, _RIVAL.match == MatchRow.id)
    .where(_RIVAL.bot.startswith(PREFIX))
)
MAX_PRUNED_ANSWERS = 1
"""Maximum answers in an aborted attempt that is deleted."""
MIN_ATTEMPT_AGE = timedelta(hours=1)
"""How long any attempt is kept: `app.matches.quotas` counts it."""


class Lessons:
    """The lessons of each game."""

    def __init__(
        self,
        database: Database,
        catalogue: Catalogue,
        lobby: Lobby,
        ender: MatchEnder,
        limits: LimitSettings,
    ) -> None:
        self.database = database
        self.catalogue = catalogue
        self.lobby = lobby
        self.ender = ender
        self.limits = limits

    async def of(self, game: str, caller: Caller | None) -> wire_games.Lessons:
        """The lessons of a game, and which of them the caller has solved. Raises Problem
        not-found.
        """
        rules = self.catalogue.game(game)
        lessons = lessons_of(rules).values()
        done = await self._solved(game, caller.account) if caller and lessons else set()
        return wire_games.Lessons(
            game=game, items=[_lesson_view(rules, lesson, lesson.id in done) for lesson in lessons]
        )

    async def _solved(self, game: str, account: str) -> set[str | None]:
        ended = (MatchRow.game == game, MatchRow.status == "finished", SeatRow.account == account)
        async with self.database.reading() as session:
            attempts = (await session.execute(_ATTEMPTS.where(*ended))).all()
        solved = [
            attempt for attempt in attempts if (attempt.outcome or {}).get("reason") == "solved"
        ]
        return {lesson_named(attempt.bot) for attempt in solved}

    async def start(
        self, game: str, lesson: str, caller: Caller, store_reply: StoreReply = store_nothing
    ) -> wire.Match:
        """Start an attempt and end the open ones; an open attempt at the same lesson without an
        answer yet is returned instead. Raises Problem.
        """
        rules, task = self.catalogue.game(game), self.catalogue.lesson(game, lesson)
        self.catalogue.require_offered(game)
        rival = TutorBot(lesson)
        attempts = await self._open(caller.account)
        for attempt in attempts:
            if attempt.bot == rival.name and attempt.game == game and attempt.ply == 0:
                return await self.lobby.get(attempt.id, caller)
        async with self.database.writing() as session:
            await require_new_match_quota(session, self.limits, caller.account)
        for attempt in attempts:
            with suppress(Problem):  # it may have ended meanwhile
                await self.ender.end(attempt.id, status="aborted", reason="closed")
        options = read_options(rules, task.options, task.seats)
        seats, learner = task.seats, task.learner
        return await self.lobby.start_practice(
            game, options, seats, learner, rival, caller, store_reply
        )

    async def _open(self, account: str) -> list[Any]:
        is_open = (MatchRow.status.in_(RUNNING), SeatRow.account == account)
        query = _ATTEMPTS.add_columns(MatchRow.game).where(*is_open)
        async with self.database.reading() as session:
            return list((await session.execute(query)).all())

    async def prune(self) -> None:
        """Delete attempts that were aborted within MAX_PRUNED_ANSWERS answers."""
        tutored = sa.select(SeatRow.match).where(SeatRow.bot.startswith(PREFIX))
        cutoff = now() - MIN_ATTEMPT_AGE
        async with self.database.writing() as session:
            await session.execute(
                sa.delete(MatchRow).where(
                    MatchRow.status == "aborted",
                    MatchRow.ply <= MAX_PRUNED_ANSWERS,
                    MatchRow.created_at < cutoff,
                    MatchRow.changed_at < cutoff,
                    MatchRow.id.in_(tutored),
                )
            )


def _lesson_view(game: Game[Any, Any], lesson: Lesson, is_done: bool) -> wire_games.Lesson:
    def text(name: TextName) -> dict[str, str]:
        return by_language(game, partial(lesson.translated, name))

    return wire_games.Lesson(
        id=lesson.id,
        title=text("title"),
        task=text("task"),
        if_solved=text("solved"),
        if_failed=text("failed"),
        done=is_done,
    )
