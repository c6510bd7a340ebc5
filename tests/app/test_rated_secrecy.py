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


async def start_rated_match(url, people=2, **options):
    """Registered players at a running rated match, and a registered spectator."""
    ann, *others = [await register(url) for _ in range(people + 1)]
    *others, eve = others
    seats = [{"kind": "me"}, *[{"kind": "open"}] * (people - 1)]
    match = await tiny(ann, seats=seats, visibility="public", rated=True, **options)
    for person in others:
        await person.post(f"/matches/{match}/seats", {})
    info = await ann.get(f"/matches/{match}")
    assert (info["status"], info["rated"]) == ("playing", True)
    return [ann, *others], eve, match


def members(value):
    """The names of all members of a JSON value."""
    if isinstance(value, dict):
        return {*value, *(name for member in value.values() for name in members(member))}
    return {name for item in value for name in members(item)} if isinstance(value, list) else set()


def about_match(match, reply):
    """The items of a list that are about this match: others may be over, and explained."""
    if "items" in reply:
        return [item for item in reply["items"] if item.get("id") == match]
    return reply


async def check_all_closed(match, *callers):
    for person in callers:
        for method, path, body in CLOSED:
            if method == "POST" and not person.token:
                await person.refused(method, f"/matches/{match}{path}", "unauthenticated", body)
            else:
                await person.refused(method, f"/matches/{match}{path}", "forbidden", body)


async def check_no_hint(match, person):
    """Neither for the person's own decisions nor for those of others."""
    for decision in {question["id"] for question in (await person.view(match))["decisions"]} | {
        "0.0",
        "0.1",
    }:
        path = f"/matches/{match}/decisions/{decision}/hint"
        problem = await person.refused("POST", path, "forbidden")
        assert "rated" in problem["detail"] or "no seat" in problem["detail"]


async def check_no_other_seat(match, person, own):
    for seat in range(2):
        path = f"/matches/{match}/replay?ply=0&as=seat:{seat}"
        if seat == own:
            await person.get(path)
        else:
            await person.refused("GET", path, "forbidden")


async def test_rated_match_reveals_nothing_beyond_the_view(server):
    (ann, bob), eve, match = await start_rated_match(server.url)
    outside = anonymous(server.url)
    decision = (await ann.view(match))["decisions"][0]
    await ann.answer(match, decision["id"], decision["default"])
    await check_all_closed(match, ann, bob, eve, outside)
    for person in (ann, bob, eve):
        await check_no_hint(match, person)
    for person, own in ((ann, 0), (bob, 1), (eve, None), (outside, None)):
        await check_no_other_seat(match, person, own)
    await bob.post(f"/matches/{match}/resign")
    assert (await ann.post(f"/matches/{match}/analysis", status=202))["status"] != "none"
    assert (await eve.get(f"/matches/{match}/export"))["seed"]


async def test_replies_about_a_rated_match_do_not_explain_it(embedded):
    (ann, bob), eve, match = await start_rated_match(embedded.url)
    paths = [
        path.format(id=match, code="WRONG", bob=bob.account, gil=bob.account, cid=bob.account)
        for name, requests in ASKED.items()
        for path, _ in requests
        if name.startswith("GET") and "/stream" not in path
    ]
    assert len(paths) > 15
    for person in (ann, bob, eve, anonymous(embedded.url)):
        for path in paths:
            reply = await person.call("GET", path)
            assert not members(about_match(match, reply.json())) & REVEALING, path
        async with person.http.stream("GET", f"/matches/{match}/stream") as stream:
            line = await anext(line async for line in stream.aiter_lines() if line)
        assert not members(json.loads(line)) & REVEALING


@pytest.mark.parametrize("options", [{}, {"resign": "bot"}])
async def test_departed_player_gets_no_help_while_others_play(embedded, options):
    (ann, bob, cid), eve, match = await start_rated_match(embedded.url, people=3, **options)
    await cid.post(f"/matches/{match}/resign")
    assert (await ann.get(f"/matches/{match}"))["status"] == "playing"
    await check_all_closed(match, ann, bob, cid, eve)
    for person in (ann, bob, cid):
        await check_no_hint(match, person)


async def test_paused_match_gives_no_help(embedded):
    (ann, bob), eve, match = await start_rated_match(embedded.url)
    offer = (await ann.post(f"/matches/{match}/offers", {"kind": "pause"}, 201))["id"]
    await bob.post(f"/matches/{match}/offers/{offer}", {"accept": True})
    assert (await ann.get(f"/matches/{match}"))["status"] == "paused"
    await check_all_closed(match, ann, bob, eve)
    await check_no_hint(match, eve)


async def test_bot_account_gets_no_hint_in_a_rated_match(embedded):
    """Nor can a person ask with the token of their bot."""
    ann, bob = await register(embedded.url), await register(embedded.url)
    created = await ann.post("/bots", {"name": f"Vex {ann.account[-6:]}"}, 201)
    vex = await arrive(embedded.url, f"Guest {ann.account[-6:]}")
    vex.token = created["token"]
    match = await tiny(ann, visibility="public", rated=True)
    await bob.post(f"/matches/{match}/seats", {})
    await check_all_closed(match, vex)
    await check_no_hint(match, vex)
