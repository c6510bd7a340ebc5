"""Types of members that occur in many messages: ids, seats, plies and times."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

MatchId = Annotated[str, Meta(description="The id of the match.")]
GameId = Annotated[str, Meta(description="The id of the game, as in `GET /games`.")]
DecisionId = Annotated[str, Meta(description="The id of the decision.")]
SeatNumber = Annotated[int, Meta(description="Seats count from 0.")]
Ply = Annotated[
    int,
    Meta(description="How many entries are committed; the newest entry has the same number."),
]
Time = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
"""A time in UTC (RFC 3339)."""
