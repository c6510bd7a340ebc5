"""The two API documents describe and exemplify everything, and their examples are true to them."""

from __future__ import annotations

import re

import pytest

from app.infra.problems import CATALOGUE
from app.wire import asyncapi, descriptions, glossary, parameters, type_glossary
from app.wire.endpoints import ENDPOINTS, TAGS
from app.wire.openapi import examples
from app.wire.operations import OPERATIONS
from tests.app.contract import BASE, at, openapi

METHODS = {"get", "post", "put", "patch", "delete"}
SENTENCE = re.compile(r"^.+[.:]$", re.DOTALL)


def operations():
    """Every operation of the document, webhooks included."""
    for path, methods in (openapi()["paths"] | openapi()["webhooks"]).items():
        for method, told in methods.items():
            assert method in METHODS
            yield f"{method.upper()} {path.removeprefix(BASE)}", told


def contents(told):
    """The bodies of an operation's request and replies."""
    replies = [(status, one) for status, one in told["responses"].items() if "$ref" not in one]
    for place, one in [("request", told.get("requestBody", {})), *replies]:
        yield from ((place, content) for content in one.get("content", {}).values())


def test_every_operation_has_a_short_name_of_its_own():
    names = [told["operationId"] for _, told in operations()]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[a-z][a-zA-Z]{1,24}", name) for name in names), names


def test_the_names_are_of_endpoints_that_are_there():
    assert set(ENDPOINTS) == {name for name, _ in operations() if "/" in name}


def test_every_operation_is_described_and_tagged():
    for name, told in operations():
        assert SENTENCE.match(told["description"]), name
        assert told["summary"], name
        assert len(told["tags"]) == 1, name
        assert told["tags"][0] in TAGS, name


@pytest.mark.parametrize("document", [openapi(), asyncapi.document("1")], ids=["openapi", "async"])
def test_every_property_is_described(document):
    for name, schema in document["components"]["schemas"].items():
        for word, part in schema.get("properties", {}).items():
            assert SENTENCE.match(part.get("description", "")), f"{name}.{word}"


def test_the_glossary_has_no_word_that_nothing_uses():
    documents = openapi(), asyncapi.document("1")
    schemas = {name: one for document in documents for name, one in _schemas(document).items()}
    used = {f"{name}.{word}" for name, one in schemas.items() for word in one.get("properties", {})}
    assert set(type_glossary.NARROWER) <= used
    assert set(glossary.WORDS) <= {one.partition(".")[2] for one in used}
    assert set(glossary.WORDS) >= descriptions.TIMES


def _schemas(document):
    return document["components"]["schemas"]


def test_every_parameter_is_described_with_an_example():
    seen = set()
    for name, told in operations():
        for one in told.get("parameters", ()):
            seen.add(one["name"].lower())
            assert SENTENCE.match(one["description"]), f"{name} {one['name']}"
            assert "example" in one or one["name"] == "cursor", f"{name} {one['name']}"
            if "example" in one:
                assert at(one["schema"]).is_valid(one["example"]), f"{name} {one['name']}"
    assert set(parameters.PARAMETERS) <= seen


def test_every_key_and_cursor_has_the_pattern_that_the_server_demands():
    for name, told in operations():
        for one in told.get("parameters", ()):
            if one["name"] == "cursor" and name != "GET /bots":
                assert "pattern" in text_of(one["schema"]), name
            if one["name"] == "Idempotency-Key":
                key = text_of(one["schema"])
                assert (key["pattern"], key["maxLength"]) == ("^[!-~]{1,100}$", 100), name


def text_of(schema):
    """The schema of a text that may be absent."""
    return next((one for one in schema.get("anyOf", ()) if one["type"] == "string"), schema)


def test_every_request_and_reply_has_an_example():
    for name, told in operations():
        for place, content in contents(told):
            assert "example" in content, f"{name} {place}"


def test_the_examples_are_what_the_document_allows():
    for name, told in operations():
        for place, content in contents(told):
            found = at(content["schema"]).iter_errors(content["example"])
            problems = [error.message[:200] for error in found]
            assert not problems, f"{name} {place}: {problems[:3]}"


def test_no_example_is_of_an_operation_that_is_gone():
    assert set(examples()) <= {told["operationId"] for _, told in operations()}


def test_no_example_has_a_secret_or_an_address_of_a_machine():
    text = str(examples())
    assert "127.0.0.1" not in text
    assert not re.search(r"cnc_[A-Za-z0-9_-]{43}", text)


def test_problems_are_shared_components_which_name_their_headers():
    components = openapi()["components"]["responses"]
    for name, known in OPERATIONS.items():
        told = dict(operations())[name]
        for status, names in known.by_status().items():
            reply = told["responses"][str(status)]
            shared = components[reply["$ref"].removeprefix("#/components/responses/")]
            assert "problem+json" in next(iter(shared["content"]))
            assert all(f"`{one}`: {CATALOGUE[one][1]}" in reply["description"] for one in names)
            assert ("Retry-After" in shared.get("headers", {})) == (status in (409, 429, 503))
        assert set(told["x-problems"]) == set(known.problems)


def test_schemas_hold_nothing_that_generators_of_clients_give_up_on():
    def check(part, place):
        if isinstance(part, dict):
            assert not any(word is True for word in part.get("enum", ())), place
            if "type" in part or "$ref" in part:
                assert not isinstance(part.get("default"), dict), place
            assert part.get("items") is not False, place
            for name, one in part.items():
                check(one, f"{place}.{name}")
        elif isinstance(part, list):
            for one in part:
                check(one, place)

    check(_schemas(openapi()), "schemas")


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
def test_security_is_what_the_code_demands(name, schemes, scope):
    security = dict(operations())[name]["security"]
    assert {next(iter(one), "") for one in security} == schemes
    assert [one["token"] for one in security if "token" in one] == ([[scope]] if scope else [])


def test_the_sockets_are_documented_with_their_ticket_and_servers():
    document = asyncapi.document("1")
    assert {one["protocol"] for one in document["servers"].values()} == {"ws", "http"}
    query = document["channels"]["match"]["bindings"]["ws"]["query"]
    assert "ticket" in query["properties"]
    assert document["components"]["securitySchemes"]["ticket"]["in"] == "query"
    assert all(SENTENCE.match(one["description"]) for one in document["operations"].values())
