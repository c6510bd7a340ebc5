"""Problem texts: the meaning of each problem, and what a client should do about it."""

from __future__ import annotations

from typing import NamedTuple


class ProblemText(NamedTuple):
    """The meaning of a problem and its remedy."""

    means: str
    remedy: str


PROBLEM_TEXTS: dict[str, ProblemText] = {
    "unauthenticated": ProblemText(
        "The request takes an account, or its token, session or ticket is not valid (any more).",
        "Send `Authorization: Bearer …` with a token that is still valid. Tickets are good for one "
        "websocket within 30 seconds.",
    ),
    "forbidden": ProblemText(
        "The account is known, but may not do that: the token lacks a scope, the match belongs to "
        "others, or the request came from another site's page. `detail` says which.",
        "Use a token with the scope that the endpoint names, or the account that may.",
    ),
    "not-found": ProblemText(
        "There is no such thing, or the caller may not know of it.",
        "Check the id. Private matches are found by their id or their code only.",
    ),
    "not-your-decision": ProblemText(
        "The decision is put to another seat.",
        "Answer the decisions of your own frame; they all have your `seat`.",
    ),
    "stale-decision": ProblemText(
        "The decision is not open any more: it has been answered, has timed out, or an undo took "
        "it back. Frames that were on the way may still show it.",
        "`decisions` has those that are open now. Remember the id that you answered last.",
    ),
    "illegal-answer": ProblemText(
        "The answer is not one that the decision allows. `why` says what is wrong, and `decision` "
        "is the decision again; it stays open.",
        "Answer with the keys of `options`, or within `min`, `max` and `limits`.",
    ),
    "match-over": ProblemText(
        "The match has ended.",
        "Read `outcome` with `GET /matches/{id}`; a rematch or a fork goes on from there.",
    ),
    "match-not-started": ProblemText(
        "The match has not started: there is nothing to see or answer yet.",
        "Wait until `status` is `playing`; streams and sockets tell.",
    ),
    "already-started": ProblemText(
        "That is possible before the start only.",
        "Offer an abort or a substitute, or resign.",
    ),
    "signed-in": ProblemText(
        "This browser has an account already, by its session cookie.",
        "Use it (`GET /me`), or sign out first. A request with a token of its own is not refused.",
    ),
    "already-seated": ProblemText(
        "The account has a seat in this match.", "Play, or leave the seat before the start."
    ),
    "seats-open": ProblemText(
        "The match cannot start while seats are open.",
        "Wait for players, or give the seats to bots.",
    ),
    "unconfirmed": ProblemText(
        "The host has changed the terms, and players have not confirmed them yet: their seats have "
        "`confirm`.",
        "Wait for them, or free their seats.",
    ),
    "seat-taken": ProblemText(
        "Somebody else has taken the seat, or it is reserved.",
        "Take another one, or leave out `seat` to get any.",
    ),
    "match-full": ProblemText("Every seat is taken.", "Watch, or look for another match."),
    "offer-closed": ProblemText(
        "The offer has been answered, withdrawn or overtaken by events.",
        "Make a new one if it still makes sense.",
    ),
    "request-in-progress": ProblemText(
        "The first request under this `Idempotency-Key` is still being carried out.",
        "Send it again after `Retry-After` seconds: once it is done, you get its reply.",
    ),
    "paused": ProblemText(
        "The match is paused: by agreement, by the server's staff, or because its rules failed "
        "(`paused_for`).",
        "Offer `resume` where it was agreed. Otherwise only the staff can help.",
    ),
    "undo-off": ProblemText(
        "The match was created with `undo: off`.", "Nothing can be taken back in this match."
    ),
    "undo-sealed": ProblemText(
        "Something was drawn or revealed since, or another player has acted, and the match does "
        "not ask the others.",
        "The frame's `undo` says what can be taken back. With `undo: ask` the others are asked.",
    ),
    "method-not-allowed": ProblemText(
        "The path exists, but not with this method.", "`Allow` lists the methods."
    ),
    "wrong-code": ProblemText(
        "That is not the match's invite code.",
        "Ask its creator. Too many wrong codes from one address are refused for a minute.",
    ),
    "invalid-request": ProblemText(
        "The request does not fit its schema. `errors` says where (`loc`) and why (`msg`).",
        "Compare it with the reference. Unknown members are refused; numbers must be whole, and "
        "written so (`1`, not `1.0`).",
    ),
    "name-taken": ProblemText(
        "Another account has this name, or one that looks like it.", "Choose another name."
    ),
    "payload-too-large": ProblemText(
        "The body, or the message on the socket, is larger than the server takes.",
        "64 KiB is the usual limit.",
    ),
    "rate-limited": ProblemText(
        "Too many requests of this kind in a short time.",
        "Wait for `Retry-After` seconds (`retry_after` in the body), then go on more slowly.",
    ),
    "too-many-tables": ProblemText(
        "The account and its bots have as many open tables as the server allows.",
        "Close one with `DELETE /matches/{id}`, or wait until it starts.",
    ),
    "too-many-matches": ProblemText(
        "The account sits in as many unfinished matches as the server allows.",
        "Finish or resign some first.",
    ),
    "too-many-bot-matches": ProblemText(
        "As many matches between built-in bots alone are running as one person may have.",
        "Wait until one has ended.",
    ),
    "too-much-chat": ProblemText(
        "Too many chat lines in a minute.", "Wait for `Retry-After` seconds."
    ),
    "engine-timeout": ProblemText(
        "The rules took too long over this answer, and nothing was written.",
        "Try again; if it happens again, tell the operator.",
    ),
    "unavailable": ProblemText(
        "The server cannot do it now: it restarts, or its database does not answer. Where `why` is "
        "given, nothing was written; otherwise the change may have been committed.",
        "Repeat the request after `Retry-After` seconds, with the same `Idempotency-Key`: it then "
        "counts once in any case.",
    ),
    "internal": ProblemText(
        "The server made a mistake. Its log has the details under the id in `report`.",
        "Tell the operator that id.",
    ),
}
"""By the name in `/problems/<name>`."""
