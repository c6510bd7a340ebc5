"""The messages of docs/protocol.md fit both API documents; its tables match the code."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.infra.settings import Settings
from app.wire.commands import COMMANDS
from app.wire.grammar import Grammar
from app.wire.json_patch import canonical
from app.wire.webhooks import MESSAGES
from devtools.marked_section import section
from scripts.access_table import MARK, PROTOCOL, access_table
from tests.app.contract import BY_TAG, at, names_with_keys, validator

TEXT = PROTOCOL.read_text()
BLOCKS = [json.loads(block) for block in re.findall(r"^```json\n(.*?)^```$", TEXT, re.M | re.S)]
COMMAND_BY_TAG = {command.__struct_config__.tag: command.__name__ for command in COMMANDS}
WEBHOOKS = {message.__struct_config__.tag: message.__name__ for message in MESSAGES}
LIMITS = {
    "commands (": ("commands_per_second", "command_burst", "address_command_factor"),
    "open tables": ("max_open_tables",),
    "unfinished matches": ("max_unfinished_matches",),
    "matches of built-in bots alone": ("max_bot_matches",),
    "hints": ("hints_per_minute",),
    "analyses": ("analyses_per_hour", "max_waiting_analyses"),
    "chat": ("chat_per_minute",),
    "changes of an account": ("changes_per_minute",),
    "sockets and streams": ("sockets_per_account",),
}


def checker(message: dict[str, Any]) -> Any:
    """The schema that the message must fit, chosen by the member that names its kind."""
    if (tag := message.get("t")) in COMMAND_BY_TAG and "ref" in message:
        return validator("asyncapi", COMMAND_BY_TAG[tag])
    if tag is not None:
        return validator("asyncapi", BY_TAG[tag])
    if "event" in message:
        return validator("openapi", WEBHOOKS[message["event"]])
    if "deadline" in message:
        return validator("openapi", "Decision")
    if "type" in message:
        return validator("openapi", "Problem")
    return None


@pytest.mark.parametrize("message", BLOCKS, ids=lambda message: "-".join(list(message)[:2]))
def test_documented_messages_fit_the_schemas(message):
    schema = checker(message)
    if schema is not None:
        problems = [error.message for error in schema.iter_errors(message)]
        assert not problems, problems
    elif "option_keys" in message:
        empty = {name: {} for name in Grammar.__struct_fields__}
        grammar = {**empty, "game": "res_arcana", "rules": 1, **message}
        assert at({"$ref": "#/components/schemas/Grammar"}).is_valid(grammar)
    else:
        assert set(message) == {
            "id",
            "kind",
            "prompt",
            "default",
        }  # the members of a decision that the jq example selects


def test_protocol_has_examples_of_every_kind_of_message():
    tags = {block["t"] for block in BLOCKS if "t" in block}
    assert tags >= {"hello", "delta", "answer", "ack", "nack"}
    assert any("event" in block for block in BLOCKS)
    assert any("option_keys" in block for block in BLOCKS)


def test_access_table_matches_the_code():
    table = section(TEXT, MARK).strip()
    assert table == access_table(), "python -m scripts.access_table regenerates it"


def test_every_socket_command_is_listed_with_its_members():
    for command in COMMANDS:
        (row,) = re.findall(rf"^\| `{command.__struct_config__.tag}` \|.*$", TEXT, re.M)
        if "ref" in command.__annotations__ and "frame" not in row and "pong" not in row:
            members = [member for member in command.__struct_fields__ if f"`{member}`" not in row]
            assert not members, f"{command.__name__}: {members}"


@settings(max_examples=200)
@given(
    st.recursive(
        st.integers(-(2**53) + 1, 2**53 - 1) | st.booleans() | st.text(),
        lambda part: st.lists(part) | st.dictionaries(st.text(st.characters(codec="ascii")), part),
    )
)
def test_canonical_form_follows_rfc_8785(view):
    """It sorts keys by UTF-16 code units, and escapes only what JSON must escape."""
    assert canonical(view).decode() == jcs(view)


def jcs(value: Any) -> str:
    """RFC 8785, 3.2, for the values that a view may contain."""
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return f"{{{','.join(f'{jcs(key)}:{jcs(value[key])}' for key in keys)}}}"
    if isinstance(value, list):
        return f"[{','.join(map(jcs, value))}]"
    return json.dumps(value, ensure_ascii=False)


def test_documented_limits_are_the_defaults(monkeypatch):
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    defaults = Settings(_env_file=None)
    for prefix, names in LIMITS.items():
        (row,) = re.findall(rf"^\| {re.escape(prefix)}.*$", TEXT, re.M)
        for name in names:
            number = f"{getattr(defaults, name):g}"
            assert re.search(rf"\b{number}\b", row), f"{name}: {number} is not in {row}"


def test_endpoints_with_idempotency_keys_are_listed():
    rows = re.findall(r"^\| (`POST /.*?) \|", TEXT.partition("under the same key |")[2], re.M)
    listed = {path for row in rows[:2] for path in re.findall(r"`(?:POST )?(/.+?)`", row)}
    assert {f"POST {path}" for path in listed} == names_with_keys()
