"""Authorisation of websocket commands, for every kind of caller; the table is the rule."""

from __future__ import annotations

import pytest

from app.wire import commands
from tests.app.scenes import CALLERS, people, scene_maker  # noqa: F401

# Command, and the socket's reply to it; in the second table the match has no spectators. A token
# without `read` opens no socket.
# nobody other admin bot  read play create  seat creator
# fmt: off
COMMANDS = {
    "answer": "forbidden forbidden forbidden forbidden  forbidden 4001 4001  ack ack",
    "undo": "forbidden forbidden forbidden forbidden  forbidden 4001 4001  ack ack",
    "show": "forbidden forbidden forbidden forbidden  forbidden 4001 4001  forbidden forbidden",
    "chat": "unauthenticated ack ack ack  forbidden 4001 4001  ack ack",
    "offer": "forbidden forbidden forbidden forbidden  forbidden 4001 4001  ack ack",
    "accept": "forbidden forbidden forbidden forbidden  forbidden 4001 4001  ack forbidden",
    "resync": "full full full full  full 4001 4001  full full",
    "ping": "pong pong pong pong  pong 4001 4001  pong pong",
}
HIDDEN = {
    "answer": "4001 4001 4001 4001  forbidden 4001 4001  ack ack",
    "undo": "4001 4001 4001 4001  forbidden 4001 4001  ack ack",
    "show": "4001 4001 4001 4001  forbidden 4001 4001  forbidden forbidden",
    "chat": "4001 4001 4001 4001  forbidden 4001 4001  ack ack",
    "offer": "4001 4001 4001 4001  forbidden 4001 4001  ack ack",
    "accept": "4001 4001 4001 4001  forbidden 4001 4001  ack forbidden",
    "resync": "4001 4001 4001 4001  full 4001 4001  full full",
    "ping": "4001 4001 4001 4001  pong 4001 4001  pong pong",
}
# fmt: on


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize(("phase", "table"), [("playing", COMMANDS), ("hidden", HIDDEN)])
async def test_socket_authorises_commands_of_each_kind_of_caller(new_scene, phase, table, name):
    scene, actual = None, {}
    for caller in CALLERS:
        scene = scene or await new_scene(phase)
        actual[caller] = await verdict(scene, caller, await command_of(scene, caller, name))
        if actual[caller] == "ack":
            scene = None
    assert actual == dict(zip(CALLERS, table[name].split(), strict=True))


def test_every_command_has_a_row():
    tags = {command.__struct_config__.tag for command in commands.COMMANDS}
    assert {"offer" if name == "accept" else name for name in COMMANDS} == tags


async def command_of(scene, caller, name):
    """The command as this caller would send it."""
    if name == "accept":
        offer = await scene.path("{offer}", caller)
        return {"t": "offer", "id": offer, "accept": True}
    if name == "answer":
        question = await scene.question(caller)
        return {"t": name, "decision": question["id"], "answer": question["default"]}
    if name == "undo":
        decision = (await scene.path("{decision}/undo", caller)).removesuffix("/undo")
        return {"t": name, "decision": decision}
    show = {"card": "c1", "to": [1]}
    members = {"chat": {"text": "hello"}, "offer": {"kind": "pause"}, "show": show}
    return {"t": name, **members.get(name, {})}


async def verdict(scene, caller, command):
    """The socket's reply to the command; its close code if it was closed instead."""
    person = await scene.person(caller)
    wire = await person.wire(scene.match)
    if wire.closed:
        return str(wire.closed)
    expected = {"resync": "full", "ping": "pong"}.get(command["t"], "ack")
    before = len(wire.frames)
    await wire.send({**command, "ref": 1})
    try:
        await wire.until(
            lambda: any(verdict_of(frame, expected) for frame in wire.frames[before:]), 10
        )
    finally:
        await wire.close()
    return next(filter(None, (verdict_of(frame, expected) for frame in wire.frames[before:])))


def verdict_of(frame, expected):
    """The verdict of a frame on the command, if it has any."""
    if frame["t"] == "nack":
        return frame["problem"]["type"].removeprefix("/problems/")
    return expected if frame["t"] == expected else None
