"""Arena: classes and programs of the client as players of `conclave arena`."""

from __future__ import annotations

import json
import sys
from base64 import b64decode
from pathlib import Path

import pytest

from conclave_client import Bot, random_answer
from conclave_client.types import Match, Outcome, View
from engine.core.match import Match as EngineMatch
from engine.core.registry import games
from engine.lab.arena import measure
from engine.lab.contest import Contest
from engine.lab.play import MatchFailed, play_match
from engine.lab.player import UnknownPlayer, read_player
from tests.app.test_snippets import OWN_NODE
from tests.client.test_command import EXAMPLES

GAMES = ["res_arcana", "battle_for_empyrean", "ascended_kings"]
OPTIONS = {"ascended_kings": {"round_limit": 3}, "res_arcana": {"round_limit": 3}}
RECORDS: list[object] = []
"""What the bots of this module were told."""
PROGRAM = """
import json, sys

for line in sys.stdin:
    data = json.loads(line)
    if data["t"] == "choose":
        assert data["view"]["match"] == data["match"]
        print(json.dumps({"id": data["id"], "answer": data["decision"]["default"]}), flush=True)
"""

CURIOUS = """
import json, pathlib, sys

worlds = 0
for line in sys.stdin:
    data = json.loads(line)
    if data["t"] == "choose" and "world" not in data:
        print(json.dumps({"id": data["id"], "world": True}), flush=True)
    elif data["t"] == "choose":
        worlds += data["world"]["decision"] == data["decision"]["id"]
        (pathlib.Path(__file__).parent / "worlds").write_text(str(worlds))
        print(json.dumps({"id": data["id"], "answer": data["decision"]["default"]}), flush=True)
"""


class Recording(Bot):
    """Answers at random and records everything that it is told."""

    def begins(self, match, seat):
        RECORDS.append((self, match, seat))

    async def choose(self, decision, view):
        RECORDS.append((self, decision, view, await self.world(decision)))
        return super().choose(decision, view)

    def notices(self, events, view):
        RECORDS.extend((self, event) for event in events)

    def ends(self, outcome):
        RECORDS.append((self, outcome))


class Interrupting(Bot):
    """Answers about half of the optional questions, and records all answers."""

    def choose(self, decision, view):
        RECORDS.append((decision, answer := super().choose(decision, view)))
        return answer

    def consider(self, decision, view):
        speaks = self.rng.random() < 0.5
        RECORDS.append((decision, random_answer(decision, self.rng) if speaks else None))
        return RECORDS[-1][1]


class Silent(Bot):
    """Always gives the default."""

    def choose(self, decision, view):
        return None


class Broken(Bot):
    def choose(self, decision, view):
        raise LookupError("a bug of mine")


RECORDING, SILENT = f"{__name__}:Recording", f"{__name__}:Silent"


def play(game: str, *specs: str, seed: int = 1):
    players = [read_player(spec) for spec in specs]
    return play_match(
        games()[game], players, bytes([seed] * 32), options=OPTIONS.get(game), thoughts=str(seed)
    )


@pytest.fixture
def records() -> list[object]:
    RECORDS.clear()
    return RECORDS


@pytest.mark.parametrize("game", GAMES)
def test_class_plays_by_what_a_server_would_send_to_its_seat(records, game):
    result = play(game, RECORDING, "random")
    (bot, match, seat), *others = [record for record in records if isinstance(record[1], Match)]
    assert not others
    assert (match.game, seat, len(match.seats), match.seats[0].you) == (game, 0, 2, True)
    asked = [record for record in records if len(record) == 4]
    assert len(asked) == result.decisions[0] > 0
    for _, decision, view, world in asked:
        assert isinstance(view, View)
        assert (view.match, view.game, decision.seat) == (match.id, game, 0)
        assert decision.id == world.decision
    events = [record[1].id for record in records if len(record) == 2 and hasattr(record[1], "id")]
    assert events == list(range(len(events))), "each event once, in order"
    (outcome,) = [record[1] for record in records if isinstance(record[1], Outcome)]
    assert outcome.ranks == result.outcome.ranks
    assert all(record[0] is bot for record in records)


@pytest.mark.parametrize("game", GAMES)
def test_player_gets_neither_the_seed_nor_what_its_seat_does_not_know(records, game):
    """The true match of each question is known here; nothing of it is in what the player got."""
    seed = bytes([7] * 32)
    views = []
    players = [read_player(RECORDING), read_player("random")]
    play_match(
        games()[game],
        players,
        seed,
        options=OPTIONS.get(game),
        thoughts="7",
        before_answer=lambda transition: views.append(
            json.loads(json.dumps(games()[game].view(transition.running.table, 0)))
        ),
    )
    asked = [record for record in records if len(record) == 4]
    assert asked
    for _, _, view, world in asked:
        assert view.table in views, "the view is that of the seat"
        if world.state:
            dealt = EngineMatch.from_bytes(b64decode(world.state))
            assert dealt.seed != seed
            assert seed not in b64decode(world.state)
            assert all(decision.seat == 0 for decision in dealt.decisions)


def test_optional_questions_are_asked_once_and_silence_is_no_answer(records):
    considered = []
    for seed in range(1, 7):
        result = play("ascended_kings", f"{__name__}:Interrupting", "greedy", seed=seed)
        ids = [decision.id for decision, _ in records]
        assert len(set(ids)) == len(ids)
        assert result.decisions[0] == sum(answer is not None for _, answer in records)
        considered += [answer for decision, answer in records if decision.optional]
        records.clear()
    assert None in considered
    assert set(considered) - {None}


def test_each_game_has_a_fresh_bot_and_both_seats_of_a_deal(records):
    contest = Contest(
        game="battle_for_empyrean",
        rules=games()["battle_for_empyrean"].rules,
        players=[read_player(RECORDING), read_player("random")],
        options={},
        seed=3,
    )
    result = measure(contest, 4)
    begun = [record for record in records if isinstance(record[1], Match)]
    assert len({id(bot) for bot, _, _ in begun}) == 4
    assert [seat for _, _, seat in begun] == [0, 1, 0, 1]
    assert len({match.id for _, match, _ in begun}) == 4
    assert result.entries[0].player == RECORDING
    assert {contest.deal(number) for number in (0, 1)} != {
        contest.deal(number) for number in (2, 3)
    }


def test_same_seed_leads_to_the_same_game():
    first, second, other = (play("res_arcana", SILENT, "random", seed=seed) for seed in (4, 4, 5))
    assert (first.answers, first.outcome) == (second.answers, second.outcome)
    assert (first.answers, first.outcome) != (other.answers, other.outcome)


def test_program_gets_a_world_when_it_asks_for_one(tmp_path):
    (tmp_path / "bot.py").write_text(CURIOUS)
    asking = play("battle_for_empyrean", f"{sys.executable} {tmp_path}/bot.py", "random")
    silent = play("battle_for_empyrean", SILENT, "random")
    assert asking.decisions[0] == silent.decisions[0] > 0
    (worlds,) = {int(line) for line in (tmp_path / "worlds").read_text().split()[-1:]}
    assert worlds == asking.decisions[0], "the program has had a world for each answer"


def test_program_plays(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("bot.py").write_text(PROGRAM)
    Path("bot.toml").write_text(
        f'server = "http://localhost"\nprogram = ["{sys.executable}", "bot.py"]\n'
    )
    for spec in (f"{sys.executable} {tmp_path}/bot.py", str(tmp_path / "bot.toml")):
        played = play("battle_for_empyrean", spec, "random")
        silent = play("battle_for_empyrean", SILENT, "random")
        assert played.outcome == silent.outcome, "both give every default"


def test_typescript_program_of_the_examples_plays():
    node = OWN_NODE if OWN_NODE.exists() else "node"
    result = play("res_arcana", f"{node} {EXAMPLES / 'program.mts'}", "random")
    assert result.decisions[0] > 10


def test_bot_that_fails_ends_the_contest_with_its_words():
    with pytest.raises(MatchFailed, match="LookupError: a bug of mine"):
        play("battle_for_empyrean", f"{__name__}:Broken", "random")


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("nothing:Bot", "No module named 'nothing'"),
        (f"{__name__}:Nothing", "Nothing"),
        ("nothing.toml", "nothing.toml"),
        ("./nothing at all", "nothing"),
        ("giant", "use one of random, easy"),
    ],
)
def test_unknown_player_is_refused(spec, sentence):
    with pytest.raises(UnknownPlayer, match=sentence):
        read_player(spec)


@pytest.mark.parametrize(
    ("game", "bot"), [*zip(GAMES, ["Collector", "Marshal", "Hermit"], strict=True)]
)
def test_example_wins_most_games_against_easy(monkeypatch, game, bot):
    monkeypatch.chdir(EXAMPLES)
    players = [read_player(f"{game}:{bot}"), read_player("easy")]
    contest = Contest(game=game, rules=games()[game].rules, players=players, options={}, seed=4)
    assert measure(contest, 20).entries[0].score > 0.5
