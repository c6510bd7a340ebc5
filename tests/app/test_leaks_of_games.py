"""No viewer receives a secret: four seats and a spectator, every game, every frame.

A component that has never been in a viewer's view is secret from that viewer. Neither its id nor
its name may occur in anything the viewer was sent up to then: frames, questions, events, refusals.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
from typing import Any

import pytest

from engine.core.event import Viewer
from engine.core.game import Game
from engine.core.registry import games
from tests.app.leaks import tables, viewer_of
from tests.app.leaks_of_empyrean import hidden_again
from tests.app.wire import Person, Wire, anonymous, arrive, play_to_the_end

MATCHES = int(os.environ.get("LEAK_MATCHES", "1"))
"""The number of matches of each game searched; the soak has more."""
ROUNDS = {"res_arcana": 3, "battle_for_empyrean": 10, "ascended_kings": 2}
SECRET_KINDS = {
    "res_arcana": {"artifact", "mage", "monument"},
    "battle_for_empyrean": {"card"},
    "ascended_kings": {"focus_card", "special_card"},
}
SHOWN_BY_RULE = {"ascended_kings.uninscribed"}
"""Events that show a card to all on its way from one hidden place to another."""
DECKS_BY = ("choice", "mash_up", "choice", "random")
WORD = re.compile(r"[a-z][a-z0-9_]+")


def words_of(value: Any) -> set[str]:
    return set(WORD.findall(value if isinstance(value, str) else json.dumps(value)))


def secrets_by_ply(game: Game[Any, Any], states: list[Any], viewer: Viewer) -> list[dict[str, str]]:
    """At each ply the components that the viewer has never seen so far: id -> name."""
    kinds = SECRET_KINDS[game.id]
    unseen = {
        component.id: component.name for component in game.catalogue() if component.kind in kinds
    }
    secrets = []
    for table in states:
        for id in words_of(game.view(table, viewer)) & unseen.keys():
            del unseen[id]
        secrets.append(dict(unseen))
    return secrets


def leaks(game: Game[Any, Any], states: list[Any], wire: Wire) -> list[str]:
    """What the viewer of the wire received too early, as "ply: id: frame"."""
    secrets = secrets_by_ply(game, states, viewer_of(wire))
    leaked = []
    revealed: set[str] = set()
    for ply, text in wire.recorded:
        revealed |= shown_by_rule(json.loads(text))
        unseen = secrets[min(ply, len(secrets) - 1)]
        unseen = {id: name for id, name in unseen.items() if id not in revealed}
        named = words_of(text) & unseen.keys()
        names = set(unseen.values()) - seen_names(game, unseen)
        named |= {name for name in names if occurs_in(name, text)}
        leaked += [f"{ply}: {id}: {text[:300]}" for id in sorted(named)]
    return leaked


SEARCHES = {"battle_for_empyrean": hidden_again}
"""If all cards are in lists that every viewer sees, the check is where each of them is now."""


def shown_by_rule(frame: dict[str, Any]) -> set[str]:
    events = [event for event in frame.get("events", []) if event["key"] in SHOWN_BY_RULE]
    return {id for event in events for id in words_of(event["args"])}


def occurs_in(name: str, text: str) -> bool:
    """Whether a text contains a name; the Alchemist does not count in "the Alchemist's Tower"."""
    return name in text and re.search(rf"\b{re.escape(name)}\b(?!'s )", text) is not None


def seen_names(game: Game[Any, Any], unseen: dict[str, str]) -> set[str]:
    """The names of what has been seen; levels of one card share theirs."""
    kinds = SECRET_KINDS[game.id]
    return {
        component.name
        for component in game.catalogue()
        if component.kind in kinds and component.id not in unseen
    }


def options_of(game: str, number: int) -> dict[str, Any]:
    options: dict[str, Any] = {"round_limit": ROUNDS.get(game, 3)}
    if game == "battle_for_empyrean":
        options |= {"decks_by": DECKS_BY[number % 4], "redraw": number % 2 == 0}
    return options


async def seat_people(url: str, game: str, number: int) -> tuple[list[Person], str]:
    """A match with a person in every seat; returns the people and the match."""
    seats = games()[game].seats[-1]
    people = [await arrive(url, f"Person {n}") for n in range(seats)]
    body = {
        "game": game,
        "options": options_of(game, number),
        "seats": [{"kind": "me"}] + [{"kind": "open"}] * (seats - 1),
        "visibility": "public",
    }
    match = (await people[0].post("/matches", body, 201))["id"]
    for person in people[1:]:
        await person.post(f"/matches/{match}/seats")
    return people, match


@pytest.mark.soak
@pytest.mark.parametrize("number", range(MATCHES))
@pytest.mark.parametrize("game", sorted(SECRET_KINDS))
async def test_no_frame_reveals_a_secret(url: str, game: str, number: int) -> None:
    people, match = await seat_people(url, game, number)
    wires = [await person.wire(match) for person in people]
    watching = await anonymous(url).wire(match)
    for wire in wires:
        await wire.answer("nonsense", "0.0")
        await wire.answer(["no", "such"], wire.decisions[0]["id"] if wire.decisions else "9.9")
    await play_to_the_end(wires, random.Random(number))
    await watching.until(lambda: watching.end)
    export = await people[0].get(f"/matches/{match}/export")
    states = tables(games()[game], export)
    for wire in [*wires, watching]:
        assert len(wire.recorded) > 10
        leaked = SEARCHES.get(game, leaks)(games()[game], states, wire)
        assert not leaked, leaked[0]
    await asyncio.gather(*(wire.close() for wire in [*wires, watching]))


async def test_log_of_each_viewer_equals_the_events_on_their_wire(url: str) -> None:
    people, match = await seat_people(url, "res_arcana", 0)
    wires = [await person.wire(match) for person in people]
    watching = await anonymous(url).wire(match)
    await play_to_the_end(wires, random.Random(5))
    await watching.until(lambda: watching.end)
    for person, wire in zip([*people, watching.person], [*wires, watching], strict=True):
        log = await person.get(f"/matches/{match}/log?limit=500")
        while log.get("next"):
            more = await person.get(f"/matches/{match}/log?limit=500&after={log['next']}")
            log = {"events": log["events"] + more["events"], "next": more.get("next")}
        logged = {event["id"]: event for event in log["events"]}
        assert {id: logged[id]["text"] for id in wire.events} == {
            id: event["text"] for id, event in wire.events.items()
        }
        assert [event["id"] for event in log["events"]] == list(range(len(log["events"])))
