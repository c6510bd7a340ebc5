"""Program: a bot that talks JSON lines, and what it may do wrong."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from conclave_client.program import Program, ProgramBot
from tests.client.test_runner import first_seat, has_ended, invite, name_of, running, until

GOOD = """
import json, sys

for line in sys.stdin:
    told = json.loads(line)
    print(told["t"], file=sys.stderr, flush=True)
    if told["t"] == "choose":
        assert told["view"]["match"] == told["match"] and "deadline" not in told["decision"]
        print(json.dumps({"id": told["id"], "answer": told["decision"]["default"]}), flush=True)
    elif told["t"] == "accept" and told["match"]["options"]["turns"] > 5:
        print(json.dumps({"id": told["id"], "decline": "options", "text": "Too long"}), flush=True)
    elif "id" in told:
        print(json.dumps({"id": told["id"], "answer": None}), flush=True)
"""
DYING = """
import sys

for line in sys.stdin:
    if '"choose"' in line:
        sys.exit(3)
    if '"accept"' in line:
        print('{"id": %s}' % line.split('"id":')[1].split(",")[0], flush=True)
"""
BABBLING = """
import json, sys

for line in sys.stdin:
    print("hello?", flush=True)
    print("[]", flush=True)
    told = json.loads(line)
    if "id" in told:
        print(json.dumps({"id": told["id"] + 1000}), flush=True)
        print(json.dumps({"id": told["id"], "answer": None}), flush=True)
"""


def program(folder: Path, text: str) -> Program:
    (folder / "bot.py").write_text(text)
    return Program([sys.executable, "bot.py"], folder)


async def test_a_program_plays_and_declines(ada, vex, tmp_path, capfd):
    player = program(tmp_path, GOOD)
    async with player.running(), running(vex, lambda: ProgramBot(player)):
        name = await name_of(vex)
        match, long = invite(ada, name), invite(ada, name, options={"turns": 9})
        await until(has_ended(ada, match))
        await until(lambda: first_seat(ada, long).declined)
        assert first_seat(ada, long).declined.text == "Too long"
        said = ""
        while "end\n" not in said:
            said += capfd.readouterr().err
            await asyncio.sleep(0.02)
    for t in ("begin", "choose", "events", "accept"):
        assert f"{t}\n" in said


@pytest.mark.parametrize(
    ("text", "complaint"), [(DYING, "ended with 3"), (BABBLING, "wrote what is no reply")]
)
async def test_a_match_goes_on_whatever_the_program_does(
    ada, vex, tmp_path, caplog, monkeypatch, text, complaint
):
    monkeypatch.setattr("conclave_client.backoff.FIRST_S", 0.01)
    player = program(tmp_path, text)
    async with player.running(), running(vex, lambda: ProgramBot(player)):
        match = invite(ada, await name_of(vex), options={"turns": 2})
        await until(has_ended(ada, match))
    assert complaint in caplog.text


async def test_a_program_that_is_not_there_is_no_bot(tmp_path):
    with pytest.raises(OSError, match="nothing"):
        async with Program([str(tmp_path / "nothing")]).running():
            raise AssertionError("it was started")
