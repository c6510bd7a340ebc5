"""The same deal again: as practice, after its seed is public, and it counts nowhere."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.accounts.caller import Caller
from app.accounts.models import Account
from app.history.verify import verify
from app.infra.problems import Problem
from app.infra.wall_clock import now
from app.lobby.same_deal import SameDealRequest
from app.lobby.schemas import JoinRequest, SeatRequest, TermsChange
from app.matches.horizon import spectator_delay
from app.ratings.models import RatingRow, ResultRow
from engine.core.registry import games
from tests.app.in_process import ANN, BOB, begin, in_process_server, plain
from tests.app.test_notifications import play_first
from tests.app.wire import play_to_the_end, two_at_tiny

ME = SeatRequest(kind="me")
OPEN = SeatRequest(kind="open")


async def finish(services, match, by=BOB):
    await services.resignations.resign(match, by.account)
    await services.settlement.settle(match)


async def same_deal(services, match, caller=ANN, seats=None):
    room = await services.rooms.fresh(match)
    return await services.same_deals.create(room, SameDealRequest(seats=seats), caller)


async def refusal(act):
    with pytest.raises(Problem) as raised:
        await act
    return raised.value.sentence


async def seed_of(services, match):
    return (await services.rooms.fresh(match)).match.seed


async def first_view(services, match, seat):
    """The viewer's table at the start of a match."""
    room = await services.rooms.fresh(match)
    moment = await services.replays.moment(room, 0)
    return moment.view(seat).table


@pytest.mark.parametrize("game", ["tiny", "res_arcana", "ascended_kings", "battle_for_empyrean"])
async def test_same_deal_begins_as_the_match_did(tmp_path, game):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, game)
        await finish(services, match)
        again = await same_deal(services, match)
        assert (again.status, again.visibility, again.rated) == ("playing", "private", False)
        assert again.origin.deal == match
        assert await seed_of(services, again.id) == await seed_of(services, match)
        for seat in (0, 1):
            assert await first_view(services, again.id, seat) == await first_view(
                services, match, seat
            )
        old = await services.lobby.get(match, ANN)
        assert again.seed_hash == old.seed_hash


async def test_same_people_sit_down_by_invitation_in_the_seats_that_were_chosen(url):
    ann, bob, match = await two_at_tiny(url, turns=2)
    wires = [await ann.wire(match), await bob.wire(match)]
    await play_to_the_end(wires, random.Random(0))
    seats = [{"kind": "open", "invite": bob.account}, {"kind": "me"}]
    again = await ann.post(f"/matches/{match}/same-deal", {"seats": seats}, 201)
    assert (again["status"], again["seats"][0]["invited"]) == ("open", "Bob")
    joined = await bob.post(f"/matches/{again['id']}/seats")
    assert [seat["name"] for seat in joined["seats"]] == ["Bob", "Ann"]
    assert joined["status"] == "playing"


async def test_deal_is_played_again_only_once_its_seed_is_public(tmp_path, monkeypatch):
    """Its hash is the one that was announced: it would tell that a delayed match is over."""
    delayed = {"spectators": "delayed", "spectator_delay": {"minutes": 30}}
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny", delayed)
        assert "once its seed is public" in await refusal(same_deal(services, match))
        await finish(services, match)
        assert (await services.lobby.get(match, ANN)).seed
        assert "once its seed is public" in await refusal(same_deal(services, match))
        later = spectator_delay.public_now() + timedelta(minutes=31)
        monkeypatch.setattr(spectator_delay, "public_now", lambda: later)
        assert (await same_deal(services, match)).origin.deal == match


async def test_outsiders_of_a_match_without_spectators_get_no_deal_of_it(tmp_path):
    async with in_process_server(tmp_path) as services:
        seats = [ME, SeatRequest(kind="bot", bot="random")]
        match = await begin(services, "tiny", {"spectators": "none"})
        await finish(services, match)
        cid = await services_guest(services)
        assert "no spectators" in await refusal(same_deal(services, match, cid))
        assert (await same_deal(services, match, seats=seats)).status == "playing"


async def services_guest(services):
    async with services.database.writing() as session:
        made = {"preferences": {}, "created_at": now()}
        session.add(Account(id="a_cid", kind="guest", name="Cid", **made))
    return Caller("a_cid", "Cid", "guest", "t_cid", ())


async def test_waiting_deal_keeps_its_terms(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        await finish(services, match)
        again = await same_deal(services, match, seats=[ME, OPEN])
        act = services.waiting_room.change_terms(again.id, TermsChange(rated=True), ANN)
        assert "keeps its terms" in await refusal(act)
        act = services.waiting_room.arrange(again.id, [0, 1, None], ANN)
        assert "keeps its terms" in await refusal(act)


async def test_export_of_a_deal_played_again_verifies(url):
    ann, bob, match = await two_at_tiny(url, turns=2)
    wires = [await ann.wire(match), await bob.wire(match)]
    await play_to_the_end(wires, random.Random(0))
    seats = [{"kind": "me"}, {"kind": "open", "invite": bob.account}]
    again = (await ann.post(f"/matches/{match}/same-deal", {"seats": seats}, 201))["id"]
    await bob.post(f"/matches/{again}/seats")
    await play_to_the_end([await ann.wire(again), await bob.wire(again)], random.Random(1))
    export = await ann.get(f"/matches/{again}/export")
    assert export["origin"] == {"deal": match}
    verify(games()["tiny"], export)


async def counts(services):
    async with services.database.reading() as session:
        results = (await session.scalars(sa.select(sa.func.count()).select_from(ResultRow))).one()
        ratings = [
            (row.account, row.rating, row.matches, row.wins)
            for row in (await session.scalars(sa.select(RatingRow))).all()
        ]
    return results, sorted(ratings)


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    seats=st.permutations([ME, OPEN]),
    answers=st.integers(0, 4),
    ends=st.sampled_from(["resignation of Ann", "resignation of Bob", "rematch"]),
)
async def test_nothing_of_a_deal_played_again_counts(tmp_path_factory, seats, answers, ends):
    """However it goes and ends: no result, no rating, nothing on a profile."""
    async with in_process_server(tmp_path_factory.mktemp("deal")) as services:
        match = await begin(services, "tiny", {"resign": "forfeit"})
        await finish(services, match)
        before = await counts(services)
        assert before[0] == 2
        again = (await same_deal(services, match, seats=seats)).id
        await services.lobby.join(again, JoinRequest(code=(await code_of(services, again))), BOB)
        for _ in range(answers):
            await play_first(services, again)
        loser = ANN if ends == "resignation of Ann" else BOB
        room = await services.rooms.fresh(again)
        if room.info.status == "playing":
            await finish(services, again, loser)
        await services.settlement.settle(again)
        assert await counts(services) == before
        if ends == "rematch":
            successor, _ = await services.rematches.rematch(again, ANN)
            assert successor.origin.rematch == again
            assert plain(successor).get("rated") is False


async def code_of(services, match):
    return (await services.lobby.get(match, ANN)).invite.code
