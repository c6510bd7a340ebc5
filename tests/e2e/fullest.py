"""Fullest tables: positions of random matches in which the most lies in one zone.

    python -m tests.e2e.fullest [--matches 500]

plays that many random matches of all games and numbers of seats together, and saves the fullest
position of each measure in `fullest.jsonl.xz`: compressed, since a position is mostly base64.
"""

from __future__ import annotations

import lzma
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Annotated, Any

import msgspec
import typer

from engine.bots.random_bot import random_answer
from engine.core.event import PUBLIC, Viewer
from engine.core.match import Match, answer, new_match, running_table
from engine.core.registry import games
from engine.core.running_table import begin
from engine.testing.play import options_of, seed_of, show_something
from scripts.page_fixtures import frame

FILE = Path(__file__).with_name("fullest.jsonl.xz")
GAMES = ("res_arcana", "battle_for_empyrean", "ascended_kings")
NAMES = ["Ada Lovelace", "Bartholomew of Ghent", "Hieronymus B", "Vex"]
"""Of the players: two of twelve letters, which must be shown whole, and one longer."""

Fullness = tuple[int, int]
"""How much lies there, and the seat whose zone it is; 0 for a shared zone."""


class Position(msgspec.Struct):
    """A line of the file."""

    measures: list[str]  # of which no other position has more
    counts: list[int]  # how much, by measure
    seat: int  # whose zone is the fullest
    match: Match

    @property
    def name(self) -> str:
        return f"{self.match.game}, {self.match.seats}: {' and '.join(self.measures)}"

    def frame(self, viewer: Viewer) -> dict[str, Any]:
        """What the viewer receives."""
        game = games()[self.match.game]
        received = frame(self.match, running_table(game, self.match), [], viewer)
        for player, name in zip(received["view"]["players"], NAMES, strict=False):
            player["name"] = name
        return received


@cache
def fullest(game: str) -> list[Position]:
    """The saved positions of a game."""
    lines = lzma.decompress(FILE.read_bytes()).splitlines()
    positions = [msgspec.json.decode(line, type=Position) for line in lines]
    return [position for position in positions if position.match.game == game]


# What is measured, of a spectator's view


def _by_seat(view: Any, count: Callable[[Any], int]) -> Fullness:
    players = view["players"].items()
    return max((count(player), int(id.removeprefix("p"))) for id, player in players)


def _total(view: Any, count: Callable[[Any], int]) -> Fullness:
    return sum(count(player) for player in view["players"].values()), 0


def _essences(player: Any) -> int:
    return sum(sum(card["essences"].values()) for card in player["cards"].values())


def _res_arcana(view: Any) -> dict[str, Fullness]:
    kinds = ("place_of_power", "monument")
    return {
        "components": _by_seat(view, lambda player: len(player["order"])),
        "all components": _total(view, lambda player: len(player["order"])),
        "places and monuments": _by_seat(
            view, lambda player: sum(card["kind"] in kinds for card in player["cards"].values())
        ),
        "turned": _by_seat(
            view, lambda player: sum(card["turned"] for card in player["cards"].values())
        ),
        "essences": _by_seat(view, _essences),
        "pool": _by_seat(view, lambda player: sum(player["pool"].values())),
        "hand": _by_seat(view, lambda player: player["hand_size"]),
        "supply": (len(view["items"]) + len(view["monuments"]["display"]), 0),
    }


TOKENS = ("stun", "shield", "anchor", "move", "captive")


def _empyrean(view: Any) -> dict[str, Fullness]:
    units = view["units"].values()
    sides = Counter((unit["battlefield"], unit["owner"]) for unit in units)
    side = max(((n, int(owner.removeprefix("p"))) for (_, owner), n in sides.items()), default=None)
    return {
        "side": side or (0, 0),
        "units": (len(units), 0),
        "tokens": (sum(token in unit for unit in units for token in TOKENS), 0),
        "face down": (sum(not unit["face_up"] for unit in units), 0),
        "hand": _by_seat(view, lambda player: player["hand_size"]),
        "essence": _by_seat(view, lambda player: player["essence"]),
    }


def _kings(view: Any) -> dict[str, Fullness]:
    def gems(mat: Any) -> int:
        return sum(mat["pool"].values()) + mat["wounds"] + mat["ylem"]

    def mat_items(mat: Any) -> int:
        signs = mat["ascended_die"] + mat["shielded"] + bool(mat["bloodstones"])
        filled = sum(mat["sockets"].values()) + ("inscription" in mat)
        return gems(mat) + mat["cards"] + signs + filled + sum(mat["aside"].values())

    return {
        "gems": _by_seat(view, gems),
        "mat": _by_seat(view, mat_items),
        "all mats": _total(view, mat_items),
        "wounds": _total(view, lambda mat: mat["wounds"]),
        "hand": _by_seat(view, lambda mat: mat["cards"]),
        "arena": (len(view["arena"]["tiles"]) + len(view["arena"]["walls"]), 0),
        "threats": (len(view.get("windows", {})), 0),
    }


MEASURES: dict[str, Callable[[Any], dict[str, Fullness]]] = {
    "res_arcana": _res_arcana,
    "battle_for_empyrean": _empyrean,
    "ascended_kings": _kings,
}


# Playing


class Found(msgspec.Struct):
    """The fullest position of a measure so far: after which answers of which match."""

    fullness: Fullness
    number: int
    answers: int


def _search(game_id: str, seats: int, numbers: range) -> dict[str, Found]:
    """The fullest position of each measure in these random matches."""
    game = games()[game_id]
    found: dict[str, Found] = {}
    for number in numbers:
        rng = Random(number)
        running = begin(game, options_of(game, seats, number), seats, seed_of(number))
        answers = 0
        while not running.over:
            for measure, fullness in MEASURES[game_id](game.view(running.table, PUBLIC)).items():
                if measure not in found or fullness[0] > found[measure].fullness[0]:
                    found[measure] = Found(fullness, number, answers)
            question = rng.choice(running.open)
            running.answer(question, random_answer(question, rng))
            answers += 1
    return found


def _match_after(game_id: str, seats: int, number: int, answers: int) -> Match:
    """The match of this number after so many answers; players have shown cards meanwhile."""
    game, rng, shows = games()[game_id], Random(number), Random(number)
    match = new_match(game, options_of(game, seats, number), seats, seed_of(number)).match
    for _ in range(answers):
        open_questions = running_table(game, match).open
        question = rng.choice(open_questions)
        decision = match.decisions[open_questions.index(question)]
        raw = random_answer(question, rng)
        match = answer(game, match, decision.seat, decision.id, raw).match
        if shown := show_something(game, match, shows):
            match = shown.match
        match.past, match.undo_depth = [], 0
    return match


def _positions(game_id: str, seats: int, found: dict[str, Found]) -> list[Position]:
    """Each position once, with all that it is the fullest of."""
    positions: dict[tuple[int, int], Position] = {}
    for measure, best in sorted(found.items()):
        key = best.number, best.answers
        count, seat = best.fullness
        if position := positions.get(key):
            position.measures.append(measure)
            position.counts.append(count)
            position.seat = position.seat or seat
        else:
            match = _match_after(game_id, seats, *key)
            positions[key] = Position([measure], [count], seat, match)
    return list(positions.values())


def main(matches: Annotated[int, typer.Option(help="Of all games together.")] = 500) -> None:
    """Search, and save what was found."""
    tables = [(game, seats) for game in GAMES for seats in games()[game].seats]
    each = -(-matches // len(tables))
    positions = []
    for game, seats in tables:
        of_table = _positions(game, seats, _search(game, seats, range(each)))
        print(*(f"{position.name}: {position.counts}" for position in of_table), sep="\n")
        positions += of_table
    lines = b"\n".join(msgspec.json.encode(position) for position in positions)
    FILE.write_bytes(lzma.compress(lines, preset=9))
    print(f"{each} matches of each of {len(tables)} tables; {FILE.stat().st_size} bytes")


if __name__ == "__main__":
    typer.run(main)
