"""Authorisation: every endpoint and every websocket command for every kind of caller.

The table is the rule: an endpoint without a row fails the test, and so does a row without an
endpoint. `tests.app.scenes` describes the callers. SQLite is enough: the same code authorises a
caller before any statement that differs between databases; the differences (locks, races, other
processes) are tested with their subjects, on both.
"""

from __future__ import annotations

from typing import Any

import pytest

from scripts.access_table import access_by_endpoint
from tests.app.browsers import Browser
from tests.app.scenes import CALLERS, Scene, people, scene_maker  # noqa: F401
from tests.app.test_registration import PASSWORD, new_name
from tests.app.test_security import endpoints

TOKEN = {"name": "t", "scopes": ["read"]}
HOOK = {"url": "http://127.0.0.1:9/", "events": ["end"]}
PUSH = Browser("https://127.0.0.1:9/").subscription
ADDRESS, SECRET = {"email": "ann@example.org"}, {"secret": "cnc_never_was_one"}
WHY = {"reason": "asked to"}
MATCH = {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "open"}]}


async def account(_scene: Scene, _caller: str) -> Any:
    return {"name": new_name(), "password": "correct horse battery"}


async def sign_in(_scene: Scene, _caller: str) -> Any:
    return {"name": new_name("Nobody"), "password": "correct horse battery"}


async def by_provider(_scene: Scene, _caller: str) -> Any:
    return {"name": new_name()}


async def link(_scene: Scene, _caller: str) -> Any:
    return {"secret": "cnc_never_was_one", "password": "correct horse battery"}


async def bot(_scene: Scene, _caller: str) -> Any:
    return {"name": new_name("Vex")}


async def report(scene: Scene, _caller: str) -> Any:
    return {"account": (await scene.person("target")).account, "reason": "stalls"}


async def code(scene: Scene, _caller: str) -> Any:
    return {"code": scene.code}


async def swap(_scene: Scene, caller: str) -> Any:
    return {"seat": 0 if caller == "seat" else 1}


async def answer(scene: Scene, caller: str) -> Any:
    return {"answer": (await scene.question(caller))["default"]}


# Method and path, phase of the match, body, and the status for
# nobody other admin bot  read play create  seat creator
# fmt: off
ROWS: list[tuple[str, str, Any, str]] = [
    ("GET /instance", "-", None,                          "200 200 200 200  200 200 200  200 200"),
    ("GET /instance/pages/{page}", "-", None,             "404 404 404 404  404 404 404  404 404"),
    ("GET /instance/logo", "-", None,                     "404 404 404 404  404 404 404  404 404"),
    ("POST /guests", "-", {"name": "Guest"},              "201 201 201 201  201 201 201  201 201"),
    ("POST /accounts", "-", account,                      "201 201 201 201  201 201 201  201 201"),
    ("POST /accounts/by-provider", "-", by_provider,      "401 401 401 401  401 401 401  401 401"),
    ("POST /sessions", "-", sign_in,                      "401 401 401 401  401 401 401  401 401"),
    ("POST /sessions/by-link", "-", link,                 "401 401 401 401  401 401 401  401 401"),
    ("POST /password-resets", "-", ADDRESS,               "403 403 403 403  403 403 403  403 403"),
    ("POST /email-verifications", "-", SECRET,            "401 401 401 401  401 401 401  401 401"),
    ("PUT /me/email-verification", "-", None,             "401 403 403 403  403 403 403  403 403"),
    ("DELETE /sessions", "-", None,                       "401 204 204 403  403 403 403  204 204"),
    ("DELETE /sessions/current", "-", None,               "401 204 204 403  403 403 403  204 204"),
    ("GET /sessions", "-", None,                          "401 200 200 403  403 403 403  200 200"),
    ("DELETE /sessions/{session}", "-", None,             "401 404 404 403  403 403 403  404 204"),
    ("GET /me", "-", None,                                "401 200 200 200  200 403 403  200 200"),
    ("PATCH /me", "-", {"preferences": {"mine": 1}},      "401 200 200 403  403 403 403  200 200"),
    ("PUT /me/deletion", "-", {"password": 1},            "401 422 422 403  403 403 403  422 422"),
    ("DELETE /me/deletion", "-", None,                    "401 204 204 403  403 403 403  204 204"),
    ("POST /me/exports", "-", {"password": PASSWORD},     "401 200 200 403  403 403 403  200 200"),
    ("GET /me/exports/{export}", "-", None,               "401 404 404 403  403 403 403  404 200"),
    ("GET /me/sign-in-methods", "-", None,                "401 200 200 403  403 403 403  200 200"),
    ("POST /me/identities", "-", {"provider": "work"},    "401 404 404 403  403 403 403  404 404"),
    ("DELETE /me/identities/{identity}", "-", None,       "401 404 404 403  403 403 403  404 404"),
    ("POST /me/confirmation", "-", {"provider": "work"},  "401 404 404 403  403 403 403  404 404"),
    ("GET /me/tokens", "-", None,                         "401 200 200 403  403 403 403  200 200"),
    ("POST /me/tokens", "-", TOKEN,                       "401 201 201 403  403 403 403  201 201"),
    ("DELETE /me/tokens/{token}", "-", None,              "401 404 404 403  403 403 403  404 204"),
    ("POST /me/tickets", "-", None,                       "401 201 201 201  201 403 403  201 201"),
    ("GET /bots", "-", None,                              "200 200 200 200  200 403 403  200 200"),
    ("PUT /me/accepts", "-", {"players": [2]},            "401 403 403 200  403 403 403  403 403"),
    ("DELETE /me/accepts", "-", None,                     "401 403 403 204  403 403 403  403 403"),
    ("GET /me/bots", "-", None,                           "401 200 200 403  403 403 403  200 200"),
    ("POST /bots", "-", bot,                              "401 201 201 403  403 403 403  201 201"),
    ("POST /me/bots/{bot}/token", "-", None,              "401 404 404 403  403 403 403  404 201"),
    ("GET /me/bots/{bot}/tokens", "-", None,              "401 404 404 403  403 403 403  404 200"),
    ("POST /me/bots/{bot}/tokens", "-", TOKEN,            "401 404 404 403  403 403 403  404 201"),
    ("DELETE /me/bots/{bot}/tokens/{token}", "-", None,   "401 404 404 403  403 403 403  404 204"),
    ("GET /accounts/{name}", "-", None,                   "200 200 200 200  200 403 403  200 200"),
    ("GET /leaderboards/{game}", "-", None,               "200 200 200 200  200 403 403  200 200"),
    ("GET /me/webhooks", "-", None,                       "401 200 200 403  403 403 403  200 200"),
    ("POST /me/webhooks", "-", HOOK,                      "401 201 201 403  403 403 403  201 201"),
    ("DELETE /me/webhooks/{webhook}", "-", None,          "401 404 404 403  403 403 403  404 204"),
    ("POST /me/webhooks/{webhook}/test", "-", None,       "401 404 404 403  403 403 403  404 200"),
    ("GET /me/push", "-", None,                           "401 200 200 403  403 403 403  200 200"),
    ("POST /me/push", "-", PUSH,                          "401 201 201 403  403 403 403  201 201"),
    ("DELETE /me/push", "-", {"endpoint": "https://x/"},  "401 404 404 403  403 403 403  404 404"),
    ("GET /me/friends", "-", None,                        "401 200 200 200  200 403 403  200 200"),
    ("PUT /me/friends/{name}", "-", None,                 "401 200 200 403  403 200 403  200 200"),
    ("DELETE /me/friends/{name}", "-", None,              "401 204 204 204  403 204 403  204 204"),
    ("GET /me/friend-link", "-", None,                    "401 200 200 403  403 200 403  200 200"),
    ("POST /me/friend-link", "-", None,                   "401 200 200 403  403 200 403  200 200"),
    ("GET /friend-links/{code}", "open", None,            "404 404 404 404  404 403 403  404 404"),
    ("POST /friend-links/{code}", "open", None,           "401 404 404 403  403 404 403  404 404"),
    ("GET /me/messages/{name}", "-", None,                "401 200 200 200  200 403 403  200 200"),
    ("POST /me/messages/{name}", "-", {"text": "hello"},  "401 403 403 403  403 403 403  403 403"),
    ("PUT /me/messages/{name}", "-", None,                "401 204 204 204  403 204 403  204 204"),
    ("DELETE /me/messages/{name}", "-", None,             "401 204 204 204  403 204 403  204 204"),
    ("GET /pools", "-", None,                             "200 200 200 200  200 200 200  200 200"),
    ("GET /me/pools", "-", None,                          "401 200 200 200  200 403 403  200 200"),
    ("PUT /me/pools/{pool}", "-", None,                   "401 200 200 200  403 200 403  200 200"),
    ("DELETE /me/pools/{pool}", "-", None,                "401 204 204 204  403 204 403  204 204"),
    ("GET /me/ready-checks/{id}", "playing", None,        "401 404 404 404  404 403 403  404 404"),
    ("POST /me/ready-checks/{id}", "playing", {"accept": True},
        "401 404 404 404  403 404 403  404 404"),
    ("GET /me/blocks", "-", None,                         "401 200 200 403  403 403 403  200 200"),
    ("PUT /me/blocks/{name}", "-", None,                  "401 204 204 403  403 403 403  204 204"),
    ("DELETE /me/blocks/{name}", "-", None,               "401 204 204 403  403 403 403  204 204"),
    ("GET /me/mutes", "-", None,                          "401 200 200 403  403 403 403  200 200"),
    ("PUT /me/mutes/{name}", "-", None,                   "401 204 204 403  403 403 403  204 204"),
    ("DELETE /me/mutes/{name}", "-", None,                "401 204 204 403  403 403 403  204 204"),
    ("GET /me/stream", "-", None,                         "401 200 200 200  200 403 403  200 200"),
    ("POST /reports", "-", report,                        "401 201 201 201  403 201 403  201 201"),
    ("GET /admin/reports", "-", None,
        "401 403 200 403  403 403 403  403 403"),
    ("GET /admin/reports/{report}", "-", None,
        "401 403 200 403  403 403 403  403 403"),
    ("POST /admin/reports/{report}", "-", {"verdict": "warned"},
        "401 403 204 403  403 403 403  403 403"),
    ("GET /admin/people?q=a", "-", None,
        "401 403 200 403  403 403 403  403 403"),
    ("GET /admin/people/{name}", "-", None,
        "401 403 200 403  403 403 403  403 403"),
    ("POST /admin/people/{account}/notes", "-", {"text": "a note"},
        "401 403 204 403  403 403 403  403 403"),
    ("POST /admin/people/{account}/warnings", "-", WHY | {"text": "be kind"},
        "401 403 204 403  403 403 403  403 403"),
    ("POST /admin/people/{account}/mute", "-", WHY | {"days": 1},
        "401 403 204 403  403 403 403  403 403"),
    ("POST /admin/people/{account}/close", "-", WHY,
        "401 403 204 403  403 403 403  403 403"),
    ("POST /admin/people/{account}/reopen", "-", WHY,
        "401 403 204 403  403 403 403  403 403"),
    ("POST /admin/people/{account}/rename", "-", WHY,
        "401 403 204 403  403 403 403  403 403"),
    ("POST /admin/people/{account}/role", "-", WHY | {"role": None},
        "401 403 403 403  403 403 403  403 403"),
    ("GET /admin/matches", "-", None,
        "401 403 200 403  403 403 403  403 403"),
    ("GET /admin/matches/{id}", "playing", None,
        "401 403 200 403  403 403 403  403 403"),
    ("POST /admin/matches/{id}/park", "playing", WHY,
        "401 403 204 403  403 403 403  403 403"),
    ("POST /admin/matches/{id}/resume", "playing", WHY,
        "401 403 403 403  403 403 403  403 403"),
    ("POST /admin/matches/{id}/abort", "playing", WHY,
        "401 403 204 403  403 403 403  403 403"),
    ("POST /admin/matches/{id}/adjudicate", "playing", WHY | {"places": [1, 2]},
        "401 403 204 403  403 403 403  403 403"),
    ("POST /admin/matches/{id}/rollback", "playing", WHY | {"ply": 0},
        "401 403 204 403  403 403 403  403 403"),
    ("GET /admin/invitations", "-", None,
        "401 403 200 403  403 403 403  403 403"),
    ("POST /admin/invitations", "-", {},
        "401 403 201 403  403 403 403  403 403"),
    ("DELETE /admin/invitations/{invitation}", "-", None,
        "401 403 204 403  403 403 403  403 403"),
    ("GET /admin/settings", "-", None,
        "401 403 200 403  403 403 403  403 403"),
    ("GET /admin/health", "-", None,
        "401 403 200 403  403 403 403  403 403"),
    ("PUT /admin/announcement", "-", {"texts": {}},
        "401 403 204 403  403 403 403  403 403"),
    ("PUT /admin/maintenance", "-", {"on": False},
        "401 403 204 403  403 403 403  403 403"),
    ("POST /admin/test-mail", "-", ADDRESS,
        "401 403 403 403  403 403 403  403 403"),
    ("GET /admin/audit", "-", None,
        "401 403 200 403  403 403 403  403 403"),
    ("GET /me/warnings", "-", None,                       "401 200 200 403  403 403 403  200 200"),
    ("POST /me/warnings/{warning}", "-", None,            "401 404 404 403  403 403 403  404 404"),
    ("GET /games", "-", None,                             "200 200 200 200  200 200 200  200 200"),
    ("GET /games/{game}", "-", None,                      "200 200 200 200  200 200 200  200 200"),
    ("GET /games/{game}/grammar", "-", None,              "200 200 200 200  200 200 200  200 200"),
    ("GET /games/{game}/first-match", "-", None,          "404 404 404 404  404 404 404  404 404"),
    ("POST /games/{game}/first-match", "-", None,         "401 404 404 404  403 403 404  404 404"),
    ("GET /games/{game}/lessons", "-", None,              "200 200 200 200  200 403 403  200 200"),
    ("POST /games/{game}/lessons/{lesson}", "-", None,    "401 404 404 404  403 403 404  404 404"),
    ("GET /lobby/stream", "-", None,                      "200 200 200 200  200 403 403  200 200"),
    ("POST /matches", "-", MATCH,                         "401 201 201 201  403 403 201  201 201"),
    ("GET /matches", "-", None,                           "200 200 200 200  200 403 403  200 200"),
    ("GET /matches/by-code/{code}", "open", None,         "200 200 200 200  200 403 403  200 200"),
    ("GET /matches/{id}", "open", None,                   "200 200 200 200  200 403 403  200 200"),
    ("DELETE /matches/{id}", "open", None,                "401 403 403 403  403 403 200  403 200"),
    ("POST /matches/{id}/seats", "seats", code,           "401 200 200 200  403 409 403  200 409"),
    ("DELETE /matches/{id}/seats/mine", "open", None,     "401 403 403 403  403 200 403  200 200"),
    ("PUT /matches/{id}/seats/{seat}", "seats", {"kind": "open"},
        "401 403 403 403  403 403 200  403 200"),
    ("DELETE /matches/{id}/seats/{seat}/invitation", "invited", None,
        "401 403 200 403  403 200 403  403 200"),
    ("PATCH /matches/{id}", "open", {"rated": False},     "401 403 403 403  403 403 200  403 200"),
    ("PUT /matches/{id}/host", "open", {"seat": 1},       "401 403 403 403  403 403 200  403 200"),
    ("PUT /matches/{id}/seats", "open", {"order": [1, 0]},
        "401 403 403 403  403 403 200  403 200"),
    ("DELETE /matches/{id}/seats/{seat}", "open", None,   "401 403 403 403  403 403 200  403 200"),
    ("PUT /matches/{id}/seats/mine/confirmation", "open", {"terms": 0},
        "401 403 403 403  403 200 403  200 200"),
    ("PUT /matches/{id}/seats/mine/swap", "open", swap,   "401 403 403 403  403 200 403  200 200"),
    ("DELETE /matches/{id}/seats/mine/swap", "open", None,
        "401 403 403 403  403 200 403  200 200"),
    ("POST /matches/{id}/start", "open", None,            "401 403 403 403  403 403 200  403 200"),
    ("GET /matches/{id}/view", "playing", None,           "200 200 200 200  200 403 403  200 200"),
    ("POST /matches/{id}/decisions/{decision}", "playing", answer,
        "401 403 403 403  403 200 403  200 200"),
    ("POST /matches/{id}/decisions/{decision}/undo", "playing", None,
        "401 403 403 403  403 200 403  200 200"),
    ("GET /matches/{id}/decisions/{decision}/world", "playing", None,
        "401 403 403 403  403 403 403  403 403"),
    ("POST /matches/{id}/decisions/{decision}/hint", "playing", None,
        "401 403 403 403  403 403 403  403 403"),
    ("POST /matches/{id}/shows", "playing", {"card": "c1", "to": [1]},
        "401 403 403 403  403 403 403  403 403"),
    ("GET /matches/{id}/log", "playing", None,            "200 200 200 200  200 403 403  200 200"),
    ("GET /matches/{id}/chat", "playing", None,           "200 200 200 200  200 403 403  200 200"),
    ("POST /matches/{id}/chat", "playing", {"text": "hello"},
        "401 201 201 201  403 201 403  201 201"),
    ("GET /matches/{id}/stream", "playing", None,         "200 200 200 200  200 403 403  200 200"),
    ("POST /matches/{id}/offers", "playing", {"kind": "pause"},
        "401 403 403 403  403 201 403  201 201"),
    ("POST /matches/{id}/offers/{offer}", "playing", {"accept": True},
        "401 403 403 403  403 403 403  200 403"),
    ("POST /matches/{id}/resign", "playing", None,        "401 403 403 403  403 200 403  200 200"),
    ("PUT /matches/{id}/seats/mine/auto_pass", "playing", {"until": "turn"},
        "401 403 403 403  403 200 403  200 200"),
    ("PUT /matches/{id}/seats/mine/auto_answer", "playing", {"on": True},
        "401 403 403 403  403 200 403  200 200"),
    ("GET /matches/{id}/export", "playing", None,         "403 403 403 403  403 403 403  403 403"),
    ("GET /matches/{id}/export", "finished", None,        "200 200 200 200  200 403 403  200 200"),
    ("GET /matches/{id}/scores", "playing", None,         "403 403 403 403  403 403 403  403 403"),
    ("GET /matches/{id}/scores", "finished", None,        "200 200 200 200  200 403 403  200 200"),
    ("GET /matches/{id}/replay", "playing", None,         "200 200 200 200  200 403 403  200 200"),
    ("GET /matches/{id}/replay?as=seat:0", "playing", None,
        "403 403 403 403  200 403 403  403 200"),
    ("GET /matches/{id}/replay?as=seat:0", "finished", None,
        "200 200 200 200  200 403 403  200 200"),
    ("GET /matches/{id}/analysis", "playing", None,       "403 403 403 403  403 403 403  403 403"),
    ("GET /matches/{id}/analysis", "finished", None,      "200 200 200 200  200 403 403  200 200"),
    ("GET /matches/{id}/analysis/stream", "playing", None,
        "403 403 403 403  403 403 403  403 403"),
    ("GET /matches/{id}/analysis/stream", "finished", None,
        "200 200 200 200  200 403 403  200 200"),
    ("POST /matches/{id}/analysis", "playing", None,      "401 403 403 403  403 403 403  403 403"),
    ("POST /matches/{id}/analysis", "finished", None,     "401 202 202 202  403 202 403  202 202"),
    ("POST /matches/{id}/fork", "playing", {"ply": 0},    "401 403 403 403  403 403 403  403 403"),
    ("POST /matches/{id}/fork", "finished", {"ply": 0},   "401 201 201 201  403 403 201  201 201"),
    ("POST /matches/{id}/same-deal", "playing", {},       "401 403 403 403  403 403 403  403 403"),
    ("POST /matches/{id}/same-deal", "finished", {},      "401 201 201 201  403 403 201  201 201"),
    ("POST /matches/{id}/same-deal", "hidden over", {},   "401 403 403 403  403 403 201  201 201"),
    ("POST /matches/{id}/rematch", "playing", None,       "401 403 403 403  403 403 403  403 403"),
    ("POST /matches/{id}/rematch", "finished", None,      "401 403 403 403  403 403 201  201 201"),
    ("GET /matches/{id}/view", "hidden", None,            "403 403 403 403  200 403 403  200 200"),
    ("GET /matches/{id}/log", "hidden", None,             "403 403 403 403  200 403 403  200 200"),
    ("GET /matches/{id}/chat", "hidden", None,            "403 403 403 403  200 403 403  200 200"),
    ("POST /matches/{id}/chat", "hidden", {"text": "hello"},
        "401 403 403 403  403 201 403  201 201"),
    ("GET /matches/{id}/stream", "hidden", None,          "403 403 403 403  200 403 403  200 200"),
    ("GET /matches/{id}/replay", "hidden", None,          "403 403 403 403  200 403 403  200 200"),
    ("GET /matches/{id}/scores", "hidden over", None,     "403 403 403 403  200 403 403  200 200"),
    ("GET /matches/{id}/export", "hidden over", None,     "403 403 403 403  200 403 403  200 200"),
    ("GET /matches/{id}/analysis", "hidden over", None,   "403 403 403 403  200 403 403  200 200"),
    ("GET /matches/{id}/analysis/stream", "hidden over", None,
        "403 403 403 403  200 403 403  200 200"),
    ("POST /matches/{id}/analysis", "hidden over", None,  "401 403 403 403  403 202 403  202 202"),
    ("POST /matches/{id}/fork", "hidden over", {"ply": 0}, "401 403 403 403  403 403 201  201 201"),
    ("POST /matches/{id}/seats", "private", {},           "401 403 403 403  403 409 403  403 409"),
    ("POST /matches/{id}/seats", "private", code,         "401 200 200 200  403 409 403  200 409"),
    ("GET /healthz", "-", None,                           "200 200 200 200  200 200 200  200 200"),
    ("GET /readyz", "-", None,                            "200 200 200 200  200 200 200  200 200"),
    ("GET /metrics", "-", None,                           "200 200 200 200  200 200 200  200 200"),
]
# fmt: on
UNVERSIONED_PATHS = ("/healthz", "/readyz", "/metrics")


@pytest.mark.parametrize(
    ("endpoint", "phase", "body", "statuses"), ROWS, ids=[f"{row[0]} {row[1]}" for row in ROWS]
)
async def test_endpoint_authorises_each_kind_of_caller(new_scene, endpoint, phase, body, statuses):
    """A scene is used until a caller has changed it."""
    expected = dict(zip(CALLERS, map(int, statuses.split()), strict=True))
    method, path = endpoint.split()
    scene, actual = None, {}
    for caller in CALLERS:
        scene = scene or await new_scene(phase)
        actual[caller] = await status_of(scene, caller, method, path, body)
        if method != "GET" and actual[caller] < 300:
            scene = None
    assert actual == expected


def test_authorisation_table_covers_every_endpoint():
    covered = {
        (method.lower(), path.partition("?")[0])
        for method, path in map(str.split, (row[0] for row in ROWS))
    }
    assert covered == {(method, path.removeprefix("/api/v1")) for method, path in endpoints()}


AS_IN_THE_TABLE = {name: name for name in ("nobody", "bot", "read", "play", "create")}
AS_IN_THE_TABLE |= {"other": "guest", "admin": "operator"}
"""The callers of a scene by their names in the table of access."""


def test_rows_refuse_whom_the_table_of_access_does():
    """Whom the document's table does not admit gets 401 or 403, whatever else is asked."""
    by_endpoint = access_by_endpoint()
    for endpoint, phase, _, statuses in ROWS:
        admitted = by_endpoint.get(endpoint.partition("?")[0])
        replies = dict(zip(CALLERS, map(int, statuses.split()), strict=True))
        for caller, name in AS_IN_THE_TABLE.items() if admitted is not None else ():
            refused = 401 if name == "nobody" else 403
            if name not in admitted:
                assert replies[caller] == refused, (endpoint, phase, caller)


async def status_of(scene, caller, method, path, body):
    """The status of the endpoint's reply; the body of a stream is not read."""
    url = scene.url + path if path in UNVERSIONED_PATHS else await scene.path(path, caller)
    body = await body(scene, caller) if callable(body) else body
    person = await scene.person(caller)
    async with person.http.stream(method, url, json=body) as response:
        return response.status_code
