"""Endpoints: the short name, the one-line summary and the tag of each operation in OpenAPI.

Generated clients use these names for their functions, so a name lasts as long as its endpoint.
"""

from __future__ import annotations

from typing import NamedTuple

TAGS: dict[str, str] = {
    "accounts": "Guests, accounts, sessions and preferences.",
    "bots": "Bots that are online, and what they accept.",
    "tokens": "Bots, and the tokens and tickets that act for an account.",
    "people": "Profiles, leaderboards, blocks, mutes and reports.",
    "notifications": "Webhooks, and push messages to browsers.",
    "games": "The games on offer, first matches and lessons.",
    "lobby": "Matches before they start: list, create, join, leave.",
    "playing": "A match: its view, decisions, undo, offers and chat.",
    "history": "After the end: replay, export, scores, analysis, rematch and fork.",
    "streams": "What the server pushes over HTTP; `/asyncapi.json` describes the lines.",
    "moderation": "The queue of reports; admins only.",
    "operations": "Health and metrics, for the operator of the server.",
}
"""Every tag, in the order in which the reference shows them."""


class Endpoint(NamedTuple):
    """The names of an operation; its description is the docstring of its route."""

    id: str
    summary: str
    tag: str


def _tagged(tag: str, by_path: dict[str, tuple[str, str]]) -> dict[str, Endpoint]:
    return {at: Endpoint(id, summary, tag) for at, (id, summary) in by_path.items()}


ENDPOINTS: dict[str, Endpoint] = {
    **_tagged(
        "accounts",
        {
            "POST /guests": ("createGuest", "Become a guest"),
            "POST /accounts": ("createAccount", "Register with a password"),
            "POST /sessions": ("signIn", "Sign in"),
            "POST /sessions/by-link": ("resetPassword", "Set a new password by link"),
            "DELETE /sessions": ("signOutEverywhere", "Sign out everywhere"),
            "DELETE /sessions/current": ("signOut", "Sign out"),
            "GET /me": ("getMe", "The caller's account"),
            "PATCH /me": ("updateMe", "Change the caller's account"),
        },
    ),
    **_tagged(
        "bots",
        {
            "GET /bots": ("listOnlineBots", "List bots that are online"),
            "PUT /me/accepts": ("setAccepts", "Say what the bot accepts"),
            "DELETE /me/accepts": ("deleteAccepts", "Take the bot off the list"),
        },
    ),
    **_tagged(
        "tokens",
        {
            "GET /me/tokens": ("listTokens", "List tokens"),
            "POST /me/tokens": ("createToken", "Create a token"),
            "DELETE /me/tokens/{token}": ("revokeToken", "Revoke a token"),
            "POST /me/tickets": ("createTicket", "Create a ticket for one websocket"),
            "GET /me/bots": ("listMyBots", "List the caller's bots"),
            "POST /bots": ("createBot", "Create a bot"),
            "POST /me/bots/{bot}/token": ("renewBotToken", "Replace a bot's tokens"),
            "GET /me/bots/{bot}/tokens": ("listBotTokens", "List a bot's tokens"),
            "POST /me/bots/{bot}/tokens": ("createBotToken", "Create a token for a bot"),
            "DELETE /me/bots/{bot}/tokens/{token}": ("revokeBotToken", "Revoke a bot's token"),
        },
    ),
    **_tagged(
        "people",
        {
            "GET /accounts/{name}": ("getProfile", "A public profile"),
            "GET /leaderboards/{game}": ("getLeaderboard", "A leaderboard"),
            "GET /me/blocks": ("listBlocks", "List blocked accounts"),
            "PUT /me/blocks/{name}": ("block", "Block an account"),
            "DELETE /me/blocks/{name}": ("unblock", "Unblock an account"),
            "GET /me/mutes": ("listMutes", "List muted accounts"),
            "PUT /me/mutes/{name}": ("mute", "Mute an account"),
            "DELETE /me/mutes/{name}": ("unmute", "Unmute an account"),
            "POST /reports": ("createReport", "Report an account"),
        },
    ),
    **_tagged(
        "moderation",
        {
            "GET /admin/reports": ("listReports", "List open reports"),
            "POST /admin/reports/{report}": ("closeReport", "Close a report"),
        },
    ),
    **_tagged(
        "notifications",
        {
            "GET /me/webhooks": ("listWebhooks", "List webhooks"),
            "POST /me/webhooks": ("createWebhook", "Create a webhook"),
            "DELETE /me/webhooks/{webhook}": ("deleteWebhook", "Delete a webhook"),
            "POST /me/webhooks/{webhook}/test": ("tryWebhook", "Send a test message"),
            "GET /me/push": ("getPush", "The key for push messages"),
            "POST /me/push": ("createPushSubscription", "Subscribe a browser"),
            "DELETE /me/push": ("deletePushSubscription", "Unsubscribe a browser"),
        },
    ),
    **_tagged(
        "games",
        {
            "GET /games": ("listGames", "List the games on offer"),
            "GET /games/{game}": ("getGame", "Everything about a game"),
            "GET /games/{game}/grammar": (
                "getGrammar",
                "A game's views, option keys and arguments",
            ),
            "GET /games/{game}/first-match": ("getFirstMatch", "What teaches a game"),
            "POST /games/{game}/first-match": ("startFirstMatch", "Start a first match"),
            "GET /games/{game}/lessons": ("listLessons", "List a game's lessons"),
            "POST /games/{game}/lessons/{lesson}": ("startLesson", "Start a lesson"),
        },
    ),
    **_tagged(
        "lobby",
        {
            "POST /matches": ("createMatch", "Create a match"),
            "GET /matches": ("listMatches", "List matches"),
            "GET /matches/by-code/{code}": ("getMatchByCode", "Find a match by its code"),
            "GET /matches/{id}": ("getMatch", "One match"),
            "DELETE /matches/{id}": ("closeMatch", "Close a match before it starts"),
            "POST /matches/{id}/seats": ("takeSeat", "Take a seat"),
            "DELETE /matches/{id}/seats/mine": ("leaveSeat", "Leave the caller's seat"),
            "PUT /matches/{id}/seats/{seat}": ("changeSeat", "Open a seat or give it to a bot"),
            "DELETE /matches/{id}/seats/{seat}/invitation": (
                "declineInvitation",
                "Decline or withdraw an invitation",
            ),
            "POST /matches/{id}/start": ("startMatch", "Start a match"),
        },
    ),
    **_tagged(
        "playing",
        {
            "GET /matches/{id}/view": ("getView", "What the caller sees"),
            "POST /matches/{id}/decisions/{decision}": ("answer", "Answer a decision"),
            "POST /matches/{id}/decisions/{decision}/undo": ("undo", "Take answers back"),
            "POST /matches/{id}/decisions/{decision}/hint": ("getHint", "Get a hint"),
            "GET /matches/{id}/decisions/{decision}/world": ("getWorld", "Get a world to search"),
            "POST /matches/{id}/shows": ("showCard", "Show a card"),
            "GET /matches/{id}/chat": ("listChat", "Read the chat"),
            "POST /matches/{id}/chat": ("say", "Send a chat line"),
            "POST /matches/{id}/offers": ("createOffer", "Make an offer"),
            "POST /matches/{id}/offers/{offer}": ("answerOffer", "Answer an offer"),
            "POST /matches/{id}/resign": ("resign", "Resign"),
            "PUT /matches/{id}/seats/mine/auto_pass": ("setAutoPass", "Pass automatically"),
            "PUT /matches/{id}/seats/mine/auto_answer": ("setAutoAnswer", "Answer automatically"),
        },
    ),
    **_tagged(
        "history",
        {
            "GET /matches/{id}/log": ("getLog", "Entries and events"),
            "GET /matches/{id}/replay": ("getReplay", "The frame after an entry"),
            "GET /matches/{id}/export": ("exportMatch", "Everything to replay and verify"),
            "GET /matches/{id}/scores": ("getScores", "The totals by round"),
            "GET /matches/{id}/analysis": ("getAnalysis", "The analysis"),
            "POST /matches/{id}/analysis": ("requestAnalysis", "Request an analysis"),
            "POST /matches/{id}/fork": ("forkMatch", "Play on from an entry"),
            "POST /matches/{id}/rematch": ("createRematch", "Create or find the rematch"),
        },
    ),
    **_tagged(
        "streams",
        {
            "GET /matches/{id}/stream": ("streamMatch", "Follow a match"),
            "GET /matches/{id}/analysis/stream": ("streamAnalysis", "Follow an analysis"),
            "GET /me/stream": ("streamAccount", "Follow all matches of the account"),
            "GET /lobby/stream": ("streamLobby", "Follow the lobby"),
        },
    ),
    **_tagged(
        "operations",
        {
            "GET /healthz": ("getHealth", "Whether the process runs"),
            "GET /readyz": ("getReadiness", "Whether the process can serve"),
            "GET /metrics": ("getMetrics", "Metrics for Prometheus"),
        },
    ),
}
"""By method and path, below `/api/v1` where the API is."""
