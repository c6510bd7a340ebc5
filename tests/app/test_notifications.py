"""Notifications: who is notified of what, once it is committed."""

from __future__ import annotations

from app.matches.commands import Command
from app.notifications.events import Notification
from app.offers.service import OfferRequest
from tests.app.in_process import ANN, BOB, begin, in_process_server
from tests.app.test_webhooks import at, ear, hurry, listening, said


async def play_first(services, match):
    """Answer the first open question with its first option."""
    room = await services.rooms.get(match)
    first = room.match.decisions[0]
    asked = await services.pipeline.decisions(match, first.seat)
    option = asked.decode().split('"key":"card:')[1].split('"')[0]
    command = Command("answer", match, first.seat, first.id, f"card:{option}")
    await services.pipeline.take(command)


async def test_a_seat_hears_of_its_questions_and_of_the_end(tmp_path):
    heard: list[Notification] = []
    async with in_process_server(tmp_path) as services:
        services.notifications.listen(heard.append)
        match = await begin(services, "tiny", turns=1)
        asked = [one for one in heard if one.kind == "decision"]
        assert [(one.account, one.seat, one.facts["again"]) for one in asked] == [
            ("a_ann", 0, False),
            ("a_bob", 1, False),
        ]
        heard.clear()
        await play_first(services, match)
        assert heard == [], "Bob's question is not new to him, and nobody else is asked"
        await play_first(services, match)
        assert [(one.kind, one.account) for one in heard] == [("decision", "a_ann")]
        assert heard[0].facts["decisions"] == ["2.0"]
        await play_first(services, match)
        await play_first(services, match)
        assert [(one.kind, one.account) for one in heard[-2:]] == [
            ("end", "a_ann"),
            ("end", "a_bob"),
        ]
        assert heard[-1].facts["outcome"]["reason"] == "finished"


async def test_a_match_that_changes_is_told_to_its_seats_and_to_who_left(tmp_path):
    heard: list[Notification] = []
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        services.notifications.listen(heard.append)
        await services.changes.announce(match, left=["a_cid"])
        told = [(one.kind, one.account, one.seat) for one in heard]
        assert told == [
            ("match", "a_ann", 0),
            ("match", "a_bob", 1),
            ("match", "a_cid", None),
            ("decision", "a_ann", 0),
            ("decision", "a_bob", 1),
        ]


async def test_a_sink_that_fails_keeps_nobody_from_hearing(tmp_path):
    heard: list[Notification] = []

    def fails(notice: Notification) -> None:
        raise RuntimeError(str(notice.facts))

    async with in_process_server(tmp_path) as services:
        services.notifications.listen(fails)
        services.notifications.listen(heard.append)
        services.notifications.invited("m_1", ANN.account, "Bob")
        assert [one.facts for one in heard] == [{"by": "Bob", "again": False}]


async def test_an_offer_is_told_to_whoever_it_asks_as_long_as_it_is_open(tmp_path):
    async with ear() as there, at(tmp_path) as services:
        await listening(services, there.url, "a_bob", ["offer"])
        await listening(services, there.url, "a_ann", ["offer"])
        match = await begin(services, "tiny")
        made = await services.offers.make(match, ANN, OfferRequest(kind="draw"))
        await said(services, match, "offer", "a_bob")
        assert await services.webhook_delivery.deliver() == 1
        (told,) = there.bodies()
        assert (told["event"], told["account"]["id"]) == ("offer", "a_bob")
        assert told["text"] == "Bob, Ann offers a draw in Tiny."
        assert [one["id"] for one in told["offers"]] == [made.id]
        await said(services, match, "offer", "a_bob")
        await services.offers.answer(match, BOB, made.id, accept=False)
        await hurry(services)
        assert await services.webhook_delivery.deliver() == 1
        assert len(there.heard) == 1, "it is answered"
