"""API documents: both describe every part, with examples that match their schemas."""

from __future__ import annotations

import re

import pytest

from app.infra.problems import CATALOGUE
from app.wire import asyncapi
from app.wire.operations import TAGS
from tests.app import contract
from tests.app.contract import BASE, at, openapi

METHODS = {"get", "post", "put", "patch", "delete"}
SENTENCE = re.compile(r"^.+[.:]$", re.DOTALL)


def operations():
    """Every operation of the document, webhooks included."""
    for path, methods in (openapi()["paths"] | openapi()["webhooks"]).items():
        for method, operation in methods.items():
            assert method in METHODS
            yield f"{method.upper()} {path.removeprefix(BASE)}", operation


def test_every_operation_has_a_short_unique_id():
    names = [operation["operationId"] for _, operation in operations()]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[a-z][a-zA-Z]{1,24}", name) for name in names), names


def test_every_operation_is_described_and_tagged():
    for name, operation in operations():
        assert SENTENCE.match(operation["description"]), name
        assert operation["summary"], name
        assert len(operation["tags"]) == 1, name
        assert operation["tags"][0] in TAGS, name


@pytest.mark.parametrize("document", [openapi(), asyncapi.document("1")], ids=["openapi", "async"])
def test_every_property_is_described(document):
    for name, schema in document["components"]["schemas"].items():
        for word, part in schema.get("properties", {}).items():
            assert SENTENCE.match(part.get("description", "")), f"{name}.{word}"


@pytest.mark.parametrize("document", [openapi(), asyncapi.document("1")], ids=["openapi", "async"])
def test_no_description_only_repeats_the_name(document):
    fillers = {"the", "a", "an", "its", "it", "is", "of", "what", "which", "kind"}
    for name, schema in document["components"]["schemas"].items():
        for member, part in schema.get("properties", {}).items():
            words = set(re.findall(r"[a-z]+", part["description"].lower())) - fillers
            assert words - set(member.rstrip("s").split("_")) - {member}, f"{name}.{member}"


def test_every_parameter_is_described_with_an_example():
    for name, operation in operations():
        for parameter in operation.get("parameters", ()):
            place, schema = f"{name} {parameter['name']}", parameter["schema"]
            assert SENTENCE.match(parameter["description"]), place
            if parameter["name"] != "cursor":  # only the server can write one
                examples = schema.get("examples", [parameter.get("example")])
                assert at(schema).is_valid(examples[0]), place


def test_every_key_and_cursor_declares_the_servers_pattern():
    for name, operation in operations():
        for parameter in operation.get("parameters", ()):
            if parameter["name"] == "cursor" and name != "GET /bots":
                assert "pattern" in text_of(parameter["schema"]), name
            if parameter["name"] == "Idempotency-Key":
                key = text_of(parameter["schema"])
                assert (key["pattern"], key["maxLength"]) == ("^[!-~]{1,100}$", 100), name


def text_of(schema):
    """The schema of a text that may be absent."""
    return next(
        (variant for variant in schema.get("anyOf", ()) if variant["type"] == "string"), schema
    )


def test_openapi_problem_replies_use_shared_components_with_headers():
    components = openapi()["components"]["responses"]
    for operation in contract.operations().values():
        for problem in operation["x-problems"]:
            status, title = CATALOGUE[problem]
            reply = operation["responses"][str(status)]
            shared = components[reply["$ref"].removeprefix("#/components/responses/")]
            assert "problem+json" in next(iter(shared["content"]))
            assert f"`{problem}`: {title}" in reply["description"]
            assert ("Retry-After" in shared.get("headers", {})) == (status in (409, 429, 503))


def test_schemas_avoid_constructs_that_client_generators_reject():
    def check(part, place):
        if isinstance(part, dict):
            assert not any(word is True for word in part.get("enum", ())), place
            if "type" in part or "$ref" in part:
                assert not isinstance(part.get("default"), dict), place
            assert part.get("items") is not False, place
            for name, child in part.items():
                check(child, f"{place}.{name}")
        elif isinstance(part, list):
            for child in part:
                check(child, place)

    check(openapi()["components"]["schemas"], "schemas")


@pytest.mark.parametrize(
    ("name", "schemes", "scope"),
    [
        ("POST /matches", {"token", "account", "session"}, "create"),
        ("POST /matches/{id}/decisions/{decision}", {"token", "account", "session"}, "play"),
        ("GET /matches/{id}/view", {"token", "account", "session", ""}, "read"),
        ("GET /me/stream", {"token", "account", "session"}, "read"),
        ("POST /bots", {"account", "session"}, None),
        ("GET /admin/reports", {"account", "session"}, None),
        ("POST /accounts", {"account", "session", ""}, None),
        ("GET /games", set(), None),
        ("POST /guests", set(), None),
    ],
)
def test_documented_security_matches_the_code(name, schemes, scope):
    security = dict(operations())[name]["security"]
    assert {next(iter(scheme), "") for scheme in security} == schemes
    assert [scheme["token"] for scheme in security if "token" in scheme] == (
        [[scope]] if scope else []
    )


def test_sockets_are_documented_with_their_ticket_and_servers():
    document = asyncapi.document("1")
    assert {server["protocol"] for server in document["servers"].values()} == {"ws", "http"}
    query = document["channels"]["match"]["bindings"]["ws"]["query"]
    assert "ticket" in query["properties"]
    assert document["components"]["securitySchemes"]["ticket"]["in"] == "query"
    assert all(
        SENTENCE.match(operation["description"]) for operation in document["operations"].values()
    )
