"""Shared by the tests of showing cards: a table of Ascended Kings and its players' views."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.app.wire import Person, Wire, anonymous, arrive

KINGS = {"kings": "random", "first": "creator", "round_limit": 1}


async def seated(url: str, seats: int = 3, **wish: Any) -> tuple[list[Person], str]:
    """People before the first question of all: which gems to begin with."""
    people = [await arrive(url, name) for name in ("Ann", "Bob", "Cid", "Dot")[:seats]]
    places = [{"kind": "me"}] + [{"kind": "open"}] * (seats - 1)
    new = {"game": "ascended_kings", "options": KINGS, "visibility": "public", "seats": places}
    match = (await people[0].post("/matches", {**new, **wish}, 201))["id"]
    for person in people[1:]:
        await person.post(f"/matches/{match}/seats")
    return people, match


async def at_the_table(url: str, seats: int = 3, **wish: Any) -> tuple[list[Wire], Wire, str]:
    people, match = await seated(url, seats, **wish)
    wires = [await person.wire(match) for person in people]
    return wires, await anonymous(url).wire(match), match


def hand(wire: Wire) -> list[str]:
    seat = wire.frames[0]["viewer"]["seat"]
    return sorted(wire.view["table"]["players"][f"p{seat}"]["hand"])


def memories(wire: Wire) -> list[dict[str, Any]]:
    return list(wire.view["table"].get("shown", {}).values())


async def shows(by: Wire, card: str, *to: int, heard: list[Wire], **more: Any) -> int:
    """Show a card; returns the ply once every viewer has received it."""
    reply = await by.command("show", card=card, to=list(to), **more)
    assert reply["t"] == "ack", reply
    await asyncio.gather(*(wire.reaches(reply["ply"]) for wire in heard))
    return int(reply["ply"])


async def everything(person: Person, match: str) -> str:
    """Everything that a caller can request."""
    paths = ("", "/view", "/log", "/chat", "/replay", "/replay?as=public", "/log?as=public")
    return "\n".join([(await person.call("GET", f"/matches/{match}{path}")).text for path in paths])
