"""What a match asks of the caller, since when, and until when."""

from __future__ import annotations

from datetime import datetime, timedelta

from app.infra.wall_clock import now
from app.offers.service import OfferRequest
from tests.app.in_process import ANN, BOB, begin, in_process_server, plain
from tests.app.test_notifications import play_first

CLOCK = {"clock": {"kind": "move", "seconds": 3600}}


async def waits(services, match, caller):
    view = plain(await services.lobby.get(match, caller))
    return {
        name: view[name] for name in ("your_consent", "waiting_since", "deadline") if name in view
    }


async def test_turn_says_since_when_it_waits_and_until_when(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny", CLOCK)
        before = await waits(services, match, ANN)
        left = datetime.fromisoformat(before["deadline"]) - now()
        assert timedelta(minutes=59) < left <= timedelta(hours=1, seconds=5)
        await play_first(services, match)
        both = [await waits(services, match, caller) for caller in (ANN, BOB)]
        assert [set(shown) for shown in both].count({"waiting_since", "deadline"}) >= 1
        assert await waits(services, match, None) == {}


async def test_offer_waits_for_the_players_who_are_asked_until_they_answer(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        offer = await services.offers.make(match, ANN, OfferRequest(kind="pause"))
        assert (await waits(services, match, BOB))["your_consent"] is True
        assert "your_consent" not in await waits(services, match, ANN)
        await services.offers.answer(match, BOB, offer.id, accept=False)
        assert "your_consent" not in await waits(services, match, BOB)


async def test_match_without_a_clock_has_no_deadline(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        assert set(await waits(services, match, ANN)) == {"waiting_since"}
