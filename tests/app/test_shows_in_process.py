"""Showing cards inside the server: notifications, rollback, forks, undo offers, seat changes."""

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
    return sorted(running_table(GAME, room.started_match).table.characters[seat].hand)


async def answer_first_question(services: Any, match: str) -> str:
    """Answer the first open question with its default; return its id."""
    room = await services.rooms.get(match)
    decision, question = (
        room.started_match.decisions[0],
        running_table(GAME, room.started_match).open[0],
    )
    await services.pipeline.take(
        Command("answer", match, decision.seat, decision.id, question.default())
    )
    return str(decision.id)


async def test_show_notifies_no_player_of_a_turn(tmp_path):
    """No webhook, no line on an account's stream, no change of the lobby."""
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "ascended_kings", None, **KINGS)
        room = await services.rooms.get(match)
        notifications: list[Any] = []
        services.notifier.add_sink(notifications.append)
        services.listing.announce = lambda *args: notifications.append(args)
        await services.pipeline.take(command(match, 0, cards_of(room, 0)[0], [1], by=ANN.account))
        assert room.match_ply == 1
        assert notifications == []
        await answer_first_question(services, match)
        assert room.match_ply == 2


async def test_rollback_keeps_shown_cards(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "ascended_kings", None, **KINGS)
        room = await services.rooms.get(match)
        card = cards_of(room, 0)[0]
        await answer_first_question(services, match)
        await services.pipeline.take(command(match, 0, card, [1]))
        await answer_first_question(services, match)
        await answer_first_question(services, match)
        await services.admin.rollback.roll_back(match, 0)
        room = await services.rooms.fresh(match)
        assert len(room.started_match.decisions) == 2
        for viewer, expected in ((0, [card]), (1, [card]), (PUBLIC, None)):
            frame = (await services.replays.moment(room, room.match_ply)).frame(viewer)
            memories = json.loads(bytes(frame.view))["table"].get("shown")
            assert (memories and [memory["card"] for memory in memories.values()]) == expected
        assert await services.admin.rollback.roll_back(match, 0) == room.match_ply, (
            "nothing is left to take back"
        )


async def test_fork_remembers_cards_shown_to_its_viewer(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "ascended_kings", None, **KINGS)
        room = await services.rooms.get(match)
        card, other, _ = cards_of(room, 0)
        await services.pipeline.take(command(match, 0, card, [1]))
        await answer_first_question(services, match)
        await answer_first_question(services, match)
        await services.pipeline.take(command(match, 0, other, [1]))
        moment = await services.replays.moment(room, room.match_ply)
        hands = set()
        for _ in range(6):
            own_fork = begin_from(
                GAME,
                fork_at(GAME, moment.match, moment.checkpoint_rules, 1),
                room.started_match.options,
                2,
            )
            table = own_fork.running.table
            assert [(memory.ply, memory.card) for memory in table.shown] == [(0, card), (0, other)]
            assert {card, other} <= set(table.characters[0].hand)
            hands.add(tuple(table.characters[0].hand))
            public_fork = begin_from(
                GAME,
                fork_at(GAME, moment.match, moment.checkpoint_rules, PUBLIC),
                room.started_match.options,
                2,
            )
            assert public_fork.running.table.shown == []
        assert len(hands) > 1


async def test_undo_offer_concerns_the_last_answer(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "ascended_kings", {"undo": "ask"}, **KINGS)
        room = await services.rooms.get(match)
        decision = await answer_first_question(services, match)
        await services.pipeline.take(command(match, 0, cards_of(room, 0)[0], [1]))
        offer = await services.offers.make(match, ANN, service.OfferRequest(kind="undo"))
        assert offer.decision == decision


async def test_player_who_lost_the_seat_cannot_show(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "ascended_kings", None, **KINGS)
        room = await services.rooms.get(match)
        with pytest.raises(Problem) as refused:
            await services.pipeline.take(
                command(match, 0, cards_of(room, 0)[0], [1], by=BOB.account)
            )
        assert refused.value.name == "forbidden"
