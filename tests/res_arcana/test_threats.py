"""Threats of Res Arcana: they follow from public facts, and can be carried out."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.core.threat import Threat
from engine.core.view import threat
from engine.res_arcana import GAME
from engine.res_arcana.essences import LIFE
from engine.res_arcana.table import ResArcanaTable
from engine.res_arcana.victory import points
from engine.testing.scenario import NAMES
from tests.engine.threat_proofs import carry_out, key_of, positions
from tests.res_arcana.lay import Seat, laden, lay, turned


def threat_texts(seat: Seat) -> list[str]:
    """The texts of the threats for that player."""
    return [
        threat(GAME, announced, seat.seat, NAMES, dict)["text"]
        for announced in GAME.threats(seat.table)
    ]


WITH_HAND = {"hand": ["hawk"]}
"""A player with something to do."""
HOARD = laden("catacombs_of_the_dead", death=7)
"""Seven points."""


def test_threat_names_the_player_near_ten_points() -> None:
    ann, bob = lay(ann=WITH_HAND, bob={"play": [laden("catacombs_of_the_dead", death=8)]})
    assert threat_texts(ann) == ["Bob has 8 of 10 points"]
    assert threat_texts(bob) == ["You have 8 of 10 points"]


def test_seven_points_are_no_threat() -> None:
    ann, _bob = lay(ann=WITH_HAND, bob={"play": [HOARD]})
    assert threat_texts(ann) == []


def test_claim_to_ten_points_is_a_threat_while_affordable() -> None:
    """Rulebook, Victory: a claimed component counts at once."""
    pool = {"gold": 4}
    ann, bob = lay(ann=WITH_HAND, bob={"play": [HOARD], "pool": pool}, display=["great_pyramid"])
    assert threat_texts(ann) == ["Bob can claim Great Pyramid and have 10 points"]
    assert threat_texts(bob) == ["You can claim Great Pyramid and have 10 points"]
    ann, _bob = lay(
        ann=WITH_HAND, bob={"play": [HOARD], "pool": {"gold": 3}}, display=["great_pyramid"]
    )
    assert threat_texts(ann) == []
    passed = {"play": [HOARD], "pool": pool, "passed": True}
    ann, _bob = lay(ann=WITH_HAND, bob=passed, display=["great_pyramid"])
    assert threat_texts(ann) == []


def test_ten_points_are_enough_only_for_the_leader() -> None:
    """R49: the most points win, if they are ten or more."""
    many, more = laden("catacombs_of_the_dead", death=10), laden("dwarven_mines", gold=12)
    ann, *_ = lay(ann=WITH_HAND, bob={"play": [many, "coral_castle"]}, cid={"play": [more]})
    assert [announced.key for announced in GAME.threats(ann.table)].count("enough") == 1
    ann, bob = lay(ann=WITH_HAND, bob={"play": [many, "coral_castle"]})
    assert threat_texts(bob)[0].endswith("points: enough to win the next victory check")
    assert threat_texts(ann)[1] == "Bob can check victory at once with Coral Castle"
    ann, bob = lay(ann=WITH_HAND, bob={"play": [many, turned("coral_castle")]})
    assert not any("at once" in text for text in threat_texts(ann))


def test_a_statue_counts_for_a_check_even_after_passing() -> None:
    """R45, R46."""
    play = [laden("catacombs_of_the_dead", death=7), "golden_statue"]
    ann, _bob = lay(ann=WITH_HAND, bob={"play": play, "pool": {"gold": 3}, "passed": True})
    assert "Bob can have 11 points at a victory check with Golden Statue" in threat_texts(ann)
    ann, _bob = lay(ann=WITH_HAND, bob={"play": play, "pool": {"gold": 2}, "passed": True})
    assert threat_texts(ann) == ["Bob has 8 of 10 points"]


def test_attacking_dragon_is_a_threat_until_all_rivals_have_passed() -> None:
    """R27, R28."""
    ann, _bob = lay(ann=WITH_HAND, bob={"play": ["bone_dragon"]})
    assert threat_texts(ann) == ["Bob can make each rival lose 2 Life with Bone Dragon"]
    ann, _bob = lay(ann=WITH_HAND, bob={"play": [turned("bone_dragon")]})
    assert threat_texts(ann) == []
    _ann, bob = lay(ann={"passed": True}, bob={"play": ["bone_dragon"]}, turn=1)
    assert threat_texts(bob) == []


def test_last_round_is_announced_first() -> None:
    ann, _bob = lay(
        ann=WITH_HAND, bob={"play": ["bone_dragon"]}, options={"round_limit": 3}, round=3
    )
    assert threat_texts(ann)[0] == "This is the last round"


# Proofs


def _acts(table: ResArcanaTable, seat: int) -> None:
    table.stage, table.turn = "actions", seat


def _checks(table: ResArcanaTable, _seat: int) -> None:
    table.stage = "victory"


def _is_action(question: Any) -> bool:
    return question.prompt == "action"


def prove(table: ResArcanaTable, announced: Threat) -> None:
    """Carry out an announced threat."""
    seat, card, n = announced.by, announced.args["card"], announced.args.get("n", 0)
    assert seat is not None
    starts = {"claim": f"claim:{card}", "temporary": f"react:{card}:"}.get(
        announced.key, f"use:{card}:"
    )
    prompt = "victory_check" if announced.key == "temporary" else "action"
    lives = {
        rival.seat: rival.pool[LIFE]
        for rival in table.rivals(table.players[seat])
        if not rival.passed
    }
    done: list[bool] = []

    def wanted(question: Any) -> Any:
        if done or question.seat != seat or question.prompt != prompt:
            return None
        return key_of(question, starts)

    def ends(question: Any) -> bool:
        return _is_action(question)

    turn = _checks if announced.key == "temporary" else _acts
    current = carry_out(GAME, table, turn, seat, wanted, ends)
    after: ResArcanaTable = current.table  # type: ignore[assignment]
    events = [event for event in current.run.events if event.key == "victory_checked"]
    if announced.key == "claim":
        assert points(after, after.players[seat]) >= n or events
    elif announced.key == "attack":
        for rival, before in lives.items():
            assert after.players[rival].pool[LIFE] <= max(0, before - n)
    else:
        assert events, announced
        if announced.key == "temporary":
            assert events[0].args["totals"][f"p{seat}"] >= n


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_announced_threats_can_be_carried_out(seats: int) -> None:
    proved: Counter[str] = Counter()
    for number in range(2):
        for table in positions(GAME, seats, number, "greedy"):
            for announced in GAME.threats(table):
                if announced.can:
                    prove(table, announced)
                    proved[announced.key] += 1
    assert proved["attack"] or proved["claim"], proved
