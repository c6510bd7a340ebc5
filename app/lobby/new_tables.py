"""New tables: the rows of matches, as their creators request them or as another match was."""

from __future__ import annotations

from typing import Any

from app.accounts.caller import Caller
from app.clocks.kinds import stored_clock
from app.forfeits.resignation import default_resign_policy
from app.infra.problems import invalid
from app.infra.security import new_code, new_id
from app.infra.wall_clock import now
from app.lobby.schemas import NewMatch
from app.matches.models import USUAL, MatchRow

TERMS = NewMatch.model_fields.keys() & MatchRow.__mapper__.columns.keys()
"""What a creator chooses and the row stores, by name: a rematch has the same, and everybody who may
see the match sees them (`match_views`).
"""


def new_table(request: NewMatch, options: dict[str, Any], caller: Caller) -> MatchRow:
    """The row of a table that the caller creates. Raises Problem invalid-request."""
    chosen = {
        "options": options,
        "spectator_delay": _delay(request),
        "undo": request.undo or USUAL,
        "clock": stored_clock(request.clock),
        "resign": request.resign or default_resign_policy(len(request.seats)),
    }
    return _open_table(caller, **request.model_dump(include={*TERMS}) | chosen)


def new_successor(
    row: MatchRow, caller: Caller, options: dict[str, Any], origin: dict[str, Any]
) -> MatchRow:
    """A match with the terms of another; it begins as soon as every seat is taken."""
    terms = {name: getattr(row, name) for name in TERMS}
    return _open_table(caller, **terms | {"options": options, "autostart": True, "origin": origin})


def _open_table(caller: Caller, **chosen: Any) -> MatchRow:
    moment = now()
    return MatchRow(
        id=new_id("m"),
        status="open",
        code=new_code(),
        creator=caller.account,
        created_at=moment,
        changed_at=moment,
        edition=0,
        ply=0,
        waiting=0,
        **chosen,
    )


def _delay(request: NewMatch) -> dict[str, int] | None:
    """The spectator delay, if spectators are delayed. Raises Problem invalid-request."""
    delay = request.spectator_delay
    if request.spectators != "delayed":
        if delay is not None:
            raise invalid(
                'spectator_delay requires spectators="delayed".', "body", "spectator_delay"
            )
        return None
    if delay is None:
        return {"plies": 3, "minutes": 5}
    if not delay.plies and not delay.minutes:
        raise invalid("Set plies or minutes.", "body", "spectator_delay")
    return {"plies": delay.plies, "minutes": delay.minutes}
