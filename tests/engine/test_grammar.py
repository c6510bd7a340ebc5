"""Grammars: what they admit, and that their schemas stand alone."""

from __future__ import annotations

from functools import cache

import jsonschema_rs
import pytest

from engine.core.event import PUBLIC
from engine.core.grammar import SECTIONS
from engine.core.registry import games
from engine.core.running_table import begin
from engine.testing.grammars import Grammar
from engine.testing.play import options_of, seed_of
from engine.testing.views import view_of

GAMES = sorted(games())


@cache
def grammar(id: str) -> Grammar:
    return Grammar(games()[id])


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
