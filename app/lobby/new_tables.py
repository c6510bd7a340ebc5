"""New tables: their rows as their creators wish them."""

from __future__ import annotations

from typing import Any

from app.accounts.caller import Caller
from app.clocks.kinds import stored_clock
from app.departures.resignation import usual_policy
from app.infra.problems import invalid
from app.infra.security import new_code, new_id
from app.infra.wall_clock import now
from app.lobby.schemas import NewMatch
from app.matches.models import USUAL, MatchRow


def new_table(wish: NewMatch, options: dict[str, Any], caller: Caller) -> MatchRow:
    """The row of a table that the caller creates. Raises Problem invalid-request."""
    moment = now()
    return MatchRow(
        id=new_id("m"),
        game=wish.game,
        options=options,
        status="open",
        visibility=wish.visibility,
        spectators=wish.spectators,
        spectator_delay=_delay(wish),
        undo=wish.undo or USUAL,
        clock=stored_clock(wish.clock),
        rated=wish.rated,
        resign=wish.resign or usual_policy(len(wish.seats)),
        autostart=wish.autostart,
        code=new_code(),
        creator=caller.account,
        created_at=moment,
        changed_at=moment,
        edition=0,
        ply=0,
        waiting=0,
    )


def _delay(wish: NewMatch) -> dict[str, int] | None:
    """The spectator delay, if spectators are delayed. Raises Problem invalid-request."""
    given = wish.spectator_delay
    if wish.spectators != "delayed":
        if given is not None:
            raise invalid(
                'spectator_delay requires spectators="delayed".', "body", "spectator_delay"
            )
        return None
    if given is None:
        return {"plies": 3, "minutes": 5}
    if not given.plies and not given.minutes:
        raise invalid("Set plies or minutes.", "body", "spectator_delay")
    return {"plies": given.plies, "minutes": given.minutes}
