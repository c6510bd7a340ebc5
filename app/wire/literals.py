"""Literals: every status and kind that is sent, stored or requested, each defined once."""

from __future__ import annotations

from typing import Literal

MatchStatus = Literal["open", "playing", "paused", "finished", "aborted"]
SeatKind = Literal["human", "bot", "open"]
Visibility = Literal["public", "private"]
SpectatorPolicy = Literal["live", "delayed", "none"]
UndoPolicy = Literal["free", "ask", "off"]
ResignPolicy = Literal["bot", "forfeit"]
PauseReason = Literal["agreed", "rules", "operator"]
Unrated = Literal["resigned-early", "same-people", "adjudicated"]
"""Why a match meant to be rated is not: a seat was given up before each person had answered three
times; four rated matches of the same people have already ended within a day; an operator has ended
it so.
"""

ClockKind = Literal["none", "move", "bank", "days"]
OnTimeout = Literal["default", "bot", "forfeit"]
EntryKind = Literal["start", "answer", "timeout", "undo", "show"]
ExportedKind = Literal["answer", "timeout", "undo", "show"]
OfferKind = Literal["undo", "pause", "resume", "abort", "draw", "substitute"]
OfferStatus = Literal["open", "accepted", "declined", "closed"]
PassUntil = Literal["off", "turn", "affected", "always"]
SeatPresence = Literal["here", "away", "gone"]
DeclineReason = Literal["busy", "game", "options", "clock", "players", "rated", "person", "other"]
"""Why an invitation is declined, for programs."""
TableNews = Literal["freed", "host", "terms", "swap"]
"""What concerns an account at an open table: its seat was freed, it hosts the table now, changed
terms wait for its confirmation, or a player asks to swap seats with it.
"""
AnalysisStatus = Literal["none", "waiting", "running", "done", "failed"]

Phrase = Literal[
    "hello",
    "good-luck",
    "ready",
    "moment",
    "back",
    "thanks",
    "sorry",
    "nice-move",
    "well-played",
    "goodbye",
]
"""The set phrases of chat, which each client shows in its reader's language."""

Pace = Literal["live", "relaxed", "days"]
"""How fast the matches of a pool are played."""
ReadyStatus = Literal["open", "begun", "dissolved"]

AccountKind = Literal["guest", "person", "bot"]
StaffRole = Literal["moderator", "operator"]
"""Moderators look after people and matches, operators after the server too."""
Audience = Literal["everybody", "friends", "nobody"]
Correspondents = Literal["friends", "nobody"]
FriendshipStatus = Literal["asked", "friends"]
Scope = Literal["play", "create", "read"]
WebhookFormat = Literal["generic", "discord"]
WebhookError = Literal["timeout", "unreachable", "address"]
