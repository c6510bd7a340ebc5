"""Scenes: a match in one of its phases, and every kind of caller.

======= ==========================================================================================
nobody  no account
other   a guest without a seat: a spectator
admin   an operator, without a seat (for whom it is kept, where one is)
bot     a bot of the creator's, without a seat, by its token
read    a token of the creator's with the scope read alone
play    a token of the creator's with the scope play alone
create  a token of the creator's with the scope create alone
seat    the session of a guest in the other seat
creator the session of the person who made the match, in seat 0
======= ==========================================================================================
"""

from __future__ import annotations

import secrets
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.app.test_registration import PASSWORD, new_name, register, sign_in
from tests.app.wire import Person, anonymous, arrive, tiny

CALLERS = ("nobody", "other", "admin", "bot", "read", "play", "create", "seat", "creator")
OPEN = {"autostart": False}
HIDDEN = {"spectators": "none"}
PHASES: dict[str, tuple[dict[str, Any], bool, bool]] = {
    "seats": (OPEN, False, False),
    "invited": (OPEN, False, False),
    "private": ({**OPEN, "visibility": "private"}, False, False),
    "open": (OPEN, True, False),
    "playing": ({}, True, False),
    "hidden": (HIDDEN, True, False),
    "finished": ({}, True, True),
    "hidden over": (HIDDEN, True, True),
}
"""By name: what is wished of the match, whether both seats are taken, whether it is over.

"-" is a scene without a match.
"""


class Scene:
    """People come when they are called for, unless they are there from other scenes."""

    def __init__(self, url: str, database: Path, people: dict[str, Person]) -> None:
        self.url = url
        self.database = database
        self.people = people
        self.people.setdefault("nobody", anonymous(url))
        self.match = ""
        self.code = ""
        self.export = ""
        self.answered: dict[str, str] = {}

    async def begin(self, phase: str) -> Scene:
        """A match in one of the PHASES."""
        if phase == "-":
            return self
        ann = await self.person("creator")
        wish, is_full, is_over = PHASES[phase]
        if phase == "invited":
            guest = {"kind": "open", "invite": (await self.person("admin")).name}
            wish = {**wish, "seats": [{"kind": "me"}, guest]}
        self.match = await tiny(ann, 6, undo="ask", **wish)
        self.code = (await ann.get(f"/matches/{self.match}"))["invite"]["code"]
        if is_full:
            bob = await self.person("seat")
            await bob.post(f"/matches/{self.match}/seats", {"code": self.code})
            if is_over:
                await bob.post(f"/matches/{self.match}/resign")
        return self

    async def person(self, name: str) -> Person:
        """One of the CALLERS, or another account by any other name."""
        if name not in self.people:
            self.people[name] = await self._come(name)
        return self.people[name]

    async def _come(self, name: str) -> Person:
        if name == "creator":
            return await register(self.url)
        if name == "admin":
            return await self._admin()
        ann = await self.person("creator")
        if name == "again":
            token = (await sign_in(self.url, ann.name)).json()["token"]
            return Person(self.url, ann.name, token, ann.account)
        if name in ("read", "play", "create"):
            made = await ann.post("/me/tokens", {"name": name, "scopes": [name]}, 201)
            return Person(self.url, name, made["token"], ann.account)
        if name == "bot":
            made = await ann.post("/bots", {"name": new_name("Vex")}, 201)
            return Person(self.url, "Vex", made["token"], made["account"]["id"])
        return await arrive(self.url, name.title())

    async def _admin(self) -> Person:
        eve = await register(self.url)
        with sqlite3.connect(self.database, timeout=20) as database:
            database.execute("UPDATE accounts SET role = 'operator' WHERE id = ?", (eve.account,))
        return eve

    async def path(self, path: str, caller: str) -> str:
        """The path with its places filled in."""
        given: dict[str, str] = {"id": self.match, "game": "tiny", "code": self.code, "seat": "1"}
        given |= {"warning": "n_0"}
        given |= {"lesson": "none", "pool": "tiny-2-days-casual", "page": "imprint"}
        given["identity"] = "si_0123456789abcdef01"
        ann = await self.person("creator")
        if "{bot}" in path:
            given["bot"] = (await self.person("bot")).account
        if "{name}" in path:
            is_profile = path.startswith("/accounts")
            given["name"] = ann.name if is_profile else (await self.person("target")).account
        if "{account}" in path:
            given["account"] = (await self.person("target")).account
        if "{invitation}" in path:
            made = await (await self.person("admin")).post("/admin/invitations", {}, 201)
            given["invitation"] = made["id"]
        if "{decision}" in path:
            given["decision"] = await self._decision(caller, answered=path.endswith("undo"))
        if "{offer}" in path:
            offer = await ann.post(f"/matches/{self.match}/offers", {"kind": "pause"}, 201)
            given["offer"] = offer["id"]
        if "{token}" in path:
            of = f"/me/bots/{given['bot']}" if "{bot}" in path else "/me"
            made = await ann.post(f"{of}/tokens", {"name": "t", "scopes": ["read"]}, 201)
            given["token"] = made["id"]
        if "{session}" in path:
            sessions = (await (await self.person("again")).get("/sessions"))["items"]
            given["session"] = next(item["id"] for item in sessions if item["current"])
        if "{webhook}" in path:
            hook = {"url": f"http://127.0.0.1:9/{secrets.token_hex(4)}", "events": ["end"]}
            given["webhook"] = (await ann.post("/me/webhooks", hook, 201))["id"]
        if "{export}" in path:
            self.export = (
                self.export or (await ann.post("/me/exports", {"password": PASSWORD}))["id"]
            )
            given["export"] = self.export
        if "{report}" in path:
            body = {"account": (await self.person("target")).account, "reason": "stalls"}
            by = await arrive(self.url, "Dot")
            given["report"] = (await by.post("/reports", body, 201))["id"]
        return path.format(**given)

    async def _decision(self, caller: str, *, answered: bool) -> str:
        """The question of the caller's seat, or the creator's; answered if it is to be undone."""
        who = await self.player(caller)
        if answered and who.name in self.answered:
            return self.answered[who.name]
        question = await self.question(caller)
        if answered:
            await who.answer(self.match, question["id"], question["default"])
            self.answered[who.name] = question["id"]
        return str(question["id"])

    async def question(self, caller: str) -> dict[str, Any]:
        who = await self.player(caller)
        decisions: list[dict[str, Any]] = (await who.view(self.match))["decisions"]
        return decisions[0]

    async def player(self, caller: str) -> Person:
        """Who plays the seat that a caller acts for."""
        return await self.person("seat" if caller == "seat" else "creator")


@pytest.fixture(scope="module", name="people")
def people():
    """People whose accounts no test changes."""
    return {}


@pytest.fixture(name="new_scene")
def scene_maker(embedded, folder, people):
    """Makes scenes on the server with SQLite. Accounts change only in those without a match."""

    async def make(phase):
        present = {} if phase == "-" else people
        return await Scene(embedded.url, folder / "conclave.db", present).begin(phase)

    return make
