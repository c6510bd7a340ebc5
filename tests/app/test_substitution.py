"""Substitution: a bot takes over for an absent player, who returns or is replaced by another
person.
"""

from __future__ import annotations

import asyncio

from conclave_tiny_game import Tiny

from app.accounts.caller import Caller
from app.accounts.models import Account
from app.chat.service import ChatText
from app.forfeits.substitution import open_seat, seat_bot, take_over
from app.infra.wall_clock import now
from app.matches.models import OccupantRow
from tests.app.in_process import ANN, BOB, begin, in_process_server
from tests.app.test_lobby import problem
from tests.app.test_resignation import three_at_tiny
from tests.app.wire import anonymous, arrive, two_at_tiny


async def wait_until_gone(person, *others):
    """Wait until the others see that the person has left."""
    for other in others:
        await other.until(
            lambda other=other: other.presence.get(str(seat_of(other, person))) == "gone"
        )


def seat_of(wire, person):
    names = [player["name"] for player in wire.view["players"]]
    return names.index(person.name)


async def test_bot_takes_over_by_agreement_until_the_player_returns(url):
    ann, bob, cid, match = await three_at_tiny(url)
    ann_wire = await ann.wire(match)
    bob_wire, cid_wire = await bob.wire(match), await cid.wire(match)
    too_early = await bob_wire.command("offer", kind="substitute", seat=0)
    assert too_early["problem"]["type"] == "/problems/forbidden"
    await ann_wire.close()
    await wait_until_gone(ann, bob_wire, cid_wire)
    ack = await bob_wire.command("offer", kind="substitute", seat=0)
    await cid_wire.until(lambda: ack["offer"] in cid_wire.offers)
    offer = cid_wire.offers[ack["offer"]]
    assert (offer["asked"], offer["seat"]) == ([2], 0)
    await cid_wire.command("offer", id=ack["offer"], accept=True)
    await bob_wire.until(lambda: bob_wire.view["players"][0]["kind"] == "bot")
    assert bob_wire.view["players"][0]["name"] == "Ann"
    watching = await ann.wire(match)
    assert "hand" not in watching.view["table"]
    await ann.post(f"/matches/{match}/seats")
    await watching.until(lambda: watching.closed)
    back = await ann.wire(match)
    assert len(back.view["table"]["hand"]) in (4, 5)
    await bob_wire.until(
        lambda: bob_wire.view["players"][0] == {"seat": 0, "name": "Ann", "kind": "human"}
    )


async def test_another_person_joins_by_the_code(url):
    ann, bob, match = await two_at_tiny(url, 5)
    ann_wire, bob_wire = await ann.wire(match), await bob.wire(match)
    await ann_wire.answer(ann_wire.decisions[0]["default"])
    await bob_wire.answer(bob_wire.decisions[0]["default"])
    await asyncio.gather(ann_wire.reaches(2), bob_wire.reaches(2))
    await ann_wire.answer(ann_wire.decisions[0]["default"])
    await bob_wire.reaches(3)
    await ann_wire.close()
    await wait_until_gone(ann, bob_wire)
    await bob_wire.command("offer", kind="substitute", seat=0, open=True)
    await bob_wire.until(lambda: bob_wire.view["players"][0]["kind"] == "open")
    dot = await arrive(url, "Dot")
    assert problem(await dot.call("POST", f"/matches/{match}/seats", {})) == "wrong-code"
    code = (await bob.get(f"/matches/{match}"))["invite"]["code"]
    await dot.post(f"/matches/{match}/seats", {"code": code})
    again = await dot.call("POST", f"/matches/{match}/seats", {"code": code})
    assert problem(again) == "already-seated"
    dot_wire = await dot.wire(match)
    assert dot_wire.frames[0]["viewer"] == {"seat": 0}
    await bob_wire.until(lambda: bob_wire.view["players"][0]["name"] == "Dot")
    texts = [event["text"] for event in dot_wire.events.values()]
    assert any(text.startswith("Ann plays") for text in texts), "earlier events stay as they were"
    log = await bob.get(f"/matches/{match}/log")
    assert any(event["text"].startswith("Ann plays") for event in log["events"])
    await bob_wire.answer(bob_wire.decisions[0]["default"])
    await dot_wire.reaches(4)
    await dot_wire.answer(dot_wire.decisions[0]["default"])
    await bob_wire.reaches(5)
    assert any(event["text"].startswith("Dot plays") for event in bob_wire.events.values())
    assert problem(await ann.call("POST", f"/matches/{match}/seats", {})) == "already-started"


async def test_player_who_answers_without_a_socket_is_not_gone(url):
    ann, bob, match = await two_at_tiny(url)
    bob_wire = await bob.wire(match)
    await bob_wire.until(lambda: bob_wire.presence["0"] == "gone")
    decision = (await ann.view(match))["decisions"][0]
    await ann.answer(match, decision["id"], decision["default"])
    refused = await bob_wire.command("offer", kind="substitute", seat=0)
    assert refused["problem"]["type"] == "/problems/forbidden"


async def test_remaining_player_aborts_alone_when_the_others_are_gone(url):
    _ann, bob, match = await two_at_tiny(url)
    bob_wire = await bob.wire(match)
    await bob_wire.until(lambda: bob_wire.presence["0"] == "gone")
    await asyncio.sleep(1)
    assert (await bob_wire.command("offer", kind="abort"))["t"] == "ack"
    await bob_wire.until(lambda: bob_wire.end)


async def test_substitution_of_a_nonexistent_seat_is_refused(url):
    ann, _bob, match = await two_at_tiny(url)
    path = f"/matches/{match}/offers"
    for body in ({"kind": "substitute"}, {"kind": "substitute", "seat": 7}):
        assert problem(await ann.call("POST", path, body)) == "not-found"
    assert problem(await ann.call("POST", path, {"kind": "substitute", "seat": 16})) == (
        "invalid-request"
    )
    assert (await anonymous(url).view(match))["offers"] == []


async def test_chat_keeps_its_author_when_occupants_change(tmp_path):
    """A new occupant of the seat does not read messages to the previous occupant."""
    async with in_process_server(tmp_path, Talkative()) as services:
        match = await begin(services, "talkative")
        async with services.database.writing() as session:
            columns = {"preferences": {}, "created_at": now()}
            session.add(Account(id=CID.account, kind="guest", name="Cid", **columns))
        room = await services.rooms.get(match)
        await services.chat.say(room, BOB, ChatText("Between us", [0]))
        async with services.locks.lock(match) as locked:
            await seat_bot(locked, 0, "random")
            await open_seat(locked, 0)
            await take_over(locked, ANN, None, None, services.settings)
        room = await services.rooms.fresh(match)
        await services.changes.announce(match)
        assert room.info.seated_at == {}
        assert await chat_of_seat_0(services, room) == ["Between us"]
        async with services.locks.lock(match) as locked:
            await open_seat(locked, 0)
            await take_over(locked, CID, None, locked.row.code, services.settings)
        await services.changes.announce(match)
        assert [seat.account for seat in room.info.seats] == [CID.account, BOB.account]
        assert room.info.names == ["Cid", "Bob"]
        assert room.info.names_at(0) == ["Ann", "Bob"]
        assert await chat_of_seat_0(services, room) == []
        await services.chat.say(room, BOB, ChatText("Welcome", [0]))
        assert await chat_of_seat_0(services, room) == ["Welcome"]
        async with services.database.reading() as session:
            rows = (await session.execute(OccupantRow.__table__.select())).all()
        assert [(row.since, row.account) for row in rows] == [
            (-1, ANN.account),
            (0, CID.account),
        ]


class Talkative(Tiny):
    """Tiny with private channels."""

    id = "talkative"
    negotiation = True


CID = Caller("a_cid", "Cid", "guest", "t_cid", ())


async def chat_of_seat_0(services, room):
    """The chat lines that seat 0 reads."""
    return [line.text for line in (await services.chat.read(room, 0, None)).items]
