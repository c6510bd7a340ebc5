"""Full tables: the fullest positions of random play keep the laws of a table at every window size,
from every viewpoint.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from playwright.async_api import Page

from tests.e2e.full_tables import OPTIONS, FullTable
from tests.e2e.fullest import Position, fullest
from tests.e2e.laws import broken_laws
from tests.e2e.people import get
from tests.e2e.test_shell import SIZES
from tests.sampling import sampled

pytestmark = [pytest.mark.soak, pytest.mark.timeout(900)]

VIEWPOINTS = ["seat", "rival", "spectator", "replay", "open hands", "lesson"]
"""The player with the fullest zone, the next player, a spectator, replays of what the public and
what all players saw, and a learner.
"""
SAMPLE = {"all components", "units", "all mats"}
"""The measures whose positions `make test` looks at."""
FEW_TRIES = 8


@pytest.mark.parametrize("viewpoint", VIEWPOINTS)
@pytest.mark.parametrize("game", list(OPTIONS))
async def test_fullest_tables_keep_the_laws(
    server: Any, open_page: Any, game: str, viewpoint: str
) -> None:
    every = fullest(game)
    positions = sampled(every, [place for place in every if SAMPLE & {*place.measures}])
    broken: dict[str, list[str]] = {}
    for (seats, seat), group in _by_table(positions, viewpoint).items():
        page: Page = await open_page(viewport={"width": 1440, "height": 900})
        table = FullTable(page)
        match viewpoint:
            case "seat" | "rival":
                await table.sit(server.url, game, seats, seat)
            case "spectator":
                await table.watch(server.url, game, seats, await open_page())
            case "lesson":
                lessons = (await get(page, server.url, f"games/{game}/lessons"))["items"]
                await table.learn(server.url, game, lessons[0]["id"])
            case _:
                seen_as = "public" if viewpoint == "replay" else "all"
                await table.look_back(server.url, game, seats, group[0], seen_as)
        for position in group:
            await table.show(position)
            for width, height in SIZES:
                await page.set_viewport_size({"width": width, "height": height})
                if faults := await _lasting_faults(table):
                    broken[f"{position.name}, {width} x {height}"] = faults
        await page.close()
    assert not broken, "\n".join(f"{place}: {faults}" for place, faults in broken.items())


def _by_table(
    positions: Sequence[Position], viewpoint: str
) -> dict[tuple[int, int], list[Position]]:
    """The positions by number of seats, and the seat that looks at them."""
    tables: dict[tuple[int, int], list[Position]] = {}
    for position in positions:
        seats = position.match.seats
        if viewpoint == "lesson" and seats != 2:
            continue
        seat = {"seat": position.seat, "rival": (position.seat + 1) % seats}.get(viewpoint, 0)
        tables.setdefault((seats, seat), []).append(position)
    return tables


async def _lasting_faults(table: FullTable) -> list[str]:
    """What breaks a law once the page has drawn its new size."""
    faults: list[str] = []
    for _ in range(FEW_TRIES):
        await table.drawn()
        faults = await broken_laws(table.page)
        if not faults:
            break
    return faults
