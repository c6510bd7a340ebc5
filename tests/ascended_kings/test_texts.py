"""Texts: what a player must know appears where the decision is made, or in the short rules."""

import pytest

from engine.ascended_kings import GAME
from engine.ascended_kings.box import RULERS
from engine.core.view import decision
from engine.testing.scenario import NAMES, Player, new_players
from tests.ascended_kings.positions import lay


def prompt(player: Player) -> str:
    """The text of the question that waits for this player."""
    return decision(GAME, player.question, "", False, NAMES)["prompt"]["text"]


def test_ylem_shield_states_its_cost_and_its_limits():
    """Rulebook, Ylem Shield."""
    _, bob = lay("phase turn p0\np0 apsu @44\np1 vara @45 [ylem]")
    assert prompt(bob) == (
        "Raise Ylem Shield against Ann's cards this turn? It costs the 3 Ylem of your "
        "Transmutation and does not stop attacks"
    )


def test_absorb_prompt_states_that_the_die_leaves_the_game():
    """Rulebook, Last King Standing."""
    ann, _ = lay(
        "phase turn p1\nindex 15 event 0 awarded\np0 apsu @44 D2 die\np1 vara revenant @00"
    )
    assert prompt(ann) == ("Absorb the Ascended Die? It leaves the game, and you lose 2 Dire gems")


def test_each_king_option_describes_its_play():
    """Rulebook, Inscribe: a King inscribes cards of its own focus; all else is alike."""
    bob = new_players(GAME, 2, {"first": "creator"})[1]
    options = decision(GAME, bob.question, "", False, NAMES)["options"]
    catalogue = {component.id: component for component in GAME.catalogue()}
    kings = [catalogue[option["key"].partition(":")[2]] for option in options]
    assert [option["text"] for option in options] == [f"{king.name}: {king.text}" for king in kings]
    assert len({king.text for king in kings}) == len(RULERS) == 5
    for king in kings:
        assert king.text.lower().startswith(king.facts["focus"])
        assert king.text.endswith((" Easy.", " Medium.", " Hard."))
    assert prompt(bob) == "Choose your King; only their inscriptions differ"


@pytest.mark.parametrize(
    "text",
    [
        "with two or three players the others enter with the first Revenants to return",
        "a King a card of the own focus, a Revenant a card of any focus",
        "with two players it is always the same one",
        "Kings with a completed Egis Transmutation and pieces in fire never pay it",
        "fewer than three lines would be left up to the opposite wall or edge",
        "a King's, on Prismatic Inscription, feeds that King alone, and the card is discarded",
        "Without countdown only the Bloodstones begin it; the dial stops at 10",
    ],
)
def test_short_rules_contain_the_essentials(text):
    """Rulebook, pages 13, 17, 20, 24, 25, 29 and 33."""
    assert text in GAME.how_to_play


@pytest.mark.parametrize(
    ("id", "text"),
    [
        ("ascended_die", "it leaves the game"),
        ("socket_ylem", "give up the 3 Ylem of this Transmutation"),
        ("socket_prism_1", "to that King alone, and the card is discarded"),
        ("asc_nigredo_2", "2 different free tiles of the arena"),
        ("rev_dire_transfer_3", "free tile of the arena"),
        ("asc_albedo_1", "2 tiles of the arena"),
        ("rev_sublimation_2", "free tile of the arena"),
    ],
)
def test_component_texts_contain_their_limits(id, text):
    """What fire and the Omega Stone exclude, and what something costs."""
    texts = {component.id: component.text for component in GAME.catalogue()}
    assert text in texts[id]
