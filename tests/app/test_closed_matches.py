"""Matches closed to spectators: what callers without a seat can see."""

from __future__ import annotations

import pytest

from tests.app.wire import anonymous, arrive, two_at_tiny


@pytest.mark.parametrize("visibility", ["private", "public"])
async def test_closed_match_shows_strangers_no_scores_and_no_seed(server, visibility):
    ann, _bob, match = await two_at_tiny(server.url, spectators="none", visibility=visibility)
    await ann.post(f"/matches/{match}/resign")
    own = await ann.get(f"/matches/{match}")
    assert own["outcome"]["sheet"]
    assert own["seed"]
    for stranger in (await arrive(server.url, "Cid"), anonymous(server.url)):
        info = await stranger.get(f"/matches/{match}")
        assert own["seed"] not in str(info)
        by_code = await stranger.get(f"/matches/by-code/{own['invite']['code']}")
        assert by_code.get("outcome") == info.get("outcome")
        if visibility == "private":
            assert "outcome" not in info
        else:
            assert info["outcome"] == own["outcome"] | {"sheet": []}


async def test_match_open_to_spectators_shows_strangers_its_scores(server):
    ann, _bob, match = await two_at_tiny(server.url, visibility="private")
    await ann.post(f"/matches/{match}/resign")
    assert (await anonymous(server.url).get(f"/matches/{match}"))["outcome"]["sheet"]
