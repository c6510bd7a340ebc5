"""Affinity: behind the deployed proxy, one process does all that concerns a match.

Each server's log names the match of every request and answer, and its metrics count its sockets.
Of a replaced server the proxy remembers a failure for `fail_duration` and nothing longer, so half a
minute later is no different from the moment at which its matches come home to it.
"""

from __future__ import annotations

import asyncio
import json
import re
import urllib.request
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.app.conftest import QUICK
from tests.app.wire import PATIENCE, Person, Wire, arrive, nobody, tiny
from tests.caddy import Caddy, caddy
from tests.conftest import Server, launch, wait_until_ready

ADDRESSES = ["127.0.0.2", "127.0.0.3", "127.0.0.4"]
MATCHES = 5
ELSEWHERE = 0.02
"""The share of a match's requests that may reach another process than its first."""
REQUESTS = 18
"""Requests and answers of a match in three rounds."""
SEATS = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]


class Forger(Person):
    """Sends the proxy's header with each request and socket."""

    @property
    def headers(self) -> dict[str, str]:
        return super().headers | {"Conclave-Match": "another"}


class Match:
    """Two players and a spectator on sockets, a player and a spectator who use REST."""

    def __init__(self, id: str, people: list[Person]) -> None:
        self.id = id
        *self.players, self.by_rest = people
        self.spectator = Forger(people[0].url, "nobody", "", "")
        self.wires: list[Wire] = []

    async def connect(self) -> None:
        viewers = [*self.players, self.spectator]
        self.wires = [await viewer.wire(self.id) for viewer in viewers]

    async def play(self) -> None:
        """Everyone answers three times."""
        for _ in range(3):
            for wire in self.wires[:2]:
                await wire.until(lambda wire=wire: wire.decisions)
                reply = await wire.answer(wire.decisions[0]["options"][0]["key"])
                await wire.reaches(reply["ply"])
            asked = (await self.by_rest.view(self.id))["decisions"][0]
            await self.by_rest.answer(self.id, asked["id"], asked["options"][0]["key"])
            await nobody(self.spectator.url).get(f"/matches/{self.id}/log")

    async def disconnect(self) -> None:
        for wire in self.wires:
            await wire.close()


class Site:
    """Three processes behind one proxy; `read` is how many lines of each log were `heard`."""

    def __init__(self, folder: Path, proxy: Caddy, settings: dict[str, str]) -> None:
        self.folder = folder
        self.proxy = proxy
        self.settings = settings
        self.servers: dict[str, Server] = {}
        self.read: dict[str, int] = {}
        self.heard: list[tuple[str, str, str]] = []

    def start(self, *addresses: str) -> None:
        for address in addresses:
            log = self.folder / f"server-{len(list(self.folder.glob('*.log')))}.log"
            place = {"HOST": address, "PORT": self.proxy.port, "PUBLIC_URL": self.proxy.url}
            self.servers[address] = launch(self.folder, log, {**self.settings, **place})
            self.read[address] = 0
        for address in addresses:
            wait_until_ready(self.servers[address])

    def requests(self) -> dict[str, list[str]]:
        """The process of each request and answer since `forget`, by match and in order."""
        for address, server in self.servers.items():
            lines = server.log.read_text().splitlines()
            for line in lines[self.read[address] :]:
                said = json.loads(line) if line.startswith("{") else {}
                if match := match_of(said):
                    self.heard.append((said["timestamp"], match, address))
            self.read[address] = len(lines)
        by_match: dict[str, list[str]] = {}
        for _, match, address in sorted(self.heard):
            by_match.setdefault(match, []).append(address)
        return by_match

    def forget(self) -> None:
        self.requests()
        self.heard.clear()

    async def home(self, match: str) -> str:
        """The process of the match's first request, once that is in the log."""
        async with asyncio.timeout(PATIENCE):
            while not (found := self.requests().get(match)):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        return found[0]

    async def sockets(self) -> Counter[str]:
        return Counter({one: await sockets_of(server) for one, server in self.servers.items()})

    async def comes_home(self, match: str, address: str) -> None:
        """Returns when this process gets the requests about the match."""
        self.forget()
        async with asyncio.timeout(PATIENCE):
            while address not in self.requests().get(match, []):
                await asyncio.sleep(0.3)
                await nobody(self.proxy.url).view(match)

    def kill(self) -> None:
        for server in self.servers.values():
            if server.process.poll() is None:
                server.kill()


def match_of(said: dict[str, str]) -> str | None:
    """The match that a line of the log is about: a request by its path, or an answer."""
    if path := re.match(r"/api/v1/matches/([^/]+)", said.get("path", "")):
        return path[1]
    return said["match"] if said.get("event") == "answer" else None


async def sockets_of(server: Server) -> int:
    with await asyncio.to_thread(urllib.request.urlopen, f"{server.url}/metrics") as response:
        found = re.search(r"^conclave_sockets (\S+)", response.read().decode(), re.MULTILINE)
    assert found
    return int(float(found[1]))


@pytest.fixture
async def site(tmp_path, postgres_url, redis_url) -> AsyncIterator[Site]:
    urls = {"DATABASE_URL": postgres_url, "REDIS_URL": redis_url}
    settings = {**QUICK, **urls, "BACKGROUND": "false"}
    with caddy(*ADDRESSES) as proxy:
        site = Site(tmp_path, proxy, settings)
        try:
            site.start(*ADDRESSES)
            yield site
        finally:
            site.kill()


async def begin(site: Site) -> list[Match]:
    """Matches at two processes at least, however their ids are hashed."""
    url = site.proxy.url
    ann, bob, cid = [await arrive(url, name) for name in ("Ann", "Bob", "Cid")]
    people = [ann, bob, Forger(url, "Cid", cid.token, cid.account)]
    homes: dict[str, str] = {}
    while len(homes) < MATCHES or len(set(homes.values())) == 1:
        id = await tiny(ann, 100, SEATS, visibility="public")
        for person in people[1:]:
            await person.post(f"/matches/{id}/seats", {})
        homes[id] = await site.home(id)
    return [Match(id, people) for id in homes]


async def played(site: Site, matches: list[Match]) -> dict[str, str]:
    """Play; returns the process of each match."""
    site.forget()
    await asyncio.gather(*(match.play() for match in matches))
    async with asyncio.timeout(PATIENCE):  # a request is logged after its reply was sent
        while any(len(of) < REQUESTS for of in site.requests().values()):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    requests = site.requests()
    for match in matches:
        first, *later = requests[match.id]
        assert sum(one != first for one in later) <= ELSEWHERE * REQUESTS, requests[match.id]
    return {match.id: requests[match.id][0] for match in matches}


async def test_one_process_does_all_that_concerns_a_match_also_after_one_was_replaced(site):
    matches = await begin(site)
    await asyncio.gather(*(match.connect() for match in matches))
    homes = await played(site, matches)
    assert await site.sockets() == Counter(site_of for site_of in homes.values() for _ in range(3))
    replaced = homes[matches[0].id]
    others = [match for match in matches if homes[match.id] != replaced]

    site.servers[replaced].kill()
    for match in matches:
        assert await match.by_rest.view(match.id), "another process serves it"
    site.start(replaced)
    await site.comes_home(matches[0].id, replaced)

    for match in matches:
        if match not in others:
            await match.disconnect()
            await match.connect()
    assert not any(wire.closed for match in matches for wire in match.wires)
    assert await played(site, matches) == homes
    assert await site.sockets() == Counter(site_of for site_of in homes.values() for _ in range(3))
