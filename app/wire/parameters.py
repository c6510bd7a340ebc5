"""Parameters and reply headers of the API, described once for all endpoints that have them."""

from __future__ import annotations

from typing import Any

PARAMETERS: dict[str, tuple[str, Any]] = {
    "id": ("The match.", "m_3f6c0d1e5b7a9284c1"),
    "account": ("The id of an account; `me` for the caller's own.", "me"),
    "after": ("The ply after which to begin; -1 for the start.", 30),
    "as": (
        "The viewer: `seat:0` … or `public`; `all` for the views of all, where it is allowed. "
        "Before the end, the caller's own only.",
        "public",
    ),
    "bot": ("The bot, by the id of its account.", "a_0b1c2d3e4f5a6b7c8d"),
    "code": ("The invite code.", "K7RW3HQZ"),
    "cursor": ("The `next` of the page before.", None),
    "decision": ("The decision, by its id.", "31.0"),
    "deltas": ("The older name of `frames=delta`.", True),
    "frames": ("Whether changes come as full frames or as deltas to the frame before.", "delta"),
    "game": ("The game, by its id in `GET /games`.", "res_arcana"),
    "if_any": ("Whether a caller without an account gets 204 instead of a problem.", True),
    "lang": (
        "A language tag, such as de or de-AT; the text is in English if the game has no such "
        "language.",
        "de",
    ),
    "lesson": ("The lesson, by its id.", "first_place"),
    "limit": ("How many items a page has at most.", 20),
    "name": (
        "The name of a person or bot, or the id of any account; guests have only an id.",
        "Vex",
    ),
    "offer": ("The offer, by its id.", "o_5d4c3b2a19080706f5"),
    "others": ("Whether this session stays.", True),
    "players": ("The number of players at the table; by default the fewest.", 2),
    "ply": ("The number of the entry; by default the newest.", 12),
    "reason": ("Why, for programs.", "busy"),
    "report": ("The report, by its id.", "r_77aa66bb55cc44dd33"),
    "seat": ("The seat, from 0.", 1),
    "status": ("Only matches of this status.", "open"),
    "text": ("Why, in a sentence, for people.", "I am at four tables already."),
    "token": ("The token, by its id.", "t_9081726354afbecd10"),
    "tokens": ("Whether tokens end as well.", True),
    "version": (
        "The `version` of `GET /games`: the reply may then be cached for ever.",
        "8d3a5f0c7b1e4296",
    ),
    "webhook": ("The webhook, by its id.", "w_1a2b3c4d5e6f708192"),
    "idempotency-key": (
        "Chosen by the client at random for each request that it means: a retry with the same key "
        "counts once.",
        "b1f7c2d4-7a52-4a5e-9a3b-5f0f6b1d2c3e",
    ),
    "if-none-match": ("The `ETag` of a copy; 304 if it is still good.", '"31.2c26b46b68ffc68f"'),
    "last-event-id": ("The id of the last event received.", "17"),
}
"""By name in lower case: what it means, and an example unless only the server can give one."""

HEADERS: dict[str, tuple[str, dict[str, Any], Any]] = {
    "ETag": (
        "Identifies this reply; send it back as `If-None-Match`.",
        {"type": "string"},
        '"31.2c26b46b68ffc68f"',
    ),
    "Location": (
        "The address of what was created.",
        {"type": "string", "format": "uri-reference"},
        "/api/v1/matches/m_3f6c0d1e5b7a9284c1",
    ),
    "Idempotent-Replayed": (
        "`true` if this is the first reply to the same request, sent again.",
        {"type": "string", "enum": ["true"]},
        "true",
    ),
    "Retry-After": (
        "Seconds after which a retry makes sense.",
        {"type": "integer", "minimum": 1},
        60,
    ),
    "RateLimit": (
        "What is left of the limit that the request counted against, and the seconds until more is "
        "(`draft-ietf-httpapi-ratelimit-headers`).",
        {"type": "string"},
        '"commands";r=199;t=1',
    ),
    "RateLimit-Policy": (
        "That limit: how many in which window, in seconds.",
        {"type": "string"},
        '"commands";q=200;w=2',
    ),
    "WWW-Authenticate": ("How to authenticate.", {"type": "string"}, "Bearer"),
}
"""By name: what it says, its schema and an example."""


def describe_parameters(operation: dict[str, Any]) -> None:
    """Add a description and an example to each parameter of an operation, in place."""
    for parameter in operation.get("parameters", ()):
        about, example = PARAMETERS.get(parameter["name"].lower(), ("", None))
        if about:
            parameter["description"] = about
        if example is not None:
            parameter["example"] = example
        if parameter["in"] == "header":
            parameter["name"] = parameter["name"].title()


def with_condition(parameters: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The parameters, with `If-None-Match` among them."""
    if any(parameter["name"].lower() == "if-none-match" for parameter in parameters):
        return parameters
    schema = {"type": "string"}
    header = {"name": "if-none-match", "in": "header", "required": False, "schema": schema}
    return [*parameters, header]


def header_components() -> dict[str, Any]:
    """The headers, for `components`."""
    return {
        name: {"description": about, "schema": schema, "example": example}
        for name, (about, schema, example) in HEADERS.items()
    }


def headers(*names: str) -> dict[str, Any]:
    """References to headers, for a reply."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}
