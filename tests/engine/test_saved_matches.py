"""Matches saved under every version of the rules continue under the current one."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import msgspec
import pytest
from conclave_tiny_game import Tiny, TinyOptions, TinyTable

from app.bus.base import CHANGED, channel_of
from app.container import Container
from app.history.export import export
from app.history.verify import NotVerified, verify
from app.infra.problems import Problem
from app.lobby.rematch import ForkRequest
from app.lobby.schemas import JoinRequest, NewMatch
from app.matches.commands import Command
from app.matches.fork import Beginning, begin_from, fork_at, write_start
from engine.core.chance import commitment
from engine.core.errors import InvalidOptions, NewerRules
from engine.core.event import PUBLIC
from engine.core.match import Match, answer, new_match, running_table
from engine.core.registry import games
from engine.core.step import Step, decode_table
from engine.core.undo import undo
from engine.core.view import result
from engine.testing.saved import check_continues, file_name
from tests.app.in_process import ANN, BOB, begin, in_process_server
from tests.app.test_protocol_guarantees import admit_any

FOLDER = Path(__file__).parents[1] / "games/saved"
FILES = sorted(FOLDER.glob("*.json"))
EXPORTS = sorted((FOLDER.parent / "exports").glob("*.json"))


@pytest.mark.parametrize("file", EXPORTS, ids=lambda file: file.stem)
def test_export_of_older_rules_is_verified_unless_a_changed_rule_matters(file: Path):
    """Questions added or removed since then make no difference."""
    exported = json.loads(file.read_bytes())
    game = games()[exported["game"]]
    assert exported["rules"] < game.rules
    if file.stem.startswith("changed_rule"):
        with pytest.raises(NotVerified, match="was started under rules 1"):
            verify(game, exported)
    else:
        assert verify(game, exported) == len(exported["entries"])
        exported["seed"], exported["seed_hash"] = other_seed()
        with pytest.raises(NotVerified):
            verify(game, exported)


def test_undo_naming_an_open_question_is_verified_under_newer_rules():
    """An open question of the seat stands for its last answer."""
    game, seed, entries = Tiny(), bytes(range(32)), []
    transition = new_match(game, {"turns": 1}, 2, seed)
    for seat, choice in ((1, 0), (0, 0), (0, "undo"), (0, 1), (0, 0), (1, 0)):
        pairs = zip(transition.match.decisions, transition.running.open, strict=True)
        id, asked = next((known.id, asked) for known, asked in pairs if known.seat == seat)
        if choice == "undo":
            kind, given, transition = "undo", None, undo(game, transition.match, seat, id)
        else:
            kind, given = "answer", asked.options[choice].key
            transition = answer(game, transition.match, seat, id, given)
        entries.append({"kind": kind, "seat": seat, "decision": id, "answer": given})
    exported = {
        "rules": 1,
        "options": transition.match.options,
        "players": ["Ann", "Bob"],
        "seed": seed.hex(),
        "seed_hash": commitment(seed),
        "entries": entries,
        "outcome": result(game, transition.running.outcome, ["Ann", "Bob"]),
    }
    assert verify(Rechosen(), exported) == len(entries) == 6


@pytest.mark.parametrize("seats", [2, 3])
def test_fork_begun_under_older_rules_is_verified(seats: int):
    """Its start names the rules it was saved under; older exports have only the export's rules."""
    file = FOLDER / f"battle_for_empyrean-{seats}-rules1.json"
    match = Match.from_json(file.read_bytes())
    game = games()[match.game]
    start = Step(match.step.checkpoint, list(match.step.answers))
    beginning = Beginning(match.seed, msgspec.structs.replace(start, rules=1))
    options = game.stored_options(match.options)
    last = begin_from(game, beginning, options, seats)
    exported = {
        "rules": 1,
        "options": match.options,
        "players": ["Ann", "Bob", "Cid"][:seats],
        "start": write_start(start),
        "seed": match.seed.hex(),
        "seed_hash": commitment(match.seed),
        "entries": [],
        "outcome": {"reason": "aborted", "sheet": [], "ranks": []},
    }
    assert not last.match.over
    assert verify(game, exported) == 0


def other_seed() -> tuple[str, str]:
    seed = bytes(32)
    return seed.hex(), commitment(seed)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_saved_match_is_forked_and_replayed_with_its_options(
    file: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("app.matches.fork.secrets.token_bytes", bytes)
    monkeypatch.setattr("app.matches.fork.secrets.randbits", lambda bits: 0)
    match = Match.from_json(file.read_bytes())
    game = games()[match.game]
    options = game.stored_options(match.options)
    then: Any = SimpleNamespace(match=match, checkpoint_rules=match.step.rules or match.rules)
    forked = begin_from(
        game, fork_at(game, then.match, then.checkpoint_rules, 0), options, match.seats
    )
    check_continues(game, forked.match)
    again = new_match(game, options, match.seats, bytes(32)).match
    assert again.options == options


class NewTable(TinyTable, kw_only=True):
    """Tiny's table as a later version might have it: who played each card, and no sums."""

    by: list[int]
    sums: list[int] = []  # noqa: RUF012 - msgspec copies it


class NewTiny(Tiny):
    """Tiny under rules 2, with another shape of its table."""

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
def test_new_version_with_another_table_continues_old_matches(seats: int):
    match = Match.from_json((FOLDER / file_name(Tiny(), seats)).read_bytes())
    game = NewTiny()
    table = decode_table(game, match.step.checkpoint, match.rules)
    assert len(table.by) == len(table.played) > 0
    check_continues(game, match)


def test_table_of_the_old_shape_is_refused_without_an_upgrade():
    class Careless(NewTiny):
        def upgrade(self, raw: Any, rules: int) -> Any:
            return raw

    match = Match.from_json((FOLDER / file_name(Tiny(), 2)).read_bytes())
    with pytest.raises(msgspec.ValidationError, match="by"):
        running_table(Careless(), match)


async def test_running_match_continues_under_newer_rules(tmp_path):
    """Even if the current step, and those that an undo reaches, began under the old rules."""
    async with in_process_server(tmp_path) as services:
        id = await begin(services, "tiny")
        await take(services, id, 0)
        services.catalogue.games = {**services.catalogue.games, "tiny": NewTiny()}
        services.rooms.drop(id)
        await services.pipeline.take(Command("undo", id, 0, "0.0"))
        for seat in (1, 0, 0, 1, 0):
            match = await take(services, id, seat)
        assert match.ply == 7
        assert match.rules == match.step.rules == 2
        assert running_table(NewTiny(), match).table.by == [0, 1, 0]


async def test_process_with_older_rules_leaves_the_match_to_newer_processes(tmp_path):
    """During a rolling update, both may serve the same match."""
    async with in_process_server(tmp_path) as services:
        old = services.catalogue.games
        id = await begin(services, "tiny")
        services.catalogue.games = {**old, "tiny": NewTiny()}
        services.rooms.drop(id)
        for seat in (0, 1):
            match = await take(services, id, seat)
        assert match.rules == 2
        lines = services.match_streams.lines(id, PUBLIC, None, admit_any, deltas=False)
        assert json.loads(await anext(lines))["t"] == "full"
        with pytest.raises(NewerRules):
            running_table(Tiny(), match)

        services.catalogue.games = old
        services.rooms.drop(id)
        command = Command("answer", id, match.decisions[0].seat, match.decisions[0].id, "card:1")
        for refused in (services.pipeline.take(command), services.rooms.fresh(id)):
            with pytest.raises(Problem) as problem:
                await refused
            assert (problem.value.name, problem.value.advice()) == (
                "unavailable",
                {"Retry-After": "1"},
            )
        await services.scheduler.attend(id)
        services.bus.publish(channel_of(id, "public"), CHANGED)
        types = [json.loads(line)["t"] async for line in lines]
        assert types == ["restart"], "clients reconnect to another process"

        services.catalogue.games = {**old, "tiny": NewTiny()}
        assert (await take(services, id, match.decisions[0].seat)).ply == match.ply + 1


class NewOptions(TinyOptions, frozen=True, kw_only=True):
    """Tiny's options as a later version might have them."""

    jokers: bool = True


class Rechosen(Tiny):
    """Tiny under rules 2: changed options, the same table."""

    rules = 2
    options_type = NewOptions
    added_options: ClassVar = {"jokers": False}
    retired_options = frozenset({"luck"})


def test_stored_options_drop_retired_ones_and_gain_later_ones():
    game = Rechosen()
    stored = game.stored_options({"round_limit": 0, "turns": 3, "luck": True})
    assert stored == {"round_limit": 0, "turns": 3, "jokers": False}
    assert game.read_options(stored, 2) == NewOptions(turns=3, jokers=False)
    assert game.read_options({}, 2).jokers
    with pytest.raises(InvalidOptions, match="luck"):
        game.read_options({"luck": True}, 2)


async def test_match_of_older_rules_is_continued_verified_rematched_and_forked(tmp_path):
    """Its options stay the same in the match, its export, rematch and fork."""
    async with in_process_server(tmp_path) as services:
        id = await begin(services, "tiny", turns=1)
        await take(services, id, 0)
        services.catalogue.games = {**services.catalogue.games, "tiny": Rechosen()}
        services.rooms.drop(id)
        for seat in (1, 0, 1):
            match = await take(services, id, seat)
        assert match.over
        stored = {"round_limit": 0, "turns": 1, "jokers": False}
        assert (match.rules, match.options) == (2, stored)

        room = await services.rooms.get(id)
        exported = json.loads(
            msgspec.json.encode(await export(services.database, services.replays, room))
        )
        assert (exported["first_rules"], exported["rules"], exported["options"]) == (1, 2, stored)
        assert verify(Rechosen(), exported) == 4
        del exported["options"]["jokers"]
        exported |= {"rules": 1, "first_rules": 1}
        assert verify(Rechosen(), exported) == 4
        exported["outcome"]["sheet"][0]["total"] += 1
        with pytest.raises(
            NotVerified, match="started under rules 1 of Tiny, and these are rules 2"
        ):
            verify(Rechosen(), exported)
        with pytest.raises(NotVerified, match="played under rules 2"):
            verify(Tiny(), {**exported, "rules": 2})

        again, _ = await services.rematches.rematch(id, ANN)
        forked = await services.rematches.fork(room, ForkRequest(ply=2), ANN)
        assert again.options == forked.options == stored


async def test_table_open_during_a_rules_change_starts_with_its_options(tmp_path):
    async with in_process_server(tmp_path) as services:
        seats = [{"kind": "me"}, {"kind": "open"}]
        request = NewMatch(game="tiny", options={"turns": 2}, seats=seats)
        id = (await services.lobby.create(request, ANN)).id
        services.catalogue.games = {**services.catalogue.games, "tiny": Rechosen()}
        services.rooms.drop(id)
        joined = await services.lobby.join(id, JoinRequest(), BOB)
        stored = {"round_limit": 0, "turns": 2, "jokers": False}
        assert joined.options == (await services.rooms.get(id)).match.options == stored


async def take(services: Container, id: str, seat: int) -> Match:
    """Give the seat's first option; returns the match."""
    room = await services.rooms.get(id)
    pairs = zip(room.match.decisions, running_table(room.game, room.match).open, strict=True)
    known, key = next(
        (decision.id, asked.options[0].key) for decision, asked in pairs if decision.seat == seat
    )
    await services.pipeline.take(Command("answer", id, seat, known, key))
    return (await services.rooms.get(id)).match
