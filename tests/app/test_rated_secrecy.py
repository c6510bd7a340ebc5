"""Rated matches: no hint, analysis, export, fork or other seat's view before the end."""

from __future__ import annotations

import json

import pytest

from tests.app.asked import ASKED
from tests.app.test_registration import register
from tests.app.wire import anonymous, arrive, tiny

REVEALING = {"chance", "chances", "judged", "luck", "accuracy", "standings", "mark", "seed"}
"""Members of replies that explain a match or reveal what is hidden in it."""
CLOSED = [
    ("GET", "/analysis", None),
    ("GET", "/analysis/stream", None),
    ("POST", "/analysis", {}),
    ("GET", "/export", None),
    ("POST", "/fork", {"ply": 0}),
    ("POST", "/fork", {"ply": 0, "seats": [{"kind": "me"}, {"kind": "bot", "bot": "hard"}]}),
    ("GET", "/replay?ply=0&as=all", None),
]


async def rated(url, people=2, **wish):
    """People with passwords at a rated match that has begun, and a person who watches."""
    ann, *others = [await register(url) for _ in range(people + 1)]
    *others, eve = others
    seats = [{"kind": "me"}, *[{"kind": "open"}] * (people - 1)]
    match = await tiny(ann, seats=seats, visibility="public", rated=True, **wish)
    for one in others:
        await one.post(f"/matches/{match}/seats", {})
    info = await ann.get(f"/matches/{match}")
    assert (info["status"], info["rated"]) == ("playing", True)
    return [ann, *others], eve, match


def members(value):
    """The names of all members of a JSON value."""
    if isinstance(value, dict):
        return {*value, *(name for one in value.values() for name in members(one))}
    return {name for one in value for name in members(one)} if isinstance(value, list) else set()


def about(match, reply):
    """Of a list, what is about this match: others may be over, and explained."""
    if "items" in reply:
        return [one for one in reply["items"] if one.get("id") == match]
    return reply


async def all_is_closed(match, *callers):
    for one in callers:
        for method, path, body in CLOSED:
            if method == "POST" and not one.token:
                await one.refused(method, f"/matches/{match}{path}", "unauthenticated", body)
            else:
                await one.refused(method, f"/matches/{match}{path}", "forbidden", body)


async def no_hint(match, person):
    """Neither for the person's own decisions nor for those of others."""
    for decision in {one["id"] for one in (await person.view(match))["decisions"]} | {"0.0", "0.1"}:
        path = f"/matches/{match}/decisions/{decision}/hint"
        problem = await person.refused("POST", path, "forbidden")
        assert "rated" in problem["detail"] or "no seat" in problem["detail"]


async def sees_no_other_seat(match, person, own):
    for seat in range(2):
        path = f"/matches/{match}/replay?ply=0&as=seat:{seat}"
        if seat == own:
            await person.get(path)
        else:
            await person.refused("GET", path, "forbidden")


async def test_nobody_learns_more_of_a_rated_match_than_they_see(server):
    (ann, bob), eve, match = await rated(server.url)
    outside = anonymous(server.url)
    known = (await ann.view(match))["decisions"][0]
    await ann.answer(match, known["id"], known["default"])
    await all_is_closed(match, ann, bob, eve, outside)
    for one in (ann, bob, eve):
        await no_hint(match, one)
    for one, own in ((ann, 0), (bob, 1), (eve, None), (outside, None)):
        await sees_no_other_seat(match, one, own)
    await bob.post(f"/matches/{match}/resign")
    assert (await ann.post(f"/matches/{match}/analysis", status=202))["status"] != "none"
    assert (await eve.get(f"/matches/{match}/export"))["seed"]


async def test_no_reply_about_a_rated_match_explains_it(embedded):
    (ann, bob), eve, match = await rated(embedded.url)
    paths = [
        path.format(id=match, code="WRONG", bob=bob.account, gil=bob.account, cid=bob.account)
        for name, asked in ASKED.items()
        for path, _ in asked
        if name.startswith("GET") and "/stream" not in path
    ]
    assert len(paths) > 15
    for one in (ann, bob, eve, anonymous(embedded.url)):
        for path in paths:
            reply = await one.call("GET", path)
            assert not members(about(match, reply.json())) & REVEALING, path
        async with one.http.stream("GET", f"/matches/{match}/stream") as stream:
            line = await anext(line async for line in stream.aiter_lines() if line)
        assert not members(json.loads(line)) & REVEALING


@pytest.mark.parametrize("wish", [{}, {"resign": "bot"}])
async def test_who_has_left_a_rated_match_gets_nothing_while_others_play(embedded, wish):
    (ann, bob, cid), eve, match = await rated(embedded.url, people=3, **wish)
    await cid.post(f"/matches/{match}/resign")
    assert (await ann.get(f"/matches/{match}"))["status"] == "playing"
    await all_is_closed(match, ann, bob, cid, eve)
    for one in (ann, bob, cid):
        await no_hint(match, one)


async def test_a_pause_opens_nothing(embedded):
    (ann, bob), eve, match = await rated(embedded.url)
    offer = (await ann.post(f"/matches/{match}/offers", {"kind": "pause"}, 201))["id"]
    await bob.post(f"/matches/{match}/offers/{offer}", {"accept": True})
    assert (await ann.get(f"/matches/{match}"))["status"] == "paused"
    await all_is_closed(match, ann, bob, eve)
    await no_hint(match, eve)


async def test_a_bot_account_in_a_rated_match_gets_no_hint(embedded):
    """Nor can a person ask with the token of their bot."""
    ann, bob = await register(embedded.url), await register(embedded.url)
    made = await ann.post("/bots", {"name": f"Vex {ann.account[-6:]}"}, 201)
    vex = await arrive(embedded.url, f"Guest {ann.account[-6:]}")
    vex.token = made["token"]
    match = await tiny(ann, visibility="public", rated=True)
    await bob.post(f"/matches/{match}/seats", {})
    await all_is_closed(match, vex)
    await no_hint(match, vex)
