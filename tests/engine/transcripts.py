"""Transcripts: random matches as text, for the golden games."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.bots.random_bot import random_answer
from engine.core import view
from engine.core.event import Event
from engine.core.game import Game
from engine.core.match import answer, new_match
from tests.engine.batteries import seed_of
from tests.scenario import NAMES


def transcript(game: Game[Any, Any], seats: int, number: int = 7) -> str:
    """A random match as text: questions with their options, answers, what happened."""
    rng = Random(number)
    transition = new_match(game, {"round_limit": 3}, seats, seed_of(number))
    lines = [f"{game.title}, {seats} players, rules {game.rules}"]
    lines += [f"  . {sentence(game, event)}" for event in transition.events]
    while not transition.match.over:
        position = rng.randrange(len(transition.match.decisions))
        known = transition.match.decisions[position]
        question = transition.running.open[position]
        decision = view.decision(game, question, known.id, False, NAMES)
        raw = random_answer(question, rng)
        lines.append(f"{known.id} {NAMES[known.seat]}: {decision['prompt']['text']}")
        lines += [f"    {option['key']}" for option in decision.get("options", [])]
        lines.append(f"  > {raw}")
        transition = answer(game, transition.match, known.seat, known.id, raw)
        lines += [f"  . {sentence(game, event)}" for event in transition.events]
    lines.append(f"= {transition.running.outcome}")
    return "\n".join(lines) + "\n"


def sentence(game: Game[Any, Any], event: Event) -> str:
    return game.messages.render(f"event.{event.key}", event.args, NAMES)
