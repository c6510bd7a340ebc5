"""Scores by round: the totals of every seat, once a match is over, whenever it was played."""

from __future__ import annotations

import random

import pytest

from tests.app.test_leaks_of_games import ROUNDS, seated
from tests.app.test_offers import answer_offer, at_play, play_default
from tests.app.wire import anonymous, play_to_the_end, two_at_tiny


@pytest.mark.parametrize("game", sorted(ROUNDS))
async def test_each_round_has_the_totals_that_its_replay_shows(url: str, game: str) -> None:
    people, match = await seated(url, game, 0)
    wires = [await person.wire(match) for person in people]
    await play_to_the_end(wires, random.Random(7))
    rounds = (await anonymous(url).get(f"/matches/{match}/scores"))["rounds"]
    assert [one["round"] for one in rounds] == sorted({one["round"] for one in rounds})
    assert [one["ply"] for one in rounds] == sorted(one["ply"] for one in rounds)
    assert rounds[-1]["ply"] == wires[0].ply
    sheet = wires[0].end["outcome"]["sheet"]
    assert rounds[-1]["totals"] == [score["total"] for score in sheet]
    for one in rounds:
        frame = await anonymous(url).get(f"/matches/{match}/replay?ply={one['ply']}")
        points = _points(game, frame["view"]["table"])
        if points is not None and one is not rounds[-1]:
            assert one["totals"] == points, one
    for wire in wires:
        await wire.close()


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


async def test_scores_wait_for_the_end_and_are_kept_by_the_browser(url: str) -> None:
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
    assert [one["round"] for one in rounds] == [0, 1, 2, 3]
    sums = [sum(one["totals"]) for one in rounds]
    assert sums == sorted(sums)
    assert sums[0] == 0


async def test_what_was_taken_back_does_not_count(url: str) -> None:
    one, other, match = await at_play(url, undo="ask", turns=2)
    asked = one.decisions[0]["id"]
    await play_default(one, other)
    await play_default(other, one)
    reply = await one.command("undo", decision=asked)
    assert (await answer_offer(other, reply["offer"]))["t"] == "ack"
    await play_to_the_end([one, other], random.Random(5))
    rounds = (await one.person.get(f"/matches/{match}/scores"))["rounds"]
    assert [played["round"] for played in rounds] == [0, 1, 2]
    for played in rounds[1:-1]:
        frame = await one.person.get(f"/matches/{match}/replay?ply={played['ply']}")
        players = frame["view"]["table"]["players"]
        assert played["totals"] == [players["p0"]["sum"], players["p1"]["sum"]]
