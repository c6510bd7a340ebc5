"""Kinds of reactions: each is declared once, and its question follows from that."""

from __future__ import annotations

import pytest

from engine.res_arcana import GAME
from engine.res_arcana.card import CARDS
from engine.res_arcana.reactions import REACTIONS
from tests.res_arcana.lay import Seat, lay

FIRST_OF_ROUND = {"hand": ["hawk"]}


def life_lost() -> Seat:
    ann, bob = lay(
        ann={"play": ["fire_dragon"], **FIRST_OF_ROUND},
        bob={"play": ["guard_dog"], "pool": {"life": 2}, "hand": ["prism"]},
    )
    ann("use:fire_dragon:p1")
    return bob


def victory_checked() -> Seat:
    ann, bob = lay(
        ann={"play": ["coral_castle"], **FIRST_OF_ROUND},
        bob={"play": ["golden_statue"], "pool": {"gold": 3}, "passed": True},
    )
    ann("use:coral_castle:p1")
    return bob


def test_only_react_powers_answer_declared_kinds() -> None:
    for card in CARDS.values():
        for power in card.powers:
            assert (power.reaction in REACTIONS) is (power.kind == "react"), card.id


def test_every_kind_is_answered_by_a_card() -> None:
    answered = [power.reaction for card in CARDS.values() for power in card.powers]
    assert all(kind in answered for kind in REACTIONS)


@pytest.mark.parametrize("kind", REACTIONS, ids=lambda kind: kind.prompt)
def test_the_texts_of_a_kind_are_messages(kind) -> None:
    args = dict.fromkeys(kind.text.required, 2) | {"card": "fire_dragon"}
    assert "Fire Dragon" in GAME.messages.render(f"prompt.{kind.prompt}", args, ("Ann", "Bob"))
    assert GAME.messages.render(f"option.{kind.refusal.key}", {}, ("Ann", "Bob"))


@pytest.mark.parametrize(
    ("asked", "refusal", "passable", "kind"),
    [(life_lost, "suffer", False, ""), (victory_checked, "decline", True, "decline")],
)
def test_reaction_is_declined_by_default_and_can_be_passed_unless_life_is_lost(
    asked, refusal, passable, kind
) -> None:
    question = asked().question
    assert question.default() == refusal
    assert question.passable is passable
    assert {option.kind for option in question.options if option.key == refusal} == {kind}
