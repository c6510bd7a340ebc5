"""Tedium: what a player must press in four-player matches of Ascended Kings.

    python -m tests.tedium [MATCHES]

plays matches of `greedy` and prints, by question, how often a player is asked in a match, how often
there is only one thing to answer, and what is left to press for somebody whose private setting
answers questions of which the default is the only answer. `Question.forced` decides for the
setting; whether there is only one thing to answer is found out here by trying.
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random

from msgspec import Struct, field

from engine.ascended_kings import GAME
from engine.bots import think
from engine.bots.random_bot import random_answer
from engine.core.match import answer, new_match
from engine.core.question import Question
from tests.engine.batteries import seed_of

SEATS = 4
RANDOM_TRIES = 40
"""Random answers that tell whether a question has more than one."""
TOTAL = "in all"


class Tally(Struct):
    """Questions of whole matches by their prompts, for all seats together."""

    matches: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    empty: Counter[str] = field(default_factory=Counter)
    pressed: Counter[str] = field(default_factory=Counter)
    pressed_empty: Counter[str] = field(default_factory=Counter)

    def count(self, question: Question) -> None:
        """Count a question that the match waits for."""
        self.asked[question.prompt] += 1
        self.pressed[question.prompt] += not question.forced
        if has_one_answer(question):
            self.empty[question.prompt] += 1
            if not question.forced:
                self.pressed_empty[question.prompt] += 1

    def per_player(self, counts: Counter[str], prompt: str = TOTAL) -> float:
        """How often a player is asked it in a match."""
        count = counts.total() if prompt == TOTAL else counts[prompt]
        return count / (self.matches * SEATS)


def has_one_answer(question: Question) -> bool:
    """Whether there is only one answer, or two with one effect: absorbing a die for nothing."""
    answers = {str(random_answer(question, Random(n))) for n in range(RANDOM_TRIES)}
    return len(answers) == 1 or (question.prompt == "absorb" and not question.args["n"])


def play(numbers: range) -> Tally:
    """Matches of four greedy bots, with the questions that the match waits for."""
    tally = Tally()
    for number in numbers:
        rng = Random(number)
        transition = new_match(GAME, {}, SEATS, seed_of(number))
        while not transition.match.over:
            place = next(n for n, asked in enumerate(transition.running.open) if not asked.optional)
            question, decision = transition.running.open[place], transition.match.decisions[place]
            tally.count(question)
            raw = (
                question.default()
                if question.forced
                else think("greedy", GAME, transition.match, decision.seat, decision.id, rng).answer
            )
            transition = answer(GAME, transition.match, decision.seat, decision.id, raw)
            transition.match.past, transition.match.undo_depth = [], 0
        tally.matches += 1
    return tally


def table(tally: Tally) -> str:
    """The counts per player and match, the most frequent question first."""
    columns = [tally.asked, tally.empty, tally.pressed, tally.pressed_empty]
    lines = [f"{'question':14} {'asked':>8} {'one way':>8} {'pressed':>8} {'of them one way':>16}"]
    for prompt in [*(prompt for prompt, _ in tally.asked.most_common()), TOTAL]:
        asked, empty, pressed, left = (tally.per_player(column, prompt) for column in columns)
        lines.append(f"{prompt:14} {asked:8.2f} {empty:8.2f} {pressed:8.2f} {left:16.2f}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("matches", type=int, nargs="?", default=20)
    print(table(play(range(parser.parse_args().matches))))


if __name__ == "__main__":
    main()
