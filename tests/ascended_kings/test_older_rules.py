"""Matches of older rules continue: with a retired option and without a round limit (rules 1), with
answers that only declined to act (rules 2), with Pyre cancelled that Egis blocks (rules 3).
"""

from __future__ import annotations

import json
from typing import Annotated, ClassVar

import msgspec
import pytest
from msgspec import Meta

from app.container import Container
from app.history.export import export
from app.history.verify import verify
from app.lobby.rematch import ForkRequest
from app.matches.commands import Command
from engine.ascended_kings import GAME, instants
from engine.ascended_kings.game import AscendedKings, KingsOptions
from engine.ascended_kings.instants import instant_options
from engine.ascended_kings.table import Character, KingsTable
from engine.core.errors import UndoRefused
from engine.core.match import Match, answer, running_table
from engine.core.older_rules import renew_questions
from engine.core.script import Ask, Option, choose
from engine.core.step import Answer, decode_table
from engine.core.undo import undo
from tests.app.in_process import ANN, begin, in_process_server
from tests.engine.test_saved_matches import FOLDER


class OldOptions(KingsOptions, frozen=True, kw_only=True):
    """What a creator could choose under rules 1."""

    round_limit: Annotated[int, Meta(ge=0, le=1000)] = 0
    strict_escape: bool = False


class OldKings(AscendedKings):
    """The game as it presented itself under rules 1."""

    rules = 1
    options_type = OldOptions
    retired_options = frozenset()


async def on(services: Container, id: str, count: int) -> Match:
    """Answer this many questions by default; returns the match."""
    for _ in range(count):
        room = await services.rooms.get(id)
        match = room.match
        if match.over:
            break
        pairs = zip(match.decisions, running_table(room.game, match).open, strict=True)
        known, question = next(
            (decision, asked) for decision, asked in pairs if not decision.optional
        )
        await services.pipeline.take(
            Command("answer", id, known.seat, known.id, question.default())
        )
    return (await services.rooms.get(id)).match


async def test_old_match_is_continued_verified_and_followed_without_strict_escape(tmp_path):
    async with in_process_server(tmp_path) as services:
        today = services.catalogue.games
        services.catalogue.games = {**today, "ascended_kings": OldKings()}
        options = {"round_limit": 1, "strict_escape": True, "rounds": 5, "countdown": True}
        id = await begin(services, "ascended_kings", **options)
        old = await on(services, id, 5)
        assert (old.rules, old.options["strict_escape"]) == (1, True)
        services.catalogue.games = today
        services.rooms.drop(id)
        match = await on(services, id, 200)
        assert match.over
        assert match.rules == GAME.rules

        room = await services.rooms.get(id)
        exported = json.loads(
            msgspec.json.encode(await export(services.database, services.replays, room))
        )
        assert (exported["first_rules"], exported["rules"]) == (1, GAME.rules)
        assert verify(GAME, exported) == len(exported["entries"])
        again, _ = await services.rematches.rematch(id, ANN)
        forked = await services.rematches.fork(room, ForkRequest(ply=5), ANN)
        for successor in (again, forked):
            assert "strict_escape" not in successor.options
            assert (successor.options["round_limit"], successor.options["rounds"]) == (1, 5)


async def test_match_without_a_limit_stays_without_one(tmp_path):
    async with in_process_server(tmp_path) as services:
        today = services.catalogue.games
        services.catalogue.games = {**today, "ascended_kings": OldKings()}
        id = await begin(services, "ascended_kings")
        services.catalogue.games = today
        services.rooms.drop(id)
        match = await on(services, id, 8)
        assert running_table(GAME, match).table.round_limit == 0
        assert GAME.stored_options(match.options)["round_limit"] == 0


def test_old_tables_strict_escape_is_dropped():
    match = Match.from_json((FOLDER / "ascended_kings-2-rules1.json").read_bytes())
    raw = msgspec.msgpack.decode(match.step.checkpoint)
    raw["strict_escape"] = True
    table = decode_table(GAME, msgspec.msgpack.encode(raw), 1)
    assert not hasattr(table, "strict_escape")
    assert not table.keeps_die


def silent_match() -> Match:
    """Under rules 2: seat 1 has passed in the last step, seats 0 and 2 are asked; 51 is the ply."""
    return Match.from_json((FOLDER / "ascended_kings-3-silence-rules2.json").read_bytes())


def test_changed_questions_of_rules_2_get_new_ids():
    """A question still open to its seat keeps its id; no id moves to another question."""
    old = silent_match()
    assert [(decision.id, decision.seat, decision.prompt) for decision in old.decisions] == [
        ("51.0", 2, "state"),
        ("51.1", 0, "instant"),
    ]
    match = renew_questions(GAME, old)
    asked = running_table(GAME, match).open
    assert [(decision.seat, decision.prompt) for decision in match.decisions] == [
        (question.seat, question.prompt) for question in asked
    ]
    old_ids = {decision.id: (decision.seat, decision.prompt) for decision in old.decisions}
    for decision in match.decisions:
        assert old_ids.get(decision.id, (decision.seat, decision.prompt)) == (
            decision.seat,
            decision.prompt,
        )
    assert match.decisions[0].id == "51.0"
    assert renew_questions(GAME, match) == match
    after = answer(GAME, match, 2, "51.0", "state:latent").match
    assert after.rules == GAME.rules
    assert renew_questions(GAME, after) is after


def test_answer_without_effect_is_dropped_from_its_step():
    """Also if an order was redrawn behind that answer."""
    match = silent_match()
    before = running_table(GAME, renew_questions(GAME, match))
    match.step.answers.append(Answer(0, "51.1", "instant", "pass"))
    match.step.redraws.append(1)
    current = running_table(GAME, renew_questions(GAME, match))
    assert [question.prompt for question in current.open] == [
        question.prompt for question in before.open
    ]
    assert current.table.ascendant.draw != before.table.ascendant.draw
    assert running_table(GAME, match, 2).table.characters == before.table.characters


def test_answer_before_a_silent_pass_can_be_undone():
    """The step of the silence ended with it; today it is run and asks on."""
    match = renew_questions(GAME, silent_match())
    silent = match.past[-1].answers[0]
    assert (silent.prompt, silent.answer) == ("instant", "pass")
    back = undo(GAME, match, silent.seat, silent.decision).match
    assert running_table(GAME, back).table.phase == "state"
    giver = match.past[-2].answers[0]
    with pytest.raises(UndoRefused) as refused:
        undo(GAME, match, giver.seat, giver.decision)
    assert refused.value.consent == (silent.seat,)
    again = undo(GAME, match, giver.seat, giver.decision, agreed=True).match
    assert again.ply == match.ply + 1


def test_wounds_that_rules_3_cancelled_stay_cancelled():
    """The attack stands in its window: 3 Pyre against 2 Egis, 2 cancelled; today 1 could be."""
    match = Match.from_json((FOLDER / "ascended_kings-2-blocked-rules3.json").read_bytes())
    table = running_table(GAME, match).table
    assert [window.n for window in table.windows] == [1]
    match = renew_questions(GAME, match)
    (asked,) = match.decisions
    after = running_table(GAME, answer(GAME, match, 1, asked.id, "pass").match)
    assert after.table.characters[1].pool == [0, 0, 0, 1, 0]
    assert after.table.cancels_blocked


class KingsOfRules2(AscendedKings):
    """The game with the questions of rules 2: every player with a card was asked and could pass."""

    rules = 2
    retired_answers: ClassVar = {}


def old_meanwhile(table: KingsTable) -> list[Ask[object]]:
    passing = Option("pass", (pass_at_open_point, None), kind="decline")
    return [
        choose(
            character.seat,
            "instant",
            [*instant_options(table, character), passing],
            optional=True,
            default="pass",
        )
        for character in table.characters
        if character.hand and character.tile >= 0 and character.seat != table.active
    ]


async def pass_at_open_point(table: KingsTable, me: Character, _: None) -> None:
    """The step ends without an event."""


async def test_running_match_is_loaded_viewed_and_replayed_under_new_rules(tmp_path, monkeypatch):
    """With silences in its entries, and questions that are no longer asked."""
    async with in_process_server(tmp_path) as services:
        today = services.catalogue.games
        services.catalogue.games = {**today, "ascended_kings": KingsOfRules2()}
        id = await begin(services, "ascended_kings", kings="random")
        with monkeypatch.context() as patch:
            patch.setattr(instants, "_meanwhile", old_meanwhile)
            await on(services, id, 3)
            for _ in range(3):
                room = await services.rooms.get(id)
                asked = next(decision for decision in room.match.decisions if decision.optional)
                await services.pipeline.take(Command("answer", id, asked.seat, asked.id, "pass"))
                await on(services, id, 1)
            old = (await services.rooms.get(id)).match
        services.catalogue.games = today
        services.rooms.drop(id)
        room = await services.rooms.get(id)
        assert room.match.ply == old.ply
        assert [question.seat for question in running_table(GAME, room.match).open] == [
            decision.seat for decision in room.match.decisions
        ]
        for seat in (0, 1):
            assert json.loads(await services.pipeline.decisions(id, seat)) is not None
        for ply in range(old.ply + 1):
            then = await services.replays.moment(room, ply)
            assert then.view(0).ply == ply
        assert (await on(services, id, 1)).rules == GAME.rules
