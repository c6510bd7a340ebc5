"""Pace: the time of a bot's answer reveals nothing of what the bot saw."""

from __future__ import annotations

import json
import time
from collections import Counter
from itertools import count as counting
from itertools import cycle
from random import Random

import msgspec
import pytest

from app.bots.pace import MIN_SEARCH_S, MIN_SLACK_S, pace_of
from app.bots.tempo import BOT_TIME_SHARE, MAX_BOT_TIME_S, Tempo, has_begun
from app.bots.worker import TimeBudget
from app.infra.read_settings import read_settings
from app.lobby.schemas import NewMatch
from app.matches.commands import Command
from engine.bots import think
from engine.bots.bot import installed_bots
from engine.bots.plan import Thought
from engine.core.game import Turn
from engine.core.match import answer, new_match, running_table
from engine.core.registry import games
from engine.testing.play import seed_of
from tests.app.in_process import ANN, in_process_server
from tests.app.strange_bots import until

DECISIONS = counting(1)
BOTS = [{"kind": "bot", "bot": "normal"}] * 2


def make_pace(name="hard", part=1.0, share=1.0, **settings):
    return pace_of(installed_bots()[name], part, share, read_settings(**settings))


def parts(tempo, count, seat=0, turn=None, **how):
    turn = turn or Turn(1, "action", [0])
    decisions = [f"{next(DECISIONS)}.0" for _ in range(count)]
    return [
        tempo.turn_share("m", turn, seat, decision, **{"further": False, **how})
        for decision in decisions
    ]


class FakeClock:
    """A clock that thoughts and pauses advance."""

    def __init__(self):
        self.now = 100.0

    async def sleep(self, seconds):
        self.now += seconds


async def play_timed(services, clock, lengths):
    """Play a match of bots whose thoughts take `lengths`; returns for each answer the length of
    its thought, the time until it was taken, and its pace.
    """
    bots, take, timings = services.bots, services.pipeline.take, []
    bots._clock, bots._sleep, lengths = lambda: clock.now, clock.sleep, cycle(lengths)

    async def think(room, decision, pace):
        length, start = next(lengths), clock.now
        timings.append((length, start, pace))
        clock.now += length
        place = room.started_match.decisions.index(decision)
        return Thought(running_table(room.game, room.started_match).open[place].default())

    async def timed_take(command):
        length, start, pace = timings[-1]
        timings[-1] = length, clock.now - start, pace
        return await take(command)

    bots._think, services.pipeline.take = think, timed_take
    match = (await services.lobby.create(NewMatch(game="tiny", seats=BOTS), ANN)).id
    await until(lambda: services.rooms._rooms[match].info.status == "finished")
    return timings


async def test_answer_time_is_independent_of_thinking_time(tmp_path):
    """Thoughts of very different length, on a fake clock."""
    async with in_process_server(tmp_path) as services:
        timings = await play_timed(services, FakeClock(), [0.0, 0.01, 0.035])
        assert len(timings) == 14
    for _, until_taken, pace in timings:
        assert until_taken == pytest.approx(pace.wait_s, abs=1e-6)
    by_length = {
        length: {round(pace.wait_s, 6) for thought_s, _, pace in timings if thought_s == length}
        for length, _, _ in timings
    }
    assert len(by_length) == 3


async def test_bot_does_not_answer_for_a_seat_reclaimed_meanwhile(tmp_path):
    async with in_process_server(tmp_path, undo_grace=0, bot_effort=0) as services:
        commands, waited = [], []

        async def sleep(_seconds):
            waited.append(True)
            room = await services.rooms.get(match)
            person, _ = room.info.seats
            room.info = msgspec.structs.replace(room.info, seats=[person, person])

        async def take(command):
            commands.append(command)

        services.bots._sleep, services.pipeline.take = sleep, take
        new = NewMatch(game="tiny", seats=[{"kind": "me"}, BOTS[0]])
        match = (await services.lobby.create(new, ANN)).id
        await until(lambda: waited and not services.bots._tasks)
    assert not commands


async def test_late_answer_appears_at_once(tmp_path):
    async with in_process_server(tmp_path) as services:
        timings = await play_timed(services, FakeClock(), [2.0])
    assert all(until_taken == pytest.approx(2.0) for _, until_taken, _ in timings)


async def test_bots_answer_as_soon_as_they_can_without_a_delay(tmp_path):
    async with in_process_server(tmp_path, bot_delay=0) as services:
        timings = await play_timed(services, FakeClock(), [0.0, 0.5])
    assert all(until_taken == pytest.approx(length) for length, until_taken, _ in timings)


@pytest.mark.timed
async def test_real_bot_never_answers_before_its_delay(tmp_path):
    """On the real clock, with a real worker: the pause is never shorter than it should be."""
    async with in_process_server(tmp_path, bot_delay=0.05, bot_effort=0) as services:
        bots, take, starts, waits = services.bots, services.pipeline.take, [], []
        original = bots._think

        async def think(room, decision, pace):
            starts.append((time.monotonic(), pace))
            return await original(room, decision, pace)

        async def timed_take(command):
            at, pace = starts[-1]
            waits.append((time.monotonic() - at, pace.wait_s))
            return await take(command)

        bots._think, services.pipeline.take = think, timed_take
        match = (await services.lobby.create(NewMatch(game="tiny", seats=BOTS), ANN)).id
        await until(lambda: services.rooms._rooms[match].info.status == "finished")
    assert len(waits) == 14
    assert match not in bots._tempo._moves, "a match that is over is forgotten"
    assert all(waited >= wait - 0.002 for waited, wait in waits)


def test_search_time_shrinks_with_its_share_down_to_greedy():
    seconds = installed_bots()["hard"].seconds
    assert make_pace().wait_s == max(seconds, 0.4)
    assert make_pace(share=0.5).search_s == pytest.approx(make_pace().search_s / 2)
    assert make_pace(part=0.1).search_s <= make_pace(part=0.1).wait_s - 0.015
    least = (MIN_SEARCH_S + MIN_SLACK_S) / seconds
    for scarce in ({"share": 0.99 * least}, {"part": 0.99 * least}):
        hurried = make_pace(**scarce)
        assert (hurried.bot, hurried.search_s) == ("greedy", 0)
        assert hurried.wait_s >= 0.4 * scarce.get("part", 1), "others still see what it does"
        enough = make_pace(**{how: 1.05 * much for how, much in scarce.items()})
        assert enough.bot == "hard"
        assert enough.search_s > MIN_SEARCH_S
    assert make_pace(bot_effort=0).bot == "greedy"
    assert make_pace(bot_effort=10, bot_seconds=1).wait_s <= 0.5


def test_instant_bots_pause_too():
    for name in ("random", "greedy"):
        pace = make_pace(name, part=0.25)
        assert (pace.bot, pace.search_s, pace.wait_s) == (name, 0, 0.1)


def test_each_further_move_of_a_turn_gets_less_time():
    tempo = Tempo()
    own = parts(tempo, 30)
    assert own == sorted(own, reverse=True)
    assert own[0] == 1
    assert parts(tempo, 1, further=True) == [own[-1] * 0.2]
    assert parts(tempo, 1, seat=1) == [0.5], "in another's turn"
    assert parts(tempo, 1, turn=Turn(1, "action", [1]), seat=1) == [1], "its own turn has begun"
    assert parts(tempo, 1, turn=Turn(2, "action", [1]), seat=1) == [1], "the next round"
    assert parts(tempo, 1, turn=Turn(2, "roll", [1]), seat=1)[0] < 1, "another phase of the turn"
    tempo.forget("m")
    turn = Turn(2, "roll", [1])
    again = [tempo.turn_share("m", turn, 1, "7.1", further=False) for _ in range(3)]
    assert again == [1, 1, 1], "a decision that is thought about again counts once"


def test_strongest_bot_stays_within_the_default_limits():
    """The limits at the default settings: 2 s for a move of nine answers, 6 s for a turn of thirty
    moves, of which a third have a follow-up.
    """
    bot, settings = list(installed_bots().values())[-1], read_settings()
    first, *moves = (pace_of(bot, part, 1.0, settings).wait_s for part in parts(Tempo(), 30))
    assert first + 8 * first * 0.2 <= 2
    assert first + sum(moves) + 0.2 * sum([first, *moves][::3]) <= 6


def waits(tempo, count, seat, turn):
    """The waits for `count` answers of `hard` at a table with people."""
    bot, settings, seconds = installed_bots()["hard"], read_settings(), []
    for _ in range(count):
        part = tempo.turn_share("m", turn, seat, f"{next(DECISIONS)}.0", further=False)
        seconds.append(pace_of(bot, part, 1.0, settings, tempo.limit_s("m")).wait_s)
        tempo.record("m", seconds[-1])
    return seconds


def test_person_waits_less_than_twelve_seconds_for_bots():
    """Six turns of three `hard`, each of a hundred answers, between two turns of a person: the
    last of a round and the first of the next.
    """
    tempo, per_turn = Tempo(), []
    for number in range(6):
        per_turn.append(waits(tempo, 100, number, Turn(number, "action", [number])))
    assert 11 < sum(map(sum, per_turn)) < MAX_BOT_TIME_S + 1e-9
    assert per_turn[0] == waits(Tempo(), 100, 0, Turn(0, "action", [0])), (
        "a long turn is left whole"
    )
    tempo.reset("m")
    assert waits(tempo, 100, 6, Turn(6, "action", [6])) == per_turn[0]


@pytest.mark.parametrize("game", ["res_arcana", "battle_for_empyrean", "ascended_kings"])
def test_real_matches_stay_within_the_limits(game):
    """Seat 0 is a person: at most 2 s per move with its follow-ups, 6 s per turn, and 15 s from the
    person's turn to the next one, less 3 s for what servers do besides.
    """
    stopwatch = Stopwatch(games()[game])
    stopwatch.play(number=1, answers=400)
    assert len(stopwatch.between) >= 4
    assert max(stopwatch.moves) <= 2
    assert max(stopwatch.turns) <= 6
    assert max(stopwatch.between) < MAX_BOT_TIME_S == 12


class Stopwatch:
    """A match for as many seats as there can be, played by `greedy` at the pace of `hard`."""

    def __init__(self, game):
        self.game = game
        self.tempo = Tempo()
        self.moves, self.turns, self.between = [], [], []
        self._waited, self._move = 0.0, Counter()

    def play(self, number, answers):
        transition, rng = (
            new_match(self.game, {}, self.game.seats[-1], seed_of(number)),
            Random(number),
        )
        latest = None
        for _ in range(answers):
            if transition.match.over:
                return
            turn = self.game.turn(running_table(self.game, transition.match).table)
            if turn != latest:
                self._begin(turn, latest)
                latest = turn
            decision = next(
                decision for decision in transition.match.decisions if not decision.optional
            )
            if decision.seat != 0:
                self._wait(transition.match, turn, decision)
            thought = think("greedy", self.game, transition.match, decision.seat, decision.id, rng)
            transition = answer(
                self.game, transition.match, decision.seat, decision.id, thought.answer
            )

    def _begin(self, turn, latest):
        if 0 in turn.seats and latest is not None and 0 not in latest.seats:
            self.between.append(self._waited)
            self._waited = 0.0
            self.tempo.reset("m")
        if latest is None or (turn.round, turn.seats) != (latest.round, latest.seats):
            self.turns.append(0.0)

    def _wait(self, match, turn, decision):
        further = has_begun(match, decision.seat)
        part = self.tempo.turn_share("m", turn, decision.seat, decision.id, further=further)
        pace = pace_of(
            installed_bots()["hard"], part, 1.0, read_settings(), self.tempo.limit_s("m")
        )
        self.tempo.record("m", pace.wait_s)
        self._waited += pace.wait_s
        self.turns[-1] += pace.wait_s
        self._move[decision.seat] = pace.wait_s + further * self._move[decision.seat]
        self.moves.append(self._move[decision.seat])


async def test_turn_of_a_person_resets_the_wait(tmp_path):
    async with in_process_server(tmp_path, bot_effort=0, undo_grace=0) as services:
        bots, clock, limits = services.bots, FakeClock(), []
        bots._clock, bots._sleep, original = lambda: clock.now, clock.sleep, bots._pace

        def pace(*args):
            result = original(*args)
            limits.append(bots._tempo.limit_s(match))
            return result

        new = NewMatch(game="tiny", seats=[{"kind": "me"}, *BOTS])
        match = (await services.lobby.create(new, ANN)).id
        bots._pace = pace
        for _ in range(3):
            await until(lambda: not bots._tasks)
            limits.clear()
            decision, *_ = json.loads(await services.pipeline.decisions(match, 0))
            command = Command(
                "answer", match, 0, decision["id"], decision["default"], by=ANN.account
            )
            await services.pipeline.take(command)
        await until(lambda: not bots._tasks)
    whole = MAX_BOT_TIME_S * BOT_TIME_SHARE
    assert limits == pytest.approx([whole, whole - 0.4 * BOT_TIME_SHARE])


def test_time_budget_expires():
    assert TimeBudget(0).expired()
    budget = TimeBudget(60)
    assert not budget.expired()
    assert budget.iterations is None
