"""Matches saved by every version of the rules go on under today's, whatever changed."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from conclave_tiny_game import Tiny, TinyTable

from app.live.bus import CHANGED, channel_of
from app.live.stream import RESTART, stream_lines
from app.matches.play import Command
from app.problems import Problem
from app.services import Services
from engine.core.errors import NewerRules
from engine.core.event import PUBLIC
from engine.core.game import Game
from engine.core.match import Match, answer, live
from engine.core.registry import games
from engine.core.step import decode_table
from tests.app.house import begin, house
from tests.app.test_promises import no_door
from tests.games.saving import FOLDER, answers_on, place_of
from tests.scenario import frame

FILES = sorted(FOLDER.glob("*.json"))
GAMES = [(game, seats) for game in games().values() for seats in game.seats]


@pytest.mark.parametrize(("game", "seats"), GAMES, ids=lambda one: getattr(one, "id", one))
def test_every_game_has_a_match_saved_under_its_rules(game: Game[Any, Any], seats: int):
    assert place_of(game, seats) in FILES, "run: python -m tests.games.saving"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_saved_match_is_seen_answered_and_played_to_its_end(file: Path):
    match = Match.from_json(file.read_bytes())
    goes_on(games()[match.game], match)


class NewTable(TinyTable, kw_only=True):
    """Tiny's table as a later version might have it: who played each card, and no sums."""

    by: list[int]
    sums: list[int] = []  # noqa: RUF012 - msgspec copies it


class NewTiny(Tiny):
    """Tiny under rules 2: the table has another shape."""

    rules = 2
    table_type = NewTable

    def step(self, table: NewTable):
        table.by += [n % len(table.hands) for n in range(len(table.by), len(table.played))]
        return super().step(table)

    def upgrade(self, raw: Any, rules: int) -> Any:
        assert rules == 1
        seats = len(raw["hands"])
        raw["by"] = [number % seats for number in range(len(raw["played"]))]
        return raw


@pytest.mark.parametrize("seats", Tiny.seats)
def test_a_new_version_with_another_table_goes_on_with_matches_of_the_old_one(seats: int):
    match = Match.from_json(place_of(Tiny(), seats).read_bytes())
    game = NewTiny()
    table = decode_table(game, match.step.rest, match.rules)
    assert len(table.by) == len(table.played) > 0
    goes_on(game, match)


def test_a_table_of_the_old_shape_is_not_read_without_its_upgrade():
    class Careless(NewTiny):
        def upgrade(self, raw: Any, rules: int) -> Any:
            return raw

    match = Match.from_json(place_of(Tiny(), 2).read_bytes())
    with pytest.raises(msgspec.ValidationError, match="by"):
        live(Careless(), match)


async def test_a_running_match_goes_on_when_the_server_has_newer_rules(tmp_path):
    """Also where the step under way, and those that an undo goes back into, are of the old ones."""
    async with house(tmp_path) as services:
        id = await begin(services, "tiny")
        await take(services, id, 0)
        services.shelf.games = {**services.shelf.games, "tiny": NewTiny()}
        services.rooms.drop(id)
        await services.play.take(Command("undo", id, 0, "0.0"))
        for seat in (1, 0, 0, 1, 0):
            match = await take(services, id, seat)
        assert match.ply == 7
        assert match.rules == match.step.rules == 2
        assert live(NewTiny(), match).table.by == [0, 1, 0]


async def test_a_process_with_older_rules_leaves_the_match_to_the_newer_ones(tmp_path):
    """While processes are replaced one after another, both may be asked for the same match."""
    async with house(tmp_path) as services:
        old = services.shelf.games
        id = await begin(services, "tiny")
        services.shelf.games = {**old, "tiny": NewTiny()}
        services.rooms.drop(id)
        for seat in (0, 1):
            match = await take(services, id, seat)
        assert match.rules == 2
        lines = stream_lines(services, id, PUBLIC, None, no_door, deltas=False)
        assert json.loads(await anext(lines))["t"] == "full"
        with pytest.raises(NewerRules):
            live(Tiny(), match)

        services.shelf.games = old
        services.rooms.drop(id)
        command = Command("answer", id, match.decisions[0].seat, match.decisions[0].id, "card:1")
        for refused in (services.play.take(command), services.rooms.fresh(id)):
            with pytest.raises(Problem) as problem:
                await refused
            assert (problem.value.name, problem.value.advice()) == (
                "unavailable",
                {"Retry-After": "1"},
            )
        await services.attendant.attend(id)
        services.bus.publish(channel_of(id, "public"), CHANGED)
        assert [json.loads(line) async for line in lines] == [RESTART], "come back, to another one"

        services.shelf.games = {**old, "tiny": NewTiny()}
        assert (await take(services, id, match.decisions[0].seat)).ply == match.ply + 1


async def take(services: Services, id: str, seat: int) -> Match:
    """The seat takes its first option; returns the match."""
    room = await services.rooms.get(id)
    pairs = zip(room.match.decisions, live(room.game, room.match).open, strict=True)
    known, key = next((one.id, asked.options[0].key) for one, asked in pairs if one.seat == seat)
    await services.play.take(Command("answer", id, seat, known, key))
    return (await services.rooms.get(id)).match


def goes_on(game: Game[Any, Any], match: Match) -> None:
    """Everybody sees it, each question can be answered, random play brings it to its end."""
    current = live(game, match)
    game.laws(current.table)
    for viewer in [*range(match.seats), PUBLIC]:
        assert frame(game, match, current.table, current.open, viewer)
    for known, question in zip(match.decisions, current.open, strict=True):
        assert answer(game, match, known.seat, known.id, question.default()).match.ply > match.ply
    end = answers_on(game, match, Random(1))[-1]
    assert end.over
    assert end.rules == game.rules
