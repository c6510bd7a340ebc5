"""Search: engine bots play on the client's machine, from what their seat may know."""

from __future__ import annotations

from base64 import b64decode

import pytest

from conclave_client import Client, Problem, calls
from conclave_client.search import SearchPool, search
from conclave_client.types import FullFrame
from engine.core.match import Match
from tests.client.conftest import bot_of
from tests.client.test_runner import has_ended, name_of, running, until

OPTIONS = {
    "res_arcana": {"round_limit": 2},
    "battle_for_empyrean": {},
    "ascended_kings": {"rounds": 1, "round_limit": 2},
}


@pytest.mark.parametrize("game", sorted(OPTIONS))
async def test_engine_bot_plays_for_an_account(server, ada, vex, game, caplog):
    with SearchPool("greedy", 1) as search_pool:
        async with running(vex, search_pool.bot):
            seats = [calls.invited(await name_of(vex)), calls.bot("random")]
            match = ada.send(calls.create_match(game, seats, options=OPTIONS[game]))
            await until(has_ended(ada, match))
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_world_is_given_to_bots_only_and_for_their_own_questions(server, ada):
    _, token = bot_of(ada)
    with Client(server.url, token) as bot:
        seats = [calls.ME, calls.bot("random")]
        match = bot.send(calls.create_match("res_arcana", seats)).id
        frame = next(
            frame for frame in bot.frames(match) if isinstance(frame, FullFrame) and frame.decisions
        )
        question = frame.decisions[0]
        worlds = [bot.send(calls.world(match, question.id)) for _ in range(2)]
        assert worlds[0].state != worlds[1].state, "they are dealt by chance"
        world = Match.from_bytes(b64decode(worlds[0].state))
        assert [decision.id for decision in world.decisions] == [
            decision.id for decision in frame.decisions
        ]
        assert (world.past, world.undoable, world.event_counts) == ([], [], [])
        answer = search("greedy", b64decode(worlds[0].state), question.seat, question.id)
        assert answer in [option.key for option in question.options]
        with pytest.raises(Problem) as refused:
            ada.send(calls.world(match, question.id))
        assert refused.value.name == "forbidden"
        bot.send(calls.answer(match, question.id, answer))
        with pytest.raises(Problem) as refused:
            bot.send(calls.world(match, question.id))
        assert refused.value.name == "stale-decision"
