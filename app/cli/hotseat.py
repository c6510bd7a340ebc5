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
from engine.core.match import Decision, Taken, answer, new_match
from engine.core.registry import games

console = Console(highlight=False)


class Table:
    """One match at one keyboard; bots play the seats after the first `people`."""

    def __init__(self, game: Game[Any, Any], seats: int, people: int) -> None:
        self.game = game
        self.people = people
        self.names = [f"Player {n + 1}" if n < people else f"Bot {n + 1}" for n in range(seats)]
        self.taken = new_match(game, {}, seats, secrets.token_bytes(SEED_BYTES))
        self.plans: dict[int, Plan | None] = {}
        self.tell(self.taken, 0)

    def play(self) -> None:
        """Play to the end."""
        while not self.taken.match.over:
            before = self.taken.match.event_count(PUBLIC)
            self.taken = self.answer_first()
            self.tell(self.taken, before)
        outcome = self.taken.running.outcome
        assert outcome is not None
        console.print_json(data=gate.result(self.game, outcome, self.names))

    def answer_first(self) -> Taken:
        """Have the player or bot concerned answer the first open decision."""
        match = self.taken.match
        known = match.decisions[0]
        if known.seat >= self.people:
            return answer(self.game, match, known.seat, known.id, self.think(known))
        shown = gate.decision(self.game, self.taken.running.open[0], known.id, False, self.names)
        self.show(known.seat, shown)
        while True:
            try:
                return answer(self.game, match, known.seat, known.id, read_answer(shown))
            except EngineError as error:
                console.print(f"[red]{error}")

    def think(self, known: Decision) -> Any:
        """What the strongest bot answers."""
        bot = list(installed_bots().values())[-1]
        rng, budget = Random(secrets.randbits(64)), TimeBudget(bot.seconds)
        match, plan = self.taken.match, self.plans.get(known.seat)
        thought = bots.think(
            bot.name, self.game, match, known.seat, known.id, rng, budget=budget, plan=plan
        )
        self.plans[known.seat] = thought.plan
        return thought.answer

    def show(self, seat: int, shown: dict[str, Any]) -> None:
        """Print the seat's view and decision."""
        console.rule(self.names[seat])
        console.print_json(data=self.game.view(self.taken.running.table, seat), indent=None)
        console.print(f"[bold]{shown['prompt']['text']}[/]")
        for option in shown.get("options", ()):
            console.print(f"  [cyan]{option['key']}[/]  {option['text']}", markup=True)
        for name, limit in shown.get("limits", {}).items():
            console.print(f"  [cyan]{name}[/]  up to {limit}")

    def tell(self, taken: Taken, before: int) -> None:
        """Print the public events."""
        for event in taken.events:
            told: dict[str, Any] | None = gate.happening(
                self.game, event, PUBLIC, before, self.names, dict
            )
            if told:
                console.print(f"[dim]{told['text']}")


def read_answer(shown: dict[str, Any]) -> Any:
    """Read an answer from the keyboard: a key, keys with spaces between, a number, name=count."""
    said = typer.prompt(">", prompt_suffix=" ").split()
    kind = shown["kind"]
    if kind == "amount":
        return int(said[0]) if said and said[0].lstrip("-").isdigit() else None
    if kind == "mix":
        return _mix(said)
    return said[0] if kind == "choose" and shown["max"] == 1 and said else said


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
