"""Hourly limit on the tables, matches and lesson attempts that a person begins."""

from __future__ import annotations

from datetime import timedelta

from app.infra.wall_clock import now
from app.matches.models import MatchRow
from engine.core.lessons import lessons_of
from engine.core.registry import games
from tests.app.in_process import ANN, BOB, in_process_server
from tests.app.test_quotas import BOT, ME, OPEN, assert_refused, create_bot, create_match

LESSONS = [("res_arcana", lesson) for lesson in list(lessons_of(games()["res_arcana"]))[:2]]


async def test_person_begins_no_more_matches_per_hour_than_allowed(tmp_path):
    """All tables, matches and lessons of a person and their bots count, even if they are over."""
    async with in_process_server(tmp_path, matches_per_hour=4) as services:
        kin = await create_bot(services)
        table = await create_match(services, ME, OPEN)
        await services.open_tables.close(table, ANN)
        await create_match(services, ME, BOT, caller=kin)
        attempts = [await services.lessons.start(*lesson, ANN) for lesson in LESSONS]
        for beginning in (
            create_match(services, ME, OPEN),
            create_match(services, ME, BOT, caller=kin),
            services.lessons.start(*LESSONS[0], ANN),
            services.lobby.start_first_match("res_arcana", ANN),
        ):
            problem = await assert_refused("rate-limited", beginning)
            assert "begun 4 matches within an hour; try again in 60 minutes" in problem.sentence
            assert 3500 < problem.wait <= 3600
        again = await services.lessons.start(*LESSONS[1], ANN)
        assert again.id == attempts[1].id, "nothing begins"
        await create_match(services, ME, BOT, caller=BOB)
        await backdate_match(services, table, timedelta(minutes=61))
        await create_match(services, ME, BOT)


async def backdate_match(services, match, ago):
    async with services.database.writing() as session:
        row = await session.get_one(MatchRow, match)
        row.created_at = row.changed_at = now() - ago


async def test_person_begins_any_number_of_matches_without_a_limit(tmp_path):
    async with in_process_server(tmp_path, matches_per_hour=0) as services:
        for _ in range(5):
            await services.open_tables.close(await create_match(services, ME, OPEN), ANN)
