"""Showing cards inside the server: notifications, roll-back, forks, service clock, seat changes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.infra.problems import Problem
from app.matches.commands import Command, shown_to_seats
from app.matches.fork import begin_from, fork_at
from app.offers import service
from engine.ascended_kings import GAME
from engine.core.event import PUBLIC
from engine.core.match import running_table
from tests.app.in_process import ANN, BOB, begin, in_process_server
from tests.app.shows import KINGS


def command(match: str, seat: int, card: str, to: list[int], **more: Any) -> Command:
    return Command("show", match, seat, "", shown_to_seats(card, to), **more)


def cards_of(room: Any, seat: int) -> list[str]:
    """A hand, by names."""
    return sorted(running_table(GAME, room.playing).table.characters[seat].hand)


async def goes_on(services: Any, match: str) -> str:
    """The default answer to the first open question, whose id is returned."""
    room = await services.rooms.get(match)
    known, question = room.playing.decisions[0], running_table(GAME, room.playing).open[0]
    await services.pipeline.take(Command("answer", match, known.seat, known.id, question.default()))
    return str(known.id)


async def test_nobody_is_told_that_it_is_their_turn(tmp_path):
    """No webhook, no line on an account's stream, no change of the lobby."""
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "ascended_kings", None, **KINGS)
        room = await services.rooms.get(match)
        heard: list[Any] = []
        services.notifications.listen(heard.append)
        services.listing.announce = lambda *some: heard.append(some)
        await services.pipeline.take(command(match, 0, cards_of(room, 0)[0], [1], by=ANN.account))
        assert room.match_ply == 1
        assert heard == []
        await goes_on(services, match)
        assert room.match_ply == 2


async def test_a_roll_back_keeps_what_was_shown(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "ascended_kings", None, **KINGS)
        room = await services.rooms.get(match)
        card = cards_of(room, 0)[0]
        await goes_on(services, match)
        await services.pipeline.take(command(match, 0, card, [1]))
        await goes_on(services, match)
        await goes_on(services, match)
        await services.rollback.roll_back(match, 0)
        room = await services.rooms.fresh(match)
        assert len(room.playing.decisions) == 2
        for viewer, expected in ((0, [card]), (1, [card]), (PUBLIC, None)):
            seen = (await services.replays.moment(room, room.match_ply)).frame(viewer)
            shown = json.loads(bytes(seen.view))["table"].get("shown")
            assert (shown and [one["card"] for one in shown.values()]) == expected
        assert await services.rollback.roll_back(match, 0) == room.match_ply, (
            "nothing is left to take back"
        )


async def test_a_fork_remembers_what_its_viewer_was_shown(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "ascended_kings", None, **KINGS)
        room = await services.rooms.get(match)
        card, other, _ = cards_of(room, 0)
        await services.pipeline.take(command(match, 0, card, [1]))
        await goes_on(services, match)
        await goes_on(services, match)
        await services.pipeline.take(command(match, 0, other, [1]))
        then = await services.replays.moment(room, room.match_ply)
        hands = set()
        for _ in range(6):
            taken = begin_from(
                GAME, fork_at(GAME, then.match, then.rest_rules, 1), room.playing.options, 2
            )
            table = taken.running.table
            assert [(one.ply, one.card) for one in table.shown] == [(0, card), (0, other)]
            assert {card, other} <= set(table.characters[0].hand)
            hands.add(tuple(table.characters[0].hand))
            anew = begin_from(
                GAME, fork_at(GAME, then.match, then.rest_rules, PUBLIC), room.playing.options, 2
            )
            assert anew.running.table.shown == []
        assert len(hands) > 1


async def test_an_offer_to_take_back_is_about_the_last_answer(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "ascended_kings", {"undo": "ask"}, **KINGS)
        room = await services.rooms.get(match)
        asked = await goes_on(services, match)
        await services.pipeline.take(command(match, 0, cards_of(room, 0)[0], [1]))
        made = await services.offers.make(match, ANN, service.OfferRequest(kind="undo"))
        assert made.decision == asked


async def test_who_lost_the_seat_shows_nothing(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "ascended_kings", None, **KINGS)
        room = await services.rooms.get(match)
        with pytest.raises(Problem) as refused:
            await services.pipeline.take(
                command(match, 0, cards_of(room, 0)[0], [1], by=BOB.account)
            )
        assert refused.value.name == "forbidden"
