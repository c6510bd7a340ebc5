"""New tables: the rows of matches, as their creators request them."""

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


def new_table(request: NewMatch, options: dict[str, Any], caller: Caller) -> MatchRow:
    """The row of a table that the caller creates. Raises Problem invalid-request."""
    moment = now()
    return MatchRow(
        id=new_id("m"),
        game=request.game,
        options=options,
        status="open",
        visibility=request.visibility,
        spectators=request.spectators,
        spectator_delay=_delay(request),
        undo=request.undo or USUAL,
        clock=stored_clock(request.clock),
        rated=request.rated,
        resign=request.resign or default_resign_policy(len(request.seats)),
        autostart=request.autostart,
        code=new_code(),
        creator=caller.account,
        created_at=moment,
        changed_at=moment,
        edition=0,
        ply=0,
        waiting=0,
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
