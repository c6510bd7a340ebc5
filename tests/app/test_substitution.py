"""Substitution: a bot takes over for an absent player, who returns or is replaced by another
person.
"""

from __future__ import annotations

import asyncio

from conclave_tiny_game import Tiny

from app.accounts.caller import Caller
from app.accounts.models import Account
from app.chat.service import ChatText
from app.departures.substitution import put_bot, put_open, take_over
from app.infra.wall_clock import now
from app.matches.models import OccupantRow
from tests.app.in_process import ANN, BOB, begin, in_process_server
from tests.app.test_lobby import problem
from tests.app.test_resignation import three_at_tiny
from tests.app.wire import anonymous, arrive, two_at_tiny


async def gone(person, *others):
    """The person's socket ends, and the others see that they have left."""
    for other in others:
        await other.until(
            lambda other=other: other.presence.get(str(seat_of(other, person))) == "gone"
        )


def seat_of(wire, person):
    names = [player["name"] for player in wire.view["players"]]
    return names.index(person.name)


async def test_the_others_let_a_bot_stand_in_for_who_has_gone(url):
    ann, bob, cid, match = await three_at_tiny(url)
    lost = await ann.wire(match)
    one, other = await bob.wire(match), await cid.wire(match)
    here = await one.command("offer", kind="substitute", seat=0)
    assert here["problem"]["type"] == "/problems/forbidden"
    await lost.close()
    await gone(ann, one, other)
    made = await one.command("offer", kind="substitute", seat=0)
    await other.until(lambda: made["offer"] in other.offers)
    shown = other.offers[made["offer"]]
    assert (shown["asked"], shown["seat"]) == ([2], 0)
    await other.command("offer", id=made["offer"], accept=True)
    await one.until(lambda: one.view["players"][0]["kind"] == "bot")
    assert one.view["players"][0]["name"] == "Ann"
    watching = await ann.wire(match)
    assert "hand" not in watching.view["table"]
    await ann.post(f"/matches/{match}/seats")
    await watching.until(lambda: watching.closed)
    back = await ann.wire(match)
    assert len(back.view["table"]["hand"]) in (4, 5)
    await one.until(lambda: one.view["players"][0] == {"seat": 0, "name": "Ann", "kind": "human"})


async def test_another_person_comes_by_the_code(url):
    ann, bob, match = await two_at_tiny(url, 5)
    lost, one = await ann.wire(match), await bob.wire(match)
    await lost.answer(lost.decisions[0]["default"])
    await one.answer(one.decisions[0]["default"])
    await asyncio.gather(lost.reaches(2), one.reaches(2))
    await lost.answer(lost.decisions[0]["default"])
    await one.reaches(3)
    await lost.close()
    await gone(ann, one)
    await one.command("offer", kind="substitute", seat=0, open=True)
    await one.until(lambda: one.view["players"][0]["kind"] == "open")
    dot = await arrive(url, "Dot")
    assert problem(await dot.call("POST", f"/matches/{match}/seats", {})) == "wrong-code"
    code = (await bob.get(f"/matches/{match}"))["invite"]["code"]
    await dot.post(f"/matches/{match}/seats", {"code": code})
    again = await dot.call("POST", f"/matches/{match}/seats", {"code": code})
    assert problem(again) == "already-seated"
    new = await dot.wire(match)
    assert new.frames[0]["viewer"] == {"seat": 0}
    await one.until(lambda: one.view["players"][0]["name"] == "Dot")
    said = [event["text"] for event in new.events.values()]
    assert any(text.startswith("Ann plays") for text in said), "what was told stays as it was"
    log = await bob.get(f"/matches/{match}/log")
    assert any(event["text"].startswith("Ann plays") for event in log["events"])
    await one.answer(one.decisions[0]["default"])
    await new.reaches(4)
    await new.answer(new.decisions[0]["default"])
    await one.reaches(5)
    assert any(event["text"].startswith("Dot plays") for event in one.events.values())
    assert problem(await ann.call("POST", f"/matches/{match}/seats", {})) == "already-started"


async def test_who_answers_without_a_socket_has_not_gone(url):
    ann, bob, match = await two_at_tiny(url)
    one = await bob.wire(match)
    await one.until(lambda: one.presence["0"] == "gone")
    decision = (await ann.view(match))["decisions"][0]
    await ann.answer(match, decision["id"], decision["default"])
    refused = await one.command("offer", kind="substitute", seat=0)
    assert refused["problem"]["type"] == "/problems/forbidden"


async def test_without_the_others_who_have_gone_one_aborts(url):
    _ann, bob, match = await two_at_tiny(url)
    one = await bob.wire(match)
    await one.until(lambda: one.presence["0"] == "gone")
    await asyncio.sleep(1)
    assert (await one.command("offer", kind="abort"))["t"] == "ack"
    await one.until(lambda: one.end)


async def test_the_same_seat_is_not_offered_twice_and_none_that_is_not_there(url):
    ann, _bob, match = await two_at_tiny(url)
    path = f"/matches/{match}/offers"
    for body in ({"kind": "substitute"}, {"kind": "substitute", "seat": 7}):
        assert problem(await ann.call("POST", path, body)) == "not-found"
    assert problem(await ann.call("POST", path, {"kind": "substitute", "seat": 16})) == (
        "invalid-request"
    )
    assert (await anonymous(url).view(match))["offers"] == []


async def test_a_seat_has_occupants_over_time_and_chat_keeps_its_author(tmp_path):
    """Another person in the seat does not read what was said to the one before."""
    async with in_process_server(tmp_path, Talkative()) as services:
        match = await begin(services, "talkative")
        async with services.database.writing() as session:
            made = {"preferences": {}, "created_at": now()}
            session.add(Account(id=CID.account, kind="guest", name="Cid", **made))
        room = await services.rooms.get(match)
        await services.chat.say(room, BOB, ChatText("Between us", [0]))
        async with services.locks.lock(match) as held:
            await put_bot(held, 0, "random")
            await put_open(held, 0)
            await take_over(held, ANN, None, None)
        room = await services.rooms.fresh(match)
        await services.changes.announce(match)
        assert room.info.seated_at == {}
        assert await heard(services, room) == ["Between us"]
        async with services.locks.lock(match) as held:
            await put_open(held, 0)
            await take_over(held, CID, None, held.row.code)
        await services.changes.announce(match)
        assert [seat.account for seat in room.info.seats] == [CID.account, BOB.account]
        assert room.info.names == ["Cid", "Bob"]
        assert room.info.names_at(0) == ["Ann", "Bob"]
        assert await heard(services, room) == []
        await services.chat.say(room, BOB, ChatText("Welcome", [0]))
        assert await heard(services, room) == ["Welcome"]
        async with services.database.reading() as session:
            rows = (await session.execute(OccupantRow.__table__.select())).all()
        assert [(row.since, row.account) for row in rows] == [
            (-1, ANN.account),
            (0, CID.account),
        ]


class Talkative(Tiny):
    """Tiny with private talk."""

    id = "talkative"
    negotiation = True


CID = Caller("a_cid", "Cid", "guest", "t_cid", ())


async def heard(services, room):
    """What seat 0 reads."""
    return [line.text for line in (await services.chat.read(room, 0, None)).items]
