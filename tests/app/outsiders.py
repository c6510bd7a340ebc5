"""A delayed match with its players and its outsiders, and a clock that only the test moves.

Seats: Ann, Bob (who has a rating), Cid and a bot that substitutes for Eve, the former holder. Fay
created the match and holds no seat, Dan is blocked by Ann, Sue is a stranger; Gil has the code and
comes later.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager, nullcontext
from datetime import timedelta

import httpx

from app.accounts.caller import Caller
from app.accounts.models import Relation
from app.api.link_previews import LinkPreviews
from app.forfeits.substitution import seat_bot
from app.infra.wall_clock import now
from app.lobby.listing import Listing
from app.lobby.schemas import JoinRequest, NewMatch
from app.main import create_app
from app.matches.horizon import spectator_delay
from app.matches.horizon.access import viewer_for
from app.ratings.models import RatingRow
from tests.app.in_process import in_process_server

NAMES = ("Ann", "Bob", "Cid", "Eve", "Fay", "Dan", "Sue", "Gil")
PLENTY = {
    "commands_per_second": 1e6,
    "command_burst": 1_000_000,
    "code_attempts_per_minute": 1_000_000,
    "sign_ins_per_minute": 1_000_000,
    "password_kib": 1024,
    "password_rounds": 1,
    "log_level": "error",
}
OUTSIDERS = (None, "Sue", "Dan", "Eve", "Fay")
OF_THE_MOMENT = ("date", "x-request-id")
"""Headers that say nothing of what is asked for."""
BASE = "/api/v1"


class Clock:
    """What outsiders' time is; it stands still."""

    def __init__(self):
        self.at = now()

    def now(self):
        return self.at

    def on(self, **past):
        self.at = now() + timedelta(**past)


class Town:
    """People, a match, and what outsiders are answered."""

    def __init__(self, services, http, clock):
        self.services = services
        self.http = http
        self.clock = clock
        self.callers = {}
        self.tokens = {None: ""}
        self.match = ""
        self.table = ""
        self.code = ""

    async def arrive(self, name):
        body = {"name": name, "password": "correct horse battery"}
        made = (await self.http.post(f"{BASE}/accounts", json=body)).json()
        self.http.cookies.clear()
        self.tokens[name] = made["token"]
        id = made["account"]["id"]
        self.callers[name] = Caller(id, name, "person", f"t_{name}", ())

    def id(self, name):
        return self.callers[name].account

    async def open(self, wish):
        """The match between two tables; Eve leaves her seat to a bot as soon as it has begun."""
        await self._rate("Bob", 1700)
        lobby, seats = self.services.lobby, [{"kind": "open"}] * 4
        table = await lobby.create(NewMatch(game="tiny", seats=seats), self.callers["Gil"])
        self.table = table.id
        new = NewMatch(game="tiny", options={"turns": 3}, seats=seats, **wish)
        made = await lobby.create(new, self.callers["Fay"])
        self.match, self.code = made.id, made.invite.code
        await lobby.create(NewMatch(game="tiny", seats=seats), self.callers["Gil"])
        for name in ("Ann", "Bob", "Cid", "Eve"):
            await lobby.join(self.match, JoinRequest(), self.callers[name])

    async def _rate(self, name, rating):
        """A player has a rating, which is frozen beside the name."""
        strength = {"mu": 30.0, "sigma": 5.0, "rating": rating, "matches": 9, "wins": 5}
        place = {"account": self.id(name), "game": "tiny", "players": 4}
        async with self.services.database.writing() as session:
            session.add(RatingRow(**place, **strength, changed_at=now()))

    async def stands_in(self, seat):
        async with self.services.locks.lock(self.match) as held:
            await seat_bot(held, seat, "random")
        await self.services.changes.announce(self.match, held.left)

    async def ask(self, name, method, path, body=None, **headers):
        """Status, headers and body of an answer."""
        if token := self.tokens[name]:
            headers["Authorization"] = f"Bearer {token}"
        reply = await self.http.request(method, BASE + path, json=body, headers=headers)
        named = {one: value for one, value in reply.headers.items() if one not in OF_THE_MOMENT}
        return reply.status_code, named, reply.text

    async def get(self, name, path):
        status, _, text = await self.ask(name, "GET", path)
        assert status == 200, text
        return json.loads(text)

    async def previews(self):
        """What messengers show of a link."""
        parts = self.services
        previews = LinkPreviews(
            parts.lobby, parts.friendships, parts.catalogue, parts.limits, parts.settings
        )
        request = type("Request", (), {"client": None})()
        return [
            await previews.of(request, path)
            for path in (f"m/{self.match}", f"m/{self.match}/replay", f"join/{self.code}")
        ]

    async def first_line(self, name):
        """With what the match's stream begins."""
        caller = self.callers.get(name)
        viewer = viewer_for(await self.services.rooms.fresh(self.match), caller)
        lines = self.services.match_streams.lines(
            self.match, viewer, caller, admit_any, deltas=True
        )
        try:
            return json.loads(await anext(lines))
        finally:
            await lines.aclose()


async def told():
    """The lobby has received every event about what has happened."""
    tell = Listing._publish.__qualname__
    while telling := [task for task in asyncio.all_tasks() if task.get_coro().__qualname__ == tell]:
        await asyncio.gather(*telling)


def admit_any(_close):
    return nullcontext()


@asynccontextmanager
async def open_town(folder, monkeypatch, wish, **settings):
    """All are connected; everything up to now is public, and nothing that follows."""
    clock = Clock()
    monkeypatch.setattr(spectator_delay, "now", clock.now)
    async with in_process_server(folder, **PLENTY, **settings) as services:
        services.bots.wake = lambda _room: None
        app = create_app(services.settings)
        app.state.container = services
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://town") as http:
            found = Town(services, http, clock)
            for name in NAMES:
                await found.arrive(name)
            await found.open(wish)
            async with services.database.writing() as session:
                ann, dan = found.id("Ann"), found.id("Dan")
                session.add(Relation(account=ann, other=dan, kind="block", at=now()))
            yield found
