"""Program: a bot that speaks JSON lines, and what it may do wrong."""

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
    data = json.loads(line)
    print(data["t"], file=sys.stderr, flush=True)
    if data["t"] == "choose":
        assert data["view"]["match"] == data["match"] and "deadline" not in data["decision"]
        print(json.dumps({"id": data["id"], "answer": data["decision"]["default"]}), flush=True)
    elif data["t"] == "accept" and data["match"]["options"]["turns"] > 5:
        print(json.dumps({"id": data["id"], "decline": "options", "text": "Too long"}), flush=True)
    elif "id" in data:
        print(json.dumps({"id": data["id"], "answer": None}), flush=True)
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
    data = json.loads(line)
    if "id" in data:
        print(json.dumps({"id": data["id"] + 1000}), flush=True)
        print(json.dumps({"id": data["id"], "answer": None}), flush=True)
"""


def program(folder: Path, text: str) -> Program:
    (folder / "bot.py").write_text(text)
    return Program([sys.executable, "bot.py"], folder)


async def test_program_plays_and_declines(ada, vex, tmp_path, capfd):
    player = program(tmp_path, GOOD)
    async with player.running(), running(vex, lambda: ProgramBot(player)):
        name = await name_of(vex)
        match, long = invite(ada, name), invite(ada, name, options={"turns": 9})
        await until(has_ended(ada, match))
        await until(lambda: first_seat(ada, long).declined)
        assert first_seat(ada, long).declined.text == "Too long"
        output = ""
        while "end\n" not in output:
            output += capfd.readouterr().err
            await asyncio.sleep(0.02)
    for t in ("begin", "choose", "events", "accept"):
        assert f"{t}\n" in output


@pytest.mark.parametrize(
    ("text", "complaint"), [(DYING, "ended with 3"), (BABBLING, "wrote what is no reply")]
)
async def test_match_continues_whatever_the_program_does(
    ada, vex, tmp_path, caplog, monkeypatch, text, complaint
):
    monkeypatch.setattr("conclave_client.backoff.FIRST_WAIT_S", 0.01)
    player = program(tmp_path, text)
    async with player.running(), running(vex, lambda: ProgramBot(player)):
        match = invite(ada, await name_of(vex), options={"turns": 2})
        await until(has_ended(ada, match))
    assert complaint in caplog.text


async def test_missing_program_is_an_error(tmp_path):
    with pytest.raises(OSError, match="nothing"):
        async with Program([str(tmp_path / "nothing")]).running():
            raise AssertionError("it was started")
