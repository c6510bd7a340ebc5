"""Hot seat: play any game in a terminal, choosing options by their keys."""

from __future__ import annotations

import secrets
from random import Random
from typing import Any

import typer
from rich.console import Console

from app.bots.worker import TimeBudget
from engine import bots
from engine.bots.bot import installed_bots
from engine.bots.plan import Plan
from engine.core import view as gate
from engine.core.chance import SEED_BYTES
from engine.core.errors import EngineError
from engine.core.event import PUBLIC
from engine.core.game import Game
from engine.core.match import Decision, Transition, answer, new_match
from engine.core.registry import games

console = Console(highlight=False)


class Table:
    """One match at one keyboard; bots play the seats after the first `people`."""

    def __init__(self, game: Game[Any, Any], seats: int, people: int) -> None:
        self.game = game
        self.people = people
        self.names = [f"Player {n + 1}" if n < people else f"Bot {n + 1}" for n in range(seats)]
        self.transition = new_match(game, {}, seats, secrets.token_bytes(SEED_BYTES))
        self.plans: dict[int, Plan | None] = {}
        self.tell(self.transition, 0)

    def play(self) -> None:
        """Play to the end."""
        while not self.transition.match.over:
            before = self.transition.match.event_count(PUBLIC)
            self.transition = self.answer_first()
            self.tell(self.transition, before)
        outcome = self.transition.running.outcome
        assert outcome is not None
        console.print_json(data=gate.result(self.game, outcome, self.names))

    def answer_first(self) -> Transition:
        """Have the player or bot of the first open decision answer it."""
        match = self.transition.match
        known = match.decisions[0]
        if known.seat >= self.people:
            return answer(self.game, match, known.seat, known.id, self.think(known))
        decision = gate.decision(
            self.game, self.transition.running.open[0], known.id, False, self.names
        )
        self.show(known.seat, decision)
        while True:
            try:
                return answer(self.game, match, known.seat, known.id, read_answer(decision))
            except EngineError as error:
                console.print(f"[red]{error}")

    def think(self, known: Decision) -> Any:
        """The answer of the strongest bot."""
        bot = list(installed_bots().values())[-1]
        rng, budget = Random(secrets.randbits(64)), TimeBudget(bot.seconds)
        match, plan = self.transition.match, self.plans.get(known.seat)
        thought = bots.think(
            bot.name, self.game, match, known.seat, known.id, rng, budget=budget, plan=plan
        )
        self.plans[known.seat] = thought.plan
        return thought.answer

    def show(self, seat: int, decision: dict[str, Any]) -> None:
        """Print the seat's view and decision."""
        console.rule(self.names[seat])
        console.print_json(data=self.game.view(self.transition.running.table, seat), indent=None)
        console.print(f"[bold]{decision['prompt']['text']}[/]")
        for option in decision.get("options", ()):
            console.print(f"  [cyan]{option['key']}[/]  {option['text']}", markup=True)
        for name, limit in decision.get("limits", {}).items():
            console.print(f"  [cyan]{name}[/]  up to {limit}")

    def tell(self, transition: Transition, before: int) -> None:
        """Print the public events."""
        for event in transition.events:
            public_event: dict[str, Any] | None = gate.visible_event(
                self.game, event, PUBLIC, before, self.names, dict
            )
            if public_event:
                console.print(f"[dim]{public_event['text']}")


def read_answer(decision: dict[str, Any]) -> Any:
    """Read an answer from the keyboard: a key, keys with spaces between, a number, name=count."""
    words = typer.prompt(">", prompt_suffix=" ").split()
    kind = decision["kind"]
    if kind == "amount":
        return int(words[0]) if words and words[0].lstrip("-").isdigit() else None
    if kind == "mix":
        return _mix(words)
    return words[0] if kind == "choose" and decision["max"] == 1 and words else words


def _mix(parts: list[str]) -> dict[str, Any]:
    pairs = [word.partition("=") for word in parts]
    return {name: int(count) if count.isdigit() else None for name, _, count in pairs}


def play_in_terminal(id: str | None, seats: int, bot_seats: int) -> None:
    """Play a game to its end; without a known id, list the games."""
    game = games().get(id or "")
    if game is None:
        for game in games().values():
            console.print(
                f"[cyan]{game.id}[/]  {game.title}, {game.seats[0]}-{game.seats[-1]} players"
            )
        return
    people = seats or max(1, game.seats[0] - bot_seats)
    Table(game, people + bot_seats, people).play()
