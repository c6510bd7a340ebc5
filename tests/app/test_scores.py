"""Scores by round: the totals of every seat, once a match is over, whenever it was played."""

from __future__ import annotations

import random

import pytest

from tests.app.test_leaks_of_games import ROUNDS, seat_people
from tests.app.test_offers import answer_offer, at_play, play_default
from tests.app.wire import anonymous, play_to_the_end, two_at_tiny

ROUND_BEGINS = (".round", ".round_began", ".round_ended", ".turn")
"""Events with which a round or its first turn begins. In Ascended Kings the dial ends a round; what
the fire does after it already counts for the next."""


@pytest.mark.parametrize("game", sorted(ROUNDS))
async def test_each_round_has_the_totals_of_its_replay(url: str, game: str) -> None:
    people, match = await seat_people(url, game, 0)
    wires = [await person.wire(match) for person in people]
    await play_to_the_end(wires, random.Random(7))
    rounds = (await anonymous(url).get(f"/matches/{match}/scores"))["rounds"]
    assert [score_round["round"] for score_round in rounds] == sorted(
        {score_round["round"] for score_round in rounds}
    )
    assert [score_round["ply"] for score_round in rounds] == sorted(
        score_round["ply"] for score_round in rounds
    )
    assert rounds[-1]["ply"] == wires[0].ply
    sheet = wires[0].end["outcome"]["sheet"]
    assert rounds[-1]["totals"] == [score["total"] for score in sheet]
    for score_round in rounds:
        frame = await anonymous(url).get(f"/matches/{match}/replay?ply={score_round['ply']}")
        points = _points(game, frame["view"]["table"])
        if points is None or score_round is rounds[-1]:
            continue
        later = await _seats_after_the_round(url, match, score_round["ply"])
        for seat in {*range(len(points))} - later:
            assert score_round["totals"][seat] == points[seat], score_round
    for wire in wires:
        await wire.close()


async def _seats_after_the_round(url: str, match: str, ply: int) -> set[int]:
    """The seats affected by events between the end of the round and the next answer."""
    log = await anonymous(url).get(f"/matches/{match}/log?after={ply - 1}")
    events = [event for event in log["events"] if event["ply"] == ply]
    begun = [place for place, event in enumerate(events) if event["key"].endswith(ROUND_BEGINS)]
    return {seat for event in events[begun[0] :] for seat in event["affects"]} if begun else set()


def _points(game: str, table: dict) -> list[int] | None:
    """The totals by seat as the table shows them."""
    players = [table["players"][id] for id in sorted(table["players"])]
    if game == "res_arcana" and table["game"]["of"] == 1:
        return [player["points"] for player in players]
    if game == "ascended_kings":
        return [player["koru"] for player in players]
    if game == "battle_for_empyrean":
        fields = table["battlefields"].values()
        return [sum(field["might"][f"p{seat}"] for field in fields) for seat in range(len(players))]
    return None


async def test_scores_wait_for_the_end_and_are_cached_by_the_browser(url: str) -> None:
    ann, bob, match = await two_at_tiny(url, turns=3)
    await ann.refused("GET", f"/matches/{match}/scores", "forbidden")
    wires = [await ann.wire(match), await bob.wire(match)]
    await play_to_the_end(wires, random.Random(3))
    reply = await ann.call("GET", f"/matches/{match}/scores")
    assert "immutable" in reply.headers["Cache-Control"]
    again = await ann.call(
        "GET", f"/matches/{match}/scores", headers={"If-None-Match": reply.headers["ETag"]}
    )
    assert again.status_code == 304
    rounds = reply.json()["rounds"]
    assert [score_round["round"] for score_round in rounds] == [0, 1, 2, 3]
    sums = [sum(score_round["totals"]) for score_round in rounds]
    assert sums == sorted(sums)
    assert sums[0] == 0


async def test_undone_answers_do_not_count(url: str) -> None:
    ann_wire, bob_wire, match = await at_play(url, undo="ask", turns=2)
    decision = ann_wire.decisions[0]["id"]
    await play_default(ann_wire, bob_wire)
    await play_default(bob_wire, ann_wire)
    reply = await ann_wire.command("undo", decision=decision)
    assert (await answer_offer(bob_wire, reply["offer"]))["t"] == "ack"
    await play_to_the_end([ann_wire, bob_wire], random.Random(5))
    rounds = (await ann_wire.person.get(f"/matches/{match}/scores"))["rounds"]
    assert [score_round["round"] for score_round in rounds] == [0, 1, 2]
    for score_round in rounds[1:-1]:
        frame = await ann_wire.person.get(f"/matches/{match}/replay?ply={score_round['ply']}")
        players = frame["view"]["table"]["players"]
        assert score_round["totals"] == [players["p0"]["sum"], players["p1"]["sum"]]
