"""Resignation, and matches that end other than by their last entry."""

from __future__ import annotations

import asyncio
import json
import random
from datetime import timedelta

import msgspec
import pytest
from conclave_tiny_game import GAME, Tiny

from app.history.export import export
from app.history.verify import NotVerified, describe_end, verify
from app.infra.problems import Problem
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


async def three_at_tiny(url, turns=3, **options):
    people = [await arrive(url, name) for name in ("Ann", "Bob", "Cid")]
    match = await tiny(people[0], turns, seats=THREE, **options)
    for person in people[1:]:
        await person.post(f"/matches/{match}/seats")
    return *people, match


async def test_resignation_in_a_two_player_match_makes_the_other_win(url, tmp_path):
    ann, bob, match = await two_at_tiny(url)
    wires = [await person.wire(match) for person in (ann, bob, anonymous(url))]
    await wires[0].answer(wires[0].decisions[0]["default"])
    assert (await ann.post(f"/matches/{match}/resign"))["status"] == "finished"
    for wire in wires:
        await wire.until(lambda wire=wire: wire.end)
        outcome = wire.end["outcome"]
        assert (outcome["ranks"], outcome["reason"]) == ([[1], [0]], "resigned")
        assert wire.view["status"] == "finished"
        assert wire.view["players"][0]["resigned"] is True
    details = await bob.get(f"/matches/{match}")
    assert (details["resign"], details["outcome"]) == ("forfeit", wires[0].end["outcome"])
    late = await ann.call("POST", f"/matches/{match}/resign")
    assert problem(late) == "match-over"
    await check_export(ann, match, tmp_path, 1, "resigned")


async def check_export(person, match, folder, entries, reason):
    """Check that the export is consistent and says how the match ended."""
    export = await person.get(f"/matches/{match}/export")
    assert verify(GAME, export) == entries
    assert describe_end(export) == f"otherwise: {reason}"
    file = folder / "match.json"
    file.write_text(json.dumps(export))
    result = await asyncio.to_thread(conclave, folder, "verify", str(file))
    assert result.stdout.endswith(f"The match ended otherwise: {reason}.\n"), result.stderr
    export["outcome"]["reason"] = "finished"
    with pytest.raises(NotVerified):
        verify(GAME, export)


async def test_resigned_seat_of_three_is_played_by_a_bot_and_ranks_last(url):
    ann, bob, cid, match = await three_at_tiny(url)
    assert (await ann.get(f"/matches/{match}"))["resign"] == "bot"
    wires = [await person.wire(match) for person in (bob, cid)]
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


async def test_forfeits_end_the_match_when_one_player_is_left(url):
    ann, bob, cid, match = await three_at_tiny(url, resign="forfeit")
    wire = await cid.wire(match)
    assert (await ann.post(f"/matches/{match}/resign"))["status"] == "playing"
    assert (await bob.post(f"/matches/{match}/resign"))["status"] == "finished"
    await wire.until(lambda: wire.end)
    assert wire.end["outcome"]["ranks"] == [[2], [0, 1]]


async def test_match_ends_when_only_bots_are_left(url):
    ann = await arrive(url, "Ann")
    seats = [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]
    match = await tiny(ann, seats=seats, resign="bot")
    assert (await ann.post(f"/matches/{match}/resign"))["status"] == "finished"
    assert (await ann.get(f"/matches/{match}"))["outcome"]["ranks"] == [[1, 2], [0]]


async def test_only_a_seat_of_a_running_match_may_resign(url):
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
async def test_early_end_includes_the_score_sheet(tmp_path, game):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, game)
        rng = random.Random(5)
        for _ in range(40):
            room = await services.rooms.get(match)
            place = rng.randrange(len(room.match.decisions))
            decision = room.match.decisions[place]
            answer = random_answer(running_table(room.game, room.match).open[place], rng)
            await services.pipeline.take(
                Command("answer", match, decision.seat, decision.id, answer)
            )
        await services.resignations.resign(match, BOB.account)
        room = await services.rooms.get(match)
        table = running_table(room.game, room.match).table
        outcome = room.info.outcome
        assert (outcome["ranks"], outcome["reason"]) == ([[0], [1]], "resigned")
        expected = [(score.seat, score.total) for score in room.game.score_sheet(table)]
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


async def test_failing_score_sheet_does_not_prevent_resignation(tmp_path):
    class Odd(Tiny):
        def score_sheet(self, table):
            raise LookupError("card:7")

    async with in_process_server(tmp_path, Odd()) as services:
        match = await begin(services, "tiny")
        await services.resignations.resign(match, BOB.account)
        room = await services.rooms.get(match)
        assert room.info.outcome == {"ranks": [[0], [1]], "reason": "resigned", "sheet": []}


async def test_closed_match_refuses_an_answer_under_way(tmp_path):
    """An answer under way finds the match over; nothing of it is committed."""
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


async def test_open_table_is_closed_for_good(tmp_path):
    async with in_process_server(tmp_path) as services:
        new = NewMatch(game="tiny", seats=[{"kind": "me"}, {"kind": "open"}])
        match = (await services.lobby.create(new, ANN)).id
        with pytest.raises(Problem) as refused:
            await services.ender.end(match, status="finished", reason="draw")
        assert refused.value.name == "match-not-started"
        await services.ender.end(match, status="aborted", reason="closed")
        with pytest.raises(Problem) as refused:
            await services.lobby.join(match, JoinRequest(), BOB)
        assert refused.value.name == "already-started"
        details = await services.lobby.get(match, ANN)
        assert (details.status, details.seed) == ("aborted", UNSET)


async def test_match_may_be_ended_with_given_ranks(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        ranks = [[1], [0]]
        await services.ender.end(match, status="finished", reason="closed", ranks=ranks)
        info = (await services.rooms.get(match)).info
        assert (info.status, info.outcome["ranks"]) == ("finished", ranks)


async def test_settlement_runs_even_after_a_crash(tmp_path):
    settled = []

    async def settle(match):
        settled.append(match)

    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        services.settlement.settle = settle
        await services.scheduler.stop()
        async with services.locks.lock(match) as locked:
            await locked.end("finished", "draw")
        async with services.database.reading() as session:
            row = await session.get_one(MatchRow, match)
            latest = services.service_clock.date() + timedelta(milliseconds=1)
            assert row.due <= latest, "it is stored in milliseconds"
            assert row.ended_at is not None
        services.rooms.drop(match)
        await services.scheduler.attend(match)
        assert settled == [match]
        async with services.database.reading() as session:
            assert (await session.get_one(MatchRow, match)).due is None


async def test_answer_after_an_unseen_seat_change_is_refused(tmp_path):
    """Another process has reassigned the seat; this one does not know it yet."""
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        room = await services.rooms.get(match)
        async with services.locks.lock(match) as locked:
            locked.seats[0].account, locked.seats[0].kind, locked.seats[0].bot = (
                None,
                "bot",
                "random",
            )
        card = first_card(room)
        with pytest.raises(Problem) as refused:
            await services.pipeline.take(
                Command("answer", match, 0, "0.0", f"card:{card}", by=ANN.account)
            )
        assert refused.value.name == "forbidden"
        assert room.ply == 0
