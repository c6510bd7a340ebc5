"""Grammars: option keys, arguments and views are what the game says they are."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

import jsonschema_rs
import msgspec

from engine.core.event import PUBLIC, Event, Viewer
from engine.core.game import Game
from engine.core.grammar import grammar_of
from engine.core.question import Question
from engine.core.view import decision
from engine.testing.battery import Case, battery, fewest_and_most, game_alone
from engine.testing.play import Line
from engine.testing.scenario import NAMES
from engine.testing.views import view_of

ROUNDS = 8


class Grammar:
    """A game's grammar as `/games/{game}/grammar` serves it."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.whole = msgspec.to_builtins(grammar_of(game))
        keys = self.whole["option_keys"]
        self.patterns = {word: re.compile(key["pattern"]) for word, key in keys.items()}
        self._validators: dict[tuple[str, str], Any] = {}

    def arguments(self, section: str, key: str) -> Any:
        """The validator of a message's arguments."""
        if (section, key) not in self._validators:
            messages = self.whole["messages"][section]
            assert key in messages, f"there is no message {section} {key}"
            schema = {**messages[key], "types": self.whole["types"]}
            self._validators[section, key] = jsonschema_rs.validator_for(schema)
        return self._validators[section, key]

    def check(self, section: str, key: str, args: dict[str, Any]) -> None:
        """Raises AssertionError for arguments that the grammar does not admit."""
        problems = [error.message for error in self.arguments(section, key).iter_errors(args)]
        assert not problems, f"{section} {key} {args}: {problems}"

    def check_key(self, key: str) -> None:
        """Raises AssertionError for an option key that the grammar does not admit."""
        pattern = self.patterns.get(key.partition(":")[0])
        assert pattern is not None, f"no word of option_keys begins {key}"
        assert pattern.fullmatch(key), f"{key} is not {pattern.pattern}"

    @cached_property
    def types(self) -> dict[str, Any]:
        """The types of arguments, by name."""
        types: dict[str, Any] = self.whole["types"]
        return types


@battery("Option keys and arguments are those of the grammar", fewest_and_most)
def grammar(case: Case) -> None:
    game_grammar = Grammar(case.game)
    for line in case.lines(case.effort):
        line.options["round_limit"] = min(line.rounds, ROUNDS)
        check_line(game_grammar, line)


def check_line(game_grammar: Grammar, line: Line) -> None:
    """Check everything that is sent in a random match."""
    game, current = line.game, line.begin_running()
    while not current.over:
        for question in current.open:
            check_question(game_grammar, question)
        for threat in game.threats(current.table):
            game_grammar.check("threat", f"{game.id}.{threat.key}", threat.args)
        current.run.quiet, current.run.events = False, []
        place, raw = line.pick(current.open)
        current.answer(current.open[place], raw)
        for event in current.run.events:
            check_event(game_grammar, event)
    for score in game.score_sheet(current.table):
        for row in score.lines:
            game_grammar.check("score", f"{game.id}.{row.key}", row.args)


def check_question(game_grammar: Grammar, question: Question) -> None:
    """Check a question as it is sent."""
    asked = decision(game_grammar.game, question, "0.0", False, NAMES)
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
        args = msgspec.to_builtins(form.args)
        game_grammar.check("event", f"{game_grammar.game.id}.{form.key}", args)
        form = form.others


@battery("Every argument has a type, and every type and option word is used", game_alone)
def argument_types(case: Case) -> None:
    game, game_grammar = case.game, Grammar(case.game)
    assert "any" not in game_grammar.types, "an argument has no type in argument_types"
    unused = {name.replace(" ", ".") for name in game.argument_types} - set(game_grammar.types)
    assert not unused, f"no message has an argument {', '.join(sorted(unused))}"
    sources = "".join(file.read_text("utf-8") for file in game.folder().rglob("*.py"))
    for word in game.option_keys:
        assert re.search(rf'"{word}[:"]', sources), f"no option begins {word}"


@battery("The schemas of views are strict, and spectators get no field of the seats", game_alone)
def view_schemas(case: Case) -> None:
    game = case.game
    case.require(game.view_type, "the game has no view_type, so its views have no schema")
    line = Line(game, game.seats[0], 1)
    table = line.begin_running().table
    viewers: list[Viewer] = [*range(line.seats), PUBLIC]
    for viewer in viewers:
        seen = view_of(game, table, viewer)
        validator = jsonschema_rs.Draft202012Validator(game.view_schema(viewer) or {})
        assert not validator.is_valid({**seen, "stranger": 1}), "unknown fields are allowed"
        assert not any(validator.is_valid({**seen, name: None}) for name in seen)
    seats, spectators = (set(fields_of(game.view_schema(viewer))) for viewer in (0, PUBLIC))
    assert spectators <= seats, "spectators get fields that seats do not get"


def fields_of(schema: dict[str, Any] | None) -> list[str]:
    """Every field as "Object.field"."""
    assert schema is not None
    return [
        f"{name}.{field}" for name, part in schema["$defs"].items() for field in part["properties"]
    ]
