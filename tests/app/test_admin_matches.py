"""Matches in the administration: how they stand, and what the staff does to them."""

from __future__ import annotations

import json
import random

import pytest
from conclave_tiny_game import GAME

from app.infra.problems import Problem
from app.matches.models import MatchRow
from app.operator.operations import perform
from tests.app.in_process import begin, in_process_server
from tests.app.leaks import leaks
from tests.app.staff import WHY, recruit_fixture  # noqa: F401 - a fixture
from tests.app.test_leaks import hidden
from tests.app.test_lobby import problem
from tests.app.test_settlement import ratings, results
from tests.app.wire import anonymous, play_to_the_end, two_at_tiny


async def test_parked_match_waits_for_the_staff(url, recruit):
    mod = await recruit("moderator")
    ann, _, match = await two_at_tiny(url)
    question = (await ann.view(match))["decisions"]
    path = f"/admin/matches/{match}"
    assert (await mod.call("POST", f"{path}/park", WHY)).status_code == 204
    shown = await mod.get(path)
    assert (shown["status"], shown["paused_for"]) == ("paused", "operator")
    assert (await ann.get(f"/matches/{match}"))["paused_for"] == "operator"
    answer = f"/matches/{match}/decisions/{question[0]['id'] if question else '0.0'}"
    assert problem(await ann.call("POST", answer, {"answer": 1})) == "paused"
    resume = await ann.call("POST", f"/matches/{match}/offers", {"kind": "resume"})
    assert problem(resume) == "forbidden"
    assert problem(await mod.call("POST", f"{path}/park", WHY)) == "paused"
    assert match in {item["match"]["id"] for item in (await mod.get("/admin/matches"))["items"]}
    assert (await mod.call("POST", f"{path}/resume", WHY)).status_code == 204
    assert (await mod.get(path))["status"] == "playing"
    acts = (await mod.get("/admin/audit"))["items"]
    assert [(act["act"], act["match"], act["reason"]) for act in acts] == [
        ("resume", match, "asked to"),
        ("park", match, "asked to"),
    ]


async def test_aborted_match_is_over(url, recruit):
    mod = await recruit("moderator")
    ann, _, match = await two_at_tiny(url)
    wire = await ann.wire(match)
    path = f"/admin/matches/{match}"
    assert (await mod.call("POST", f"{path}/abort", WHY)).status_code == 204
    await wire.until(lambda: wire.end)
    assert wire.end["outcome"]["reason"] == "closed"
    for act in ("park", "abort"):
        assert problem(await mod.call("POST", f"{path}/{act}", WHY)) == "match-over"
    await wire.close()


async def test_operator_decides_a_result_and_rolls_back(url, recruit):
    chief, mod = await recruit("operator"), await recruit("moderator")
    ann, bob, match = await two_at_tiny(url)
    wires = [await ann.wire(match), await bob.wire(match)]
    for wire in wires:
        await wire.until(lambda wire=wire: wire.decisions)
        ply = (await wire.answer(wire.decisions[0]["default"]))["ply"]
        for reader in wires:
            await reader.reaches(ply)
    path = f"/admin/matches/{match}"
    back = WHY | {"ply": 1}
    assert problem(await mod.call("POST", f"{path}/rollback", back)) == "forbidden"
    assert (await chief.call("POST", f"{path}/rollback", back)).status_code == 204
    assert (await chief.get(path))["ply"] > ply
    places = WHY | {"places": [2, 1]}
    assert problem(await mod.call("POST", f"{path}/adjudicate", places)) == "forbidden"
    wrong = await chief.call("POST", f"{path}/adjudicate", WHY | {"places": [1]})
    assert problem(wrong) == "invalid-request"
    assert (await chief.call("POST", f"{path}/adjudicate", places)).status_code == 204
    outcome = (await ann.get(f"/matches/{match}"))["outcome"]
    assert (outcome["ranks"], outcome["reason"]) == ([[1], [0]], "adjudicated")
    for wire in wires:
        await wire.close()


@pytest.mark.parametrize("rated", [True, False])
async def test_decided_result_settles_like_any_other_unless_it_is_not_to_be_rated(tmp_path, rated):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        async with services.database.writing() as session:
            row = await session.get_one(MatchRow, match)
            row.rated = True
        services.rooms.drop(match)
        await services.admin.matches.adjudicate(match, [2, 1], rated)
        await services.settlement.settle(match)
        assert await results(services, match) == [("a_ann", 2, False), ("a_bob", 1, True)]
        assert bool(await ratings(services)) is rated
        async with services.database.reading() as session:
            row = await session.get_one(MatchRow, match)
            assert (row.rated, row.unrated) == ((True, None) if rated else (False, "adjudicated"))


async def test_commands_do_the_same_and_are_audited(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        await perform(services, "root", "park", [match])
        with pytest.raises(Problem):
            await perform(services, "root", "park", [match])
        await perform(services, "root", "resume", [match])
        await perform(services, "root", "adjudicate", [match, [1, 1], True])
        lines = await services.admin.audit.recent()
        assert [(line.act, line.match, line.by) for line in reversed(lines)] == [
            (act, match, "root at the machine") for act in ("park", "resume", "adjudicate")
        ]
        assert (await services.rooms.fresh(match)).info.outcome["ranks"] == [[0, 1]]


@pytest.mark.parametrize("spectators", ["live", "delayed", "none"])
async def test_staff_sees_of_a_match_what_any_spectator_sees(url, recruit, spectators):
    """No view, no seed, no code, no line of chat; of a delayed match the public's state."""
    chief = await recruit("operator")
    delay = {"spectator_delay": {"plies": 3}} if spectators == "delayed" else {}
    ann, bob, match = await two_at_tiny(url, 6, spectators=spectators, visibility="public", **delay)
    await ann.post(f"/matches/{match}/chat", {"text": "for our table alone"}, 201)
    wires = [await ann.wire(match), await bob.wire(match)]
    ply = await answer_once(wires)
    shown = await chief.get(f"/admin/matches/{match}")
    assert shown["match"] == await anonymous(url).get(f"/matches/{match}")
    assert (shown["ply"], shown["status"]) == (ply, "playing")
    assert shown.keys() == {"match", "status", "ply", "moved_at"}
    for secret in ("for our table alone", 'seed"', "invite", "decisions"):
        assert secret not in json.dumps(shown)
    for wire in wires:
        await wire.close()


async def test_staff_gets_no_hidden_card_of_a_match(url, recruit):
    """Everything that the administration says of a match while it runs, also after a rollback."""
    chief = await recruit("operator")
    ann, bob, match = await two_at_tiny(url, 5)
    wires = [await ann.wire(match), await bob.wire(match)]
    received = Received()
    path = f"/admin/matches/{match}"
    for act in ("park", "resume", "rollback", "park", "resume"):
        if act != "resume":
            await received.read(chief, match, await answer_once(wires))
        body = WHY | ({"ply": 1} if act == "rollback" else {})
        assert (await chief.call("POST", f"{path}/{act}", body)).status_code == 204
        ply = (await chief.get(path))["ply"]
        await received.read(chief, match, ply)
        for wire in wires:
            await wire.reaches(ply)
    await play_to_the_end(wires, random.Random(3))
    export = await ann.get(f"/matches/{match}/export")
    assert len(received.recorded) > 10
    assert leaks(GAME, export, received, hidden) == []


class Received:
    """What the staff gets of a match, as `leaks` reads it: as an outsider's wire."""

    def __init__(self):
        self.frames = [{"viewer": {"public": True}}]
        self.recorded = []

    async def read(self, chief, match, ply):
        for path in (f"/{match}", "?status=playing", "?status=paused"):
            reply = await chief.call("GET", f"/admin/matches{path}")
            self.recorded.append((ply, reply.text))


async def answer_once(wires):
    """The next default answer, which all have seen; returns its ply."""
    await wires[0].until(lambda: any(wire.decisions for wire in wires))
    wire = next(wire for wire in wires if wire.decisions)
    ply = (await wire.answer(wire.decisions[0]["default"]))["ply"]
    for reader in wires:
        await reader.reaches(ply)
    return ply


async def test_unknown_match_is_not_found(url, recruit):
    chief = await recruit("operator")
    for method, path, body in (
        ("GET", "", None),
        ("POST", "/park", WHY),
        ("POST", "/resume", WHY),
        ("POST", "/abort", WHY),
        ("POST", "/adjudicate", WHY | {"places": [1]}),
        ("POST", "/rollback", WHY | {"ply": 0}),
    ):
        reply = await chief.call(method, f"/admin/matches/m_0{path}", body)
        assert problem(reply) in ("not-found", "invalid-request")
    acts = (await chief.get("/admin/audit"))["items"]
    assert [act for act in acts if act.get("match") == "m_0"] == []
