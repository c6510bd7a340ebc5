"""Requests of outsiders of a delayed match, and every reply they get: each endpoint and stream.

`{id}` is the match, `{ann}` … the accounts' ids, `{code}` the invite's code. Lists are read to
their last page.
"""

from __future__ import annotations

import json

import msgspec

STATUS = ("playing", "paused", "finished")
PEOPLE = ("ann", "bob", "cid", "gil")
ASKED: dict[str, list[tuple[str, dict[str, object] | None]]] = {
    "GET /matches": [
        ("/matches?limit=2", None),
        *((f"/matches?status={status}", None) for status in STATUS),
        ("/matches?account={bob}", None),
        ("/matches?account={gil}&limit=1", None),
        ("/matches?account={cid}&status=playing&game=tiny", None),
        ("/matches?account=me", None),
    ],
    "GET /matches/{id}": [("/matches/{id}", None)],
    "GET /matches/by-code/{code}": [("/matches/by-code/{code}", None)],
    "GET /matches/{id}/view": [("/matches/{id}/view", None)],
    "GET /matches/{id}/log": [("/matches/{id}/log", None)],
    "GET /matches/{id}/chat": [("/matches/{id}/chat", None)],
    "GET /matches/{id}/replay": [
        (f"/matches/{{id}}/replay{query}", None)
        for query in ("?ply=0", "?ply=2", "?as=seat:1", "?as=all")
    ],
    "GET /matches/{id}/scores": [("/matches/{id}/scores", None)],
    "GET /matches/{id}/export": [("/matches/{id}/export", None)],
    "GET /matches/{id}/analysis": [("/matches/{id}/analysis", None)],
    "GET /matches/{id}/analysis/stream": [("/matches/{id}/analysis/stream", None)],
    "POST /matches/{id}/analysis": [("/matches/{id}/analysis", {})],
    "GET /accounts/{name}": [(f"/accounts/{name.title()}", None) for name in PEOPLE],
    "GET /leaderboards/{game}": [("/leaderboards/tiny?players=4", None)],
    "POST /matches/{id}/seats": [
        ("/matches/{id}/seats", {}),
        ("/matches/{id}/seats", {"seat": 1}),
        ("/matches/{id}/seats", {"code": "WRONG", "seat": 1}),
    ],
    "DELETE /matches/{id}/seats/mine": [("/matches/{id}/seats/mine", None)],
    "PUT /matches/{id}/seats/{seat}": [("/matches/{id}/seats/1", {"kind": "open"})],
    "DELETE /matches/{id}/seats/{seat}/invitation": [("/matches/{id}/seats/1/invitation", None)],
    "PATCH /matches/{id}": [("/matches/{id}", {"rated": False})],
    "PUT /matches/{id}/host": [("/matches/{id}/host", {"seat": 1})],
    "PUT /matches/{id}/seats": [("/matches/{id}/seats", {"order": [1, 0]})],
    "DELETE /matches/{id}/seats/{seat}": [("/matches/{id}/seats/1", None)],
    "PUT /matches/{id}/seats/mine/confirmation": [
        ("/matches/{id}/seats/mine/confirmation", {"terms": 1})
    ],
    "PUT /matches/{id}/seats/mine/swap": [("/matches/{id}/seats/mine/swap", {"seat": 1})],
    "DELETE /matches/{id}/seats/mine/swap": [("/matches/{id}/seats/mine/swap", None)],
    "POST /matches/{id}/start": [("/matches/{id}/start", {})],
    "POST /matches/{id}/decisions/{decision}": [("/matches/{id}/decisions/0.0", {"answer": 1})],
    "POST /matches/{id}/decisions/{decision}/undo": [("/matches/{id}/decisions/0.0/undo", {})],
    "POST /matches/{id}/decisions/{decision}/hint": [("/matches/{id}/decisions/0.0/hint", {})],
    "GET /matches/{id}/decisions/{decision}/world": [("/matches/{id}/decisions/0.0/world", None)],
    "POST /matches/{id}/shows": [("/matches/{id}/shows", {"card": "1", "to": [0]})],
    "POST /matches/{id}/fork": [("/matches/{id}/fork", {"ply": 0})],
    "POST /matches/{id}/same-deal": [("/matches/{id}/same-deal", {})],
    "POST /matches/{id}/rematch": [("/matches/{id}/rematch", {})],
    "POST /matches/{id}/offers": [("/matches/{id}/offers", {"kind": "resume"})],
    "POST /matches/{id}/offers/{offer}": [("/matches/{id}/offers/o_1", {"accept": True})],
    "POST /matches/{id}/resign": [("/matches/{id}/resign", {})],
    "PUT /matches/{id}/seats/mine/auto_answer": [
        ("/matches/{id}/seats/mine/auto_answer", {"on": True})
    ],
    "PUT /matches/{id}/seats/mine/auto_pass": [
        ("/matches/{id}/seats/mine/auto_pass", {"until": "turn"})
    ],
}
SEEN = {name for name in ASKED if name.startswith("GET /matches")}
LISTS = {"GET /matches"}
DOORS = {"POST /matches/{id}/seats"}
OF_ALL = {"GET /accounts/{name}", "GET /leaderboards/{game}"}
"""Every outsider gets the same reply: after each event another one asks."""
COMMANDS = ASKED.keys() - SEEN - DOORS - OF_ALL
STREAMS = {"GET /matches/{id}/stream", "GET /me/stream", "GET /lobby/stream"}
"""They are listened to while things happen, too."""
ELSEWHERE = {
    "POST /password-resets": "a mail to oneself",
    "POST /email-verifications": "the caller's own account",
    "POST /matches": "a match of the caller's own",
    "POST /games/{game}/first-match": "a match of the caller's own",
    "POST /games/{game}/lessons/{lesson}": "a match of the caller's own",
    "DELETE /matches/{id}": "a table before the start",
    "POST /matches/{id}/chat": "always open to spectators; what is read there is asked for",
    "POST /reports": "open to whoever may watch",
    "GET /friend-links/{code}": "no match",
    "POST /friend-links/{code}": "no match",
    "GET /pools": "no match",
    "GET /instance": "no match",
    "GET /instance/pages/{page}": "no match",
    "GET /instance/logo": "no match",
    "GET /games": "no match",
    "GET /games/{game}": "no match",
    "GET /games/{game}/grammar": "no match",
    "GET /games/{game}/first-match": "no match",
    "GET /games/{game}/lessons": "no match but the caller's own",
    **dict.fromkeys(
        (
            "GET /admin/reports",
            "GET /admin/reports/{report}",
            "POST /admin/reports/{report}",
            "GET /admin/people",
            "GET /admin/people/{name}",
            "POST /admin/people/{account}/notes",
            "POST /admin/people/{account}/warnings",
            "POST /admin/people/{account}/mute",
            "POST /admin/people/{account}/close",
            "POST /admin/people/{account}/reopen",
            "POST /admin/people/{account}/rename",
            "POST /admin/people/{account}/role",
            "GET /admin/matches",
            "GET /admin/matches/{id}",
            "POST /admin/matches/{id}/park",
            "POST /admin/matches/{id}/resume",
            "POST /admin/matches/{id}/abort",
            "POST /admin/matches/{id}/adjudicate",
            "POST /admin/matches/{id}/rollback",
            "GET /admin/invitations",
            "POST /admin/invitations",
            "DELETE /admin/invitations/{invitation}",
            "GET /admin/settings",
            "GET /admin/health",
            "PUT /admin/announcement",
            "PUT /admin/maintenance",
            "POST /admin/test-mail",
            "GET /admin/audit",
        ),
        "for the staff, which has no seat there",
    ),
}
OF_ONESELF = ("/guests", "/accounts", "/sessions", "/me", "/bots")
OPERATORS = ("/healthz", "/readyz", "/metrics")


async def everything(town, who, endpoints):
    """All that an outsider is answered, byte for byte, and with what the streams begin."""
    told = {}
    places = {name.lower(): town.id(name) for name in town.callers}
    for endpoint, asked in ASKED.items():
        for path, body in asked if endpoint in endpoints and may_ask(who, endpoint) else ():
            method = endpoint.partition(" ")[0]
            place = path.format(id=town.match, code=town.code, **places)
            reply = told[method, path, str(body)] = await town.ask(who, method, place, body)
            while endpoint in LISTS and (cursor := json.loads(reply[2]).get("next")):
                reply = await town.ask(who, method, f"{place}&cursor={cursor}")
                told[method, path, cursor] = reply
    if endpoints & STREAMS:
        told["stream"] = await town.first_line(who)
        told["own"] = await own_stream(town, who)
    return told


def may_ask(who, endpoint):
    """Eve may take her seat back, and then she holds one; anonymous callers may only watch."""
    if endpoint in DOORS:
        return who != "Eve"
    return who is not None or endpoint.startswith("GET") or endpoint in OF_ALL


async def own_stream(town, who):
    """With what an account's stream begins."""
    if who is None:
        return []
    return [
        line
        async for line in town.services.account_streams.renderer_for(town.callers[who]).everything()
    ]


async def for_nobody(town):
    """Public content for no particular viewer: the lobby's list, link previews."""
    _late, listed = await town.services.listing._read_all()
    return [msgspec.json.encode(news.match) for news in listed], await town.previews()
