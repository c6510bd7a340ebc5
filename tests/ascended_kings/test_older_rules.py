"""A match begun under rules 1, with an option that is gone and no round limit, goes on."""

from __future__ import annotations

import json
from typing import Annotated

import msgspec
from msgspec import Meta

from app.lobby.successors import ForkWish, fork_match, rematch
from app.matches.export import export
from app.matches.play import Command
from app.matches.verify import verify
from app.services import Services
from engine.ascended_kings import GAME
from engine.ascended_kings.game import AscendedKings, KingsOptions
from engine.core.match import Match, live
from engine.core.step import decode_table
from tests.app.house import ANN, begin, house
from tests.games.saving import FOLDER


class OldOptions(KingsOptions, frozen=True, kw_only=True):
    """What a creator could choose under rules 1."""

    round_limit: Annotated[int, Meta(ge=0, le=1000)] = 0
    strict_escape: bool = False


class OldKings(AscendedKings):
    """The game as it presented itself under rules 1."""

    rules = 1
    options_type = OldOptions
    retired_options = frozenset()


async def on(services: Services, id: str, most: int) -> Match:
    """Answer so many questions by default; returns the match."""
    for _ in range(most):
        room = await services.rooms.get(id)
        match = room.match
        if match.over:
            break
        pairs = zip(match.decisions, live(room.game, match).open, strict=True)
        known, question = next((one, asked) for one, asked in pairs if not one.optional)
        await services.play.take(Command("answer", id, known.seat, known.id, question.default()))
    return (await services.rooms.get(id)).match


async def test_it_goes_on_is_verified_and_followed_without_the_option(tmp_path):
    async with house(tmp_path) as services:
        today = services.shelf.games
        services.shelf.games = {**today, "ascended_kings": OldKings()}
        options = {"round_limit": 1, "strict_escape": True, "rounds": 5, "countdown": True}
        id = await begin(services, "ascended_kings", **options)
        old = await on(services, id, 5)
        assert (old.rules, old.options["strict_escape"]) == (1, True)
        services.shelf.games = today
        services.rooms.drop(id)
        match = await on(services, id, 200)
        assert match.over
        assert match.rules == 2

        room = await services.rooms.get(id)
        exported = json.loads(msgspec.json.encode(await export(services, room)))
        assert (exported["first_rules"], exported["rules"]) == (1, 2)
        assert verify(GAME, exported) == len(exported["entries"])
        again, _ = await rematch(services, id, ANN)
        forked = await fork_match(services, room, ForkWish(ply=5), ANN)
        for one in (again, forked):
            assert "strict_escape" not in one["options"]
            assert (one["options"]["round_limit"], one["options"]["rounds"]) == (1, 5)


async def test_a_match_without_a_limit_keeps_having_none(tmp_path):
    async with house(tmp_path) as services:
        today = services.shelf.games
        services.shelf.games = {**today, "ascended_kings": OldKings()}
        id = await begin(services, "ascended_kings")
        services.shelf.games = today
        services.rooms.drop(id)
        match = await on(services, id, 8)
        assert live(GAME, match).table.round_limit == 0
        assert GAME.stored_options(match.options)["round_limit"] == 0


def test_a_table_that_held_strictly_lets_go():
    match = Match.from_json((FOLDER / "ascended_kings-2-rules1.json").read_bytes())
    raw = msgspec.msgpack.decode(match.step.rest)
    raw["strict_escape"] = True
    table = decode_table(GAME, msgspec.msgpack.encode(raw), 1)
    assert not hasattr(table, "strict_escape")
    assert not table.keeps_die
