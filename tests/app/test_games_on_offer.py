"""Which games a server offers."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from conclave_tiny_game import Tiny

from app.games.catalogue import load_catalogue
from app.infra.problems import Problem
from app.infra.read_settings import read_settings
from app.infra.settings import WrongSetting
from app.lobby.rematch import ForkRequest
from app.lobby.schemas import JoinRequest, NewMatch
from engine.core.registry import games
from tests.app.conftest import QUICK
from tests.app.in_process import ANN, BOB, begin, in_process_server
from tests.app.wire import arrive, tiny

PUBLIC_GAMES = ["ascended_kings", "battle_for_empyrean", "res_arcana"]


def offered_games(named: str) -> list[str]:
    settings = read_settings(secret_key="x" * 32, games=named)
    return [
        game.id for game in load_catalogue(games(), settings.game_ids, "normal").listing().items
    ]


def test_all_games_but_those_for_tests_are_offered_by_default():
    assert Tiny.for_tests
    assert offered_games("") == PUBLIC_GAMES
    assert set(load_catalogue(games(), [], "normal").games) == set(PUBLIC_GAMES), (
        "games for tests are not loaded"
    )


@pytest.mark.parametrize("named", ["res_arcana,tiny", " res_arcana tiny ", "res_arcana,,tiny,tiny"])
def test_named_games_are_offered_in_that_order(named):
    assert offered_games(named) == ["res_arcana", "tiny"]


def test_substitute_bot_must_be_installed():
    load_catalogue(games(), [], "greedy")
    with pytest.raises(WrongSetting, match="SUBSTITUTE_BOT names deep, which is not installed"):
        load_catalogue(games(), [], "deep")


def test_name_of_an_uninstalled_game_stops_the_start(tmp_path):
    with pytest.raises(WrongSetting, match="GAMES names chess, which is not installed"):
        offered_games("res_arcana,chess")
    result = subprocess.run(
        [sys.executable, "-m", "app.cli", "serve"],
        cwd=tmp_path,
        env={**os.environ, "GAMES": "chess", "SECRET_KEY": "x" * 32},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == (
        "GAMES names chess, which is not installed. "
        "Installed: ascended_kings, battle_for_empyrean, res_arcana.\n"
    )


async def test_matches_of_a_withdrawn_game_continue(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "res_arcana")
        services.catalogue.offered = ["ascended_kings"]
        assert [game.id for game in services.catalogue.listing().items] == ["ascended_kings"]
        assert services.catalogue.details("res_arcana")
        lobby = services.lobby
        assert (await lobby.get(match, ANN)).status == "playing"
        room = await services.rooms.get(match)
        assert room.match is not None
        seats = [{"kind": "me"}, {"kind": "bot"}]
        with pytest.raises(Problem, match="does not offer") as refused:
            await lobby.create(NewMatch(game="res_arcana", seats=seats), ANN)
        assert refused.value.name == "invalid-request"


async def test_match_of_a_removed_game_is_not_found(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        del services.catalogue.games["tiny"]
        with pytest.raises(Problem) as refused:
            await services.lobby.join(match, JoinRequest(), BOB)
        assert refused.value.name == "not-found"


async def test_matches_of_a_withdrawn_game_have_no_rematch_or_fork(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny", turns=1)
        await services.resignations.resign(match, ANN.account)
        services.catalogue.offered = ["res_arcana"]
        with pytest.raises(Problem, match="no longer offers"):
            await services.rematches.rematch(match, ANN)
        room = await services.rooms.fresh(match)
        with pytest.raises(Problem, match="no longer offers"):
            await services.rematches.fork(room, ForkRequest(ply=0), ANN)


async def test_game_for_tests_is_offered_if_named(url):
    ann = await arrive(url, "Ann")
    assert "tiny" in [game["id"] for game in (await ann.get("/games"))["items"]]
    await tiny(ann)


async def test_game_for_tests_is_hidden_unless_named(serve):
    server = serve(**QUICK, GAMES="")
    ann = await arrive(server.url, "Ann")
    assert [game["id"] for game in (await ann.get("/games"))["items"]] == PUBLIC_GAMES
    await ann.refused("GET", "/games/tiny", "not-found")
    await ann.refused("GET", "/leaderboards/tiny", "not-found")
    body = {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "bot"}]}
    await ann.refused("POST", "/matches", "invalid-request", body)
