"""Grammars: random play of whole matches has only the option keys and arguments they admit."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from engine.bots.random_bot import random_answer
from engine.core.event import PUBLIC, Event
from engine.core.game import Game
from engine.core.grammar import SECTIONS, grammar_of
from engine.core.question import Question
from engine.core.registry import games
from engine.core.running_table import begin
from engine.core.view import decision
from tests.engine.batteries import options_of, seed_of
from tests.views import view_of

GAMES = sorted(games())
MATCHES = 4
ROUNDS = 8


class Grammar:
    """A game's grammar as `/games/{game}/grammar` serves it."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.whole = msgspec.to_builtins(grammar_of(game))
        keys = self.whole["option_keys"]
        self.patterns = {word: re.compile(key["pattern"]) for word, key in keys.items()}

    @cache  # noqa: B019 - lives as long as the tests
    def arguments(self, section: str, key: str) -> Any:
        schema = self.whole["messages"][section][key]
        return jsonschema_rs.validator_for({**schema, "types": self.whole["types"]})

    def check(self, section: str, key: str, args: dict[str, Any]) -> None:
        problems = [error.message for error in self.arguments(section, key).iter_errors(args)]
        assert not problems, f"{section} {key} {args}: {problems}"

    def check_key(self, key: str) -> None:
        pattern = self.patterns.get(key.partition(":")[0])
        assert pattern is not None, f"no word of the grammar begins {key}"
        assert pattern.fullmatch(key), f"{key} is not {pattern.pattern}"


@cache
def grammar(id: str) -> Grammar:
    return Grammar(games()[id])


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("number", range(MATCHES))
def test_random_play_conforms_to_the_grammar(id, number):
    game, game_grammar = games()[id], grammar(id)
    seats = game.seats[number % len(game.seats)]
    options = {**options_of(game, seats, number), "round_limit": ROUNDS}
    names = [f"P{seat}" for seat in range(seats)]
    current, rng = begin(game, options, seats, seed_of(number)), Random(number)
    while not current.over:
        for question in current.open:
            check_question(game_grammar, question, names)
        for threat in game.threats(current.table):
            game_grammar.check("threat", f"{id}.{threat.key}", threat.args)
        current.run.quiet, current.run.events = False, []
        question = rng.choice(current.open)
        current.answer(question, random_answer(question, rng))
        for event in current.run.events:
            check_event(game_grammar, event)
    for score in game.score_sheet(current.table):
        for line in score.lines:
            game_grammar.check("score", f"{id}.{line.key}", line.args)


def check_question(game_grammar: Grammar, question: Question, names: list[str]) -> None:
    """Check a question as it is sent."""
    asked = decision(game_grammar.game, question, "0.0", False, names)
    game_grammar.check("prompt", asked["prompt"]["key"], asked["prompt"]["args"])
    for option in asked.get("options", ()):
        game_grammar.check_key(option["key"])
        word = f"{game_grammar.game.id}.{option['key'].partition(':')[0]}"
        game_grammar.check("option", option.get("message", word), option.get("args", {}))
    for blocked in asked.get("blocked", ()):
        assert blocked["key"].partition(":")[0] in game_grammar.patterns, blocked
        game_grammar.check("why", blocked["message"], blocked.get("args", {}))


def check_event(game_grammar: Grammar, event: Event) -> None:
    """Check an event in the form for each viewer."""
    form: Event | None = event
    while form is not None:
        game_grammar.check(
            "event", f"{game_grammar.game.id}.{form.key}", msgspec.to_builtins(form.args)
        )
        form = form.others


@pytest.mark.parametrize("id", GAMES)
def test_every_message_argument_has_a_specific_type(id):
    types = grammar(id).whole["types"]
    assert "any" not in types
    assert all(types.values())


@pytest.mark.parametrize("id", GAMES)
def test_every_argument_type_of_a_game_is_used_by_a_message(id):
    game = games()[id]
    used = set(grammar(id).whole["types"])
    assert {name.replace(" ", ".") for name in game.argument_types} <= used


@pytest.mark.parametrize("id", GAMES)
def test_every_option_word_occurs_in_the_games_sources(id):
    """Each word of the grammar begins a key in the game's sources."""
    game = games()[id]
    text = "".join(file.read_text() for file in game.folder().rglob("*.py"))
    for word in game.option_keys:
        assert re.search(rf'"{word}[:"]', text), word


@pytest.mark.parametrize("id", GAMES)
def test_view_schemas_resolve_inside_a_larger_document(id):
    """Their references resolve within the schema, also inside a larger document."""
    game, whole = games()[id], grammar(id).whole
    if whole["view"] is None:
        pytest.fail(f"{id} does not describe its views")
    table = begin(game, options_of(game, game.seats[0], 0), game.seats[0], seed_of(0)).table
    for viewer, name in ((0, "view"), (PUBLIC, "spectator_view")):
        reference = {"$ref": whole[name]["$id"], "$defs": {"it": whole[name]}}
        assert jsonschema_rs.validator_for(reference).is_valid(view_of(game, table, viewer))


@pytest.mark.parametrize("id", GAMES)
def test_grammar_rejects_wrong_keys_and_arguments(id):
    game_grammar = grammar(id)
    word = next(word for word, key in game_grammar.whole["option_keys"].items() if key["parts"])
    assert not game_grammar.patterns[word].fullmatch(f"{word}:!")
    assert not game_grammar.patterns[word].fullmatch(word)
    section = game_grammar.whole["messages"]["event"]
    key = next(key for key, schema in section.items() if schema["required"])
    assert not game_grammar.arguments("event", key).is_valid({})
    assert not game_grammar.arguments("event", key).is_valid({"unheard": 1})
    assert tuple(game_grammar.whole["messages"]) == SECTIONS
