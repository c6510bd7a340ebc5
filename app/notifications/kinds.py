"""Notification kinds: each is declared here once, for push, webhooks, settings and the page.

A kind is added to `KINDS`, and its English texts to the catalogues (`make messages`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct

from app.matches.offer_reads import offer_view
from app.notifications.match_facts import MatchFacts
from app.wire.literals import TableNews
from app.wire.webhooks import (
    DecisionMessage,
    EndMessage,
    EventMessage,
    InviteMessage,
    OfferMessage,
    TableMessage,
)

HOUR_S = 3_600
DAY_S = 24 * HOUR_S
OFFERS = {
    "undo": "asks to undo an answer",
    "pause": "asks to pause",
    "resume": "asks to resume",
    "abort": "asks to abort the match",
    "draw": "offers a draw",
    "substitute": "asks to replace an absent player",
}

TABLE_NEWS: dict[TableNews, str] = {
    "freed": "{name}, the host has freed your seat in {title}.",
    "host": "{name}, you host the table of {title} now.",
    "terms": "{name}, the host has changed the terms of {title}; please confirm them.",
    "swap": "{name}, a player asks to swap seats with you in {title}.",
}

Cause = Literal["decision", "offer", "invite", "table", "settlement", "message", "ready_check"]
"""A notification, or the settlement of a match that is over. A direct message is about no match, a
ready check about none yet: they have transports of their own.
"""
OF_MATCHES = ("decision", "offer", "invite", "table", "settlement")
"""The causes that are about a match."""
Pace = Literal["once", "at_once", "delayed"]
"""once: one message per match; at_once: again after a pause; delayed: after the time in which most
players have answered, and again after a longer pause.
"""


class PushForm(Struct, frozen=True):
    """How browsers are notified."""

    switch: str  # the preference; on until it is switched off
    label: str  # what the switch notifies of
    heading: str  # of the message
    ttl_s: int  # how long the push service keeps a message for a browser that is away
    is_urgent: bool = False
    waits_for_absence: bool = False  # a player at the table sees it there
    waits_for_deadline: bool = False  # not sent before the deadline is near
    replaces_page: bool = False  # the page shows the same notification while it is open


class WebhookForm(Struct, frozen=True):
    """How webhooks are notified."""

    label: str
    message: type[EventMessage]
    sentence: Callable[[MatchFacts], str]
    members: Callable[[MatchFacts], dict[str, Any]] = lambda _: {}  # those of its own


class NotificationKind(Struct, frozen=True):
    """A kind of notification, under the name by which it is stored and sent."""

    name: str
    cause: Cause
    pace: Pace
    is_current: Callable[[MatchFacts], bool]  # whether there is still something to tell
    push: PushForm | None = None
    webhook: WebhookForm | None = None


def _offer_sentence(facts: MatchFacts) -> str:
    offer = facts.offers[0]
    request = f"{facts.names[offer.by]} {OFFERS[offer.kind]}"
    return f"{facts.account_name}, {request} in {facts.title}."


def _end_sentence(facts: MatchFacts) -> str:
    if facts.status == "aborted" or not facts.ranks:
        return f"{facts.title} has ended without a result."
    return f"{facts.title} is over. First: {', '.join(facts.names_of(facts.ranks[0]))}."


KINDS = (
    NotificationKind(
        name="decision",
        cause="decision",
        pace="delayed",
        is_current=lambda facts: facts.is_own_turn,
        push=PushForm(
            switch="push_turn",
            label="My turn, unless I am at the table",
            heading="Your turn",
            ttl_s=DAY_S,
            is_urgent=True,
            waits_for_absence=True,
            replaces_page=True,
        ),
        webhook=WebhookForm(
            label="Your turn",
            message=DecisionMessage,
            sentence=lambda facts: f"{facts.account_name}, it is your turn in {facts.title}.",
            members=lambda facts: {"waiting": facts.names_of(facts.waiting_seats)},
        ),
    ),
    NotificationKind(
        name="deadline",
        cause="decision",
        pace="delayed",
        is_current=lambda facts: facts.is_own_turn,
        push=PushForm(
            switch="push_deadline",
            label="A deadline that is near",
            heading="Your time is running out",
            ttl_s=HOUR_S,
            is_urgent=True,
            waits_for_absence=True,
            waits_for_deadline=True,
        ),
    ),
    NotificationKind(
        name="offer",
        cause="offer",
        pace="at_once",
        is_current=lambda facts: facts.is_asked,
        webhook=WebhookForm(
            label="Offers to you",
            message=OfferMessage,
            sentence=_offer_sentence,
            members=lambda facts: {"offers": [offer_view(offer) for offer in facts.offers]},
        ),
    ),
    NotificationKind(
        name="invite",
        cause="invite",
        pace="once",
        is_current=lambda facts: facts.invited,
        push=PushForm(
            switch="push_invitation",
            label="Invitations",
            heading="You are invited",
            ttl_s=7 * DAY_S,
        ),
        webhook=WebhookForm(
            label="Invitations",
            message=InviteMessage,
            sentence=lambda facts: (
                f"{facts.account_name}, a seat is kept for you in {facts.title}."
            ),
        ),
    ),
    NotificationKind(
        name="table",
        cause="table",
        pace="at_once",
        is_current=lambda facts: facts.table_news is not None,
        push=PushForm(
            switch="push_table",
            label="Changes at a table where I wait",
            heading="Your table has changed",
            ttl_s=HOUR_S,
            waits_for_absence=True,
        ),
        webhook=WebhookForm(
            label="Changes at a table before the start",
            message=TableMessage,
            sentence=lambda facts: TABLE_NEWS[facts.table_news or "host"].format(
                name=facts.account_name, title=facts.title
            ),
            members=lambda facts: {"news": facts.table_news},
        ),
    ),
    NotificationKind(
        name="end",
        cause="settlement",
        pace="once",
        is_current=lambda facts: facts.is_over,
        push=PushForm(
            switch="push_result",
            label="Results",
            heading="The match is over",
            ttl_s=7 * DAY_S,
        ),
        webhook=WebhookForm(
            label="Results",
            message=EndMessage,
            sentence=_end_sentence,
            members=lambda facts: {"ranks": [facts.names_of(rank) for rank in facts.ranks]},
        ),
    ),
    NotificationKind(
        name="message",
        cause="message",
        pace="at_once",
        is_current=lambda _: True,
        push=PushForm(
            switch="push_message",
            label="Messages of friends",
            heading="You have a message",
            ttl_s=7 * DAY_S,
        ),
    ),
    NotificationKind(
        name="ready_check",
        cause="ready_check",
        pace="once",
        is_current=lambda _: True,
        push=PushForm(
            switch="push_ready_check",
            label="A table that is found for me",
            heading="Ready? A table is found",
            ttl_s=300,  # at most, see READY_CHECK_SECONDS
            is_urgent=True,
            replaces_page=True,
        ),
    ),
)
PUSHED = {kind.name: (kind, kind.push) for kind in KINDS if kind.push}
POSTED = {kind.name: (kind, kind.webhook) for kind in KINDS if kind.webhook}
PUSH_SWITCHES = {push.switch for _, push in PUSHED.values()}
