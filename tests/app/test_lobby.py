"""Matches before they start: creating, joining, changing seats, starting, and lists."""

import pytest

from app.lobby.new_tables import TERMS
from engine.bots import installed_bots
from tests.app.conftest import QUICK
from tests.app.wire import anonymous, arrive, tiny, two_at_tiny

OPEN = [{"kind": "me"}, {"kind": "open"}]


def problem(response):
    assert response.headers["content-type"] == "application/problem+json"
    body = response.json()
    assert body["status"] == response.status_code
    return body["type"].removeprefix("/problems/")


async def test_games_contain_all_that_a_client_needs(url):
    caller = anonymous(url)
    offer = await caller.get("/games")
    (listed,) = [item for item in offer["items"] if item["id"] == "tiny"]
    assert (listed["title"], listed["players"]) == ("Tiny", {"min": 2, "max": 4})
    game = await caller.get("/games/tiny")
    assert game["options"]["properties"]["turns"]["default"] == 6
    bots = game["bots"]
    assert bots == offer["bots"], "the same bots play all games"
    assert [bot["name"] for bot in bots] == list(installed_bots())
    assert [bot["level"] for bot in bots] == sorted(bot["level"] for bot in bots)
    assert {bot["face"] for bot in bots} == {bot["name"] for bot in bots}
    levels = [bot["name"] for bot in bots if bot.get("recommended")]
    assert {"easy", "normal", "hard"} <= set(levels)
    assert not {"random", "greedy"} & set(levels)
    described = [*bots, *offer["teachers"]]
    assert len({bot["outline"] for bot in described}) == len(described)
    assert not any("translation" in bot for bot in described)
    for language, title in (("de", "Lehrmeister"), ("fr-CA", "Guide")):
        translated = await caller.get(f"/games?lang={language}")
        assert all("translation" in bot for bot in translated["bots"])
        (guide,) = translated["teachers"]
        assert (guide["name"], guide["translation"]["title"]) == ("guide", title)
    assert len(game["catalogue"]) == 52
    assert game["messages"]["tiny.prompt.play"] == "Play a card"
    assert problem(await caller.call("GET", "/games/chess")) == "not-found"


async def test_match_is_created_joined_and_started(url):
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    response = await ann.call("POST", "/matches", {"game": "tiny", "seats": OPEN})
    match = response.json()
    assert response.status_code == 201
    assert response.headers["location"] == f"/api/v1/matches/{match['id']}"
    assert match["status"] == "open"
    assert match["options"] == {"round_limit": 0, "turns": 6}
    assert match["invite"]["url"].endswith("/join/" + match["invite"]["code"])
    by_code = await bob.get(f"/matches/by-code/{match['invite']['code'].lower()}")
    assert by_code["id"] == match["id"]
    assert "invite" not in by_code

    started = await bob.post(f"/matches/{match['id']}/seats", {"seat": 1})

    assert started["status"] == "playing"
    assert started["seats"][1]["you"] is True
    assert len(started["seed_hash"]) == 64
    assert "seed" not in started
    assert started["your_turn"] is True


async def test_private_match_needs_its_code_and_is_unlisted(url):
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    match = await tiny(ann, seats=[*OPEN, {"kind": "open"}], visibility="private")
    code = (await ann.get(f"/matches/{match}"))["invite"]["code"]
    listed = await bob.get("/matches?status=open&limit=100")
    assert match not in [item["id"] for item in listed["items"]]
    own = await ann.get("/matches?account=me")
    assert [item["id"] for item in own["items"]] == [match]
    seats = f"/matches/{match}/seats"
    assert problem(await bob.call("POST", seats, {})) == "wrong-code"
    assert problem(await bob.call("POST", seats, {"code": "WRONG"})) == "wrong-code"
    assert (await bob.post(seats, {"code": code}))["seats"][1]["name"] == "Bob"


async def test_code_guesses_are_rate_limited(serve):
    """However many guests an address creates: after wrong codes even the right one must wait."""
    server = serve(**QUICK | {"CODE_ATTEMPTS_PER_MINUTE": "4"})
    ann = await arrive(server.url, "Ann")
    match = await tiny(ann, seats=OPEN, visibility="private")
    code = (await ann.get(f"/matches/{match}"))["invite"]["code"]
    for guess in ("22222222", "33333333"):
        bob = await arrive(server.url, "Bob")
        wrong = await bob.call("POST", f"/matches/{match}/seats", {"code": guess})
        assert problem(wrong) == "wrong-code"
        missed = await bob.call("GET", f"/matches/by-code/{guess}")
        assert problem(missed) == "not-found"
    cid = await arrive(server.url, "Cid")
    late = await cid.call("GET", f"/matches/by-code/{code}")
    assert problem(late) == "rate-limited"
    assert late.headers["retry-after"] == "60"
    joined = await cid.call("POST", f"/matches/{match}/seats", {"code": code})
    assert problem(joined) == "rate-limited"


async def test_seat_is_taken_once_and_can_be_left(url):
    ann, bob, cid = [await arrive(url, name) for name in ("Ann", "Bob", "Cid")]
    match = await tiny(ann, seats=[*OPEN, {"kind": "open"}])
    seats = f"/matches/{match}/seats"
    await bob.post(seats, {"seat": 2})
    assert problem(await cid.call("POST", seats, {"seat": 2})) == "seat-taken"
    assert problem(await cid.call("POST", seats, {"seat": 7})) == "not-found"
    assert problem(await bob.call("POST", seats, {})) == "already-seated"
    assert problem(await cid.call("DELETE", f"{seats}/mine")) == "forbidden"
    left = (await bob.call("DELETE", f"{seats}/mine")).json()
    assert left["seats"][2] == {"seat": 2, "kind": "open"}
    await bob.post(seats)
    await cid.post(seats)
    dan = await arrive(url, "Dan")
    assert problem(await dan.call("POST", seats, {})) == "already-started"


async def test_creator_changes_seats_and_starts(url):
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    match = await tiny(ann, autostart=False)
    seat, start = f"/matches/{match}/seats/1", f"/matches/{match}/start"
    assert problem(await bob.call("PUT", seat, {"kind": "bot"})) == "forbidden"
    assert problem(await ann.call("POST", start, {})) == "seats-open"
    assert problem(await ann.call("PUT", seat, {"kind": "bot", "bot": "deep"})) == "invalid-request"
    changed = (await ann.call("PUT", seat, {"kind": "bot", "bot": "greedy"})).json()
    assert changed["status"] == "open"
    assert changed["seats"][1] == {"seat": 1, "kind": "bot", "bot": "greedy", "name": "Greedy"}
    assert (await ann.call("PUT", seat, {"kind": "open"})).json()["seats"][1]["kind"] == "open"
    await bob.post(f"/matches/{match}/seats")
    assert problem(await ann.call("PUT", seat, {"kind": "bot"})) == "seat-taken"
    assert problem(await bob.call("POST", start, {})) == "forbidden"
    assert (await ann.post(start))["status"] == "playing"
    assert problem(await ann.call("POST", start, {})) == "already-started"


@pytest.mark.parametrize(
    "body",
    [
        {"game": "chess", "seats": OPEN},
        {"game": "tiny", "seats": [{"kind": "me"}]},
        {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "me"}]},
        {"game": "tiny", "seats": [{"kind": "open"}] * 5},
        {"game": "tiny", "seats": OPEN, "options": {"turns": 0}},
        {"game": "tiny", "seats": OPEN, "options": {"turn": 1}},
        {"game": "tiny", "seats": OPEN, "clock": {"kind": "move"}},
        {"game": "tiny", "seats": OPEN, "spectators": "sometimes"},
        {"game": "tiny", "seats": OPEN, "colour": "red"},
        {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "nobody"}]},
        {"game": "tiny"},
        [],
        "tiny",
    ],
)
async def test_invalid_match_requests_are_refused(url, body):
    ann = await arrive(url, "Ann")
    assert problem(await ann.call("POST", "/matches", body)) == "invalid-request"


async def test_lists_have_pages_and_filters(url):
    ann = await arrive(url, "Ann")
    matches = [await tiny(ann) for _ in range(5)]
    pages, cursor = [], ""
    while True:
        page = await ann.get(f"/matches?account=me&limit=2{cursor}")
        pages.append([item["id"] for item in page["items"]])
        if "next" not in page:
            break
        cursor = f"&cursor={page['next']}"
    assert pages == [matches[:2:-1], matches[2:0:-1], matches[:1]]
    playing = await ann.get("/matches?account=me&status=playing")
    assert playing["items"] == []
    assert problem(await ann.call("GET", "/matches?cursor=nonsense")) == "invalid-request"
    assert problem(await ann.call("GET", "/matches?status=lost")) == "invalid-request"
    assert problem(await anonymous(url).call("GET", "/matches?account=me")) == "unauthenticated"


async def test_anonymous_caller_cannot_change_anything(url):
    ann = await arrive(url, "Ann")
    match = await tiny(ann)
    caller = anonymous(url)
    for method, path in [
        ("POST", "/matches"),
        ("POST", f"/matches/{match}/seats"),
        ("POST", f"/matches/{match}/start"),
        ("POST", f"/matches/{match}/decisions/0.0"),
        ("POST", f"/matches/{match}/chat"),
        ("GET", "/me"),
    ]:
        assert problem(await caller.call(method, path, {})) == "unauthenticated"


async def test_waiting_room_is_updated_over_the_socket(url):
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    match = await tiny(ann)
    wire = await ann.wire(match)
    assert wire.view["status"] == "open"
    await bob.post(f"/matches/{match}/seats")
    await wire.until(lambda: wire.view["status"] == "playing")
    assert [player["name"] for player in wire.view["players"]] == ["Ann", "Bob"]
    assert wire.decisions


async def test_names_are_frozen_at_the_start(url):
    ann, _bob, match = await two_at_tiny(url)
    await ann.call("PATCH", "/me", {"name": "Anna"})
    assert (await ann.view(match))["view"]["players"][0]["name"] == "Ann"


def test_only_these_choices_of_a_creator_are_shown_to_everybody():
    assert {
        "game",
        "options",
        "visibility",
        "autostart",
        "clock",
        "resign",
        "undo",
        "spectators",
        "spectator_delay",
        "rated",
    } == TERMS
