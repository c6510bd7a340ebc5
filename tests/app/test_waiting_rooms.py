"""Waiting rooms: freed seats, hosts, terms, swaps; chat and phrases before the start."""

from __future__ import annotations

import pytest

from app.accounts.caller import Caller
from app.accounts.models import Account
from app.infra.problems import Problem
from app.infra.wall_clock import now
from app.lobby.invitations import reserve
from app.lobby.schemas import JoinRequest, NewMatch, SeatChange, SeatRequest, TermsChange
from app.matches.models import MatchRow
from tests.app.http_receiver import http_receiver
from tests.app.in_process import ANN, BOB, in_process_server
from tests.app.test_lobby import problem
from tests.app.test_webhooks import hook
from tests.app.wire import arrive, tiny

CID = Caller("a_cid", "Cid", "guest", "t_cid", ())
DAN = Caller("a_dan", "Dan", "guest", "t_dan", ())


async def table(services, seats=3, players=(BOB, CID), **fields):
    """A table that Ann hosts, where these players sit too."""
    async with services.database.writing() as session:
        for caller in (CID, DAN):
            columns = {"kind": "guest", "preferences": {}, "created_at": now()}
            session.add(Account(id=caller.account, name=caller.name, **columns))
    requests = [{"kind": "me"}, *[{"kind": "open"}] * (seats - 1)]
    new = NewMatch(game="tiny", seats=requests, **({"autostart": False} | fields))
    match = (await services.lobby.create(new, ANN)).id
    for caller in players:
        await services.lobby.join(match, JoinRequest(), caller)
    return match


async def reserve_seat(services, match, number, caller):
    async with services.locks.lock(match) as locked:
        reserve(locked.seats[number], caller.account, caller.name)


async def refusal(act):
    with pytest.raises(Problem) as raised:
        await act
    return raised.value.name


def names(view):
    return [seat.name or "" for seat in view.seats]


async def stored(services, match):
    async with services.database.reading() as session:
        return await session.get_one(MatchRow, match)


async def test_host_frees_a_seat_and_its_player_cannot_come_back(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await table(services)
        before = (await stored(services, match)).edition
        view = await services.waiting_room.free_seat(match, 1, ANN)
        assert [seat.kind for seat in view.seats] == ["human", "open", "human"]
        assert (await stored(services, match)).edition > before
        assert (await services.lobby.get(match, BOB)).seat_freed is True
        assert (await services.lobby.get(match, DAN)).seat_freed is not True
        code = view.invite.code
        with pytest.raises(Problem, match="The host has freed your seat"):
            await services.lobby.join(match, JoinRequest(code=code), BOB)
        await services.lobby.join(match, JoinRequest(), DAN)


async def test_player_who_was_sent_away_comes_back_by_invitation(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await table(services)
        await services.waiting_room.free_seat(match, 1, ANN)
        await reserve_seat(services, match, 1, BOB)
        assert (await services.lobby.get(match, BOB)).seat_freed is not True
        assert names(await services.lobby.join(match, JoinRequest(), BOB))[1] == "Bob"
        await services.lobby.leave(match, BOB)
        await services.lobby.join(match, JoinRequest(), BOB)


async def test_bot_of_a_player_who_was_sent_away_is_refused_too(url):
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    match = await tiny(ann, seats=[{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])
    created = await bob.post("/bots", {"name": f"Vex {bob.account[-6:]}"}, 201)
    await bob.post(f"/matches/{match}/seats")
    assert (await ann.call("DELETE", f"/matches/{match}/seats/1")).status_code == 200
    bob.http.headers["Authorization"] = f"Bearer {created['token']}"
    assert problem(await bob.call("POST", f"/matches/{match}/seats", {})) == "forbidden"


async def test_seat_number_of_many_digits_is_not_found(url):
    ann = await arrive(url, "Ann")
    match = await tiny(ann, seats=[{"kind": "me"}, {"kind": "open"}], autostart=False)
    for method in ("PUT", "DELETE"):
        reply = await ann.call(method, f"/matches/{match}/seats/{'9' * 4400}")
        assert reply.status_code == 404


async def test_only_hosts_change_the_table(tmp_path):
    async with in_process_server(tmp_path) as services:
        match, room = await table(services), services.waiting_room
        for act in (
            room.free_seat(match, 2, BOB),
            room.pass_on(match, 1, BOB),
            room.arrange(match, [1, 0, 2], BOB),
            room.change_terms(match, TermsChange(rated=False), BOB),
            room.free_seat(match, 0, ANN),
            room.pass_on(match, 1, DAN),
        ):
            assert await refusal(act) == "forbidden"


async def test_table_passes_on_to_a_person_who_sits_there(tmp_path):
    async with in_process_server(tmp_path, max_open_tables=1) as services:
        match, room = await table(services, seats=4), services.waiting_room
        bot = SeatChange(kind="bot", bot="random")
        await services.lobby.change_seat(match, 3, bot, ANN)
        assert await refusal(room.pass_on(match, 3, ANN)) == "forbidden"
        assert (await room.pass_on(match, 1, ANN)).host == BOB.account
        assert await refusal(services.lobby.start(match, ANN)) == "forbidden"
        new = NewMatch(game="tiny", seats=[SeatRequest(kind="me"), SeatRequest(kind="open")])
        await services.lobby.create(new, CID)
        assert await refusal(room.pass_on(match, 2, BOB)) == "too-many-tables"


async def test_match_waits_until_changed_terms_are_confirmed(tmp_path):
    async with in_process_server(tmp_path) as services:
        match, room = await table(services, seats=4, autostart=True), services.waiting_room
        view = await room.change_terms(match, TermsChange(options={"turns": 5}), ANN)
        assert (view.terms, view.options["turns"]) == (1, 5)
        assert [seat.confirm is True for seat in view.seats] == [False, True, True, False]
        assert (await services.lobby.join(match, JoinRequest(), DAN)).status == "open"
        assert await refusal(services.lobby.start(match, ANN)) == "unconfirmed"
        await room.confirm(match, 1, BOB)
        await room.change_terms(match, TermsChange(options={"turns": 4}), ANN)
        await room.confirm(match, 1, CID)
        for caller in (BOB, CID):
            assert (await room.confirm(match, 2, caller)).status == "open"
        started = await room.confirm(match, 2, DAN)
        assert (started.status, started.options["turns"]) == ("playing", 4)


async def test_player_who_joins_confirms_the_terms_that_they_have_seen_alone(tmp_path):
    async with in_process_server(tmp_path) as services:
        match, room = (
            await table(services, seats=2, players=(), autostart=True),
            services.waiting_room,
        )
        await room.change_terms(match, TermsChange(options={"turns": 5}), ANN)
        joined = await services.lobby.join(match, JoinRequest(terms=0), BOB)
        assert (joined.status, joined.seats[1].confirm) == ("open", True)
        assert (await room.confirm(match, 1, BOB)).status == "playing"


async def test_terms_that_stay_the_same_need_no_confirmation(tmp_path):
    async with in_process_server(tmp_path) as services:
        match, room = await table(services), services.waiting_room
        options = (await services.lobby.get(match, ANN)).options
        same = TermsChange(options=options, clock={"kind": "none"}, rated=None)
        view = await room.change_terms(match, same, ANN)
        assert not view.terms
        view = await room.change_terms(match, TermsChange(autostart=True), ANN)
        assert (view.status, bool(view.terms)) == ("playing", False)


async def test_refused_terms_change_nothing(tmp_path):
    async with in_process_server(tmp_path) as services:
        match, room = await table(services), services.waiting_room
        wrong = TermsChange(options={"turns": -1})
        assert await refusal(room.change_terms(match, wrong, ANN)) == "invalid-request"
        assert not (await services.lobby.get(match, ANN)).terms


async def test_host_arranges_the_seats(tmp_path):
    async with in_process_server(tmp_path) as services:
        match, room = await table(services), services.waiting_room
        view = await room.arrange(match, [2, 0, 1], ANN)
        assert names(view) == ["Cid", "Ann", "Bob"]
        assert not view.terms
        view = await room.arrange(match, [0, 1, 2, None], ANN)
        assert (names(view), view.terms) == (["Cid", "Ann", "Bob", ""], 1)
        assert [seat.confirm is True for seat in view.seats] == [True, False, True, False]
        await reserve_seat(services, match, 3, DAN)
        view = await room.arrange(match, [3, 0, 1, 2], ANN)
        assert (view.seats[0].invited, names(view)[1:]) == ("Dan", ["Cid", "Ann", "Bob"])
        view = await room.arrange(match, [1, 2, 3], ANN)
        assert names(view) == ["Cid", "Ann", "Bob"]
        assert (await services.lobby.get(match, DAN)).seats[0].for_you is not True


@pytest.mark.parametrize("order", [[0, 1], [0, 0, 1], [0, 1, 5], [0, 1, 2, None, None], [0, 1, 2]])
async def test_arrangement_keeps_every_player_and_a_number_that_the_game_allows(tmp_path, order):
    async with in_process_server(tmp_path) as services:
        match = await table(services, seats=4, players=(BOB, CID, DAN))
        act = services.waiting_room.arrange(match, order, ANN)
        assert await refusal(act) == "invalid-request"
        assert names(await services.lobby.get(match, ANN)) == ["Ann", "Bob", "Cid", "Dan"]


async def test_players_swap_seats_by_consent(tmp_path):
    async with in_process_server(tmp_path) as services:
        match, room = await table(services), services.waiting_room
        view = await room.ask_to_swap(match, 2, BOB)
        assert (view.seats[1].swap, names(view)) == (2, ["Ann", "Bob", "Cid"])
        assert not isinstance((await services.lobby.get(match, DAN)).seats[1].swap, int)
        view = await room.drop_swaps(match, CID)
        assert not isinstance(view.seats[1].swap, int)
        await room.ask_to_swap(match, 2, BOB)
        view = await room.ask_to_swap(match, 1, CID)
        assert names(view) == ["Ann", "Cid", "Bob"]
        assert not any(isinstance(seat.swap, int) for seat in view.seats)


async def test_player_moves_at_once_to_an_open_seat_but_never_to_a_reserved_one(tmp_path):
    async with in_process_server(tmp_path) as services:
        match, room = await table(services, seats=4, players=(BOB,)), services.waiting_room
        assert names(await room.ask_to_swap(match, 3, BOB)) == ["Ann", "", "", "Bob"]
        await reserve_seat(services, match, 1, CID)
        assert await refusal(room.ask_to_swap(match, 1, BOB)) == "seat-taken"
        assert await refusal(room.ask_to_swap(match, 1, DAN)) == "forbidden"


async def test_started_matches_are_out_of_reach(tmp_path):
    async with in_process_server(tmp_path) as services:
        match, room = await table(services), services.waiting_room
        await services.lobby.start(match, ANN)
        for act in (
            room.free_seat(match, 1, ANN),
            room.pass_on(match, 1, ANN),
            room.arrange(match, [1, 0, 2], ANN),
            room.change_terms(match, TermsChange(rated=False), ANN),
            room.confirm(match, 0, BOB),
            room.ask_to_swap(match, 2, BOB),
            room.drop_swaps(match, BOB),
        ):
            assert await refusal(act) == "already-started"


async def line_about(match, lines):
    """The next line of an account's stream about the match."""
    async for line in lines:
        if match in line:
            return line
    raise AssertionError("The stream has ended.")


@pytest.mark.parametrize(
    ("news", "method", "path", "body"),
    [
        ("freed", "DELETE", "/seats/1", None),
        ("host", "PUT", "/host", {"seat": 1}),
        ("terms", "PATCH", "", {"options": {"turns": 5}}),
        ("swap", "PUT", "/seats/mine/swap", {"seat": 1}),
    ],
)
async def test_webhook_and_stream_tell_of_changes_at_the_table(url, news, method, path, body):
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    match = await tiny(ann, seats=[{"kind": "me"}, {"kind": "open"}], autostart=False)
    await bob.post(f"/matches/{match}/seats")
    async with http_receiver() as receiver:
        await bob.post("/me/webhooks", hook(receiver.url, "table"), 201)
        async with bob.http.stream("GET", "/me/stream") as stream:
            lines = stream.aiter_lines()
            first = await line_about(match, lines)
            assert (await ann.call(method, f"/matches/{match}{path}", body)).status_code == 200
            assert await line_about(match, lines) != first
        await receiver.until(1)
        assert f'"news":"{news}"'.encode() in receiver.requests[0][1].replace(b" ", b"")
