"""Exports of matches played without a server."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import structs

from app.matches.fork import begin_from, fork_at, write_start
from engine.bots.random_bot import random_answer
from engine.core.chance import commitment
from engine.core.errors import UndoRefused
from engine.core.match import Transition, answer, new_match
from engine.core.registry import games
from engine.core.undo import undo
from engine.core.view import result
from engine.testing.play import seed_of

PLAYERS = ["Ann", "Bob", "Cid", "Dan", "Eve"]


def exported(
    id: str,
    number: int = 0,
    *,
    seats: int = 2,
    rounds: int = 2,
    undone: int = 0,
    agreed: int = 0,
) -> dict[str, Any]:
    """A random match in which `undone` answers are undone at once and given again. After `agreed`
    answers, the last seat undoes back to its first answer by consent.
    """
    game, seed, rng = games()[id], seed_of(number), Random(number)
    options = {"round_limit": rounds}
    transition = new_match(game, options, seats, seed)
    entries: list[dict[str, Any]] = []
    past = list(transition.ended_steps)

    def add(kind: str, seat: int, decision: str, given: Any) -> None:
        entry = {"ply": len(entries) + 1, "kind": kind, "seat": seat}
        entries.append({**entry, "decision": decision, "answer": given, "at": ""})

    while not transition.match.over:
        place = next(
            n for n, decision in enumerate(transition.match.decisions) if not decision.optional
        )
        known = transition.match.decisions[place]
        raw = random_answer(transition.running.open[place], rng)
        if undone:
            other = random_answer(transition.running.open[place], Random(number))
            after = answer(game, transition.match, known.seat, known.id, other)
            try:
                back = undo(game, after.match, known.seat, known.id)
            except UndoRefused:
                pass
            else:
                add("answer", known.seat, known.id, other)
                add("undo", known.seat, known.id, None)
                transition, undone = back, undone - 1
                known = transition.match.decisions[place]
        transition = answer(game, transition.match, known.seat, known.id, raw)
        add("answer", known.seat, known.id, raw)
        past += transition.ended_steps
        if len(entries) == agreed:
            own = [entry for entry in entries if entry["seat"] == known.seat]
            match = structs.replace(transition.match, past=past, undo_depth=len(past))
            transition = undo(game, match, known.seat, own[0]["decision"], agreed=True)
            add("undo", known.seat, own[0]["decision"], {"agreed": True})
    assert transition.running.outcome is not None
    return {
        "match": "m",
        "game": id,
        "rules": game.rules,
        "options": transition.match.options,
        "players": PLAYERS[:seats],
        "seed": seed.hex(),
        "seed_hash": commitment(seed),
        "entries": entries,
        "resigned": [],
        "outcome": result(game, transition.running.outcome, PLAYERS[:seats]),
    }


def exported_fork(id: str) -> tuple[dict[str, Any], int]:
    """A fork from mid-step, played at random, and the number of answers that it inherits."""
    game, rng = games()[id], Random(1)
    transition = new_match(game, {"round_limit": 2}, 2, seed_of(1))
    while not (transition.match.step.answers and transition.match.step.sealed_at < 0):
        transition = _answered_at_random(transition, rng)
    seat = transition.match.step.answers[0].seat
    beginning = fork_at(game, transition.match, game.rules, seat)
    start = write_start(beginning.step)
    transition = begin_from(game, beginning, transition.match.options, 2)
    given, entries = len(beginning.step.answers), []
    while not transition.match.over:
        transition = _answered_at_random(transition, rng, entries)
    export = exported(id)
    return {
        **export,
        "options": transition.match.options,
        "start": start,
        "seed": beginning.seed.hex(),
        "seed_hash": commitment(beginning.seed),
        "entries": entries,
        "outcome": result(game, transition.running.outcome, PLAYERS[:2]),
    }, given


def _answered_at_random(
    transition: Transition, rng: Random, entries: list[dict[str, Any]] | None = None
) -> Transition:
    place = next(
        n for n, decision in enumerate(transition.match.decisions) if not decision.optional
    )
    decision, raw = (
        transition.match.decisions[place],
        random_answer(transition.running.open[place], rng),
    )
    if entries is not None:
        entry = {"ply": len(entries) + 1, "kind": "answer", "seat": decision.seat, "at": ""}
        entries.append({**entry, "decision": decision.id, "answer": raw})
    return answer(transition.running.game, transition.match, decision.seat, decision.id, raw)
