"""Full tables on a page: saved positions, shown in place of what the server sends."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.async_api import Page, Route

from devtools.page.table import host
from engine.core.event import PUBLIC, Viewer
from tests.e2e.frozen_table import BOT, FrozenTable
from tests.e2e.fullest import Position
from tests.e2e.people import FRAME, post

REPLAYED = re.compile(r"/api/v1/matches/[^/]+/replay")
OPTIONS: dict[str, dict[str, str]] = {
    "res_arcana": {},
    "battle_for_empyrean": {"decks_by": "random"},
    "ascended_kings": {"kings": "random"},
}
"""Options that skip the set-up."""


class FullTable(FrozenTable):
    """A table whose server's messages are replaced by saved positions."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._viewer: Viewer = PUBLIC
        self._replayed: Position | None = None

    async def sit(self, server: str, game: str, seats: int, seat: int) -> None:
        """Sit down on that seat."""
        self._viewer = seat
        match = await _host(self.page, server, game, seats, seat)
        await self._open(f"{server}/m/{match['id']}")

    async def watch(self, server: str, game: str, seats: int, host_page: Page) -> None:
        """Open another player's match as a spectator."""
        match = await _host(host_page, server, game, seats, 0)
        await self._open(f"{server}/m/{match['id']}")

    async def learn(self, server: str, game: str, lesson: str) -> None:
        """Try a lesson, on the first seat."""
        self._viewer = 0
        await self.page.context.request.post(
            f"{server}/api/v1/guests", data={"name": "Ada"}, headers={"Origin": server}
        )
        match = await post(self.page, server, f"games/{game}/lessons/{lesson}")
        await self._open(f"{server}/m/{match['id']}")

    async def look_back(
        self, server: str, game: str, seats: int, position: Position, seen_as: str
    ) -> None:
        """Look at the position in the replay of a match, as one viewer or all saw it."""
        match = await _host(self.page, server, game, seats, 0)
        self._replayed = position
        await self.page.route(REPLAYED, self._replay)
        await self.page.goto(f"{server}/m/{match['id']}/replay?ply=0&as={seen_as}")
        await self._ready()

    async def show(self, position: Position) -> None:
        """Show a position of as many players."""
        if self._replayed:
            self._replayed = position
            await self.page.reload()
            await self._ready()
            return
        self.send(self._like_first(position.frame(self._viewer)))
        await self.drawn()

    async def drawn(self) -> None:
        """Wait until what was sent is drawn."""
        for _ in range(3):
            await self.page.evaluate(FRAME)

    async def _open(self, path: str) -> None:
        await self.freeze()
        await self.page.goto(path)
        await self._ready()

    async def _ready(self) -> None:
        await self.page.locator(".table .scroll h2 ~ *").first.wait_for()
        await self.page.evaluate("document.fonts.ready")
        await self.drawn()

    def _like_first(self, frame: dict[str, Any]) -> dict[str, Any]:
        """The frame, as if of the match that the page shows."""
        first = self.first_frame
        kept = {name: first["view"][name] for name in ("match", "game")}
        return {**first, **frame, "view": {**frame["view"], **kept}, "ply": first["ply"]}

    async def _replay(self, route: Route) -> None:
        position, asked = self._replayed, parse_qs(urlsplit(route.request.url).query)
        assert position
        ply = int(asked["ply"][0])

        def full(viewer: Viewer) -> dict[str, Any]:
            return {"t": "full", **position.frame(viewer), "ply": ply}

        if asked.get("as") == ["all"]:
            viewers: list[Viewer] = [*range(position.match.seats), PUBLIC]
            await route.fulfill(json={"t": "all", "frames": [full(viewer) for viewer in viewers]})
        else:
            await route.fulfill(json=full(PUBLIC))


async def _host(page: Page, server: str, game: str, seats: int, seat: int) -> dict[str, Any]:
    players: list[dict[str, str]] = [BOT] * seats
    players[seat] = {"kind": "me"}
    options = OPTIONS[game]
    return await host(page, server, game=game, options=options, seats=players, visibility="public")
