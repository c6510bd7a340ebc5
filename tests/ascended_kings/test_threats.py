"""Threats of Ascended Kings: they follow from public facts, and can be carried out."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.ascended_kings import GAME
from engine.ascended_kings.arena import EDGES
from engine.ascended_kings.box import IMMOLATION_NUMBERS
from engine.ascended_kings.table import KingsTable
from engine.core.chance import below, words
from engine.core.run import Run
from engine.core.running_table import RunningTable
from engine.core.step import decode_table, encode_table
from engine.core.threat import Threat
from engine.core.view import threat
from engine.testing.scenario import NAMES, SEED, Player
from tests.ascended_kings.positions import lay, table_of
from tests.engine.threat_proofs import carry_out, key_of, positions


def threat_texts(player: Player) -> list[str]:
    """The texts of the threats for that player."""
    threats = GAME.threats(table_of(player))
    return [threat(GAME, announced, player.seat, NAMES, dict)["text"] for announced in threats]


def test_lethal_attack_is_announced_to_both_players():
    """Digest 12: all Egis defends; level 1 dies of the third wound."""
    ann, bob = lay("p0 apsu @44 P4\np1 vara @45 E1")
    assert threat_texts(bob) == ["Ann can kill you with 4 Pyre, unless a card prevents it"]
    assert threat_texts(ann) == ["Ann can kill Bob with 4 Pyre, unless a card prevents it"]
    ann, _ = lay("p0 apsu @44 P3\np1 vara @45 E1")
    assert threat_texts(ann) == []
    ann, _ = lay("p0 apsu @44 P4\np1 vara @46 E1")
    assert threat_texts(ann) == []


def test_only_some_attack_diagonally():
    ann, _ = lay("p0 apsu @44 P3\np1 vara @55")
    assert threat_texts(ann) == []
    ann, _ = lay("p0 apsu revenant @44 P3\np1 vara @55")
    assert threat_texts(ann) == ["Ann can kill Bob with 3 Pyre, unless a card prevents it"]


def test_player_one_wound_from_death_is_announced():
    ann, bob = lay("p0 apsu @44 D2\np1 vara @00")
    assert threat_texts(ann) == ["One more wound kills you"]
    assert threat_texts(bob) == ["One more wound kills Ann"]


def test_fire_is_announced_to_wound_inside_it_and_kill_behind_it():
    """Digest 16; a wall in deadlock does not advance."""
    ann, bob = lay("walls top1 left0\np0 apsu @15\np1 vara @55")
    assert threat_texts(bob) == [
        "Ann stands in the fire, which wounds at the end of the round",
        "Ann dies there if the top wall advances",
    ]
    ann, _ = lay("walls top6\np0 apsu @65\np1 vara @85")
    assert threat_texts(ann) == ["You stand in the fire, which wounds at the end of the round"]


def test_no_fire_is_announced_in_the_last_round_of_the_countdown():
    ann, _ = lay("index 1 event 0\nwalls top1\np0 apsu @15\np1 vara @55")
    assert threat_texts(ann) == ["The Omega War begins after this round"]


def test_last_round_of_a_limit_is_announced():
    ann, _ = lay("index 9 event 0 played 3\nlimit 4\np0 apsu @44\np1 vara @00")
    assert threat_texts(ann) == ["This is the last round"]


OMEGA = "phase action p{}\nindex 0 event 0 omega\np0 apsu @44 {} *1\np1 vara @{}\ntiles 46:omega"


def test_omega_stone_is_near_for_players_that_can_pay_for_the_path():
    """Rulebook, Omega War: one Aria a step, Egis to leave a neighbour, and a Bloodstone."""
    _, bob = lay(OMEGA.format(0, "A2", "00"))
    assert threat_texts(bob) == ["Ann can reach the Omega Stone in 2 steps"]
    _, bob = lay(OMEGA.format(0, "A1", "00"))
    assert threat_texts(bob) == []
    _, bob = lay(OMEGA.format(0, "A4 E1", "45"))
    assert threat_texts(bob) == [], "the short way around Bob leaves him twice"
    _, bob = lay(OMEGA.format(0, "A4 E2", "45"))
    assert threat_texts(bob) == ["Ann can reach the Omega Stone in 4 steps"]
    _, bob = lay(OMEGA.format(0, "A2", "00").replace("@44 A2 *1", "@44 A2 *0") + " 99:*1")
    assert threat_texts(bob) == []


# Proofs


def _acts(table: KingsTable, seat: int) -> None:
    table.phase, table.active, table.round_over = "action", seat, False
    table.dead, table.windows, table.rolls = [], [], []


def prove(table: KingsTable, announced: Threat) -> None:
    """Carry out an announced threat."""
    assert announced.by is not None
    if announced.key == "omega_stone":
        copy = decode_table(GAME, encode_table(table), GAME.rules)
        _acts(copy, announced.by)
        assert _reaches(copy, announced.by, announced.args["n"])
        return
    target, tried = announced.args["seat"], list[str]()

    def wanted(question: Any) -> Any:
        if question.seat == announced.by and question.prompt == "pyre":
            return announced.args["n"]
        if question.prompt != "action" or tried:
            return None
        key = key_of(question, f"attack:p{target}")
        tried.append(key or "")
        return key

    def ends(question: Any) -> bool:
        return question.prompt in ("action", "deploy", "state")

    current = carry_out(GAME, table, _acts, announced.by, wanted, ends)
    died = [event.args for event in current.run.events if event.key == "died"]
    assert died, announced
    assert (died[0]["seat"], died[0]["by"]) == (target, announced.by)


def _reaches(table: KingsTable, seat: int, steps: int) -> bool:
    """Whether a path of this many steps ends on the Omega Stone."""
    rest = encode_table(table)
    current = RunningTable(GAME, table, Run(SEED))
    moves = [option.key for option in current.open[0].options if option.key.startswith("move:")]
    for key in moves if steps else ():
        then = RunningTable(GAME, decode_table(GAME, rest, GAME.rules), Run(SEED))
        then.answer(then.open[0], key)
        after: Any = then.table
        if after.claimed == seat or (steps > 1 and not then.over and _goes_on(after, seat, steps)):
            return True
    return False


def _goes_on(after: KingsTable, seat: int, steps: int) -> bool:
    on = after.phase == "action" and after.active == seat
    return on and _reaches(decode_table(GAME, encode_table(after), GAME.rules), seat, steps - 1)


@pytest.mark.parametrize("text", [OMEGA.format(0, "A2", "00"), OMEGA.format(0, "A4 E2", "45")])
def test_announced_path_to_the_omega_stone_is_legal(text: str):
    ann, _ = lay(text)
    (announced,) = GAME.threats(table_of(ann))
    prove(table_of(ann), announced)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_announced_threats_can_be_carried_out(seats: int):
    proved: Counter[str] = Counter()
    for table in positions(GAME, seats, 0, "greedy"):
        for announced in GAME.threats(table):
            if announced.can and proved[announced.key] < 20:
                prove(table, announced)
                proved[announced.key] += 1
    assert proved["kill"], proved


def test_announced_death_behind_a_wall_follows_from_that_throw():
    proved = 0
    for table in positions(GAME, 4, 1, "greedy"):
        for announced in GAME.threats(table):
            if announced.key == "wall" and proved < 20:
                throw = IMMOLATION_NUMBERS.value.index(announced.args["edge"])
                assert announced.args["edge"] in EDGES
                assert announced.args["seat"] in dead_of(table, throw)
                proved += 1
    assert proved


def dead_of(table: KingsTable, throw: int) -> set[int]:
    """The seats that die as the fire advances by that throw."""
    copy = decode_table(GAME, encode_table(table), GAME.rules)
    copy.phase, copy.round_over = "fire", True
    current = RunningTable(GAME, copy, Run(_seed_for(copy, throw)))
    return {event.args["seat"] for event in current.run.events if event.key == "died"}


def _seed_for(table: KingsTable, throw: int) -> bytes:
    """A seed under which the Immolation Die shows that face next."""
    for number in range(256):
        seed = bytes([number]) * 32
        if below(words(seed, table.drawn), 4) == throw:
            return seed
    raise AssertionError("no seed throws that")
