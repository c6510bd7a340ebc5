"""API examples: records a request to and a reply of every endpoint, from a real server.

    python -m scripts.api_examples

plays through everything that the API can do, on a server with SQLite in a temporary folder, and
writes `app/wire/examples.json`, which the OpenAPI document shows.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
from py_vapid.utils import b64urlencode

from app.wire.endpoints import ENDPOINTS
from app.wire.openapi import EXAMPLES
from scripts.example_server import Place, received, until
from scripts.recorded import Recorder

GRAMMAR_ITEMS = 3
"""What an example shows of each part of a grammar."""
ME, OPEN = {"kind": "me"}, {"kind": "open"}
GREEDY = {"kind": "bot", "bot": "greedy"}
PASSWORD = "correct horse battery"


def main() -> None:
    with tempfile.TemporaryDirectory() as name, received() as (hook, messages):
        place = Place(Path(name))
        with place.served() as recorder:
            ada = people(recorder)
            replies = recorder.operations
        link = place.run_command("admin", "reset", "Ada").strip().rpartition("#")[2]
        place.run_command("admin", "appoint", "Ada")
        with place.served() as recorder:
            recorder.operations = replies
            body = {"secret": link.split()[0], "password": PASSWORD}
            ada = recorder.send("POST /sessions/by-link", body=body)["token"]
            everything(recorder, ada, hook, messages)
            missing = {endpoint.id for endpoint in ENDPOINTS.values()} - set(recorder.operations)
            assert not missing, f"nothing was recorded of {sorted(missing)}"
            text = json.dumps(recorder.plain(), indent=1, ensure_ascii=False)
    EXAMPLES.write_text(f"{text}\n")


def people(to: Recorder) -> str:
    """Ada registers; returns her token."""
    guest = to.send("POST /guests", body={"name": "Ada"})["token"]
    to.send("POST /accounts", guest, {"name": "Ada", "password": PASSWORD})
    ada: str = to.send("POST /sessions", body={"name": "Ada", "password": PASSWORD})["token"]
    to.send("DELETE /sessions", ada, query={"others": True})
    return ada


def everything(to: Recorder, ada: str, hook: str, messages: list[Any]) -> None:
    bob = to.send("POST /accounts", body={"name": "Bob", "password": PASSWORD})["token"]
    vex = tokens(to, ada)

    def wait_for_webhook(event: str) -> None:
        """Wait until Bob's webhook has received the event."""
        until(lambda: event in {message["event"] for message in messages})

    operations(to)
    games(to, ada)
    notified(to, bob, hook)
    rated(to, ada, bob, wait_for_webhook)
    lobby(to, ada, bob, vex)
    online(to, vex)
    practice(to, ada)
    searched(to, vex)
    show_a_card(to, ada, bob)
    relations(to, ada)
    practised = {"game": "res_arcana", "seats": [ME, GREEDY]}
    to.send("POST /matches", bob, practised)  # nobody answers for Bob
    for event in ("decision", "end"):
        wait_for_webhook(event)
    for message in messages:
        to.operations.setdefault(f"{message['event']}Webhook", {"request": message})
    to.send("GET /me", ada)
    to.send("PATCH /me", ada, {"preferences": {"auto_pass": "turn", "auto_answer": True}})
    to.send("DELETE /sessions/current", ada)


def operations(to: Recorder) -> None:
    for name in ("GET /healthz", "GET /readyz", "GET /metrics"):
        to.send(name)
    metrics = to.operations["getMetrics"]["replies"]
    metrics["200"] = "".join(metrics["200"].splitlines(keepends=True)[:3])


def tokens(to: Recorder, ada: str) -> str:
    """Ada's tokens and bots; returns the token of her bot."""
    token_reply = to.send("POST /me/tokens", ada, {"name": "Laptop", "scopes": ["read", "play"]})
    to.send("GET /me/tokens", ada)
    to.send("DELETE /me/tokens/{token}", ada, token=token_reply["id"])
    to.send("POST /me/tickets", ada)
    bot = to.send("POST /bots", ada, {"name": "Vex"})["account"]["id"]
    to.send("GET /me/bots", ada)
    body = {"name": "Second machine", "scopes": ["read", "play"]}
    token_reply = to.send("POST /me/bots/{bot}/tokens", ada, body, bot=bot)
    to.send("GET /me/bots/{bot}/tokens", ada, bot=bot)
    to.send("DELETE /me/bots/{bot}/tokens/{token}", ada, bot=bot, token=token_reply["id"])
    token: str = to.send("POST /me/bots/{bot}/token", ada, bot=bot)["token"]
    return token


def games(to: Recorder, ada: str) -> None:
    to.send("GET /games")
    to.send("GET /games/{game}", game="res_arcana")
    cut_grammar(to.send("GET /games/{game}/grammar", game="res_arcana"))
    to.send("GET /games/{game}/first-match", game="res_arcana")
    first = to.send("POST /games/{game}/first-match", ada, game="res_arcana")["id"]
    to.send("POST /matches/{id}/resign", ada, id=first)
    lesson = to.send("GET /games/{game}/lessons", ada, game="res_arcana")["items"][0]["id"]
    to.send("POST /games/{game}/lessons/{lesson}", ada, game="res_arcana", lesson=lesson)


def cut_grammar(grammar: dict[str, Any]) -> None:
    """Keep a few items of each part, in place. Readers of OpenAPI take every `$ref` for one of the
    document's own, so none may be left.
    """
    types = grammar["types"]
    del grammar["view"], grammar["spectator_view"]
    for name in ("prompts", "options", "reasons", "events", "scores", "threats"):
        for message_schema in grammar[name].values():
            for argument, argument_schema in message_schema["properties"].items():
                message_schema["properties"][argument] = types[
                    argument_schema["$ref"].rpartition("/")[2]
                ]
    for name, part in grammar.items():
        if isinstance(part, dict):
            grammar[name] = dict(list(part.items())[:GRAMMAR_ITEMS])


def notified(to: Recorder, bob: str, hook: str) -> None:
    """Bob receives all notifications, by a webhook and by push messages."""
    every = ["decision", "offer", "invite", "end"]
    to.send("POST /me/webhooks", bob, {"url": hook, "events": every})
    to.send("GET /me/webhooks", bob)
    spare = to.send("POST /me/webhooks", bob, {"url": f"{hook}?spare", "events": ["end"]})["id"]
    to.send("POST /me/webhooks/{webhook}/test", bob, webhook=spare)
    to.send("DELETE /me/webhooks/{webhook}", bob, webhook=spare)
    key = to.send("GET /me/push", bob)["key"]
    keys = {"p256dh": key, "auth": b64urlencode(bytes(range(16)))}
    endpoint = f"https://127.0.0.1:{hook.split(':')[2].partition('/')[0]}/push"
    to.send("POST /me/push", bob, {"endpoint": endpoint, "keys": keys})
    to.send("DELETE /me/push", bob, {"endpoint": endpoint})


def rated(to: Recorder, ada: str, bob: str, wait_for_webhook: Callable[[str], None]) -> None:
    """A rated match between Ada and Bob, to its end and beyond."""
    body = {
        "game": "res_arcana",
        "options": {"round_limit": 4},
        "seats": [ME, {"kind": "open", "invite": "Bob"}],
        "clock": {"kind": "bank", "seconds": 600, "increment": 10},
        "undo": "ask",
        "rated": True,
    }
    match = to.send("POST /matches", ada, body)["id"]
    to.send("GET /matches", query={"status": "open"})
    wait_for_webhook("invite")
    to.send("POST /matches/{id}/seats", bob, {"seat": 1}, id=match)
    to.send("GET /matches/{id}", ada, id=match)
    mover, other = (ada, bob) if open_decisions(to, ada, match) else (bob, ada)
    to.send("GET /matches/{id}/view", mover, id=match)
    for name, lines in (("GET /matches/{id}/stream", 1), ("GET /me/stream", 2)):
        to.stream(name, mover, lines, id=match)
    to.stream("GET /lobby/stream", "", 3)
    to.send("POST /matches/{id}/chat", mover, {"text": "Good luck!"}, id=match)
    to.send("GET /matches/{id}/chat", other, id=match)
    to.send("PUT /matches/{id}/seats/mine/auto_answer", mover, {"on": False}, id=match)
    to.send("PUT /matches/{id}/seats/mine/auto_pass", mover, {"until": "off"}, id=match)
    offer = to.send("POST /matches/{id}/offers", ada, {"kind": "pause"}, id=match)["id"]
    answered = {"accept": False}
    wait_for_webhook("offer")
    to.send("POST /matches/{id}/offers/{offer}", bob, answered, id=match, offer=offer)
    play(to, match, ada, bob)
    after(to, match, ada, bob)


def open_decisions(to: Recorder, token: str, match: str) -> list[Any]:
    """The decisions of a seat that the match waits for, not recorded."""
    response = to.http.get(
        f"/api/v1/matches/{match}/view", headers={"Authorization": f"Bearer {token}"}
    )
    return [
        decision
        for decision in response.raise_for_status().json()["decisions"]
        if not decision["optional"]
    ]


def play(to: Recorder, match: str, *tokens: str, limit: int = 2000) -> None:
    """Answer by defaults until the match has ended, or as many questions."""
    for _ in range(limit):
        moved = False
        for token in tokens:
            if decisions := open_decisions(to, token, match):
                path = "POST /matches/{id}/decisions/{decision}"
                body = {"answer": decisions[0]["default"]}
                to.send(path, token, body, id=match, decision=decisions[0]["id"])
                moved = True
        if not moved and status_of(to, match) == "finished":
            return


def status_of(to: Recorder, match: str) -> str:
    return str(to.http.get(f"/api/v1/matches/{match}/view").json()["view"]["status"])


def after(to: Recorder, match: str, ada: str, bob: str) -> None:
    to.send("GET /matches/{id}/log", ada, id=match)
    to.send("GET /matches/{id}/replay", ada, id=match, query={"ply": 12})
    to.send("GET /matches/{id}/export", ada, id=match)
    to.send("GET /matches/{id}/scores", ada, id=match)
    to.send("POST /matches/{id}/analysis", ada, id=match)
    to.stream("GET /matches/{id}/analysis/stream", ada, 1, id=match)
    path = f"/api/v1/matches/{match}/analysis"
    until(lambda: to.http.get(path).json()["status"] == "done")
    to.send("GET /matches/{id}/analysis", ada, id=match)
    to.send("POST /matches/{id}/analysis", ada, id=match)
    to.send("POST /matches/{id}/fork", ada, {"ply": 12}, id=match)
    to.send("POST /matches/{id}/rematch", ada, id=match)
    again = to.send("POST /matches/{id}/rematch", bob, id=match)["id"]
    to.send("POST /matches/{id}/resign", bob, id=again)
    to.send("GET /leaderboards/{game}", game="res_arcana", query={"players": 2})
    to.send("GET /accounts/{name}", name="Ada")


def lobby(to: Recorder, ada: str, bob: str, vex: str) -> None:
    """Tables that are made, changed and closed."""
    seats = [ME, {"kind": "open", "invite": "Vex"}, OPEN]
    body = {"game": "res_arcana", "seats": seats, "visibility": "private", "autostart": False}
    match_reply = to.send("POST /matches", ada, body)
    match, code = match_reply["id"], match_reply["invite"]["code"]
    to.send("GET /matches/by-code/{code}", code=code)
    word = {"reason": "busy", "text": "I am at four tables already."}
    path = "DELETE /matches/{id}/seats/{seat}/invitation"
    to.send(path, vex, query=word, id=match, seat=1)
    to.send("GET /matches/{id}", ada, id=match)
    to.send("POST /matches/{id}/seats", bob, {"code": code}, id=match)
    to.send("DELETE /matches/{id}/seats/mine", bob, id=match)
    for seat in (1, 2):
        bot = {"kind": "bot", "bot": "greedy"}
        to.send("PUT /matches/{id}/seats/{seat}", ada, bot, id=match, seat=seat)
    to.send("POST /matches/{id}/start", ada, id=match)
    spare = to.send("POST /matches", ada, {**body, "seats": [ME, OPEN]})["id"]
    to.send("DELETE /matches/{id}", ada, id=spare)


def online(to: Recorder, vex: str) -> None:
    """A bot on the list of those that are online."""
    accepts = {"games": ["res_arcana"], "players": [2, 3], "text": "Collects Places of Power."}
    to.send("PUT /me/accepts", vex, accepts)
    headers = {"Authorization": f"Bearer {vex}"}
    with to.http.stream("GET", "/api/v1/me/stream", headers=headers) as stream:
        next(stream.iter_lines())
        to.send("GET /bots")
    to.send("DELETE /me/accepts", vex)


def practice(to: Recorder, ada: str) -> None:
    """A match against a bot, in which hints and undo are allowed."""
    body = {"game": "res_arcana", "options": {"round_limit": 4}, "seats": [ME, GREEDY]}
    match = to.send("POST /matches", ada, body)["id"]
    decision = until(lambda: open_decisions(to, ada, match))[0]["id"]
    to.send("POST /matches/{id}/decisions/{decision}/hint", ada, id=match, decision=decision)
    for policy in ("ask", "free"):
        take_back(to, ada, {**body, "undo": policy})


def searched(to: Recorder, vex: str) -> None:
    """A bot's match, in which it may have worlds."""
    body = {"game": "res_arcana", "options": {"round_limit": 4}, "seats": [ME, GREEDY]}
    match = to.send("POST /matches", vex, body)["id"]
    decision = until(lambda: open_decisions(to, vex, match))[0]["id"]
    to.send("GET /matches/{id}/decisions/{decision}/world", vex, id=match, decision=decision)


def take_back(to: Recorder, ada: str, body: dict[str, Any]) -> None:
    """Take an answer back: with `ask` the server asks a bot, with `free` no one."""
    match = to.send("POST /matches", ada, body)["id"]
    path = "POST /matches/{id}/decisions/{decision}/undo"
    for _ in range(60):
        if since := undoable(to, ada, match, is_free=body["undo"] == "free"):
            with suppress(httpx.HTTPStatusError):  # the bot has answered meanwhile
                to.send(path, ada, id=match, decision=since)
                return
        play(to, match, ada, limit=1)
    raise AssertionError("nothing could be taken back")


def undoable(to: Recorder, token: str, match: str, *, is_free: bool) -> str:
    """Since which decision the seat may take answers back, for free or not; empty for none."""
    headers = {"Authorization": f"Bearer {token}"}
    frame = to.http.get(f"/api/v1/matches/{match}/view", headers=headers).json()
    undo = frame["undo"]
    return str(undo.get("decision", "")) if undo.get("free") == is_free else ""


def show_a_card(to: Recorder, ada: str, bob: str) -> None:
    """Ada shows Bob a card of her hand."""
    options = {"round_limit": 4, "kings": "random"}
    body = {"game": "ascended_kings", "options": options, "seats": [ME, OPEN], "undo": "ask"}
    match_reply = to.send("POST /matches", ada, body)
    match = match_reply["id"]
    to.send("POST /matches/{id}/seats", bob, {"code": match_reply["invite"]["code"]}, id=match)
    for _ in range(40):
        view = to.send("GET /matches/{id}/view", ada, id=match)["view"]["table"]
        if hand := view["players"]["p0"].get("hand"):
            to.send("POST /matches/{id}/shows", ada, {"card": min(hand), "to": [1]}, id=match)
            return
        play(to, match, ada, bob, limit=1)
    raise AssertionError("Ada has no card to show")


def relations(to: Recorder, ada: str) -> None:
    """Blocks, mutes and reports."""
    for kind in ("blocks", "mutes"):
        to.send(f"PUT /me/{kind}/{{name}}", ada, name="Bob")
        to.send(f"GET /me/{kind}", ada)
        to.send(f"DELETE /me/{kind}/{{name}}", ada, name="Bob")
    body = {"account": "Bob", "reason": "Insults in the chat"}
    report = to.send("POST /reports", ada, body)["id"]
    to.send("GET /admin/reports", ada)
    verdict = {"verdict": "Muted for a day"}
    to.send("POST /admin/reports/{report}", ada, verdict, report=report)


if __name__ == "__main__":
    main()
