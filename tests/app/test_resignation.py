"""Resignation, and matches that end otherwise than by their last entry."""

from __future__ import annotations

import asyncio
import json
import random
from datetime import timedelta

import msgspec
import pytest
from conclave_tiny_game import GAME, Tiny

from app.history.export import export
from app.history.verify import NotVerified, how_it_ended, verify
from app.infra.problems import Problem
from app.infra.wall_clock import now
from app.lobby.schemas import JoinRequest, NewMatch
from app.matches.commands import Command
from app.matches.models import MatchRow
from app.wire import UNSET
from engine.bots.random_bot import random_answer
from engine.core.match import running_table
from tests.app.in_process import ANN, BOB, begin, in_process_server
from tests.app.test_lobby import problem
from tests.app.test_operator import conclave
from tests.app.test_services_in_process import first_card
from tests.app.wire import anonymous, arrive, play_to_the_end, tiny, two_at_tiny

THREE = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]


async def three(url, turns=3, **wish):
    people = [await arrive(url, name) for name in ("Ann", "Bob", "Cid")]
    match = await tiny(people[0], turns, seats=THREE, **wish)
    for other in people[1:]:
        await other.post(f"/matches/{match}/seats")
    return *people, match


async def test_of_two_the_other_wins(url, tmp_path):
    ann, bob, match = await two_at_tiny(url)
    wires = [await one.wire(match) for one in (ann, bob, anonymous(url))]
    await wires[0].answer(wires[0].decisions[0]["default"])
    assert (await ann.post(f"/matches/{match}/resign"))["status"] == "finished"
    for wire in wires:
        await wire.until(lambda wire=wire: wire.end)
        outcome = wire.end["outcome"]
        assert (outcome["ranks"], outcome["reason"]) == ([[1], [0]], "resigned")
        assert wire.view["status"] == "finished"
        assert wire.view["players"][0]["resigned"] is True
    shown = await bob.get(f"/matches/{match}")
    assert (shown["resign"], shown["outcome"]) == ("forfeit", wires[0].end["outcome"])
    late = await ann.call("POST", f"/matches/{match}/resign")
    assert problem(late) == "match-over"
    await verified(ann, match, tmp_path, 1, "resigned")


async def verified(person, match, folder, entries, reason):
    """The export adds up, and says how the match ended."""
    export = await person.get(f"/matches/{match}/export")
    assert verify(GAME, export) == entries
    assert how_it_ended(export) == f"otherwise: {reason}"
    file = folder / "match.json"
    file.write_text(json.dumps(export))
    said = await asyncio.to_thread(conclave, folder, "verify", str(file))
    assert said.stdout.endswith(f"The match ended otherwise: {reason}.\n"), said.stderr
    export["outcome"]["reason"] = "finished"
    with pytest.raises(NotVerified):
        verify(GAME, export)


async def test_of_three_a_bot_plays_on_and_the_seat_ranks_last(url):
    ann, bob, cid, match = await three(url)
    assert (await ann.get(f"/matches/{match}"))["resign"] == "bot"
    wires = [await one.wire(match) for one in (bob, cid)]
    assert (await ann.post(f"/matches/{match}/resign"))["status"] == "playing"
    await wires[0].until(lambda: wires[0].view["players"][0]["kind"] == "bot")
    back = await ann.call("POST", f"/matches/{match}/seats", {})
    assert problem(back) == "already-started"
    await play_to_the_end(wires, random.Random(1))
    outcome = wires[0].end["outcome"]
    assert outcome["ranks"][-1] == [0]
    assert (outcome["reason"], len(outcome["sheet"])) == ("finished", 3)
    export = await bob.get(f"/matches/{match}/export")
    assert export["resigned"] == [0]
    assert verify(GAME, export) == 12
    export["resigned"] = [1]
    with pytest.raises(NotVerified, match="a different result"):
        verify(GAME, export)


async def test_forfeits_of_three_end_it_when_one_is_left(url):
    ann, bob, cid, match = await three(url, resign="forfeit")
    wire = await cid.wire(match)
    assert (await ann.post(f"/matches/{match}/resign"))["status"] == "playing"
    assert (await bob.post(f"/matches/{match}/resign"))["status"] == "finished"
    await wire.until(lambda: wire.end)
    assert wire.end["outcome"]["ranks"] == [[2], [0, 1]]


async def test_with_nobody_left_but_bots_it_ends(url):
    ann = await arrive(url, "Ann")
    seats = [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]
    match = await tiny(ann, seats=seats, resign="bot")
    assert (await ann.post(f"/matches/{match}/resign"))["status"] == "finished"
    assert (await ann.get(f"/matches/{match}"))["outcome"]["ranks"] == [[1, 2], [0]]


async def test_only_a_seat_of_a_match_that_goes_on_is_given_up(url):
    ann = await arrive(url, "Ann")
    match = await tiny(ann)
    assert problem(await ann.call("POST", f"/matches/{match}/resign")) == "match-not-started"
    bob, cid = await arrive(url, "Bob"), await arrive(url, "Cid")
    await bob.post(f"/matches/{match}/seats")
    assert problem(await cid.call("POST", f"/matches/{match}/resign")) == "forbidden"
    assert (
        problem(await anonymous(url).call("POST", f"/matches/{match}/resign")) == "unauthenticated"
    )
    assert problem(await ann.call("POST", "/matches/m_none/resign")) == "not-found"


@pytest.mark.parametrize("game", ["ascended_kings", "battle_for_empyrean", "res_arcana"])
async def test_a_match_that_ends_early_says_how_it_stood(tmp_path, game):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, game)
        rng = random.Random(5)
        for _ in range(40):
            room = await services.rooms.get(match)
            place = rng.randrange(len(room.match.decisions))
            known = room.match.decisions[place]
            answer = random_answer(running_table(room.game, room.match).open[place], rng)
            await services.pipeline.take(Command("answer", match, known.seat, known.id, answer))
        await services.resignations.resign(match, BOB.account)
        room = await services.rooms.get(match)
        table = running_table(room.game, room.match).table
        outcome = room.info.outcome
        assert (outcome["ranks"], outcome["reason"]) == ([[0], [1]], "resigned")
        expected = [(score.seat, score.total) for score in room.game.standing(table)]
        assert [(score["seat"], score["total"]) for score in outcome["sheet"]] == expected
        assert len(expected) == 2
        assert all(line["text"] for score in outcome["sheet"] for line in score["lines"])
        exported = json.loads(
            msgspec.json.encode(await export(services.database, services.replays, room))
        )
        assert verify(room.game, exported) == 40
        exported["outcome"]["sheet"][0]["total"] += 1
        with pytest.raises(NotVerified, match="a different score"):
            verify(room.game, exported)


async def test_a_standing_that_fails_keeps_nobody_from_giving_up(tmp_path):
    class Odd(Tiny):
        def standing(self, table):
            raise LookupError("card:7")

    async with in_process_server(tmp_path, Odd()) as services:
        match = await begin(services, "tiny")
        await services.resignations.resign(match, BOB.account)
        room = await services.rooms.get(match)
        assert room.info.outcome == {"ranks": [[0], [1]], "reason": "resigned", "sheet": []}


async def test_an_admin_closes_a_match_between_two_answers(tmp_path):
    """An answer that was on its way finds it over; nothing of it is committed."""
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        room = await services.rooms.get(match)
        card = first_card(room)
        await services.ender.end(match, status="aborted", reason="closed")
        assert room.info.outcome == {"ranks": [], "reason": "closed", "sheet": []}
        with pytest.raises(Problem) as refused:
            await services.pipeline.take(Command("answer", match, 0, "0.0", f"card:{card}"))
        assert refused.value.name == "match-over"
        with pytest.raises(Problem):
            await services.ender.end(match, status="finished", reason="draw")


async def test_a_match_that_has_not_begun_is_closed_for_good(tmp_path):
    async with in_process_server(tmp_path) as services:
        wish = NewMatch(game="tiny", seats=[{"kind": "me"}, {"kind": "open"}])
        match = (await services.lobby.create(wish, ANN)).id
        with pytest.raises(Problem) as refused:
            await services.ender.end(match, status="finished", reason="draw")
        assert refused.value.name == "match-not-started"
        await services.ender.end(match, status="aborted", reason="closed")
        with pytest.raises(Problem) as refused:
            await services.lobby.join(match, JoinRequest(), BOB)
        assert refused.value.name == "already-started"
        shown = await services.lobby.get(match, ANN)
        assert (shown.status, shown.seed) == ("aborted", UNSET)


async def test_ranks_can_be_given(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        ranks = [[1], [0]]
        await services.ender.end(match, status="finished", reason="closed", ranks=ranks)
        info = (await services.rooms.get(match)).info
        assert (info.status, info.outcome["ranks"]) == ("finished", ranks)


async def test_what_follows_the_end_is_done_even_after_a_crash(tmp_path):
    settled = []

    async def settle(match):
        settled.append(match)

    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        services.scheduler.settlement.settle = settle
        await services.scheduler.stop()
        async with services.locks.lock(match) as held:
            await held.end("finished", "draw")
        async with services.database.reading() as session:
            row = await session.get_one(MatchRow, match)
            assert row.due <= now() + timedelta(milliseconds=1), "it is kept in milliseconds"
            assert row.ended_at is not None
        services.rooms.drop(match)
        await services.scheduler.attend(match)
        assert settled == [match]
        async with services.database.reading() as session:
            assert (await session.get_one(MatchRow, match)).due is None


async def test_a_change_of_seats_is_never_overtaken_by_an_answer_made_before(tmp_path):
    """Another process has taken the seat away; this one does not know of it yet."""
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        room = await services.rooms.get(match)
        async with services.locks.lock(match) as held:
            held.seats[0].account, held.seats[0].kind, held.seats[0].bot = None, "bot", "random"
        card = first_card(room)
        with pytest.raises(Problem) as refused:
            await services.pipeline.take(
                Command("answer", match, 0, "0.0", f"card:{card}", by=ANN.account)
            )
        assert refused.value.name == "forbidden"
        assert room.ply == 0
