"""Secrets in logs: the debug log of sign-ins and matches contains none."""

from __future__ import annotations

import random
import re

import pytest

from engine.core.registry import games
from tests.app.wire import Person, arrive, play_to_the_end

PASSWORD = "correct horse battery staple"
ROUNDS = 2
MAX_PLAIN_LENGTH = 4
"""Shorter answers and ids (a number, "yes") are no secret by themselves."""


@pytest.mark.parametrize("game", sorted(games()))
async def test_debug_log_of_a_match_contains_no_secret(debug_log_server, game):
    server, name = debug_log_server, f"Annabel {len(game)}"
    ann, bob = await arrive(server.url, "Ann"), await arrive(server.url, "Bob")
    guest = ann.token
    created = await ann.post("/accounts", {"name": name, "password": PASSWORD}, 201)
    ann = Person(server.url, name, created["token"], created["account"]["id"])
    secrets = {guest, ann.token, bob.token, PASSWORD, *await sign_in(ann)}
    match = await begin(ann, bob, game)
    secrets.add((await ann.get(f"/matches/{match}"))["invite"]["code"])
    player = ann if (await ann.view(match))["decisions"] else bob
    first = (await player.view(match))["decisions"][0]["id"]
    await player.answer(match, first, {"no": "such"}, 422)
    await play_to_the_end([await ann.wire(match), await bob.wire(match)], random.Random(0))
    export = await ann.get(f"/matches/{match}/export")
    secrets |= {export["seed"], *answers_in(export)}
    secrets |= {item["id"] for item in (await ann.get(f"/games/{game}"))["catalogue"]}
    log = server.log.read_text()
    assert log.count(match) > 10
    leaked = {
        word
        for word in secrets
        if len(word) > MAX_PLAIN_LENGTH and re.search(rf"\b{re.escape(word)}\b", log)
    }
    assert not leaked


async def sign_in(person: Person) -> set[str]:
    """The session's cookie, a ticket that is used, and one that is refused."""
    response = await person.call("POST", "/sessions", {"name": person.name, "password": PASSWORD})
    await person.call("POST", "/sessions", {"name": person.name, "password": f"{PASSWORD}!"})
    ticket = (await person.post("/me/tickets", status=201))["ticket"]
    await person.call("GET", f"/matches?ticket={ticket}")
    person.http.cookies.clear()
    return {ticket, *response.cookies.values()}


async def begin(ann: Person, bob: Person, game: str) -> str:
    body = {
        "game": game,
        "options": {"round_limit": ROUNDS},
        "seats": [{"kind": "me"}, {"kind": "open"}],
        "visibility": "private",
    }
    match = await ann.post("/matches", body, 201)
    await bob.post(f"/matches/{match['id']}/seats", {"code": match["invite"]["code"]})
    return str(match["id"])


def answers_in(value: object) -> set[str]:
    """Every text among the answers of an export."""
    texts: set[str] = set()
    for entry in value["entries"]:
        answer = entry.get("answer")
        keys = answer if isinstance(answer, list) else [answer]
        texts |= {key for key in keys if isinstance(key, str)}
    return texts
