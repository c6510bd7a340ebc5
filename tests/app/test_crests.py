"""Crests: chosen by accounts, and kept by matches as they were at the start."""

from __future__ import annotations

import pytest

from app.accounts.models import Account
from app.chat.service import ChatText
from app.lobby.schemas import JoinRequest, NewMatch, SeatRequest
from app.wire import UNSET
from engine.core.event import PUBLIC
from tests.app.in_process import ANN, BOB, begin, in_process_server
from tests.app.test_blocks import CID, create_accounts
from tests.app.test_lobby import problem
from tests.app.wire import arrive, tiny

SEATS = [SeatRequest(kind="me"), SeatRequest(kind="open")]


async def test_account_chooses_its_crest_and_drops_it(url):
    ann = await arrive(url, "Ann")
    assert "crest" not in (await ann.get("/me"))["account"]
    changed = (await ann.call("PATCH", "/me", {"crest": "3a06"})).json()
    assert changed["account"]["crest"] == "3a06"
    match = await tiny(ann)
    assert (await ann.get(f"/matches/{match}"))["seats"][0]["crest"] == "3a06"
    assert "crest" not in (await ann.call("PATCH", "/me", {"crest": None})).json()["account"]


@pytest.mark.parametrize("crest", ["", "8000", "0070", "000", "00000", "lion", "0A00"])
async def test_crest_is_four_digits_in_range(url, crest):
    ann = await arrive(url, "Ann")
    assert problem(await ann.call("PATCH", "/me", {"crest": crest})) == "invalid-request"


async def choose(services, caller, crest):
    async with services.database.writing() as session:
        (await session.get_one(Account, caller.account)).crest = crest


@pytest.mark.parametrize("viewer", [ANN, None])
async def test_match_keeps_the_crests_of_its_start(tmp_path, viewer):
    """Outsiders of a delayed match learn of no later choice either."""
    async with in_process_server(tmp_path) as services:
        await choose(services, ANN, "1234")
        new = NewMatch(game="tiny", seats=SEATS, spectators="delayed")
        match = (await services.lobby.create(new, ANN)).id
        await services.lobby.join(match, JoinRequest(), BOB)
        await choose(services, ANN, "0000")
        await choose(services, BOB, "0000")
        seats = (await services.lobby.get(match, viewer)).seats
        assert seats[0].crest == "1234"
        assert not isinstance(seats[1].crest, str)


async def test_chat_line_keeps_the_crest_of_its_author(tmp_path):
    """Of seats and of spectators, in the frame and in the page."""
    async with in_process_server(tmp_path) as services:
        await create_accounts(services)
        await choose(services, ANN, "1234")
        await choose(services, CID, "2345")
        room = await services.rooms.get(await begin(services, "tiny"))
        said = [
            (await services.chat.say(room, caller, ChatText("Hello"))).crest
            for caller in (ANN, BOB, CID)
        ]
        assert said == ["1234", UNSET, "2345"]
        await choose(services, CID, "0000")
        page = await services.chat.read(room, PUBLIC, None)
        assert [line.crest for line in page.items] == said


async def test_crest_follows_its_player_to_another_seat_and_away(tmp_path):
    async with in_process_server(tmp_path) as services:
        await choose(services, BOB, "1234")
        new = NewMatch(game="tiny", seats=[*SEATS, SEATS[1]], autostart=False)
        match = (await services.lobby.create(new, ANN)).id
        await services.lobby.join(match, JoinRequest(), BOB)
        view = await services.waiting_room.ask_to_swap(match, 2, BOB)
        assert [seat.crest == "1234" for seat in view.seats] == [False, False, True]
        left = await services.lobby.leave(match, BOB)
        assert not any(isinstance(seat.crest, str) for seat in left.seats)
