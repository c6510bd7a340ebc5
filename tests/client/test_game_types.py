"""Types of games: what whole matches show is what the generated modules say."""

from __future__ import annotations

import importlib
import keyword
from typing import get_args, get_type_hints, is_typeddict

import pytest

from conclave_client import Bot
from conclave_client.games import option_key, parts_of
from engine.core.registry import games
from engine.lab.play import play_match
from engine.lab.player import read_player

GAMES = ["res_arcana", "battle_for_empyrean", "ascended_kings"]
OPTIONS = {"ascended_kings": {"round_limit": 4}}


class Comparing(Bot):
    """Plays at random and compares what it gets with the types of its game."""

    def choose(self, decision, view):
        module = importlib.import_module(f"conclave_client.games.{view.game}")
        table = module.table(view)
        hints = get_type_hints(module.table)["return"].__annotations__
        assert is_typeddict(get_type_hints(module.table)["return"])
        assert table.keys() <= hints.keys()
        assert decision.prompt.key in list(module.Prompt)
        for option in decision.options or []:
            word, parts = parts_of(option.key)
            assert word in get_args(module.Word)
            build = getattr(module.Key, f"{word}_" if keyword.iskeyword(word) else word)
            assert build(*parts) == option.key
        return super().choose(decision, view)


@pytest.mark.parametrize("game", GAMES)
def test_prompts_and_keys_of_whole_matches_are_those_of_the_types(game):
    players = [read_player(f"{__name__}:Comparing"), read_player("random")]
    for seed in range(3):
        result = play_match(
            games()[game], players, bytes([seed] * 32), options=OPTIONS.get(game), thoughts="1"
        )
        assert result.decisions[0] > 20


def test_absent_end_of_a_key_is_left_out():
    assert option_key("discard", "hawk", None) == "discard:hawk"
    assert parts_of("bite:u1:u2") == ("bite", ["u1", "u2"])
    assert parts_of("pass") == ("pass", [])
