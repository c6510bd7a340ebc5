"""Golden matches: random matches as text, which change only on purpose."""

from __future__ import annotations

from typing import Any

from engine.core import view
from engine.core.event import Event
from engine.core.game import Game
from engine.core.match import answer
from engine.testing.battery import Case, battery
from engine.testing.play import Line
from engine.testing.scenario import NAMES

NUMBER = 7
"""The number of the random match that is written."""
ROUNDS = 3


@battery("The golden match is played as it was written")
def golden_match(case: Case) -> None:
    """A failure means changed rules or words; written again, the file shows which."""
    file = case.file(f"golden/{case.game.id}-{case.seats}.txt")
    text = transcript(case.game, case.seats)
    if case.writes:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    assert file.exists(), f"{file.name} is not written yet (--write)"
    assert text == file.read_text("utf-8"), f"{file.name}: other rules or words"


def transcript(game: Game[Any, Any], seats: int, number: int = NUMBER) -> str:
    """A random match as text: questions with their options, answers, what happened."""
    line = Line(game, seats, number, options={"round_limit": ROUNDS})
    transition = line.begin()
    lines = [f"{game.title}, {seats} players, rules {game.rules}"]
    lines += [f"  . {sentence(game, event)}" for event in transition.events]
    while not transition.match.over:
        place, raw = line.pick(transition.running.open)
        known, question = transition.match.decisions[place], transition.running.open[place]
        decision = view.decision(game, question, known.id, False, NAMES)
        lines.append(f"{known.id} {NAMES[known.seat]}: {decision['prompt']['text']}")
        lines += [f"    {option['key']}" for option in decision.get("options", [])]
        lines.append(f"  > {raw}")
        transition = answer(game, transition.match, known.seat, known.id, raw)
        lines += [f"  . {sentence(game, event)}" for event in transition.events]
    lines.append(f"= {transition.running.outcome}")
    return "\n".join(lines) + "\n"


def sentence(game: Game[Any, Any], event: Event) -> str:
    return game.messages.render(f"event.{event.key}", event.args, NAMES)
