"""The OpenAPI and AsyncAPI documents match the server; every reply and frame of the tests is
checked against them as it arrives (`tests.app.contract`).
"""

from __future__ import annotations

import json

import httpx
import msgspec
import pytest

from app.api.socket_commands import read_command
from app.infra.problems import CATALOGUE, Problem
from app.infra.read_settings import read_settings
from app.main import create_app
from app.wire import asyncapi, commands
from tests.app.contract import openapi, operations
from tests.app.wire import anonymous, browse

UNDECLARED = {"internal", "method-not-allowed"}
"""Problems that no existing endpoint declares."""


def test_document_refuses_a_route_without_declared_replies():
    app = create_app(read_settings(secret_key="never used at all"))

    @app.get("/undeclared")
    async def undeclared() -> None: ...

    with pytest.raises(AttributeError, match="operation"):
        app.openapi()


def test_every_problem_is_declared_by_an_endpoint():
    named = {name for operation in operations().values() for name in operation["x-problems"]}
    assert named == set(CATALOGUE) - UNDECLARED


@pytest.mark.parametrize("document", [openapi(), asyncapi.document("1")], ids=["openapi", "async"])
def test_every_reference_resolves(document):
    def follow(part):
        if isinstance(part, dict):
            if "$ref" in part:
                target = document
                for step in part["$ref"].removeprefix("#/").split("/"):
                    target = target[step]
            for child in part.values():
                follow(child)
        elif isinstance(part, list):
            for child in part:
                follow(child)

    follow(document)


async def test_documents_are_served(url):
    async with browse(url) as http:
        assert (await http.get("/openapi.json")).json()["paths"].keys() == openapi()["paths"].keys()
        pushed = (await http.get("/asyncapi.json")).json()
    assert pushed["asyncapi"] == "3.1.0"
    assert pushed["channels"]["match"]["address"] == "/api/v1/matches/{id}/ws"


MESSAGES = {
    "answer": {"ref": 1, "decision": "0.0", "answer": {"elan": 2}, "key": "k"},
    "undo": {"ref": 1, "decision": "0.0"},
    "show": {"ref": 1, "card": "hawk", "to": [1, 2], "key": "k"},
    "chat": {"ref": 1, "text": "Hello", "to": [1]},
    "offer": {"ref": 1, "kind": "substitute", "seat": 1, "open": True},
    "resync": {},
    "ping": {},
}


@pytest.mark.parametrize("command", commands.COMMANDS, ids=lambda command: command.__name__)
def test_commands_decode_into_the_documented_types(command):
    """A member that the document does not have is refused, even one of another command."""
    tag = command.__struct_config__.tag
    message = {"t": tag, **MESSAGES[tag]}
    read = read_command(json.dumps(message).encode())
    assert type(read) is command
    assert msgspec.to_builtins(read) == message
    for unknown in ({"unheard": 1}, {"accept": True} if tag != "offer" else {"text": "Hello"}):
        with pytest.raises(Problem, match="unknown field") as refused:
            read_command(json.dumps(message | {"ref": 7} | unknown).encode())
        assert (refused.value.name, refused.value.ref) == ("invalid-request", 7)


@pytest.mark.parametrize(
    "message",
    [
        *({}, {"t": None}, {"t": "hello"}, {"t": ["answer"]}, {"t": "answer"}),
        *({"t": "answer", "decision": "0.0", "answer": 1, "key": "two words"},),
        *({"t": "answer", "decision": "0.0", "answer": 1, "key": "line\n"},),
        *({"t": "undo", "decision": "x" * 101}, {"t": "show", "card": "hawk"}),
        *({"t": "show", "card": "hawk", "to": [0] * 17}, {"t": "chat", "text": ""}),
        *({"t": "chat", "text": "x" * 1001}, {"t": "offer"}, {"t": "offer", "kind": "win"}),
        *({"t": "offer", "id": "o"}, {"t": "offer", "kind": "undo", "id": "o", "accept": True}),
        *({"t": "offer", "kind": "substitute", "seat": 16}, {"t": "offer", "accept": True}),
    ],
)
def test_malformed_command_is_refused_with_its_ref(message):
    with pytest.raises(Problem) as refused:
        read_command(json.dumps({**message, "ref": 7}).encode())
    assert (refused.value.name, refused.value.ref) == ("invalid-request", 7)


@pytest.mark.parametrize("message", [{"t": "chat", "text": "Hello", "ref": None}, [], 7, "ping"])
def test_refusal_of_a_command_without_a_ref_has_none(message):
    with pytest.raises(Problem) as refused:
        read_command(json.dumps(message).encode())
    assert refused.value.name == "invalid-request"
    assert not hasattr(refused.value, "ref")


@pytest.mark.parametrize("tag", list(MESSAGES))
def test_optional_members_of_a_command_may_be_null(tag):
    message = {"t": tag, **MESSAGES[tag]}
    absent = {name: None for name in ("key", "to", "seat", "accept") if name not in message}
    command = next(command for command in commands.COMMANDS if command.__struct_config__.tag == tag)
    optional = {name: value for name, value in absent.items() if name in command.__struct_fields__}
    assert read_command(json.dumps(message | optional).encode()) == read_command(
        json.dumps(message).encode()
    )


async def test_unknown_path_is_not_found_and_unknown_method_not_allowed(url):
    person = anonymous(url)
    for method in ("GET", "POST", "PUT", "DELETE", "PATCH"):
        await person.refused(method, "/no/such/thing", "not-found")
    response = await person.call("DELETE", "/games")
    assert response.status_code == 405
    assert response.headers["allow"] == "GET, HEAD"
    async with browse(url) as http:
        assert (await http.post("/api/v2/games")).status_code == 404


async def test_fault_is_answered_and_its_message_is_not_logged(capfd):
    app = create_app(read_settings(secret_key="never used at all"))

    async def fail() -> None:
        raise ValueError("the hidden card is the queen")

    app.router.routes.insert(0, app.router.route_class("/fail", fail))
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://here") as http:
        response = await http.get("/fail")
    assert response.status_code == 500
    assert response.json()["type"] == "/problems/internal"
    assert response.headers["x-content-type-options"] == "nosniff"
    output = "".join(capfd.readouterr())
    assert '"error": "ValueError"' in output
    assert "queen" not in output + response.text
