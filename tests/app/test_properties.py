"""Every endpoint under requests generated from the document: no error, nothing undocumented.

Half of the requests have a session, and half of those that name a match name an existing one. The
streams never end and have tests of their own. `make soak` sends more.
"""

from __future__ import annotations

import os
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.app.contract import openapi

EXAMPLES = int(os.environ.get("PROPERTIES", "2"))
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
SCHEMA = schemathesis.openapi.from_dict(openapi())
OPERATIONS = {
    f"{result.ok().method.upper()} {result.ok().path}": result.ok()
    for result in SCHEMA.get_all_operations()
    if result.ok().path.startswith("/api/") and not result.ok().path.endswith("/stream")
}


def guest(url: str) -> dict[str, str]:
    """The headers of a new guest."""
    account = httpx.post(f"{url}/api/v1/guests", json={"name": "Prop"}).json()
    return {"Authorization": f"Bearer {account['token']}"}


def match(url: str, headers: dict[str, str]) -> str:
    """A running match of that guest."""
    body = {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "bot"}]}
    created: dict[str, Any] = httpx.post(f"{url}/api/v1/matches", json=body, headers=headers).json()
    return str(created["id"])


def ask(url: str, name: str) -> None:
    """Send EXAMPLES requests to one endpoint."""
    headers = guest(url)
    match_id = match(url, headers)

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=OPERATIONS[name].as_strategy(), is_there=st.booleans(), is_known=st.booleans())
    def send(case: Case, is_there: bool, is_known: bool) -> None:
        if is_there and "id" in case.path_parameters:
            case.path_parameters["id"] = match_id
        response = case.call(base_url=url, headers=headers if is_known else None, timeout=20)
        case.validate_response(response, checks=CHECKS)

    send()


@pytest.mark.soak
@pytest.mark.parametrize("group", range(6))
def test_generated_requests_fit_the_document(embedded, group):
    for name in sorted(OPERATIONS)[group::6]:
        ask(embedded.url, name)
