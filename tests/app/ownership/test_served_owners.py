"""Owners among served processes: replies, frames and logs of commands that they take for others."""

from __future__ import annotations

import random
import re

import pytest

from tests.app.conftest import QUICK
from tests.app.random_answers import pick
from tests.app.test_request_ids import answer_default, wait_for_log
from tests.app.wire import arrive, browse, play_to_the_end, tiny, two_at_tiny


@pytest.mark.redis
async def test_ack_precedes_the_frame_from_another_process(postgres_redis_server, second_process):
    ann, bob, match = await two_at_tiny(postgres_redis_server.url)
    first, second = await ann.wire(match), await (await bob.at(second_process.url)).wire(match)
    await first.answer(pick(first.decisions[0], random.Random(0)))
    await second.until(lambda: second.ply == 1)
    reply = await second.answer(pick(second.decisions[0], random.Random(0)))
    await second.until(lambda: second.ply == 2)
    kinds = [frame["t"] for frame in second.frames if frame["t"] in ("ack", "delta", "full")]
    assert reply["ply"] == 2
    assert kinds[-2] == "ack", "a busy process may send its view whole, but after the ack"
    metrics = (await browse(second_process.url).get("/metrics")).text
    assert re.search(r'^conclave_forwarded_total{result="taken"} [1-9]', metrics, re.MULTILINE)


@pytest.mark.redis
@pytest.mark.postgres
async def test_owner_logs_the_id_of_a_forwarded_request(postgres_redis_server, second_process):
    ann, bob, match = await two_at_tiny(postgres_redis_server.url)
    await answer_default(ann, match, "at-the-owner")
    there = await bob.at(second_process.url)
    await answer_default(there, match, "forwarded-answer")
    events = await wait_for_log(postgres_redis_server, "forwarded-answer", "answer")
    assert events["answer"]["match"] == match
    events = await wait_for_log(second_process, "forwarded-answer", "request")
    assert events["request"]["status"] == 200
    assert "answer" not in events


@pytest.mark.redis
async def test_answers_of_a_background_bot_go_to_the_owner(serve, postgres_url, redis_url):
    settings = QUICK | {"DATABASE_URL": postgres_url, "REDIS_URL": redis_url}
    front = serve(**settings, BACKGROUND="false")
    serve(**settings)
    ann = await arrive(front.url, "Ann")
    wire = await ann.wire(await tiny(ann, 3, [{"kind": "me"}, {"kind": "bot"}]))
    await play_to_the_end([wire], random.Random(1))
    assert '"seat": 1' in front.log.read_text()
