"""Whole matches: every pairing of decks, every battlefield, the bots, the catalogue."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from random import Random

import pytest

from engine.battle_for_empyrean import GAME
from engine.battle_for_empyrean.battlefield import BATTLEFIELDS
from engine.battle_for_empyrean.card import CARDS, DECKS
from engine.bots import think
from engine.bots.random_bot import random_answer
from engine.core.match import answer, new_match
from engine.core.running_table import begin
from engine.testing.play import Line
from engine.testing.secrets import resample_everything
from engine.testing.undoing import save_and_undo_everything


def play(options, seats, number):
    """A random match by the rules; laws are checked at every question."""
    rng = Random(number)
    current = begin(GAME, options, seats, hashlib.sha256(str(number).encode()).digest())
    while not current.over:
        GAME.laws(current.table)
        question = rng.choice(current.open)
        question.read(question.default())
        current.answer(question, random_answer(question, rng))
    GAME.laws(current.table)
    return current


@pytest.mark.parametrize("deck", DECKS)
def test_a_deck_plays_against_every_deck(deck):
    for number, other in enumerate(DECKS):
        options = {"decks": [deck, other], "distinct_decks": deck != other}
        assert play(options, 2, number).over


def test_three_players_play_any_decks():
    for number in range(6):
        assert play({"decks_by": ["choice", "random", "mash_up"][number % 3]}, 3, number).over


def test_every_battlefield_is_played_with_every_other_deck():
    fields = list(BATTLEFIELDS)
    for number in range(0, len(fields), 3):
        options = {"battlefields": fields[number : number + 3], "decks_by": "mash_up"}
        assert play(options, 2, number).over


@pytest.mark.parametrize("seats", [2, 3])
def test_a_match_is_saved_undone_and_resampled_at_every_answer(seats):
    save_and_undo_everything(Line(GAME, seats, 11))
    resample_everything(Line(GAME, seats, 12))


def test_greedy_beats_random():
    """Measured over 100 matches: see docs/balance.md. Here an honest small sample."""
    won = sum(greedy_wins(number) for number in range(5))
    assert won >= 4


def greedy_wins(number):
    rng = Random(number)
    names = ["greedy", "random"] if number % 2 else ["random", "greedy"]
    seed = hashlib.sha256(str(number).encode()).digest()
    match = new_match(GAME, {"decks_by": "random"}, 2, seed).match
    while not match.over:
        decision = match.decisions[0]
        chosen = think(names[decision.seat], GAME, match, decision.seat, decision.id, rng).answer
        transition = answer(GAME, match, decision.seat, decision.id, chosen)
        match = transition.match
    return transition.running.outcome.ranks[0] == [names.index("greedy")]


def test_appraisal_does_not_change_the_table():
    decks = {"decks": [next(iter(DECKS))] * 2, "distinct_decks": False}
    current = play({**decks, "round_limit": 4}, 2, 3)
    before = repr(current.table)
    for seat in (0, 1):
        GAME.appraise(current.table, seat)
    assert repr(current.table) == before


def test_the_catalogue_lists_the_whole_box():
    components = GAME.catalogue()
    assert len({component.id for component in components}) == len(components)
    kinds = [component.kind for component in components]
    assert (kinds.count("card"), kinds.count("battlefield"), kinds.count("deck")) == (167, 27, 9)
    for component in components:
        assert component.text, component.id
    for card in CARDS.values():
        assert card.sources.keys() == {"cost", "might", "ability"}


def test_every_card_of_the_box_is_played_in_some_scenario():
    here = Path(__file__).parent
    scenarios = "".join(path.read_text() for path in here.glob("test_*.py"))
    assert [card for card in CARDS if card not in scenarios] == []


def facts_of(name):
    """The catalogue's facts of a card."""
    return next(
        component.facts
        for component in GAME.catalogue()
        if (component.kind, component.name) == ("card", name)
    )


def test_cards_carry_the_icons_of_at_most_two_phases():
    icons = {
        component.name: component.facts["phases"]
        for component in GAME.catalogue()
        if component.kind == "card"
    }
    assert all(1 <= len(phases) <= 2 for phases in icons.values())
    assert sum(phases == ["reveal"] for phases in icons.values()) == 118
    assert icons["Langskip"] == ["command"]
    assert icons["Merlin"] == ["command", "deploy"]
    assert icons["Griffin"] == icons["Quetzalcoatl"] == ["command", "reveal"]
    assert icons["Sohei"] == ["reveal", "end_of_game"]
    assert icons["Oni"] == ["end_of_game"]


def test_a_card_explains_every_word_in_brackets_of_its_text():
    for component in GAME.catalogue():
        if component.kind == "card":
            assert (
                set(re.findall(r"\[(.+?)\]", component.text))
                <= component.facts.get("words", {}).keys()
            )
    assert list(facts_of("Lord Ruthven")["words"]) == ["Bloodlust"]
    assert "at most once per Round" in facts_of("Lord Ruthven")["words"]["Bloodlust"]
    assert list(facts_of("Langskip")["words"]) == ["Viking Raid Token"]
    assert "words" not in facts_of("Griffin")


def test_short_rules_cover_three_players_and_draws():
    assert "only the totals of these two are\ncompared" in GAME.how_to_play
    assert "equal totals are a draw" in GAME.how_to_play
